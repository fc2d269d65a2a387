//! What can go wrong with a file.

/// Why a file cannot be opened or rewritten. Messages never repeat its text.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is not what its name says, or is damaged.
    #[error("{0}")]
    Damaged(String),
    /// The file is sound, but something in it cannot be handled safely.
    #[error("{0}")]
    Refused(String),
    /// The file is larger, inside, than the limits allow.
    #[error("{0}")]
    TooLarge(String),
}

/// A result of reading or rewriting a file.
pub type Result<T> = std::result::Result<T, Error>;
