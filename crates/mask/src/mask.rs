//! What every mask is: data in, new data and what was done out.

use crate::error::Result;
use crate::rng::Rng;

/// Makes something to publish instead of data.
pub trait Mask<D: ?Sized + ToOwned> {
    /// Leaves the data alone and gives its masked twin, with what was done.
    fn mask(&self, data: &D, rng: &mut Rng) -> Result<Masked<D::Owned>>;
}

/// Masked data, and what was done.
#[derive(Debug, Clone)]
pub struct Masked<D> {
    /// The masked data.
    pub data: D,
    /// What was done.
    pub report: Report,
}

/// What a mask did.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// Columns that were grouped together, each with its groups.
    pub parts: Vec<Part>,
    /// Squared distances of records to what is published for them, every column weighing the same.
    pub sse: f64,
    /// Squared distances of records to the middle of all.
    pub sst: f64,
    /// Steps of search.
    pub steps: u64,
    /// Whether a search was stopped before its effort was spent.
    pub stopped: bool,
}

/// Columns that were grouped together.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Their names.
    pub columns: Vec<String>,
    /// The group size asked for.
    pub k: usize,
    /// How many groups there are.
    pub groups: usize,
    /// The smallest group.
    pub smallest: usize,
    /// The largest group.
    pub largest: usize,
    /// Records in a block, if the table was cut into blocks.
    pub blocks: Option<usize>,
}
