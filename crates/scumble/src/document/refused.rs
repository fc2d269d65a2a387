//! A document that is not released: why, and what a person needs to mend it.

use super::decision::Decision;
use crate::{Error, Result};
use serde::Serialize;

/// Why a document is not released and, where it got that far, its decisions.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) error: Error,
    pub(crate) record: Option<Box<WithheldRecord>>,
}

/// The decisions about a document that was withheld, and where a redacted term would be left. It holds protected text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WithheldRecord {
    /// The document's name.
    pub name: String,
    /// Why it was withheld, without any text of it.
    pub why: String,
    /// The SHA-256 of the document.
    pub input_sha256: String,
    /// Where redacted terms would be left: pieces of the original that no decision covers.
    pub left: Vec<Left>,
    /// The decisions, to be edited.
    pub decisions: Vec<Decision>,
}

/// A piece of the original in which a redacted term would be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Left {
    /// The part of the file, where it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<usize>,
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self { error, record: None }
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        refused.error
    }
}

/// A document, or why it is not released.
pub(crate) type Outcome<T> = Result<T, Refused>;
