//! Why a file cannot be opened or rewritten.

use crate::kind::FileKind;
use scumble_span::EditError;
use std::str::Utf8Error;

/// Why a file cannot be opened or rewritten. Messages and sources never repeat its text: the messages of the libraries that
/// read archives, XML and PDF may quote it, so they are no source here.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is not of the kind that was named, or it is damaged.
    #[error("{0}")]
    Damaged(String),
    /// The text of the file is not in UTF-8.
    #[error("byte {} is not UTF-8", .0.valid_up_to() + 1)]
    NotUtf8(#[source] Utf8Error),
    /// The file is sound, but something in it cannot be handled safely.
    #[error("{0}")]
    Refused(String),
    /// The file is larger, unpacked, than the limits allow.
    #[error("{0}")]
    TooLarge(String),
    /// This build of the library does not read files of this kind.
    #[error("{} files are not read by this build: it lacks the feature `{}`", .0.name(), .0.feature().unwrap_or_default())]
    Unsupported(FileKind),
    /// The edits cannot be applied to the text of the file.
    #[error("the edits do not fit the text")]
    Edits(#[from] EditError),
}

/// A result of opening or rewriting a file.
pub type Result<T> = std::result::Result<T, Error>;
