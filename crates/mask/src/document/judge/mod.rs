//! The learned decision: which of the pieces that readers and rules found are masked.
//!
//! Every piece is [`Evidence`]: what it is, who found it, what the rules would do, and what stands around it. A linear
//! [chain](Node) over the pieces of a document gives each a probability that people would mask it; there is a model for each
//! [kind of text](TextKind). A piece is masked if that probability is at least 1 − caution.

mod chain;
mod evidence;
mod finder;
mod learn;
mod text_kind;
mod weights;

pub use chain::Node;
pub use evidence::{Evidence, Opinion};
pub(super) use finder::{Judge, Looks};
pub use learn::{Learning, Lesson};
pub use text_kind::{TextKind, TextKinds};
pub use weights::Weights;

use super::protection::Readers;
use super::reading::Reading;
use evidence::{Surroundings, pieces};
use scumble_text::Language;
use std::collections::HashMap;
#[cfg(feature = "models")]
use std::sync::Arc;

/// The trained models of decisions, one for each kind of text and for each choice of readers.
#[derive(Debug, Default)]
pub struct Judges {
    models: Vec<Weights>,
    kinds: TextKinds,
}

impl Judges {
    /// From packed models: for each choice of [`Readers`] those of [`TextKind::model`] in order, then the model that tells kinds of
    /// text.
    pub fn unpack(mut bytes: &[u8]) -> Option<Self> {
        let mut models = Vec::new();
        for _ in 0..Readers::ALL.len() * TextKind::MODELS {
            let (weights, rest) = Weights::unpack(bytes)?;
            models.push(weights);
            bytes = rest;
        }
        let kinds = TextKinds::unpack(bytes)?;
        Some(Self { models, kinds })
    }

    /// What was learned on English, with the models that come with the build, unpacked at the first call. `None` only while `train`
    /// makes models of another form.
    #[cfg(feature = "models")]
    pub fn english() -> Option<&'static Arc<Self>> {
        static ENGLISH: std::sync::OnceLock<Option<Arc<Judges>>> = std::sync::OnceLock::new();
        ENGLISH.get_or_init(|| Self::unpack(scumble_text::DECISIONS).map(Arc::new)).as_ref()
    }

    /// The kind of a text.
    pub fn text_kind(&self, text: &str) -> TextKind {
        self.kinds.of(text)
    }

    /// For each piece of evidence the probability that people would mask it, one for all pieces that are written alike.
    pub fn probabilities(
        &self,
        (kind, readers): (TextKind, Readers),
        reading: &Reading<'_>,
        evidence: &[Evidence],
        nodes: &[Node],
    ) -> Vec<f64> {
        let Some(weights) = self.models.get(readers as usize * TextKind::MODELS + kind.model()) else { return vec![1.0; evidence.len()] };
        let mut each = chain::probabilities(nodes, weights);
        let mut places = nodes.iter().map(|node| node.given);
        each.retain(|_| !places.next().unwrap_or(false));
        alike(reading.text(), evidence, &each)
    }
}

/// The nodes of a document: a node for each piece of evidence, and one that is given for each label of an earlier release.
pub fn nodes(reading: &Reading<'_>, language: &Language, evidence: &[Evidence]) -> Vec<Node> {
    let pieces = pieces(reading, evidence);
    let surroundings = Surroundings::new(reading, language, &pieces);
    (0..pieces.len()).map(|i| surroundings.node(evidence, i)).collect()
}

/// Pieces that are written alike are decided alike: by the mean of their log odds.
fn alike(text: &str, evidence: &[Evidence], each: &[f64]) -> Vec<f64> {
    let odds = |p: f64| {
        let p = p.clamp(1e-6, 1.0 - 1e-6);
        (p / (1.0 - p)).ln()
    };
    let mut sums: HashMap<String, (f64, f64)> = HashMap::new();
    let form = |one: &Evidence| one.finding.span.of(text).to_lowercase();
    for (one, &p) in evidence.iter().zip(each) {
        let sum = sums.entry(form(one)).or_default();
        *sum = (sum.0 + odds(p), sum.1 + 1.0);
    }
    evidence
        .iter()
        .map(|one| {
            let (sum, count) = sums[&form(one)];
            1.0 / (1.0 + (-sum / count).exp())
        })
        .collect()
}
