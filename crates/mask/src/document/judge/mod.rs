//! The learned decision: which of the pieces that readers and rules found are masked.
//!
//! Every piece is [`Evidence`]: what it is, who found it, what the rules would do, and what stands around it. A linear
//! [chain](Node) over the pieces of a document gives each a probability that people would mask it; there is a model for each
//! [kind of text](TextKind). Where the network has read the text, a [`Blend`] of both opinions takes its place. A piece is masked if
//! its probability is at least 1 − caution.

mod blend;
mod chain;
mod evidence;
mod finder;
mod learn;
mod text_kind;
mod weights;

pub use blend::Blend;
pub use chain::Node;
pub use evidence::{Evidence, Opinion};
pub(super) use finder::{Judge, Looks};
pub use learn::{Learning, Lesson};
pub use text_kind::{TextKind, TextKinds};
pub use weights::Weights;

use super::reading::Reading;
use blend::log_odds;
use evidence::{Surroundings, pieces};
use scumble_text::Language;
use std::collections::HashMap;
#[cfg(feature = "models")]
use std::sync::Arc;

/// The trained models of decisions, one for each kind of text.
#[derive(Debug, Default)]
pub struct Judges {
    models: Vec<Weights>,
    kinds: TextKinds,
    blends: Vec<Blend>,
}

impl Judges {
    /// From packed models: those of [`TextKind::model`] in order, the model that tells kinds of text, and a [`Blend`] for each model.
    pub fn unpack(mut bytes: &[u8]) -> Option<Self> {
        let mut models = Vec::new();
        for _ in 0..TextKind::MODELS {
            let (weights, rest) = Weights::unpack(bytes)?;
            models.push(weights);
            bytes = rest;
        }
        let (kinds, rest) = Weights::unpack(bytes)?;
        let (blends, rest) = rest.as_chunks::<{ Blend::BYTES }>();
        (blends.len() == TextKind::MODELS && rest.is_empty()).then(|| Self {
            models,
            kinds: TextKinds::new(kinds),
            blends: blends.iter().map(Blend::unpack).collect(),
        })
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
        kind: TextKind,
        reading: &Reading<'_>,
        language: &Language,
        evidence: &[Evidence],
    ) -> Vec<f64> {
        let linear = self.linear(kind, reading, language, evidence);
        let Some(blend) = self.blends.get(kind.model()) else { return vec![1.0; evidence.len()] };
        let one = |(one, linear): (&Evidence, Option<f64>)| match one.network {
            Some(opinion) => blend.probability(linear, &opinion),
            None => linear.unwrap_or(1.0),
        };
        alike(reading.text(), evidence, &evidence.iter().zip(linear).map(one).collect::<Vec<f64>>())
    }

    /// The same by the linear chain alone, for each piece by itself; `None` for pieces that only the network found.
    pub fn linear(
        &self,
        kind: TextKind,
        reading: &Reading<'_>,
        language: &Language,
        evidence: &[Evidence],
    ) -> Vec<Option<f64>> {
        let Some(weights) = self.models.get(kind.model()) else { return vec![Some(1.0); evidence.len()] };
        let nodes = nodes(reading, language, evidence);
        let mut masked = chain::probabilities(&nodes, weights).into_iter().zip(&nodes).filter(|(_, node)| !node.given);
        let mut next = || masked.next().map_or(1.0, |(p, _)| p);
        evidence.iter().map(|one| one.is_linear().then(&mut next)).collect()
    }
}

/// The nodes of a document: a node for each piece that the rules found or considered, and one that is given for each label of an
/// earlier release.
pub fn nodes(reading: &Reading<'_>, language: &Language, evidence: &[Evidence]) -> Vec<Node> {
    let pieces = pieces(reading, evidence);
    let surroundings = Surroundings::new(reading, language, &pieces);
    (0..pieces.len()).map(|i| surroundings.node(evidence, i)).collect()
}

/// Pieces that are written alike are decided alike: by the mean of their log odds. "Baker" and "baker" are not alike, "BAKER" and "Baker" are.
fn alike(text: &str, evidence: &[Evidence], each: &[f64]) -> Vec<f64> {
    let mut sums: HashMap<(bool, String), (f64, f64)> = HashMap::new();
    let form = |one: &Evidence| {
        let surface = one.finding.span.of(text);
        (surface.starts_with(char::is_uppercase), surface.to_lowercase())
    };
    for (one, &p) in evidence.iter().zip(each) {
        let sum = sums.entry(form(one)).or_default();
        *sum = (sum.0 + log_odds(p), sum.1 + 1.0);
    }
    evidence
        .iter()
        .map(|one| {
            let (sum, count) = sums[&form(one)];
            1.0 / (1.0 + (-sum / count).exp())
        })
        .collect()
}
