//! The phrases that are measured.

use crate::document::covered::Covered;
use crate::document::measure::{Meter, Term};
use crate::document::reading::Reading;
use crate::error::Result;
use scumble_span::Span;
use scumble_text::Language;
use std::sync::Arc;

/// A phrase of a document with its measure.
pub(in crate::document) struct Candidate {
    /// Where it stands.
    pub(in crate::document) span: Span,
    /// Its counts.
    pub(in crate::document) term: Arc<Term>,
    /// The largest mutual information with a sensitive term, where there is one.
    pub(in crate::document) pmi: Option<f64>,
}

/// The noun phrases of a document that are not redacted, measured; with `pronouns`, pronouns too.
pub(in crate::document) fn candidates(
    reading: &Reading<'_>,
    language: &Language,
    meter: &Meter,
    redacted: &Covered,
    pronouns: bool,
) -> Result<Vec<Candidate>> {
    let text = reading.text();
    let spans = if pronouns { reading.phrases_and_pronouns() } else { reading.phrases() };
    let mut out = Vec::with_capacity(spans.len());
    for span in spans.into_iter().filter(|&span| !redacted.touches(span)) {
        let term = meter.term(span.of(text))?;
        // A pronoun that the corpus does not count is no rare term.
        let is_pronoun = pronouns && language.is_stop_word(span.of(text));
        if term.is_seen() || !is_pronoun {
            out.push(Candidate { span, term, pmi: None });
        }
    }
    Ok(out)
}
