//! The interface of every mask of a table: parameters, data and result are three types.

use crate::attribute::Attribute;
use crate::error::Result;
use crate::generalization::{Generalized, Population};
use crate::household::Households;
use crate::microaggregation::Keeping;
use crate::promise::Sensitive;
use crate::rng::Rng;
use crate::suppression::{Blank, Suppressed};
use scumble_io::Watch;

/// The data of a mask.
#[derive(Debug, Clone, Copy)]
pub struct Problem<'d> {
    /// The columns.
    pub attributes: &'d [Attribute],
    /// Records that are grouped only among themselves; together all of them.
    pub strata: &'d [Vec<u32>],
    /// What every group must show of confidential columns.
    pub sensitive: &'d [Sensitive],
    /// Records that belong together, if that is known: what moves whole records moves whole households.
    pub households: Option<&'d Households>,
    /// The population that the records were taken from, with what is promised against it.
    pub population: Option<&'d Population>,
}

impl<'d> Problem<'d> {
    /// Columns and strata, with nothing asked of confidential columns, households or a population.
    pub fn new(attributes: &'d [Attribute], strata: &'d [Vec<u32>]) -> Self {
        Self { attributes, strata, sensitive: &[], households: None, population: None }
    }
}

/// The parameters of a mask: makes columns to publish instead of those it is given.
pub trait Mask: Send + Sync {
    /// Leaves the data alone and gives masked columns, with a report.
    ///
    /// # Errors
    /// If the data cannot be masked in this way, or the watcher cancels the run.
    fn mask(&self, problem: &Problem<'_>, rng: &mut Rng, watch: &dyn Watch) -> Result<Masked>;
}

/// The result of a mask.
#[derive(Debug, Clone)]
#[must_use]
pub struct Masked {
    /// The masked columns.
    pub attributes: Vec<Attribute>,
    /// What was done.
    pub report: Report,
}

/// What a mask did.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// Columns that were grouped together, each with its groups.
    pub groups: Vec<GroupReport>,
    /// Squared distances of records to the means of their groups, over columns with an order (numbers, dates, ordinals).
    pub sse: f64,
    /// Squared distances of records to the mean of all, over the same columns: never less.
    pub sst: f64,
    /// Squared distances of records to what is published for them, over all columns.
    pub squares: f64,
    /// Steps of search.
    pub steps: u64,
    /// Whether a search was stopped before its effort was spent.
    pub stopped: bool,
    /// The records that are released, ascending, if not all of them are.
    pub kept: Option<Vec<u32>>,
    /// What a generalisation did.
    pub generalized: Option<Generalized>,
    /// What a suppression did.
    pub suppressed: Option<Suppressed>,
}

/// The groups of records on some columns that were grouped together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupReport {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The group size asked for.
    pub k: usize,
    /// How many groups there are.
    pub groups: usize,
    /// Records in the smallest group.
    pub smallest: usize,
    /// Records in the largest group.
    pub largest: usize,
    /// Records in a block, if the table was cut into blocks.
    pub blocks: Option<usize>,
    /// How the groups keep what is promised of confidential columns; empty if nothing is. Strata may differ.
    pub keeping: Vec<Keeping>,
    /// How blank cells of these columns are counted.
    pub blank: Blank,
}
