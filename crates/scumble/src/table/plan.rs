//! A policy and a table together: what exactly will be done.

use super::columns::PlannedColumn;
use crate::error::{Error, Result};
use crate::policy::{Step, TablePolicy};
use scumble_data::{Column, ColumnKind, Role, Table};
use scumble_io::{Help, Place};
use scumble_mask::partition::GroupSize;
use scumble_mask::table::{MaskedColumn, MissingValues, Roles};
use scumble_mask::{ColumnGroup, Cutting, Method, Microaggregation, Promise};

/// Records in a group, unless something else is asked for.
const K: usize = 5;
/// Effort of a refined grouping, unless something else is asked for.
const EFFORT: f64 = 5.0;
/// What random choices start from, unless something else is asked for.
const SEED: u64 = 42;

/// What will be done to a table, with nothing left open.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// What happens to the columns.
    pub roles: Roles,
    /// Columns of which nothing was said: they pass unchanged.
    pub unnamed: Vec<String>,
    /// The masks, one after the other.
    pub steps: Vec<Microaggregation>,
    /// Which values are missing, and what happens to their records.
    pub missing: MissingValues,
    /// What is promised of the release.
    pub promise: Promise,
    /// What random choices start from.
    pub seed: u64,
    /// Whether the released records stand in a random order.
    pub shuffle: bool,
    /// Every column of the table: its role, its kind, and why.
    pub columns: Vec<PlannedColumn>,
}

impl Plan {
    /// Fills the gaps of a policy from a table, and refuses what does not fit together.
    ///
    /// # Errors
    /// If the policy names a column that is not there, or leaves a quasi-identifier unmasked, or masks a column twice, and so on.
    pub fn new(policy: &TablePolicy, table: &Table) -> Result<Self> {
        let named = policy.columns.iter().map(|column| column.name.as_str());
        let missing = policy.missing.columns.keys().map(String::as_str);
        let stepped = policy.steps.iter().flat_map(Step::columns);
        let mut all = named.chain(missing).chain(policy.promise.columns()).chain(stepped);
        all.try_for_each(|name| table.column(name).map(drop))?;
        let with = |role: Role| policy.columns.iter().filter(move |column| column.role == Some(role));
        let names = |role: Role| with(role).map(|column| column.name.clone()).collect::<Vec<_>>();
        let masked = masked(policy, table)?;
        let steps = if policy.steps.is_empty() { &vec![Step::default()] } else { &policy.steps };
        let k = policy.promise.k.unwrap_or(K);
        let steps = steps.iter().map(|step| planned(step, &masked, k, policy.cutting));
        let steps: Vec<Microaggregation> = steps.collect::<Result<_>>()?;
        each_once(&steps, &masked)?;
        let is_masked = |name: &str| masked.iter().any(|masked| masked.name == name);
        if let Some(column) = with(Role::Quasi).find(|column| !is_masked(&column.name)) {
            let name = &column.name;
            return Err(Error::input(format!("column “{name}” is a quasi-identifier, but no step masks it"))
                .with_help("add it to a step, or give it another role"));
        }
        let has_role = |name: &str| policy.columns.iter().any(|column| column.name == name && column.role.is_some());
        let unnamed = table.names().filter(|name| !has_role(name) && !is_masked(name)).map(str::to_owned).collect();
        let roles = Roles { identifiers: names(Role::Identifier), strata: names(Role::Stratum), masked };
        Ok(Self {
            columns: super::columns::planned(policy, table, &roles),
            shuffle: policy.shuffle,
            roles,
            unnamed,
            steps,
            missing: policy.missing.clone(),
            promise: policy.promise.clone(),
            seed: policy.seed.unwrap_or(SEED),
        })
    }

    /// The size that a group must reach in every step.
    pub(super) fn largest_k(&self) -> usize {
        let groups = self.steps.iter().flat_map(|step| &step.groups);
        groups.map(|group| group.k.get()).max().unwrap_or(K)
    }

    /// Whether a step uses one of these methods.
    pub fn uses(&self, methods: &[Method]) -> bool {
        self.steps.iter().any(|step| methods.contains(&step.method))
    }
}

/// The columns that are masked, with what they are.
fn masked(policy: &TablePolicy, table: &Table) -> Result<Vec<MaskedColumn>> {
    let mut masked: Vec<MaskedColumn> = Vec::new();
    for column in table.columns().iter().filter(|column| is_wanted(policy, column)) {
        let name = column.name.clone();
        let said = policy.columns.iter().find(|said| said.name == name);
        if let Some(role @ (Role::Identifier | Role::Confidential | Role::Weight | Role::Stratum)) =
            said.and_then(|said| said.role)
        {
            let role = Role::ALL.iter().find(|(_, known)| *known == role).map_or("", |(name, _)| name);
            return Err(Error::input(format!("column “{name}” cannot be masked: its role is {role}"))
                .with_help("give it the role quasi, or remove it from the step"));
        }
        let guessed =
            || if column.is_numeric(&policy.missing.values) { ColumnKind::Number } else { ColumnKind::Nominal };
        let kind = said.and_then(|said| said.kind.clone()).unwrap_or_else(guessed);
        masked.push(MaskedColumn { name, kind });
    }
    if let Some(column) = masked.iter().find(|masked| is_promised(policy, &masked.name)) {
        let name = &column.name;
        return Err(Error::input(format!("column “{name}” cannot be masked: the promise of l or t applies to it"))
            .with_help("l and t are promised for the true values of a confidential column: remove it from the steps"));
    }
    if masked.is_empty() {
        return Err(Error::input("no column to mask: none is of numbers alone")
            .at(Place::file(table.file()))
            .with_help(Help::set("columns", "name the columns to mask, or give roles in a policy")));
    }
    Ok(masked)
}

/// Whether a policy wants a column masked: those of its steps; else the quasi-identifiers and all with a kind; else those of numbers.
/// A column that a promise is about is confidential, and is not masked unless a step names it.
fn is_wanted(policy: &TablePolicy, column: &Column) -> bool {
    let name = column.name.as_str();
    if policy.steps.iter().flat_map(Step::columns).any(|stepped| stepped == name) {
        return true;
    }
    let open = policy.steps.is_empty() || policy.steps.iter().any(|step| step.columns().next().is_none());
    let said = policy.columns.iter().find(|column| column.name == name);
    let any_quasi = policy.columns.iter().any(|column| column.role == Some(Role::Quasi));
    open && match said.map(|said| (said.role, said.kind.is_some())) {
        Some((Some(role), _)) => role == Role::Quasi,
        Some((None, true)) => true,
        _ => !any_quasi && !is_promised(policy, name) && column.is_numeric(&policy.missing.values),
    }
}

/// Whether a promise is about a column.
fn is_promised(policy: &TablePolicy, name: &str) -> bool {
    policy.promise.columns().any(|column| column == name)
}

/// Every masked column is in one step, once: a second mask would break what the first one promised.
fn each_once(steps: &[Microaggregation], masked: &[MaskedColumn]) -> Result<()> {
    for (at, MaskedColumn { name, .. }) in masked.iter().enumerate() {
        let columns = steps.iter().flat_map(|step| &step.groups).flat_map(|group| &group.columns);
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

fn planned(step: &Step, masked: &[MaskedColumn], k: usize, cutting: Cutting) -> Result<Microaggregation> {
    let method = step.method.unwrap_or(if step.groups.is_empty() { Method::Mdav } else { Method::Grouped });
    let groups = column_groups(step, method, masked, k)?;
    if step.effort.is_some() && method != Method::Refined {
        return Err(Error::input(format!("effort applies only to the method refined, not to {}", method.name())));
    }
    let effort = step.effort.unwrap_or(EFFORT);
    if !(0.0..=1e6).contains(&effort) {
        return Err(Error::input("effort must be a number from 0 to 1000000"));
    }
    Ok(Microaggregation {
        method,
        effort,
        standardize: step.standardize.unwrap_or(true),
        centroid: step.centroid.unwrap_or_default(),
        cutting,
        groups,
    })
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
