//! What another β, w or caution would change, by the figures that the decisions have. What a person has looked at stays.

use super::act::Scope;
use super::collection::Review;
use super::spans::{manual, span_of};
use super::step::Change;
use crate::document::{Decision, Sanitizer, Source};
use crate::{Error, Result};
use scumble_mask::document::{Removed, words};
use scumble_span::Span;
use serde::{Deserialize, Serialize};

/// Thresholds to try. What is not given stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setting {
    /// β in bits: phrases with at least this information content are redacted.
    pub beta: Option<f64>,
    /// τ as a share of β: phrases with at least this PMI with a sensitive term are redacted.
    pub w: Option<f64>,
    /// What people would mask with a probability of at least 1 − caution is redacted.
    pub caution: Option<f64>,
}

/// What a setting would change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct WhatIf {
    /// How many findings would be redacted that are kept now.
    pub mask: usize,
    /// How many would be kept that are redacted now.
    pub keep: usize,
    /// β in bits.
    pub beta: f64,
    /// τ in bits.
    pub tau: f64,
    /// The largest share of a sensitive term's information content that a phrase would disclose which is kept then; nothing where no
    /// term was named.
    pub residual_risk: Option<f64>,
    /// The share of the information content of all measured phrases that would be kept.
    pub ic_kept: Option<f64>,
}

/// The thresholds behind a setting.
#[derive(Clone, Copy)]
struct Bounds {
    beta: f64,
    tau: f64,
    mask_from: Option<f64>,
    /// Whether β or w was given.
    phrases: bool,
}

impl Setting {
    fn bounds(&self, sanitizer: &Sanitizer) -> Result<Bounds> {
        let share = |value: Option<f64>| value.is_none_or(|value| (0.0..=1.0).contains(&value));
        if !share(self.w) || !share(self.caution) || self.beta.is_some_and(|beta| !(beta >= 0.0 && beta.is_finite())) {
            return Err(Error::input("β is a number of bits, w and caution are shares between 0 and 1"));
        }
        let beta = self.beta.unwrap_or_else(|| sanitizer.beta());
        let tau = self.w.unwrap_or(sanitizer.protection().w) * beta;
        let phrases = self.beta.is_some() || self.w.is_some();
        Ok(Bounds { beta, tau, mask_from: self.caution.map(|caution| 1.0 - caution), phrases })
    }
}

impl Bounds {
    /// Whether a decision would redact; `None` where these thresholds do not decide on it, or a person has.
    fn redacts(&self, decision: &Decision) -> Option<bool> {
        let public = &decision.public;
        if public.reviewer.is_some() || public.state != "accepted" {
            return None;
        }
        if let Some(p) = public.probability {
            return self.mask_from.map(|from| p >= from);
        }
        let by_figures = matches!(public.rule.as_str(), "informative" | "unseen" | "related");
        if !self.phrases || !by_figures {
            return None;
        }
        let disclosed = public.pmi.is_some_and(|pmi| pmi >= self.tau);
        public.ic.map(|ic| ic >= self.beta || disclosed)
    }
}

impl WhatIf {
    pub(super) fn of(decisions: &[Decision], setting: &Setting, sanitizer: &Sanitizer) -> Result<Self> {
        let bounds = setting.bounds(sanitizer)?;
        let mut would = Self { beta: bounds.beta, tau: bounds.tau, ..Self::default() };
        let (mut all, mut kept) = (0.0, 0.0);
        let mut residual: f64 = 0.0;
        let hidden = sanitizer.decider().hidden().iter().map(|(_, ic)| *ic);
        let least = hidden.min_by(f64::total_cmp);
        for decision in decisions {
            let now = decision.public.is_applied();
            let then = bounds.redacts(decision).unwrap_or(now);
            would.mask += usize::from(then && !now);
            would.keep += usize::from(now && !then);
            let ic = decision.public.ic.unwrap_or(0.0);
            all += ic;
            if then {
                continue;
            }
            kept += ic;
            let related = decision.protected.as_ref().and_then(|protected| protected.related.as_deref());
            let whole = match related {
                Some(term) => Some(sanitizer.decider().meter().term(term)?.ic),
                // Which term a kept phrase discloses most of is not noted: the one with the least is the cautious guess.
                None => least,
            };
            if let (Some(pmi), Some(whole)) = (decision.public.pmi, whole) {
                residual = residual.max(if whole > 0.0 { pmi / whole } else { 0.0 });
            }
        }
        would.residual_risk = sanitizer.names_a_sensitive_term().then_some(residual.min(1.0));
        would.ic_kept = (all > 0.0).then(|| kept / all);
        Ok(would)
    }
}

impl Review {
    /// Decides as the machine would by another setting. Other mentions of what is redacted then are redacted with it.
    pub(super) fn decide_by(&mut self, document: usize, setting: &Setting, scope: Scope) -> Result<Option<u64>> {
        let bounds = setting.bounds(&self.sanitizer)?;
        let numbers = match scope {
            Scope::Document => vec![document],
            Scope::Collection => (0..self.documents.len()).collect(),
        };
        let mut changes = Vec::new();
        for number in numbers {
            let source = self.source(number)?;
            changes.extend(self.turned(number, &source, &bounds));
        }
        self.commit("settings", None, changes)
    }

    fn turned(&self, number: usize, source: &Source, bounds: &Bounds) -> Vec<Change> {
        let replace = self.sanitizer.protection().replace.as_str();
        let stored = &self.documents[number].stored;
        let name = &stored.name;
        let mut changes = Vec::new();
        for before in &stored.decisions {
            let now = before.public.is_applied();
            let Some(then) = bounds.redacts(before).filter(|then| *then != now) else { continue };
            let mut after = before.clone();
            after.public.action = if then { replace } else { "keep" }.to_owned();
            after.public.replacement = None;
            changes.push(Change { document: name.clone(), before: Some(before.clone()), after: Some(after) });
        }
        let masked: Vec<&Decision> =
            changes.iter().filter_map(|change| change.after.as_ref()).filter(|one| one.public.is_applied()).collect();
        let texts: Vec<&str> =
            masked.iter().filter_map(|one| one.protected.as_ref()).map(|protected| protected.text.as_str()).collect();
        let removed = Removed::of_terms(texts, self.sanitizer.language());
        let spans: Vec<Span> = stored.decisions.iter().filter_map(|one| span_of(source, &one.public)).collect();
        let is_free = |span: Span| !spans.iter().any(|other| other.start < span.end && span.start < other.end);
        let more: Vec<Change> = removed
            .left_in(&words(&source.woven().text))
            .into_iter()
            .filter(|hit| is_free(hit.span))
            .map(|hit| {
                let mut one = manual(source, hit.span, "term", replace, "same");
                one.public.state = "accepted".into();
                Change { document: name.clone(), before: None, after: Some(one) }
            })
            .collect();
        changes.extend(more);
        changes
    }
}
