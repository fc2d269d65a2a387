//! Headers that hold addresses: names for people, and addresses that stay addresses.
//!
//! Only a name is ever encoded. A name in which a mark of the syntax stands (`Müller, Zoë`) is read between quotes, so that its comma
//! separates nothing; when it is written, encoded words take the place of the quotes.

use super::encode::{encoded, folded, from_words, word_at};
use crate::html;

/// Headers that hold addresses.
const HEADERS: &str = "from sender reply-to to cc bcc";

/// Whether a header of this name holds addresses.
pub(super) fn is_address(name: &str) -> bool {
    html::has(HEADERS, &name.to_ascii_lowercase())
}

/// A piece of such a header.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'v> {
    /// Between quotes, which are not part of it.
    Quoted(&'v str),
    /// Between parentheses, which are not part of it.
    Comment(&'v str),
    /// An address between angle brackets, or a mark.
    Verbatim(&'v str),
    /// Words, which may be an address alone.
    Words(&'v str),
}

fn tokens(value: &str) -> Vec<Token<'_>> {
    let mut out = Vec::new();
    let mut rest = value;
    while let Some(first) = rest.chars().next() {
        let closed = match first {
            '"' => closing(rest, '"').map(|end| (Token::Quoted(&rest[1..end]), end + 1)),
            '(' => closing(rest, ')').map(|end| (Token::Comment(&rest[1..end]), end + 1)),
            '<' => rest.find('>').map(|end| (Token::Verbatim(&rest[..=end]), end + 1)),
            ',' | ';' | ':' => Some((Token::Verbatim(&rest[..1]), 1)),
            _ => None,
        };
        let (token, length) = closed.unwrap_or_else(|| {
            let length = words_length(rest);
            (Token::Words(&rest[..length]), length)
        });
        out.push(token);
        rest = &rest[length..];
    }
    out
}

/// Where the bracket that begins a text is closed, behind escapes and brackets of its own.
fn closing(text: &str, end: char) -> Option<usize> {
    let (mut depth, mut is_escaped) = (0, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if std::mem::take(&mut is_escaped) => {}
            '\\' => is_escaped = true,
            '(' if end == ')' => depth += 1,
            c if c == end && depth == 0 => return Some(at),
            c if c == end => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The length of the words that begin a text: up to the next mark that is in no encoded word. The first character always belongs to them.
fn words_length(text: &str) -> usize {
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if at > 0 && matches!(c, '"' | '(' | '<' | ',' | ';' | ':') {
            break;
        }
        at += word_at(&text[at..]).map_or(c.len_utf8(), |word| word.length);
    }
    at
}

/// The text of such a header.
pub(super) fn read(value: &str) -> String {
    let mut out = String::new();
    for token in tokens(value) {
        match token {
            Token::Verbatim(text) => out.push_str(text),
            Token::Comment(text) => out.push_str(&format!("({})", from_words(text))),
            Token::Quoted(text) => match from_words(text) {
                same if same == text && text.is_ascii() => out.push_str(&format!("\"{text}\"")),
                decoded => out.push_str(&name(&unescaped(&decoded))),
            },
            Token::Words(text) => match from_words(text) {
                same if same == text => out.push_str(text),
                decoded => {
                    let inner = decoded.trim();
                    let start = decoded.len() - decoded.trim_start().len();
                    out.push_str(&decoded[..start]);
                    out.push_str(&name(inner));
                    out.push_str(&decoded[start + inner.len()..]);
                }
            },
        }
    }
    out
}

/// A name as it stands in the text.
fn name(text: &str) -> String {
    if text.contains([',', ';', ':', '<', '>', '@', '(', ')', '"', '\\']) {
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        text.to_owned()
    }
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_escaped = false;
    for c in text.chars() {
        if c == '\\' && !is_escaped {
            is_escaped = true;
        } else {
            is_escaped = false;
            out.push(c);
        }
    }
    out
}

/// The text of such a header as it is written, encoded and folded.
pub(super) fn write(text: &str) -> String {
    let tokens = tokens(text);
    // Encoded words beside a bracket that is never closed would be read otherwise: such a header stays as it is, in UTF-8.
    if tokens.iter().any(|token| matches!(token, Token::Words(words) if words.starts_with(['"', '(', '<']))) {
        return folded(text);
    }
    // Pieces, and whether they must be encoded.
    let mut pieces: Vec<(String, bool)> = Vec::new();
    for token in tokens {
        match token {
            Token::Verbatim(text) => pieces.push((text.to_owned(), false)),
            Token::Quoted(text) if is_plain(text) => pieces.push((format!("\"{text}\""), false)),
            Token::Quoted(text) => pieces.push((unescaped(text), true)),
            Token::Comment(text) if is_plain(text) => pieces.push((format!("({text})"), false)),
            Token::Comment(text) => pieces.push((format!("({})", encoded(text).join(" ")), false)),
            Token::Words(text) => {
                for word in text.split_inclusive(' ') {
                    let (word, blank) = word.strip_suffix(' ').map_or((word, ""), |word| (word, " "));
                    // An address alone is no name, whatever letters it has.
                    let is_name = !is_plain(word) && (word.contains("=?") || !word.contains('@'));
                    pieces.push((word.to_owned(), is_name));
                    pieces.push((blank.to_owned(), false));
                }
            }
        }
    }
    pieces.retain(|(piece, _)| !piece.is_empty());
    let mut out = String::new();
    let mut at = 0;
    while at < pieces.len() {
        let (piece, must) = &pieces[at];
        at += 1;
        if !must {
            out.push_str(piece);
            continue;
        }
        // Blanks between two encoded words do not count: such words are encoded together.
        let mut piece = piece.clone();
        while let [(blank, false), (next, true), ..] = &pieces[at..]
            && blank.trim().is_empty()
        {
            piece.push_str(blank);
            piece.push_str(next);
            at += 2;
        }
        out.push_str(&encoded(&piece).join(" "));
    }
    folded(&out)
}

fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && !text.contains("=?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_stay_outside_of_encoded_words() {
        for (text, written) in [
            ("a@x.org", "a@x.org"),
            ("\"Roe, Jane\" <b@z.org>, c@z.org", "\"Roe, Jane\" <b@z.org>, c@z.org"),
            ("Zoë Müller <z@x.org>", "=?UTF-8?B?Wm/DqyBNw7xsbGVy?= <z@x.org>"),
            ("Dr Zoë A. Roe <z@x.org>", "Dr =?UTF-8?B?Wm/Dqw==?= A. Roe <z@x.org>"),
            ("\"Müller, Zoë\" <z@x.org>, Bo <b@y.org>", "=?UTF-8?B?TcO8bGxlciwgWm/Dqw==?= <z@x.org>, Bo <b@y.org>"),
            ("friends: Zoë <z@x.org>;", "friends: =?UTF-8?B?Wm/Dqw==?= <z@x.org>;"),
            ("z@x.org (Zoë (home))", "z@x.org (=?UTF-8?B?Wm/DqyAoaG9tZSk=?=)"),
            ("zoë@x.org", "zoë@x.org"),
        ] {
            assert_eq!(write(text), written);
            assert_eq!(read(written), text);
        }
        assert_eq!(read("=?utf-8?Q?M=C3=BCller,_Zo=C3=AB?= <z@x>"), "\"Müller, Zoë\" <z@x>");
        assert_eq!(read("\"=?utf-8?Q?Zo=C3=AB?=\" <z@x>"), "Zoë <z@x>");
        assert_eq!(read("\"Zoë\" <z@x>"), "Zoë <z@x>");
        assert_eq!(read("unclosed \"Zoë <z@x"), "unclosed \"Zoë <z@x");
    }

    #[test]
    fn every_text_that_was_read_reads_the_same_again() {
        let pieces = [
            "Zoë",
            "Müller, Zoë",
            "\"",
            "\\",
            "<z@x.org>",
            "(",
            ")",
            ",",
            " ",
            "a@b",
            ";",
            "=?utf-8?Q?=2C=22?=",
            "é\"",
            "=?",
            "x y",
        ];
        let mut state = 5_u64;
        for _ in 0..4000 {
            let mut value = String::new();
            for _ in 0..6 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                value.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            }
            // A comment or a quote that is not closed is damaged: such a mail is withheld where it would not come back.
            let uneven =
                value.matches('(').count() != value.matches(')').count() || value.matches('"').count() % 2 == 1;
            if uneven || value.contains('\\') {
                continue;
            }
            let collapsed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let text = collapsed(&read(&value));
            let written = write(&text).replace("\r\n ", " ");
            // Once read, a text changes no more.
            let again = collapsed(&read(&written));
            assert_eq!(collapsed(&read(&write(&again).replace("\r\n ", " "))), again, "{value}");
        }
    }
}
