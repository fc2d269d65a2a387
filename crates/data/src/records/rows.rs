//! Records of a text table.

use super::roles::{FieldRole, FieldRoles, Lookup};
use super::spelling::Spelling;
use super::{NewCell, Next, Published, Raw, Record};
use crate::csv::{Open, Start, not_encoded, note, record_error};
use crate::error::{Error, Place, Result};
use crate::read::Options;
use scumble_io::csv::{self, Decoded, Encoding, RecordError, Records, unquoted};
use scumble_io::{Help, did_you_mean};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

/// What all rows of a table share.
#[derive(Debug, Clone)]
struct Shape {
    file: String,
    delimiter: u8,
    encoding: Encoding,
    header: Vec<Arc<str>>,
    /// The role of each column, and whether its own name was given.
    roles: Vec<(FieldRole, bool)>,
}

impl Shape {
    /// The columns of a role.
    fn columns(&self, role: FieldRole) -> impl Iterator<Item = usize> {
        (0..self.roles.len()).filter(move |&column| self.roles[column].0 == role)
    }
}

/// A row as it is in the file.
#[derive(Debug, Clone)]
pub(super) struct RawRow {
    text: String,
    ends: Vec<usize>,
    line_end: &'static str,
    shape: Arc<Shape>,
}

impl RawRow {
    fn field(&self, column: usize) -> &str {
        let start = if column == 0 { 0 } else { self.ends[column - 1] + 1 };
        &self.text[start..self.ends[column]]
    }

    pub(super) fn spelled(&self, cell: usize) -> (&str, Spelling) {
        let column = self.shape.columns(FieldRole::Text).nth(cell).unwrap_or_default();
        (self.field(column), Spelling::Field { delimiter: self.shape.delimiter })
    }

    pub(super) fn write(&self, record: &Record, cells: &[NewCell<'_>], out: &mut Vec<u8>) -> Result<()> {
        let shape = &*self.shape;
        let is_alone = shape.roles.iter().filter(|(role, _)| *role != FieldRole::Drop).count() == 1;
        let (mut field, mut cell, mut is_first) = (String::new(), 0, true);
        for (column, (role, _)) in shape.roles.iter().enumerate().filter(|(_, (role, _))| *role != FieldRole::Drop) {
            field.clear();
            if !std::mem::take(&mut is_first) {
                field.push(shape.delimiter.into());
            }
            match role {
                FieldRole::Text => {
                    field.push_str(&record.new_spelling(cell, &cells[cell]));
                    cell += 1;
                }
                _ => field.push_str(self.field(column)),
            }
            // A blank line would be no record at all.
            if is_alone && field.is_empty() {
                field.push_str("\"\"");
            }
            shape.encoding.encode(&field, out).ok_or_else(|| {
                let place = Place::file(&shape.file).row(record.number).column(&shape.header[column]);
                let problem = format!("{} has no byte for a character of the new text", shape.encoding.name());
                Error::new(place, problem).with_help("save the file as UTF-8 first")
            })?;
        }
        // Every encoding has the characters of a line end.
        let _ = shape.encoding.encode(self.line_end, out);
        Ok(())
    }
}

/// Reads records from a text table.
pub(super) struct RowReader {
    records: Records<Checked>,
    layout: csv::Record,
    number: usize,
    shape: Arc<Shape>,
    /// Blank lines before the next record.
    before: Vec<u8>,
}

impl RowReader {
    /// A reader; the mark and the header as they are in the file; and what a person should know of the encoding.
    pub(super) fn open(
        file: &str,
        roles: &FieldRoles,
        options: &Options,
        open: Open<'_>,
    ) -> Result<(Self, Vec<u8>, Vec<Help>)> {
        let mut start = Start::of(file, options, open)?;
        let mut notes = Vec::new();
        if start.assumed
            && !is_utf_8(start.raw(file, open)?).map_err(|error| Error::unreadable(Place::file(file), error))?
        {
            start = start.not_utf_8();
            notes.push(note(file));
        }
        let shape = Shape {
            file: file.to_owned(),
            delimiter: start.delimiter,
            encoding: start.encoding,
            header: Vec::new(),
            roles: Vec::new(),
        };
        let source = Checked::new(start.raw(file, open)?, start.encoding);
        let mut this = Self {
            records: Records::new(source, start.delimiter),
            layout: csv::Record::default(),
            number: 0,
            shape: Arc::new(shape),
            before: Vec::new(),
        };
        let Some(text) = this.text()? else {
            return Err(Error::new(Place::file(file), "the file is empty"));
        };
        let raw: Vec<&str> =
            this.layout.fields(text.as_bytes()).map(|raw| std::str::from_utf8(raw).unwrap_or_default()).collect();
        let header: Vec<Arc<str>> = raw.iter().map(|raw| Arc::from(unquoted(raw).trim())).collect();
        let roles = column_roles(file, &header, roles)?;
        let kept = raw.iter().zip(&roles).filter(|(_, (role, _))| *role != FieldRole::Drop).map(|(raw, _)| *raw);
        let kept = kept.collect::<Vec<_>>().join(char::from(start.delimiter).encode_utf8(&mut [0; 4]));
        let mark = if start.encoding.mark { "\u{feff}" } else { "" };
        let mut head = Vec::new();
        // It was decoded from this encoding, and checked to be the same when encoded.
        let _ = start.encoding.encode(&[mark, &kept, this.layout.line_end].concat(), &mut head);
        let shape = Arc::make_mut(&mut this.shape);
        (shape.header, shape.roles) = (header, roles);
        Ok((this, head, notes))
    }

    pub(super) fn header(&self) -> &[Arc<str>] {
        &self.shape.header
    }

    /// The text of the next row without its line end, checked to be encoded again as it is in the file.
    fn text(&mut self) -> Result<Option<String>> {
        self.number += 1;
        let (file, encoding) = (&self.shape.file, self.shape.encoding);
        let text = match self.records.next(&mut self.layout) {
            Ok(None) => None,
            Ok(Some(bytes)) => match std::str::from_utf8(bytes) {
                Ok(text) => Some(text.to_owned()),
                Err(_) => return Err(not_encoded(file, self.number, encoding)),
            },
            Err(RecordError::Source(error)) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(not_encoded(file, self.number, encoding));
            }
            Err(error) => return Err(record_error(Place::file(file).row(self.number), error)),
        };
        let same = match &text {
            Some(text) => self.records.source_mut().goes_on_with(&[text, self.layout.line_end].concat(), encoding),
            None => self.records.source_mut().is_spent(),
        };
        if !same {
            let problem = format!("bytes that {} would write otherwise", encoding.name());
            return Err(Error::new(Place::file(file).row(self.number), problem).with_help("save the file as UTF-8"));
        }
        Ok(text)
    }

    /// The next record, with the blank lines before it; a row that is none; or the blank lines at the end of the file.
    pub(super) fn next(&mut self) -> Result<Next> {
        while let Some(text) = self.text()? {
            if text.is_empty() {
                let _ = self.shape.encoding.encode(self.layout.line_end, &mut self.before);
                continue;
            }
            let (width, expected) = (self.layout.ends.len(), self.shape.header.len());
            if width != expected {
                let place = Place::file(&self.shape.file).row(self.number);
                let error = Error::new(place, format!("{width} fields, but the header has {expected}"))
                    .with_help("is a field with a delimiter in it not quoted?");
                return Ok(Next::Bad(error));
            }
            let row = RawRow {
                text,
                ends: self.layout.ends.clone(),
                line_end: self.layout.line_end,
                shape: Arc::clone(&self.shape),
            };
            let shape = &*self.shape;
            let cell = |at: usize| (shape.header[at].to_string(), unquoted(row.field(at)).into_owned());
            let cells = shape.columns(FieldRole::Text).map(cell).collect();
            let mut published = Published::default();
            for column in shape.columns(FieldRole::Publish) {
                published.push(&shape.header[column], &unquoted(row.field(column)));
            }
            let before = std::mem::take(&mut self.before);
            return Ok(Next::Record(Record { number: self.number, cells, published, before, raw: Raw::Row(row) }));
        }
        Ok(Next::End(std::mem::take(&mut self.before)))
    }
}

/// The role of each column; some column must be text, and all must be declared.
pub(super) fn column_roles<S: AsRef<str>>(
    file: &str,
    header: &[S],
    roles: &FieldRoles,
) -> Result<Vec<(FieldRole, bool)>> {
    let lookup = Lookup::new(roles);
    let place = || Place::file(file).row(1);
    let named = header.iter().map(AsRef::as_ref);
    let found: Vec<_> = named.clone().map(|name| lookup.role(name)).collect();
    if !found.iter().flatten().any(|(role, _)| *role == FieldRole::Text) {
        let wanted = roles.names().filter(|(_, role)| *role == FieldRole::Text).map(|(name, _)| name).next();
        let problem = match wanted {
            None => "no column is text".to_owned(),
            Some(name) => format!("there is no column “{name}”{}", did_you_mean(name, named)),
        };
        return Err(Error::new(place(), problem).with_help(Help::set("field", "name the columns that hold text")));
    }
    if let Some(undeclared) = found.iter().position(Option::is_none) {
        let name = header[undeclared].as_ref();
        return Err(Error::new(place(), format!("the column “{name}” is not declared"))
            .with_help(Help::set("drop_field", "sanitise, publish or drop that column").to(name)));
    }
    Ok(found.into_iter().flatten().collect())
}

/// Whether a stream is UTF-8 to its end.
fn is_utf_8(mut source: impl BufRead) -> io::Result<bool> {
    let mut rest: Vec<u8> = Vec::new();
    loop {
        let chunk = source.fill_buf()?;
        if chunk.is_empty() {
            return Ok(rest.is_empty());
        }
        let length = chunk.len();
        rest.extend_from_slice(chunk);
        source.consume(length);
        match std::str::from_utf8(&rest) {
            Ok(_) => rest.clear(),
            // A character may be cut by the end of the chunk.
            Err(error) if error.error_len().is_none() => drop(rest.drain(..error.valid_up_to())),
            Err(_) => return Ok(false),
        }
    }
}

/// The bytes of a file as UTF-8. Of another encoding, the original bytes are kept until they were compared with what would be written:
/// not every encoding has only one way to write a text.
enum Checked {
    Utf8(Box<dyn BufRead + Send>),
    Other(Box<Decoded<Kept>>),
}

/// A source that keeps what was read from it.
struct Kept {
    source: Box<dyn BufRead + Send>,
    bytes: VecDeque<u8>,
}

impl Checked {
    fn new(source: Box<dyn BufRead + Send>, encoding: Encoding) -> Self {
        match encoding.is_utf_8() {
            true => Self::Utf8(source),
            false => Self::Other(Box::new(Decoded::new(Kept { source, bytes: VecDeque::new() }, encoding))),
        }
    }

    /// Whether the next original bytes are those of a text, which are then no longer kept.
    fn goes_on_with(&mut self, text: &str, encoding: Encoding) -> bool {
        let Self::Other(decoded) = self else { return true };
        let kept = &mut decoded.source_mut().bytes;
        let mut bytes = Vec::with_capacity(text.len());
        let encoded = encoding.encode(text, &mut bytes).is_some() && bytes.len() <= kept.len();
        encoded && kept.drain(..bytes.len()).eq(bytes)
    }

    /// Whether all original bytes were compared.
    fn is_spent(&mut self) -> bool {
        match self {
            Self::Utf8(_) => true,
            Self::Other(decoded) => decoded.source_mut().bytes.is_empty(),
        }
    }
}

impl Read for Checked {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Utf8(source) => source.read(into),
            Self::Other(decoded) => decoded.read(into),
        }
    }
}

impl Read for Kept {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(into)?;
        self.bytes.extend(&into[..count]);
        Ok(count)
    }
}
