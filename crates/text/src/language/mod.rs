//! A language: its models and its word lists, which algorithms are given.

mod list;
mod lists;
pub(crate) mod tell;
mod title;

pub use list::WordList;
pub use lists::{BadWordLists, WordLists};
pub use title::{Gender, Title};

use crate::analyzer::{Analyzer, Models};
use crate::model::word::known_parts;
use scumble_ontology::{PartOfSpeech, base_forms, wordnet};
use std::sync::Arc;

/// Everything that algorithms consult of a language: trained models, word lists, and which words are ordinary ones.
///
/// Shared by reference between threads. English comes with the build; another language needs its own models, word lists, and a
/// WordNet.
///
/// ```
/// use scumble_text::Language;
/// let english = Language::english();
/// assert!(english.is_stop_word("the") && english.words.offices.contains("minister"));
/// assert!(english.is_ordinary_word("green") && !english.is_ordinary_word("london"));
/// ```
#[derive(Debug)]
pub struct Language {
    /// The word lists.
    pub words: Arc<WordLists>,
    analyzer: Analyzer,
}

impl Language {
    /// From word lists and packed models; `None` if the models are damaged.
    pub fn new(words: Arc<WordLists>, models: &Models<'_>) -> Option<Self> {
        Some(Self { analyzer: Analyzer::unpack(models, Arc::clone(&words))?, words })
    }

    /// English, with the models that come with the build, unpacked at the first call.
    #[cfg(feature = "models")]
    pub fn english() -> &'static Self {
        static ENGLISH: std::sync::OnceLock<Language> = std::sync::OnceLock::new();
        ENGLISH.get_or_init(|| {
            let models = Models {
                tag_dictionary: scumble_models::TAG_DICTIONARY,
                tagger: scumble_models::TAGGER,
                chunker: scumble_models::CHUNKER,
                names: scumble_models::NAMES,
                gazetteer: scumble_models::GAZETTEER,
                trigrams: scumble_models::TRIGRAMS,
            };
            Self::new(Arc::clone(WordLists::english()), &models).expect("the embedded models are checked by the tests")
        })
    }

    /// The trained models.
    pub fn analyzer(&self) -> &Analyzer {
        &self.analyzer
    }

    /// Whether a word, in any case, is a stop word.
    pub fn is_stop_word(&self, word: &str) -> bool {
        self.words.is_stop_word(word)
    }

    /// What the [gazetteer](crate::entity::gazetteer) knows of a word in lower case, as its bits.
    pub fn known(&self, lower: &str) -> u32 {
        self.analyzer.known(lower)
    }

    /// Whether a word in lower case has a meaning that is no name: as a verb, adjective or adverb in any inflection, or as a noun
    /// that is no instance and is written in lower case.
    pub fn is_ordinary_word(&self, lower: &str) -> bool {
        let (words, nouns) = (wordnet().words(), wordnet().nouns());
        let others = [PartOfSpeech::Adjective, PartOfSpeech::Verb, PartOfSpeech::Adverb];
        let inflected =
            |part| base_forms(lower, part, |form| words.has(form, part)).iter().any(|base| words.has(base, part));
        others.into_iter().any(|part| words.has(lower, part) || inflected(part))
            || nouns.lemma_senses(lower).iter().any(|&sense| {
                // A plural has its singular's label.
                let own = |label: &str| {
                    label.starts_with(char::is_lowercase)
                        && label.bytes().zip(lower.bytes()).take(3).all(|(a, b)| a == b)
                };
                !nouns.is_instance(sense) && nouns.labels(sense).any(own)
            })
    }

    /// Whether the dictionary has a word, in any case and inflection, be it a name or not.
    pub fn is_dictionary_word(&self, word: &str) -> bool {
        known_parts(&word.to_lowercase()) != 0
    }

    /// Whether a word as it is written is an entry of the dictionary, uninflected, or a stop word.
    pub fn is_dictionary_entry(&self, word: &str) -> bool {
        let words = wordnet().words();
        PartOfSpeech::ALL.into_iter().any(|part| words.has(word, part)) || self.is_stop_word(word)
    }
}

/// Whether a word, in any case, is an English stop word.
///
/// ```
/// assert!(scumble_text::is_stop_word("The") && !scumble_text::is_stop_word("theatre"));
/// ```
pub fn is_stop_word(word: &str) -> bool {
    WordLists::english().is_stop_word(word)
}

#[cfg(all(test, feature = "models"))]
mod tests {
    use super::*;

    #[test]
    fn three_tests_of_a_word() {
        fn shared<T: Send + Sync>(_: &T) {}
        let english = Language::english();
        shared(english);
        assert!(english.is_ordinary_word("banks") && english.is_ordinary_word("green"));
        assert!(!english.is_ordinary_word("london") && !english.is_ordinary_word("kowalska"));
        assert!(english.is_dictionary_word("London") && english.is_dictionary_word("walked"));
        assert!(english.is_dictionary_entry("walk") && english.is_dictionary_entry("whose"));
        assert!(!english.is_dictionary_entry("walked"));
    }
}
