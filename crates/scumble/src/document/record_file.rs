//! A file of records: JSON lines, text tables, Parquet and Excel, read piece by piece and written back with other texts.

use super::inputs::{Input, Origin};
use crate::{Error, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use scumble_data::{
    FieldRoles, Format, NewCell, Options, Record, RecordOptions, RecordReader, TableRecords, read, write,
};
use scumble_io::Help;
use std::io::Write;
use std::path::Path;

/// How much is taken at once.
const MOST_RECORDS: usize = 512;
const MOST_BYTES: usize = 8 << 20;

/// A file of records while it is read, and the bytes of its new version.
pub(super) struct RecordFile {
    records: Records,
    out: Out,
}

enum Records {
    Stream(Box<RecordReader>),
    Table(Box<TableRecords>, Format),
}

/// New bytes that nobody has taken yet.
enum Out {
    Plain(Vec<u8>),
    Gzip(Box<GzEncoder<Vec<u8>>>),
}

impl RecordFile {
    /// Opens a file of records.
    pub(super) fn open(input: &Input, fields: &FieldRoles, table: &Options) -> Result<Self> {
        let options = RecordOptions { fields: fields.clone(), table: table.clone(), ..RecordOptions::default() };
        let format = Format::of_name(Path::new(&input.name));
        let records = match (&input.origin, format) {
            (Origin::File(path), Format::Parquet | Format::Sheet) => {
                let written = if format == Format::Parquet { Format::Parquet } else { Format::Text };
                let table = TableRecords::new(read(path, table)?, &options)?;
                Records::Table(Box::new(table), written)
            }
            (Origin::Bytes(_), Format::Parquet | Format::Sheet) => {
                return Err(Error::input(format!("{}: such files are read from a disk", input.name)));
            }
            (Origin::File(path), _) => Records::Stream(Box::new(RecordReader::open(path, &options)?)),
            (Origin::Bytes(bytes), _) => {
                Records::Stream(Box::new(RecordReader::from_bytes(&input.name, bytes, &options)?))
            }
        };
        if let Records::Stream(reader) = &records
            && !reader.notes().is_empty()
        {
            // A name in an encoding that is only assumed could be overlooked.
            let help = Help::set("encoding", "name its encoding, or save it as UTF-8");
            return Err(Error::input(format!("{}: is not UTF-8", input.name)).with_help(help));
        }
        let mut head = match &records {
            Records::Stream(reader) => reader.head().to_vec(),
            Records::Table(..) => Vec::new(),
        };
        let out = match format {
            Format::Gzip => {
                let mut packed = GzEncoder::new(Vec::new(), Compression::default());
                packed.write_all(&head).map_err(|error| unwritten(&input.name, &error))?;
                Out::Gzip(Box::new(packed))
            }
            _ => Out::Plain(std::mem::take(&mut head)),
        };
        Ok(Self { records, out })
    }

    /// The name of the new version: Excel files become text tables.
    pub(super) fn output_name(name: &str) -> String {
        match Format::of_name(Path::new(name)) {
            Format::Sheet => Path::new(name).with_extension("csv").to_string_lossy().into_owned(),
            _ => name.to_owned(),
        }
    }

    /// Some more records; none at the end. What is no record is an error in its place.
    pub(super) fn next_batch(&mut self) -> Result<Vec<scumble_data::Result<Record>>> {
        match &mut self.records {
            Records::Stream(reader) => Ok(reader.next_batch(MOST_RECORDS, MOST_BYTES)?),
            Records::Table(table, _) => Ok(table.next_batch(MOST_RECORDS, MOST_BYTES).into_iter().map(Ok).collect()),
        }
    }

    /// Writes a record with these cells. One that is not written is not in the new version.
    pub(super) fn write(&mut self, record: &Record, cells: &[NewCell<'_>]) -> Result<()> {
        match (&mut self.records, &mut self.out) {
            (Records::Table(table, _), _) => table.set_cells(record, cells),
            (Records::Stream(_), Out::Plain(bytes)) => record.write_cells(cells, bytes)?,
            (Records::Stream(_), Out::Gzip(packed)) => {
                let mut bytes = Vec::new();
                record.write_cells(cells, &mut bytes)?;
                packed.write_all(&bytes).map_err(|error| unwritten("records", &error))?;
            }
        }
        Ok(())
    }

    /// Takes the new bytes so far.
    pub(super) fn take(&mut self) -> Vec<u8> {
        match &mut self.out {
            Out::Plain(bytes) => std::mem::take(bytes),
            Out::Gzip(packed) => std::mem::take(packed.get_mut()),
        }
    }

    /// The rest of the new bytes.
    pub(super) fn finish(self) -> Result<Vec<u8>> {
        let tail = match &self.records {
            Records::Stream(reader) => reader.tail().to_vec(),
            Records::Table(..) => Vec::new(),
        };
        match (self.records, self.out) {
            (Records::Table(table, format), _) => {
                let mut bytes = Vec::new();
                write(&table.finish()?, format, None, &mut bytes).map_err(|error| unwritten("table", &error))?;
                Ok(bytes)
            }
            (Records::Stream(_), Out::Plain(mut bytes)) => {
                bytes.extend(tail);
                Ok(bytes)
            }
            (Records::Stream(_), Out::Gzip(mut packed)) => {
                packed.write_all(&tail).map_err(|error| unwritten("records", &error))?;
                packed.finish().map_err(|error| unwritten("records", &error))
            }
        }
    }
}

fn unwritten(name: &str, error: &std::io::Error) -> Error {
    Error::input(format!("{name}: the result cannot be written: {error}"))
}
