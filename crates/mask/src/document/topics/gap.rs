//! What stands between two words of a term.

/// How two words of a text follow each other within a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// One mark, such as a hyphen, or a hyphen at the end of a line.
    Tight,
    /// White space with at most one line break.
    Blank,
    /// Anything else: the words belong to no common term.
    Apart,
}

/// The longest gap, in bytes, that is looked at.
const LONGEST: usize = 80;

/// How two words follow each other, by what stands between them.
pub(super) fn gap(between: &str) -> Gap {
    if between == " " {
        return Gap::Blank;
    }
    if between.len() > LONGEST {
        return Gap::Apart;
    }
    let lines = between.matches('\n').count();
    if !between.is_empty() && between.chars().all(char::is_whitespace) {
        return if lines <= 1 { Gap::Blank } else { Gap::Apart };
    }
    let is_hyphen = |c: char| matches!(c, '-' | '\u{2010}' | '\u{2011}' | '\u{2013}');
    let mut rest = between.chars();
    match rest.next() {
        Some(c) if is_hyphen(c) || matches!(c, '_' | '.' | '/' | '\'' | '’') => {
            let rest = rest.as_str();
            let broken = is_hyphen(c) && lines == 1 && rest.chars().all(char::is_whitespace);
            if rest.is_empty() || broken { Gap::Tight } else { Gap::Apart }
        }
        _ => Gap::Apart,
    }
}

/// Whether two neighbouring words of a term that has a blank between them in the text are long enough: "a bomb" is no A-bomb.
pub(super) fn is_wide_enough(gap: Gap, letters: [usize; 2], least: usize) -> bool {
    match gap {
        Gap::Tight => true,
        Gap::Blank => letters.iter().all(|&letters| letters >= least),
        Gap::Apart => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps() {
        for (between, expected) in [
            (" ", Gap::Blank),
            ("  \n    ", Gap::Blank),
            ("-", Gap::Tight),
            ("-\n  ", Gap::Tight),
            ("’", Gap::Tight),
            ("\n\n", Gap::Apart),
            (". ", Gap::Apart),
            (", ", Gap::Apart),
            (" - ", Gap::Apart),
            ("- ", Gap::Apart),
        ] {
            assert_eq!(gap(between), expected, "{between:?}");
        }
    }
}
