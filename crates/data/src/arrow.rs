//! Columns of Parquet files: what they say, and columns for them to hold.

use crate::column::Cells;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_array::types::{UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, LargeStringArray};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::DataType;
use std::sync::Arc;

/// A cell as text; nothing for null.
pub(crate) fn text(array: &ArrayRef, row: usize) -> String {
    match array.data_type() {
        _ if array.is_null(row) => String::new(),
        DataType::Utf8 => array.as_string::<i32>().value(row).to_owned(),
        DataType::LargeUtf8 => array.as_string::<i64>().value(row).to_owned(),
        DataType::Utf8View => array.as_string_view().value(row).to_owned(),
        _ => match ArrayFormatter::try_new(array, &FormatOptions::default()) {
            Ok(formatter) => formatter.value(row).to_string(),
            Err(_) => String::new(),
        },
    }
}

/// Whether it holds numbers by its type.
pub(crate) fn is_numeric(array: &ArrayRef) -> bool {
    array.data_type().is_integer() || matches!(array.data_type(), DataType::Float32 | DataType::Float64)
}

/// Its numbers, if its type is one of numbers; null is not a number.
pub(crate) fn numbers(array: &ArrayRef) -> Option<Vec<f64>> {
    macro_rules! numbers {
        ($kind:ty) => {
            array.as_primitive::<$kind>().iter().map(|cell| cell.map_or(f64::NAN, |number| number as f64)).collect()
        };
    }
    Some(match array.data_type() {
        DataType::Float64 => numbers!(Float64Type),
        DataType::Float32 => numbers!(Float32Type),
        DataType::Int8 => numbers!(Int8Type),
        DataType::Int16 => numbers!(Int16Type),
        DataType::Int32 => numbers!(Int32Type),
        DataType::Int64 => numbers!(Int64Type),
        DataType::UInt8 => numbers!(UInt8Type),
        DataType::UInt16 => numbers!(UInt16Type),
        DataType::UInt32 => numbers!(UInt32Type),
        DataType::UInt64 => numbers!(UInt64Type),
        _ => return None,
    })
}

/// Without the rows for which `keep` is false.
pub(crate) fn keep(array: &ArrayRef, keep: &[bool]) -> ArrayRef {
    let keep = BooleanArray::from(keep.to_vec());
    // Filtering fails only for lengths that differ, and they do not.
    arrow_select::filter::filter(array, &keep).unwrap_or_else(|_| Arc::clone(array))
}

/// Cells as a column of a Parquet file: what came from one as it was, numbers as numbers, the rest as text.
pub(crate) fn from_cells(cells: &Cells) -> ArrayRef {
    match cells {
        Cells::Arrow(array) => Arc::clone(array),
        Cells::Numbers(numbers) => {
            let cells = numbers.iter().map(|&number| (!number.is_nan()).then_some(number));
            Arc::new(cells.collect::<Float64Array>())
        }
        Cells::Coded { codes, values } => {
            let cells = codes.iter().map(|&code| values.get(code as usize));
            Arc::new(cells.collect::<LargeStringArray>())
        }
        cells => Arc::new((0..cells.len()).map(|row| Some(cells.text(row))).collect::<LargeStringArray>()),
    }
}
