//! The result of every measure, and why one could not be made.

use crate::promise::Broken;
use scumble_io::{Cancelled, Help};

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
#[non_exhaustive]
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
    /// A cell that is no finite number.
    #[error("row {row}, column {column} of the {file} file is missing or no finite number")]
    NoNumber {
        /// Which file it is: original or masked.
        file: &'static str,
        /// The record, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
    },
    /// Two tables of different length.
    #[error("{original} has {originals} records and {masked} has {maskeds}")]
    Tables {
        /// The file of the original.
        original: String,
        /// Its records.
        originals: usize,
        /// The file of the masked table.
        masked: String,
        /// Its records.
        maskeds: usize,
    },
    /// Two tables without a common column.
    #[error("the two tables have no column in common")]
    NoCommonColumn {
        /// The columns of the original.
        original: Vec<String>,
        /// The columns of the masked table.
        masked: Vec<String>,
    },
    /// A release none of whose items is known.
    #[error("the taxonomy knows no released item")]
    UnknownRelease,
    /// Released records that cannot be matched with the original ones.
    #[error("the released records cannot be matched with the original records")]
    Unaligned,
    /// A vector space with a row that a measure cannot take.
    #[error("row {row} of the {which} space {problem}")]
    BadVector {
        /// Which space it is: original or masked.
        which: &'static str,
        /// The row, from 1.
        row: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Two vector spaces, or a space and its labels, that do not fit.
    #[error("{0}")]
    Spaces(String),
    /// A query without a word that the collection has.
    #[error("the query “{name}” has no word that occurs in the original documents")]
    UnknownQuery {
        /// What the query is called.
        name: String,
    },
    /// An annotation outside of its text.
    #[error("{document}: annotation {annotation} lies outside of the text, which has {characters} characters")]
    OutsideText {
        /// The name of the document.
        document: String,
        /// Which of its annotations, from 1.
        annotation: usize,
        /// The length of the text in code points.
        characters: usize,
    },
    /// A release that does not keep its promise.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// A table that cannot be measured.
    #[error(transparent)]
    Data(#[from] scumble_data::Error),
    /// Records that cannot be grouped or compared.
    #[error(transparent)]
    Mask(#[from] scumble_mask::Error),
    /// The run was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Error {
    /// What to do about it, where that is known.
    pub fn help(&self) -> Option<Help> {
        match self {
            Self::Tables { .. } => Some(Help::new(
                "both tables must have the same records in the same order; if the release left records out, remove them from the original too",
            )),
            Self::NoCommonColumn { original, masked } => Some(Help::new(format!(
                "the original has {}; the masked table has {}",
                original.join(", "),
                masked.join(", ")
            ))),
            Self::NoNumber { .. } => Some(Help::new("leave the record or the column out of both files")),
            Self::UnknownRelease => Some(Help::set("taxonomy", "name the taxonomy that the release was made with")),
            Self::UnknownQuery { .. } => Some(Help::new(
                "stop words do not count, and words are compared by their stems; take the query out or give it other words",
            )),
            Self::OutsideText { .. } => Some(Help::new(
                "offsets of annotations count code points of the document's own text, the end exclusive",
            )),
            Self::Unaligned => Some(Help::new(
                "their ids are to be the numbers that a release of sets has, each once, or the same ids in the same order",
            )),
            Self::BadVector { .. } => {
                Some(Help::new("weights are not negative, and rows have length 1: normalise the space first"))
            }
            Self::Broken(broken) => Some(broken.help()),
            Self::Data(error) => error.help.clone(),
            Self::Mask(error) => error.help(),
            _ => None,
        }
    }
}

/// A measure, or why there is none.
pub type Result<T> = std::result::Result<T, Error>;

/// Information loss.
pub trait Loss<D> {
    /// Measures a masked twin against the original.
    fn loss(&self, original: &D, masked: &D) -> Result<Reading>;
}

/// Disclosure risk.
pub trait Risk<D> {
    /// Measures a masked twin against the original.
    fn risk(&self, original: &D, masked: &D) -> Result<Reading>;
}
