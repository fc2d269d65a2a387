//! What every measure gives.

/// A figure for the whole, its parts by name, and one for every record where that makes sense.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reading {
    /// The whole.
    pub value: f64,
    /// What it is made of, or what else is worth knowing.
    pub parts: Vec<(&'static str, f64)>,
    /// One figure a record; empty if the measure has none.
    pub records: Vec<f64>,
}

impl Reading {
    /// A part by its name.
    pub fn part(&self, name: &str) -> Option<f64> {
        self.parts.iter().find(|(part, _)| *part == name).map(|&(_, value)| value)
    }
}

/// Why something could not be measured.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// The two differ in size.
    #[error(
        "the original has {original} records and the masked table {masked}: they must be the same records in the same order"
    )]
    Lengths {
        /// Records of the original.
        original: usize,
        /// Records of the masked table.
        masked: usize,
    },
    /// Nothing to measure.
    #[error("{0}")]
    Nothing(&'static str),
}

/// What was measured, or why not.
pub type Result<T> = std::result::Result<T, Error>;

/// What masking costs.
pub trait Loss<D> {
    /// Measures a masked twin against the original.
    fn loss(&self, original: &D, masked: &D) -> Result<Reading>;
}

/// What an intruder still learns.
pub trait Risk<D> {
    /// Measures a masked twin against the original.
    fn risk(&self, original: &D, masked: &D) -> Result<Reading>;
}
