//! The run of a table: plan, prepare, mask, check.

use super::household::{ReleasedHouseholds, levels, masked_step};
use super::masked::{Before, Masked};
use super::plan::Plan;
use super::recoded::lost;
use super::shuffle::{order_seed, shuffled};
use super::step::PlannedStep;
use crate::error::{Error, Result};
use crate::policy::TablePolicy;
use rayon::prelude::*;
use scumble_assess::column_loss;
use scumble_assess::promise::Kept;
use scumble_data::{Column, Options, Table, read};
use scumble_io::{Place, Watch};
use scumble_mask::table::Prepared;
use scumble_mask::{Attribute, Error as MaskError, Method, Population, Report, Rng};
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

impl Plan {
    /// A masked column as it is published. What suppression leaves keeps its bytes; other methods write all cells anew.
    fn published(&self, attribute: &Attribute, table: &Table, marker: &str) -> Column {
        let at = self.roles.masked.iter().position(|masked| masked.name == attribute.name);
        let is_suppressed = |step: &PlannedStep| matches!((step, at), (PlannedStep::Suppression(step), Some(at)) if step.columns.contains(&at));
        let original = table.column(&attribute.name).ok();
        let kept = original.filter(|_| self.steps.iter().any(is_suppressed));
        let blank = || (0..attribute.len()).map(|row| attribute.is_missing(row)).collect::<Vec<_>>();
        match (kept.and_then(|column| column.blanked(&blank(), marker)), original) {
            (Some(blanked), _) => blanked,
            (None, Some(original)) => attribute.column(marker).typed_like(original),
            (None, None) => attribute.column(marker),
        }
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
        let Self { plan, prepared, input_records, order, population, warnings } = self;
        let start = Instant::now();
        let (attributes, reports) = masked(&plan, &prepared, population.as_deref(), watch)?;
        let mask_seconds = start.elapsed().as_secs_f64();
        let generalization = lost(&prepared.attributes, &attributes, &reports);
        let left_out_by_method = left_out(&prepared, &reports);
        let shared = shared_columns(&plan, &prepared);
        let Prepared { table, mut suppressed, taxonomy, kept: mut rows, attributes: before, strata, .. } = prepared;
        let (whole_strata, all_households) = (prepared.whole_strata, prepared.households);
        drop(strata);
        let losses = before.par_iter().zip(&attributes);
        let mut places = released(&reports);
        let losses = losses
            .map(|(before, after)| match &places {
                Some(kept) => column_loss(&before.select(kept), &after.select(kept)),
                None => column_loss(before, after),
            })
            .collect();
        // Only a perturbation is compared with what was there before; else it is let go before the release is made.
        let before = plan.perturbs().then_some((before, whole_strata));
        let marker = plan.missing.values.marker();
        let columns = attributes.into_iter().map(|attribute| plan.published(&attribute, &table, marker)).collect();
        let mut table = table.with(columns);
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
        let before = before.map(|(attributes, strata)| Before {
            attributes,
            strata,
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
        masked.warnings.extend(masked.weak_blanks());
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
