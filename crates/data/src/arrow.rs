//! Arrow arrays as columns, and record batches in and out.

use crate::column::{Cells, Column};
use crate::error::{Error, Result};
use crate::number_format::NumberFormat;
use crate::numbers::Numbers;
use crate::own::own;
use crate::table::{Origin, Table};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_array::types::{UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, LargeStringArray, RecordBatch, RecordBatchOptions, Scalar, UInt64Array, make_array,
};
use arrow_cast::cast::{CastOptions, cast_with_options};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use std::sync::Arc;

/// A cell as text; empty for null.
pub(crate) fn text(array: &ArrayRef, row: usize) -> String {
    match array.data_type() {
        _ if array.is_null(row) => String::new(),
        DataType::Utf8 => array.as_string::<i32>().value(row).to_owned(),
        DataType::LargeUtf8 => array.as_string::<i64>().value(row).to_owned(),
        DataType::Utf8View => array.as_string_view().value(row).to_owned(),
        DataType::Timestamp(unit, Some(_)) => {
            let one = in_zone(&array.slice(row, 1), *unit, UTC);
            one.as_ref().and_then(shown).map_or_else(String::new, |shown| shown.value(0).to_string())
        }
        _ => shown(array).map_or_else(String::new, |shown| shown.value(row).to_string()),
    }
}

fn shown(array: &ArrayRef) -> Option<ArrayFormatter<'_>> {
    const OPTIONS: FormatOptions<'static> = FormatOptions::new();
    ArrayFormatter::try_new(array, &OPTIONS).ok()
}

/// Points in time are read and written in UTC: the zone of a column says only how others show them.
const UTC: &str = "+00:00";

fn in_zone(array: &ArrayRef, unit: TimeUnit, zone: &str) -> Option<ArrayRef> {
    let kind = DataType::Timestamp(unit, Some(zone.into()));
    Some(make_array(array.to_data().into_builder().data_type(kind).build().ok()?))
}

/// The format of dates that a column has by its type.
pub(crate) fn date_format(array: &ArrayRef) -> Option<&'static str> {
    match array.data_type() {
        DataType::Date32 => Some("%Y-%m-%d"),
        DataType::Timestamp(_, Some(_)) => Some("%Y-%m-%dT%H:%M:%SZ"),
        DataType::Date64 => Some("%Y-%m-%dT00:00:00"),
        DataType::Timestamp(_, None) => Some("%Y-%m-%dT%H:%M:%S"),
        _ => None,
    }
}

/// Dates and points in time as seconds since 1970; nulls are not a number. Nothing for another type.
pub(crate) fn seconds(array: &ArrayRef) -> Option<Vec<f64>> {
    let of_a_second = match array.data_type() {
        DataType::Date32 | DataType::Timestamp(TimeUnit::Second, _) => 1.0,
        DataType::Date64 | DataType::Timestamp(TimeUnit::Millisecond, _) => 1e3,
        DataType::Timestamp(TimeUnit::Microsecond, _) => 1e6,
        DataType::Timestamp(TimeUnit::Nanosecond, _) => 1e9,
        _ => return None,
    };
    let seconds = if array.data_type() == &DataType::Date32 { 86_400.0 } else { 1.0 };
    let whole = cast_with_options(array, &DataType::Int64, &CastOptions::default()).ok()?;
    let at = |at: Option<i64>| at.map_or(f64::NAN, |at| at as f64 * seconds / of_a_second);
    Some(whole.as_primitive::<Int64Type>().iter().map(at).collect())
}

/// Cells as an array of the type of another, if that is one of dates, times, decimals or truth values, and every cell is one.
pub(crate) fn typed(cells: &Cells, array: &ArrayRef) -> Option<ArrayRef> {
    let kind = array.data_type();
    let options = CastOptions { safe: false, ..CastOptions::default() };
    if let Some(scale) = decimals(kind) {
        let number = |text: &str| if text.is_empty() { Some(f64::NAN) } else { text.parse().ok() };
        let numbers: Vec<f64> = match cells {
            Cells::Numbers(numbers) => numbers.to_vec(),
            Cells::Plain(_) => (0..cells.len()).map(|row| number(&cells.text(row))).collect::<Option<_>>()?,
            _ => return None,
        };
        // More decimals than the type has were asked for.
        let unit = 10f64.powi(i32::from(scale));
        let fits = |number: &f64| number.is_nan() || (number * unit - (number * unit).round()).abs() < 1e-6;
        return numbers.iter().all(fits).then(|| Numbers::from(numbers).to_array()).and_then(|numbers| {
            let made = cast_with_options(&numbers, kind, &options).ok()?;
            (made.null_count() == numbers.null_count()).then_some(made)
        });
    }
    let is_known = matches!(kind, DataType::Boolean | DataType::Time32(_) | DataType::Time64(_));
    if !(is_known || date_format(array).is_some()) || !matches!(cells, Cells::Plain(_) | Cells::Coded { .. }) {
        return None;
    }
    let texts = (0..cells.len()).map(|row| Some(cells.text(row)).filter(|text| !text.is_empty()));
    let texts: LargeStringArray = texts.collect();
    let (made, read) = match kind {
        DataType::Timestamp(unit, Some(zone)) => {
            let utc = DataType::Timestamp(*unit, Some(UTC.into()));
            let read = cast_with_options(&texts, &utc, &options).ok()?;
            (in_zone(&read, *unit, zone)?, read)
        }
        kind => {
            let read = cast_with_options(&texts, kind, &options).ok()?;
            (Arc::clone(&read), read)
        }
    };
    // A format of one's own may be read as another date.
    let shown = shown(&read)?;
    let is_same = |row: usize| texts.is_null(row) || shown.value(row).to_string() == texts.value(row);
    (0..texts.len()).all(is_same).then_some(made)
}

/// How many decimals a type of decimals has.
fn decimals(kind: &DataType) -> Option<i8> {
    match kind {
        DataType::Decimal32(_, scale) | DataType::Decimal64(_, scale) => Some(*scale),
        DataType::Decimal128(_, scale) | DataType::Decimal256(_, scale) => Some(*scale),
        _ => None,
    }
}

/// Whether it holds numbers by its type.
pub(crate) fn is_numeric(array: &ArrayRef) -> bool {
    array.data_type().is_integer() || matches!(array.data_type(), DataType::Float32 | DataType::Float64)
}

/// Whether its values are lists, structures or the like.
pub(crate) fn is_nested(array: &ArrayRef) -> bool {
    array.data_type().is_nested()
}

/// Its numbers, if its type is one of numbers; null is not a number.
pub(crate) fn numbers(array: &ArrayRef) -> Option<Numbers> {
    macro_rules! numbers {
        ($kind:ty) => {
            array.as_primitive::<$kind>().iter().map(|cell| cell.map_or(f64::NAN, |number| number as f64)).collect()
        };
    }
    Some(match array.data_type() {
        DataType::Float64 => Numbers::of_array(array.as_primitive()),
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

/// Whether it holds whole numbers by its type.
pub(crate) fn is_integer(array: &ArrayRef) -> bool {
    array.data_type().is_integer()
}

/// How its numbers are published: whole numbers in their own type, others with as many decimals as they have.
pub(crate) fn number_format(array: &ArrayRef) -> NumberFormat {
    if is_integer(array) {
        let integer = Some(array.data_type().clone());
        return NumberFormat { decimals: Some(0), integer, ..NumberFormat::default() };
    }
    if array.data_type() == &DataType::Float32 {
        // The shortest notation of a single is shorter than that of the double beside it.
        let shortest = |number: f32| number.to_string().split_once('.').map_or(0, |(_, behind)| behind.len());
        let decimals = array.as_primitive::<Float32Type>().iter().flatten().map(shortest).max();
        return NumberFormat { decimals: Some(decimals.unwrap_or(0)), ..NumberFormat::default() };
    }
    numbers(array).map_or_else(NumberFormat::default, |numbers| NumberFormat::of_numbers(&numbers))
}

/// Whole numbers as an array of a type of whole numbers; nothing if one does not fit. Not-a-number is a null.
pub(crate) fn integers(numbers: &Numbers, kind: &DataType) -> Option<ArrayRef> {
    let options = CastOptions { safe: false, ..CastOptions::default() };
    cast_with_options(&numbers.to_array(), kind, &options).ok()
}

/// The cells at these rows, in that order.
pub(crate) fn select(array: &ArrayRef, rows: impl Iterator<Item = usize>) -> ArrayRef {
    let rows: UInt64Array = rows.map(|row| row as u64).collect::<Vec<u64>>().into();
    arrow_select::take::take(array, &rows, None).expect("all rows are there")
}

/// An array with nulls in these rows, of whose cells nothing is left below the nulls.
pub(crate) fn with_nulls(array: &ArrayRef, blank: &[bool]) -> Option<ArrayRef> {
    let null = Scalar::new(arrow_array::new_null_array(array.data_type(), 1));
    arrow_select::zip::zip(&blank.to_vec().into(), &null, array).ok()
}

/// Cells as an array: an array with its own cells, numbers as numbers, the rest as text.
fn from_cells(cells: &Cells) -> ArrayRef {
    match cells {
        Cells::Arrow(array) => own(array),
        Cells::Numbers(numbers) => numbers.to_array(),
        Cells::Coded { codes, values } => {
            let cells = codes.iter().map(|&code| values.get(code as usize));
            Arc::new(cells.collect::<LargeStringArray>())
        }
        cells => Arc::new((0..cells.len()).map(|row| Some(cells.text(row))).collect::<LargeStringArray>()),
    }
}

/// Whether an array holds text.
pub(crate) fn is_text(array: &ArrayRef) -> bool {
    is_text_type(array.data_type())
}

/// Whether a type is one of text, or of a dictionary of texts.
pub(crate) fn is_text_type(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => values.is_string(),
        kind => kind.is_string(),
    }
}

/// Texts as an array of the type of another. A text that is empty where the other array has a null stays a null.
pub(crate) fn like(array: &ArrayRef, texts: &[String]) -> Option<ArrayRef> {
    let cells = texts.iter().enumerate().map(|(row, text)| (!text.is_empty() || !array.is_null(row)).then_some(text));
    arrow_cast::cast(&cells.collect::<LargeStringArray>(), array.data_type()).ok()
}

/// A record batch becomes a table; its arrays are shared, not copied. Two columns of one name are an error.
///
/// ```
/// use scumble_data::arrow_array::{Int64Array, RecordBatch};
/// use scumble_data::Table;
///
/// let ages = std::sync::Arc::new(Int64Array::from(vec![41, 29])) as _;
/// let table = Table::try_from(RecordBatch::try_from_iter([("age", ages)]).unwrap())?;
/// assert_eq!(table.column("age")?.cells.text(1), "29");
/// assert_eq!(table.to_record_batch().num_rows(), 2);
/// # Ok::<(), scumble_data::Error>(())
/// ```
impl TryFrom<RecordBatch> for Table {
    type Error = Error;

    fn try_from(batch: RecordBatch) -> Result<Self> {
        let schema = batch.schema();
        let columns = schema.fields().iter().zip(batch.columns());
        let columns = columns.map(|(field, array)| Column::new(field.name().clone(), Cells::Arrow(Arc::clone(array))));
        Self::try_new("record batch", columns.collect(), Origin::Other)
    }
}

impl Table {
    /// Record batches of one schema as one table. The arrays of a single batch are shared; those of several are put together, column
    /// by column.
    ///
    /// # Errors
    /// If two columns have one name, or a column is not of one type in all batches.
    pub fn from_batches(schema: &Schema, batches: Vec<RecordBatch>) -> Result<Self> {
        let mut columns = Vec::with_capacity(schema.fields().len());
        for (at, field) in schema.fields().iter().enumerate() {
            let chunks: Vec<&dyn Array> = batches.iter().map(|batch| batch.column(at).as_ref()).collect();
            let array = match &batches[..] {
                [] => arrow_array::new_empty_array(field.data_type()),
                [one] => Arc::clone(one.column(at)),
                _ => arrow_select::concat::concat(&chunks).map_err(|_| {
                    let place = crate::Place::file("record batch").column(field.name());
                    Error::new(place, "the column is not of one type in all batches, or too long".to_owned())
                })?,
            };
            columns.push(Column::new(field.name().clone(), Cells::Arrow(array)));
        }
        Self::try_new("record batch", columns, Origin::Other)
    }

    /// The table as a record batch: Arrow columns as they are, numbers as 64-bit floats, the rest as text.
    pub fn to_record_batch(&self) -> RecordBatch {
        self.batch_of(|column| from_cells(&column.cells))
    }

    /// The table as a record batch of arrays that are made of its columns.
    fn batch_of(&self, array: impl Fn(&Column) -> ArrayRef) -> RecordBatch {
        let arrays: Vec<ArrayRef> = self.columns().iter().map(array).collect();
        let fields = self.names().zip(&arrays).map(|(name, array)| Field::new(name, array.data_type().clone(), true));
        let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        let options = RecordBatchOptions::new().with_row_count(Some(self.len()));
        // Columns of a table are equally long, every field takes nulls, and its type is its array's.
        RecordBatch::try_new_with_options(schema, arrays, &options).expect("a table makes a record batch")
    }

    /// The table as a record batch whose columns have the types of a layout, where that changes no value.
    #[cfg(feature = "parquet")]
    pub(crate) fn laid_out(&self, layout: &crate::layout::Layout) -> RecordBatch {
        self.batch_of(|column| layout.typed(&column.name, &column.cells, from_cells(&column.cells)))
    }
}
