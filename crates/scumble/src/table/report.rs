//! What was done to a table, for programs.

use super::masked::Masked;
use super::plan::{Plan, PlannedColumn};
use super::recoded::{GeneralizedRelease, ReleasedAs};
use super::step::PlannedStep;
use super::work::WorkFile;
use scumble_assess::{ColumnLoss, classes};
use scumble_data::ColumnKind;
use scumble_mask::{Diversity, Generalized, GroupReport, LDiversity, Perturbation, PopulationPromise, Suppressed};
use serde_json::{Map, Value, json};
use std::path::Path;

impl Masked {
    /// One object that says what was done and what is kept; `output` is where the release was written.
    pub fn to_json(&self, output: Option<&Path>) -> Value {
        let (sse, sst, records) = (self.sse(), self.sst(), self.table.len());
        json!({
            "method": self.methods(),
            "records": records,
            "suppressed": self.suppressed,
            "sampled_out": self.sampled_out,
            "households": self.households_to_json(),
            "k_promised": self.k_promised(),
            "perturbed": self.plan.perturbations().map(|step| self.plan.perturbed_to_json(step)).collect::<Vec<_>>(),
            "groups": self.groups().map(|group| group.groups).sum::<usize>(),
            "smallest": self.groups().map(|group| group.smallest).min(),
            "smallest_over_all": self.kept.smallest,
            "largest_over_all": self.kept.largest,
            "distinct": self.kept.distinct,
            "entropy_l": self.kept.entropy,
            "recursive_c": self.kept.recursive,
            "closeness": self.kept.closeness,
            "k_map": self.kept.k_map,
            "presence": self.kept.presence.map(|(least, most)| json!({ "least": least, "most": most })),
            "sse_sst": self.sse_sst(),
            "sse_sst_published": self.sse_sst_published(),
            "sse": sse,
            "sst": sst,
            "columns": columns_to_json(&self.losses),
            "generalization": self.generalized().map(|generalized| self.generalized_to_json(generalized)),
            "suppression": self.suppression().map(suppression_to_json),
            "sse_per_record": self.squares() / records as f64,
            "steps": self.reports.iter().map(|report| report.steps).sum::<u64>(),
            "stopped": self.stopped(),
            "parts": self.groups().map(group_to_json).collect::<Vec<_>>(),
            "policy": self.plan.to_json(),
            "warnings": self.warnings,
            "output": output.map(|output| output.display().to_string()),
            "work": output.map(|output| WorkFile::folder(output).display().to_string()),
            "checked": output.is_some(),
        })
    }
}

impl Masked {
    /// What generalised columns lost, if there are any: the figures that `assess` gives of the release.
    pub fn generalized_release(&self) -> Option<GeneralizedRelease> {
        let loss = self.generalization.clone()?;
        let masked = self.plan.roles.masked.iter().filter_map(|column| self.table.column(&column.name).ok());
        let sizes = classes(&masked.collect::<Vec<_>>()).sizes;
        let k = self.groups().map(|group| group.k).min();
        Some(GeneralizedRelease::new(loss, &sizes, self.input_records - self.table.len(), self.input_records, k))
    }

    fn generalized_to_json(&self, generalized: &Generalized) -> Value {
        let known = |name: &str| ReleasedAs::of(Some(generalized), name);
        let mut said = self.generalized_release().map_or_else(Map::new, |release| release.to_json(&known));
        said.insert("lattice".to_owned(), json!(generalized.lattice));
        said.insert("tested".to_owned(), json!(generalized.tested));
        said.into()
    }
}

/// What every column lost, by its kind.
pub(super) fn columns_to_json(losses: &[ColumnLoss]) -> Map<String, Value> {
    let one = |loss: &ColumnLoss| {
        let said = json!({
            "kind": loss.kind,
            "measure": loss.measure_name(),
            "loss": loss.share(),
            "changed": loss.changed,
        });
        (loss.column.clone(), said)
    };
    losses.iter().map(one).collect()
}

fn suppression_to_json(done: &Suppressed) -> Value {
    let columns = done.columns.iter().map(|(name, cells)| (name.clone(), json!(cells)));
    json!({
        "blank": done.blank.name(),
        "cells": done.cells,
        "columns": columns.collect::<Map<_, _>>(),
        "records": done.records,
        "cost": done.cost,
    })
}

fn group_to_json(group: &GroupReport) -> Value {
    let path = match group.blocks {
        Some(size) => format!("blocks of {size}, borders repaired"),
        None => "exact".to_owned(),
    };
    json!({
        "columns": group.columns,
        "k": group.k,
        "groups": group.groups,
        "smallest": group.smallest,
        "largest": group.largest,
        "path": path,
        "blank": group.blank.name(),
        "promise_by": group.keeping.iter().map(|way| way.name()).collect::<Vec<_>>(),
    })
}

impl Plan {
    /// The plan as one object.
    pub fn to_json(&self) -> Value {
        let masked: Map<String, Value> =
            self.roles.masked.iter().map(|column| (column.name.clone(), json!(kind_name(&column.kind)))).collect();
        let names: Vec<&str> = self.roles.masked.iter().chain(&self.given).map(|column| column.name.as_str()).collect();
        let (l, t) = (self.promise.l.as_ref(), self.promise.t.as_ref());
        json!({
            "seed": self.seed,
            "shuffle": self.shuffle,
            "identifiers": self.roles.identifiers,
            "strata": self.roles.strata,
            "masked": masked,
            "columns": self.columns.iter().map(PlannedColumn::to_json).collect::<Vec<_>>(),
            "steps": self.steps.iter().map(|step| step.to_json(&names)).collect::<Vec<_>>(),
            "promise": {
                "k": self.promise.k,
                "l": l.map(l_to_json),
                "population": self.promise.population.as_ref().map(population_to_json),
                "t": t.map(|t| json!({ "column": t.column, "at_most": t.at_most, "distance": t.distance.name() })),
            },
        })
    }

    /// What a perturbation promises of the release.
    fn perturbed_to_json(&self, step: &Perturbation) -> Value {
        let (promise, can_be_checked) = step.promise();
        json!({
            "method": step.method().name(),
            "columns": self.names_of(step),
            "promise": promise,
            "can_be_checked": can_be_checked,
        })
    }

    /// The steps that perturb.
    pub fn perturbations(&self) -> impl Iterator<Item = &Perturbation> {
        self.steps.iter().filter_map(PlannedStep::perturbation)
    }

    /// The columns of a perturbation.
    pub fn names_of(&self, step: &Perturbation) -> Vec<&str> {
        step.columns.iter().map(|&column| self.roles.masked[column].name.as_str()).collect()
    }
}

impl PlannedColumn {
    fn to_json(&self) -> Value {
        json!({ "name": self.name, "role": self.role.name(), "kind": kind_name(&self.kind), "reason": self.reason })
    }
}

fn population_to_json(promise: &PopulationPromise) -> Value {
    let presence = promise.presence.map(|presence| json!({ "least": presence.least, "most": presence.most }));
    json!({ "file": promise.file, "k_map": promise.k_map, "presence": presence })
}

fn l_to_json(l: &LDiversity) -> Value {
    match l.model {
        Diversity::Distinct(least) => json!({ "column": l.column, "distinct": least }),
        Diversity::Entropy(least) => json!({ "column": l.column, "entropy": least }),
        Diversity::Recursive { c, l: least } => json!({ "column": l.column, "recursive": least, "c": c }),
    }
}

/// A kind in words.
pub fn kind_name(kind: &ColumnKind) -> String {
    match kind {
        ColumnKind::Number => "number".to_owned(),
        ColumnKind::Date(format) => format!("date {format}"),
        ColumnKind::Ordinal(order) => format!("ordinal of {}", order.len()),
        ColumnKind::Nominal => "nominal".to_owned(),
        ColumnKind::Text(taxonomy) => format!("text in {taxonomy}"),
    }
}
