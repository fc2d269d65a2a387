//! Records out of a stream of bytes.

use crate::Help;
use std::io::{self, Read};

/// The longest record that is read, in bytes. A longer one has a quote that was never closed, or the file is no table.
pub const LONGEST_RECORD: usize = 64 << 20;

/// Why a record cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The source of the bytes failed, or they are not in the file's encoding.
    #[error("cannot be read: {0}")]
    Source(#[source] io::Error),
    /// The record is longer than [`LONGEST_RECORD`].
    #[error("longer than {} MiB", LONGEST_RECORD >> 20)]
    TooLong,
    /// A quoted field is not closed before the end of the file.
    #[error("a quoted field is not closed")]
    Unclosed,
    /// There is text between a closing quote and the next delimiter.
    #[error("text after a closing quote")]
    AfterQuote,
}

impl RecordError {
    /// How the file can be mended.
    pub fn help(&self) -> Help {
        Help::new(match self {
            Self::Source(_) => "is the file whole?",
            Self::TooLong => "is a quote left open, or is this no table?",
            Self::Unclosed => "close the quote, or double it within a field",
            Self::AfterQuote => "double the quotes that stand within a quoted field",
        })
    }
}

/// Reads the records of a text table one after the other, with at most one record and one chunk of the file in memory.
///
/// A record ends at `\n` or `\r\n` outside of quotes. Fields keep their quotes ([`unquoted`](super::unquoted) gives their text), and a
/// blank line is a record of one empty field. Records may have different numbers of fields.
///
/// ```
/// use scumble_io::csv::{Record, Records, unquoted};
/// let mut records = Records::new(&b"name,age\n\"Roe, J.\",41\n"[..], b',');
/// let mut record = Record::default();
/// records.next(&mut record)?;
/// let bytes = records.next(&mut record)?.unwrap();
/// assert_eq!(bytes, b"\"Roe, J.\",41");
/// let name = std::str::from_utf8(record.fields(bytes).next().unwrap()).unwrap();
/// assert_eq!((record.line, &*unquoted(name)), (2, "Roe, J."));
/// # Ok::<(), scumble_io::csv::RecordError>(())
/// ```
#[derive(Debug)]
pub struct Records<R> {
    source: R,
    delimiter: u8,
    quoting: bool,
    buffer: Vec<u8>,
    /// Where the next record starts in the buffer.
    start: usize,
    /// The line on which the next record starts.
    line: u64,
    ended: bool,
}

/// The layout of a record: where its fields lie in its bytes, and how its line ends.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// The ends of the fields; each field starts one byte after the end of the one before.
    pub ends: Vec<usize>,
    /// The line end as it is in the file: `\n`, `\r\n`, or nothing at the end of the file.
    pub line_end: &'static str,
    /// The line on which the record starts, from 1. A quoted field may span several lines.
    pub line: u64,
}

impl Record {
    /// The bytes of every field, with quotes where it has them.
    pub fn fields<'a>(&'a self, bytes: &'a [u8]) -> impl ExactSizeIterator<Item = &'a [u8]> {
        let start = |field: usize| if field == 0 { 0 } else { self.ends[field - 1] + 1 };
        (0..self.ends.len()).map(move |field| &bytes[start(field)..self.ends[field]])
    }
}

impl<R: Read> Records<R> {
    /// Reads records from a source of UTF-8 (or ASCII-compatible) bytes.
    pub fn new(source: R, delimiter: u8) -> Self {
        Self { source, delimiter, quoting: true, buffer: Vec::new(), start: 0, line: 1, ended: false }
    }

    /// Whether quotes enclose fields (the default), or are ordinary characters, as in many tab-separated files.
    #[must_use]
    pub fn quoting(mut self, quoting: bool) -> Self {
        self.quoting = quoting;
        self
    }

    /// The source, for what it knows beside its bytes.
    pub fn source_mut(&mut self) -> &mut R {
        &mut self.source
    }

    /// Reads another chunk from the source; false at its end.
    fn fill(&mut self) -> Result<bool, RecordError> {
        const CHUNK: usize = 1 << 20;
        if self.ended {
            return Ok(false);
        }
        self.buffer.drain(..self.start);
        self.start = 0;
        if self.buffer.len() > LONGEST_RECORD {
            return Err(RecordError::TooLong);
        }
        let held = self.buffer.len();
        self.buffer.resize(held + CHUNK, 0);
        let mut count = 0;
        while count == 0 {
            match self.source.read(&mut self.buffer[held..]) {
                Ok(0) => {
                    self.ended = true;
                    break;
                }
                Ok(read) => count = read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(RecordError::Source(error)),
            }
        }
        self.buffer.truncate(held + count);
        Ok(count > 0)
    }

    /// The bytes of the next record without its line end, and their layout in `record`; nothing at the end.
    ///
    /// # Errors
    /// If the source fails, the record is too long, or its quotes are wrong.
    pub fn next(&mut self, record: &mut Record) -> Result<Option<&[u8]>, RecordError> {
        record.ends.clear();
        record.line = self.line;
        let mut at = 0;
        let mut field = Field::Start;
        loop {
            match self.scan(record, &mut at, &mut field)? {
                Some(length) => {
                    let from = self.start;
                    self.start = (from + length + record.line_end.len()).min(self.buffer.len());
                    return Ok(Some(&self.buffer[from..from + length]));
                }
                None if self.fill()? => {}
                None if self.start == self.buffer.len() => return Ok(None),
                None => {
                    if matches!(field, Field::Quoted) {
                        return Err(RecordError::Unclosed);
                    }
                    record.ends.push(self.buffer.len() - self.start);
                    record.line_end = "";
                    let from = std::mem::replace(&mut self.start, self.buffer.len());
                    return Ok(Some(&self.buffer[from..]));
                }
            }
        }
    }

    /// Scans on from where the last call stopped; the record's length once its line end is found.
    fn scan(&mut self, record: &mut Record, at: &mut usize, field: &mut Field) -> Result<Option<usize>, RecordError> {
        let bytes = &self.buffer[self.start..];
        loop {
            let Some(&byte) = bytes.get(*at) else { return Ok(None) };
            match field {
                Field::Start if byte == b'"' && self.quoting => {
                    *field = Field::Quoted;
                    *at += 1;
                }
                Field::Quoted => match memchr::memchr(b'"', &bytes[*at..]) {
                    Some(quote) => {
                        self.line += memchr::memchr_iter(b'\n', &bytes[*at..*at + quote]).count() as u64;
                        *at += quote + 1;
                        *field = Field::Closed;
                    }
                    None => {
                        self.line += memchr::memchr_iter(b'\n', &bytes[*at..]).count() as u64;
                        *at = bytes.len();
                        return Ok(None);
                    }
                },
                Field::Closed if byte == b'"' => {
                    *field = Field::Quoted;
                    *at += 1;
                }
                Field::Start | Field::Plain | Field::Closed => {
                    let closed = matches!(field, Field::Closed);
                    let Some(stop) = memchr::memchr2(self.delimiter, b'\n', &bytes[*at..]) else {
                        if closed && bytes[*at..] != *b"\r" {
                            return Err(RecordError::AfterQuote);
                        }
                        // The state after a closing quote is kept: the file may end here.
                        if !closed {
                            *field = Field::Plain;
                            *at = bytes.len();
                        }
                        return Ok(None);
                    };
                    let between = &bytes[*at..*at + stop];
                    *at += stop;
                    if bytes[*at] == self.delimiter {
                        if closed && !between.is_empty() {
                            return Err(RecordError::AfterQuote);
                        }
                        record.ends.push(*at);
                        *at += 1;
                        *field = Field::Start;
                        continue;
                    }
                    if closed && !between.is_empty() && between != b"\r" {
                        return Err(RecordError::AfterQuote);
                    }
                    self.line += 1;
                    let returned = *at > 0 && bytes[*at - 1] == b'\r';
                    record.line_end = if returned { "\r\n" } else { "\n" };
                    let length = *at - usize::from(returned);
                    record.ends.push(length);
                    return Ok(Some(length));
                }
            }
        }
    }
}

/// The state of the scanner.
enum Field {
    /// At the first byte of a field.
    Start,
    /// In a field without quotes.
    Plain,
    /// Between quotes.
    Quoted,
    /// After a quote that closes the field, unless another quote follows.
    Closed,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that gives one byte at a time.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(1).min(into.len());
            into[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn all(text: &str, drip: bool) -> Result<Vec<Vec<String>>, RecordError> {
        let source: Box<dyn Read> = if drip { Box::new(Drip(text.as_bytes())) } else { Box::new(text.as_bytes()) };
        let mut records = Records::new(source, b',');
        let mut record = Record::default();
        let mut found = Vec::new();
        while let Some(bytes) = records.next(&mut record)? {
            let bytes = bytes.to_vec();
            found.push(record.fields(&bytes).map(|field| String::from_utf8_lossy(field).into_owned()).collect());
        }
        Ok(found)
    }

    #[test]
    fn fields_as_they_stand() {
        for drip in [false, true] {
            let found = all("a,b\r\n\"x,\n\"\"y\"\"\",2\n,\n5\" pipe,é", drip).unwrap();
            let expected: [&[&str]; 4] = [&["a", "b"], &["\"x,\n\"\"y\"\"\"", "2"], &["", ""], &["5\" pipe", "é"]];
            assert_eq!(found, expected, "drip {drip}");
            assert_eq!(all("a\n\"b\"", drip).unwrap(), [["a"], ["\"b\""]]);
            assert_eq!(all("a\n\"b\"\r\n", drip).unwrap(), [["a"], ["\"b\""]]);
            assert!(all("", drip).unwrap().is_empty());
            assert!(matches!(all("a\n\"b", drip), Err(RecordError::Unclosed)));
            assert!(matches!(all("a\n\"b\"c\n", drip), Err(RecordError::AfterQuote)));
        }
    }

    #[test]
    fn lines_are_counted_through_quoted_fields() {
        for drip in [false, true] {
            let text = b"a\n\"b\n\n\"\n\nc\r\n\"d";
            let source: Box<dyn Read> = if drip { Box::new(Drip(text)) } else { Box::new(&text[..]) };
            let mut records = Records::new(source, b',').quoting(true);
            let mut record = Record::default();
            let mut lines = Vec::new();
            while let Ok(Some(_)) = records.next(&mut record) {
                lines.push(record.line);
            }
            assert_eq!((lines, record.line), (vec![1, 2, 5, 6], 7));
        }
    }

    #[test]
    fn quotes_may_be_ordinary_characters() {
        let mut records = Records::new(&b"\"a\tb\n"[..], b'\t').quoting(false);
        let mut record = Record::default();
        let bytes = records.next(&mut record).unwrap().unwrap().to_vec();
        assert_eq!(record.fields(&bytes).collect::<Vec<_>>(), [b"\"a", &b"b"[..]]);
    }

    #[test]
    fn an_endless_line_is_given_up() {
        let endless = io::repeat(b'x').take(1 << 31);
        let mut records = Records::new(endless, b',');
        assert!(matches!(records.next(&mut Record::default()), Err(RecordError::TooLong)));
    }
}
