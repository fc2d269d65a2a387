//! The text of a file in memory: unpacked, checked to be UTF-8, with line numbers.

use crate::packed::{Packing, open, unpacked};
use crate::{Place, nearest};
use std::io::{self, Cursor, Read};
use std::path::Path;

/// The largest file that is read into memory, also after it was unpacked.
const MOST_BYTES: u64 = 1 << 31;

/// Why a file cannot be taken into memory as text.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The file does not exist.
    #[error("{file}: no such file or folder; {}", near.as_ref().map_or("check the path".into(), |near| format!("did you mean {near}?")))]
    Missing {
        /// The file, as it was named.
        file: String,
        /// A file in the same folder with a similar name.
        near: Option<String>,
    },
    /// The file exists but cannot be read or unpacked.
    #[error("{file}: cannot be read: {source}")]
    Unreadable {
        /// The file, as it was named.
        file: String,
        /// What the system said.
        source: io::Error,
    },
    /// The file is larger than can be taken into memory.
    #[error("{at}: too large: {limit}")]
    TooLarge {
        /// The file.
        at: Place,
        /// The limit, in words.
        limit: &'static str,
    },
    /// A byte sequence that is not UTF-8.
    #[error("{at}: bytes that are not UTF-8; save the file as UTF-8")]
    NotUtf8 {
        /// The first bad line.
        at: Place,
    },
}

impl SourceError {
    /// A file that does not exist, with the nearest name in its folder.
    pub fn missing(path: &Path) -> Self {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        let wanted = path.file_name().unwrap_or_default().to_string_lossy();
        let near = nearest(&wanted, names.iter().map(String::as_str), 1).first().map(|near| (*near).to_owned());
        Self::Missing { file: path.display().to_string(), near }
    }
}

/// The text of an input file, and the name under which errors speak of it.
#[derive(Debug, Clone)]
pub struct Source {
    file: String,
    text: String,
}

impl Source {
    /// Reads a file, packed or plain, of at most 2 GiB.
    ///
    /// # Errors
    /// If the file is missing, unreadable, too large or not UTF-8.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        let name = path.display().to_string();
        let mut bytes = Vec::new();
        match open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)) {
            Ok(_) => Self::checked(name, bytes),
            // Only opening a path can fail so; reading on cannot.
            Err(source) if source.kind() == io::ErrorKind::NotFound => Err(SourceError::missing(path)),
            Err(source) => Err(SourceError::Unreadable { file: name, source }),
        }
    }

    /// Takes bytes, packed or plain, as if they had been read from `file`.
    ///
    /// # Errors
    /// If they cannot be unpacked, are too many or not UTF-8.
    pub fn from_bytes(file: &str, bytes: Vec<u8>) -> Result<Self, SourceError> {
        if Packing::of_bytes(&bytes) == Packing::Plain {
            return Self::checked(file.to_owned(), bytes);
        }
        let mut plain = Vec::new();
        unpacked(Cursor::new(bytes))
            .and_then(|packed| packed.take(MOST_BYTES + 1).read_to_end(&mut plain))
            .map_err(|source| SourceError::Unreadable { file: file.to_owned(), source })?;
        Self::checked(file.to_owned(), plain)
    }

    fn checked(file: String, mut bytes: Vec<u8>) -> Result<Self, SourceError> {
        if bytes.len() as u64 > MOST_BYTES {
            return Err(SourceError::TooLarge { at: Place::file(&file), limit: "more than 2 GiB" });
        }
        if bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
            SourceError::NotUtf8 { at: Place::line(&file, line) }
        })?;
        Ok(Self { file, text })
    }

    /// Takes a text as if it had been read from `file`.
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

    /// The lines with their numbers, from 1; without line ends.
    pub fn lines(&self) -> impl Iterator<Item = (u64, &str)> {
        (1..).zip(self.text.lines())
    }

    /// A line of the file.
    pub fn place(&self, line: u64) -> Place {
        Place::line(&self.file, line)
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
    fn a_missing_file_gets_the_nearest_name() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("people.csv"), "\u{feff}a\nb").unwrap();
        let error = Source::open(&folder.path().join("poeple.csv")).unwrap_err();
        assert!(error.to_string().ends_with("no such file or folder; did you mean people.csv?"), "{error}");
        let source = Source::open(&folder.path().join("people.csv")).unwrap();
        assert_eq!(source.lines().collect::<Vec<_>>(), [(1, "a"), (2, "b")]);
    }

    #[cfg(feature = "gzip")]
    #[test]
    fn packed_bytes_are_unpacked() {
        use std::io::Write as _;
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all("añ\n".as_bytes()).unwrap();
        let bytes = packed.finish().unwrap();
        assert_eq!(Source::from_bytes("x.gz", bytes.clone()).unwrap().as_str(), "añ\n");
        let error = Source::from_bytes("x.gz", bytes[..12].to_vec()).unwrap_err();
        assert!(matches!(error, SourceError::Unreadable { .. }), "a file that was cut off");
    }
}
