//! Text that scripts and styles spell in another way: escapes, percents, base64, lists of the numbers of characters. All of it is
//! read as what it means, and written again in the same way.

use super::entities::percent;
use crate::escape::{DIGITS, Escape};
use crate::weave::Weave;
use std::ops::Range;

/// A script: `\u0041`, `\x41`, `%41`, `QWRh` and `fromCharCode(65)` are read as what they mean.
pub(super) fn push_script(weave: &mut Weave, source: &str, range: Range<usize>) {
    push(weave, source, range, Escape::Script, |text, at| {
        let rest = &text[at..];
        match rest.as_bytes()[0] {
            b'\\' => Some(
                script_escape(rest)
                    .map_or_else(|| Found::skipped(rest), |(text, length)| Found::new(text, length, Escape::Script)),
            ),
            b'%' => wide_percent(rest)
                .or_else(|| percent(rest))
                .map(|(text, length)| Found::new(text, length, Escape::Percent)),
            b'f' => codes(rest),
            byte if is_digit(byte) && !text[..at].ends_with(|c: char| c.is_ascii() && is_digit(c as u8)) => {
                base64(rest)
            }
            _ => None,
        }
    });
}

/// A value that a script may read: `\u0041`, `\x41` and `%41` are read as what they mean.
pub(super) fn push_data(weave: &mut Weave, source: &str, range: Range<usize>) {
    push(weave, source, range, Escape::Markup, |text, at| {
        let rest = &text[at..];
        match rest.as_bytes().get(..2)? {
            b"\\u" | b"\\x" => script_escape(rest).map(|(text, length)| Found::new(text, length, Escape::Script)),
            [b'%', _] => percent(rest).map(|(text, length)| Found::new(text, length, Escape::Percent)),
            _ => None,
        }
    });
}

/// A style sheet: `\51` and `\Q` are read as what they mean, and text is not turned around.
pub(super) fn push_style(weave: &mut Weave, source: &str, range: Range<usize>) {
    push(weave, source, range, Escape::Style, |text, at| {
        let rest = &text[at..];
        match rest.as_bytes()[0] {
            b'\\' => style_escape(rest),
            b'b' | b'B' | b'i' | b'I' => {
                turning(rest).map(|length| Found::new("normal".to_owned(), length, Escape::Style))
            }
            _ => None,
        }
    });
}

/// The length of a word that turns the direction of text around, at the start of a style.
pub(super) fn turning(rest: &str) -> Option<usize> {
    let is = |word: &&&str| rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    ["bidi-override", "isolate-override"].iter().find(is).map(|word| word.len())
}

/// Something that is spelled in another way.
struct Found {
    /// What it says; `None` if it says what it spells.
    text: Option<String>,
    /// How many bytes before it say what they spell.
    skip: usize,
    length: usize,
    escape: Escape,
}

impl Found {
    fn new(text: String, length: usize, escape: Escape) -> Self {
        Self { text: Some(text), skip: 0, length, escape }
    }

    /// A backslash, and the character behind it.
    fn skipped(rest: &str) -> Self {
        Self { text: None, skip: 0, length: 1 + rest.chars().nth(1).map_or(0, char::len_utf8), escape: Escape::Plain }
    }
}

fn push(
    weave: &mut Weave,
    source: &str,
    range: Range<usize>,
    escape: Escape,
    find: impl Fn(&str, usize) -> Option<Found>,
) {
    let text = &source[range.clone()];
    let (mut plain, mut at) = (0, 0);
    while at < text.len() {
        match find(text, at) {
            Some(Found { text: Some(said), skip, length, escape: own }) => {
                at += skip;
                if plain < at {
                    weave.verbatim(source, range.start + plain..range.start + at, escape);
                }
                weave.decoded(&said, range.start + at..range.start + at + length, own);
                at += length;
                plain = at;
            }
            Some(Found { text: None, length, .. }) => at += length,
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    if plain < text.len() || text.is_empty() {
        weave.verbatim(source, range.start + plain..range.end, escape);
    }
}

/// What a stretch of text says if all of it is base64 for a text; `None` if it is not.
pub(super) fn whole_base64(text: &str) -> Option<String> {
    let coded = text.bytes().next().is_some_and(is_digit);
    base64(text).filter(|found| coded && found.length == text.len()).and_then(|found| found.text)
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

/// Base64 at the start that says something: letters, digits and what stands between words, for the most part letters.
fn base64(rest: &str) -> Option<Found> {
    let digits = rest.bytes().take_while(|byte| is_digit(*byte)).count();
    let padding = rest[digits..].bytes().take_while(|byte| *byte == b'=').count().min(2);
    let length = digits + padding;
    // Words in lower case with a capital in front are no code.
    let coded = padding > 0 || rest[..digits].bytes().skip(1).any(|byte| !byte.is_ascii_lowercase());
    if length < 8 || digits % 4 == 1 || !coded {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits * 3 / 4);
    let (mut number, mut bits) = (0_u32, 0);
    for byte in rest[..digits].bytes() {
        let digit = match byte {
            b'-' => 62,
            b'_' => 63,
            _ => DIGITS.iter().position(|digit| *digit == byte)?,
        };
        number = number << 6 | u32::try_from(digit).ok()?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((number >> bits & 0xff) as u8);
        }
        // Most of what looks like base64 ends here.
        if bytes.last().is_some_and(|byte| *byte < b'\t') {
            return None;
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    let between = |c: char| " \n\r\t.,;:!?'\"()[]{}-_/@&+#%=<>\u{2588}".contains(c);
    let letters = text.chars().filter(|c| c.is_alphabetic() || *c == '\u{2588}').count();
    let readable = text.chars().all(|c| c.is_alphanumeric() || between(c));
    (readable && letters >= 3 && letters * 2 >= text.chars().count()).then(|| Found::new(text, length, Escape::Base64))
}

/// `fromCharCode(81, 117)`: what the numbers say.
fn codes(rest: &str) -> Option<Found> {
    let name = "fromCharCode(";
    let list = rest.strip_prefix(name)?;
    let end = list.find(')')?;
    let unit = |number: &str| {
        let number = number.trim();
        let hexadecimal = number.strip_prefix("0x").or_else(|| number.strip_prefix("0X"));
        hexadecimal.map_or_else(|| number.parse().ok(), |digits| u16::from_str_radix(digits, 16).ok())
    };
    let units: Option<Vec<u16>> = list[..end].split(',').map(unit).collect();
    let text = String::from_utf16(&units?).ok()?;
    Some(Found { skip: name.len(), ..Found::new(text, end, Escape::CharCodes) })
}

/// `%u0041`, as old scripts have it.
fn wide_percent(rest: &str) -> Option<(String, usize)> {
    let digits = rest.strip_prefix("%u").or_else(|| rest.strip_prefix("%U"))?.get(..4)?;
    let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
    Some((character.to_string(), 6))
}

fn script_escape(rest: &str) -> Option<(String, usize)> {
    let unit = |at: usize, digits: usize| {
        let digits = rest.get(at..at + digits)?;
        digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
    };
    let simple = match rest.as_bytes().get(1)? {
        b'n' => "\n",
        b'r' => "\r",
        b't' => "\t",
        b'"' => "\"",
        b'\'' => "'",
        b'\\' => "\\",
        b'/' => "/",
        _ => "",
    };
    if !simple.is_empty() {
        return Some((simple.to_owned(), 2));
    }
    let octal = rest[1..].bytes().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
    if octal > 1
        && let Ok(code) = u8::from_str_radix(&rest[1..=octal], 8)
    {
        return Some((char::from(code).to_string(), 1 + octal));
    }
    if let Some(inner) = rest.strip_prefix("\\u{") {
        let end = inner.find('}').filter(|end| (1..=6).contains(end))?;
        let character = char::from_u32(u32::from_str_radix(&inner[..end], 16).ok()?)?;
        return Some((character.to_string(), end + 4));
    }
    if rest.starts_with("\\x") {
        return Some((char::from(u8::try_from(unit(2, 2)?).ok()?).to_string(), 4));
    }
    if !rest.starts_with("\\u") {
        return None;
    }
    let first = unit(2, 4)?;
    if let Ok(text) = String::from_utf16(&[first]) {
        return Some((text, 6));
    }
    let second = rest.get(6..).filter(|rest| rest.starts_with("\\u")).and_then(|_| unit(8, 4))?;
    Some((String::from_utf16(&[first, second]).ok()?, 12))
}

/// A backslash and up to six digits, with the blank that ends them; or a backslash and any other character.
fn style_escape(rest: &str) -> Option<Found> {
    let digits = rest[1..].bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    if digits == 0 {
        let character = rest[1..].chars().next().filter(|c| !matches!(c, '\n' | '\r' | '\u{c}'))?;
        return Some(Found::new(character.to_string(), 1 + character.len_utf8(), Escape::Style));
    }
    let code = u32::from_str_radix(&rest[1..=digits], 16).ok()?;
    let blank = usize::from(rest[1 + digits..].starts_with([' ', '\t', '\n', '\u{c}']));
    let character = char::from_u32(code).filter(|c| *c != '\0').unwrap_or('\u{fffd}');
    Some(Found::new(character.to_string(), 1 + digits + blank, Escape::Style))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &str) -> String {
        let mut weave = Weave::default();
        push_script(&mut weave, text, 0..text.len());
        weave.text().to_owned()
    }

    fn style(text: &str) -> String {
        let mut weave = Weave::default();
        push_style(&mut weave, text, 0..text.len());
        weave.text().to_owned()
    }

    #[test]
    fn scripts_are_read_as_what_they_mean() {
        for (text, expected) in [
            (r"'\x51uack\u0065n\u{62}ush\n'", "'Quackenbush\n'"),
            (r"'\121uack'", "'Quack'"),
            ("decodeURIComponent('%51uackenbush%20Ltd')", "decodeURIComponent('Quackenbush Ltd')"),
            ("unescape('%u0051uack')", "unescape('Quack')"),
            ("atob('UXVhY2tlbmJ1c2g=')", "atob('Quackenbush')"),
            ("atob(\"SmFuZSBRdWFja2VuYnVzaA\")", "atob(\"Jane Quackenbush\")"),
            ("String.fromCharCode(81, 117,0x61)", "String.fromCharCode(Qua)"),
            ("var getElementById = 12345678 % 20;", "var getElementById = 12345678 % 20;"),
            ("\\", "\\"),
            (r"\d+\.", r"\d+\."),
            ("'Anderson'", "'Anderson'"),
        ] {
            assert_eq!(script(text), expected, "{text}");
        }
    }

    #[test]
    fn styles_are_read_as_what_they_mean() {
        for (text, expected) in [
            (r#"content:"\51 \75 ack\65 nbush""#, "content:\"Quackenbush\""),
            (r".a\:b", ".a:b"),
            ("unicode-bidi: Bidi-Override;", "unicode-bidi: normal;"),
            ("\\\n", "\\\n"),
        ] {
            assert_eq!(style(text), expected, "{text}");
        }
    }
}
