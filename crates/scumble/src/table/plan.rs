//! A policy and a table together: what exactly will be done.

use super::planning::planned;
use super::step::PlannedStep;
use crate::error::{Error, Result};
use crate::policy::{OtherColumns, Step, TablePolicy};
use scumble_data::{Column, ColumnKind, Role, Table, guess, misread};
use scumble_io::{Help, Place};
use scumble_mask::table::{MaskedColumn, MissingValues, Roles, WhenMissing};
use scumble_mask::{Method, Promise};

/// Records in a group, unless something else is asked for.
const K: usize = 5;
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
    /// The columns that a perturbation looks at without masking them, and their kinds.
    pub given: Vec<MaskedColumn>,
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
        let suppressed = policy.steps.iter().flat_map(|step| step.suppression.columns());
        let recoded = policy.steps.iter().flat_map(|step| &step.perturbation.levels).map(|(name, _)| name.as_str());
        let mut all = named
            .chain(missing)
            .chain(policy.promise.columns())
            .chain(stepped)
            .chain(given_names(policy))
            .chain(suppressed)
            .chain(recoded);
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
                "give each column a role: quasi-identifier, identifier, confidential, weight, stratum, household or published; or say what \
                 happens to all others",
            )));
        }
        let columns = table.columns().iter().map(|column| planned_column(policy, table, column));
        let columns: Vec<PlannedColumn> = columns.collect::<Result<_>>()?;
        let masked = masked(policy, &columns);
        if masked.is_empty() && !policy.steps.iter().any(is_sample) {
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
        missing_fits(&policy.missing, &steps)?;
        if steps.iter().any(PlannedStep::is_sample) && steps.iter().any(|step| !step.groups().is_empty()) {
            return Err(Error::input("a sample would take members out of groups of k records")
                .with_help("take the sample first, in a run of its own, and mask its release"));
        }
        let given = given(policy, &columns, &steps)?;
        if policy.promise.population.is_some() && !matches!(steps[..], [PlannedStep::Generalization(_)]) {
            return Err(Error::input(
                "k-map and δ-presence are kept only by the methods full-domain and generalize, in one step",
            )
            .with_help(Help::set("method", "choose one of them for all masked columns")));
        }
        let names = |wanted: &dyn Fn(&&PlannedColumn) -> bool| {
            columns.iter().filter(|column| wanted(column)).map(|column| column.name.clone()).collect::<Vec<_>>()
        };
        let with = |role: Role| names(&move |column| column.role == role);
        let household = match with(Role::Household).as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            several => {
                return Err(Error::input(format!("columns {} are all households", several.join(", ")))
                    .with_help("name the one column that says which records belong together"));
            }
        };
        let roles = Roles { identifiers: with(Role::Identifier), strata: with(Role::Stratum), household, masked };
        Ok(Self {
            shuffle: policy.shuffle,
            roles,
            columns,
            steps,
            given,
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

    /// Whether a step perturbs values or takes a sample: then no k is promised by the methods.
    pub fn perturbs(&self) -> bool {
        self.steps.iter().any(|step| step.perturbation().is_some())
    }

    /// What the masked columns hold, in words.
    pub(super) fn holds(&self) -> &'static str {
        let kind = |step: &PlannedStep| match step {
            PlannedStep::Microaggregation(_) => "hold centroids of groups of similar records",
            PlannedStep::Generalization(_) => "hold generalised values",
            PlannedStep::Suppression(_) => "are as they were collected, but for cells that were blanked",
            PlannedStep::Perturbation(_) if step.method() == Method::Recode => "hold generalised values",
            PlannedStep::Perturbation(_) => "hold perturbed values",
        };
        match self.steps.iter().map(kind).collect::<Vec<_>>()[..] {
            [first, ref rest @ ..] if rest.iter().all(|other| *other == first) => first,
            _ => "hold values that were masked in several ways",
        }
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
    // A sample masks no column; another step without columns masks all that no step names.
    let mut masking = policy.steps.iter().filter(|step| !is_sample(step)).peekable();
    if is_masked && !is_stepped && masking.peek().is_some() && masking.all(|step| step.columns().next().is_some()) {
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
        match steps.iter().flat_map(PlannedStep::columns).filter(|&column| column == at).count() {
            1 => {}
            0 if steps.iter().all(PlannedStep::is_sample) => {
                return Err(Error::input(format!(
                    "column “{name}” is a quasi-identifier, but a sample changes no value"
                ))
                .with_help("add a step that masks it, or publish it as it is"));
            }
            0 => return Err(Error::input(format!("column “{name}” is named in a step, but in none of its groups"))),
            _ => {
                return Err(Error::input(format!("column “{name}” is masked twice"))
                    .with_help("name each column in one step, once"));
            }
        }
    }
    Ok(())
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

fn is_sample(step: &Step) -> bool {
    step.method == Some(Method::Sample)
}

fn given_names(policy: &TablePolicy) -> impl Iterator<Item = &str> {
    policy.steps.iter().flat_map(|step| &step.perturbation.given).map(String::as_str)
}

/// The columns that a step looks at, which must be released: who sees the release may know how they relate to the masked ones.
fn given(policy: &TablePolicy, columns: &[PlannedColumn], steps: &[PlannedStep]) -> Result<Vec<MaskedColumn>> {
    let shuffles = |step: &&PlannedStep| step.method() == Method::ShuffleValues;
    if given_names(policy).next().is_some() && steps.iter().filter(shuffles).count() > 1 {
        return Err(Error::input("only one step can shuffle values given other columns")
            .with_help("name all columns to be shuffled in one step"));
    }
    let column = |name: &str| match columns.iter().find(|column| column.name == name) {
        Some(column) if column.role == Role::Identifier => {
            Err(Error::input(format!("column “{name}” is an identifier, and nothing may depend on it")))
        }
        Some(column) => Ok(MaskedColumn::new(name, column.kind.clone())),
        None => Err(Error::input(format!("there is no column “{name}”"))),
    };
    given_names(policy).map(column).collect()
}

/// Groups of records that miss the same values are made only by methods that group records.
fn missing_fits(missing: &MissingValues, steps: &[PlannedStep]) -> Result<()> {
    let mut asked = std::iter::once(missing.default).chain(missing.columns.values().copied());
    match asked.any(|when| when == WhenMissing::GroupOrSuppress) && steps.iter().all(|step| step.groups().is_empty()) {
        false => Ok(()),
        true => Err(Error::input("group-or-suppress applies only to methods that group records").with_help(
            Help::set("missing", "with group, a missing value stays missing and the others are masked").to("group"),
        )),
    }
}
