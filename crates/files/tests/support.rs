//! Shared by the tests of all kinds.
#![allow(dead_code, reason = "each feature's tests use a part of it")]

use scumble_files::{FileKind, Limits, Opened, Woven};
use scumble_span::{Edit, Span};

pub(crate) fn open(kind: FileKind, bytes: impl Into<Vec<u8>>) -> Opened {
    Opened::open(kind, bytes.into(), &Limits::default()).expect("the file opens")
}

/// The text of a part.
pub(crate) fn text<'a>(opened: &'a Opened, name: &str) -> &'a str {
    opened.parts().into_iter().find(|part| part.name == name).map_or("", |part| part.text)
}

/// Edits of parts (one list a part, in the order of the file) as edits of the woven text.
pub(crate) fn woven(text: &Woven, edits: &[Vec<Edit>]) -> Vec<Edit> {
    let mut out = Vec::new();
    for part in &text.parts {
        for Edit { span, replacement } in edits.get(part.number).into_iter().flatten() {
            let span = text.span_in(part.number, *span).expect("a piece of the part");
            out.push(Edit { span, replacement: replacement.clone() });
        }
    }
    out
}

/// Edits that put a word in place of another, in every part.
pub(crate) fn replace(opened: &Opened, word: &str, with: &str) -> Vec<Edit> {
    let edits = |text: &str| {
        let edit = |(at, _)| Edit { span: Span::new(at, at + word.len()), replacement: with.to_owned() };
        text.match_indices(word).map(edit).collect()
    };
    let edits: Vec<_> = opened.parts().iter().map(|part| edits(part.text)).collect();
    woven(opened.text(), &edits)
}

/// Edits in order, from arbitrary numbers, that leave the lines alone: line breaks may be those of elements.
pub(crate) fn edits_of(text: &str, picks: &[(usize, usize, String)]) -> Vec<Edit> {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let mut edits = Vec::new();
    let mut at = 0;
    for (skip, length, replacement) in picks {
        let start = at + skip;
        let mut end = start + length;
        if end >= places.len() {
            break;
        }
        while end > start && text[places[start]..places[end]].contains('\n') {
            end -= 1;
        }
        if end > start {
            edits.push(Edit { span: Span::new(places[start], places[end]), replacement: replacement.clone() });
        }
        at = end + 1;
    }
    edits
}

/// Bytes with some of them changed, cut or doubled, by a plain generator that always gives the same.
pub(crate) fn mutated(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below.max(1) as u64).unwrap_or(0)
    };
    let mut bytes = bytes.to_vec();
    for _ in 0..=next(6) {
        if bytes.is_empty() {
            break;
        }
        let at = next(bytes.len());
        match next(5) {
            0 => bytes.truncate(at),
            1 => {
                bytes.remove(at);
            }
            2 => {
                let end = (at + next(40)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            _ => bytes[at] = u8::try_from(next(256)).unwrap_or(0),
        }
    }
    bytes
}
