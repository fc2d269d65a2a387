//! Delimited tables: which delimiter, which rows, where they stand.

use super::Source;
use crate::error::{Error, Result};
use scumble_io::csv::{Record, RecordError, Records, unquoted};

/// A row's fields, without quotes and without blanks around them, and its line.
pub(super) struct Row {
    pub(super) line: u64,
    text: String,
    ends: Vec<usize>,
}

impl Row {
    fn new(record: &Record, bytes: &[u8], quoting: bool) -> Self {
        let mut row = Self {
            line: record.line,
            text: String::with_capacity(bytes.len()),
            ends: Vec::with_capacity(record.ends.len()),
        };
        for field in record.fields(bytes) {
            // The source is UTF-8 and delimiters are ASCII: so is every field.
            let field = String::from_utf8_lossy(field);
            row.text.push_str(if quoting { unquoted(&field) } else { field.as_ref().into() }.trim());
            row.ends.push(row.text.len());
        }
        row
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// A field, or nothing behind the last one; columns count from 0.
    pub(super) fn field(&self, column: usize) -> &str {
        let start = if column == 0 { 0 } else { self.ends.get(column - 1).copied().unwrap_or(self.text.len()) };
        &self.text[start..self.ends.get(column).copied().unwrap_or(self.text.len())]
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|column| self.field(column))
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
    // A quotation mark inside a field of a tab-separated file is just a mark.
    let quoting = delimiter != b'\t' || quoted_fields(source);
    let records = Records::new(source.as_str().as_bytes(), delimiter).quoting(quoting);
    Rows { source, records, record: Record::default(), quoting, failed: false }
}

/// See [`rows`].
pub(super) struct Rows<'s> {
    source: &'s Source,
    records: Records<&'s [u8]>,
    record: Record,
    quoting: bool,
    failed: bool,
}

impl Iterator for Rows<'_> {
    type Item = Result<Row>;

    fn next(&mut self) -> Option<Result<Row>> {
        while !self.failed {
            match self.records.next(&mut self.record) {
                Ok(None) => return None,
                Ok(Some(bytes)) => {
                    let row = Row::new(&self.record, bytes, self.quoting);
                    // Nothing but blanks.
                    if !row.text.is_empty() {
                        return Some(Ok(row));
                    }
                }
                Err(error) => {
                    self.failed = true;
                    return Some(Err(Error::syntax(self.source.file(), self.record.line, problem(&error))));
                }
            }
        }
        None
    }
}

fn problem(error: &RecordError) -> String {
    match error {
        RecordError::Unclosed => "a quotation mark that is never closed".to_owned(),
        error => format!("not a row of a delimited table: {error}; {}", error.help()),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str, delimiter: u8) -> Vec<(u64, Vec<String>)> {
        let source = Source::text("t", text);
        let row = |row: Row| (row.line, row.fields().map(str::to_owned).collect());
        rows(&source, delimiter).map(|found| row(found.unwrap())).collect()
    }

    #[test]
    fn quotes_blanks_and_lines() {
        let found = fields("a;\"b; \"\"c\"\"\n\"\n\n ; \r\nd;e", b';');
        assert_eq!(found, [(1, vec!["a".into(), "b; \"c\"".into()]), (5, vec!["d".into(), "e".into()])]);
        assert_eq!(fields("x\n\"a\"\tb\n", b'\t')[1].1, ["a", "b"], "fields that are quoted as a whole");
        assert_eq!(fields("x\ty\n5\"\t\"b\"\n", b'\t')[1].1, ["5\"", "\"b\""], "marks that are just marks");
        let row = &rows(&Source::text("t", "a;b"), b';').next().unwrap().unwrap();
        assert_eq!((row.field(1), row.field(2), row.len()), ("b", "", 2));
    }

    #[test]
    fn the_line_of_a_broken_row() {
        let message = |text: &str| rows(&Source::text("t", text), b',').find_map(Result::err).unwrap().to_string();
        assert_eq!(message("a,b\n\nc,\"d\n"), "t, line 3: a quotation mark that is never closed");
        assert!(message("a,b\n\"c\"d,e\n").starts_with("t, line 2: not a row of a delimited table: text after"));
    }
}
