//! What a table keeps of the file it was read from: types and row groups of Parquet; and formulas of Excel that have no result.

use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use scumble_data::arrow_array::types::Int8Type;
use scumble_data::arrow_array::{
    ArrayRef, DictionaryArray, Int32Array, LargeStringArray, RecordBatch, StringArray, TimestampMicrosecondArray,
};
use scumble_data::arrow_schema::DataType;
use scumble_data::{Cells, Column, Format, Options, Table, read, write};
use std::path::Path;
use std::sync::Arc;

/// A file of eight rows in three row groups.
fn batch() -> RecordBatch {
    let moments: Vec<Option<i64>> = (0..8).map(|at| (at != 3).then_some(1_600_000_000_000_000 + at)).collect();
    let moments = TimestampMicrosecondArray::from(moments).with_timezone("Europe/Vienna");
    let towns: DictionaryArray<Int8Type> =
        [Some("Ávila"), Some("Graz"), None, Some("Graz"), Some("Graz"), None, Some("Linz"), Some("")]
            .into_iter()
            .collect();
    let columns: [(&str, ArrayRef); 5] = [
        ("moment", Arc::new(moments)),
        ("town", Arc::new(towns)),
        (
            "age",
            Arc::new(Int32Array::from(vec![
                Some(30),
                Some(31),
                None,
                Some(33),
                Some(34),
                Some(35),
                Some(36),
                Some(37),
            ])),
        ),
        ("name", Arc::new(StringArray::from(vec!["a", "b", "c", "d", "e", "f", "g", "h"]))),
        ("note", Arc::new(LargeStringArray::from(vec![None, Some("x"), None, None, Some(""), None, None, None]))),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.map(|(name, array)| (name, array, true))).unwrap()
}

fn file(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("in.parquet");
    let batch = batch();
    let mut writer = ArrowWriter::try_new(std::fs::File::create(&path).unwrap(), batch.schema(), None).unwrap();
    for (start, rows) in [(0, 3), (3, 3), (6, 2)] {
        writer.write(&batch.slice(start, rows)).unwrap();
        writer.flush().unwrap();
    }
    writer.close().unwrap();
    path
}

/// What a table is as a Parquet file: its columns, and the lengths of its row groups.
fn written(table: &Table, folder: &Path) -> (RecordBatch, Vec<i64>) {
    let path = folder.join("out.parquet");
    write(table, Format::Parquet, None, std::fs::File::create(&path).unwrap()).unwrap();
    let builder = ParquetRecordBatchReaderBuilder::try_new(std::fs::File::open(&path).unwrap()).unwrap();
    let groups = builder.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    let batches: Vec<RecordBatch> = builder.build().unwrap().map(Result::unwrap).collect();
    let schema = batches[0].schema();
    let columns = (0..schema.fields().len()).map(|at| {
        let parts: Vec<_> = batches.iter().map(|batch| batch.column(at).as_ref()).collect();
        arrow_select::concat::concat(&parts).unwrap()
    });
    (RecordBatch::try_new(schema.clone(), columns.collect()).unwrap(), groups)
}

#[test]
fn untouched_columns_keep_zone_dictionary_and_row_groups() {
    let folder = tempfile::tempdir().unwrap();
    let table = read(&file(folder.path()), &Options::default()).unwrap();
    let (back, groups) = written(&table, folder.path());
    assert_eq!(groups, [3, 3, 2]);
    let before = batch();
    for (field, was) in back.schema().fields().iter().zip(before.schema().fields()) {
        assert_eq!(field.data_type(), was.data_type(), "{}", field.name());
        assert!(back.column_by_name(field.name()) == before.column_by_name(field.name()), "{}", field.name());
    }
    // Rows that are left out shorten their row group, and an empty one goes.
    let keep = [true, false, true, false, false, false, true, true];
    let (back, groups) = written(&table.keep(&keep), folder.path());
    assert_eq!((groups, back.num_rows()), (vec![2, 2], 4));
    let moment = back.column_by_name("moment").unwrap().data_type().clone();
    assert_eq!(&moment, before.column_by_name("moment").unwrap().data_type());
    // A table of other rows has one row group.
    let other = Table::new("t", vec![Column::new("age", Cells::Numbers(vec![1.5].into()))], table.origin().clone());
    assert_eq!(written(&other, folder.path()).1, [1]);
}

#[test]
fn changed_columns_keep_their_type_where_it_holds_the_values() {
    let folder = tempfile::tempdir().unwrap();
    let table = read(&file(folder.path()), &Options::default()).unwrap();
    let kind = |column: Column| {
        let name = column.name.clone();
        let (back, _) = written(&table.with(vec![column]), folder.path());
        back.column_by_name(&name).unwrap().data_type().clone()
    };
    let mut whole = vec![32.0; 8];
    whole[2] = f64::NAN;
    assert_eq!(kind(Column::new("age", Cells::Numbers(whole.clone().into()))), DataType::Int32);
    for odd in [32.5, 3e9, -3e9] {
        let mut numbers = whole.clone();
        numbers[0] = odd;
        assert_eq!(kind(Column::new("age", Cells::Numbers(numbers.into()))), DataType::Float64, "{odd}");
    }
    let coded = |name: &str| Column::new(name, Cells::Coded { codes: vec![0; 8], values: vec!["Graz".to_owned()] });
    assert_eq!(kind(coded("town")), *batch().column_by_name("town").unwrap().data_type());
    assert_eq!(kind(coded("name")), DataType::Utf8);
    assert_eq!(kind(coded("age")), DataType::LargeUtf8, "texts are no numbers");
    assert_eq!(kind(coded("moment")), DataType::LargeUtf8, "nor moments");
}

#[test]
fn formulas_without_a_result_are_refused() {
    let sample = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples").join(name);
    let error = |name: &str| read(&sample(name), &Options::default()).unwrap_err().to_string();
    let found = error("formulas.xlsx");
    assert!(found.ends_with("formulas.xlsx, row 3, column “twice”: the formula has no result yet"), "{found}");
    let found = error("formulas_last.xlsx");
    assert!(found.contains("row 3") && found.ends_with("the formula has no result yet"), "{found}");
    let done = read(&sample("formulas_done.xlsx"), &Options::default()).unwrap();
    let note = &done.column("note").unwrap().cells;
    assert_eq!((note.text(0), note.text(1)), ("".into(), "x".into()), "a result may be an empty text");
}

/// Whole numbers of a text table are integers in Parquet, others doubles.
#[test]
fn whole_numbers_of_a_text_table_are_integers() {
    let table = scumble_data::read_text("t.csv", b"a,b,c\n1,2,x\n3,4,y\n", &Options::default()).unwrap();
    let numbers = |name: &str, cells: [f64; 2]| Column::new(name, Cells::Numbers(cells.to_vec().into()));
    let masked = table.with(vec![numbers("a", [2.0, f64::NAN]), numbers("b", [2.5, 3.0])]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.parquet");
    write(&masked, Format::Parquet, None, std::fs::File::create(&path).unwrap()).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(std::fs::File::open(&path).unwrap()).unwrap();
    let kinds: Vec<DataType> = reader.schema().fields().iter().map(|field| field.data_type().clone()).collect();
    assert_eq!(kinds[..2], [DataType::Int64, DataType::Float64]);
    let back = read(&path, &Options::default()).unwrap();
    assert_eq!((back.columns()[0].cells.text(0), back.columns()[0].cells.text(1)), ("2".into(), "".into()));
}
