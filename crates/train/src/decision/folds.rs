//! Models that have not seen a part of the documents: what they find there is what they find in new documents.

use crate::entities::{Outcome, Reader};
use crate::names::Corpora;
use scumble_text::entity::gazetteer::Gazetteer;
use scumble_text::model::tagger::Tagger;
use scumble_text::network::Network;
use scumble_text::{Analyzer, Language, Models, WordLists};
use std::path::Path;
use std::sync::Arc;

/// How many parts there are.
pub(crate) const PARTS: usize = 5;

/// An analyzer for each part of the court cases, and a network for each part of all documents.
pub(crate) struct Folds {
    analyzers: Vec<Analyzer>,
    networks: Vec<Arc<Network>>,
}

impl Folds {
    /// Trains models of names, and reads the networks of a folder: `fold0.bin` to `fold4.bin`.
    pub(crate) fn train(data: &Path, networks: &Path) -> Outcome<Self> {
        use scumble_models::{CHUNKER, GAZETTEER, TAG_DICTIONARY, TAGGER, TRIGRAMS};
        let tagger = Tagger::unpack(TAG_DICTIONARY, TAGGER).ok_or("the tagger cannot be unpacked")?;
        let gazetteer = Gazetteer::unpack(GAZETTEER).ok_or("the gazetteer cannot be unpacked")?;
        let reader = Reader { tagger: &tagger, gazetteer: &gazetteer };
        let corpora = Corpora::read(data, &reader)?;
        let analyzers = (0..PARTS).map(|part| {
            let names = corpora.train_without(&reader, part, PARTS);
            let models = Models {
                tag_dictionary: TAG_DICTIONARY,
                tagger: TAGGER,
                chunker: CHUNKER,
                names: &names,
                gazetteer: GAZETTEER,
                trigrams: TRIGRAMS,
            };
            Analyzer::unpack(&models, Arc::clone(WordLists::english()))
                .ok_or_else(|| "the models cannot be unpacked".into())
        });
        let analyzers = analyzers.collect::<Outcome<_>>()?;
        let network = |part| -> Outcome<_> {
            Ok(Arc::new(Network::unpack(&std::fs::read(networks.join(format!("fold{part}.bin")))?)?))
        };
        Ok(Self { analyzers, networks: (0..PARTS).map(network).collect::<Outcome<_>>()? })
    }

    /// The analyzer that has not seen this part of the court cases.
    pub(crate) fn without(&self, part: usize) -> &Analyzer {
        &self.analyzers[part]
    }

    /// The network that has not seen this part of the documents.
    pub(crate) fn network(&self, part: usize) -> &Arc<Network> {
        &self.networks[part]
    }

    /// The analyzer that comes with the build.
    pub(crate) fn shipped() -> &'static Analyzer {
        Language::english().analyzer()
    }
}
