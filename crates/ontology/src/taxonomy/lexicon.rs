//! From terms to concepts and back.

use super::Concept;
use crate::csr::Rows;
use crate::strings::StringTable;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
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
///
/// Form `i` below the number of keys is key `i` itself; the forms behind these are words that are not written as their
/// key (Paris, AIDS).
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Words {
    /// Sorted.
    pub(crate) keys: StringTable,
    pub(crate) others: StringTable,
    /// The key of each of the others.
    pub(crate) key_of_other: Vec<u32>,
}

impl Words {
    /// From the words as written, by key; each list sorted, without repetitions.
    pub(crate) fn new(written: &BTreeMap<String, Vec<String>>) -> Self {
        let mut words = Self::default();
        for (number, (key, forms)) in (0..).zip(written) {
            words.keys.push(key);
            for form in forms.iter().filter(|form| *form != key) {
                words.others.push(form);
                words.key_of_other.push(number);
            }
        }
        words
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The length of the longest key.
    pub(crate) fn longest(&self) -> usize {
        self.keys.longest()
    }

    pub(crate) fn forms(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().chain(self.others.iter())
    }

    pub(crate) fn form(&self, number: u32) -> &str {
        let number = number as usize;
        if number < self.keys.len() { self.keys.get(number) } else { self.others.get(number - self.keys.len()) }
    }

    #[inline]
    pub(crate) fn key_of(&self, form: u32) -> u32 {
        let keys = self.keys.len();
        if (form as usize) < keys { form } else { self.key_of_other[form as usize - keys] }
    }

    /// The number of a key, by halving: no index has to be built before the first question.
    pub(crate) fn find(&self, key: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.keys.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.keys.bytes(middle).cmp(key.as_bytes()) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
    }
}

impl Lexicon {
    pub(super) fn find(&self, key: &str) -> &[Concept] {
        self.words.find(key).map_or(&[], |i| self.senses.row(i))
    }

    pub(super) fn labels(&self, concept: Concept) -> impl Iterator<Item = &str> {
        self.labels.row(concept.index()).iter().map(|&form| self.words.form(form))
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = (&str, &[Concept])> {
        self.words.keys.iter().enumerate().map(|(i, key)| (key, self.senses.row(i)))
    }
}

/// The dictionary key of a term: lower case, underscores as blanks, single blanks, none at the ends. Punctuation stays, unlike in
/// the normal form of a phrase: a dictionary tells `ad` from `A.D.`, and `re-form` from `reform`.
pub(crate) fn lookup_key(term: &str) -> Cow<'_, str> {
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
    use super::lookup_key;

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
            assert_eq!(lookup_key(term), key);
            assert_eq!(lookup_key(&lookup_key(term)), key, "a normal form is its own normal form");
        }
    }
}
