//! Writing a table.

use crate::read::Format;
use crate::table::Table;
use crate::{csv, parquet};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, BufWriter, Write};

/// Writes a table in a format. A text table keeps the delimiter, encoding and line ends it was read with, unless another
/// delimiter is given.
pub fn write(table: &Table, format: Format, delimiter: Option<u8>, out: impl Write + Send) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, out);
    match format {
        Format::Text => csv::write(table, delimiter, &mut out)?,
        Format::Gzip => {
            // The default level, no name and no time: the same bytes every time.
            let mut packed = GzEncoder::new(&mut out, Compression::default());
            csv::write(table, delimiter, &mut packed)?;
            packed.finish()?;
        }
        Format::Parquet => parquet::write(table, &mut out)?,
        Format::Sheet => {
            return Err(io::Error::other("Excel files are read, not written; name a .csv or .parquet file"));
        }
    }
    out.flush()
}
