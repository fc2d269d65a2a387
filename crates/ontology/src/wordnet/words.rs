//! WordNet's word list: the parts of speech of every word, and how often each was met.

use crate::morphology::PartOfSpeech;
use crate::taxonomy::{self, Taxonomy, lookup_key};
use std::sync::Arc;

/// Words that are no nouns or verbs only: (key, tagged occurrences), in the order of keys.
pub(super) type Counts = Vec<(u32, u32)>;

/// The parts of speech of every word, and how often each was met in tagged text.
#[derive(Debug)]
pub struct Words {
    pub(super) strings: Arc<taxonomy::Words>,
    /// Nouns and verbs.
    pub(super) taxonomies: [Arc<Taxonomy>; 2],
    pub(super) adjectives: Counts,
    pub(super) adverbs: Counts,
}

impl Words {
    /// How many different words there are.
    pub fn len(&self) -> usize {
        self.strings.len()
    }

    /// Whether there is no word at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a word, in this very form, is of that part of speech.
    ///
    /// ```
    /// use scumble_ontology::{PartOfSpeech, wordnet};
    /// let words = wordnet().words();
    /// assert!(words.has("quickly", PartOfSpeech::Adverb));
    /// assert!(!words.has("quickly", PartOfSpeech::Noun));
    /// ```
    pub fn has(&self, word: &str, part_of_speech: PartOfSpeech) -> bool {
        self.tagged_as(word, part_of_speech).is_some()
    }

    /// How often a word was tagged with that part of speech in WordNet's concordance; `None` if it never can be.
    pub fn tagged_as(&self, word: &str, part_of_speech: PartOfSpeech) -> Option<u32> {
        let key = self.strings.find(&lookup_key(word))?;
        let other = |list: &Counts| list.binary_search_by_key(&(key as u32), |entry| entry.0).ok().map(|i| list[i].1);
        match part_of_speech {
            PartOfSpeech::Noun => self.taxonomies[0].tagged_of_key(key),
            PartOfSpeech::Verb => self.taxonomies[1].tagged_of_key(key),
            PartOfSpeech::Adjective => other(&self.adjectives),
            PartOfSpeech::Adverb => other(&self.adverbs),
        }
    }
}
