//! Decides about the evidence of a document.

use super::{Evidence, Judges, TextKind, nodes};
use crate::document::case::{Case, Finder};
use crate::document::finding::Action;
use crate::error::Result;
use std::sync::Arc;

/// Takes back what people would keep, and adds what they would mask.
pub(in crate::document) struct Judge {
    pub(in crate::document) judges: Arc<Judges>,
    /// The kind of text, if the user says it.
    pub(in crate::document) text_kind: Option<TextKind>,
    /// 0 masks least, 1 most.
    pub(in crate::document) caution: Option<f64>,
}

impl Finder for Judge {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let reading = case.reading();
        if reading.document.looks_english() == Some(false) {
            return Ok(());
        }
        let kind = self.text_kind.unwrap_or_else(|| self.judges.text_kind(reading.text()));
        let caution = self.caution.unwrap_or_else(|| kind.caution());
        case.figures.text_kind = Some(kind);
        let evidence = case.take_evidence();
        let nodes = nodes(reading, case.knowledge().language, &evidence);
        let probabilities = self.judges.probabilities(kind, reading, &evidence, &nodes);
        for (Evidence { mut finding, .. }, p) in evidence.into_iter().zip(probabilities) {
            finding.probability = Some(p);
            if p < 1.0 - caution {
                finding.action = Action::Keep;
                case.keep(finding);
            } else {
                case.add(finding)?;
            }
        }
        Ok(())
    }
}
