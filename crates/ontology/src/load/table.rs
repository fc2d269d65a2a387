//! Delimited tables: which delimiter, which rows, where they stand.

use super::Source;
use crate::error::{Error, Result};

/// A row's fields and its line.
pub(super) struct Row {
    pub(super) line: u64,
    fields: csv::StringRecord,
}

impl Row {
    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// A field without blanks around it; columns count from 0.
    pub(super) fn field(&self, column: usize) -> &str {
        self.fields.get(column).unwrap_or("").trim()
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(str::trim)
    }
}

/// The delimiter that occurs most in the first line that has one; among equals, the first of these.
pub(super) fn delimiter(source: &Source, candidates: &[u8]) -> u8 {
    let first = source.as_str().lines().find(|line| candidates.iter().any(|d| line.as_bytes().contains(d)));
    let count = |d: u8| first.map_or(0, |line| line.bytes().filter(|&b| b == d).count());
    let mut best = candidates[0];
    for &candidate in candidates {
        if count(candidate) > count(best) {
            best = candidate;
        }
    }
    best
}

/// All rows that are not blank.
pub(super) fn rows(source: &Source, delimiter: u8) -> impl Iterator<Item = Result<Row>> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        // A quotation mark inside a field of a tab-separated file is just a mark.
        .quoting(delimiter != b'\t' || quoted_fields(source))
        .from_reader(source.as_str().as_bytes());
    let mut records = Vec::new();
    let mut failed = None;
    let mut record = csv::StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => {
                let line = record.position().map_or(1, csv::Position::line);
                if record.iter().any(|field| !field.trim().is_empty()) {
                    records.push(Row { line, fields: std::mem::take(&mut record) });
                }
            }
            Err(error) => {
                let line = error.position().map_or(1, csv::Position::line);
                failed = Some(Error::syntax(source.file(), line, "not a row of a delimited table"));
                break;
            }
        }
    }
    records.into_iter().map(Ok).chain(failed.map(Err))
}

/// Whether fields are wrapped in quotation marks as a whole.
fn quoted_fields(source: &Source) -> bool {
    source.as_str().lines().skip(1).find(|line| !line.is_empty()).is_some_and(|line| line.starts_with('"'))
}

/// Fails unless the row has `width` fields.
pub(super) fn check_width(source: &Source, row: &Row, width: usize) -> Result<()> {
    if row.len() == width {
        return Ok(());
    }
    Err(Error::Ragged { at: source.place(row.line), expected: width, found: row.len() })
}
