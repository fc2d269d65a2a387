//! A policy and a table together: what exactly will be done.

use super::step::PlannedStep;
use super::suppress;
use crate::error::{Error, Result};
use crate::policy::{OtherColumns, Step, TablePolicy};
use scumble_data::{Column, ColumnKind, Role, Table, guess, misread};
use scumble_io::{Help, Place};
use scumble_mask::partition::GroupSize;
use scumble_mask::table::{MaskedColumn, MissingValues, Roles};
use scumble_mask::{ColumnGroup, Generalization, Method, Microaggregation, Promise, Recoding};

/// Records in a group, unless something else is asked for.
const K: usize = 5;
/// Effort of a refined grouping, unless something else is asked for.
const EFFORT: f64 = 5.0;
/// What random choices start from, unless something else is asked for.
const SEED: u64 = 42;

/// What will be done to a table, with nothing left open.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Every column of the table: its role and what it is taken for.
    pub columns: Vec<PlannedColumn>,
    /// What happens to the columns.
    pub roles: Roles,
    /// The masks, one after the other.
    pub steps: Vec<PlannedStep>,
    /// Which values are missing, and what happens to their records.
    pub missing: MissingValues,
    /// What is promised of the release.
    pub promise: Promise,
    /// What random choices start from.
    pub seed: u64,
    /// Whether the released records stand in a random order.
    pub shuffle: bool,
}

/// A column of the table that is planned.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedColumn {
    /// Its name.
    pub name: String,
    /// Its role. A column that is dropped with all others has that of an identifier.
    pub role: Role,
    /// What its values are taken for.
    pub kind: ColumnKind,
    /// Why it has that kind: it was given, or its values show it.
    pub reason: String,
}

impl Plan {
    /// Fills the gaps of a policy from a table, and refuses what does not fit together.
    ///
    /// # Errors
    /// If a column has no role, or the policy names a column that is not there, or leaves a quasi-identifier unmasked, or masks a
    /// column twice, and so on.
    pub fn new(policy: &TablePolicy, table: &Table) -> Result<Self> {
        if let Some(error) = misread(table) {
            return Err(error.into());
        }
        let named = policy.columns.iter().map(|column| column.name.as_str());
        let missing = policy.missing.columns.keys().map(String::as_str);
        let stepped = policy.steps.iter().flat_map(Step::columns);
        let mut all = named.chain(missing).chain(policy.promise.columns()).chain(stepped);
        all.try_for_each(|name| table.column(name).map(drop))?;
        if table.is_empty() {
            return Err(Error::input("the table has a header, but no record").at(Place::file(table.file())));
        }
        let unspoken = without_role(policy, table);
        if !unspoken.is_empty() {
            let problem = match unspoken.len() {
                1 => format!("column “{}” has no role, so nothing is released", unspoken[0]),
                count => format!("{count} columns have no role, so nothing is released: {}", unspoken.join(", ")),
            };
            return Err(Error::input(problem).at(Place::file(table.file())).with_help(Help::set(
                "others",
                "give each column a role: quasi-identifier, identifier, confidential, weight, stratum or published; or say what \
                 happens to all others",
            )));
        }
        let columns = table.columns().iter().map(|column| planned_column(policy, table, column));
        let columns: Vec<PlannedColumn> = columns.collect::<Result<_>>()?;
        let masked = masked(policy, &columns);
        if masked.is_empty() {
            return Err(Error::input("no column is a quasi-identifier, so nothing would be masked")
                .at(Place::file(table.file()))
                .with_help(Help::set("columns", "name the columns to mask, or give roles in a policy")));
        }
        let steps = if policy.steps.is_empty() { &vec![Step::default()] } else { &policy.steps };
        let k = policy.promise.k.unwrap_or(K);
        let steps = steps.iter().map(|step| planned(step, &masked, k, policy));
        let steps: Vec<PlannedStep> = steps.collect::<Result<_>>()?;
        let masked = as_values(masked, &steps);
        each_once(&steps, &masked)?;
        if steps.len() > 1 && steps.iter().any(PlannedStep::leaves_out) {
            return Err(Error::input("a step that may leave out records must be the only one")
                .with_help(Help::set("suppression-limit", "set the limit to 0, or mask all columns in one step")));
        }
        let names = |wanted: &dyn Fn(&&PlannedColumn) -> bool| {
            columns.iter().filter(|column| wanted(column)).map(|column| column.name.clone()).collect::<Vec<_>>()
        };
        let with = |role: Role| names(&move |column| column.role == role);
        let roles = Roles { identifiers: with(Role::Identifier), strata: with(Role::Stratum), masked };
        Ok(Self {
            shuffle: policy.shuffle,
            roles,
            columns,
            steps,
            missing: policy.missing.clone(),
            promise: policy.promised(),
            seed: policy.seed.unwrap_or(SEED),
        })
    }

    /// The size that a group must reach in every step.
    pub(super) fn largest_k(&self) -> usize {
        self.steps.iter().flat_map(PlannedStep::groups).map(|(_, k)| k).max().unwrap_or(K)
    }

    /// Whether a step uses one of these methods.
    pub fn uses(&self, methods: &[Method]) -> bool {
        self.steps.iter().any(|step| methods.contains(&step.method()))
    }
}

/// The columns of a table that a policy gives no role, neither by itself nor all at once.
pub fn without_role(policy: &TablePolicy, table: &Table) -> Vec<String> {
    let others = table.names().filter(|name| role_of(policy, name).is_none());
    others.map(str::to_owned).collect()
}

/// The role of a column: the one it is given, that of a quasi-identifier if a step names it, that of a confidential column if a
/// promise is about it, or the one that all others have.
fn role_of(policy: &TablePolicy, name: &str) -> Option<Role> {
    let said = policy.columns.iter().find(|column| column.name == name).and_then(|column| column.role);
    let is_stepped = || policy.steps.iter().flat_map(Step::columns).any(|stepped| stepped == name);
    said.or_else(|| is_stepped().then_some(Role::Quasi))
        .or_else(|| is_promised(policy, name).then_some(Role::Confidential))
        .or_else(|| policy.others.map(OtherColumns::role))
}

fn planned_column(policy: &TablePolicy, table: &Table, column: &Column) -> Result<PlannedColumn> {
    let name = column.name.clone();
    let role = role_of(policy, &name).unwrap_or(Role::Identifier);
    let is_stepped = policy.steps.iter().flat_map(Step::columns).any(|stepped| stepped == name);
    if is_stepped && role != Role::Quasi {
        return Err(Error::input(format!("column “{name}” cannot be masked: its role is {}", role.name()))
            .with_help("give it the role quasi, or remove it from the step"));
    }
    let is_masked = role == Role::Quasi;
    if is_masked
        && !is_stepped
        && !policy.steps.is_empty()
        && policy.steps.iter().all(|step| step.columns().next().is_some())
    {
        return Err(Error::input(format!("column “{name}” is a quasi-identifier, but no step masks it"))
            .with_help("add it to a step, or give it another role"));
    }
    if is_masked && is_promised(policy, &name) {
        return Err(Error::input(format!("column “{name}” cannot be masked: the promise of l or t applies to it"))
            .with_help("l and t are promised for the true values of a confidential column: remove it from the steps"));
    }
    let said = policy.columns.iter().find(|column| column.name == name).and_then(|column| column.kind.clone());
    let (kind, reason) = match said {
        Some(kind) => (kind, "as given".to_owned()),
        None => match guess(column, table.file(), &policy.missing.values) {
            Ok(guess) => (guess.kind, guess.reason),
            Err(error) if is_masked => return Err(error.into()),
            // What is published as it is, or dropped, need not be understood.
            Err(_) => (ColumnKind::Nominal, "mixed".to_owned()),
        },
    };
    Ok(PlannedColumn { name, role, kind, reason })
}

/// The columns that are masked.
fn masked(policy: &TablePolicy, columns: &[PlannedColumn]) -> Vec<MaskedColumn> {
    let quasi = columns.iter().filter(|column| column.role == Role::Quasi);
    let masked = quasi.map(|column| {
        let said = policy.columns.iter().find(|said| said.name == column.name).and_then(|said| said.decimals);
        let decimals = said.unwrap_or(policy.decimals);
        MaskedColumn { name: column.name.clone(), kind: column.kind.clone(), decimals }
    });
    masked.collect()
}

/// Whether a promise is about a column.
fn is_promised(policy: &TablePolicy, name: &str) -> bool {
    policy.promise.columns().any(|column| column == name)
}

/// Every masked column is in one step, once: a second mask would break what the first one promised.
fn each_once(steps: &[PlannedStep], masked: &[MaskedColumn]) -> Result<()> {
    for (at, MaskedColumn { name, .. }) in masked.iter().enumerate() {
        let columns = steps.iter().flat_map(PlannedStep::groups).flat_map(|(columns, _)| columns);
        match columns.filter(|&&column| column == at).count() {
            1 => {}
            0 => return Err(Error::input(format!("column “{name}” is named in a step, but in none of its groups"))),
            _ => {
                return Err(Error::input(format!("column “{name}” is masked twice"))
                    .with_help("name each column in one step, once"));
            }
        }
    }
    Ok(())
}

fn planned(step: &Step, masked: &[MaskedColumn], k: usize, policy: &TablePolicy) -> Result<PlannedStep> {
    let method = step.method.unwrap_or(if step.groups.is_empty() { Method::Mdav } else { Method::Grouped });
    let groups = column_groups(step, method, masked, k)?;
    if step.effort.is_some() && method != Method::Refined {
        return Err(Error::input(format!("effort applies only to the method refined, not to {}", method.name())));
    }
    for (name, is_given) in [("standardize", step.standardize.is_some()), ("centroid", step.centroid.is_some())] {
        if is_given && (recoding(step, method).is_some() || method == Method::Suppress) {
            return Err(Error::input(format!("{name} applies only to microaggregation, not to {}", method.name())));
        }
    }
    let effort = step.effort.unwrap_or(EFFORT);
    if !(0.0..=1e6).contains(&effort) {
        return Err(Error::input("effort must be a number from 0 to 1000000"));
    }
    if step.suppression_limit.is_some() && !matches!(method, Method::FullDomain | Method::Suppress) {
        return Err(Error::input(format!(
            "a limit of suppression applies only to the methods full-domain and suppress, not to {}",
            method.name()
        )));
    }
    if !step.suppression.is_empty() && method != Method::Suppress {
        return Err(Error::input(format!(
            "combinations, importance, blank and suppress apply only to the method suppress, not to {}",
            method.name()
        )));
    }
    if method == Method::Suppress {
        let group = groups.first().ok_or_else(|| Error::input("a step without columns"))?;
        return Ok(PlannedStep::Suppression(suppress::planned(step, group, masked, &policy.promise)?));
    }
    if let Some(recoding) = recoding(step, method) {
        let ColumnGroup { columns, k } =
            groups.into_iter().next().ok_or_else(|| Error::input("a step without columns"))?;
        return Ok(PlannedStep::Generalization(Generalization { recoding, columns, k }));
    }
    Ok(PlannedStep::Microaggregation(Microaggregation {
        method,
        effort,
        standardize: step.standardize.unwrap_or(true),
        centroid: step.centroid.unwrap_or_default(),
        cutting: policy.cutting,
        groups,
    }))
}

/// Columns of a suppression are compared as they are written, whatever their kind: equal texts are equal values.
fn as_values(mut masked: Vec<MaskedColumn>, steps: &[PlannedStep]) -> Vec<MaskedColumn> {
    for step in steps {
        if let PlannedStep::Suppression(step) = step {
            step.columns.iter().for_each(|&column| masked[column].kind = ColumnKind::Nominal);
        }
    }
    masked
}

/// How values are generalised, if the method is such a one.
fn recoding(step: &Step, method: Method) -> Option<Recoding> {
    match method {
        Method::FullDomain => Some(Recoding::FullDomain { suppression: step.suppression_limit.unwrap_or(0.0) }),
        Method::Generalize => Some(Recoding::Local),
        _ => None,
    }
}

/// The columns of a step that are grouped together, by their places among the masked, each with its k.
fn column_groups(step: &Step, method: Method, masked: &[MaskedColumn], k: usize) -> Result<Vec<ColumnGroup>> {
    let place = |name: &String| masked.iter().position(|masked| masked.name == *name).unwrap_or(0);
    let size = |own: Option<usize>| GroupSize::new(own.or(step.k).unwrap_or(k));
    match (method, step.groups.is_empty()) {
        (Method::Grouped, true) => Err(Error::input("the method grouped needs groups of columns").with_help(
            Help::set("groups", "name columns that are grouped together, each group with its k")
                .to("AGE,SEX:3;INCOME,TAX:5"),
        )),
        (Method::Grouped, false) => {
            if step.groups.iter().any(|group| group.columns.is_empty()) {
                return Err(Error::input("a group without columns"));
            }
            if !step.columns.is_empty() {
                return Err(Error::input("a step has either columns or groups of columns, not both"));
            }
            let groups = step.groups.iter();
            groups
                .map(|group| Ok(ColumnGroup { columns: group.columns.iter().map(place).collect(), k: size(group.k)? }))
                .collect()
        }
        (_, false) => {
            Err(Error::input(format!("groups of columns apply only to the method grouped, not to {}", method.name())))
        }
        (_, true) if step.columns.is_empty() => {
            Ok(vec![ColumnGroup { columns: (0..masked.len()).collect(), k: size(None)? }])
        }
        (_, true) => Ok(vec![ColumnGroup { columns: step.columns.iter().map(place).collect(), k: size(None)? }]),
    }
}
