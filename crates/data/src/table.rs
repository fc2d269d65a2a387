//! A table: named columns of equal length, and how it was written.

use crate::column::Column;
use crate::error::{Error, Place, Result};
use scumble_io::Help;
use scumble_io::csv::Dialect;
use scumble_io::did_you_mean;

/// Named columns of equal length.
#[derive(Debug, Clone)]
pub struct Table {
    file: String,
    columns: Vec<Column>,
    origin: Origin,
    /// What a person should know about how it was read, and the setting that would change it.
    pub notes: Vec<Help>,
}

/// How a table was written where it came from.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Origin {
    /// A text table.
    Text {
        /// Its delimiter, encoding and line ends.
        dialect: Dialect,
        /// The names as they are in the file, with their quotes.
        headers: Vec<String>,
    },
    /// A Parquet file (feature `parquet`): its types and row groups.
    #[cfg(feature = "parquet")]
    Parquet(std::sync::Arc<crate::layout::Layout>),
    /// Another format, or a table made in memory.
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

    /// A table of these columns, if they are equally long and their names distinct.
    ///
    /// # Errors
    /// If they are not.
    pub fn try_new(file: &str, columns: Vec<Column>, origin: Origin) -> Result<Self> {
        let length = columns.first().map_or(0, |column| column.cells.len());
        let fault = |column: &Column, problem| Err(Error::new(Place::file(file).column(&column.name), problem));
        if let Some(column) = columns.iter().find(|column| column.cells.len() != length) {
            return fault(column, format!("the column has {} rows, the first has {length}", column.cells.len()));
        }
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        match first_twice(&names) {
            Some((_, second)) => fault(&columns[second], "the name is there twice".to_owned()),
            None => Ok(Self::new(file, columns, origin)),
        }
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
            None => {
                let near = did_you_mean(name, self.names());
                let columns = self.names().collect::<Vec<_>>().join(", ");
                Err(Error::new(Place::file(&self.file), format!("there is no column “{name}”{near}"))
                    .with_help(format!("its columns: {columns}")))
            }
        }
    }

    /// The table with these columns in the place of those with their names.
    #[must_use]
    pub fn with(&self, columns: Vec<Column>) -> Self {
        let mut table = self.clone();
        for column in columns {
            if let Some(index) = self.index(&column.name) {
                table.columns[index] = column;
            }
        }
        table
    }

    /// The table without these columns.
    #[must_use]
    pub fn without(&self, names: &[&str]) -> Self {
        let mut table = self.clone();
        table.columns.retain(|column| !names.contains(&column.name.as_str()));
        table
    }

    /// The table without the rows for which `keep` is false.
    #[must_use]
    pub fn keep(&self, keep: &[bool]) -> Self {
        let columns = self.columns.iter().map(|column| column.keep(keep)).collect();
        let origin = match &self.origin {
            #[cfg(feature = "parquet")]
            Origin::Parquet(layout) => Origin::Parquet(std::sync::Arc::new(layout.keep(keep))),
            origin => origin.clone(),
        };
        Self { file: self.file.clone(), columns, origin, notes: self.notes.clone() }
    }
}

/// The places of the first name that is there again.
pub(crate) fn first_twice<S: AsRef<str>>(names: &[S]) -> Option<(usize, usize)> {
    let mut seen = std::collections::HashMap::new();
    names.iter().enumerate().find_map(|(at, name)| seen.insert(name.as_ref(), at).map(|first| (first, at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::Cells;

    #[test]
    fn columns_of_a_table_are_checked() {
        let column = |name: &str, cells: &[f64]| Column::new(name, Cells::Numbers(cells.to_vec().into()));
        let made = |columns| Table::try_new("t", columns, Origin::Other).map_err(|error| error.to_string());
        assert_eq!(made(vec![column("a", &[1.0]), column("b", &[2.0])]).unwrap().len(), 1);
        let error = made(vec![column("a", &[1.0]), column("b", &[])]).unwrap_err();
        assert_eq!(error, "t, column “b”: the column has 0 rows, the first has 1");
        assert!(made(vec![column("a", &[]), column("a", &[])]).is_err());
    }
}
