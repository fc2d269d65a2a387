//! Phrases that disclose a sensitive term by themselves: the second step (S2) of Sánchez, Batet and Viejo (2013).

use super::candidate::Candidate;
use super::sensitive::{SensitiveTerm, SensitiveTerms};
use crate::document::case::{Case, Finder};
use crate::document::finding::{Finding, Found, Rule};
use crate::document::measure::{Meter, Threshold};
use crate::error::Result;
use std::collections::HashMap;

/// Redacts every candidate whose PMI with a sensitive term is at least τ.
pub(in crate::document) struct Related {
    /// The sensitive terms.
    pub(in crate::document) sensitive: SensitiveTerms,
}

/// Up to so many pairs of a sensitive term and a candidate, every PMI is asked for; beyond, only those that could reach τ.
const FEW_PAIRS: usize = 4000;

impl Finder for Related {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let (meter, tau) = (case.meter(), case.tau());
        let sensitive = self.sensitive.of(case.text(), case.found(), meter)?;
        let few = sensitive.len() * case.candidates.len() <= FEW_PAIRS;
        let least = if few { Threshold::new(0.0) } else { tau };
        let strongest = associations(meter, &sensitive, &case.candidates, least)?;
        let mut found = Vec::new();
        for (candidate, association) in case.candidates.iter_mut().zip(&strongest) {
            candidate.pmi = Some(association.pmi).filter(|pmi| pmi.is_finite());
            if tau.reached_by(association.pmi) {
                found.push(disclosing(candidate, association.pmi, tau, &sensitive[association.with], Rule::Related));
            }
        }
        case.add_all(found)?;
        let covered = case.covered();
        let kept = case.candidates.iter().zip(&strongest).filter(|(candidate, _)| !covered.touches(candidate.span));
        let residual = residual_risk(kept.map(|(_, association)| association), &sensitive);
        case.figures.residual_risk = case.figures.residual_risk.max(residual);
        case.drop_redacted_candidates();
        Ok(())
    }
}

/// The sensitive term with which a candidate has the largest PMI.
#[derive(Clone, Copy)]
pub(in crate::document) struct Association {
    /// Bits; minus infinity where the two never stand together.
    pmi: f64,
    /// The number of the sensitive term.
    with: usize,
}

/// For each candidate its strongest association. Pairs that cannot reach the `least` PMI are not asked for: PMI is bounded by the
/// information content of either term.
pub(in crate::document) fn associations(
    meter: &Meter,
    sensitive: &[SensitiveTerm],
    candidates: &[Candidate],
    least: Threshold,
) -> Result<Vec<Association>> {
    let mut out: Vec<Association> = Vec::with_capacity(candidates.len());
    let mut measured: HashMap<&str, Association> = HashMap::new();
    for candidate in candidates {
        if let Some(&same) = measured.get(candidate.term.phrase.as_str()) {
            out.push(same);
            continue;
        }
        let mut strongest = Association { pmi: f64::NEG_INFINITY, with: 0 };
        for (with, sensitive) in sensitive.iter().enumerate() {
            let bound = sensitive.term.ic.min(candidate.term.ic);
            if !least.reached_by(bound) || bound <= strongest.pmi {
                continue;
            }
            let pmi = meter.pmi(&sensitive.term, &candidate.term)?;
            if pmi > strongest.pmi {
                strongest = Association { pmi, with };
            }
        }
        measured.insert(&candidate.term.phrase, strongest);
        out.push(strongest);
    }
    Ok(out)
}

/// The largest share of a sensitive term's information content that one of these associations discloses.
pub(in crate::document) fn residual_risk<'a>(
    kept: impl IntoIterator<Item = &'a Association>,
    sensitive: &[SensitiveTerm],
) -> f64 {
    let finite = kept.into_iter().filter(|association| association.pmi.is_finite());
    finite.map(|association| association.pmi / sensitive[association.with].term.ic).fold(0.0, f64::max)
}

/// The finding of a candidate that discloses a sensitive term.
pub(super) fn disclosing(
    candidate: &Candidate,
    pmi: f64,
    tau: Threshold,
    sensitive: &SensitiveTerm,
    rule: Rule,
) -> Finding {
    Finding {
        ic: Some(candidate.term.ic),
        pmi: Some(pmi),
        threshold: Some(tau.bits()),
        related: Some(sensitive.surface.clone()),
        ..Finding::new(candidate.span, Found::Term, rule)
    }
}
