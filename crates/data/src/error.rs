//! What was wrong with what we read, and where.

use std::fmt;

/// A place in a table. Rows are counted as a spreadsheet counts them: the header is row 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The file, as it was named.
    pub file: String,
    /// The row; the header is row 1.
    pub row: Option<usize>,
    /// The column's name, or its number where it has none.
    pub column: Option<String>,
}

impl Place {
    /// A whole file.
    pub fn file(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }

    /// A row of it.
    pub fn row(mut self, row: usize) -> Self {
        self.row = Some(row);
        self
    }

    /// A column of it.
    pub fn column(mut self, column: &str) -> Self {
        self.column = Some(column.to_owned());
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(row) = self.row {
            write!(f, ", row {row}")?;
        }
        if let Some(column) = &self.column {
            write!(f, ", column “{column}”")?;
        }
        Ok(())
    }
}

/// What was wrong: a place, a problem and what to do about it; never a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct Error {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: String,
    /// What to do.
    pub help: Option<String>,
}

impl Error {
    /// A problem at a place.
    pub fn new(place: Place, problem: impl Into<String>) -> Self {
        Self { place, problem: problem.into(), help: None }
    }

    /// Adds what to do about it.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// What was read, or why not.
pub type Result<T> = std::result::Result<T, Error>;
