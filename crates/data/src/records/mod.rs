//! Records with text cells: read, changed and written back one after the other.
//!
//! A file of JSON lines or a text table is read as a stream of records. Every field has a role ([`FieldRoles`]): the texts of some are
//! the cells of a record, others are published as they are or dropped. When a record is written, every byte outside of an edit of a
//! cell and of what is dropped is as it was in the file: quotes, escapes, line ends, blank lines, byte-order mark.
//!
//! ```
//! use scumble_data::{FieldRoles, RecordOptions, RecordReader};
//!
//! let notes = "id;text;mail\r\n\"1\";\"Jane; again\";x@y.org\r\n2;nobody;\r\n";
//! let fields = FieldRoles { publish: vec!["id".into()], drop: vec!["mail".into()], ..FieldRoles::default() };
//! let options = RecordOptions { fields, ..RecordOptions::default() };
//! let mut reader = RecordReader::from_bytes("notes.csv", notes.as_bytes(), &options)?;
//! let mut out = reader.head().to_vec();
//! for record in reader.next_batch(100, 1 << 20)? {
//!     let record = record?;
//!     let texts: Vec<String> = record.cells.iter().map(|(_, text)| text.replace("Jane", "Pers1")).collect();
//!     record.write(&texts, &mut out)?;
//! }
//! assert!(reader.next_batch(100, 1 << 20)?.is_empty());
//! out.extend_from_slice(reader.tail());
//! assert_eq!(String::from_utf8(out).unwrap(), "id;text\r\n\"1\";\"Pers1; again\"\r\n2;nobody\r\n");
//! # Ok::<(), scumble_data::Error>(())
//! ```

mod json;
mod lines;
mod names;
mod published;
mod roles;
mod rows;
mod spelling;
mod table;

pub use names::{field_names, field_names_of_bytes};
pub use published::{Published, PublishedLine};
pub use roles::{FieldRole, FieldRoles, OtherFields};
pub use table::TableRecords;

use crate::csv::Open;
use crate::error::{Error, Result};
use crate::read::Options;
use lines::{LineReader, RawLine};
use rows::{RawRow, RowReader};
use scumble_io::{Help, Packing, Place};
use scumble_span::Edit;
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

/// The form of a file of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordForm {
    /// A JSON object a line.
    JsonLines,
    /// A text table with a header.
    Table,
}

impl RecordForm {
    /// The form that a file's name shows: `.jsonl` and `.ndjson`, also packed, are JSON lines; every other file is a table.
    pub fn of_name(name: &str) -> Self {
        let (_, name) = Packing::of_name(name);
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        if ending == "jsonl" || ending == "ndjson" { Self::JsonLines } else { Self::Table }
    }
}

/// What becomes of the fields of records, and what is known about their file beforehand.
#[derive(Debug, Clone, Default)]
pub struct RecordOptions {
    /// What becomes of each field or column.
    pub fields: FieldRoles,
    /// The form of the file; the one that its name shows if none is given.
    pub form: Option<RecordForm>,
    /// How a text table is written.
    pub table: Options,
}

/// A field's name and its text.
pub type Cell = (String, String);

/// A record.
#[derive(Debug, Clone)]
pub struct Record {
    /// Its line, or its row counted with the header as row 1.
    pub number: usize,
    /// The name and the text of every cell, in the order in which they are in the file. A field of JSON lines may be there several
    /// times, as items of a list.
    pub cells: Vec<Cell>,
    /// What the record publishes as it is.
    pub published: Published,
    /// Blank lines before the record.
    before: Vec<u8>,
    raw: Raw,
}

#[derive(Debug, Clone)]
enum Raw {
    Line(RawLine),
    Row(RawRow),
    /// The row of a table in memory.
    InTable(usize),
}

/// What becomes of a cell when its record is written.
#[derive(Debug, Clone, Copy)]
pub enum NewCell<'c> {
    /// Edits of its text, in order. What is not edited stays as it is written; without edits, the cell stays as it is.
    Edited(&'c [Edit]),
    /// Another text; a text that is the same stays as it is written.
    Text(&'c str),
    /// A cell as it is written in a file, with its quotes and escapes.
    Written(&'c str),
}

impl Record {
    /// Appends the bytes of the record with other texts in its cells. A cell whose text is the same is written back as it was.
    ///
    /// # Errors
    /// If the encoding of the file lacks a character of a text, or the record is of a table in memory ([`TableRecords::set`]).
    ///
    /// # Panics
    /// If there are not as many texts as cells.
    pub fn write<S: AsRef<str>>(&self, texts: &[S], out: &mut Vec<u8>) -> Result<()> {
        let cells: Vec<NewCell<'_>> = texts.iter().map(|text| NewCell::Text(text.as_ref())).collect();
        self.write_cells(&cells, out)
    }

    /// Appends the bytes of the record with its new cells. On an error nothing is appended.
    ///
    /// # Errors
    /// As [`Record::write`].
    ///
    /// # Panics
    /// If there are not as many new cells as cells, or edits do not fit the text of their cell.
    pub fn write_cells(&self, cells: &[NewCell<'_>], out: &mut Vec<u8>) -> Result<()> {
        assert_eq!(cells.len(), self.cells.len(), "a record needs a new cell for every cell");
        let start = out.len();
        out.extend_from_slice(&self.before);
        let written = match &self.raw {
            Raw::Line(line) => {
                line.write(self, cells, out);
                Ok(())
            }
            Raw::Row(row) => row.write(self, cells, out),
            Raw::InTable(_) => {
                let place = Place::default().row(self.number);
                Err(Error::new(place, "a record of a table in memory has no bytes of its own"))
            }
        };
        if written.is_err() {
            out.truncate(start);
        }
        written
    }

    /// How a cell is written in the file: with its quotes and escapes. A cell of a table in memory is its text.
    pub fn written(&self, cell: usize) -> &str {
        self.spelled(cell).0
    }

    /// How a cell would be written with edits of its text.
    pub fn written_with(&self, cell: usize, edits: &[Edit]) -> String {
        let (raw, spelling) = self.spelled(cell);
        spelling.edited(raw, &self.cells[cell].1, edits)
    }

    /// The text that a cell would have if it were written in another way; nothing if such a cell cannot be read.
    pub fn text_if_written<'r>(&self, cell: usize, raw: &'r str) -> Option<Cow<'r, str>> {
        self.spelled(cell).1.text(raw)
    }

    /// How a cell that is written in another way would be written with edits of its text; nothing if such a cell cannot be read.
    pub fn written_again(&self, cell: usize, raw: &str, edits: &[Edit]) -> Option<String> {
        let (_, spelling) = self.spelled(cell);
        Some(spelling.edited(raw, &spelling.text(raw)?, edits))
    }

    fn spelled(&self, cell: usize) -> (&str, spelling::Spelling) {
        match &self.raw {
            Raw::Line(line) => line.spelled(cell),
            Raw::Row(row) => row.spelled(cell),
            Raw::InTable(_) => (&self.cells[cell].1, spelling::Spelling::Text),
        }
    }

    /// A cell as it is to be written.
    fn new_spelling<'c>(&'c self, cell: usize, new: &NewCell<'c>) -> Cow<'c, str> {
        let (raw, spelling) = self.spelled(cell);
        let text = &self.cells[cell].1;
        match new {
            NewCell::Edited([]) => Cow::Borrowed(raw),
            NewCell::Edited(edits) => Cow::Owned(spelling.edited(raw, text, edits)),
            NewCell::Text(new) if new == text => Cow::Borrowed(raw),
            NewCell::Text(new) => Cow::Owned(spelling.with_text(raw, new)),
            NewCell::Written(raw) => Cow::Borrowed(raw),
        }
    }

    /// Roughly how much memory it takes.
    fn size(&self) -> usize {
        self.published.text().len() + self.cells.iter().map(|(_, text)| text.len()).sum::<usize>()
    }
}

/// What comes next in a file.
enum Next {
    Record(Record),
    /// A line or row that is no record; the next one may be.
    Bad(Error),
    /// The blank lines at the end of the file.
    End(Vec<u8>),
}

/// Reads the records of a file one after the other, in memory that does not grow with the file.
pub struct RecordReader {
    source: Source,
    head: Vec<u8>,
    tail: Vec<u8>,
    ended: bool,
    notes: Vec<Help>,
}

enum Source {
    Lines(Box<LineReader>),
    Rows(Box<RowReader>),
}

impl RecordReader {
    /// Opens a file of JSON lines or a text table, packed or not.
    ///
    /// # Errors
    /// If the file cannot be read, or is a table with an undeclared column or without a column of text.
    pub fn open(path: &Path, options: &RecordOptions) -> Result<Self> {
        Self::new(&path.display().to_string(), options, &|| scumble_io::open(path))
    }

    /// Reads bytes as if they were a file, packed or not.
    ///
    /// # Errors
    /// If they cannot be unpacked, or as [`RecordReader::open`].
    pub fn from_bytes(name: &str, bytes: &[u8], options: &RecordOptions) -> Result<Self> {
        let bytes: Arc<[u8]> = bytes.into();
        Self::new(name, options, &|| scumble_io::unpacked(std::io::Cursor::new(Arc::clone(&bytes))))
    }

    fn new(file: &str, options: &RecordOptions, open: Open<'_>) -> Result<Self> {
        let fields = &options.fields;
        let (source, head, notes) = match options.form.unwrap_or_else(|| RecordForm::of_name(file)) {
            RecordForm::JsonLines => {
                let (reader, mark) = LineReader::open(file, fields, open)?;
                (Source::Lines(Box::new(reader)), mark, Vec::new())
            }
            RecordForm::Table => {
                let (reader, head, notes) = RowReader::open(file, fields, &options.table, open)?;
                (Source::Rows(Box::new(reader)), head, notes)
            }
        };
        Ok(Self { source, head, tail: Vec::new(), ended: false, notes })
    }

    /// The names of the columns of a table; none for JSON lines.
    pub fn header(&self) -> &[Arc<str>] {
        match &self.source {
            Source::Lines(_) => &[],
            Source::Rows(rows) => rows.header(),
        }
    }

    /// What a person should know about how the file is read.
    pub fn notes(&self) -> &[Help] {
        &self.notes
    }

    /// The bytes before the first record: the byte-order mark and the header.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// The bytes after the last record, once all were read: blank lines.
    pub fn tail(&self) -> &[u8] {
        &self.tail
    }

    /// The next records: at most `max_records`, and no more after they take `max_bytes` together; none at the end of the file. A line
    /// or row that is no record is an error in its place.
    ///
    /// # Errors
    /// If the file cannot be read on.
    pub fn next_batch(&mut self, max_records: usize, max_bytes: usize) -> Result<Vec<Result<Record>>> {
        let (mut out, mut bytes) = (Vec::new(), 0);
        while !self.ended && out.len() < max_records && bytes < max_bytes {
            let next = match &mut self.source {
                Source::Lines(lines) => lines.next()?,
                Source::Rows(rows) => rows.next()?,
            };
            match next {
                Next::Record(record) => {
                    bytes += record.size();
                    out.push(Ok(record));
                }
                Next::Bad(error) => out.push(Err(error)),
                Next::End(tail) => {
                    self.tail = tail;
                    self.ended = true;
                }
            }
        }
        Ok(out)
    }
}
