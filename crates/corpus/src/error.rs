//! What can go wrong while counting.

/// Why there is no count. Messages never repeat the phrases that were asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
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
    /// A build that was told to stop. What it had done stays beside the index to be, and the next build goes on from there.
    #[error("stopped after {documents} documents; the same command goes on from there")]
    Stopped {
        /// How many documents are done.
        documents: u64,
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

impl Error {
    /// A fault of a file.
    pub(crate) fn file(path: &std::path::Path, problem: impl ToString) -> Self {
        Self::File { file: path.display().to_string(), problem: problem.to_string() }
    }
}

/// A result of counting.
pub type Result<T> = std::result::Result<T, Error>;
