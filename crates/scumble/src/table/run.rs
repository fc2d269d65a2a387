//! The run of a table: plan, prepare, mask, check.

use super::household::{ReleasedHouseholds, check_perturbation, levels, masked_step};
use super::plan::Plan;
use super::recoded::lost;
use super::shuffle::{order_seed, shuffled};
use super::step::PlannedStep;
use crate::error::{Error, Result};
use crate::policy::TablePolicy;
use rayon::prelude::*;
use scumble_assess::promise::{Kept, Promised, check};
use scumble_assess::{ColumnLoss, GeneralizationLoss, Unperturbed, column_loss, sse_sst};
use scumble_data::{Options, Table, read};
use scumble_io::{Place, Watch};
use scumble_mask::table::Prepared;
use scumble_mask::{
    Attribute, Error as MaskError, Generalized, GroupReport, Households, Method, Population, Report, Rng,
};
use scumble_ontology::Stack;
use scumble_ontology::load::{Options as TaxonomyOptions, Spec, open};
use std::path::Path;
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
    /// What a random order of records or households starts from.
    order: Option<u64>,
    /// The population that something is promised against.
    population: Option<Arc<Population>>,
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
        let population = population(&self, &prepared)?.map(Arc::new);
        let has_order = self.shuffle || self.roles.household.is_some();
        let order = has_order.then(|| order_seed(table, self.seed));
        Ok(Ready { plan: self, prepared, input_records: table.len(), order, population, warnings })
    }
}

/// Reads the population that something is promised against.
fn population(plan: &Plan, prepared: &Prepared) -> Result<Option<Population>> {
    let Some(promise) = &plan.promise.population else { return Ok(None) };
    let table = read(Path::new(&promise.file), &Options::default())?;
    let (masked, missing) = (&plan.roles.masked, &plan.missing.values);
    Ok(Some(Population::new(promise.clone(), &table, masked, &prepared.attributes, missing)?))
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
        let Self { plan, prepared, input_records, order, population, warnings } = self;
        let start = Instant::now();
        let (attributes, reports) = masked(&plan, &prepared, population.as_deref(), watch)?;
        let mask_seconds = start.elapsed().as_secs_f64();
        let generalization = lost(&prepared.attributes, &attributes, &reports);
        let left_out_by_method = left_out(&prepared, &reports);
        let shared = shared_columns(&plan, &prepared);
        let Prepared { table, mut suppressed, taxonomy, kept: mut rows, attributes: before, .. } = prepared;
        let (whole_strata, all_households) = (prepared.whole_strata, prepared.households);
        let losses = before.par_iter().zip(&attributes);
        let mut places = released(&reports);
        let losses = losses
            .map(|(before, after)| match &places {
                Some(kept) => column_loss(&before.select(kept), &after.select(kept)),
                None => column_loss(before, after),
            })
            .collect();
        let marker = plan.missing.values.marker();
        let mut table = table.with(attributes.iter().map(|attribute| attribute.column(marker)).collect());
        drop(attributes);
        let all = table.len();
        if let Some(kept) = &places {
            table = table.select(kept);
        }
        let left_out = all - table.len();
        let sampled_out = if plan.uses(&[Method::Sample]) { left_out } else { 0 };
        suppressed += left_out - sampled_out;
        if let Some(seed) = order.filter(|_| plan.shuffle) {
            let order = shuffled(table.len(), seed);
            table = table.select(&order);
            places = Some(order.iter().map(|&at| places.as_ref().map_or(at, |places| places[at as usize])).collect());
        }
        if let Some(places) = &places {
            rows = places.iter().map(|&record| rows[record as usize]).collect();
        }
        let households = plan.roles.household.clone().zip(all_households.as_ref()).map(|(column, all)| {
            let households = places.as_ref().map_or_else(|| all.clone(), |places| all.select(places));
            ReleasedHouseholds { column, households, shared }
        });
        if let Some(households) = &households {
            table = table.with(vec![households.numbered(order.unwrap_or(plan.seed))]);
        }
        let before = plan.perturbs().then(|| Before {
            attributes: before,
            strata: whole_strata,
            households: all_households,
            rows: places.unwrap_or_else(|| (0..all as u32).collect()),
        });
        let kept = Kept::default();
        let mut masked = Masked {
            table,
            plan,
            reports,
            suppressed,
            sampled_out,
            input_records,
            rows,
            left_out_by_method,
            losses,
            generalization,
            kept,
            warnings,
            mask_seconds,
            taxonomy,
            before,
            households,
            population,
        };
        watch.step("checking", 0, 0)?;
        masked.kept = masked.check(&masked.table)?;
        masked.warnings.extend(masked.one_class());
        masked.warnings.extend(masked.little_changed());
        Ok(masked)
    }
}

/// Runs every step on what the one before left.
fn masked(
    plan: &Plan,
    prepared: &Prepared,
    population: Option<&Population>,
    watch: &dyn Watch,
) -> Result<(Vec<Attribute>, Vec<Report>)> {
    let mut attributes = prepared.attributes.clone();
    // Behind the masked columns those that a perturbation looks at.
    let (table, missing) = (&prepared.table, &plan.missing.values);
    for given in &plan.given {
        // A column in a taxonomy has no order: it is refused by its kind, and the taxonomy is not needed for that.
        let unopened = |_: &str, _: &[String]| Ok(Arc::new(Stack::new(Vec::new())));
        attributes.push(Attribute::read(table.column(&given.name)?, &given.kind, table.file(), missing, unopened)?);
    }
    let mut reports = Vec::new();
    let mut rng = Rng::new(plan.seed);
    for step in &plan.steps {
        let done = masked_step(step, &attributes, prepared, population, &mut rng, watch)?;
        let done = done.map_err(|error| placed(error, prepared))?;
        attributes = done.attributes;
        reports.push(done.report);
    }
    attributes.truncate(prepared.attributes.len());
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

/// The masked columns that all members of every household share, if there are households.
fn shared_columns(plan: &Plan, prepared: &Prepared) -> Vec<String> {
    let Some(households) = &prepared.households else { return Vec::new() };
    let moves = |step: &&PlannedStep| step.method() != Method::RecordSwap;
    let shared = plan.steps.iter().filter(moves).flat_map(|step| levels(step, &prepared.attributes, households).0);
    shared.map(|column| prepared.attributes[column].name.clone()).collect()
}

/// The records of the table as it was given that a step left out.
fn left_out(prepared: &Prepared, reports: &[Report]) -> Vec<u32> {
    let Some(kept) = reports.iter().find_map(|report| report.kept.as_ref()) else { return Vec::new() };
    let is_out = |record: &u32| kept.binary_search(record).is_err();
    (0..prepared.table.len() as u32).filter(is_out).map(|record| prepared.kept[record as usize]).collect()
}

/// The records that every step releases, if not all.
fn released(reports: &[Report]) -> Option<Vec<u32>> {
    let mut released = reports.iter().filter_map(|report| report.kept.clone());
    let first = released.next()?;
    Some(
        released.fold(first, |all, kept| all.into_iter().filter(|record| kept.binary_search(record).is_ok()).collect()),
    )
}

/// What a perturbed release is compared with.
#[derive(Debug, Clone)]
struct Before {
    /// The masked columns as they were.
    attributes: Vec<Attribute>,
    strata: Vec<Vec<u32>>,
    households: Option<Households>,
    /// For each released record its record in these columns.
    rows: Vec<u32>,
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
    taxonomy: Option<Arc<Stack>>,
    /// What perturbed columns are compared with.
    before: Option<Before>,
    pub(super) households: Option<ReleasedHouseholds>,
    /// The population that something is promised against.
    population: Option<Arc<Population>>,
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
    fn little_changed(&self) -> Vec<String> {
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
