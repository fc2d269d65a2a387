//! Why a mask could not be made.

/// What went wrong; never with a value of the data.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Groups of one hide nobody.
    #[error("k is {0}: a group needs at least 2 records to hide one")]
    GroupTooSmall(usize),
    /// There are not enough records for one group.
    #[error("k is {k}, but there are only {records} records{}", .among.as_ref().map(|among| format!(" {among}")).unwrap_or_default())]
    TooFewRecords {
        /// The group size asked for.
        k: usize,
        /// How many records there are.
        records: usize,
        /// Which records are meant, if not all.
        among: Option<String>,
    },
    /// A partition must have every record once, in groups that are large enough.
    #[error("not a partition: {0}")]
    NotAPartition(String),
    /// A column cannot be masked in this way.
    #[error("column “{column}”: {problem}")]
    Column {
        /// The column's name.
        column: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A corpus that gave no count.
    #[cfg(feature = "document")]
    #[error("{0}")]
    Counts(#[from] scumble_corpus::Error),
    /// A document in whose result something new was found each time it was read again.
    #[cfg(feature = "document")]
    #[error("something new was found each time the result was read again ({rounds} times)")]
    Unsettled {
        /// How often it was read again.
        rounds: usize,
    },
    /// Parameters that do not fit together.
    #[error("{0}")]
    Parameters(String),
}

/// What a mask gives, or why not.
pub type Result<T> = std::result::Result<T, Error>;
