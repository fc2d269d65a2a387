//! Where in an input something is.

use std::fmt;

/// A place in an input. Lines count from 1; rows count as a spreadsheet does, with the header as row 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The file, as it was named.
    pub file: String,
    /// The line of a text file.
    pub line: Option<u64>,
    /// The row of a table.
    pub row: Option<usize>,
    /// The field of a row or line.
    pub column: Option<Field>,
}

/// A field of a row, by its name or by its number from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field {
    /// The name of a column.
    Name(String),
    /// The number of a column that has no name.
    Number(usize),
}

impl Place {
    /// A whole file.
    pub fn file(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }

    /// A line of a file.
    pub fn line(file: &str, line: u64) -> Self {
        Self { line: Some(line), ..Self::file(file) }
    }

    /// A row of it.
    #[must_use]
    pub fn row(mut self, row: usize) -> Self {
        self.row = Some(row);
        self
    }

    /// A column of it, by name.
    #[must_use]
    pub fn column(mut self, column: &str) -> Self {
        self.column = Some(Field::Name(column.to_owned()));
        self
    }

    /// A column of it, by number from 1.
    #[must_use]
    pub fn at_column(mut self, column: usize) -> Self {
        self.column = Some(Field::Number(column));
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(row) = self.row {
            write!(f, ", row {row}")?;
        }
        match &self.column {
            Some(Field::Name(name)) => write!(f, ", column “{name}”"),
            Some(Field::Number(number)) => write!(f, ", column {number}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_as_sentences() {
        assert_eq!(Place::file("a.csv").row(3).column("age").to_string(), "a.csv, row 3, column “age”");
        assert_eq!(Place::line("a.tsv", 2).at_column(1).to_string(), "a.tsv, line 2, column 1");
    }
}
