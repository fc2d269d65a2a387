//! The knowledge that decisions rest on: a language, taxonomies, a corpus and recognizers.

use super::judge::Judges;
use super::protection::Readers;
use scumble_corpus::Counts;
use scumble_ontology::Stack;
use scumble_text::Language;
use scumble_text::entity::Recognizers;
use scumble_text::network::Network;
use std::sync::Arc;

/// The knowledge that decisions rest on. Cheap to clone, shared between threads.
///
/// ```
/// use scumble_corpus::Embedded;
/// use scumble_mask::document::Knowledge;
/// use scumble_ontology::{Stack, Taxonomy, wordnet};
/// use std::sync::Arc;
///
/// // A hospital's own terms come before WordNet's.
/// let own = Arc::new(Taxonomy::flat(["ward 9"]));
/// let taxonomy = Arc::new(Stack::new(vec![own, wordnet().nouns().clone()]));
/// let knowledge = Knowledge { taxonomy, ..Knowledge::english(Arc::new(Embedded::get())) };
/// ```
#[derive(Clone)]
pub struct Knowledge {
    /// The models and word lists of the language that documents are in.
    pub language: &'static Language,
    /// Taxonomies of nouns: where synonyms, hypernyms and the names of places come from. The first that has a term answers.
    pub taxonomy: Arc<Stack>,
    /// The corpus that says how common a phrase is.
    pub counts: Arc<dyn Counts>,
    /// The patterns of e-mail addresses, numbers, dates and the user's own kinds.
    pub recognizers: Arc<Recognizers>,
    /// The network that reads where readers are careful, in place of the one that comes with the build.
    pub network: Option<Arc<Network>>,
    /// What was learned of which findings people mask; without it the rules decide.
    pub judges: Option<Arc<Judges>>,
}

impl Knowledge {
    /// The network, where readers are careful: this one, or the one that comes with the build.
    pub(super) fn network(&self, readers: Readers) -> Option<Arc<Network>> {
        #[cfg(feature = "second-reader")]
        let built_in = || Some(Arc::clone(Network::embedded()));
        #[cfg(not(feature = "second-reader"))]
        let built_in = || None;
        (readers == Readers::Careful).then(|| self.network.clone().or_else(built_in)).flatten()
    }
}

#[cfg(feature = "models")]
impl Knowledge {
    /// English, the nouns of WordNet and the built-in recognizers, with these counts.
    pub fn english(counts: Arc<dyn Counts>) -> Self {
        Self {
            language: Language::english(),
            taxonomy: Arc::new(Stack::new(vec![scumble_ontology::wordnet().nouns().clone()])),
            counts,
            recognizers: Arc::new(Recognizers::built_in().clone()),
            network: None,
            judges: Judges::english().cloned(),
        }
    }
}

impl std::fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Knowledge").field("counts", &self.counts.provenance().name).finish_non_exhaustive()
    }
}
