//! What a word is, and the form in which phrases are compared: the same for every corpus, finder and measure.

use crate::Span;

/// Where words stand: runs of letters and digits, with the marks on them.
pub fn word_spans(text: &str) -> impl Iterator<Item = Span> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = end_of_run(text, at, |c| !c.is_alphanumeric());
        at = end_of_run(text, start, |c| c.is_alphanumeric() || is_mark_on_letter(c));
        (start < at).then(|| Span::new(start, at))
    })
}

/// Where the characters of a kind end that begin at a place. ASCII, which most text is, is told byte by byte.
fn end_of_run(text: &str, from: usize, of_kind: impl Fn(char) -> bool) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii() {
            if !of_kind(char::from(byte)) {
                return at;
            }
            at += 1;
        } else {
            match text[at..].chars().next() {
                Some(c) if of_kind(c) => at += c.len_utf8(),
                _ => return at,
            }
        }
    }
    at
}

/// The words of a text, as they are written.
///
/// ```
/// let text = "Roe’s co\u{ad}operative";
/// let words: Vec<&str> = scumble_span::words(text).collect();
/// assert_eq!(words, ["Roe", "s", "co\u{ad}operative"]);
/// ```
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    word_spans(text).map(|span| span.of(text))
}

/// Where tokens stand: runs of letters, digits and underscores (`\w+`), the tokens by which published measures of search and
/// anonymisation count. A combining mark ends a token.
///
/// ```
/// let text = "Roe’s X5-494, snake_case";
/// let tokens: Vec<&str> = scumble_span::token_spans(text).map(|span| span.of(text)).collect();
/// assert_eq!(tokens, ["Roe", "s", "X5", "494", "snake_case"]);
/// ```
pub fn token_spans(text: &str) -> impl Iterator<Item = Span> {
    let is_token = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_token)?;
        at = text[start..].find(|c| !is_token(c)).map_or(text.len(), |length| start + length);
        Some(Span::new(start, at))
    })
}

/// Whether a character belongs to the word it stands in and is no letter: a combining mark, a soft hyphen, an invisible joiner, a
/// mark of the direction of writing.
pub fn is_mark_on_letter(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}') || is_unseen(c)
}

/// Whether a character is a mark that is not seen, and nothing is read differently without it: a soft hyphen, a blank without width, a
/// mark of the direction of writing, as programs put around names.
pub fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The normal form of a phrase: its words in lower case, without combining marks and invisible characters, one blank between
/// them. Letters that carry a mark of their own keep it: `é` is not `e`.
///
/// ```
/// assert_eq!(scumble_span::normalized("  The Well-Known\nRoe’s"), "the well known roe s");
/// assert_eq!(scumble_span::normalized("co\u{ad}operative CAFÉ"), "cooperative café");
/// ```
pub fn normalized(phrase: &str) -> String {
    let mut out = String::with_capacity(phrase.len());
    for word in word_spans(phrase) {
        if !out.is_empty() {
            out.push(' ');
        }
        push_normalized(word.of(phrase), &mut out);
    }
    out
}

/// Appends the normal form of one word.
pub fn push_normalized(word: &str, out: &mut String) {
    if word.is_ascii() {
        out.extend(word.chars().map(|c| c.to_ascii_lowercase()));
    } else {
        // The whole word at once: a sigma at its end has a form of its own.
        out.extend(word.to_lowercase().chars().filter(|&c| !is_mark_on_letter(c)));
    }
}

#[cfg(test)]
mod tests {
    use super::normalized;

    #[test]
    fn a_normal_form_is_its_own_normal_form() {
        for (phrase, expected) in [
            ("", ""),
            ("—", ""),
            ("X5-494", "x5 494"),
            ("re\u{301}sume\u{301}", "resume"),
            ("İstanbul", "istanbul"),
            ("ΟΔΟΣ ΟΔΟΣ", "οδος οδος"),
            ("Straße 3a", "straße 3a"),
        ] {
            assert_eq!(normalized(phrase), expected);
            assert_eq!(normalized(expected), expected);
        }
    }
}
