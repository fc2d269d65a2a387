//! What concepts are called.

use super::{Concept, Lexicon, lookup_key};
use crate::strings::{StringIndex, StringTable};
use std::borrow::Cow;
use std::cmp::Ordering;

/// The unique names of concepts.
#[derive(Debug)]
pub(crate) enum Names {
    /// Names that the source gives.
    Given { names: StringTable, index: StringIndex },
    /// `dog.n.01`: made of the first term, a letter, and the concept's place among the term's senses.
    BySense { letter: char },
}

impl Names {
    pub(crate) fn given(names: StringTable) -> Self {
        Self::Given { names, index: StringIndex::default() }
    }

    pub(super) fn get<'n>(&'n self, lexicon: &Lexicon, concept: Concept) -> Cow<'n, str> {
        match self {
            Self::Given { names, .. } => Cow::Borrowed(names.get(concept.index())),
            Self::BySense { letter } => {
                let (key, place) = sense(lexicon, concept);
                Cow::Owned(format!("{}.{letter}.{place:02}", lexicon.words.keys.get(key).replace(' ', "_")))
            }
        }
    }

    pub(super) fn find(&self, lexicon: &Lexicon, name: &str) -> Option<Concept> {
        match self {
            Self::Given { names, index } => index.find(names, name).map(|i| Concept(i as u32)),
            // Any of its terms names a sense: car.n.01 is auto.n.01.
            Self::BySense { letter } => {
                let (rest, number) = name.rsplit_once('.')?;
                let (term, part) = rest.rsplit_once('.')?;
                let place = number.parse::<usize>().ok()?.checked_sub(1)?;
                let fits = part.len() == 1 && part.starts_with(|c: char| c.eq_ignore_ascii_case(letter));
                lexicon.find(&lookup_key(term)).get(place).copied().filter(|_| fits)
            }
        }
    }

    /// Orders two concepts by name, as text, without making the names.
    pub(super) fn compare(&self, lexicon: &Lexicon, a: Concept, b: Concept) -> Ordering {
        match self {
            Self::Given { names, .. } => names.bytes(a.index()).cmp(names.bytes(b.index())),
            Self::BySense { .. } => {
                let ((key_a, place_a), (key_b, place_b)) = (sense(lexicon, a), sense(lexicon, b));
                let letters = |key: usize| {
                    let key = lexicon.words.keys.bytes(key);
                    key.iter().map(|&byte| if byte == b' ' { b'_' } else { byte }).chain([b'.'])
                };
                letters(key_a).cmp(letters(key_b)).then(place_a.cmp(&place_b))
            }
        }
    }
}

/// The key of a concept's first term, and the concept's place (from 1) among that key's senses.
fn sense(lexicon: &Lexicon, concept: Concept) -> (usize, usize) {
    let key = lexicon.words.key_of(lexicon.labels.row(concept.index())[0]) as usize;
    let place = lexicon.senses.row(key).iter().position(|&sense| sense == concept);
    (key, place.map_or(0, |i| i + 1))
}
