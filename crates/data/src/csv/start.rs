//! How a text table starts: byte-order mark, encoding and delimiter.

use crate::error::{Error, Place, Result};
use crate::read::Options;
use scumble_io::Help;
use scumble_io::csv::{Encoding, RecordError, likely_delimiter, looks_like_utf_16};
use std::io::{self, BufRead, Read};

/// Opens a file from its start, as often as it is called.
pub(crate) type Open<'o> = &'o dyn Fn() -> io::Result<Box<dyn BufRead + Send>>;

/// The bytes at the start of a file that its encoding and delimiter are recognized by.
const SAMPLE: u64 = 1 << 16;

/// How a text table starts.
#[derive(Clone, Copy)]
pub(crate) struct Start {
    /// The encoding that was given, that the byte-order mark names, or UTF-8.
    pub(crate) encoding: Encoding,
    /// Whether the encoding is an assumption: it was not given, and there is no mark.
    pub(crate) assumed: bool,
    /// The length of the mark.
    mark: u64,
    pub(crate) delimiter: u8,
}

impl Start {
    pub(crate) fn of(file: &str, options: &Options, open: Open<'_>) -> Result<Self> {
        let unreadable = |error: io::Error| Error::unreadable(Place::file(file), error);
        let mut sample = Vec::new();
        open().and_then(|source| source.take(SAMPLE).read_to_end(&mut sample)).map_err(unreadable)?;
        let (marked, mark) = match Encoding::from_mark(&sample) {
            Some((encoding, length)) => (Some(encoding), length as u64),
            None => (None, 0),
        };
        let encoding = match (options.encoding, marked) {
            // The mark is more exact than a name, which may mean two orders of bytes.
            (Some(_), Some(marked)) => marked,
            (Some(given), None) => given,
            (None, Some(marked)) if marked.is_utf_8() => marked,
            (None, marked) if marked.is_some() || looks_like_utf_16(&sample) => {
                let name = marked.map_or("UTF-16", Encoding::name);
                let problem = format!("the file is {name}, not UTF-8");
                let help = Help::set("encoding", "save it as UTF-8, or give its encoding, utf-16le or utf-16be");
                return Err(Error::new(Place::file(file).row(1), problem).with_help(help));
            }
            (None, _) => Encoding::UTF_8,
        };
        let assumed = options.encoding.is_none() && marked.is_none();
        let mut this = Self { encoding, assumed, mark, delimiter: b',' };
        this.delimiter = match options.delimiter {
            Some(delimiter) => delimiter,
            None => {
                let mut head = Vec::new();
                // A sample that cannot be decoded does no harm: reading the records reports where.
                let _ = this.decoded(file, open)?.take(SAMPLE).read_to_end(&mut head);
                likely_delimiter(&head)
            }
        };
        Ok(this)
    }

    /// The same start in the encoding that a file is assumed to have if it is not UTF-8.
    pub(crate) fn not_utf_8(self) -> Self {
        Self { encoding: Encoding::WINDOWS_1252, assumed: false, ..self }
    }

    /// The file after its mark, as it is encoded.
    pub(crate) fn raw(&self, file: &str, open: Open<'_>) -> Result<Box<dyn BufRead + Send>> {
        let unreadable = |error: io::Error| Error::unreadable(Place::file(file), error);
        let mut source = open().map_err(unreadable)?;
        io::copy(&mut source.by_ref().take(self.mark), &mut io::sink()).map_err(unreadable)?;
        Ok(source)
    }

    /// The file after its mark, as UTF-8.
    pub(crate) fn decoded(&self, file: &str, open: Open<'_>) -> Result<Box<dyn Read + Send>> {
        let source = self.raw(file, open)?;
        Ok(match self.encoding.is_utf_8() {
            true => Box::new(source),
            false => Box::new(scumble_io::csv::Decoded::new(source, self.encoding)),
        })
    }
}

/// What a person should know about a file that was read in another encoding than UTF-8, which nobody gave.
pub(crate) fn note(file: &str) -> Help {
    Help::set(
        "encoding",
        format!("{file} is not UTF-8 and was read as windows-1252: give its encoding if it has another"),
    )
}

/// A record that cannot be read, at its place.
pub(crate) fn record_error(place: Place, error: RecordError) -> Error {
    Error::new(place, error.to_string()).with_help(error.help()).with_source(error)
}

/// Bytes of a row that are invalid in the encoding.
pub(crate) fn not_encoded(file: &str, row: usize, encoding: Encoding) -> Error {
    let problem = format!("bytes that are not {}", encoding.name());
    Error::new(Place::file(file).row(row), problem).with_help(Help::set("encoding", "give the file's encoding"))
}
