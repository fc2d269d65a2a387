//! What is wrong with a file, as this crate's errors.

use crate::error::Error;
use scumble_io::Source;

/// Errors about a place in a file.
pub(crate) trait Refusal {
    /// The grammar is broken on a line.
    fn syntax(&self, line: u64, expected: impl Into<String>) -> Error;

    /// The file holds no concept.
    fn empty(&self) -> Error;
}

impl Refusal for Source {
    fn syntax(&self, line: u64, expected: impl Into<String>) -> Error {
        Error::syntax(self.file(), line, expected)
    }

    fn empty(&self) -> Error {
        Error::Empty { file: self.file().to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gzip_file_that_was_cut_is_an_error() {
        let error: Error = Source::from_bytes("x.gz", vec![0x1f, 0x8b, 8, 0, 0]).unwrap_err().into();
        match cfg!(feature = "gzip") {
            true => assert!(error.to_string().starts_with("x.gz: cannot be read"), "{error}"),
            false => assert!(error.to_string().contains("feature gzip"), "{error}"),
        }
    }
}
