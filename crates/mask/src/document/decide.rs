//! From what is to be protected to findings: the order in which finders ask.

use super::blocks::Blocks;
use super::capitals::capitals;
use super::entities::Entities;
use super::finding::{Action, Finding, Found, Rule, State};
use super::informative::{Candidate, candidates, informative};
use super::lists::Listed;
use super::meter::Meter;
use super::person::Person;
use super::protection::{Method, Protection};
use super::related::{Secret, joint, related, told};
use super::same::repeated;
use super::text::{Covered, Finder, Reading};
use crate::error::{Error, Result};
use scumble_corpus::Counts;

/// β where nobody gave one: chosen on court cases for the embedded counts (`bench/documents`).
pub const OWN_BETA: f64 = 19.0;

/// Decides what goes in documents.
pub struct Decider<'c> {
    protection: Protection,
    meter: Meter<'c>,
    finders: Vec<Box<dyn Finder + Send + 'c>>,
    /// How many of the finders look for what the user named.
    named: usize,
    allowed: Listed,
    /// The terms to hide, and their figures.
    hidden: Vec<(String, f64)>,
    beta: f64,
}

/// What was decided about a document.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// All findings in order: those that apply, those that wait, and candidates that stay.
    pub findings: Vec<Finding>,
    /// The most that what stays tells of a sensitive term, as a share of that term's information content.
    pub residual: f64,
    /// Questions that the search for joint disclosure asked.
    pub joint_asked: usize,
    /// Whether its budget ended it.
    pub joint_cut: bool,
}

impl<'c> Decider<'c> {
    /// Prepares to decide by these counts.
    pub fn new(protection: Protection, counts: &'c dyn Counts) -> Result<Self> {
        if !(0.0..=1.0).contains(&protection.w) {
            return Err(Error::Parameters(format!("w is {}: a share between 0 and 1 is expected", protection.w)));
        }
        if protection.beta.is_some_and(|beta| !(beta >= 0.0 && beta.is_finite())) {
            return Err(Error::Parameters("beta is a number of bits, 0 or more".into()));
        }
        let meter = Meter::new(counts, protection.exact)?;
        let measured = |term: &String| Ok((term.clone(), meter.term(term)?.ic));
        let hidden: Vec<(String, f64)> = protection.hide.iter().map(measured).collect::<Result<_>>()?;
        let least = hidden.iter().map(|(_, ic)| *ic).min_by(f64::total_cmp);
        let beta = protection.beta.or(least).unwrap_or(OWN_BETA);
        let mut finders: Vec<Box<dyn Finder + Send + 'c>> = Vec::new();
        finders.push(Box::new(Listed::new(&protection.deny, Rule::Denied)));
        for name in &protection.people {
            finders.push(Box::new(Person::new(name)));
        }
        finders.push(Box::new(Listed::hidden(&protection.hide, protection.exact)));
        let named = finders.len();
        if protection.method == Method::Combined {
            finders.push(Box::new(Entities { keep_places: protection.keep_places }));
        }
        if !protection.topics.is_empty() {
            finders.push(Box::new(Blocks { topics: protection.topics.clone(), accept: protection.accept_blocks }));
        }
        let allowed = Listed::new(&protection.allow, Rule::Manual);
        Ok(Self { protection, meter, finders, named, allowed, hidden, beta })
    }

    /// The threshold of information content.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// The threshold of mutual information.
    pub fn tau(&self) -> f64 {
        self.protection.w * self.beta
    }

    /// The terms to hide with their information content.
    pub fn hidden(&self) -> &[(String, f64)] {
        &self.hidden
    }

    /// What is protected.
    pub fn protection(&self) -> &Protection {
        &self.protection
    }

    /// What measures terms.
    pub fn meter(&self) -> &Meter<'c> {
        &self.meter
    }

    /// Decides about a document that was read.
    pub fn decide(&self, reading: &Reading<'_>) -> Result<Decisions> {
        let mut found: Vec<Finding> = Vec::new();
        for finder in &self.finders {
            let new = finder.find(reading, &found)?;
            found.extend(new);
        }
        let combined = self.protection.method == Method::Combined;
        if combined {
            let new = capitals(reading, &self.meter, self.protection.keep_places, &found)?;
            found.extend(new);
        }
        self.allow(reading, &mut found);
        let measured = candidates(reading, &self.meter, &found, !combined)?;
        let (open, entities) = self.open_candidates(reading, measured);
        found.extend(informative(&open, self.beta));
        self.allow(reading, &mut found);
        let covered = Covered::by(&found);
        let kept: Vec<Candidate> =
            open.into_iter().chain(entities).filter(|candidate| !covered.touches(candidate.span)).collect();
        let mut decisions = Decisions::default();
        let kept = self.relationships(reading, &mut found, kept, &mut decisions)?;
        found.extend(repeated(reading, &found));
        self.allow(reading, &mut found);
        self.finish(found, kept, &mut decisions);
        Ok(decisions)
    }

    /// Whether a text names somebody to protect, a term to hide, or something that must go: for what is no document itself, such as
    /// the name of a file.
    pub fn is_named_in(&self, text: &str) -> Result<bool> {
        let reading = Reading::with_rest(text, scumble_text::Document::default(), Vec::new());
        for finder in &self.finders[..self.named] {
            if !finder.find(&reading, &[])?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The most that what stays tells of a sensitive term, as a share of its information content, by decisions that somebody made.
    pub fn residual(&self, reading: &Reading<'_>, found: &[Finding]) -> Result<f64> {
        let kept = candidates(reading, &self.meter, found, false)?;
        let secrets = self.secrets(reading, found)?;
        let told = told(&self.meter, &secrets, &kept, 0.0)?;
        let shares = told.iter().filter(|told| told.pmi.is_finite()).map(|told| told.pmi / secrets[told.of].term.ic);
        Ok(shares.fold(0.0, f64::max))
    }

    /// In the combined method the entities that were let stay are no candidates for information content; they can still tell.
    fn open_candidates(&self, reading: &Reading<'_>, all: Vec<Candidate>) -> (Vec<Candidate>, Vec<Candidate>) {
        if self.protection.method != Method::Combined {
            return (all, Vec::new());
        }
        let known = Covered::of(reading.document.entities().iter().map(|entity| entity.span).collect());
        all.into_iter().partition(|candidate| !known.touches(candidate.span))
    }

    /// The second step, and the search for what tells together. Gives the candidates that stay.
    fn relationships(
        &self,
        reading: &Reading<'_>,
        found: &mut Vec<Finding>,
        kept: Vec<Candidate>,
        decisions: &mut Decisions,
    ) -> Result<Vec<(Candidate, Option<f64>)>> {
        if self.protection.method == Method::Ic {
            return Ok(kept.into_iter().map(|candidate| (candidate, None)).collect());
        }
        let secrets = self.secrets(reading, found)?;
        // All figures are asked for where they are few; else only those that could reach the threshold.
        const FEW: usize = 4000;
        let floor = if secrets.len() * kept.len() <= FEW { 0.0 } else { self.tau() };
        let told = told(&self.meter, &secrets, &kept, floor)?;
        found.extend(related(&secrets, &kept, &told, self.tau()));
        self.allow(reading, found);
        let covered = Covered::by(found);
        let mut stays: Vec<(Candidate, f64)> = Vec::new();
        for (candidate, told) in kept.into_iter().zip(told).filter(|(candidate, _)| !covered.touches(candidate.span)) {
            if told.pmi.is_finite() {
                decisions.residual = decisions.residual.max(told.pmi / secrets[told.of].term.ic);
            }
            stays.push((candidate, told.pmi));
        }
        if self.protection.method == Method::Combined && !secrets.is_empty() {
            let (candidates, pmi): (Vec<Candidate>, Vec<f64>) = stays.into_iter().unzip();
            let joint = joint(&self.meter, &secrets, &candidates, self.tau(), self.protection.joint_budget)?;
            decisions.residual = decisions.residual.max(joint.residual);
            decisions.joint_asked = joint.asked;
            decisions.joint_cut = joint.cut;
            found.extend(joint.findings);
            self.allow(reading, found);
            stays = candidates.into_iter().zip(pmi).collect();
        }
        let finite = |pmi: f64| pmi.is_finite().then_some(pmi);
        Ok(stays.into_iter().map(|(candidate, pmi)| (candidate, finite(pmi))).collect())
    }

    /// The sensitive terms: what was found and what is hidden, each once.
    fn secrets(&self, reading: &Reading<'_>, found: &[Finding]) -> Result<Vec<Secret>> {
        let mut out: Vec<Secret> = Vec::new();
        let combined = self.protection.method == Method::Combined;
        let named = self.hidden.iter().map(|(term, _)| term).chain(&self.protection.people);
        for surface in named {
            out.push(Secret { surface: surface.clone(), term: self.meter.term(surface)? });
        }
        for finding in found.iter().filter(|finding| finding.applies()) {
            // In the combined method what must not be told is what was named; in the paper's, all that is sensitive.
            let counts = !combined || matches!(finding.rule, Rule::Person | Rule::Hidden | Rule::Denied);
            let surface = finding.span.of(reading.text());
            if counts && !out.iter().any(|secret| secret.surface.eq_ignore_ascii_case(surface)) {
                out.push(Secret { surface: surface.to_owned(), term: self.meter.term(surface)? });
            }
        }
        out.retain(|secret| secret.term.is_seen());
        Ok(out)
    }

    /// Takes away what machines found inside of what is allowed.
    fn allow(&self, reading: &Reading<'_>, found: &mut Vec<Finding>) {
        if self.allowed.is_empty() {
            return;
        }
        let allowed = Covered::of(self.allowed.spans(reading));
        let strong =
            |finding: &Finding| matches!(finding.rule, Rule::Denied | Rule::Person | Rule::Hidden | Rule::Block);
        found.retain(|finding| strong(finding) || !allowed.touches(finding.span));
    }

    fn finish(&self, found: Vec<Finding>, kept: Vec<(Candidate, Option<f64>)>, decisions: &mut Decisions) {
        let covered = Covered::by(&found);
        decisions.findings = found;
        for finding in &mut decisions.findings {
            if finding.rule == Rule::Hidden {
                finding.ic = finding.ic.or(self.hidden.iter().map(|(_, ic)| *ic).min_by(f64::total_cmp));
                finding.threshold = finding.threshold.or(Some(self.beta));
            }
            if finding.kind != Found::Block {
                finding.action = self.protection.replace;
            }
        }
        for (candidate, pmi) in kept.into_iter().filter(|(candidate, _)| !covered.touches(candidate.span)) {
            decisions.findings.push(Finding {
                ic: Some(candidate.term.ic),
                pmi,
                threshold: Some(self.beta),
                action: Action::Keep,
                state: State::Accepted,
                ..Finding::new(candidate.span, Found::Term, Rule::Informative)
            });
        }
        decisions.findings.sort_by_key(|finding| (finding.span, finding.rule));
    }
}
