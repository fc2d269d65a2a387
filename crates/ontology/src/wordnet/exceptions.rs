//! Irregular forms: WordNet's `*.exc` files.

use crate::morphology::PartOfSpeech;

/// For each part of speech, inflected forms and what they are forms of, sorted by both.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Exceptions {
    pub(super) lists: [Vec<(String, String)>; 4],
}

impl Exceptions {
    /// The base forms of an irregular word, in the order of the file; empty if it is regular.
    pub(crate) fn base_forms(&self, word: &str, part_of_speech: PartOfSpeech) -> Vec<&str> {
        let list = &self.lists[part_of_speech as usize];
        let start = list.partition_point(|entry| entry.0.as_str() < word);
        list[start..].iter().take_while(|entry| entry.0 == word).map(|entry| entry.1.as_str()).collect()
    }
}

/// The embedded lists of irregular forms.
#[cfg(feature = "wordnet")]
pub(crate) fn exceptions() -> &'static Exceptions {
    super::embedded::exceptions()
}

/// Without the embedded WordNet no irregular form is known.
#[cfg(not(feature = "wordnet"))]
pub(crate) fn exceptions() -> &'static Exceptions {
    static NONE: Exceptions = Exceptions { lists: [const { Vec::new() }; 4] };
    &NONE
}
