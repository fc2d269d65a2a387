//! Reading a text table.

use super::start::{Open, Start, not_encoded, note, record_error};
use crate::column::{Cells, Column};
use crate::error::{Error, Place, Result};
use crate::read::Options;
use crate::table::{Origin, Table, first_twice};
use crate::texts::Texts;
use scumble_io::csv::{Decoded, Dialect, Encoding, Record, RecordError, Records, unquoted};
use std::io::{self, Read};

/// Reads a table. A file that is not UTF-8, and whose encoding is not known, is read again as windows-1252.
pub(crate) fn read(file: &str, options: &Options, open: Open<'_>) -> Result<Table> {
    let start = Start::of(file, options, open)?;
    let read = |start: Start| {
        let dialect = Dialect { delimiter: start.delimiter, encoding: start.encoding, ..Dialect::default() };
        read_as(file, start.decoded(file, open).map_err(Stop::Error)?, dialect)
    };
    match read(start) {
        Err(Stop::NotUtf8(..)) if start.assumed => {
            let start = start.not_utf_8();
            let mut table = read(start).map_err(|stop| stop.error(file, start.encoding))?;
            table.notes.push(note(file));
            Ok(table)
        }
        read => read.map_err(|stop| stop.error(file, start.encoding)),
    }
}

/// Visits the records of a file without a header, of any widths: their row and the texts of their fields.
pub(crate) fn lines(
    file: &str,
    options: &Options,
    open: Open<'_>,
    visit: &mut dyn FnMut(usize, &mut dyn Iterator<Item = &str>) -> Result<()>,
) -> Result<()> {
    let encoding = options.encoding.unwrap_or(Encoding::UTF_8);
    let source = open().map_err(|error| Error::unreadable(Place::file(file), error))?;
    let source: Box<dyn Read> =
        if encoding.is_utf_8() { Box::new(source) } else { Box::new(Decoded::new(source, encoding)) };
    let mut records = Records::new(source, options.delimiter.unwrap_or(b','));
    let mut record = Record::default();
    for row in 1.. {
        let place = || Place::file(file).row(row);
        let found = records.next(&mut record).map_err(|error| record_error(place(), error))?;
        let Some(bytes) = found else { break };
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Err(Error::new(place(), format!("bytes that are not {}", encoding.name())));
        };
        if text.is_empty() {
            continue;
        }
        let fields: Vec<_> =
            record.fields(text.as_bytes()).map(|raw| unquoted(std::str::from_utf8(raw).unwrap_or_default())).collect();
        visit(row, &mut fields.iter().map(|field| &**field))?;
    }
    Ok(())
}

enum Stop {
    /// Bytes that are not in the encoding, in a row.
    NotUtf8(usize),
    Error(Error),
}

impl Stop {
    fn error(self, file: &str, encoding: Encoding) -> Error {
        match self {
            Self::Error(error) => error,
            Self::NotUtf8(row) => not_encoded(file, row, encoding),
        }
    }
}

fn read_as(file: &str, source: Box<dyn Read + Send>, mut dialect: Dialect) -> std::result::Result<Table, Stop> {
    let mut records = Records::new(source, dialect.delimiter);
    let mut record = Record::default();
    let stop = |row: usize, error: RecordError| match error {
        RecordError::Source(error) if error.kind() == io::ErrorKind::InvalidData => Stop::NotUtf8(row),
        error => Stop::Error(record_error(Place::file(file).row(row), error)),
    };
    let mut columns: Vec<(String, Texts)> = Vec::new();
    let mut headers: Vec<String> = Vec::new();
    let mut row = 0;
    let mut blank = None;
    loop {
        row += 1;
        let Some(bytes) = records.next(&mut record).map_err(|error| stop(row, error))? else { break };
        let Ok(text) = std::str::from_utf8(bytes) else { return Err(Stop::NotUtf8(row)) };
        dialect.last_line_ended = !record.line_end.is_empty();
        if row == 1 {
            if !record.line_end.is_empty() {
                dialect.line_end = record.line_end;
            }
            headers = record.fields(bytes).map(|raw| String::from_utf8_lossy(raw).into_owned()).collect();
            columns = names(file, &headers)?.into_iter().map(|name| (name, Texts::default())).collect();
            continue;
        }
        // An empty line at the end of a file means nothing; before a record, it is a record that lost its fields.
        if bytes.is_empty() && columns.len() > 1 {
            blank.get_or_insert(row);
            continue;
        }
        let width = record.ends.len();
        if let Some(row) = blank {
            return Err(Stop::Error(Error::new(Place::file(file).row(row), "an empty line within the table")));
        }
        if width != columns.len() {
            let problem = format!("{width} fields, but the header has {}", columns.len());
            let place = Place::file(file).row(row);
            return Err(Stop::Error(
                Error::new(place, problem).with_help("is a field with a delimiter in it not quoted?"),
            ));
        }
        let mut start = 0;
        for ((_, texts), &end) in columns.iter_mut().zip(&record.ends) {
            // Fields end at a delimiter, which is one byte of its own: a character boundary.
            texts.push(&text[start..end]);
            start = end + 1;
        }
    }
    if columns.is_empty() {
        return Err(Stop::Error(Error::new(Place::file(file), "the file is empty")));
    }
    let columns = columns.into_iter().map(|(name, texts)| {
        let quoted = texts.iter().any(|text| text.starts_with('"'));
        let cells = if quoted { Cells::Quoted(texts) } else { Cells::Plain(texts) };
        Column { delimiter: Some(dialect.delimiter), ..Column::new(name, cells) }
    });
    Ok(Table::new(file, columns.collect(), Origin::Text { dialect, headers }))
}

/// The names in a header, which must be distinct.
fn names(file: &str, headers: &[String]) -> std::result::Result<Vec<String>, Stop> {
    let names: Vec<String> = headers.iter().map(|raw| unquoted(raw).trim().to_owned()).collect();
    if headers.iter().any(|raw| !raw.starts_with('"') && raw.trim_end().contains('\r')) {
        let problem = "its lines end in lone carriage returns, so that all of it is one line";
        return Err(Stop::Error(Error::new(Place::file(file), problem).with_help("save it with line feeds")));
    }
    match first_twice(&names) {
        Some((first, second)) => {
            let place = Place::file(file).row(1).column(&names[second]);
            let problem = format!("the name is there twice, as column {} and {}", first + 1, second + 1);
            Err(Stop::Error(Error::new(place, problem).with_help("give every column a name of its own")))
        }
        None => Ok(names),
    }
}
