//! Records of a table in memory: text columns of Parquet and Excel files.

use super::roles::FieldRole;
use super::rows::column_roles;
use super::{NewCell, Published, Raw, Record, RecordOptions};
use crate::column::{Cells, Column};
use crate::error::{Error, Place, Result};
use crate::table::Table;
use std::sync::Arc;

/// The records of a table in memory, whose cells are the texts of some of its columns.
///
/// ```
/// use scumble_data::{FieldRoles, Options, OtherFields, RecordOptions, TableRecords, read_text};
///
/// let table = read_text("t.csv", b"id,text\n1,Jane left\n2,Jane\n", &Options::default())?;
/// let fields = FieldRoles { others: Some(OtherFields::Drop), ..FieldRoles::default() };
/// let mut records = TableRecords::new(table, &RecordOptions { fields, ..RecordOptions::default() })?;
/// let first = &records.next_batch(1, 1 << 20)[0];
/// records.set(first, &["Pers1 left"]);
/// let released = records.finish()?;
/// assert_eq!((released.len(), &*released.column("text")?.cells.text(0)), (1, "Pers1 left"));
/// assert!(released.column("id").is_err());
/// # Ok::<(), scumble_data::Error>(())
/// ```
#[derive(Debug)]
pub struct TableRecords {
    table: Table,
    /// The columns of text.
    columns: Vec<usize>,
    roles: Vec<(FieldRole, bool)>,
    next: usize,
    /// For each row the new texts of its cells.
    texts: Vec<Option<Vec<String>>>,
}

impl TableRecords {
    /// The records of a table.
    ///
    /// # Errors
    /// If a column is not declared, none is text, or one of text holds none.
    pub fn new(table: Table, options: &RecordOptions) -> Result<Self> {
        let header: Vec<String> = table.names().map(str::to_owned).collect();
        let roles = column_roles(table.file(), &header, &options.fields)?;
        let columns: Vec<usize> = (0..roles.len()).filter(|&column| roles[column].0 == FieldRole::Text).collect();
        for &column in &columns {
            if !holds_text(&table.columns()[column].cells) {
                let place = Place::file(table.file()).column(&header[column]);
                return Err(Error::new(place, "the column holds no text").with_help("publish or drop it"));
            }
        }
        let texts = vec![None; table.len()];
        Ok(Self { table, columns, roles, next: 0, texts })
    }

    /// The names of the columns.
    pub fn header(&self) -> Vec<String> {
        self.table.names().map(str::to_owned).collect()
    }

    /// The next records: at most `max_records`, and no more after they take `max_bytes` together; none after the last row.
    pub fn next_batch(&mut self, max_records: usize, max_bytes: usize) -> Vec<Record> {
        let (mut out, mut bytes) = (Vec::new(), 0);
        while self.next < self.table.len() && out.len() < max_records && bytes < max_bytes {
            let record = self.record(self.next);
            self.next += 1;
            bytes += record.size();
            out.push(record);
        }
        out
    }

    fn record(&self, row: usize) -> Record {
        let cell = |&at: &usize| {
            let column = &self.table.columns()[at];
            (column.name.clone(), column.cells.text(row).into_owned())
        };
        let cells = self.columns.iter().map(cell).collect();
        let mut published = Published::default();
        for (column, (role, _)) in self.table.columns().iter().zip(&self.roles) {
            if *role == FieldRole::Publish {
                published.push(&column.name.as_str().into(), &column.cells.text(row));
            }
        }
        Record { number: row + 2, cells, published, before: Vec::new(), raw: Raw::InTable(row) }
    }

    /// Sets the texts of a record's cells. A record that is never set is left out of the table.
    ///
    /// # Panics
    /// If there are not as many texts as cells, or the record is not of this table.
    pub fn set<S: AsRef<str>>(&mut self, record: &Record, texts: &[S]) {
        let cells: Vec<NewCell<'_>> = texts.iter().map(|text| NewCell::Text(text.as_ref())).collect();
        self.set_cells(record, &cells);
    }

    /// Sets the cells of a record. A record that is never set is left out of the table.
    ///
    /// # Panics
    /// If there are not as many new cells as cells, or the record is not of this table.
    pub fn set_cells(&mut self, record: &Record, cells: &[NewCell<'_>]) {
        assert_eq!(cells.len(), self.columns.len(), "a record needs a new cell for every cell");
        let Raw::InTable(row) = record.raw else { panic!("a record of another file") };
        let text = |(cell, new): (usize, &NewCell<'_>)| record.new_spelling(cell, new).into_owned();
        self.texts[row] = Some(cells.iter().enumerate().map(text).collect());
    }

    /// The table with the new texts, without the records that were not set and the columns that are dropped. A column whose texts are
    /// all the same is as it was.
    ///
    /// # Errors
    /// If a column of Arrow cannot hold its new texts.
    pub fn finish(self) -> Result<Table> {
        let mut columns = Vec::new();
        for (cell, &at) in self.columns.iter().enumerate() {
            let column = &self.table.columns()[at];
            let before = |row: usize| column.cells.text(row).into_owned();
            let new = self.texts.iter().map(|texts| texts.as_ref().map(|texts| &texts[cell]));
            if new.clone().enumerate().all(|(row, text)| text.is_none_or(|text| *text == *column.cells.text(row))) {
                continue;
            }
            let texts: Vec<String> =
                new.enumerate().map(|(row, text)| text.cloned().unwrap_or_else(|| before(row))).collect();
            let cells = like(&column.cells, &texts).ok_or_else(|| {
                Error::new(Place::file(self.table.file()).column(&column.name), "the column cannot hold its new texts")
            })?;
            columns.push(Column { cells: Arc::new(cells), ..column.clone() });
        }
        let keep: Vec<bool> = self.texts.iter().map(Option::is_some).collect();
        let table = if columns.is_empty() { self.table } else { self.table.with(columns) };
        let dropped: Vec<&str> = table
            .columns()
            .iter()
            .zip(&self.roles)
            .filter(|(_, (role, _))| *role == FieldRole::Drop)
            .map(|(column, _)| column.name.as_str())
            .collect();
        let table = if dropped.is_empty() { table.clone() } else { table.without(&dropped) };
        Ok(if keep.iter().all(|&keep| keep) { table } else { table.keep(&keep) })
    }
}

fn holds_text(cells: &Cells) -> bool {
    match cells {
        Cells::Plain(_) | Cells::Quoted(_) | Cells::Coded { .. } => true,
        Cells::Numbers(_) => false,
        #[cfg(feature = "arrow")]
        Cells::Arrow(array) => crate::arrow::is_text(array),
    }
}

/// Cells of these texts, of the type of others where they are Arrow's.
fn like(cells: &Cells, texts: &[String]) -> Option<Cells> {
    match cells {
        #[cfg(feature = "arrow")]
        Cells::Arrow(array) => crate::arrow::like(array, texts).map(Cells::Arrow),
        _ => Some(Cells::Plain(texts.iter().collect())),
    }
}

#[cfg(all(test, feature = "arrow"))]
mod tests {
    use super::super::FieldRoles;
    use super::*;
    use arrow_array::cast::AsArray as _;
    use arrow_array::{Array as _, Int64Array, RecordBatch, StringArray};

    fn table() -> Table {
        let texts = StringArray::from(vec![Some("Jane"), None, Some("")]);
        let ids = Int64Array::from(vec![1, 2, 3]);
        let columns: [(&str, arrow_array::ArrayRef); 2] = [("text", Arc::new(texts)), ("id", Arc::new(ids))];
        Table::try_from(
            RecordBatch::try_from_iter_with_nullable(columns.map(|(name, array)| (name, array, true))).unwrap(),
        )
        .unwrap()
    }

    #[test]
    fn a_column_of_text_keeps_its_type_and_its_nulls() {
        let fields = FieldRoles::text_among_others(vec!["text".to_owned()]);
        let mut records = TableRecords::new(table(), &RecordOptions { fields, ..RecordOptions::default() }).unwrap();
        let batch = records.next_batch(9, 1 << 20);
        assert_eq!((batch.len(), batch[0].published.text(), batch[1].number), (3, "1\n", 3));
        batch.iter().for_each(|record| records.set(record, &[record.cells[0].1.replace("Jane", "Pers1")]));
        let batch = records.finish().unwrap().to_record_batch();
        let texts = batch.column(0).as_string::<i32>();
        assert_eq!((texts.value(0), texts.is_null(1), texts.is_null(2)), ("Pers1", true, false));
    }

    #[test]
    fn a_column_of_numbers_is_no_text() {
        let fields = FieldRoles::text_among_others(vec!["id".to_owned()]);
        let options = RecordOptions { fields, ..RecordOptions::default() };
        let error = TableRecords::new(table(), &options).unwrap_err();
        assert_eq!(error.to_string(), "record batch, column “id”: the column holds no text");
    }
}
