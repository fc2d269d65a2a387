//! Noun phrases that say too much by themselves.

use super::finding::{Finding, Found, Rule};
use super::meter::{Meter, Term};
use super::text::{Covered, Reading};
use crate::error::Result;
use scumble_text::Span;

/// A phrase of a document with its measure.
pub(super) struct Candidate {
    /// Where it stands.
    pub span: Span,
    /// What it was counted as.
    pub term: std::sync::Arc<Term>,
}

/// The phrases of a document that no finding touches, measured.
pub(super) fn candidates(
    reading: &Reading<'_>,
    meter: &Meter<'_>,
    found: &[Finding],
    pronouns: bool,
) -> Result<Vec<Candidate>> {
    let covered = Covered::by(found);
    let text = reading.text();
    let spans = if pronouns { reading.phrases_and_pronouns() } else { reading.phrases() };
    let mut out = Vec::with_capacity(spans.len());
    for span in spans.into_iter().filter(|&span| !covered.touches(span)) {
        let term = meter.term(span.of(text))?;
        // A pronoun that was never counted is still only a pronoun.
        let is_pronoun = pronouns && scumble_text::is_stop_word(&span.of(text).to_lowercase());
        if term.is_seen() || !is_pronoun {
            out.push(Candidate { span, term });
        }
    }
    Ok(out)
}

/// Those whose information content reaches β.
pub(super) fn informative(candidates: &[Candidate], beta: f64) -> Vec<Finding> {
    // Published figures have two decimals, and a term must reach the β that it gave itself.
    let reaches = |candidate: &&Candidate| candidate.term.ic >= beta - 1e-9;
    let finding = |candidate: &Candidate| {
        let rule = if candidate.term.is_seen() { Rule::Informative } else { Rule::Unseen };
        let finding = Finding::new(candidate.span, Found::Term, rule);
        Finding { ic: Some(candidate.term.ic), threshold: Some(beta), ..finding }
    };
    candidates.iter().filter(reaches).map(finding).collect()
}
