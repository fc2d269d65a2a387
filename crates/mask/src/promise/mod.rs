//! The promise of a release (k-anonymity, l-diversity, t-closeness): one type for masks, for the check of a release and for policies.

mod closeness;
mod constraint;
mod diversity;
mod hierarchy;
mod sensitive;

pub use constraint::Constraint;
pub use diversity::Diversity;
pub use hierarchy::Hierarchy;
pub use sensitive::{Demand, Ground, Judge, Sensitive};

/// What a release promises of every equivalence class over all masked columns.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Promise {
    /// Every class has at least this many records.
    pub k: Option<usize>,
    /// The values of a confidential column are diverse in every class.
    pub l: Option<LDiversity>,
    /// The distribution of a confidential column in every class is close to that in the whole table.
    pub t: Option<TCloseness>,
    /// What is promised against a table of the population that the records were taken from.
    pub population: Option<PopulationPromise>,
}

/// What is promised against a table of the population that the records were taken from.
#[derive(Debug, Clone, PartialEq)]
pub struct PopulationPromise {
    /// The file of that table.
    pub file: String,
    /// k-map: every released record matches at least so many records of the population.
    pub k_map: Option<usize>,
    /// δ-presence: how probable it is that a record of the population is in the release.
    pub presence: Option<Presence>,
}

/// δ-presence: of the records of the population that match a class, the share that is released lies between two bounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Presence {
    /// δmin. If it is above 0, no record of the population may be without a class that it matches.
    pub least: f64,
    /// δmax.
    pub most: f64,
}

impl Presence {
    /// Whether a class of so many released records may match so many of the population.
    pub fn allows(&self, released: u64, population: u64) -> bool {
        let share = released as f64 / population as f64;
        population > 0 && share >= self.least - TOLERANCE && share <= self.most + TOLERANCE
    }
}

impl Promise {
    /// The confidential columns that the promise is about.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let l = self.l.iter().map(|l| l.column.as_str());
        l.chain(self.t.iter().map(|t| t.column.as_str()))
    }
}

/// l-diversity of a confidential column.
#[derive(Debug, Clone, PartialEq)]
pub struct LDiversity {
    /// The confidential column.
    pub column: String,
    /// What makes a class diverse.
    pub model: Diversity,
}

/// t-closeness by the earth mover's distance.
#[derive(Debug, Clone, PartialEq)]
pub struct TCloseness {
    /// The confidential column.
    pub column: String,
    /// The distance of a class's distribution from that of the whole table, at most.
    pub at_most: f64,
    /// How far apart two values are.
    pub distance: ValueDistance,
}

/// How far apart two values of a confidential column are, from 0 to 1.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum ValueDistance {
    /// By their ranks if the column is of numbers, else all equally far.
    #[default]
    ByKind,
    /// All equally far.
    Equal,
    /// By their ranks among the distinct values: those of numbers, or those in this order.
    Ordered(Option<Vec<String>>),
    /// By the level of their lowest common ancestor in the taxonomy of this specification.
    Hierarchical(String),
}

impl ValueDistance {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::ByKind => "by kind",
            Self::Equal => "equal",
            Self::Ordered(_) => "ordered",
            Self::Hierarchical(_) => "hierarchical",
        }
    }
}

/// A figure this little beyond its bound still keeps the promise: figures are sums of rounded shares, and in a column of many
/// values the rounding of even one class of all records is above 1e-12. One tolerance for every part of a promise.
pub(crate) const TOLERANCE: f64 = 1e-9;
