//! Records of a table in memory: text columns of Parquet and Excel files.

use super::rows::column;
use super::{Raw, Record, RecordOptions};
use crate::column::{Cells, Column};
use crate::error::{Error, Place, Result};
use crate::table::Table;
use std::sync::Arc;

/// The records of a table in memory, whose cells are the texts of some of its columns.
///
/// ```
/// use scumble_data::{Options, RecordOptions, TableRecords, read_text};
///
/// let table = read_text("t.csv", b"id,text\n1,Jane left\n2,Jane\n", &Options::default())?;
/// let mut records = TableRecords::new(table, &RecordOptions::default())?;
/// let first = &records.next_batch(1, 1 << 20)[0];
/// records.set(first, &["Pers1 left"]);
/// let released = records.finish()?;
/// assert_eq!((released.len(), &*released.column("text")?.cells.text(0)), (1, "Pers1 left"));
/// # Ok::<(), scumble_data::Error>(())
/// ```
#[derive(Debug)]
pub struct TableRecords {
    table: Table,
    columns: Vec<usize>,
    fields: Vec<String>,
    next: usize,
    /// For each row the new texts of its cells.
    texts: Vec<Option<Vec<String>>>,
}

impl TableRecords {
    /// The records of a table.
    ///
    /// # Errors
    /// If it has no such column, or a column holds no text.
    pub fn new(table: Table, options: &RecordOptions) -> Result<Self> {
        let fields = options.distinct_fields();
        let header: Vec<String> = table.names().map(str::to_owned).collect();
        let mut columns = Vec::new();
        for field in &fields {
            let at = column(table.file(), &header, field)?;
            if !holds_text(&table.columns()[at].cells) {
                let place = Place::file(table.file()).column(field);
                return Err(Error::new(place, "the column holds no text").with_help("name columns of text"));
            }
            columns.push(at);
        }
        let texts = vec![None; table.len()];
        Ok(Self { table, columns, fields, next: 0, texts })
    }

    /// The fields that are cells, each once.
    pub fn fields(&self) -> &[String] {
        &self.fields
    }

    /// The names of the columns, which are written back as they are.
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
        let mut unchanged = String::new();
        for (_, column) in self.table.columns().iter().enumerate().filter(|(at, _)| !self.columns.contains(at)) {
            unchanged.push_str(&column.cells.text(row));
            unchanged.push('\n');
        }
        Record { number: row + 2, cells, unchanged, before: Vec::new(), raw: Raw::InTable(row) }
    }

    /// Sets the texts of a record's cells. A record that is never set is left out of the table.
    ///
    /// # Panics
    /// If there are not as many texts as cells, or the record is not of this table.
    pub fn set<S: AsRef<str>>(&mut self, record: &Record, texts: &[S]) {
        assert_eq!(texts.len(), self.columns.len(), "a record needs a text for every cell");
        let Raw::InTable(row) = record.raw else { panic!("a record of another file") };
        self.texts[row] = Some(texts.iter().map(|text| text.as_ref().to_owned()).collect());
    }

    /// The table with the new texts, without the records that were not set. A column whose texts are all the same is as it was.
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
            columns.push(Column { name: column.name.clone(), cells: Arc::new(cells) });
        }
        let keep: Vec<bool> = self.texts.iter().map(Option::is_some).collect();
        let table = if columns.is_empty() { self.table } else { self.table.with(columns) };
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
        let mut records = TableRecords::new(table(), &RecordOptions::default()).unwrap();
        let batch = records.next_batch(9, 1 << 20);
        assert_eq!((batch.len(), batch[0].unchanged.as_str(), batch[1].number), (3, "1\n", 3));
        batch.iter().for_each(|record| records.set(record, &[record.cells[0].1.replace("Jane", "Pers1")]));
        let batch = records.finish().unwrap().to_record_batch();
        let texts = batch.column(0).as_string::<i32>();
        assert_eq!((texts.value(0), texts.is_null(1), texts.is_null(2)), ("Pers1", true, false));
    }

    #[test]
    fn a_column_of_numbers_is_no_text() {
        let options = RecordOptions { fields: vec!["id".to_owned()], ..RecordOptions::default() };
        let error = TableRecords::new(table(), &options).unwrap_err();
        assert_eq!(error.to_string(), "record batch, column “id”: the column holds no text");
    }
}
