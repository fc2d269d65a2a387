//! A file's text in memory: unzipped, checked to be UTF-8, with line numbers.

use crate::error::{Error, Place, Result};
use std::io::Read;
use std::path::Path;

/// No reader takes more than this, also after unzipping.
const MOST_BYTES: u64 = 1 << 31;

/// The text of an input file and the name under which errors speak of it.
#[derive(Debug)]
pub struct Source {
    file: String,
    text: String,
}

impl Source {
    /// Reads a file, gzipped or plain.
    pub fn open(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let fail = |source: std::io::Error| match source.kind() {
            std::io::ErrorKind::NotFound => Error::missing(path),
            _ => Error::Unreadable { file: name.clone(), source },
        };
        let file = std::fs::File::open(path).map_err(fail)?;
        let mut bytes = Vec::new();
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(fail)?;
        Self::from_bytes(&name, bytes)
    }

    /// Takes bytes as if they had been read from `file`.
    pub fn from_bytes(file: &str, mut bytes: Vec<u8>) -> Result<Self> {
        if bytes.starts_with(&[0x1f, 0x8b]) {
            let mut plain = Vec::new();
            let reader = flate2::read::MultiGzDecoder::new(&bytes[..]);
            reader
                .take(MOST_BYTES + 1)
                .read_to_end(&mut plain)
                .map_err(|source| Error::Unreadable { file: file.to_owned(), source })?;
            bytes = plain;
        }
        if bytes.len() as u64 > MOST_BYTES {
            return Err(Error::TooLarge { at: Place::file(file), limit: "more than 2 GiB" });
        }
        if bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
            Error::NotUtf8 { at: Place::line(file, line) }
        })?;
        Ok(Self { file: file.to_owned(), text })
    }

    /// Takes a text that is known to be well-formed.
    pub fn text(file: &str, text: &str) -> Self {
        Self { file: file.to_owned(), text: text.to_owned() }
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Lines with their numbers, from 1; without line ends.
    pub fn lines(&self) -> impl Iterator<Item = (u64, &str)> {
        (1..).zip(self.text.lines())
    }

    pub(crate) fn syntax(&self, line: u64, expected: impl Into<String>) -> Error {
        Error::syntax(&self.file, line, expected)
    }

    pub(crate) fn place(&self, line: u64) -> Place {
        Place::line(&self.file, line)
    }

    pub(crate) fn empty(&self) -> Error {
        Error::Empty { file: self.file.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_bytes_are_placed() {
        let error = Source::from_bytes("x.csv", b"a\nb\nc\xff\n".to_vec()).unwrap_err();
        assert_eq!(error.to_string(), "x.csv, line 3: bytes that are not UTF-8; save the file as UTF-8");
    }

    #[test]
    fn a_cut_gzip_file_is_an_error() {
        let error = Source::from_bytes("x.gz", vec![0x1f, 0x8b, 8, 0, 0]).unwrap_err();
        assert!(matches!(error, Error::Unreadable { .. }));
    }
}
