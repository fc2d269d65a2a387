//! Reading a table of any format.

use crate::csv;
use crate::error::{Error, Place, Result};
#[cfg(feature = "excel")]
use crate::excel;
#[cfg(feature = "parquet")]
use crate::parquet;
use crate::table::Table;
use scumble_io::csv::Encoding;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// What is known about a file beforehand.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The character between fields, if it is known.
    pub delimiter: Option<u8>,
    /// The encoding, if it is known.
    pub encoding: Option<Encoding>,
    /// The sheet of an Excel file; its first if none is named.
    pub sheet: Option<String>,
}

/// The format of a table's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Fields between delimiters.
    Text,
    /// Fields between delimiters, packed with gzip.
    Gzip,
    /// Apache Parquet.
    Parquet,
    /// Excel or OpenDocument.
    Sheet,
}

impl Format {
    /// Endings of the names of text tables.
    pub const TEXT_ENDINGS: [&'static str; 6] = ["csv", "tsv", "tab", "txt", "psv", "dat"];

    /// Whether a name is that of a text table, packed or not: by its ending, or because it has none.
    pub fn is_text_name(path: &Path) -> bool {
        let ending = |path: &Path| path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let unpacked = if ending(path).as_deref() == Some("gz") { path.with_extension("") } else { path.to_owned() };
        ending(&unpacked).is_none_or(|ending| Self::TEXT_ENDINGS.contains(&ending.as_str()))
    }

    /// The format that the name of a file to be written asks for.
    pub fn of_name(path: &Path) -> Self {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match extension.as_str() {
            "parquet" | "pq" => Self::Parquet,
            "gz" => Self::Gzip,
            "xlsx" | "xls" | "xlsb" | "xlsm" | "ods" => Self::Sheet,
            _ => Self::Text,
        }
    }

    /// The format that a file's first bytes show.
    fn of_bytes(start: &[u8]) -> Self {
        match start {
            [b'P', b'A', b'R', b'1', ..] => Self::Parquet,
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'P', b'K', 3, 4, ..] | [0xd0, 0xcf, 0x11, 0xe0, ..] => Self::Sheet,
            _ => Self::Text,
        }
    }
}

/// Reads a table from a file: CSV and its kin (also packed), Parquet, Excel or OpenDocument.
///
/// # Errors
/// If the file cannot be read, is no table, or has a format that this build does not read.
pub fn read(path: &Path, options: &Options) -> Result<Table> {
    let name = path.display().to_string();
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(8).read_to_end(&mut start));
    read.map_err(|error| Error::unreadable(Place::file(&name), error))?;
    match Format::of_bytes(&start) {
        #[cfg(feature = "parquet")]
        Format::Parquet => parquet::read(&name, path),
        #[cfg(feature = "excel")]
        Format::Sheet => excel::read(&name, path, options),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => Err(absent(&name, "a Parquet file", "parquet")),
        #[cfg(not(feature = "excel"))]
        Format::Sheet => Err(absent(&name, "an Excel or OpenDocument file", "excel")),
        Format::Text if Format::of_name(path) == Format::Parquet => {
            Err(Error::new(Place::file(&name), "not a Parquet file").with_help("is it whole, and named rightly?"))
        }
        Format::Text | Format::Gzip => csv::read(&name, options, &|| scumble_io::open(path)),
    }
}

#[cfg(not(all(feature = "parquet", feature = "excel")))]
fn absent(name: &str, what: &str, feature: &str) -> Error {
    let problem = format!("{what}, which this build does not read");
    Error::new(Place::file(name), problem)
        .with_help(format!("take a build with the feature `{feature}`, or save the table as CSV"))
}

/// Reads a text table from bytes.
///
/// # Errors
/// If they are no table.
pub fn read_text(name: &str, bytes: &[u8], options: &Options) -> Result<Table> {
    let bytes: Arc<[u8]> = bytes.into();
    csv::read(name, options, &|| Ok(Box::new(io::Cursor::new(Arc::clone(&bytes)))))
}

#[cfg(all(test, not(feature = "parquet")))]
mod tests {
    use super::*;

    #[test]
    fn a_format_that_is_not_built_in_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.parquet");
        std::fs::write(&path, b"PAR1....").unwrap();
        let error = read(&path, &Options::default()).unwrap_err();
        assert!(error.problem.contains("a Parquet file, which this build does not read"), "{error}");
        assert!(error.help.as_ref().unwrap().advice.contains("`parquet`"));
    }
}
