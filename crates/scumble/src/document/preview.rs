//! What the decisions about a document would make of it, at once: without the machine's own search and without reading the result
//! again, which a release does.

use super::assess::estimated_search_risk;
use super::decision::EditedDecision;
use super::sanitizer::Sanitizer;
use super::source::Source;
use super::verify::left_in_original;
use crate::{Error, Result};
use scumble_assess::document::estimate::SearchRisk;
use scumble_mask::document::{Kept, Ledger, SourceText};
use scumble_span::{Edit, Span, apply, places};

/// What the decisions about a document make of it. It holds protected text.
#[derive(Clone, Debug, Default)]
pub struct Preview {
    /// The text with all decisions applied.
    pub text: String,
    /// Every piece that is replaced, in order.
    pub pieces: Vec<PreviewedDecision>,
    /// The largest share of a sensitive term's information content that kept phrases disclose; `None` where no term was named.
    pub residual_risk: Option<f64>,
    /// How likely a search in pages about people finds the person, estimated.
    pub estimated_search_risk: Option<SearchRisk>,
    /// The share of words outside of all pieces.
    pub words_kept: f64,
    /// Pieces of the original in which redacted text would be left: with them the document is withheld.
    pub left: Vec<Span>,
}

/// A piece of a document that is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewedDecision {
    /// The decision's id.
    pub id: String,
    /// Where it stands in the original.
    pub before: Span,
    /// Where its replacement stands in the text of the preview.
    pub after: Span,
    /// The label or other replacement.
    pub replacement: String,
    /// Whom or what it names: pieces of one identity have one label. Protected.
    pub identity: String,
}

impl Sanitizer {
    /// What decisions make of a document. `ledger` has the labels that were given before, where there is a key file.
    ///
    /// Choices that are drawn (surrogates, moved dates) are shown as labels: they are drawn when the document is released.
    ///
    /// # Errors
    /// If a decision does not fit the document, or the counts cannot be had.
    pub fn preview(&self, source: &Source, decisions: &[EditedDecision], ledger: &Ledger) -> Result<Preview> {
        let (decider, woven, name) = (self.decider(), source.woven(), source.name());
        let text = SourceText {
            text: woven.text.clone(),
            prose: woven.prose,
            breaks: woven.breaks.clone(),
            vocabulary: woven.vocabulary.clone(),
        };
        let mut findings = EditedDecision::findings(decisions, woven, name)?;
        findings.sort_by_key(|finding| (finding.span, finding.rule));
        let kept = Kept::by(&woven.text, &findings);
        let sanitized = decider.apply_decisions(&text, findings).map_err(|error| Error::of_document(name, error))?;
        let edits = sanitized.label(&mut ledger.clone()).edits;
        let after = apply(&woven.text, &edits);
        let replaced = sanitized.replacements();
        let piece = |(place, edit): (Span, &Edit)| {
            let at = replaced.binary_search_by_key(&edit.span, |piece| piece.span).ok()?;
            Some(PreviewedDecision {
                id: sanitized.finding(&replaced[at]).id.clone()?,
                before: edit.span,
                after: place,
                replacement: edit.replacement.clone(),
                identity: replaced[at].identity.clone(),
            })
        };
        let pieces = places(&edits).into_iter().zip(&edits).filter_map(piece).collect();
        let removed = decider.removed(&sanitized);
        Ok(Preview {
            left: left_in_original(&removed, &woven.text, &edits, &kept),
            residual_risk: self.names_a_sensitive_term().then_some(sanitized.figures.residual_risk),
            estimated_search_risk: (!sanitized.other_language).then(|| estimated_search_risk(&after)).flatten(),
            words_kept: sanitized.words_kept(),
            text: after,
            pieces,
        })
    }
}
