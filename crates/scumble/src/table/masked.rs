//! A masked table, and what is known of how it was masked.

use super::household::{ReleasedHouseholds, check_perturbation};
use super::plan::Plan;
use super::step::PlannedStep;
use crate::error::Result;
use scumble_assess::promise::{Kept, Promised, check};
use scumble_assess::{ColumnLoss, GeneralizationLoss, Unperturbed, sse_sst};
use scumble_data::Table;
use scumble_mask::{Attribute, Blank, Generalized, GroupReport, Households, Method, Population, Report, Suppressed};
use scumble_ontology::Stack;
use std::sync::Arc;

/// What a perturbed release is compared with.
#[derive(Debug, Clone)]
pub(super) struct Before {
    /// The masked columns as they were.
    pub(super) attributes: Vec<Attribute>,
    pub(super) strata: Vec<Vec<u32>>,
    pub(super) households: Option<Households>,
    /// For each released record its record in these columns.
    pub(super) rows: Vec<u32>,
}

/// A masked table that keeps its promise.
#[derive(Debug, Clone)]
#[must_use]
pub struct Masked {
    /// The masked table.
    pub table: Table,
    /// What was done, with nothing left open.
    pub plan: Plan,
    /// What each step did.
    pub reports: Vec<Report>,
    /// Records that were left out.
    pub suppressed: usize,
    /// Records that a sample left out.
    pub sampled_out: usize,
    /// Records of the table as it was given.
    pub input_records: usize,
    /// For each released record its record in that table.
    pub rows: Vec<u32>,
    /// The records of that table that a method left out; others were left out because they miss a value.
    pub left_out_by_method: Vec<u32>,
    /// What generalised columns lost, if there are any.
    pub generalization: Option<GeneralizationLoss>,
    /// What every masked column lost by the grouping, before it was written.
    pub losses: Vec<ColumnLoss>,
    /// What the table keeps.
    pub kept: Kept,
    /// What a person should know.
    pub warnings: Vec<String>,
    /// Seconds that the masking itself took.
    pub mask_seconds: f64,
    /// The taxonomy of the confidential column whose closeness is by a hierarchy.
    pub(super) taxonomy: Option<Arc<Stack>>,
    /// What perturbed columns are compared with.
    pub(super) before: Option<Before>,
    pub(super) households: Option<ReleasedHouseholds>,
    /// The population that something is promised against.
    pub(super) population: Option<Arc<Population>>,
}

impl Masked {
    /// Columns that were grouped together, each with its groups.
    pub fn groups(&self) -> impl Iterator<Item = &GroupReport> {
        self.reports.iter().flat_map(|report| &report.groups)
    }

    /// What a generalisation did, if a step was one.
    pub fn generalized(&self) -> Option<&Generalized> {
        self.reports.iter().find_map(|report| report.generalized.as_ref())
    }

    /// What a suppression did, if a step was one.
    pub fn suppression(&self) -> Option<&Suppressed> {
        self.reports.iter().find_map(|report| report.suppressed.as_ref())
    }

    /// The share of the variation of numbers, dates and ordinals that is lost, in percent (100·SSE/SST); nothing without such a column.
    pub fn sse_sst(&self) -> Option<f64> {
        (self.sst() > 0.0).then(|| 100.0 * self.sse() / self.sst())
    }

    /// The same share for what is published: means that are rounded, and medians.
    pub fn sse_sst_published(&self) -> Option<f64> {
        sse_sst(&self.losses)
    }

    /// Squared distances of records to what is published for them, over all columns, every column weighing the same.
    pub fn squares(&self) -> f64 {
        self.reports.iter().fold(0.0, |sum, report| sum + report.squares)
    }

    /// Squared distances of records to the means of their groups, over numbers, dates and ordinals.
    pub fn sse(&self) -> f64 {
        self.reports.iter().fold(0.0, |sum, report| sum + report.sse)
    }

    /// Squared distances of records to the mean of all, over the same columns.
    pub fn sst(&self) -> f64 {
        self.reports.iter().fold(0.0, |sum, report| sum + report.sst)
    }

    /// Whether a search was stopped before its effort was spent.
    pub fn stopped(&self) -> bool {
        self.reports.iter().any(|report| report.stopped)
    }

    /// The names of the methods.
    pub fn methods(&self) -> String {
        let mut names: Vec<&str> = self.plan.steps.iter().map(|step| step.method().name()).collect();
        names.dedup();
        names.join(" + ")
    }

    /// The k that is promised: over all masked columns by the policy, else of every group of columns by the methods; nothing if a
    /// step perturbs and the policy promises none.
    pub fn k_promised(&self) -> Option<usize> {
        let grouped = || self.groups().map(|group| group.k).min().filter(|_| !self.plan.perturbs());
        self.plan.promise.k.or_else(grouped)
    }

    /// Names perturbed columns few of whose cells changed.
    pub(super) fn little_changed(&self) -> Vec<String> {
        /// Below this share of its cells, a column is named.
        const FEW: f64 = 0.5;
        let blurs = |step: &&PlannedStep| {
            use Method as Of;
            [Of::RankSwap, Of::Noise, Of::CorrelatedNoise, Of::ShuffleValues].contains(&step.method())
        };
        let columns: Vec<usize> = self.plan.steps.iter().filter(blurs).flat_map(PlannedStep::columns).collect();
        let few = self.losses.iter().enumerate().filter(|(at, loss)| columns.contains(at) && loss.changed < FEW);
        few.map(|(_, loss)| {
            format!(
                "column “{}”: only {:.1} % of its cells changed; many of its values are equal, or the noise is less than its last decimal",
                loss.column,
                100.0 * loss.changed
            )
        })
        .collect()
    }

    /// Says so if the promise left one equivalence class of all records: the masked columns are constant then.
    pub(super) fn one_class(&self) -> Option<String> {
        let all = self.kept.smallest == self.table.len();
        let promise = &self.plan.promise;
        (all && promise.columns().next().is_some()).then(|| {
            let asked = match (&promise.t, &promise.l) {
                (Some(t), _) => format!("t = {} of “{}”", t.at_most, t.column),
                (_, Some(l)) => format!("l-diversity of “{}”", l.column),
                _ => "the promise".to_owned(),
            };
            format!(
                "{asked} is kept only by one class of all {} records: every masked column is constant",
                self.table.len()
            )
        })
    }

    /// Says so if records are alike only because a blank is taken to match every value.
    pub(super) fn weak_blanks(&self) -> Option<String> {
        let k = self.groups().filter(|group| group.blank == Blank::MatchesAnything).map(|group| group.k).max()?;
        Some(format!(
            "a blank is counted as matching every value: a record that matches {k} may still differ from all others, and who knows a \
             person's values, blanked or not, can tell records with other values from theirs; count a blank as a value of its own \
             to publish at least {k} equal records"
        ))
    }

    /// Checks a release against the promise.
    pub(super) fn check(&self, release: &Table) -> Result<Kept> {
        let groups: Vec<GroupReport> = self.groups().cloned().collect();
        let promised = Promised {
            records: self.table.len(),
            roles: &self.plan.roles,
            groups: &groups,
            promise: &self.plan.promise,
            missing: &self.plan.missing.values,
            taxonomy: self.taxonomy.as_deref(),
            population: self.population.as_deref(),
        };
        let kept = check(release, &promised)?;
        if let Some(Before { attributes, strata, households, rows }) = &self.before {
            let original = Unperturbed { attributes, strata, rows, missing: &self.plan.missing.values };
            for step in self.plan.perturbations() {
                check_perturbation(release, step, &original, households.as_ref(), self.households.as_ref())?;
            }
        }
        self.households.iter().try_for_each(|households| households.check(release))?;
        Ok(kept)
    }
}
