//! Words and marks: the smallest pieces that have a tag.
//!
//! Contractions are split (*do·n't*, *it·'s*), so are hyphenated words (*well·-·known*) but for prefixes (*co-worker*),
//! slashes, brackets and quotes. Addresses, telephone numbers, dates in figures, decimal numbers and abbreviations stay
//! whole.

use crate::Span;
use crate::abbreviation;
use crate::language::WordLists;

/// The tokens of a text, in order; what lies between them is white space.
pub fn tokens(text: &str, words: &WordLists) -> Vec<Span> {
    let mut out = Vec::with_capacity(text.len() / 5 + 1);
    let mut rest = 0;
    while rest < text.len() {
        let piece = &text[rest..];
        let start = rest + piece.len() - piece.trim_start().len();
        let length = text[start..].find(char::is_whitespace).unwrap_or(text.len() - start);
        if length > 0 {
            let last = text[start + length..].trim_start().is_empty();
            split_chunk(text, start, start + length, last, words, &mut out);
        }
        rest = start + length;
        if length == 0 {
            break;
        }
    }
    out
}

/// Splits a run without blanks. `last` says that nothing follows it in the text.
fn split_chunk(text: &str, mut start: usize, mut end: usize, last: bool, words: &WordLists, out: &mut Vec<Span>) {
    // Marks at the front, one by one.
    while start < end {
        let chunk = &text[start..end];
        if is_whole(chunk) {
            out.push(Span::new(start, end));
            return;
        }
        let Some(length) = leading_mark(chunk, words) else { break };
        out.push(Span::new(start, start + length));
        start += length;
    }
    // Marks at the back, collected in reverse.
    let mut behind = Vec::new();
    while start < end {
        let chunk = &text[start..end];
        if is_whole(chunk) {
            break;
        }
        let Some(length) = trailing_mark(chunk, last && behind.is_empty(), words) else { break };
        behind.push(Span::new(end - length, end));
        end -= length;
    }
    if start < end {
        split_word(text, start, end, words, out);
    }
    out.extend(behind.into_iter().rev());
}

/// Addresses, numbers and smileys that no mark is cut from.
fn is_whole(chunk: &str) -> bool {
    /// No address is longer.
    const LONGEST: usize = 2048;
    let bytes = chunk.as_bytes();
    if chunk.len() > LONGEST {
        return false;
    }
    let ends_plainly = bytes.last().is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'_' | b'='));
    if ends_plainly && (chunk.contains("://") || chunk.starts_with("www.") || is_mail(chunk)) {
        return true;
    }
    matches!(chunk, ":)" | ":-)" | ";)" | ";-)" | ":(" | ":-(" | ":D" | ":P" | ":/" | "<3" | "=)") || is_number(chunk)
}

fn is_mail(chunk: &str) -> bool {
    let Some((name, domain)) = chunk.split_once('@') else { return false };
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+' | '%');
    !name.is_empty() && name.chars().all(fits) && domain.contains('.') && domain.chars().all(fits)
}

/// Figures with the marks that belong to them: 1,234.5 · 11/20/2000 · 10:30 · 713-853-3989 · 3rd.
fn is_number(chunk: &str) -> bool {
    let bytes = chunk.as_bytes();
    let digits = bytes.iter().filter(|b| b.is_ascii_digit()).count();
    digits > 0
        && bytes[0].is_ascii_digit()
        && bytes[bytes.len() - 1].is_ascii_digit()
        && bytes.iter().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b',' | b'/' | b':' | b'-'))
        && (!chunk.contains('-') || digits >= 7 || chunk.matches('-').count() >= 2)
}

/// The length of the mark that a chunk starts with, if it does and something follows or stands alone.
fn leading_mark(chunk: &str, words: &WordLists) -> Option<usize> {
    let mut chars = chunk.chars();
    let first = chars.next()?;
    // Counted only where it matters: a run of a hundred thousand brackets must not be counted from each of them.
    let same = || chunk.chars().take_while(|&c| c == first).count();
    match first {
        '.' | '-' | '*' | '_' | '=' | '~' | '!' | '?' if chars.as_str().starts_with(first) => {
            Some(same() * first.len_utf8())
        }
        '\'' if is_clitic(chunk, words) => None,
        '\'' if chunk.starts_with("''") => Some(2),
        '`' if chunk.starts_with("``") => Some(2),
        // A year without its century: '02.
        '\'' if chunk.len() == 3 && chunk[1..].bytes().all(|b| b.is_ascii_digit()) => None,
        '"' | '\'' | '`' | '(' | '[' | '{' | '<' | '“' | '”' | '‘' | '’' | '«' | '»' | '…' | ',' | ';' | ':' | '!'
        | '?' | '*' | '•' | '·' | '–' | '—' | '=' | '~' | '|' | '/' | '\\' | '>' | ')' | ']' | '}' | '&' | '%' => {
            Some(first.len_utf8())
        }
        '$' | '€' | '£' | '¥' => Some(first.len_utf8()),
        '-' | '+' if !chars.as_str().starts_with(|c: char| c.is_ascii_digit()) => Some(first.len_utf8()),
        '.' if !chars.as_str().starts_with(char::is_alphanumeric) => Some(1),
        _ => None,
    }
}

/// The length of the mark that a chunk ends with.
fn trailing_mark(chunk: &str, last: bool, words: &WordLists) -> Option<usize> {
    let end = chunk.chars().next_back()?;
    let same = || chunk.chars().rev().take_while(|&c| c == end).count();
    if chunk.starts_with(end) && same() * end.len_utf8() == chunk.len() {
        return None;
    }
    let again = chunk[..chunk.len() - end.len_utf8()].ends_with(end);
    match end {
        '.' if again => Some(same()),
        '.' => {
            let last = last && !abbreviation::keeps_last_dot(chunk, words);
            (last || !abbreviation::ends_with_dot(chunk, words)).then_some(1)
        }
        '-' | '*' | '_' | '=' | '~' | '!' | '?' if again => Some(same() * end.len_utf8()),
        '\'' if chunk.ends_with("''") => Some(2),
        '"' | '\'' | '`' | ')' | ']' | '}' | '>' | '”' | '’' | '‘' | '“' | '«' | '»' | '…' | ',' | ';' | ':' | '!'
        | '?' | '*' | '%' | '–' | '—' | '=' | '~' | '|' | '/' | '\\' | '(' | '[' | '{' | '&' => {
            Some(end.len_utf8())
        }
        '-' => Some(1),
        '$' | '€' | '£' | '¥' => Some(end.len_utf8()),
        _ => None,
    }
}

fn is_clitic(chunk: &str, words: &WordLists) -> bool {
    let rest = chunk.strip_prefix('\'').or_else(|| chunk.strip_prefix('’'));
    rest.is_some_and(|rest| words.clitics.contains_in_any_case(rest))
}

fn split_word(text: &str, start: usize, end: usize, words: &WordLists, out: &mut Vec<Span>) {
    let word = &text[start..end];
    if is_whole(word) || word.contains('@') {
        out.push(Span::new(start, end));
        return;
    }
    // Hyphens, slashes, dashes and the like inside.
    let mut from = start;
    for (at, c) in word.char_indices() {
        let place = start + at;
        let inside = place > from && place + c.len_utf8() < end;
        let cut = match c {
            '-' => inside && splits_at_hyphen(&text[from..place], &text[place + 1..end], words),
            '/' => inside && !(digit_before(text, place) && digit_after(text, place + 1)),
            '–' | '—' | '…' | '"' | '“' | '”' | '(' | ')' | '[' | ']' | '=' | '*' | '|' | '!' | '?' | ';' => {
                inside
            }
            ',' => inside && !(digit_before(text, place) && digit_after(text, place + 1)),
            ':' => inside && !(digit_before(text, place) && digit_after(text, place + 1)),
            '&' => inside && word.len() > 5,
            _ => false,
        };
        if cut {
            split_contraction(text, from, place, words, out);
            out.push(Span::new(place, place + c.len_utf8()));
            from = place + c.len_utf8();
        }
    }
    if from < end {
        split_contraction(text, from, end, words, out);
    }
}

fn splits_at_hyphen(before: &str, after: &str, words: &WordLists) -> bool {
    let prefix = words.prefixes.contains_in_any_case(before);
    let code = |side: &str| side.bytes().any(|b| b.is_ascii_digit()) && side.bytes().any(|b| b.is_ascii_alphabetic());
    !before.is_empty() && !after.is_empty() && !prefix && !code(before) && !after.starts_with('-')
}

fn digit_before(text: &str, at: usize) -> bool {
    text[..at].bytes().next_back().is_some_and(|b| b.is_ascii_digit())
}

fn digit_after(text: &str, at: usize) -> bool {
    text[at..].bytes().next().is_some_and(|b| b.is_ascii_digit())
}

/// Cuts what hangs on a word: n't, 's, 'll; a unit from its figure: 10am; gonna and cannot into their two words.
fn split_contraction(text: &str, start: usize, end: usize, words: &WordLists, out: &mut Vec<Span>) {
    let word = &text[start..end];
    let mut cut = None;
    if word.len() > 3 && (word.ends_with("n't") || word.ends_with("N'T")) {
        cut = Some(end - 3);
    } else if word.len() > 5 && (word.ends_with("n’t") || word.ends_with("N’T")) {
        cut = Some(end - 5);
    } else if let Some(apostrophe) = word.rfind(['\'', '’']).filter(|&at| at > 0) {
        if is_clitic(&word[apostrophe..], words) && !word[..apostrophe].ends_with(|c: char| c.is_ascii_digit()) {
            cut = Some(start + apostrophe);
        }
    } else if word.len() < 8 && words.contractions.contains_in_any_case(word) {
        cut = Some(start + 3);
    } else if word.len() > 2 && word.as_bytes()[0].is_ascii_digit() {
        let figures = word.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b':' | b',')).count();
        if words.units.contains_in_any_case(&word[figures..]) {
            cut = Some(start + figures);
        }
    }
    match cut {
        Some(at) => out.extend([Span::new(start, at), Span::new(at, end)]),
        None => out.push(Span::new(start, end)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        tokens(text, WordLists::english()).into_iter().map(|span| span.of(text)).collect()
    }

    #[test]
    fn everyday_text() {
        assert_eq!(
            words("I don't know, it's \"fine\" (really)."),
            ["I", "do", "n't", "know", ",", "it", "'s", "\"", "fine", "\"", "(", "really", ")", "."]
        );
        assert_eq!(
            words("Mr. A. Demetriades paid $1,234.50 on 11/20/2000."),
            ["Mr.", "A.", "Demetriades", "paid", "$", "1,234.50", "on", "11/20/2000", "."]
        );
        assert_eq!(
            words("a well-known co-worker at 713-853-3989"),
            ["a", "well", "-", "known", "co-worker", "at", "713-853-3989"]
        );
        assert_eq!(
            words("Write to jane.roe@example.org, or see http://example.org/x?y=1."),
            ["Write", "to", "jane.roe@example.org", ",", "or", "see", "http://example.org/x?y=1", "."]
        );
        assert_eq!(
            words("The U.S. won 3-2 at 10:30am and/or 5%..."),
            ["The", "U.S.", "won", "3", "-", "2", "at", "10:30", "am", "and", "/", "or", "5", "%", "..."]
        );
    }

    #[test]
    fn odd_text() {
        assert_eq!(words(""), Vec::<&str>::new());
        assert_eq!(words(" \n "), Vec::<&str>::new());
        assert_eq!(words("…—'’"), ["…", "—", "'", "’"]);
    }
}
