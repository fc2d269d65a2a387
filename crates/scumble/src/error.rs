//! Why a run stopped: one error for all of them.

use scumble_io::{Cancelled, FileError, Help, Place};
use std::fmt;

/// Why a run stopped. It never carries a value of the data.
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    /// What kind of problem it is.
    pub kind: ErrorKind,
    /// The problem.
    pub message: String,
    /// Where it is.
    pub place: Option<Box<Place>>,
    /// What to do about it.
    pub help: Option<Box<Help>>,
    /// Whether a whole file of records cannot be released, not one record alone.
    of_file: bool,
}

/// The kinds of problems: a front end gives each its exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Parameters or data that cannot be used.
    Input,
    /// A promise that is not kept: nothing was released.
    Promise,
    /// A document that is not released because it may still disclose something.
    Withheld,
    /// A corpus that gave no counts.
    Counts,
    /// The watcher cancelled the run.
    Cancelled,
    /// A file that cannot be read or written.
    Io,
}

/// The result of a run, or why it stopped.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A problem of a kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), place: None, help: None, of_file: false }
    }

    /// Parameters or data that cannot be used.
    pub fn input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Input, message)
    }

    /// A promise that is not kept.
    pub fn promise(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Promise, message)
    }

    /// A document that is not released.
    pub fn withheld(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Withheld, message)
    }

    /// A problem with a document, by its name.
    pub(crate) fn of_document(name: &str, error: scumble_mask::Error) -> Self {
        let unsettled = matches!(error, scumble_mask::Error::Unsettled { .. });
        let error = Self::from(error);
        match error.kind {
            ErrorKind::Counts => error,
            _ if unsettled => {
                Self { kind: ErrorKind::Withheld, message: format!("{name}: withheld: {}", error.message), ..error }
            }
            _ => Self { message: format!("{name}: {}", error.message), ..error },
        }
    }

    /// Not one record alone, but its whole file cannot be released.
    pub(crate) fn of_file(mut self) -> Self {
        self.of_file = true;
        self
    }

    pub(crate) fn is_of_file(&self) -> bool {
        self.of_file
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Help>) -> Self {
        self.help = Some(Box::new(help.into()));
        self
    }

    /// Says where it is, unless that is known already.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place.get_or_insert_with(|| Box::new(place));
        self
    }

    fn with(mut self, help: Option<Help>) -> Self {
        self.help = help.map(Box::new);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<scumble_data::Error> for Error {
    fn from(error: scumble_data::Error) -> Self {
        Self::input(error.problem.clone()).at(error.place.clone()).with(error.help.clone())
    }
}

impl From<scumble_ontology::Error> for Error {
    fn from(error: scumble_ontology::Error) -> Self {
        Self::input(error.to_string())
    }
}

impl From<scumble_corpus::Error> for Error {
    fn from(error: scumble_corpus::Error) -> Self {
        Self::new(ErrorKind::Counts, error.to_string())
    }
}

impl From<scumble_mask::Error> for Error {
    fn from(error: scumble_mask::Error) -> Self {
        use scumble_mask::Error as Mask;
        let kind = match error {
            Mask::Data(error) => return error.into(),
            Mask::Counts(_) => ErrorKind::Counts,
            Mask::Cancelled(_) => ErrorKind::Cancelled,
            Mask::Impossible { .. } => ErrorKind::Promise,
            _ => ErrorKind::Input,
        };
        let help = error.help();
        match error {
            Mask::MissingValue { place, count } => {
                Self::new(kind, format!("the value is missing ({count} are in this column)")).at(place).with(help)
            }
            error => Self::new(kind, error.to_string()).with(help),
        }
    }
}

impl From<scumble_assess::Error> for Error {
    fn from(error: scumble_assess::Error) -> Self {
        use scumble_assess::Error as Assess;
        let help = error.help();
        match error {
            Assess::Data(error) => error.into(),
            Assess::Mask(error) => error.into(),
            Assess::Cancelled(error) => error.into(),
            Assess::Broken(broken) => Self::promise(broken.to_string()).with(help),
            error => Self::input(error.to_string()).with(help),
        }
    }
}

impl From<scumble_files::Error> for Error {
    fn from(error: scumble_files::Error) -> Self {
        Self::input(error.to_string())
    }
}

impl From<scumble_io::SourceError> for Error {
    fn from(error: scumble_io::SourceError) -> Self {
        Self::input(error.to_string())
    }
}

impl From<Cancelled> for Error {
    fn from(error: Cancelled) -> Self {
        Self::new(ErrorKind::Cancelled, error.to_string())
    }
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        Self::new(ErrorKind::Io, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_told_with_its_place() {
        let error = Error::input("not a number").at(Place::file("t.csv").row(3));
        assert_eq!(error.to_string(), "t.csv, row 3: not a number");
        assert_eq!(error.clone().at(Place::file("other")).place, error.place, "the first place is the nearest");
        let cancelled = Error::from(scumble_mask::Error::from(Cancelled));
        assert_eq!(cancelled.kind, ErrorKind::Cancelled);
    }
}
