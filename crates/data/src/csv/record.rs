//! Records out of a stream of bytes.

use std::io::{self, Read};

/// The longest record that is read. A longer one is a quote that was never closed, or not a table at all.
pub(crate) const LONGEST: usize = 64 << 20;

/// Why a record cannot be read.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The bytes could not be had, or decoded.
    Source(io::Error),
    /// Longer than the longest.
    TooLong,
    /// A quoted field is not closed before the end of the file.
    Unclosed,
    /// Something stands between a closing quote and the next delimiter.
    AfterQuote,
}

/// Reads record after record.
pub(crate) struct Records<R> {
    source: R,
    delimiter: u8,
    buffer: Vec<u8>,
    /// Where the next record starts.
    start: usize,
    ended: bool,
}

/// A record: its bytes without the line end, and where its fields lie in them.
#[derive(Default)]
pub(crate) struct Record {
    /// Ends of the fields; each starts one past the end of the one before.
    pub(crate) ends: Vec<usize>,
    /// The line end as it stood: `\n`, `\r\n`, or nothing at the end of the file.
    pub(crate) line_end: &'static str,
}

impl Record {
    /// Each field's bytes.
    pub(crate) fn fields<'a>(&'a self, bytes: &'a [u8]) -> impl ExactSizeIterator<Item = &'a [u8]> {
        let start = |field: usize| if field == 0 { 0 } else { self.ends[field - 1] + 1 };
        (0..self.ends.len()).map(move |field| &bytes[start(field)..self.ends[field]])
    }
}

impl<R: Read> Records<R> {
    pub(crate) fn new(source: R, delimiter: u8) -> Self {
        Self { source, delimiter, buffer: Vec::new(), start: 0, ended: false }
    }

    /// Reads on from the source; false at its end.
    fn fill(&mut self) -> Result<bool, Fault> {
        const CHUNK: usize = 1 << 20;
        if self.ended {
            return Ok(false);
        }
        self.buffer.drain(..self.start);
        self.start = 0;
        if self.buffer.len() > LONGEST {
            return Err(Fault::TooLong);
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
                Err(error) => return Err(Fault::Source(error)),
            }
        }
        self.buffer.truncate(held + count);
        Ok(count > 0)
    }

    /// The next record's bytes, with its fields laid out in `record`; nothing at the end.
    pub(crate) fn next(&mut self, record: &mut Record) -> Result<Option<&[u8]>, Fault> {
        record.ends.clear();
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
                        return Err(Fault::Unclosed);
                    }
                    record.ends.push(self.buffer.len() - self.start);
                    record.line_end = "";
                    let from = std::mem::replace(&mut self.start, self.buffer.len());
                    return Ok(Some(&self.buffer[from..]));
                }
            }
        }
    }

    /// Goes on from where it stopped; gives the record's length once its line end is seen.
    fn scan(&self, record: &mut Record, at: &mut usize, field: &mut Field) -> Result<Option<usize>, Fault> {
        let bytes = &self.buffer[self.start..];
        loop {
            let Some(&byte) = bytes.get(*at) else { return Ok(None) };
            match field {
                Field::Start if byte == b'"' => {
                    *field = Field::Quoted;
                    *at += 1;
                }
                Field::Quoted => match memchr::memchr(b'"', &bytes[*at..]) {
                    Some(quote) => {
                        *at += quote + 1;
                        *field = Field::Closed;
                    }
                    None => {
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
                            return Err(Fault::AfterQuote);
                        }
                        // A quoted field's closing quote stays known, should the file end here.
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
                            return Err(Fault::AfterQuote);
                        }
                        record.ends.push(*at);
                        *at += 1;
                        *field = Field::Start;
                        continue;
                    }
                    if closed && !between.is_empty() && between != b"\r" {
                        return Err(Fault::AfterQuote);
                    }
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

/// What the scanner is in.
enum Field {
    /// At the first byte of a field.
    Start,
    /// In a field without quotes.
    Plain,
    /// Between quotes.
    Quoted,
    /// After what may be the closing quote.
    Closed,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(1).min(into.len());
            into[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn all(text: &str, drip: bool) -> Result<Vec<Vec<String>>, Fault> {
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
            assert!(matches!(all("a\n\"b", drip), Err(Fault::Unclosed)));
            assert!(matches!(all("a\n\"b\"c\n", drip), Err(Fault::AfterQuote)));
        }
    }

    #[test]
    fn an_endless_line_is_given_up() {
        let endless = io::repeat(b'x').take(1 << 31);
        let mut records = Records::new(endless, b',');
        assert!(matches!(records.next(&mut Record::default()), Err(Fault::TooLong)));
    }
}
