//! Documents in which people masked mentions, as lessons.

use super::documents::{Documents, Marked};
use super::folds::Folds;
use crate::entities::{Case, Outcome};
use rayon::prelude::*;
use scumble_corpus::Embedded;
use scumble_mask::document::judge::{Evidence, Judges, Lesson, TextKind, nodes};
use scumble_mask::document::{Decider, Knowledge, Protection, Readers, Reading};
use scumble_text::entity::Recognizers;
use scumble_text::network::Network;
use scumble_text::{Analyzer, Language, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The identifier of mentions that may go or stay.
pub(crate) const OPEN: &str = "OPEN";

/// A document to learn from, as evidence.
pub(crate) struct MarkedLesson {
    pub(crate) kind: TextKind,
    pub(crate) fold: usize,
    pub(crate) lesson: Lesson,
}

impl MarkedLesson {
    /// Whether a model learns from it. Texts of no known kind are decided by what was learned from all; texts without anyone in them
    /// teach everyday texts as well.
    pub(crate) fn serves(&self, model: usize) -> bool {
        let everyday = TextKind::Mail.model();
        model == TextKind::Other.model()
            || self.kind.model() == model
            || self.kind == TextKind::Other && model == everyday
    }
}

/// The analyzer for a document: one that has not seen it.
pub(crate) fn analyzer<'f>(marked: &Marked, folds: &'f Folds) -> &'f Analyzer {
    if marked.kind == TextKind::Court && !marked.made { folds.without(marked.fold) } else { Folds::shipped() }
}

/// What decides about texts of a kind; without judges, the rules.
pub(crate) fn decider(
    kind: TextKind,
    readers: Readers,
    caution: Option<f64>,
    judges: Option<&Arc<Judges>>,
) -> Outcome<Decider> {
    decider_with(kind, readers, caution, judges, None)
}

/// The same with a network in place of the one that comes with the build.
pub(crate) fn decider_with(
    kind: TextKind,
    readers: Readers,
    caution: Option<f64>,
    judges: Option<&Arc<Judges>>,
    network: Option<&Arc<Network>>,
) -> Outcome<Decider> {
    let protection = Protection { text_kind: Some(kind), readers, caution, ..Protection::default() };
    let knowledge = Knowledge::english(Arc::new(Embedded::get()));
    let (judges, network) = (judges.map(Arc::clone), network.map(Arc::clone));
    Ok(Decider::new(protection, Knowledge { judges, network, ..knowledge })?)
}

/// All documents as lessons, in their order.
pub(crate) fn all(documents: &Documents, folds: &Folds) -> Outcome<Vec<MarkedLesson>> {
    let rules = |kind| Ok((kind, decider(kind, Readers::Fast, None, None)?));
    let rules = TextKind::ALL.into_iter().map(rules).collect::<Outcome<BTreeMap<_, _>>>()?;
    let one = |marked: &Marked| MarkedLesson {
        kind: marked.kind,
        fold: marked.fold,
        lesson: lesson(&marked.case, analyzer(marked, folds), &rules[&marked.kind]),
    };
    Ok(documents.all.par_iter().map(one).collect())
}

/// The evidence in a document, and what people masked of it.
fn lesson(case: &Case, analyzer: &Analyzer, rules: &Decider) -> Lesson {
    let reading = Reading::new(analyzer.read(&case.0, Recognizers::built_in()));
    let evidence = rules.evidence(&reading).unwrap_or_default();
    (nodes(&reading, Language::english(), &evidence), decided(case, &evidence))
}

/// Whether people masked each piece, if they did not leave it open.
pub(crate) fn decided(case: &Case, evidence: &[Evidence]) -> Vec<Option<bool>> {
    let spans = |of: fn(&str) -> bool| -> Vec<Span> {
        let some = case.1.iter().filter(|mention| of(&mention.identifier));
        some.map(|mention| Span::new(mention.start, mention.end)).collect()
    };
    let masked = spans(|identifier| !matches!(identifier, "NO_MASK" | OPEN));
    let open = spans(|identifier| identifier == OPEN);
    let one = |one: &Evidence| {
        let is_open = is_masked(&case.0, one.finding.span, &open);
        (!is_open).then(|| is_masked(&case.0, one.finding.span, &masked))
    };
    evidence.iter().map(one).collect()
}

/// Whether people masked at least half of the letters and figures of a piece.
fn is_masked(text: &str, span: Span, masked: &[Span]) -> bool {
    let places = text[span.range()].char_indices().filter(|(_, c)| c.is_alphanumeric());
    let places: Vec<usize> = places.map(|(place, _)| span.start + place).collect();
    let inside = places.iter().filter(|&&place| masked.iter().any(|one| one.start <= place && place < one.end)).count();
    2 * inside >= places.len().max(1)
}
