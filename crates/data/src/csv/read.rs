//! Reading a text table.

use crate::column::{Cells, Column};
use crate::error::{Error, Place, Result};
use crate::read::Options;
use crate::table::{Origin, Table};
use crate::texts::Texts;
use scumble_io::csv::{
    Decoded, Dialect, Encoding, Record, RecordError, Records, likely_delimiter, looks_like_utf_16, unquoted,
};
use std::io::{self, Read};

/// Bytes that are looked at before reading.
const SAMPLE: usize = 1 << 16;

/// Reads a table; `open` gives the file from its start, perhaps twice.
pub(crate) fn read(file: &str, options: &Options, open: &dyn Fn() -> io::Result<Box<dyn Read>>) -> Result<Table> {
    let place = || Place::file(file);
    let unreadable = |error: io::Error| Error::new(place(), format!("cannot be read: {error}"));
    let mut sample = Vec::with_capacity(SAMPLE);
    open().and_then(|source| source.take(SAMPLE as u64).read_to_end(&mut sample)).map_err(unreadable)?;
    let (marked, skip) = match Encoding::from_mark(&sample) {
        Some((encoding, length)) => (Some(encoding), length),
        None => (None, 0),
    };
    let encoding = match (options.encoding, marked) {
        // The mark is in the file itself, and says more than a name that may mean two orders of bytes.
        (Some(_), Some(marked)) => marked,
        (Some(given), None) => given,
        (None, Some(marked)) if marked.is_utf_8() => marked,
        (None, marked) if marked.is_some() || looks_like_utf_16(&sample) => {
            let name = marked.map_or("UTF-16", Encoding::name);
            return Err(Error::new(place().row(1), format!("the file is {name}, not UTF-8"))
                .with_help("give its encoding (--encoding utf-16le or utf-16be), or save it as UTF-8"));
        }
        (None, _) => Encoding::UTF_8,
    };
    let start = |encoding| -> Result<Box<dyn Read>> {
        let mut source = open().map_err(unreadable)?;
        io::copy(&mut source.by_ref().take(skip as u64), &mut io::sink()).map_err(unreadable)?;
        Ok(if Encoding::is_utf_8(encoding) { source } else { Box::new(Decoded::new(source, encoding)) })
    };
    let mut head = Vec::with_capacity(SAMPLE);
    // A sample that does not decode is no harm: the reading itself will say where.
    let _ = start(encoding)?.take(SAMPLE as u64).read_to_end(&mut head);
    let delimiter = options.delimiter.unwrap_or_else(|| likely_delimiter(&head));
    match read_as(file, start(encoding)?, Dialect { delimiter, encoding, ..Dialect::default() }) {
        Err(Stop::NotUtf8(..)) if options.encoding.is_none() && marked.is_none() => {
            let encoding = Encoding::WINDOWS_1252;
            let dialect = Dialect { delimiter, encoding, ..Dialect::default() };
            let mut table = read_as(file, start(encoding)?, dialect).map_err(|stop| stop.told(file, encoding))?;
            table.notes.push(format!("{file} is not UTF-8: read as windows-1252 (--encoding says otherwise)"));
            Ok(table)
        }
        read => read.map_err(|stop| stop.told(file, encoding)),
    }
}

/// The error of a record, at its place.
fn at(place: Place, error: RecordError) -> Error {
    Error::new(place, error.to_string()).with_help(error.help().to_string())
}

/// Visits the records of a file without a header, of whatever widths: their row and their fields, without quotes.
pub(crate) fn lines(
    file: &str,
    options: &Options,
    open: &dyn Fn() -> io::Result<Box<dyn Read>>,
    visit: &mut dyn FnMut(usize, &mut dyn Iterator<Item = &str>) -> Result<()>,
) -> Result<()> {
    let unreadable = |error: io::Error| Error::new(Place::file(file), format!("cannot be read: {error}"));
    let encoding = options.encoding.unwrap_or(Encoding::UTF_8);
    let source = open().map_err(unreadable)?;
    let source: Box<dyn Read> = if encoding.is_utf_8() { source } else { Box::new(Decoded::new(source, encoding)) };
    let mut records = Records::new(source, options.delimiter.unwrap_or(b','));
    let mut record = Record::default();
    for row in 1.. {
        let place = || Place::file(file).row(row);
        let found = records.next(&mut record).map_err(|error| at(place(), error))?;
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
    /// Bytes that are not UTF-8, in a row.
    NotUtf8(usize),
    Error(Error),
}

impl Stop {
    fn told(self, file: &str, encoding: Encoding) -> Error {
        match self {
            Self::Error(error) => error,
            Self::NotUtf8(row) => {
                let problem = format!("bytes that are not {}", encoding.name());
                Error::new(Place::file(file).row(row), problem).with_help("give the file's encoding (--encoding)")
            }
        }
    }
}

fn read_as(file: &str, source: Box<dyn Read>, mut dialect: Dialect) -> std::result::Result<Table, Stop> {
    let mut records = Records::new(source, dialect.delimiter);
    let mut record = Record::default();
    let stop = |row: usize, error: RecordError| match error {
        RecordError::Source(error) if error.kind() == io::ErrorKind::InvalidData => Stop::NotUtf8(row),
        error => Stop::Error(at(Place::file(file).row(row), error)),
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
        // An empty line at the end is nothing; within, it is a record that lost its fields.
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
        Column::new(name, if quoted { Cells::Quoted(texts) } else { Cells::Plain(texts) })
    });
    Ok(Table::new(file, columns.collect(), Origin::Text { dialect, headers }))
}

/// The names in a header: each once.
fn names(file: &str, headers: &[String]) -> std::result::Result<Vec<String>, Stop> {
    let names: Vec<String> = headers.iter().map(|raw| unquoted(raw).trim().to_owned()).collect();
    match first_twice(&names) {
        Some((first, second)) => {
            let place = Place::file(file).row(1).column(&names[second]);
            let problem = format!("the name is there twice, as column {} and {}", first + 1, second + 1);
            Err(Stop::Error(Error::new(place, problem).with_help("give every column a name of its own")))
        }
        None => Ok(names),
    }
}

/// The places of the first name that is there again.
pub(crate) fn first_twice(names: &[String]) -> Option<(usize, usize)> {
    let mut seen = std::collections::HashMap::new();
    names.iter().enumerate().find_map(|(at, name)| seen.insert(name, at).map(|first| (first, at)))
}
