//! WordNet's content between the files and the taxonomies: what is packed and unpacked.

use super::WordNet;
use super::exceptions::Exceptions;
use super::words::{Counts, Words};
use crate::csr::Rows;
use crate::error::{Error, Result};
use crate::morphology::PartOfSpeech;
use crate::strings::StringTable;
use crate::taxonomy::{self, Concept, Lexicon, MOST_ANCESTORS, Names, Parts, Taxonomy};
use scumble_io::Place;
use std::sync::Arc;

/// All that we keep of a WordNet.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Dictionary {
    pub(super) words: taxonomy::Words,
    pub(super) adjectives: Counts,
    pub(super) adverbs: Counts,
    pub(super) nouns: Synsets,
    pub(super) verbs: Synsets,
    pub(super) exceptions: Exceptions,
}

/// The synsets of nouns or of verbs, numbered as their taxonomy will be: by greatest depth, then by name.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Synsets {
    /// Forms of each synset, in its order.
    pub(super) members: Rows<u32>,
    /// Hypernyms of each synset, sorted.
    pub(super) parents: Rows<Concept>,
    /// For each of the parents' items, whether it is an instance hypernym.
    pub(super) instance: Vec<bool>,
    /// Synsets of each key, in sense order.
    pub(super) senses: Rows<Concept>,
    /// For each of the senses' items, how often it was tagged.
    pub(super) tagged: Vec<u32>,
    pub(super) glosses: Option<StringTable>,
}

impl Dictionary {
    /// Makes the taxonomies. Fails if their ancestor sets outgrow all bounds, which no WordNet's do.
    pub fn into_wordnet(self) -> Result<WordNet> {
        let strings = Arc::new(self.words);
        let (nouns, verbs) = std::thread::scope(|scope| {
            let verbs = scope.spawn(|| self.verbs.into_taxonomy(&strings, PartOfSpeech::Verb));
            (self.nouns.into_taxonomy(&strings, PartOfSpeech::Noun), verbs.join())
        });
        let too_large = || Error::TooLarge { at: Place::file("WordNet"), limit: MOST_ANCESTORS };
        let nouns = Arc::new(nouns.ok_or_else(too_large)?);
        let verbs = Arc::new(verbs.ok().flatten().ok_or_else(too_large)?);
        let taxonomies = [nouns.clone(), verbs.clone()];
        let (adjectives, adverbs) = (self.adjectives, self.adverbs);
        Ok(WordNet { nouns, verbs, words: Arc::new(Words { strings, taxonomies, adjectives, adverbs }) })
    }
}

impl Synsets {
    fn into_taxonomy(self, strings: &Arc<taxonomy::Words>, pos: PartOfSpeech) -> Option<Taxonomy> {
        let instances = (0..self.parents.len()).map(|i| self.instance[self.parents.range(i)].contains(&true)).collect();
        Taxonomy::assemble(Parts {
            names: Names::BySense { letter: pos.letter() },
            parents: self.parents,
            lexicon: Lexicon { words: strings.clone(), senses: self.senses, labels: self.members },
            part_of_speech: pos,
            glosses: self.glosses,
            instances,
            optional_dots: false,
            tagged: self.tagged,
        })
        .ok()
    }
}
