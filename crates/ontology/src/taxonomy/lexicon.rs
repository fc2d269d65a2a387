//! From terms to concepts and back.

use super::Concept;
use crate::csr::Rows;
use crate::strings::{StringIndex, StringTable};
use std::borrow::Cow;
use std::sync::Arc;

/// Terms as written, their normalised keys, the senses of each key and the terms of each concept.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    pub(crate) words: Arc<Words>,
    /// Concepts of each key, in sense order.
    pub(crate) senses: Rows<Concept>,
    /// Forms of each concept, the preferred one first.
    pub(crate) labels: Rows<u32>,
}

/// The strings of a lexicon; WordNet's nouns and verbs share theirs.
#[derive(Debug, Default)]
pub(crate) struct Words {
    forms: StringTable,
    keys: StringTable,
    index: StringIndex,
}

impl Words {
    pub(crate) fn new(forms: StringTable, keys: StringTable) -> Self {
        Self { forms, keys, index: StringIndex::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn key(&self, i: usize) -> &str {
        self.keys.get(i)
    }

    pub(crate) fn find(&self, key: &str) -> Option<usize> {
        self.index.find(&self.keys, key)
    }
}

impl Lexicon {
    pub(super) fn find(&self, key: &str) -> &[Concept] {
        self.words.find(key).map_or(&[], |i| self.senses.row(i))
    }

    pub(super) fn labels(&self, concept: Concept) -> impl Iterator<Item = &str> {
        self.labels.row(concept.index()).iter().map(|&form| self.words.forms.get(form as usize))
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = (&str, &[Concept])> {
        self.words.keys.iter().enumerate().map(|(i, key)| (key, self.senses.row(i)))
    }
}

/// The form under which a term is looked up: lower case, underscores as blanks, single blanks, none at the ends.
pub(crate) fn normalise(term: &str) -> Cow<'_, str> {
    let clean = term
        .bytes()
        .all(|b| b.is_ascii() && !b.is_ascii_uppercase() && b != b'_' && !(b.is_ascii_whitespace() && b != b' '))
        && !term.starts_with(' ')
        && !term.ends_with(' ')
        && !term.contains("  ");
    if clean {
        return Cow::Borrowed(term);
    }
    let mut key = String::with_capacity(term.len());
    for word in term.split(|c: char| c == '_' || c.is_whitespace()).filter(|word| !word.is_empty()) {
        if !key.is_empty() {
            key.push(' ');
        }
        key.extend(word.chars().flat_map(char::to_lowercase));
    }
    Cow::Owned(key)
}

#[cfg(test)]
mod tests {
    use super::normalise;

    #[test]
    fn normal_forms() {
        for (term, key) in [
            ("dog", "dog"),
            ("Motor_Vehicle", "motor vehicle"),
            (" two  words\t", "two words"),
            ("ÅLAND", "åland"),
            ("", ""),
            ("__", ""),
        ] {
            assert_eq!(normalise(term), key);
            assert_eq!(normalise(&normalise(term)), key, "a normal form is its own normal form");
        }
    }
}
