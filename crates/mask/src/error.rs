//! Why a mask could not be made.

use scumble_io::{Cancelled, Help, Place};

/// Why a mask could not be made; never with a value of the data.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A group of one record protects nobody.
    #[error("k is {0}: a group needs at least 2 records to hide one")]
    GroupTooSmall(usize),
    /// There are not enough records for one group.
    #[error(
        "k is {k}, but there {} only {records} record{}{}",
        if *.records == 1 { "is" } else { "are" },
        if *.records == 1 { "" } else { "s" },
        .among.as_ref().map(|among| format!(" {among}")).unwrap_or_default()
    )]
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
    /// What is promised of a confidential column cannot be kept by any groups.
    #[error("column “{column}”: {problem}; nothing was written")]
    Impossible {
        /// The confidential column.
        column: String,
        /// Why.
        problem: String,
    },
    /// A value is missing in a column in which none may be.
    #[error("{place}: the value is missing ({count} are in this column)")]
    MissingValue {
        /// The first such cell.
        place: Place,
        /// Missing values in the column.
        count: usize,
    },
    /// A value that the hierarchy of its column does not know.
    #[error("column “{column}”: the value of record {} is not in its hierarchy ({count} such cells)", .record + 1)]
    NotInHierarchy {
        /// The column's name.
        column: String,
        /// The first such record, from 0.
        record: usize,
        /// How many cells have such a value.
        count: usize,
    },
    /// A table that cannot be prepared for masking.
    #[error(transparent)]
    Data(#[from] scumble_data::Error),
    /// A document without any term has no direction, and no group.
    #[error("row {} has no weight at all ({count} such row{})", .record + 1, if *.count == 1 { "" } else { "s" })]
    EmptyVector {
        /// The first such row, from 0.
        record: usize,
        /// How many rows are empty.
        count: usize,
    },
    /// Nothing that the taxonomy knows, or too little.
    #[error("{0}")]
    Unknown(String),
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
    /// A setting that is out of its range.
    #[error("{problem}")]
    Setting {
        /// The setting.
        setting: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// The run was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Error {
    /// What to do about it, where that is known.
    pub fn help(&self) -> Option<Help> {
        match self {
            Self::TooFewRecords { among: Some(among), .. } if among == ONE_STRATUM => {
                Some(Help::new("ask for a smaller k or other strata"))
            }
            Self::TooFewRecords { among: Some(_), .. } => Some(
                Help::set("missing", "ask for a smaller k or other strata, or leave out records whose missing values fewer than k records share")
                    .to("group-or-suppress"),
            ),
            Self::TooFewRecords { .. } => Some(Help::new("ask for a smaller k")),
            Self::MissingValue { .. } => {
                Some(Help::set("missing", "suppress leaves such records out, group groups them among themselves, group-or-suppress does the one and, where they are too few, the other"))
            }
            Self::Unknown(_) => {
                Some(Help::set("taxonomy", "name another taxonomy; none takes every item as a concept of its own"))
            }
            Self::NotInHierarchy { .. } => Some(Help::set(
                "hierarchy",
                "add the value to the hierarchy, name a hierarchy that has it, or say which values mean \"missing\"",
            )),
            Self::EmptyVector { .. } => {
                Some(Help::set("empty-rows", "leave such documents out of the release").to("leave-out"))
            }
            Self::Impossible { .. } => Some(Help::new("promise less of this column, or leave out strata")),
            Self::Setting { setting, .. } => Some(Help::set(setting, "give it another value")),
            Self::Data(error) => error.help.clone(),
            _ => None,
        }
    }
}

/// The records of a stratum that is too small though no value is missing.
pub(crate) const ONE_STRATUM: &str = "in one stratum";

/// The result of a mask, or why there is none.
pub type Result<T> = std::result::Result<T, Error>;
