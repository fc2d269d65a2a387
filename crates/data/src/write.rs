//! Writing a table.

use crate::csv;
#[cfg(feature = "parquet")]
use crate::parquet;
use crate::read::Format;
use crate::table::Table;
use std::io::{self, BufWriter, Write};

/// Writes a table in a format. A text table keeps the delimiter, encoding and line ends it was read with, unless another
/// delimiter is given.
///
/// # Errors
/// If `out` fails, the encoding lacks a character of the table, or this build does not write the format.
pub fn write(table: &Table, format: Format, delimiter: Option<u8>, out: impl Write + Send) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, out);
    match format {
        Format::Text => csv::write(table, delimiter, &mut out)?,
        #[cfg(feature = "gzip")]
        Format::Gzip => {
            // The default level, no name and no time: the same bytes every time.
            let mut packed = flate2::write::GzEncoder::new(&mut out, flate2::Compression::default());
            csv::write(table, delimiter, &mut packed)?;
            packed.finish()?;
        }
        #[cfg(feature = "parquet")]
        Format::Parquet => parquet::write(table, &mut out)?,
        #[cfg(not(feature = "gzip"))]
        Format::Gzip => return Err(absent("gzip")),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => return Err(absent("Parquet")),
        Format::Sheet => {
            return Err(io::Error::other("Excel files are read, not written; name a .csv or .parquet file"));
        }
    }
    out.flush()
}

#[cfg(not(all(feature = "gzip", feature = "parquet")))]
fn absent(format: &str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, format!("this build does not write {format}"))
}
