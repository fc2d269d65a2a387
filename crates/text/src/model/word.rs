//! What a token looks like: hashes of its letters, endings and shape, worked out once for all models.

use crate::model::linear::hash;
use scumble_ontology::{PartOfSpeech, wordnet};

/// How a token is written, in numbers that features are made of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// The token as written.
    pub form: u64,
    /// In lower case; figures become 0.
    pub lower: u64,
    /// Its last one to four letters, in lower case.
    pub ends: [u64; 4],
    /// Its first one to three letters, in lower case.
    pub starts: [u64; 3],
    /// Runs of capitals, small letters, figures and marks.
    pub shape: u64,
    /// Bits: starts with a capital, all capitals, has a figure, has a hyphen, all figures and marks.
    pub kind: u64,
}

impl Look {
    /// Starts with a capital letter.
    pub const CAPITAL: u64 = 1;
    /// Has only capital letters, at least two.
    pub const CAPITALS: u64 = 2;
    /// Has a figure.
    pub const FIGURE: u64 = 4;
    /// Has a hyphen.
    pub const HYPHEN: u64 = 8;
    /// Has no letter.
    pub const NO_LETTER: u64 = 16;

    /// Looks at a token; `buffer` is scratch space.
    pub fn at(token: &str, buffer: &mut Vec<u8>) -> Self {
        buffer.clear();
        let mut kind = 0;
        let (mut letters, mut capitals) = (0, 0);
        let mut shape = 0u64;
        let mut last = 0;
        let mut first = true;
        for c in token.chars() {
            let class = if c.is_ascii_digit() {
                kind |= Self::FIGURE;
                buffer.push(b'0');
                3
            } else if c.is_uppercase() {
                capitals += 1;
                letters += 1;
                if first {
                    kind |= Self::CAPITAL;
                }
                let mut utf8 = [0; 4];
                if c.is_ascii() {
                    buffer.push(c.to_ascii_lowercase() as u8);
                } else {
                    c.to_lowercase().for_each(|c| buffer.extend_from_slice(c.encode_utf8(&mut utf8).as_bytes()));
                }
                1
            } else {
                if c.is_alphabetic() {
                    letters += 1;
                }
                if c == '-' {
                    kind |= Self::HYPHEN;
                }
                let mut utf8 = [0; 4];
                buffer.extend_from_slice(c.encode_utf8(&mut utf8).as_bytes());
                if c.is_alphabetic() { 2 } else { 4 + u64::from(c as u32 & 31) }
            };
            if class != last {
                shape = shape.wrapping_mul(41).wrapping_add(class);
                last = class;
            }
            first = false;
        }
        if letters == 0 {
            kind |= Self::NO_LETTER;
        }
        if capitals > 1 && capitals == letters {
            kind |= Self::CAPITALS;
        }
        let n = buffer.len();
        let mut look = Self { form: hash(token.as_bytes()), lower: hash(buffer), shape, kind, ..Self::default() };
        for (i, end) in look.ends.iter_mut().enumerate() {
            *end = hash(&buffer[n.saturating_sub(i + 1)..]);
        }
        for (i, start) in look.starts.iter_mut().enumerate() {
            *start = hash(&buffer[..n.min(i + 1)]);
        }
        look
    }
}

/// WordNet's parts of speech of a word in lower case, as it stands or by its base form: one bit each, 0 if unknown.
pub fn known_parts(lower: &str) -> u64 {
    let words = wordnet().words();
    let mut bits = 0;
    for (i, part) in PartOfSpeech::ALL.into_iter().enumerate() {
        let known = |form: &str| words.has(form, part);
        if known(lower) || !scumble_ontology::base_forms(lower, part, known).is_empty() {
            bits |= 1 << i;
        }
    }
    bits
}
