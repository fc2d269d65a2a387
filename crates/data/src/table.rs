//! A table: named columns of equal length, and how it was written.

use crate::column::Column;
use crate::error::{Error, Place, Result};
use scumble_io::csv::Dialect;

/// Named columns of equal length.
#[derive(Debug, Clone)]
pub struct Table {
    file: String,
    columns: Vec<Column>,
    origin: Origin,
    /// What a person should know about how it was read.
    pub notes: Vec<String>,
}

/// How a table was written where it came from.
#[derive(Debug, Clone)]
pub enum Origin {
    /// A text table.
    Text {
        /// Its delimiter, encoding and line ends.
        dialect: Dialect,
        /// The names as they stood, with their quotes.
        headers: Vec<String>,
    },
    /// Something else, whose columns know themselves how to be written.
    Other,
}

impl Table {
    /// A table of these columns, which must be equally long.
    ///
    /// # Panics
    /// If they are not.
    pub fn new(file: &str, columns: Vec<Column>, origin: Origin) -> Self {
        let length = columns.first().map_or(0, |column| column.cells.len());
        assert!(columns.iter().all(|column| column.cells.len() == length), "columns must be equally long");
        Self { file: file.to_owned(), columns, origin, notes: Vec::new() }
    }

    /// The file it was read from, as it was named.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// How many records it has.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, |column| column.cells.len())
    }

    /// Whether it has no record.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its columns, in order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// How it was written.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The names of its columns, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// The place of a column.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// A column by its name.
    pub fn column(&self, name: &str) -> Result<&Column> {
        match self.index(name) {
            Some(index) => Ok(&self.columns[index]),
            None => Err(Error::new(Place::file(&self.file).column(name), "there is no such column")),
        }
    }

    /// The table with some columns put in the place of those with their names.
    pub fn with(&self, columns: Vec<Column>) -> Self {
        let mut table = self.clone();
        for column in columns {
            if let Some(index) = self.index(&column.name) {
                table.columns[index] = column;
            }
        }
        table
    }

    /// The table without some columns.
    pub fn without(&self, names: &[&str]) -> Self {
        let mut table = self.clone();
        table.columns.retain(|column| !names.contains(&column.name.as_str()));
        table
    }

    /// The table without the rows for which `keep` is false.
    pub fn keep(&self, keep: &[bool]) -> Self {
        let columns = self.columns.iter().map(|column| column.keep(keep)).collect();
        Self { file: self.file.clone(), columns, origin: self.origin.clone(), notes: self.notes.clone() }
    }
}
