//! Records with text cells: read, changed and written back one after the other.
//!
//! A file of JSON lines or a text table is read as a stream of records. The texts of some fields are their cells; when a record is
//! written, every byte outside of a changed cell is as it was in the file: quotes, escapes, line ends, blank lines, byte-order mark.
//!
//! ```
//! use scumble_data::{RecordOptions, RecordReader};
//!
//! let notes = "id;text\r\n\"1\";\"Jane; again\"\r\n2;nobody\r\n";
//! let options = RecordOptions { fields: vec!["text".into()], ..RecordOptions::default() };
//! let mut reader = RecordReader::from_bytes("notes.csv", notes.as_bytes(), &options)?;
//! let mut out = reader.head().to_vec();
//! for record in reader.next_batch(100, 1 << 20)? {
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
mod rows;
mod table;

pub use table::TableRecords;

use crate::csv::Open;
use crate::error::{Error, Result};
use crate::read::Options;
use lines::{LineReader, RawLine};
use rows::{RawRow, RowReader};
use scumble_io::{Help, Packing, Place};
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

/// Which cells records have, and what is known about their file beforehand.
#[derive(Debug, Clone, Default)]
pub struct RecordOptions {
    /// The fields or columns that hold text; `text` if none are named.
    pub fields: Vec<String>,
    /// The form of the file; the one that its name shows if none is given.
    pub form: Option<RecordForm>,
    /// How a text table is written.
    pub table: Options,
}

impl RecordOptions {
    /// The fields without repetitions; `text` if none are named.
    fn distinct_fields(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for field in &self.fields {
            if !out.contains(field) {
                out.push(field.clone());
            }
        }
        if out.is_empty() { vec!["text".to_owned()] } else { out }
    }
}

/// A field's name and its text.
pub type Cell = (String, String);

/// A record.
#[derive(Debug, Clone)]
pub struct Record {
    /// Its line, or its row counted with the header as row 1.
    pub number: usize,
    /// The name and the text of every cell: columns in the order in which they were named, fields of a JSON object in the order in which
    /// they are on the line.
    pub cells: Vec<Cell>,
    /// Everything else that the record says, one item a line: it is written back as it is.
    pub unchanged: String,
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

impl Record {
    /// Appends the bytes of the record with other texts in its cells. A cell whose text is the same is written back as it was.
    ///
    /// # Errors
    /// If the encoding of the file lacks a character of a text, or the record is of a table in memory ([`TableRecords::set`]).
    ///
    /// # Panics
    /// If there are not as many texts as cells.
    pub fn write<S: AsRef<str>>(&self, texts: &[S], out: &mut Vec<u8>) -> Result<()> {
        assert_eq!(texts.len(), self.cells.len(), "a record needs a text for every cell");
        out.extend_from_slice(&self.before);
        match &self.raw {
            Raw::Line(line) => line.write(self, texts, out),
            Raw::Row(row) => row.write(self, texts, out)?,
            Raw::InTable(_) => {
                let place = Place::default().row(self.number);
                return Err(Error::new(place, "a record of a table in memory has no bytes of its own"));
            }
        }
        Ok(())
    }

    /// Roughly how much memory it takes.
    fn size(&self) -> usize {
        self.unchanged.len() + self.cells.iter().map(|(_, text)| text.len()).sum::<usize>()
    }
}

/// Reads the records of a file one after the other, in memory that does not grow with the file.
pub struct RecordReader {
    source: Source,
    fields: Vec<String>,
    head: Vec<u8>,
    tail: Vec<u8>,
    ended: bool,
    notes: Vec<Help>,
}

enum Source {
    Lines(LineReader),
    Rows(Box<RowReader>),
}

impl RecordReader {
    /// Opens a file of JSON lines or a text table, packed or not.
    ///
    /// # Errors
    /// If the file cannot be read, or has no such column.
    pub fn open(path: &Path, options: &RecordOptions) -> Result<Self> {
        Self::new(&path.display().to_string(), options, &|| scumble_io::open(path))
    }

    /// Reads bytes as if they were a file, packed or not.
    ///
    /// # Errors
    /// If they cannot be unpacked, or there is no such column.
    pub fn from_bytes(name: &str, bytes: &[u8], options: &RecordOptions) -> Result<Self> {
        let bytes: Arc<[u8]> = bytes.into();
        Self::new(name, options, &|| scumble_io::unpacked(std::io::Cursor::new(Arc::clone(&bytes))))
    }

    fn new(file: &str, options: &RecordOptions, open: Open<'_>) -> Result<Self> {
        let fields = options.distinct_fields();
        let (source, head, notes) = match options.form.unwrap_or_else(|| RecordForm::of_name(file)) {
            RecordForm::JsonLines => {
                let (reader, mark) = LineReader::open(file, &fields, open)?;
                (Source::Lines(reader), mark, Vec::new())
            }
            RecordForm::Table => {
                let (reader, head, notes) = RowReader::open(file, &fields, &options.table, open)?;
                (Source::Rows(Box::new(reader)), head, notes)
            }
        };
        Ok(Self { source, fields, head, tail: Vec::new(), ended: false, notes })
    }

    /// The fields that are cells, each once.
    pub fn fields(&self) -> &[String] {
        &self.fields
    }

    /// The names of the columns of a table, which are written back as they are; none for JSON lines.
    pub fn header(&self) -> &[String] {
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

    /// The next records: at most `max_records`, and no more after they take `max_bytes` together; none at the end of the file.
    ///
    /// # Errors
    /// If the file cannot be read on, or a record is not as it should be.
    pub fn next_batch(&mut self, max_records: usize, max_bytes: usize) -> Result<Vec<Record>> {
        let (mut out, mut bytes) = (Vec::new(), 0);
        while !self.ended && out.len() < max_records && bytes < max_bytes {
            let next = match &mut self.source {
                Source::Lines(lines) => lines.next()?,
                Source::Rows(rows) => rows.next()?,
            };
            match next {
                Ok(record) => {
                    bytes += record.size();
                    out.push(record);
                }
                Err(tail) => {
                    self.tail = tail;
                    self.ended = true;
                }
            }
        }
        Ok(out)
    }
}
