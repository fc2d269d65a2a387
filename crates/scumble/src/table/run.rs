//! The run of a table: plan, prepare, mask, check.

use super::plan::Plan;
use super::shuffle::{order_seed, shuffled};
use super::step::PlannedStep;
use crate::error::{Error, Result};
use crate::policy::TablePolicy;
use rayon::prelude::*;
use scumble_assess::promise::{Kept, Promised, check};
use scumble_assess::{ColumnLoss, column_loss, sse_sst};
use scumble_data::{Column, Table};
use scumble_io::{Place, Watch};
use scumble_mask::table::Prepared;
use scumble_mask::{Attribute, Blank, Error as MaskError, Generalized, GroupReport, Problem, Report, Rng, Suppressed};
use scumble_ontology::Stack;
use scumble_ontology::load::{Options as TaxonomyOptions, Spec, open};
use std::sync::Arc;
use std::time::Instant;

/// Masks a table by a policy and checks the promise on the result.
///
/// # Errors
/// If the policy does not fit the table, the promise is not kept, or the watcher cancels the run.
pub fn mask(table: &Table, policy: &TablePolicy, watch: &dyn Watch) -> Result<Masked> {
    Plan::new(policy, table)?.prepare(table)?.mask(watch)
}

/// A table that is planned and prepared: the original is not needed any more.
#[derive(Debug, Clone)]
#[must_use]
pub struct Ready {
    plan: Plan,
    prepared: Prepared,
    input_records: usize,
    /// What a shuffled order starts from.
    order: Option<u64>,
    /// What a person should know before the table is masked.
    pub warnings: Vec<String>,
}

impl Plan {
    /// Prepares a table: missing values, strata, identifiers, taxonomies.
    ///
    /// # Errors
    /// If a value is missing that may not be, or a column is not what it is said to be.
    pub fn prepare(self, table: &Table) -> Result<Ready> {
        let prepared = Prepared::new(table, &self.roles, &self.missing, &self.promise, self.largest_k(), taxonomy)?;
        let warnings = warnings(&prepared);
        let order = self.shuffle.then(|| order_seed(table, self.seed));
        Ok(Ready { plan: self, prepared, input_records: table.len(), order, warnings })
    }
}

impl Plan {
    /// A masked column as it is published. What suppression leaves keeps its bytes; other methods write all cells anew.
    fn published(&self, attribute: &Attribute, table: &Table, marker: &str) -> Column {
        let at = self.roles.masked.iter().position(|masked| masked.name == attribute.name);
        let is_suppressed = |step: &PlannedStep| matches!((step, at), (PlannedStep::Suppression(step), Some(at)) if step.columns.contains(&at));
        let original = table.column(&attribute.name).ok().filter(|_| self.steps.iter().any(is_suppressed));
        let blank = || (0..attribute.len()).map(|row| attribute.is_missing(row)).collect::<Vec<_>>();
        original.and_then(|column| column.blanked(&blank(), marker)).unwrap_or_else(|| attribute.column(marker))
    }
}

/// Opens the taxonomy of a text column.
pub(super) fn taxonomy(spec: &str, values: &[String]) -> std::result::Result<Arc<Stack>, String> {
    let items: Vec<&str> = values.iter().map(String::as_str).collect();
    let stack = Spec::parse(spec).and_then(|specs| open(&specs, &TaxonomyOptions::default(), &items));
    stack.map(Arc::new).map_err(|error| error.to_string())
}

fn warnings(prepared: &Prepared) -> Vec<String> {
    let mut warnings = Vec::new();
    for unknown in &prepared.unknown {
        warnings.push(format!(
            "column “{}”: {} not in its taxonomy, and as far as can be from all others",
            unknown.column,
            match unknown.count {
                1 => "1 distinct value is".to_owned(),
                count => format!("{count} distinct values are"),
            }
        ));
    }
    if prepared.suppressed > 0 {
        warnings.push(match prepared.suppressed {
            1 => "1 record with missing values was left out".to_owned(),
            count => format!("{count} records with missing values were left out"),
        });
    }
    warnings
}

impl Ready {
    /// Masks the table and checks the promise on the result.
    ///
    /// # Errors
    /// If the table cannot be masked in this way, the promise is not kept, or the watcher cancels the run.
    pub fn mask(self, watch: &dyn Watch) -> Result<Masked> {
        let Self { plan, prepared, input_records, order, warnings } = self;
        let start = Instant::now();
        let (attributes, reports) = masked(&plan, &prepared, watch)?;
        let mask_seconds = start.elapsed().as_secs_f64();
        let (prepared, attributes) = released(prepared, attributes, &reports);
        let pairs: Vec<_> = prepared.attributes.iter().zip(&attributes).collect();
        let losses = pairs.par_iter().map(|(original, masked)| column_loss(original, masked)).collect();
        let Prepared { table, suppressed, taxonomy, kept: mut rows, .. } = prepared;
        let marker = plan.missing.values.marker();
        let columns = attributes.iter().map(|attribute| plan.published(attribute, &table, marker)).collect();
        let mut table = table.with(columns);
        drop(attributes);
        if let Some(seed) = order {
            let order = shuffled(table.len(), seed);
            table = table.select(&order);
            rows = order.iter().map(|&record| rows[record as usize]).collect();
        }
        let kept = Kept::default();
        let mut masked = Masked {
            table,
            plan,
            reports,
            suppressed,
            input_records,
            rows,
            losses,
            kept,
            warnings,
            mask_seconds,
            taxonomy,
        };
        watch.step("checking", 0, 0)?;
        masked.kept = masked.check(&masked.table)?;
        masked.warnings.extend(masked.one_class());
        masked.warnings.extend(masked.weak_blanks());
        Ok(masked)
    }
}

/// Runs every step on what the one before left.
fn masked(plan: &Plan, prepared: &Prepared, watch: &dyn Watch) -> Result<(Vec<Attribute>, Vec<Report>)> {
    let mut attributes = prepared.attributes.clone();
    let mut reports = Vec::new();
    let mut rng = Rng::new(plan.seed);
    for step in &plan.steps {
        let problem = Problem { attributes: &attributes, strata: &prepared.strata, sensitive: &prepared.sensitive };
        let done = step.mask(&problem, &mut rng, watch);
        let done = done.map_err(|error| placed(error, prepared))?;
        attributes = done.attributes;
        reports.push(done.report);
    }
    Ok((attributes, reports))
}

/// An error of a step with its place in the table as it was given.
fn placed(error: MaskError, prepared: &Prepared) -> Error {
    let place = Place::file(prepared.table.file());
    match &error {
        MaskError::NotInHierarchy { column, record, count } => {
            let row = prepared.kept.get(*record).map_or(*record, |&record| record as usize) + 2;
            let problem = match count {
                1 => "the value is not in the column's hierarchy".to_owned(),
                count => {
                    format!("the value is not in the column's hierarchy (nor are those of {} other rows)", count - 1)
                }
            };
            let said = Error::input(problem).at(place.row(row).column(column));
            match error.help() {
                Some(help) => said.with_help(help),
                None => said,
            }
        }
        _ => Error::from(error).at(place),
    }
}

/// Leaves out the records that a step left out.
fn released(mut prepared: Prepared, attributes: Vec<Attribute>, reports: &[Report]) -> (Prepared, Vec<Attribute>) {
    let Some(kept) = reports.iter().find_map(|report| report.kept.as_ref()) else { return (prepared, attributes) };
    let mut keep = vec![false; prepared.table.len()];
    kept.iter().for_each(|&record| keep[record as usize] = true);
    prepared.suppressed += keep.iter().filter(|&&keep| !keep).count();
    prepared.table = prepared.table.keep(&keep);
    prepared.kept = kept.iter().map(|&record| prepared.kept[record as usize]).collect();
    prepared.attributes = prepared.attributes.iter().map(|attribute| attribute.keep(&keep)).collect();
    (prepared, attributes.iter().map(|attribute| attribute.keep(&keep)).collect())
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
    /// Records of the table as it was given.
    pub input_records: usize,
    /// For each released record its record in that table.
    pub rows: Vec<u32>,
    /// What every masked column lost by the grouping, before it was written.
    pub losses: Vec<ColumnLoss>,
    /// What the table keeps.
    pub kept: Kept,
    /// What a person should know.
    pub warnings: Vec<String>,
    /// Seconds that the masking itself took.
    pub mask_seconds: f64,
    /// The taxonomy of the confidential column whose closeness is by a hierarchy.
    taxonomy: Option<Arc<Stack>>,
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

    /// Says so if the promise left one equivalence class of all records: the masked columns are constant then.
    fn one_class(&self) -> Option<String> {
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
    fn weak_blanks(&self) -> Option<String> {
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
        };
        Ok(check(release, &promised)?)
    }
}
