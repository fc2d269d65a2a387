//! The sensitive terms of a document.

use crate::document::finding::{Finding, Rule};
use crate::document::measure::{Meter, Term};
use crate::error::Result;
use std::sync::Arc;

/// A term that no kept phrase may disclose.
pub(in crate::document) struct SensitiveTerm {
    /// As it stands in the document, or was given.
    pub(in crate::document) surface: String,
    /// How it was counted.
    pub(in crate::document) term: Arc<Term>,
}

/// What makes a term of a document sensitive.
#[derive(Clone)]
pub(in crate::document) struct SensitiveTerms {
    /// The terms to hide and the people to protect.
    pub(in crate::document) named: Vec<String>,
    /// Whether only what the user named is sensitive; else everything that was found is, as in Sánchez, Batet and Viejo (2013).
    pub(in crate::document) only_named: bool,
}

impl SensitiveTerms {
    /// The sensitive terms that the corpus has, each once.
    pub(in crate::document) fn of(&self, text: &str, found: &[Finding], meter: &Meter) -> Result<Vec<SensitiveTerm>> {
        let measured = |surface: &str| Ok(SensitiveTerm { surface: surface.to_owned(), term: meter.term(surface)? });
        let mut out: Vec<SensitiveTerm> = self.named.iter().map(|name| measured(name)).collect::<Result<_>>()?;
        for finding in found.iter().filter(|finding| finding.applies()) {
            let counts = !self.only_named || matches!(finding.rule, Rule::Person | Rule::Hidden | Rule::Denied);
            let surface = finding.span.of(text);
            if counts && !out.iter().any(|known| known.surface.eq_ignore_ascii_case(surface)) {
                out.push(measured(surface)?);
            }
        }
        out.retain(|sensitive| sensitive.term.is_seen());
        Ok(out)
    }
}
