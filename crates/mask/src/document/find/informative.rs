//! Noun phrases that are too informative by themselves: the first step (S1) of Sánchez, Batet and Viejo (2013).

use super::candidate::{Candidate, candidates};
use crate::document::case::{Case, Finder};
use crate::document::covered::Covered;
use crate::document::finding::{Finding, Found, Rule};
use crate::error::Result;

/// Redacts every noun phrase whose information content is at least β, and leaves the other phrases as candidates to those who
/// follow.
pub(in crate::document) struct Informative {
    /// Whether entities are decided about elsewhere: then those that are kept may still disclose a sensitive term, but are not
    /// redacted for their information content. Without it, pronouns are candidates as well.
    pub(in crate::document) entities_apart: bool,
}

impl Finder for Informative {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let (reading, language, beta) = (case.reading(), case.knowledge().language, case.beta());
        let all = candidates(reading, language, case.meter(), &case.covered(), !self.entities_apart)?;
        let (open, entities): (Vec<Candidate>, Vec<Candidate>) = if self.entities_apart {
            let known = Covered::of(reading.document.entities().iter().map(|entity| entity.span).collect());
            all.into_iter().partition(|candidate| !known.touches(candidate.span))
        } else {
            (all, Vec::new())
        };
        for candidate in open.iter().filter(|candidate| beta.reached_by(candidate.term.ic)) {
            let rule = if candidate.term.is_seen() { Rule::Informative } else { Rule::Unseen };
            let finding = Finding::new(candidate.span, Found::Term, rule);
            case.add(Finding { ic: Some(candidate.term.ic), threshold: Some(beta.bits()), ..finding })?;
        }
        case.candidates = open;
        case.candidates.extend(entities);
        case.drop_redacted_candidates();
        Ok(())
    }
}
