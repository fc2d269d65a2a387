//! What is wrong with an input, where, and what to do about it.

pub use scumble_io::Place;

use scumble_io::Help;
use std::ops::Deref;
use std::sync::Arc;

/// A problem of an input: where it is, what it is and what to do about it. It never holds a value of the data.
///
/// Its fields are those of [`ErrorDetails`]: an error is as small as a pointer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct Error(Box<ErrorDetails>);

/// The fields of an [`Error`].
#[derive(Debug, Clone, thiserror::Error)]
#[error("{place}: {problem}")]
#[non_exhaustive]
pub struct ErrorDetails {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub problem: String,
    /// What to do about it.
    pub help: Option<Help>,
    /// The error of the system or of a format's reader behind it.
    pub source: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// A problem at a place.
    pub fn new(place: Place, problem: impl Into<String>) -> Self {
        Self(Box::new(ErrorDetails { place, problem: problem.into(), help: None, source: None }))
    }

    /// An input that the system cannot read.
    pub fn unreadable(place: Place, source: std::io::Error) -> Self {
        Self::new(place, format!("cannot be read: {source}")).with_source(source)
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Help>) -> Self {
        self.0.help = Some(help.into());
        self
    }

    /// Adds the error behind it.
    #[must_use]
    pub fn with_source(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.0.source = Some(Arc::new(source));
        self
    }
}

impl Deref for Error {
    type Target = ErrorDetails;

    fn deref(&self) -> &ErrorDetails {
        &self.0
    }
}

/// Two errors are equal if they say the same; the errors behind them are not compared.
impl PartialEq for ErrorDetails {
    fn eq(&self, other: &Self) -> bool {
        (&self.place, &self.problem, &self.help) == (&other.place, &other.problem, &other.help)
    }
}

impl Eq for ErrorDetails {}

/// A result whose error is this crate's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_where_and_has_its_source() {
        let error = Error::unreadable(Place::file("t.csv").row(2), std::io::Error::other("gone"));
        assert_eq!(error.to_string(), "t.csv, row 2: cannot be read: gone");
        assert_eq!(std::error::Error::source(&error).map(ToString::to_string).as_deref(), Some("gone"));
    }
}
