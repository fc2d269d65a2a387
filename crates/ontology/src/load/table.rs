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

/// The delimiter that gives every row the same number of fields, more than one; `None` if none does.
pub(super) fn regular_delimiter(source: &Source, candidates: &[u8]) -> Option<u8> {
    const LOOKED_AT: usize = 1000;
    candidates.iter().copied().find(|&delimiter| {
        let mut widths = rows(source, delimiter).take(LOOKED_AT).map(|row| row.map_or(0, |row| row.len()));
        widths.next().is_some_and(|first| first > 1 && widths.all(|width| width == first))
    })
}

/// The [regular](regular_delimiter) delimiter, or else the one that occurs most in the first line that has one.
pub(super) fn delimiter(source: &Source, candidates: &[u8]) -> u8 {
    regular_delimiter(source, candidates).unwrap_or_else(|| {
        let first = source.as_str().lines().find(|line| candidates.iter().any(|d| line.as_bytes().contains(d)));
        let count = |d: u8| first.map_or(0, |line| line.bytes().filter(|&b| b == d).count());
        candidates.iter().copied().rev().max_by_key(|&d| count(d)).unwrap_or(b',')
    })
}

/// All rows that are not blank, read as they are asked for.
pub(super) fn rows(source: &Source, delimiter: u8) -> Rows<'_> {
    let quoting = delimiter != b'\t' || quoted_fields(source);
    let reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        // A quotation mark inside a field of a tab-separated file is just a mark.
        .quoting(quoting)
        .from_reader(source.as_str().as_bytes());
    Rows { source, reader, delimiter, quoting, line: 1, counted: 0, failed: false }
}

/// See [`rows`].
pub(super) struct Rows<'s> {
    source: &'s Source,
    reader: csv::Reader<&'s [u8]>,
    delimiter: u8,
    quoting: bool,
    line: u64,
    counted: usize,
    failed: bool,
}

impl Iterator for Rows<'_> {
    type Item = Result<Row>;

    fn next(&mut self) -> Option<Result<Row>> {
        while !self.failed {
            let mut fields = csv::StringRecord::new();
            let read = self.reader.read_record(&mut fields);
            let at = match &read {
                Ok(_) => fields.position().map(csv::Position::byte),
                Err(error) => error.position().map(csv::Position::byte),
            };
            let line = self.line_at(at.unwrap_or(0) as usize);
            match read {
                Ok(false) => return None,
                Ok(true) if fields.iter().all(|field| field.trim().is_empty()) => {}
                Ok(true) if self.quoting && self.at_end() && self.ends_in_quotes() => {
                    self.failed = true;
                    return Some(Err(Error::syntax(self.source.file(), line, "a quotation mark that is never closed")));
                }
                Ok(true) => return Some(Ok(Row { line, fields })),
                Err(_) => {
                    self.failed = true;
                    return Some(Err(Error::syntax(self.source.file(), line, "not a row of a delimited table")));
                }
            }
        }
        None
    }
}

impl Rows<'_> {
    /// The line of a record; the position that the reader gives may stand before line ends that it is going to skip.
    fn line_at(&mut self, byte: usize) -> u64 {
        let bytes = self.source.as_str().as_bytes();
        let skipped = bytes[byte.min(bytes.len())..].iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
        let start = (byte + skipped).min(bytes.len()).max(self.counted);
        self.line += bytes[self.counted..start].iter().filter(|&&b| b == b'\n').count() as u64;
        self.counted = start;
        self.line
    }

    fn at_end(&self) -> bool {
        self.reader.position().byte() as usize >= self.source.as_str().len()
    }

    /// Whether the last record, which begins where lines were counted to, ends inside quotation marks.
    fn ends_in_quotes(&self) -> bool {
        let mut inside = false;
        let mut field_start = true;
        let bytes = &self.source.as_str().as_bytes()[self.counted..];
        for &byte in bytes {
            match byte {
                b'"' if inside => inside = false,
                b'"' if field_start => inside = true,
                // A mark right after a closing one was an escape: still inside.
                b'"' => inside = true,
                _ => {}
            }
            field_start = !inside && (byte == self.delimiter || byte == b'\n');
        }
        inside
    }
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
