//! What can go wrong while counting.

/// Why there is no count. Messages never repeat the phrases that were asked for.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file that could not be read or written.
    #[error("{file}: {problem}")]
    File {
        /// Which file.
        file: String,
        /// What is wrong with it, with its line where there is one.
        problem: String,
    },
    /// A server that did not answer, or not with a count.
    #[error("{server}: {problem}")]
    Remote {
        /// The server's address, without what was asked.
        server: String,
        /// What went wrong.
        problem: String,
    },
    /// A question that this corpus cannot answer.
    #[error("{0}")]
    Question(String),
}

/// A result of counting.
pub type Result<T> = std::result::Result<T, Error>;
