//! Models that have not seen a part of the documents: what they find there is what they find in new documents.

use crate::entities::{Outcome, Reader};
use crate::names::Corpora;
use rayon::prelude::*;
use scumble_text::entity::gazetteer::Gazetteer;
use scumble_text::model::tagger::Tagger;
use scumble_text::{Analyzer, Language, Models, WordLists};
use std::path::Path;
use std::sync::Arc;

/// How many parts there are.
pub(crate) const PARTS: usize = 5;

/// An analyzer for each part of the court cases.
pub(crate) struct Folds {
    analyzers: Vec<Analyzer>,
}

impl Folds {
    /// Trains models of names.
    pub(crate) fn train(data: &Path) -> Outcome<Self> {
        use scumble_models::{CHUNKER, GAZETTEER, TAG_DICTIONARY, TAGGER, TRIGRAMS};
        let tagger = Tagger::unpack(TAG_DICTIONARY, TAGGER).ok_or("the tagger cannot be unpacked")?;
        let gazetteer = Gazetteer::unpack(GAZETTEER).ok_or("the gazetteer cannot be unpacked")?;
        let reader = Reader { tagger: &tagger, gazetteer: &gazetteer };
        let corpora = Corpora::read(data, &reader)?;
        let train = |part| corpora.train_without(&reader, part, PARTS);
        let names: Vec<Vec<u8>> = (0..PARTS).into_par_iter().map(train).collect();
        let analyzers = names.iter().map(|names| {
            let models = Models {
                tag_dictionary: TAG_DICTIONARY,
                tagger: TAGGER,
                chunker: CHUNKER,
                names,
                gazetteer: GAZETTEER,
                trigrams: TRIGRAMS,
            };
            Analyzer::unpack(&models, Arc::clone(WordLists::english()))
                .ok_or_else(|| "the models cannot be unpacked".into())
        });
        Ok(Self { analyzers: analyzers.collect::<Outcome<_>>()? })
    }

    /// The analyzer that has not seen this part of the court cases.
    pub(crate) fn without(&self, part: usize) -> &Analyzer {
        &self.analyzers[part]
    }

    /// The analyzer that comes with the build.
    pub(crate) fn shipped() -> &'static Analyzer {
        Language::english().analyzer()
    }
}
