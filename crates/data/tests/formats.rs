//! Every format, in and out; and what is refused, with its place.

use proptest::prelude::*;
use scumble_data::{Cells, Column, Encoding, Format, Missing, Options, Origin, Table, read, read_text, write};
use std::path::Path;

fn written(table: &Table, format: Format) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(table, format, None, &mut bytes).unwrap();
    bytes
}

fn texts(table: &Table, column: &str) -> Vec<String> {
    let cells = &table.column(column).unwrap().cells;
    (0..table.len()).map(|row| cells.text(row).into_owned()).collect()
}

/// Fields of a table, as they would stand in a file.
fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zé0-9 .]{0,6}",
        "[a-z,;\n\r|\t]{0,5}(\"\"){0,2}[a-z,\n]{0,3}".prop_map(|inner| format!("\"{inner}\"")),
    ]
}

proptest! {
    /// What nobody touches is written back byte for byte.
    #[test]
    fn untouched_tables_come_back_byte_for_byte(
        rows in prop::collection::vec(prop::collection::vec(field(), 3), 0..12),
        delimiter in prop_oneof![Just(b','), Just(b';'), Just(b'\t')],
        windows: bool, ended: bool, mark: bool,
    ) {
        let (line_end, separator) = (if windows { "\r\n" } else { "\n" }, char::from(delimiter).to_string());
        let mut lines = vec![["name", "\"b c\"", "x"].join(&separator)];
        // A plain field that has the delimiter in it would be two.
        let plain = |field: &String| field.starts_with('"') || !field.contains(char::from(delimiter));
        lines.extend(rows.iter().filter(|row| row.iter().all(plain)).map(|row| row.join(&separator)));
        let mut text = if mark { "\u{feff}".to_owned() } else { String::new() };
        text.push_str(&lines.join(line_end));
        if ended {
            text.push_str(line_end);
        }
        let options = Options { delimiter: Some(delimiter), ..Options::default() };
        let table = read_text("t.csv", text.as_bytes(), &options).unwrap();
        prop_assert_eq!(table.len(), lines.len() - 1);
        prop_assert_eq!(String::from_utf8(written(&table, Format::Text)).unwrap(), text);
    }

    /// Any bytes: a table or an error, never a panic.
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(table) = read_text("t.csv", &bytes, &Options::default()) {
            written(&table, Format::Text);
            for column in table.columns() {
                let _ = column.numbers("t.csv", &Missing::default());
            }
        }
    }
}

#[test]
fn a_touched_column_changes_alone() {
    let text = "name;\"age\";note\n\"Roe; J.\";41;\"a \"\"b\"\"\"\nPoe;29;x\n";
    let table = read_text("t.csv", text.as_bytes(), &Options::default()).unwrap();
    let table = table.with(vec![Column::new("age", Cells::Numbers(vec![35.0, f64::NAN].into()))]);
    let expected = "name;\"age\";note\n\"Roe; J.\";35;\"a \"\"b\"\"\"\nPoe;;x\n";
    assert_eq!(String::from_utf8(written(&table, Format::Text)).unwrap(), expected);
    let dropped = table.without(&["name"]);
    assert_eq!(String::from_utf8(written(&dropped, Format::Text)).unwrap(), "\"age\";note\n35;\"a \"\"b\"\"\"\n;x\n");
}

#[test]
fn encodings_are_told_or_given_and_kept() {
    let latin = b"name,town\nJos\xe9,\xc1vila\n";
    let table = read_text("t.csv", latin, &Options::default()).unwrap();
    assert_eq!(texts(&table, "town"), ["Ávila"]);
    assert_eq!(table.notes.len(), 1, "a guess is told");
    assert_eq!(written(&table, Format::Text), latin);

    let mut wide = vec![0xff, 0xfe];
    "a,b\n1,é\n".encode_utf16().for_each(|unit| wide.extend(unit.to_le_bytes()));
    let error = read_text("t.csv", &wide, &Options::default()).unwrap_err();
    assert_eq!(error.to_string(), "t.csv, row 1: the file is UTF-16LE, not UTF-8");
    let error = read_text("t.csv", &wide[2..], &Options::default()).unwrap_err();
    assert_eq!(error.to_string(), "t.csv, row 1: the file is UTF-16, not UTF-8");
    let options = Options { encoding: Encoding::named("utf-16le"), ..Options::default() };
    let table = read_text("t.csv", &wide, &options).unwrap();
    assert_eq!(texts(&table, "b"), ["é"]);
    assert_eq!(written(&table, Format::Text), wide);

    let utf8 = Options { encoding: Some(Encoding::UTF_8), ..Options::default() };
    let error = read_text("t.csv", latin, &utf8).unwrap_err();
    assert_eq!(error.to_string(), "t.csv, row 2: bytes that are not UTF-8");
}

#[test]
fn broken_text_tables_are_refused_with_their_place() {
    for (text, expected) in [
        ("", "t.csv: the file is empty"),
        ("a,b\n1,2\n3\n", "t.csv, row 3: 1 fields, but the header has 2"),
        ("a,b\n1,2,3\n", "t.csv, row 2: 3 fields, but the header has 2"),
        ("a,b\n\n1,2\n", "t.csv, row 2: an empty line within the table"),
        ("a,b\n1,\"2\n", "t.csv, row 2: a quoted field is not closed"),
        ("a,b\n1,\"2\"x\n", "t.csv, row 2: text after a closing quote"),
        ("age,sex,age\n1,2,3\n", "t.csv, row 1, column “age”: the name is there twice, as column 1 and 3"),
    ] {
        assert_eq!(
            read_text("t.csv", text.as_bytes(), &Options::default()).unwrap_err().to_string(),
            expected,
            "{text:?}"
        );
    }
    let trailing = read_text("t.csv", b"a,b\n1,2\n\n\n", &Options::default()).unwrap();
    assert_eq!(trailing.len(), 1, "empty lines at the end are nothing");
}

#[test]
fn parquet_goes_out_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.parquet");
    let columns = vec![
        Column::new("number", Cells::Numbers(vec![1.5, f64::NAN, -2.0].into())),
        Column::new("text", Cells::Plain(["a", "é,\n\"", ""].iter().collect())),
        Column::new("coded", Cells::Coded { codes: vec![1, 0, u32::MAX], values: vec!["x".into(), "y".into()] }),
    ];
    let table = Table::new("t", columns, Origin::Other);
    std::fs::write(&path, written(&table, Format::Parquet)).unwrap();
    let back = read(&path, &Options::default()).unwrap();
    assert_eq!(texts(&back, "text"), ["a", "é,\n\"", ""]);
    assert_eq!(texts(&back, "coded"), ["y", "x", ""]);
    let numbers = back.column("number").unwrap().numbers("t", &Missing::default()).unwrap();
    assert!(numbers[0] == 1.5 && numbers[1].is_nan() && numbers[2] == -2.0);
    std::fs::write(&path, written(&back, Format::Parquet)).unwrap();
    assert_eq!(
        written(&read(&path, &Options::default()).unwrap(), Format::Parquet),
        written(&back, Format::Parquet),
        "as it was"
    );
    assert_eq!(back.column("text").unwrap().missing(&Missing::default()), [false, false, true]);
    let kept = back.keep(&[true, false, true]);
    assert_eq!(texts(&kept, "coded"), ["y", ""]);
    // To text, and with quotes where a comma, a line end or a quote asks for them.
    let text = String::from_utf8(written(&back, Format::Text)).unwrap();
    assert_eq!(text, "number,text,coded\n1.5,a,y\n,\"é,\n\"\"\",x\n-2.0,,\n");

    let whole = std::fs::read(&path).unwrap();
    for length in [0, 3, 4, 12, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let error = read(&path, &Options::default()).unwrap_err().to_string();
        assert!(error.contains("t.parquet: "), "{length}: {error}");
    }
}

#[test]
fn gzipped_text_is_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.csv.gz");
    let table = read_text("t.csv", b"a,b\n1,2\n", &Options::default()).unwrap();
    let packed = written(&table, Format::Gzip);
    assert_eq!(packed, written(&table, Format::Gzip), "the same bytes every time");
    std::fs::write(&path, &packed).unwrap();
    assert_eq!(texts(&read(&path, &Options::default()).unwrap(), "b"), ["2"]);
    std::fs::write(&path, &packed[..packed.len() - 9]).unwrap();
    let error = read(&path, &Options::default()).unwrap_err().to_string();
    assert!(error.contains("cannot be read"), "{error}");
}

#[test]
fn excel_comes_in() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/people.xlsx");
    let table = read(&sample, &Options::default()).unwrap();
    assert_eq!(texts(&table, "name"), ["Roe, J.", "Poe"]);
    assert_eq!(texts(&table, "age"), ["41", "29.5"]);
    assert_eq!(texts(&table, "born"), ["1982-02-18", "2000-01-01"]);
    assert_eq!(table.notes.len(), 1, "that there are more sheets is told");
    let more = Options { sheet: Some("more".to_owned()), ..Options::default() };
    assert_eq!(texts(&read(&sample, &more).unwrap(), "x"), ["7"]);
    let none = Options { sheet: Some("x".to_owned()), ..Options::default() };
    assert!(read(&sample, &none).unwrap_err().help.as_ref().unwrap().advice.contains("people, more"));

    let folder = tempfile::tempdir().unwrap();
    let cut = folder.path().join("cut.xlsx");
    let bytes = std::fs::read(&sample).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    assert!(read(&cut, &Options::default()).unwrap_err().to_string().contains("not an Excel"));
}

#[test]
fn a_line_of_two_gigabytes_is_given_up_early() {
    // A sparse file: two gigabytes of zeros and no line end, after a header.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.csv");
    std::fs::write(&path, "a,b\n1,2\n".repeat(20_000)).unwrap();
    std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(2 << 30).unwrap();
    let error = read(&path, &Options::default()).unwrap_err();
    assert!(error.to_string().ends_with("row 40001: longer than 64 MiB"), "{error}");
}
