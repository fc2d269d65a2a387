//! What a run is asked to do: roles, kinds, missing values, steps and the promise, from a TOML file or from a front end.

mod built_in;
mod document_names;
mod documents;
mod keys;
mod kinds;
mod over;
mod perturbation;
mod promise;
mod read;
mod suppression;
mod write;
mod write_documents;

pub use built_in::{BuiltInPolicy, Coverage, Identifier, Measured, built_in, built_in_policies};
pub use document_names::{policy_named, replacement, topics_named};
pub use documents::{DocumentPolicy, RecognizerPolicy};
pub(crate) use keys::Keys;
pub use kinds::kind_named;
pub use perturbation::PerturbationSettings;
pub use promise::{distance_named, diversity_checked, population_checked};
pub(crate) use read::{step, toml_table};
pub use suppression::{CombinationPolicy, Combined, Importance, SuppressChoice, SuppressionPolicy};

use crate::error::{Error, Result};
use scumble_data::{ColumnKind, Decimals, Role};
use scumble_io::did_you_mean;
use scumble_mask::table::MissingValues;
use scumble_mask::{Centroid, Cutting, Method, Promise};
use std::collections::BTreeMap;

/// A policy file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Policy {
    /// What it says about tables.
    pub tables: TablePolicy,
}

/// What a policy says about tables. Flags and files build the same object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TablePolicy {
    /// What random choices start from.
    pub seed: Option<u64>,
    /// Roles and kinds of columns.
    pub columns: Vec<ColumnPolicy>,
    /// What happens to columns without a role; a table that has one is refused if nothing is said.
    pub others: Option<OtherColumns>,
    /// How many decimals published means keep, unless a column says otherwise.
    pub decimals: Decimals,
    /// Which values are missing, and what happens to their records.
    pub missing: MissingValues,
    /// The steps of masking; one over all quasi-identifiers if there is none.
    pub steps: Vec<Step>,
    /// What is promised of the release.
    pub promise: Promise,
    /// How large tables are cut into blocks.
    pub cutting: Cutting,
    /// Whether the released records stand in a random order.
    pub shuffle: bool,
}

/// What a policy says of a column.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ColumnPolicy {
    /// The column's name.
    pub name: String,
    /// Its role.
    pub role: Option<Role>,
    /// What its values are.
    pub kind: Option<ColumnKind>,
    /// How many decimals its published means keep.
    pub decimals: Option<Decimals>,
}

/// What happens to columns without a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherColumns {
    /// They are released unchanged.
    Publish,
    /// They are dropped.
    Drop,
    /// They are quasi-identifiers: masked.
    Mask,
}

impl OtherColumns {
    /// Every choice with its name.
    pub const ALL: [(&'static str, Self); 3] = [("publish", Self::Publish), ("drop", Self::Drop), ("mask", Self::Mask)];

    /// The role that such columns have.
    pub fn role(self) -> Role {
        match self {
            Self::Publish => Role::Published,
            Self::Drop => Role::Identifier,
            Self::Mask => Role::Quasi,
        }
    }
}

/// One step of masking.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Step {
    /// What is done to the columns.
    pub method: Option<Method>,
    /// The columns that are masked together.
    pub columns: Vec<String>,
    /// Records in a group, at least.
    pub k: Option<usize>,
    /// For the method `grouped`: columns that are grouped together.
    pub groups: Vec<StepGroup>,
    /// For the method `refined`: how much to search.
    pub effort: Option<f64>,
    /// Whether every column weighs the same.
    pub standardize: Option<bool>,
    /// What a group publishes for values in a taxonomy.
    pub centroid: Option<Centroid>,
    /// For the methods `full-domain` and `suppress`: the share of records that may be left out.
    pub suppression_limit: Option<f64>,
    /// The settings of a perturbation.
    pub perturbation: PerturbationSettings,
    /// For the method `suppress`: combinations of columns, importance, what a blank means.
    pub suppression: SuppressionPolicy,
}

/// Columns that are grouped together, and their own k if they have one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepGroup {
    /// The columns.
    pub columns: Vec<String>,
    /// Records in a group, at least.
    pub k: Option<usize>,
}

impl Step {
    /// The columns that the step names.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().chain(self.groups.iter().flat_map(|group| &group.columns)).map(String::as_str)
    }
}

impl TablePolicy {
    /// What is said of a column; an empty entry is made if nothing is.
    pub fn column(&mut self, name: &str) -> &mut ColumnPolicy {
        let at = self.columns.iter().position(|column| column.name == name).unwrap_or_else(|| {
            self.columns.push(ColumnPolicy { name: name.to_owned(), ..ColumnPolicy::default() });
            self.columns.len() - 1
        });
        &mut self.columns[at]
    }

    /// Gives columns roles by their names, in place of those that they had.
    ///
    /// # Errors
    /// If a column is given two.
    pub fn give_roles(&mut self, given: impl IntoIterator<Item = (String, Role)>) -> Result<()> {
        let mut said: BTreeMap<String, Role> = BTreeMap::new();
        for (name, role) in given {
            match said.insert(name.clone(), role) {
                Some(other) if other != role => {
                    let what = format!("column “{name}” is given two roles: {} and {}", other.name(), role.name());
                    return Err(Error::input(what).with_help("name the column once, by the one role that it has"));
                }
                _ => self.column(&name).role = Some(role),
            }
        }
        Ok(())
    }
}

/// The value of a name in a list; the problem suggests the nearest name there is.
///
/// # Errors
/// If the list has no such name.
pub fn named<T: Copy>(what: &str, name: &str, known: &[(&'static str, T)]) -> Result<T, String> {
    let found = known.iter().find(|(known, _)| *known == name).map(|&(_, value)| value);
    found.ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        format!("unknown {what} “{name}”{} (known: {})", did_you_mean(name, names.iter().copied()), names.join(", "))
    })
}
