//! A policy and a table together: what exactly will be done.

use super::{Method, MissingPolicy, Policy, Step, WhenMissing, suggestion};
use crate::failure::Failure;
use scumble_data::{Column, ColumnKind as Kind, Error, Place, Role, Table};
use scumble_mask::partition::GroupSize;
use serde_json::{Value, json};

/// Records in a group, unless something else is asked for.
const K: usize = 5;
/// Effort of a refined grouping, unless something else is asked for.
const EFFORT: f64 = 5.0;

/// What will be done to a table.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    /// Columns that are dropped.
    pub(crate) identifiers: Vec<String>,
    /// Columns whose values keep records apart.
    pub(crate) strata: Vec<String>,
    /// Columns that are masked, with what they are.
    pub(crate) masked: Vec<(String, Kind)>,
    /// Columns that nothing was said of: they pass unchanged.
    pub(crate) unnamed: Vec<String>,
    pub(crate) steps: Vec<PlannedStep>,
}

/// One step, with nothing left open.
#[derive(Debug, Clone)]
pub(crate) struct PlannedStep {
    pub(crate) method: Method,
    /// Columns that are grouped together, by their places among the masked, each with its k.
    pub(crate) parts: Vec<(Vec<usize>, GroupSize)>,
    pub(crate) effort: f64,
    pub(crate) standardize: bool,
    pub(crate) hypernym: bool,
}

impl Plan {
    pub(crate) fn new(policy: &Policy, table: &Table) -> Result<Self, Failure> {
        let named =
            policy.columns.iter().map(|column| &column.name).chain(policy.missing.columns.iter().map(|(name, _)| name));
        let secrets =
            policy.promise.l.iter().map(|(name, _)| name).chain(policy.promise.t.iter().map(|(name, _)| name));
        let stepped = policy.steps.iter().flat_map(step_columns);
        named.chain(secrets).chain(stepped).try_for_each(|name| known(table, name).map(drop))?;
        let with = |role: Role| policy.columns.iter().filter(move |column| column.role == Some(role));
        let names = |role: Role| with(role).map(|column| column.name.clone()).collect::<Vec<_>>();
        let wanted = masked_names(policy, table);
        let mut masked: Vec<(String, Kind)> = Vec::new();
        for name in wanted {
            let said = policy.columns.iter().find(|column| column.name == name);
            if let Some(role @ (Role::Identifier | Role::Confidential | Role::Weight | Role::Stratum)) =
                said.and_then(|said| said.role)
            {
                let role = Role::ALL.iter().find(|(_, known)| *known == role).map_or("", |(name, _)| name);
                return Err(Failure::input(format!("column “{name}” is to be masked, but its role is {role}"))
                    .with_help("give it the role quasi, or leave it out of the step"));
            }
            let kind = match said.and_then(|said| said.kind.clone()) {
                Some(kind) => kind,
                None => guessed(known(table, &name)?, &policy.missing),
            };
            masked.push((name, kind));
        }
        if let Some((name, _)) = masked.iter().find(|(name, _)| promised(policy, name)) {
            return Err(Failure::input(format!(
                "column “{name}” is to be masked, but the promise of l or t looks at it"
            ))
            .with_help(
                "what is promised of a confidential column is about its true values: leave it out of the steps",
            ));
        }
        if masked.is_empty() {
            let failure = Failure::input(format!("{}: no column to mask: none is of numbers alone", table.file()));
            return Err(failure.with_help("name columns with --columns, or roles in a --policy"));
        }
        let steps = if policy.steps.is_empty() { &vec![Step::default()] } else { &policy.steps };
        let k = policy.promise.k.unwrap_or(K);
        let steps: Vec<PlannedStep> = steps.iter().map(|step| planned(step, &masked, k)).collect::<Result<_, _>>()?;
        each_once(&steps, &masked)?;
        let quasi = with(Role::Quasi).map(|column| &column.name);
        let mut raw = quasi.filter(|name| !masked.iter().any(|(masked, _)| masked == *name));
        if let Some(name) = raw.next() {
            return Err(Failure::input(format!("column “{name}” is a quasi-identifier, but no step masks it"))
                .with_help("add it to a step, or give it another role"));
        }
        let spoken = |name: &str| {
            policy.columns.iter().any(|column| column.name == name && column.role.is_some())
                || masked.iter().any(|(masked, _)| masked == name)
        };
        let unnamed = table.names().filter(|name| !spoken(name)).map(str::to_owned).collect();
        Ok(Self { identifiers: names(Role::Identifier), strata: names(Role::Stratum), masked, unnamed, steps })
    }

    /// The plan, for the report.
    pub(crate) fn to_json(&self, policy: &Policy, seed: u64) -> Value {
        let steps = self.steps.iter().map(|step| {
            let parts = step.parts.iter().map(|(columns, k)| {
                let names: Vec<&str> = columns.iter().map(|&column| self.masked[column].0.as_str()).collect();
                json!({ "columns": names, "k": k.get() })
            });
            let mut said = json!({
                "method": step.method.name(),
                "parts": parts.collect::<Vec<_>>(),
                "standardize": step.standardize,
                "centroid": if step.hypernym { "hypernym" } else { "medoid" },
            });
            if step.method == Method::Refined {
                said["effort"] = json!(step.effort);
            }
            said
        });
        let columns: serde_json::Map<String, Value> =
            self.masked.iter().map(|(name, kind)| (name.clone(), json!(kind_name(kind)))).collect();
        json!({
            "seed": seed,
            "identifiers": self.identifiers,
            "strata": self.strata,
            "masked": columns,
            "steps": steps.collect::<Vec<_>>(),
            "promise": {
                "k": policy.promise.k,
                "l": policy.promise.l.as_ref().map(|(column, distinct)| json!({ "column": column, "distinct": distinct })),
                "t": policy.promise.t.as_ref().map(|(column, most)| json!({ "column": column, "at_most": most })),
            },
        })
    }
}

fn kind_name(kind: &Kind) -> String {
    match kind {
        Kind::Number => "number".to_owned(),
        Kind::Date(format) => format!("date {format}"),
        Kind::Ordinal(order) => format!("ordinal of {}", order.len()),
        Kind::Nominal => "nominal".to_owned(),
        Kind::Text(taxonomy) => format!("text in {taxonomy}"),
    }
}

/// A column by its name, or a failure that suggests the nearest.
pub(crate) fn known<'t>(table: &'t Table, name: &str) -> Result<&'t Column, Failure> {
    table.column(name).map_err(|_| {
        let near = suggestion(name, table.names());
        let error = Error::new(Place::file(table.file()), format!("there is no column “{name}”{near}"));
        Failure::from(error).with_help(format!("its columns: {}", table.names().collect::<Vec<_>>().join(", ")))
    })
}

/// The columns that a policy wants masked: those of its steps; else the quasi-identifiers and all with a kind; else those
/// of numbers. What a promise looks at is confidential, and not among them unless a step says so.
fn masked_names(policy: &Policy, table: &Table) -> Vec<String> {
    let in_steps = |name: &str| policy.steps.iter().flat_map(step_columns).any(|column| column == name);
    let open = policy.steps.is_empty() || policy.steps.iter().any(|step| step_columns(step).next().is_none());
    let said = |name: &str| policy.columns.iter().find(|column| column.name == name);
    let quasi = policy.columns.iter().any(|column| column.role == Some(Role::Quasi));
    let wanted = |column: &&Column| {
        let name = column.name.as_str();
        in_steps(name)
            || open
                && match said(name).map(|said| (said.role, said.kind.is_some())) {
                    Some((Some(role), _)) => role == Role::Quasi,
                    Some((None, true)) => true,
                    _ => !quasi && !promised(policy, name) && column.is_numeric(&policy.missing.values),
                }
    };
    table.columns().iter().filter(wanted).map(|column| column.name.clone()).collect()
}

/// The columns that a step names.
fn step_columns(step: &Step) -> impl Iterator<Item = &String> {
    step.columns.iter().chain(step.groups.iter().flat_map(|group| &group.0))
}

/// Whether a promise looks at a column.
fn promised(policy: &Policy, name: &str) -> bool {
    let l = policy.promise.l.as_ref().is_some_and(|(column, _)| column == name);
    l || policy.promise.t.as_ref().is_some_and(|(column, _)| column == name)
}

fn guessed(column: &Column, missing: &MissingPolicy) -> Kind {
    if column.is_numeric(&missing.values) { Kind::Number } else { Kind::Nominal }
}

/// Every column that is masked is in one step, once: a second mask would break what the first one promised.
fn each_once(steps: &[PlannedStep], masked: &[(String, Kind)]) -> Result<(), Failure> {
    for (at, (name, _)) in masked.iter().enumerate() {
        let times =
            steps.iter().flat_map(|step| &step.parts).flat_map(|(columns, _)| columns).filter(|&&column| column == at);
        match times.count() {
            1 => {}
            0 => return Err(Failure::input(format!("column “{name}” is named in a step, but in none of its groups"))),
            _ => {
                return Err(Failure::input(format!("column “{name}” is masked twice"))
                    .with_help("name each column in one step, once"));
            }
        }
    }
    Ok(())
}

fn planned(step: &Step, masked: &[(String, Kind)], k: usize) -> Result<PlannedStep, Failure> {
    let method = step.method.unwrap_or(if step.groups.is_empty() { Method::Mdav } else { Method::Grouped });
    let place = |name: &String| masked.iter().position(|(masked, _)| masked == name).unwrap_or(0);
    let size = |own: Option<usize>| GroupSize::new(own.or(step.k).unwrap_or(k));
    let parts = match (method, step.groups.is_empty()) {
        (Method::Grouped, true) => {
            return Err(Failure::input("the method grouped needs groups of columns")
                .with_help("for example --groups \"AGE,SEX:3;INCOME,TAX:5\", or groups = [{ columns = [\"AGE\", \"SEX\"], k = 3 }]"));
        }
        (Method::Grouped, false) => {
            if step.groups.iter().any(|(columns, _)| columns.is_empty()) {
                return Err(Failure::input("a group without columns"));
            }
            if !step.columns.is_empty() {
                return Err(Failure::input("a step has either columns or groups of columns, not both"));
            }
            let parts = step.groups.iter().map(|(columns, k)| Ok((columns.iter().map(place).collect(), size(*k)?)));
            parts.collect::<Result<Vec<_>, Failure>>()?
        }
        (_, false) => {
            return Err(Failure::input(format!("groups of columns are for the method grouped, not {}", method.name())));
        }
        (_, true) if step.columns.is_empty() => vec![((0..masked.len()).collect(), size(None)?)],
        (_, true) => vec![(step.columns.iter().map(place).collect(), size(None)?)],
    };
    let effort = step.effort.unwrap_or(EFFORT);
    if step.effort.is_some() && method != Method::Refined {
        return Err(Failure::input(format!("effort is for the method refined; {} does not search", method.name())));
    }
    if !(0.0..=1e6).contains(&effort) {
        return Err(Failure::input("effort is a number from 0 to a million"));
    }
    Ok(PlannedStep {
        method,
        parts,
        effort,
        standardize: step.standardize.unwrap_or(true),
        hypernym: step.hypernym.unwrap_or(false),
    })
}

impl MissingPolicy {
    /// What happens to a record that misses a value in this column.
    pub(crate) fn when(&self, column: &str) -> WhenMissing {
        self.columns.iter().find(|(name, _)| name == column).map_or(self.default, |&(_, when)| when)
    }
}
