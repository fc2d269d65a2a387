//! The two spellings of text in mails, quoted-printable and base64, and the words of headers.

use encoding_rs::Encoding;
use std::fmt::Write;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The longest encoded word that is read, in bytes. The standard allows 75.
const LONGEST_WORD: usize = 4096;

/// Reads base64; what is no letter of it is skipped, as mail programs do.
pub(super) fn from_base64(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for &byte in text {
        let value = match byte {
            b'=' => break,
            b'-' => Some(62),
            b'_' => Some(63),
            byte => LETTERS.iter().position(|&letter| letter == byte),
        };
        let Some(value) = value.and_then(|value| u32::try_from(value).ok()) else { continue };
        bits = (bits << 6 | value) & 0x00ff_ffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push(u8::try_from(bits >> count & 0xff).unwrap_or(0));
        }
    }
    out
}

/// Writes base64.
pub(super) fn to_base64(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, at| bits << 8 | u32::from(chunk.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

/// Reads quoted-printable. In headers, an underscore is a space.
pub(super) fn from_quoted(text: &[u8], header: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let here = at;
        let digit = |offset: usize| text.get(here + offset).and_then(|&byte| char::from(byte).to_digit(16));
        match byte {
            b'_' if header => {
                out.push(b' ');
                at += 1;
            }
            b'=' => {
                if let (Some(high), Some(low)) = (digit(1), digit(2)) {
                    out.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
                    at += 3;
                    continue;
                }
                // A line that goes on, even if blanks were added behind the sign.
                let blanks = text[at + 1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                match &text[at + 1 + blanks..] {
                    [b'\r', b'\n', ..] => at += 3 + blanks,
                    [b'\n', ..] => at += 2 + blanks,
                    _ => {
                        out.push(b'=');
                        at += 1;
                    }
                }
            }
            byte => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

/// Writes quoted-printable, with the line ends of mails.
pub(super) fn to_quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.replace("\r\n", "\n").split('\n') {
        let mut width = 0;
        for (at, byte) in line.bytes().enumerate() {
            if width > 70 {
                out.push_str("=\r\n");
                width = 0;
            }
            let last = at + 1 == line.len();
            match byte {
                b'!'..=b'<' | b'>'..=b'~' => {
                    out.push(char::from(byte));
                    width += 1;
                }
                b' ' | b'\t' if !last => {
                    out.push(char::from(byte));
                    width += 1;
                }
                _ => {
                    let _ = write!(out, "={byte:02X}");
                    width += 3;
                }
            }
        }
        out.push_str("\r\n");
    }
    out.truncate(out.len() - 2);
    out
}

/// Reads the value of a header: `=?utf-8?Q?caf=C3=A9?=` is a word of it. Neighbouring words are decoded together, because some
/// programs cut a character in two.
pub(super) fn from_words(value: &str) -> String {
    let mut out = String::new();
    let mut words: Option<(&'static Encoding, Vec<u8>)> = None;
    let mut rest = value;
    while let Some(start) = rest.find("=?") {
        let (before, word) = rest.split_at(start);
        // Blanks between two such words do not count.
        if !(words.is_some() && before.trim().is_empty()) {
            flush(&mut words, &mut out);
            out.push_str(before);
        }
        match word_at(word) {
            Some(EncodedWord { encoding, bytes, length }) => {
                match &mut words {
                    Some((known, all)) if *known == encoding => all.extend(bytes),
                    _ => {
                        flush(&mut words, &mut out);
                        words = Some((encoding, bytes));
                    }
                }
                rest = &word[length..];
            }
            None => {
                if words.is_some() {
                    flush(&mut words, &mut out);
                    out.push_str(before);
                }
                out.push_str("=?");
                rest = &word[2..];
            }
        }
    }
    flush(&mut words, &mut out);
    out + rest
}

fn flush(words: &mut Option<(&'static Encoding, Vec<u8>)>, out: &mut String) {
    if let Some((encoding, bytes)) = words.take() {
        out.push_str(&encoding.decode_without_bom_handling(&bytes).0);
    }
}

/// An encoded word of a header.
pub(super) struct EncodedWord {
    encoding: &'static Encoding,
    bytes: Vec<u8>,
    pub(super) length: usize,
}

/// The encoded word that begins a text.
pub(super) fn word_at(word: &str) -> Option<EncodedWord> {
    if !word.starts_with("=?") {
        return None;
    }
    // Its end is looked for nearby: a header of beginnings without ends is read once, not once for each.
    let near = (0..=LONGEST_WORD.min(word.len())).rev().find(|&end| word.is_char_boundary(end)).unwrap_or_default();
    let word = &word[..near];
    let (charset, rest) = word.strip_prefix("=?")?.split_once('?')?;
    let (spelling, rest) = rest.split_once('?')?;
    let (text, _) = rest.split_once("?=")?;
    let bytes = match spelling {
        "B" | "b" => from_base64(text.as_bytes()),
        "Q" | "q" => from_quoted(text.as_bytes(), true),
        _ => return None,
    };
    let charset = charset.split('*').next().unwrap_or_default();
    let encoding = Encoding::for_label(charset.as_bytes())?;
    Some(EncodedWord { encoding, bytes, length: charset_length(word, text) })
}

/// The length of a word up to its end: what is before its text, the text, and `?=`.
fn charset_length(word: &str, text: &str) -> usize {
    text.as_ptr() as usize - word.as_ptr() as usize + text.len() + 2
}

/// Writes the value of a header: words that need it are encoded, long values are folded.
pub(super) fn to_words(value: &str) -> String {
    match value.bytes().all(|byte| matches!(byte, b' '..=b'~')) && !value.contains("=?") {
        true => folded(value),
        false => encoded(value).join("\r\n "),
    }
}

/// A value over several lines, broken at blanks.
pub(super) fn folded(value: &str) -> String {
    let mut width = 0;
    let fold = |word: &str| {
        width += word.len() + 1;
        let broken = width > 70 && width > word.len() + 1;
        width = if broken { word.len() + 1 } else { width };
        format!("{}{word}", if broken { "\r\n " } else { " " })
    };
    value.split(' ').filter(|word| !word.is_empty()).map(fold).collect::<String>().trim_start().to_owned()
}

/// A text as encoded words.
pub(super) fn encoded(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut chunk = String::new();
    for character in text.chars() {
        if chunk.len() + character.len_utf8() > 42 {
            words.push(std::mem::take(&mut chunk));
        }
        chunk.push(if character.is_control() { ' ' } else { character });
    }
    words.push(chunk);
    words.iter().map(|word| format!("=?UTF-8?B?{}?=", to_base64(word.as_bytes()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_read_back() {
        for text in ["", "a", "ab", "abc", "café = \u{1f600} \t", &"long line of words ".repeat(9)] {
            assert_eq!(from_base64(to_base64(text.as_bytes()).as_bytes()), text.as_bytes());
            assert_eq!(from_quoted(to_quoted(text).as_bytes(), false), text.as_bytes());
            assert!(to_quoted(text).lines().all(|line| line.len() < 77));
        }
        assert_eq!(from_words(&to_words("Zoë at ☕").replace("\r\n", "")), "Zoë at ☕");
        assert_eq!(from_words("=?iso-8859-1?Q?Zo=EB?= =?utf-8?b?IGE=?= x =? y"), "Zoë a x =? y");
        assert_eq!(
            from_words("=?utf-8?Q?Zo=C3?=  =?utf-8?Q?=AB?= =?utf-8?Q?_?= =? x"),
            "Zoë  =? x",
            "a character cut in two"
        );
    }
}
