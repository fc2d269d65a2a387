//! Dates and points in time by the type of their column: read, written, and the same type again.

use scumble_data::arrow_array::{ArrayRef, Date32Array, Decimal128Array, RecordBatch, TimestampMicrosecondArray};
use scumble_data::{Cells, Column, ColumnKind, DateFormat, Missing, Numbers, Table, guess};
use std::sync::Arc;

const HOUR: i64 = 3_600_000_000;

fn column(array: ArrayRef) -> Column {
    let batch = RecordBatch::try_from_iter([("a", array)]).unwrap();
    Table::try_from(batch).unwrap().columns()[0].clone()
}

fn guessed(column: &Column) -> (String, Vec<f64>) {
    let ColumnKind::Date(format) = guess(column, "t", &Missing::default()).unwrap().kind else { panic!("no date") };
    let seconds = column.dates("t", &Missing::default(), &DateFormat::new(&format).unwrap()).unwrap();
    (format, seconds)
}

fn typed(texts: &[&str], like: &Column) -> Column {
    let cells = Cells::Plain(texts.iter().map(|text| (*text).to_owned()).collect());
    Column::new("a", cells).typed_like(like)
}

#[test]
fn points_in_time_are_those_of_every_zone() {
    for zone in ["UTC", "+00:00", "Europe/Madrid", "no such zone"] {
        let at = TimestampMicrosecondArray::from(vec![Some(0), None, Some(HOUR)]).with_timezone(zone);
        let column = column(Arc::new(at));
        assert_eq!(column.cells.text(2), "1970-01-01T01:00:00Z");
        let (format, seconds) = guessed(&column);
        assert_eq!((format.as_str(), seconds[0], seconds[2]), ("%Y-%m-%dT%H:%M:%SZ", 0.0, 3600.0));
        assert!(seconds[1].is_nan());
        let back = typed(&["1970-01-01T00:30:00Z", "", "1970-01-01T00:30:00Z"], &column);
        assert_eq!(guessed(&back).1[2], 1800.0);
        assert!(matches!(&*back.cells, Cells::Arrow(array) if array.data_type().to_string().contains(zone)));
    }
}

#[test]
fn other_formats_and_what_is_no_date_stay_text() {
    let days = column(Arc::new(Date32Array::from(vec![0, 1])));
    assert_eq!(guessed(&days), ("%Y-%m-%d".to_owned(), vec![0.0, 86_400.0]));
    assert!(matches!(&*typed(&["1970-01-02", "1970-01-02"], &days).cells, Cells::Arrow(_)));
    for text in ["02.01.1970", "*", "1970-13-45"] {
        assert!(matches!(&*typed(&[text, text], &days).cells, Cells::Plain(_)), "{text}");
    }
}

#[test]
fn dates_that_stand_for_never_are_refused_or_missing() {
    let days = column(Arc::new(Date32Array::from(vec![0, i32::MAX])));
    let format = DateFormat::new("%Y-%m-%d").unwrap();
    let error = days.dates("t", &Missing::default(), &format).unwrap_err().to_string();
    assert!(error.contains("row 3, column “a”: a date beyond the year 9999"), "{error}");
    let last = column(Arc::new(TimestampMicrosecondArray::from(vec![253_402_300_799_999_999])));
    let at = last.dates("t", &Missing::default(), &format).unwrap()[0];
    assert_eq!(DateFormat::new("%Y-%m-%dT%H:%M:%S").unwrap().write(at).as_deref(), Some("9999-12-31T23:59:59"));
    // A value that is named as missing is missing.
    let missing = Missing { values: vec![String::new(), "1970-01-01".into()] };
    let days = column(Arc::new(Date32Array::from(vec![0, 1])));
    let seconds = days.dates("t", &missing, &format).unwrap();
    assert!(seconds[0].is_nan() && seconds[1] == 86_400.0);
}

#[test]
fn decimals_keep_their_type_where_they_have_no_more_places() {
    for scale in [0, 2] {
        let costs = Decimal128Array::from(vec![125, 300]).with_precision_and_scale(10, scale).unwrap();
        let costs = column(Arc::new(costs));
        let made = |cells: Cells| Column::new("a", cells).typed_like(&costs);
        assert!(matches!(&*made(Cells::Numbers(Numbers::from(vec![2.0, 3.0]))).cells, Cells::Arrow(_)));
        assert!(matches!(&*typed(&["2", "3"], &costs).cells, Cells::Arrow(_)));
        assert!(matches!(&*typed(&["2.125", "3"], &costs).cells, Cells::Plain(_)));
        assert!(matches!(&*typed(&["x", "3"], &costs).cells, Cells::Plain(_)));
    }
}
