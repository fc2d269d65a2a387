//! Entry points for fuzzing: every reader, fed with arbitrary bytes. The targets in `fuzz/` and the ordinary tests call these.

use crate::{FieldRoles, NewCell};
use crate::{Format, Missing, Options, RecordForm, RecordOptions, RecordReader, Table, read_text, write};

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
    if let Ok(records) = crate::sets::objects("fuzz", bytes, &crate::SetOptions::default()) {
        assert!(records.iter().all(|record| !record.items.is_empty()));
    }
}

/// Records of any bytes, as JSON lines and as a text table: what is read and written unchanged is the same bytes.
pub fn records(bytes: &[u8]) {
    for form in [RecordForm::JsonLines, RecordForm::Table] {
        let fields = FieldRoles::text_among_others(vec!["text".to_owned()]);
        let options = RecordOptions { fields, form: Some(form), table: Options::default() };
        let Ok(mut reader) = RecordReader::from_bytes("fuzz", bytes, &options) else { continue };
        let mut out = reader.head().to_vec();
        let mut changed = Vec::new();
        loop {
            let Ok(batch) = reader.next_batch(3, 1 << 16) else { return };
            if batch.is_empty() {
                break;
            }
            for record in batch {
                // A line that is no record is left out.
                let Ok(record) = record else { return };
                let texts: Vec<&str> = record.cells.iter().map(|(_, text)| text.as_str()).collect();
                record.write(&texts, &mut out).expect("a text that was read can be written");
                let new = vec![NewCell::Text(",;\"\n\\"); record.cells.len()];
                record.write_cells(&new, &mut changed).expect("every encoding has these characters");
            }
        }
        out.extend_from_slice(reader.tail());
        if scumble_io::Packing::of_bytes(bytes) == scumble_io::Packing::Plain {
            assert_eq!(out, bytes, "unchanged records are the file");
        }
    }
}

/// A Parquet file of any bytes.
#[cfg(feature = "parquet")]
pub fn parquet(bytes: &[u8]) {
    if let Ok(table) = crate::parquet::read_from("fuzz", bytes::Bytes::copy_from_slice(bytes)) {
        look(&table);
    }
}

/// An Excel file of any bytes.
#[cfg(feature = "excel")]
pub fn sheet(bytes: &[u8]) {
    if let Ok(table) = crate::excel::read_from("fuzz", bytes.to_vec(), &Options::default()) {
        look(&table);
    }
}

/// Matrices of any bytes, in every format that is text: what is read has columns in order and finite weights.
pub fn spaces(bytes: &[u8]) {
    use crate::vectors::{Known, read_text};
    use crate::{FirstIndex, SpaceFormat};
    for format in [SpaceFormat::MatrixMarket, SpaceFormat::SvmLight, SpaceFormat::Csv] {
        for first in [None, Some(FirstIndex::Zero), Some(FirstIndex::One)] {
            let known = Known { first, ..Known::default() };
            let Ok(matrix) = read_text("fuzz", bytes, format, known) else { continue };
            for row in matrix.rows() {
                assert!(row.terms.is_sorted() && row.weights.iter().all(|weight| weight.is_finite() && *weight != 0.0));
                assert!(row.terms.last().is_none_or(|&last| (last as usize) < matrix.columns()));
            }
        }
    }
}

/// Calls every method of every column.
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
