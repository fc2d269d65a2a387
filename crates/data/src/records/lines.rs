//! Records of JSON lines.

use super::json::fields_of;
use super::{Raw, Record};
use crate::csv::Open;
use crate::error::{Error, Place, Result};
use scumble_io::Help;
use scumble_io::jsonl::{LineError, Lines};
use std::io::{BufRead, BufReader, Cursor, Read};
use std::ops::Range;

/// A line of JSON, and where its cells are.
#[derive(Debug, Clone)]
pub(super) struct RawLine {
    line: String,
    places: Vec<Range<usize>>,
    end: &'static str,
}

impl RawLine {
    pub(super) fn write<S: AsRef<str>>(&self, record: &Record, texts: &[S], out: &mut Vec<u8>) {
        let mut at = 0;
        for ((place, (_, before)), text) in self.places.iter().zip(&record.cells).zip(texts) {
            if before != text.as_ref() {
                out.extend_from_slice(&self.line.as_bytes()[at..place.start]);
                out.extend_from_slice(serde_json::Value::from(text.as_ref()).to_string().as_bytes());
                at = place.end;
            }
        }
        out.extend_from_slice(&self.line.as_bytes()[at..]);
        out.extend_from_slice(self.end.as_bytes());
    }
}

/// Reads records from JSON lines.
pub(super) struct LineReader {
    file: String,
    lines: Lines<Box<dyn BufRead + Send>>,
    fields: Vec<String>,
}

impl LineReader {
    /// A reader, and the byte-order mark of the file.
    pub(super) fn open(file: &str, fields: &[String], open: Open<'_>) -> Result<(Self, Vec<u8>)> {
        const MARK: &[u8] = "\u{feff}".as_bytes();
        let unreadable = |error| Error::unreadable(Place::file(file), error);
        let mut source = open().map_err(unreadable)?;
        let mut start = Vec::new();
        source.by_ref().take(MARK.len() as u64).read_to_end(&mut start).map_err(unreadable)?;
        let mark = if start == MARK { std::mem::take(&mut start) } else { Vec::new() };
        let source: Box<dyn BufRead + Send> = match start.is_empty() {
            true => source,
            false => Box::new(BufReader::new(Cursor::new(start).chain(source))),
        };
        Ok((Self { file: file.to_owned(), lines: Lines::new(source), fields: fields.to_vec() }, mark))
    }

    /// The next record, with the blank lines before it; or the blank lines at the end of the file.
    pub(super) fn next(&mut self) -> Result<std::result::Result<Record, Vec<u8>>> {
        let mut before = Vec::new();
        let unreadable =
            |error: LineError| Error::new(Place::line(&self.file, error.line()), error.to_string()).with_source(error);
        while let Some(line) = self.lines.next().map_err(unreadable)? {
            if line.is_blank() {
                before.extend([line.mark.as_bytes(), line.content, line.end.as_bytes()].concat());
                continue;
            }
            let place = || Place::line(&self.file, line.number);
            let content = [line.mark.as_bytes(), line.content].concat();
            let text = String::from_utf8(content).map_err(|_| Error::new(place(), "is not UTF-8"))?;
            let found = fields_of(&text, &self.fields).map_err(|(problem, field)| {
                let error = Error::new(place(), problem);
                match field {
                    Some(_) => error.with_help(Help::set("field", "name the fields that hold text")),
                    None => error.with_help("each line is one object"),
                }
            })?;
            return Ok(Ok(Record {
                number: line.number as usize,
                cells: found.cells,
                unchanged: found.unchanged,
                before,
                raw: Raw::Line(RawLine { line: text, places: found.places, end: line.end }),
            }));
        }
        Ok(Err(before))
    }
}
