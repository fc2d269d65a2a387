//! Entry points for fuzzing: every reader, fed with anything. The targets in `fuzz/` and the ordinary tests call these.

use crate::{Format, Missing, Options, Table, excel, parquet, read_text, write};

/// A text table of any bytes: what is read can be written, and read again to the same.
pub fn text(bytes: &[u8]) {
    let Ok(table) = read_text("fuzz", bytes, &Options::default()) else { return };
    look(&table);
    let mut out = Vec::new();
    write(&table, Format::Text, None, &mut out).expect("what was read has bytes");
    if let crate::Origin::Text { dialect, .. } = table.origin() {
        let options = Options { delimiter: Some(dialect.delimiter), encoding: Some(dialect.encoding), sheet: None };
        let again = read_text("fuzz", &out, &options).expect("what was written can be read");
        assert_eq!(again.len(), table.len());
    }
}

/// Set-valued records of any bytes, as JSON lines.
pub fn sets(bytes: &[u8]) {
    if let Ok(records) = crate::sets::objects("fuzz", Box::new(bytes), &crate::SetOptions::default()) {
        assert!(records.iter().all(|record| !record.items.is_empty()));
    }
}

/// A Parquet file of any bytes.
pub fn parquet(bytes: &[u8]) {
    if let Ok(table) = parquet::read_from("fuzz", bytes::Bytes::copy_from_slice(bytes)) {
        look(&table);
    }
}

/// An Excel file of any bytes.
pub fn sheet(bytes: &[u8]) {
    if let Ok(table) = excel::read_from("fuzz", bytes.to_vec(), &Options::default()) {
        look(&table);
    }
}

/// Asks every column everything.
fn look(table: &Table) {
    let missing = Missing::default();
    for column in table.columns() {
        let numeric = column.is_numeric(&missing);
        assert!(column.numbers("fuzz", &missing).is_ok() || !numeric, "a column of numbers can be read as numbers");
        let (codes, values) = column.codes(&missing);
        assert_eq!(codes.len(), table.len());
        assert!(values.len() <= table.len());
    }
}
