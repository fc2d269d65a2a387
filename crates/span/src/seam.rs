//! Words that the layout breaks: a hyphen at the end of a line, and letters that are set apart.

use crate::Span;
use crate::word::{is_mark_on_letter, is_unseen};

/// A place at which a word is broken: what stands between two pieces of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seam {
    /// The bytes between the two pieces.
    pub span: Span,
    /// How the word is broken.
    pub kind: Break,
}

/// How a word is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// A hyphen of so many bytes at the end of a line. It may be one of the word's own, as in "well-known".
    Hyphen(usize),
    /// A soft hyphen, or another mark that is not seen, within words and beside them: never a part of one.
    Invisible,
    /// A blank between two letters of a word whose letters are set apart. All blanks of the words that are set so have one number.
    Letters(usize),
}

/// How many letters must be set apart to be words, and how many must one of the words have: "A B C" and "A B  C D" are lists.
const LEAST_LETTERS: usize = 4;
const LEAST_IN_A_WORD: usize = 3;

/// The places at which words are broken, in order. Whether the pieces are one word is for whoever knows the language to say.
///
/// A hyphen breaks a word at the end of a line if a letter stands before it and the next line begins with one, behind blanks, the
/// marks of a quoted mail, and at most one empty line. Letters are set apart if at least four follow each other with the same blanks between them,
/// or wider ones between words.
///
/// ```
/// let text = "> Mr Quacken-\n> bush, R o w e";
/// let between: Vec<&str> = scumble_span::seams(text).iter().map(|seam| seam.span.of(text)).collect();
/// assert_eq!(between, ["-\n> ", " ", " ", " "]);
/// ```
#[must_use]
pub fn seams(text: &str) -> Vec<Seam> {
    let mut out = Vec::new();
    let bytes = text.as_bytes();
    let (mut at, mut groups) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => {
                at += 1;
                if let Some(seam) = at_line_end(text, at - 1) {
                    // Marks that are not seen stand within it.
                    out.truncate(out.partition_point(|known: &Seam| known.span.start < seam.span.start));
                    at = at.max(seam.span.end);
                    out.push(seam);
                }
            }
            // A space, or the first byte of a wider or narrower blank or of a mark that is not seen.
            b' ' | 0xc2 | 0xd8 | 0xe2 | 0xef => at = between_letters(text, at, &mut groups, &mut out),
            _ => at += 1,
        }
    }
    out
}

/// The break at a line end, with all that stands before the word goes on.
fn at_line_end(text: &str, newline: usize) -> Option<Seam> {
    let before = text[..newline].trim_end_matches(|c| matches!(c, ' ' | '\t' | '\r') || c != '\u{ad}' && is_unseen(c));
    let last = before.chars().next_back()?;
    let kind = match last {
        '-' | '\u{2010}' => Break::Hyphen(last.len_utf8()),
        '\u{ad}' => Break::Invisible,
        _ => return None,
    };
    let start = before.len() - last.len_utf8();
    // What stands for a name in a release may end in a bracket or a bar.
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, ']' | '█');
    if !before[..start].trim_end_matches(is_mark_on_letter).ends_with(is_word) {
        return None;
    }
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let mut end = after_prefix(text, newline + 1);
    let mut next = newline + 1;
    // Behind one empty line, a word that begins with a small letter still goes on: it begins nothing.
    let mut goes_on: fn(char) -> bool = char::is_alphanumeric;
    let rest = text[end..].trim_start_matches('\r');
    if rest.starts_with('\n') {
        next = text.len() - rest.len() + 1;
        (end, goes_on) = (after_prefix(text, next), char::is_lowercase);
    }
    // A text may begin within a quoted line. Programs wrap quoted lines and quote the first only: behind it, a word in capitals goes on.
    let (above, below) = (depth(&before[line..]), depth(&text[next..end]));
    let in_capitals = || capitals(before[..start].chars().rev()) && capitals(text[end..].chars());
    if line > 0 && above != below && !(above > below && in_capitals()) {
        goes_on = char::is_lowercase;
    }
    text[end..].starts_with(goes_on).then_some(Seam { span: Span::new(start, end), kind })
}

/// Whether two capitals come first.
fn capitals(mut letters: impl Iterator<Item = char>) -> bool {
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_uppercase)
}

/// Where a line that begins at some place goes on behind its blanks and the marks of a quoted mail.
fn after_prefix(text: &str, start: usize) -> usize {
    text.len() - text[start..].trim_start_matches(|c| matches!(c, ' ' | '\t' | '>') || is_unseen(c)).len()
}

/// How often a line is quoted.
fn depth(line: &str) -> usize {
    line.chars().take_while(|c| matches!(c, ' ' | '\t' | '>')).filter(|&c| c == '>').count()
}

/// Adds the breaks of letters that are set apart, if they begin with the one before `at`, or a mark within a word. Returns where to
/// go on.
fn between_letters(text: &str, at: usize, groups: &mut usize, out: &mut Vec<Seam>) -> usize {
    let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else { return at + 1 };
    let after = at + c.len_utf8();
    if is_unseen(c) {
        out.push(Seam { span: Span::new(at, after), kind: Break::Invisible });
        return after;
    }
    if !is_blank(c) || !ends_with_lone_letter(&text[..at]) {
        return after;
    }
    let blank = blanks(&text[at..]);
    let (from, mut next) = (out.len(), at);
    let (mut letters, mut in_word, mut longest) = (1, 1, 1);
    let mut last = text[..at].chars().next_back().unwrap_or(' ');
    // The blanks between letters are all the same; wider ones stand between words.
    loop {
        let width = blanks(&text[next..]);
        let start = next + width.len();
        let Some(letter) = text[start..].chars().next().filter(|c| c.is_alphabetic()) else { break };
        let end = start + letter.len_utf8();
        // A dot may end the sentence.
        let follows = text[end..].trim_start_matches(is_unseen);
        let follows = follows.strip_prefix('.').unwrap_or(follows);
        if !width.starts_with(blank) || follows.starts_with(is_in_word) {
            break;
        }
        // "J a n e R o e" is two words.
        if width == blank && !(last.is_lowercase() && letter.is_uppercase()) {
            out.push(Seam { span: Span::new(next, start), kind: Break::Letters(*groups) });
            in_word += 1;
        } else {
            in_word = 1;
        }
        longest = longest.max(in_word);
        (letters, last, next) = (letters + 1, letter, end);
    }
    if letters < LEAST_LETTERS || longest < LEAST_IN_A_WORD {
        out.truncate(from);
    } else if out.len() > from {
        *groups += 1;
    }
    next.max(after)
}

/// Whether a text ends with a word of one letter.
fn ends_with_lone_letter(text: &str) -> bool {
    let mut before = text.chars().rev().filter(|&c| !is_unseen(c));
    before.next().is_some_and(char::is_alphabetic) && !before.next().is_some_and(is_in_word)
}

/// Whether a letter beside this is no word by itself.
fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || is_mark_on_letter(c) || matches!(c, '.' | '-' | '_' | '@' | '/' | '\\' | '&' | '+' | '#')
}

/// The blanks that a text begins with.
fn blanks(text: &str) -> &str {
    let length = text.chars().take_while(|&c| is_blank(c)).map(char::len_utf8).sum();
    &text[..length]
}

/// A blank within a line, but for tabs.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str) -> String {
        let mut out = String::new();
        let mut at = 0;
        for seam in seams(text) {
            out.push_str(&text[at..seam.span.start]);
            at = seam.span.end;
        }
        out + &text[at..]
    }

    #[test]
    fn marks_that_are_not_seen_stand_anywhere_and_seams_never_overlap() {
        for (text, expected) in [
            ("\u{202e}Jane Roe\u{202c} slept", "Jane Roe slept"),
            ("\u{200e}Ada\u{200e}\n\u{2066}Bob\u{2069}", "Ada\nBob"),
            ("Quack\u{ad}\u{ad} \nen-\n\u{200e}bush", "Quackenbush"),
            ("Quacken\u{ad}\u{200f}\nbush", "Quackenbush"),
            ("Quacken-\u{200e}\n\u{200f}bush", "Quackenbush"),
            ("\u{202a}R o w e\u{202c}", "Rowe"),
            ("\u{200e}Q u a c k\u{200e}.", "Quack."),
        ] {
            let all = seams(text);
            assert!(all.windows(2).all(|two| two[0].span.end <= two[1].span.start), "{text:?}: {all:?}");
            assert_eq!(joined(text), expected);
        }
    }

    #[test]
    fn hyphens_at_line_ends() {
        for (text, expected) in [
            ("Quacken-\nbush", "Quackenbush"),
            ("Quacken-\r\n  bush", "Quackenbush"),
            ("Quacken\u{2010} \n\tbush", "Quackenbush"),
            ("Quacken\u{ad}\nbush", "Quackenbush"),
            ("Quacken\u{ad}bush", "Quackenbush"),
            ("\n> Quack-\n> en-\n> bush", "\n> Quackenbush"),
            ("\n>> Quacken-\n> > bush", "\n>> Quackenbush"),
            ("-", "-"),
            ("\n-\nx", "\n-\nx"),
            ("Quacken-\n \n  bush", "Quackenbush"),
            ("\n> Quacken-\r\n>\r\n> bush", "\n> Quackenbush"),
            ("Quacken-\n\nBush", "Quacken-\n\nBush"),
            ("Quacken-\n\n\nbush", "Quacken-\n\n\nbush"),
            ("\n> Quacken-\nbush", "\n> Quackenbush"),
            ("\nQUACKEN-\n> BUSH", "\nQUACKEN-\n> BUSH"),
            ("\n> QUACKEN-\r\n BUSH", "\n> QUACKENBUSH"),
            ("\n> QUACKEN-\nBush", "\n> QUACKEN-\nBush"),
            ("Quacken -\nbush", "Quacken -\nbush"),
            ("Quacken-\n- bush", "Quacken-\n- bush"),
            ("Müller-\nß", "Müllerß"),
        ] {
            assert_eq!(joined(text), expected, "{text:?}");
        }
    }

    #[test]
    fn letters_set_apart() {
        for (text, expected) in [
            ("Mr Q u a c k e n b u s h, yes", "Mr Quackenbush, yes"),
            ("(J a n e  R o e)", "(Jane  Roe)"),
            ("J a n e R o e", "Jane Roe"),
            ("R  o  w  e   J", "Rowe   J"),
            ("R\u{2009}o\u{2009}w\u{2009}e", "Rowe"),
            ("R\u{a0}o\u{a0}w\u{a0}é!", "Rowé!"),
            ("A B C", "A B C"),
            ("met R o w e. So", "met Rowe. So"),
            ("see R o w e.g", "see R o w e.g"),
            ("J. R. R. Tolkien", "J. R. R. Tolkien"),
            ("J. R. R. T. U", "J. R. R. T. U"),
            ("a\tb\tc\td\te", "a\tb\tc\td\te"),
            ("R o  w e", "R o  w e"),
            ("a b c d1", "a b c d1"),
            ("I a m", "I a m"),
            ("", ""),
        ] {
            assert_eq!(joined(text), expected, "{text:?}");
        }
    }
}
