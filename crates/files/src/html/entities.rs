//! Escapes within text: `&eacute;`, `%20`.
//!
//! `entities.txt` is the list of names of the HTML standard, each with its characters in hexadecimal; a name without a
//! semicolon is one that browsers read without it.

use crate::escape::Escape;
use crate::weave::Weave;
use scumble_span::is_unseen;
use std::ops::Range;
use std::sync::LazyLock;

static NAMES: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let characters = |codes: &str| {
        codes.split(' ').filter_map(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?)).collect::<String>()
    };
    let mut names: Vec<_> = include_str!("entities.txt")
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, codes)| (name, characters(codes)))
        .collect();
    names.sort_unstable();
    names
});

/// The longest name of the list, with its semicolon.
const LONGEST: usize = 33;

/// Text with entities. Marks that split words without being seen (soft hyphens, zero-width spaces) are read over.
pub(crate) fn push_decoded(weave: &mut Weave, source: &str, range: Range<usize>, escape: Escape, attribute: bool) {
    let mut plain = range.start;
    let mut at = range.start;
    while let Some(found) = source[at..range.end].find(|c| matches!(c, '&' | '<') || is_unseen(c)) {
        let start = at + found;
        let rest = &source[start..range.end];
        let (text, length) = match rest.as_bytes()[0] {
            b'<' => ("<".to_owned(), 1),
            b'&' => entity(rest, attribute).unwrap_or_else(|| ("&".to_owned(), 1)),
            _ => (String::new(), rest.chars().next().map_or(1, char::len_utf8)),
        };
        if plain < start {
            weave.verbatim(source, plain..start, escape);
        }
        at = start + length;
        plain = at;
        if text.chars().all(is_unseen) {
            continue;
        }
        if rest[..length].ends_with(';') {
            weave.decoded(&text, start..at, escape);
        } else {
            weave.loose(&text, start..at, escape);
        }
    }
    if plain < range.end || range.is_empty() {
        weave.verbatim(source, plain..range.end, escape);
    }
}

/// Whether a character turns the direction of the text behind it around, so that it is seen in another order than it reads in.
pub(crate) fn is_turning(character: char) -> bool {
    matches!(character, '\u{202d}' | '\u{202e}')
}

/// What an entity at the start says, and its length.
pub(crate) fn entity(rest: &str, attribute: bool) -> Option<(String, usize)> {
    let body = rest.strip_prefix('&')?;
    if let Some(number) = body.strip_prefix('#') {
        let (digits, radix) = match number.strip_prefix(['x', 'X']) {
            Some(digits) => (digits, 16),
            None => (number, 10),
        };
        let count = digits.bytes().take_while(|byte| (*byte as char).is_digit(radix)).count();
        if count == 0 {
            return None;
        }
        let code = u32::from_str_radix(&digits[..count], radix).unwrap_or(u32::MAX);
        let semicolon = usize::from(digits[count..].starts_with(';'));
        let length = rest.len() - digits.len() + count + semicolon;
        return Some((numbered(code).to_string(), length));
    }
    let letters = body.bytes().take(LONGEST).take_while(u8::is_ascii_alphanumeric).count();
    if letters == 0 {
        return None;
    }
    if body[letters..].starts_with(';')
        && let Some(text) = named(&body[..=letters])
    {
        return Some((text, letters + 2));
    }
    let length = (1..=letters).rev().find(|&length| named(&body[..length]).is_some())?;
    let next = body.as_bytes().get(length);
    if attribute && next.is_some_and(|byte| *byte == b'=' || byte.is_ascii_alphanumeric()) {
        return None;
    }
    Some((named(&body[..length])?, length + 1))
}

fn named(name: &str) -> Option<String> {
    NAMES.binary_search_by(|(known, _)| (*known).cmp(name)).ok().map(|at| NAMES[at].1.clone())
}

/// Numbers 128 to 159 mean the characters of windows-1252, as browsers have it.
fn numbered(code: u32) -> char {
    match u8::try_from(code) {
        Ok(byte @ 0x80..=0x9f) => {
            let bytes = [byte];
            let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes);
            text.chars().next().unwrap_or('\u{fffd}')
        }
        Ok(0) => '\u{fffd}',
        _ => char::from_u32(code).unwrap_or('\u{fffd}'),
    }
}

/// An address, with `%20` and entities read as what they mean.
pub(crate) fn push_address(weave: &mut Weave, source: &str, range: Range<usize>) {
    let mut plain = range.start;
    let mut at = range.start;
    while let Some(found) = source[at..range.end].find(['%', '&']) {
        let start = at + found;
        let rest = &source[start..range.end];
        let read = if rest.starts_with('&') {
            Some(entity(rest, true).unwrap_or_else(|| ("&".to_owned(), 1)))
        } else {
            percent(rest)
        };
        match read {
            Some((text, length)) => {
                weave.verbatim(source, plain..start, Escape::Address);
                at = start + length;
                plain = at;
                if rest.starts_with('&') && !rest[..length].ends_with(';') {
                    weave.loose(&text, start..at, Escape::Address);
                } else {
                    weave.decoded(&text, start..at, Escape::Address);
                }
            }
            // A bare percent sign: digits that an edit brings near must not complete it.
            None => {
                weave.verbatim(source, plain..start, Escape::Address);
                at = start + 1;
                plain = at;
                weave.loose("%", start..at, Escape::Address);
            }
        }
    }
    weave.verbatim(source, plain..range.end, Escape::Address);
}

/// Text in which addresses may stand: entities and `%20` are read as what they mean.
#[cfg(feature = "docx")]
pub(crate) fn push_percent(weave: &mut Weave, source: &str, range: Range<usize>) {
    let (mut plain, mut at) = (range.start, range.start);
    while let Some(found) = source[at..range.end].find('%') {
        let start = at + found;
        at = start + 1;
        if let Some((text, length)) = percent(&source[start..range.end]) {
            at = start + length;
            if plain < start {
                push_decoded(weave, source, plain..start, Escape::Markup, false);
            }
            weave.decoded(&text, start..at, Escape::Address);
            plain = at;
        }
    }
    if plain < range.end || range.is_empty() {
        push_decoded(weave, source, plain..range.end, Escape::Markup, false);
    }
}

/// One character, spelled in percents.
pub(super) fn percent(rest: &str) -> Option<(String, usize)> {
    let mut bytes = Vec::new();
    while bytes.len() < 4 {
        let escape = rest.get(3 * bytes.len()..3 * bytes.len() + 3)?;
        let digits = escape.strip_prefix('%').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        if let Ok(text) = std::str::from_utf8(&bytes) {
            return Some((text.to_owned(), 3 * bytes.len()));
        }
    }
    None
}

/// The text of a value as one string, for values that are written anew as a whole.
pub(super) fn decode(text: &str, address: bool) -> String {
    let mut weave = Weave::default();
    if address {
        push_address(&mut weave, text, 0..text.len());
    } else {
        push_decoded(&mut weave, text, 0..text.len(), Escape::Unquoted, true);
    }
    weave.text().to_owned()
}
