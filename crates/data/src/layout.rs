//! How a Parquet file was laid out: what its writer says the types of its columns are, and its row groups.

use crate::arrow;
use crate::column::Cells;
use crate::table::Table;
use ::parquet::arrow::parquet_to_arrow_schema;
use ::parquet::file::metadata::ParquetMetaData;
use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The types of a file's columns and the lengths of its row groups, to be written again.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    types: HashMap<String, DataType>,
    row_groups: Vec<usize>,
}

impl Layout {
    pub(crate) fn of(metadata: &ParquetMetaData) -> Self {
        let file = metadata.file_metadata();
        // The library panics on some schemas that make no sense: then Parquet's own types are all that is known.
        let schema = catch_unwind(AssertUnwindSafe(|| {
            parquet_to_arrow_schema(file.schema_descr(), file.key_value_metadata()).ok()
        }));
        let schema = schema.ok().flatten();
        let fields = schema.iter().flat_map(|schema| schema.fields());
        Self {
            types: fields.map(|field| (field.name().clone(), field.data_type().clone())).collect(),
            row_groups: metadata.row_groups().iter().map(|group| group.num_rows().max(0) as usize).collect(),
        }
    }

    /// The layout of a text table: its columns of numbers are integers if all numbers are whole.
    pub(crate) fn of_text(table: &Table) -> Self {
        let numbers = table.columns().iter().filter(|column| matches!(&*column.cells, Cells::Numbers(_)));
        Self { types: numbers.map(|column| (column.name.clone(), DataType::Int64)).collect(), row_groups: Vec::new() }
    }

    /// The row groups of a table of that many rows: as they were, or one if they do not fit.
    pub(crate) fn row_groups(&self, rows: usize) -> Vec<usize> {
        match self.row_groups.iter().sum::<usize>() == rows {
            true => self.row_groups.iter().copied().filter(|&rows| rows > 0).collect(),
            false => vec![rows],
        }
    }

    /// The layout without the rows for which `keep` is false.
    pub(crate) fn keep(&self, keep: &[bool]) -> Self {
        let mut rest = keep;
        let mut kept = |rows: &usize| {
            let (group, others) = rest.split_at((*rows).min(rest.len()));
            rest = others;
            group.iter().filter(|&&keep| keep).count()
        };
        Self { types: self.types.clone(), row_groups: self.row_groups.iter().map(&mut kept).collect() }
    }

    /// An array of the type that its column had, where that changes no value: an array of the file (its time zone, its dictionary), whole
    /// numbers of a column of integers, texts of a column of texts. Else as it is.
    pub(crate) fn typed(&self, name: &str, cells: &Cells, array: ArrayRef) -> ArrayRef {
        let Some(kind) = self.types.get(name).filter(|kind| *kind != array.data_type()) else { return array };
        let same = match cells {
            Cells::Arrow(_) => true,
            Cells::Numbers(_) => kind.is_integer() && are_whole(&array),
            _ => arrow::is_text_type(kind),
        };
        let cast = |array: &ArrayRef, kind: &DataType| arrow_cast::cast(array, kind).ok();
        let found = same.then(|| cast(&array, kind)).flatten();
        // Casting makes a null of what does not fit: there and back nothing may have changed.
        found.filter(|found| cast(found, array.data_type()).as_ref() == Some(&array)).unwrap_or(array)
    }
}

fn are_whole(array: &ArrayRef) -> bool {
    array.as_primitive::<Float64Type>().iter().flatten().all(|number| number.fract() == 0.0)
}
