//! A policy and a table together: what exactly will be done.

use super::{Method, MissingPolicy, Policy, Step, WhenMissing, suggestion};
use crate::failure::Failure;
use scumble_data::{Column, Error, Kind, Place, Role, Table};
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
        let promised =
            policy.promise.l.iter().map(|(name, _)| name).chain(policy.promise.t.iter().map(|(name, _)| name));
        let stepped = policy
            .steps
            .iter()
            .flat_map(|step| step.columns.iter().chain(step.groups.iter().flat_map(|group| &group.0)));
        named.chain(promised).chain(stepped).try_for_each(|name| known(table, name).map(drop))?;
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
        if masked.is_empty() {
            let failure = Failure::input(format!("{}: no column to mask: none is of numbers alone", table.file()));
            return Err(failure.with_help("name columns with --columns, or roles in a --policy"));
        }
        let steps = if policy.steps.is_empty() { &vec![Step::default()] } else { &policy.steps };
        let steps = steps.iter().map(|step| planned(step, &masked)).collect::<Result<_, _>>()?;
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
/// of numbers.
fn masked_names(policy: &Policy, table: &Table) -> Vec<String> {
    let in_steps = |name: &str| {
        policy.steps.iter().any(|step| {
            step.columns.iter().chain(step.groups.iter().flat_map(|group| &group.0)).any(|column| column == name)
        })
    };
    let open =
        policy.steps.is_empty() || policy.steps.iter().any(|step| step.columns.is_empty() && step.groups.is_empty());
    let said = |name: &str| policy.columns.iter().find(|column| column.name == name);
    let quasi = policy.columns.iter().any(|column| column.role == Some(Role::Quasi));
    let wanted = |column: &&Column| {
        let name = column.name.as_str();
        in_steps(name)
            || open
                && match said(name).map(|said| (said.role, said.kind.is_some())) {
                    Some((Some(role), _)) => role == Role::Quasi,
                    Some((None, true)) => true,
                    _ => !quasi && column.is_numeric(&policy.missing.values),
                }
    };
    table.columns().iter().filter(wanted).map(|column| column.name.clone()).collect()
}

fn guessed(column: &Column, missing: &MissingPolicy) -> Kind {
    if column.is_numeric(&missing.values) { Kind::Number } else { Kind::Nominal }
}

fn planned(step: &Step, masked: &[(String, Kind)]) -> Result<PlannedStep, Failure> {
    let method = step.method.unwrap_or(if step.groups.is_empty() { Method::Mdav } else { Method::Grouped });
    let place = |name: &String| masked.iter().position(|(masked, _)| masked == name).unwrap_or(0);
    let size = |k: Option<usize>| GroupSize::new(k.or(step.k).unwrap_or(K));
    let parts = match (method, step.groups.is_empty()) {
        (Method::Grouped, true) => {
            return Err(Failure::input("the method grouped needs groups of columns")
                .with_help("for example --groups \"AGE,SEX:3;INCOME,TAX:5\", or groups = [{ columns = [\"AGE\", \"SEX\"], k = 3 }]"));
        }
        (Method::Grouped, false) => {
            let groups = step.groups.iter().filter(|(columns, _)| !columns.is_empty());
            let parts = groups.map(|(columns, k)| Ok((columns.iter().map(place).collect(), size(*k)?)));
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
    let twice = |columns: &[usize]| columns.iter().enumerate().any(|(at, column)| columns[..at].contains(column));
    if twice(&parts.iter().flat_map(|(columns, _): &(Vec<usize>, _)| columns.iter().copied()).collect::<Vec<_>>()) {
        return Err(Failure::input("a column is there twice in one step"));
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
