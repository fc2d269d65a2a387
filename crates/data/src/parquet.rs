//! Reading and writing of Apache Parquet.

use crate::column::{Cells, Column};
use crate::error::{Error, Place, Result};
use crate::layout::Layout;
use crate::table::{Origin, Table, first_twice};
use ::parquet::arrow::ArrowWriter;
use ::parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use ::parquet::basic::Compression;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::reader::ChunkReader;
use arrow_array::{Array, RecordBatch, new_empty_array};
use std::fs::File;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

/// Rows that are decoded at a time.
const BATCH: usize = 1 << 16;

/// Rows of a row group, at most, unless the file that was read had a larger one.
const MOST_ROWS: usize = 1 << 20;

pub(crate) fn read(name: &str, path: &Path) -> Result<Table> {
    let file = File::open(path).map_err(|error| Error::unreadable(Place::file(name), error))?;
    read_from(name, file)
}

/// Reads a Parquet file. The library panics on some broken files: that, too, is an error of the file.
pub(crate) fn read_from(name: &str, source: impl ChunkReader + 'static) -> Result<Table> {
    let read = catch_unwind(AssertUnwindSafe(|| read_whole(name, source)));
    read.unwrap_or_else(|_| {
        Err(Error::new(Place::file(name), "not a Parquet file that can be read").with_help("is the file whole?"))
    })
}

fn read_whole(name: &str, source: impl ChunkReader + 'static) -> Result<Table> {
    let fault = |problem: String| {
        Error::new(Place::file(name), problem)
            .with_help("is the file whole? write it again with snappy, gzip, lz4 or zstd")
    };
    // The messages of the library may quote values: they are not repeated.
    let broken = |_| fault("not a Parquet file that can be read".to_owned());
    // Parquet's own types are enough. The Arrow schema that a writer may have added is read by code that panics on nonsense.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(source, options).map_err(broken)?;
    let schema = Arc::clone(builder.schema());
    let layout = Layout::of(builder.metadata());
    let batches: Vec<RecordBatch> = builder
        .with_batch_size(BATCH)
        .build()
        .map_err(broken)?
        .collect::<std::result::Result<_, _>>()
        .map_err(|_| fault("a part of the Parquet file cannot be read".to_owned()))?;
    let names: Vec<String> = schema.fields().iter().map(|field| field.name().clone()).collect();
    if let Some((_, second)) = first_twice(&names) {
        return Err(Error::new(Place::file(name).column(&names[second]), "the name is there twice"));
    }
    let columns = schema.fields().iter().enumerate().map(|(index, field)| {
        let parts: Vec<&dyn Array> = batches.iter().map(|batch| batch.column(index).as_ref()).collect();
        let array = match parts.is_empty() {
            true => new_empty_array(field.data_type()),
            false => {
                arrow_select::concat::concat(&parts).map_err(|_| fault("its parts do not fit together".to_owned()))?
            }
        };
        Ok(Column::new(field.name().clone(), Cells::Arrow(array)))
    });
    Ok(Table::new(name, columns.collect::<Result<_>>()?, Origin::Parquet(Arc::new(layout))))
}

/// Writes a table. One that was read from Parquet keeps the types of its columns, where that changes no value, and its row groups.
pub(crate) fn write(table: &Table, out: &mut (dyn Write + Send)) -> io::Result<()> {
    let (batch, row_groups) = match table.origin() {
        Origin::Parquet(layout) => (table.laid_out(layout), layout.row_groups(table.len())),
        Origin::Text { .. } => (table.laid_out(&Layout::of_text(table)), vec![table.len()]),
        _ => (table.to_record_batch(), vec![table.len()]),
    };
    // No name and version of the writer: the same bytes with every build.
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by("scumble".to_owned())
        .set_max_row_group_row_count(
            row_groups.iter().max().copied().filter(|&rows| rows > MOST_ROWS).or(Some(MOST_ROWS)),
        );
    let mut writer = ArrowWriter::try_new(out, batch.schema(), Some(properties.build())).map_err(io::Error::other)?;
    let mut start = 0;
    for rows in row_groups {
        writer.write(&batch.slice(start, rows)).map_err(io::Error::other)?;
        writer.flush().map_err(io::Error::other)?;
        start += rows;
    }
    writer.close().map_err(io::Error::other)?;
    Ok(())
}
