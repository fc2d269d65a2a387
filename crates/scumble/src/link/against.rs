//! Masking against linkage: the columns that leak most are protected more, until an attack links no more than a target.

use super::{Attack, Attacked, LinkSettings, Rate, attack};
use crate::error::{Error, Result};
use crate::policy::{Step, StepGroup, TablePolicy};
use crate::table::{Masked, Plan};
use scumble_assess::learn::Family;
use scumble_data::{ColumnKind, Role, Table};
use scumble_io::{Help, Watch};
use scumble_mask::Method;
use serde_json::{Value, json};

/// Rounds, at most.
const ROUNDS: usize = 60;
/// By how much a protection is raised in a round.
const MORE: f64 = 1.3;
/// Effort of the attack in a round.
const EFFORT: f64 = 0.25;

/// One round: how a table was masked, and what was linked.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// The protection of every step, in words.
    pub protection: String,
    /// The share of records that are expected to be linked, in percent.
    pub rate: f64,
    /// 100·SSE/SST of what is published, if there are columns with an order.
    pub loss: Option<f64>,
    /// The column that weighed most in the attack.
    pub leaks: Option<String>,
}

impl Round {
    /// The round as one object.
    pub fn to_json(&self) -> Value {
        json!({ "protection": self.protection, "rate": self.rate, "sse_sst_published": self.loss, "leaks": self.leaks })
    }
}

/// Masks a table, and raises the protection of the columns that leak most until the best weighted mean links no more than `target` percent
/// of the records. Gives the masked table, and every round.
///
/// # Errors
/// If the table cannot be masked, no method can be strengthened, or the target cannot be reached.
pub fn mask_against(
    table: &Table,
    policy: &TablePolicy,
    target: f64,
    watch: &dyn Watch,
) -> Result<(Masked, Vec<Round>)> {
    if !(0.0..=100.0).contains(&target) {
        return Err(Error::input("the target is a percentage of the records, from 0 to 100"));
    }
    let mut policy = policy.clone();
    let plan = Plan::new(&policy, table)?;
    if policy.steps.is_empty() {
        policy.steps.push(Step::default());
    }
    let columns: Vec<String> = plan
        .columns
        .iter()
        .filter(|column| column.role == Role::Quasi && matches!(column.kind, ColumnKind::Number))
        .map(|column| column.name.clone())
        .collect();
    if columns.is_empty() {
        return Err(Error::input("no masked column holds numbers, and linkage is by their distances"));
    }
    let mut rounds: Vec<Round> = Vec::new();
    for round in 0..ROUNDS {
        watch.step("masking against linkage", round as u64, ROUNDS as u64)?;
        let masked = Plan::new(&policy, table)?.prepare(table)?.mask(watch)?;
        let attacked = attacked(table, &masked, &columns, watch)?;
        let shares = attacked.as_ref().map(Attacked::shares).unwrap_or_default();
        let leaks = shares.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(name, _)| name.clone());
        let rate = attacked.as_ref().map_or(0.0, Rate::rate);
        rounds.push(Round { protection: described(&policy), rate, loss: masked.sse_sst_published(), leaks });
        if rate <= target {
            return Ok((masked, rounds));
        }
        // The column that leaks most, or the next one whose protection can be raised.
        let mut order: Vec<&(String, f64)> = shares.iter().collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        if !order.iter().any(|(name, _)| strengthen(&mut policy, name, table.len())) {
            break;
        }
    }
    let least = rounds.iter().map(|round| round.rate).fold(f64::INFINITY, f64::min);
    Err(Error::promise(format!(
        "the target of {target} % linked records is not reached: the least is {least:.2} %; nothing was written"
    ))
    .with_help(Help::set("target", "allow more, choose another method, or mask more columns")))
}

/// Attacks a release with its original; nothing if no column is left that could link.
fn attacked(table: &Table, masked: &Masked, columns: &[String], watch: &dyn Watch) -> Result<Option<Attacked>> {
    let original = table.select(&masked.rows);
    let is_constant = |name: &String| {
        masked
            .table
            .column(name)
            .is_ok_and(|column| (1..column.cells.len()).all(|row| column.cells.text(row) == column.cells.text(0)))
    };
    if columns.iter().all(is_constant) {
        return Ok(None);
    }
    let settings = LinkSettings {
        attack: Attack::Learned(Family::WeightedMean),
        columns: columns.to_vec(),
        effort: EFFORT,
        missing: masked.plan.missing.values.clone(),
        ..LinkSettings::default()
    };
    attack(&original, &masked.table, &settings, &|_| (), watch).map(Some)
}

/// Raises the protection of the step, or of the group of columns, that masks a column; says whether it could be.
fn strengthen(policy: &mut TablePolicy, column: &str, records: usize) -> bool {
    let promised = policy.promise.k;
    let alone = policy.steps.len() == 1;
    let masks = |step: &Step| step.columns().any(|name| name == column) || (alone && step.columns().next().is_none());
    let Some(step) = policy.steps.iter_mut().find(|step| masks(step)) else { return false };
    let more = |k: usize| ((k as f64 * MORE).ceil() as usize).max(k + 1);
    let own = step.k.or(promised).unwrap_or(5);
    if let Some(StepGroup { k, .. }) =
        step.groups.iter_mut().find(|group| group.columns.iter().any(|name| name == column))
    {
        let raised = more(k.unwrap_or(own));
        if raised > records / 2 {
            return false;
        }
        *k = Some(raised);
        return true;
    }
    match step.method.unwrap_or(Method::Mdav) {
        Method::RankSwap | Method::Noise | Method::CorrelatedNoise => match step.perturbation.percent {
            Some(percent) if percent < 100.0 => {
                step.perturbation.percent = Some((percent * MORE).min(100.0));
                true
            }
            _ => false,
        },
        method if method.is_microaggregation() => {
            let raised = more(own);
            if raised <= records / 2 {
                step.k = Some(raised);
            }
            raised <= records / 2
        }
        _ => false,
    }
}

/// The protection of every step, in words.
fn described(policy: &TablePolicy) -> String {
    let step = |step: &Step| {
        let k = step.k.or(policy.promise.k).unwrap_or(5);
        let method = step.method.unwrap_or(if step.groups.is_empty() { Method::Mdav } else { Method::Grouped });
        match (step.perturbation.percent, step.groups.is_empty()) {
            (Some(percent), _) => format!("{} p = {percent:.1} %", method.name()),
            (None, true) => format!("{} k = {k}", method.name()),
            (None, false) => {
                let group = |group: &StepGroup| format!("{}: {}", group.columns.join(","), group.k.unwrap_or(k));
                format!("{} {}", method.name(), step.groups.iter().map(group).collect::<Vec<_>>().join("; "))
            }
        }
    };
    policy.steps.iter().map(step).collect::<Vec<_>>().join(" + ")
}
