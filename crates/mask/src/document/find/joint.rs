//! Phrases that disclose a sensitive term only together with others.

use super::candidate::Candidate;
use super::related::disclosing;
use super::sensitive::{SensitiveTerm, SensitiveTerms};
use crate::document::case::{Case, Finder};
use crate::document::finding::{Finding, Rule};
use crate::document::measure::{Meter, Term, Threshold};
use crate::error::Result;
use std::collections::HashSet;

/// Looks for two or three candidates whose joint PMI with a sensitive term is at least τ, and redacts the least informative of
/// each such set.
pub(in crate::document) struct Joint {
    /// The sensitive terms.
    pub(in crate::document) sensitive: SensitiveTerms,
    /// How many questions the search may ask the corpus about a document.
    pub(in crate::document) budget: usize,
}

/// Fewer documents than this are chance: three words that meet once would disclose everything of each other.
const LEAST_DOCUMENTS: u64 = 3;
/// How many candidates are combined for each sensitive term, those with the largest PMI first.
const MOST_CANDIDATES: usize = 12;

impl Finder for Joint {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let sensitive = self.sensitive.of(case.text(), case.found(), case.meter())?;
        let mut search = Search {
            meter: case.meter(),
            tau: case.tau(),
            candidates: &case.candidates,
            redacted: vec![false; case.candidates.len()],
            budget: self.budget,
            asked: 0,
            cut: false,
            residual: 0.0,
            found: Vec::new(),
        };
        for term in &sensitive {
            search.around(term)?;
        }
        let Search { asked, cut, residual, found, .. } = search;
        let figures = &mut case.figures;
        figures.residual_risk = figures.residual_risk.max(residual);
        (figures.joint_questions, figures.joint_cut) = (asked, cut);
        case.add_all(found)
    }
}

/// The search for joint disclosure in one document.
struct Search<'a> {
    meter: &'a Meter,
    tau: Threshold,
    candidates: &'a [Candidate],
    redacted: Vec<bool>,
    budget: usize,
    asked: usize,
    cut: bool,
    residual: f64,
    found: Vec<Finding>,
}

impl Search<'_> {
    /// Searches for sets that disclose one sensitive term.
    fn around(&mut self, sensitive: &SensitiveTerm) -> Result<()> {
        let near = self.associated(sensitive)?;
        let mut largest = near.first().map_or(0.0, |(pmi, _)| *pmi);
        let combined = self.meter.counts().most_groups() >= 3;
        for set in if combined { sets(near.len()) } else { Vec::new() } {
            let set: Vec<usize> = set.into_iter().map(|place| near[place].1).collect();
            if set.iter().any(|&candidate| self.redacted[candidate]) {
                continue;
            }
            if !self.may_ask() {
                break;
            }
            let terms: Vec<&Term> = set.iter().map(|&candidate| &*self.candidates[candidate].term).collect();
            let (pmi, documents) = self.meter.joint_pmi(&sensitive.term, &terms)?;
            if documents < LEAST_DOCUMENTS {
                continue;
            }
            if !self.tau.reached_by(pmi) {
                largest = largest.max(pmi);
                continue;
            }
            let ic = |candidate: usize| self.candidates[candidate].term.ic;
            if let Some(cheapest) = set.into_iter().min_by(|&a, &b| ic(a).total_cmp(&ic(b))) {
                self.redact(cheapest, pmi, sensitive);
            }
        }
        self.residual = self.residual.max(largest / sensitive.term.ic);
        Ok(())
    }

    /// The candidates with a positive PMI, the largest first, each term once.
    fn associated(&mut self, sensitive: &SensitiveTerm) -> Result<Vec<(f64, usize)>> {
        let mut near: Vec<(f64, usize)> = Vec::new();
        let mut seen: HashSet<&str> = HashSet::new();
        for (i, candidate) in self.candidates.iter().enumerate() {
            if self.redacted[i] || !candidate.term.is_seen() || !seen.insert(&candidate.term.phrase) {
                continue;
            }
            if !self.may_ask() {
                break;
            }
            let pmi = self.meter.pmi(&sensitive.term, &candidate.term)?;
            if pmi > 0.0 {
                near.push((pmi, i));
            }
        }
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        near.truncate(MOST_CANDIDATES);
        Ok(near)
    }

    /// Takes one question from the budget.
    fn may_ask(&mut self) -> bool {
        self.cut |= self.asked >= self.budget;
        let may = self.asked < self.budget;
        self.asked += usize::from(may);
        may
    }

    /// Redacts every mention of a candidate's term.
    fn redact(&mut self, cheapest: usize, pmi: f64, sensitive: &SensitiveTerm) {
        let term = &self.candidates[cheapest].term.phrase;
        for (i, candidate) in self.candidates.iter().enumerate().filter(|(_, other)| other.term.phrase == *term) {
            self.redacted[i] = true;
            self.found.push(disclosing(candidate, pmi, self.tau, sensitive, Rule::Joint));
        }
    }
}

/// All pairs, then all triples, of the first `n` numbers.
fn sets(n: usize) -> Vec<Vec<usize>> {
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| vec![a, b]));
    let triples = (0..n).flat_map(|a| (a + 1..n).flat_map(move |b| (b + 1..n).map(move |c| vec![a, b, c])));
    pairs.chain(triples).collect()
}
