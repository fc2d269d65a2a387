//! Reading a table, whatever it is written in.

use crate::csv;
use crate::error::{Error, Place, Result};
use crate::table::Table;
use crate::{excel, parquet};
use scumble_io::csv::Encoding;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// What is known about a file beforehand.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What stands between fields, if it is known.
    pub delimiter: Option<u8>,
    /// The encoding, if it is known.
    pub encoding: Option<Encoding>,
    /// The sheet of an Excel file; its first if none is named.
    pub sheet: Option<String>,
}

/// What a file is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Fields between delimiters.
    Text,
    /// The same, gzipped.
    Gzip,
    /// Apache Parquet.
    Parquet,
    /// Excel or OpenDocument.
    Sheet,
}

impl Format {
    /// What a file to be written is called after.
    pub fn of_name(path: &Path) -> Self {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match extension.as_str() {
            "parquet" | "pq" => Self::Parquet,
            "gz" => Self::Gzip,
            "xlsx" | "xls" | "xlsb" | "xlsm" | "ods" => Self::Sheet,
            _ => Self::Text,
        }
    }

    /// What a file's first bytes tell.
    fn of_bytes(start: &[u8]) -> Self {
        match start {
            [b'P', b'A', b'R', b'1', ..] => Self::Parquet,
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'P', b'K', 3, 4, ..] | [0xd0, 0xcf, 0x11, 0xe0, ..] => Self::Sheet,
            _ => Self::Text,
        }
    }
}

/// Reads a table from a file: CSV and its kin (also gzipped), Parquet, Excel or OpenDocument.
pub fn read(path: &Path, options: &Options) -> Result<Table> {
    let name = path.display().to_string();
    let unreadable = |error: io::Error| Error::new(Place::file(&name), format!("cannot be read: {error}"));
    let mut start = Vec::new();
    File::open(path).and_then(|file| file.take(8).read_to_end(&mut start)).map_err(unreadable)?;
    match Format::of_bytes(&start) {
        Format::Parquet => parquet::read(&name, path),
        Format::Sheet => excel::read(&name, path, options),
        Format::Gzip => csv::read(&name, options, &|| {
            Ok(Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(File::open(path)?))))
        }),
        Format::Text if Format::of_name(path) == Format::Parquet => {
            Err(Error::new(Place::file(&name), "not a Parquet file").with_help("is it whole, and named rightly?"))
        }
        Format::Text => csv::read(&name, options, &|| Ok(Box::new(File::open(path)?))),
    }
}

/// Reads a text table from bytes.
pub fn read_text(name: &str, bytes: &[u8], options: &Options) -> Result<Table> {
    let bytes: std::sync::Arc<[u8]> = bytes.into();
    csv::read(name, options, &|| Ok(Box::new(io::Cursor::new(std::sync::Arc::clone(&bytes)))))
}
