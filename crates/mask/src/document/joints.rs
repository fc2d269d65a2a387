//! Words that are several written as one: `DeloitteBody`, `janeRoe2`. Names of styles, bookmarks and classes are written so.

use super::replace::is_label;
use super::words::{Word, word};
use scumble_span::{Span, word_spans};

/// Beginnings of names that have another capital inside: `McDonald` is one word.
const BEGINNINGS: &[&str] = &["Mc", "Mac", "De", "Di", "Du", "Fitz", "La", "Le", "Van", "Von"];

/// The places at which words are joined: before a capital that begins a word, and between letters and digits. Labels are whole, and
/// so is what has fewer than three letters.
pub(super) fn joints(text: &str) -> Vec<usize> {
    let mut out = Vec::new();
    for span in word_spans(text) {
        let form = span.of(text);
        let plain = |byte: u8| byte.is_ascii_lowercase() || !byte.is_ascii();
        // Most words are written in lower case, but for their first letter.
        if form.len() < 4 || form.bytes().skip(1).all(plain) && form.is_ascii() {
            continue;
        }
        let letters = form.chars().filter(|c| c.is_alphabetic()).count();
        if letters < 3 || is_label(form) {
            continue;
        }
        let mut begin = 0;
        let mut before: Option<char> = None;
        let mut rest = form.char_indices().peekable();
        while let Some((at, c)) = rest.next() {
            let next = rest.peek().map(|(_, next)| *next);
            if before.is_some_and(|before| is_joint(before, c, next)) && !BEGINNINGS.contains(&&form[begin..at]) {
                out.push(span.start + at);
                begin = at;
            }
            before = Some(c);
        }
    }
    out
}

fn is_joint(before: char, c: char, next: Option<char>) -> bool {
    let digits = before.is_ascii_digit() != c.is_ascii_digit();
    let begins =
        c.is_uppercase() && (before.is_lowercase() || before.is_uppercase() && next.is_some_and(char::is_lowercase));
    digits || begins
}

/// The words of a text, cut at joints; nothing if there are none.
pub(super) fn cut_words(text: &str, joints: &[usize]) -> Vec<Word> {
    let mut out = Vec::new();
    let mut at = 0;
    for span in word_spans(text).filter(|_| !joints.is_empty()) {
        let mut start = span.start;
        while let Some(&joint) = joints.get(at).filter(|&&joint| joint < span.end) {
            out.push(piece(text, Span::new(start, joint)));
            (start, at) = (joint, at + 1);
        }
        out.push(if start == span.start { word(text, span) } else { piece(text, Span::new(start, span.end)) });
    }
    out
}

/// A piece of a word. A number in a name is no number of its own.
fn piece(text: &str, span: Span) -> Word {
    let number = span.of(text).bytes().all(|byte| byte.is_ascii_digit());
    if number { Word { span, stem: u64::MAX, capital: false } } else { word(text, span) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_where_they_are_joined() {
        for (text, expected) in [
            ("DeloitteBody", "Deloitte Body"),
            ("getHTMLCode2", "get HTML Code 2"),
            ("plain Words and UPPER", "plain Words and UPPER"),
            ("Pers12 12th McRoe", "Pers12 12th McRoe"),
            ("McRoeStyle a_bC", "McRoe Style a bC"),
            ("ÉcoleÉté", "École Été"),
        ] {
            let joints = joints(text);
            let words = cut_words(text, &joints);
            let forms: Vec<&str> = words.iter().map(|word| word.span.of(text)).collect();
            let forms = if joints.is_empty() { text.split(' ').collect() } else { forms };
            assert_eq!(forms.join(" "), expected, "{text}");
        }
    }
}
