//! Records with text cells: what is not changed is written back byte for byte.

use proptest::prelude::*;
use scumble_data::{Encoding, Options, Record, RecordForm, RecordOptions, RecordReader};

/// Reads all records, a few at a time, and writes them back with other texts.
fn rewritten(
    bytes: &[u8],
    options: &RecordOptions,
    change: impl Fn(&str) -> String,
) -> Result<Vec<u8>, scumble_data::Error> {
    let mut reader = RecordReader::from_bytes("t", bytes, options)?;
    let mut out = reader.head().to_vec();
    loop {
        let batch = reader.next_batch(2, 1 << 20)?;
        if batch.is_empty() {
            break;
        }
        for record in batch {
            let texts: Vec<String> = record.cells.iter().map(|(_, text)| change(text)).collect();
            record.write(&texts, &mut out)?;
        }
    }
    out.extend_from_slice(reader.tail());
    Ok(out)
}

fn options(form: RecordForm, fields: &[&str]) -> RecordOptions {
    let fields = fields.iter().map(|field| (*field).to_owned()).collect();
    RecordOptions { fields, form: Some(form), table: Options::default() }
}

fn records(bytes: &[u8], options: &RecordOptions) -> Vec<Record> {
    RecordReader::from_bytes("t", bytes, options).unwrap().next_batch(99, 1 << 20).unwrap()
}

fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zé0-9 .]{0,6}",
        "[a-z,;\n\r|\té]{0,5}(\"\"){0,2}[a-z,\n]{0,3}".prop_map(|inner| format!("\"{inner}\"")),
    ]
}

fn json_string() -> impl Strategy<Value = String> {
    "([a-zé 😀]|\\\\n|\\\\\"|\\\\u00e9|\\\\/|[,:{}\\[\\]]){0,8}".prop_map(|inner| format!("\"{inner}\""))
}

fn line_end() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("\n"), Just("\r\n")]
}

proptest! {
    #[test]
    fn an_unchanged_table_is_the_same_bytes(
        rows in prop::collection::vec((prop::collection::vec(field(), 3), line_end(), 0..3usize), 0..12),
        delimiter in prop_oneof![Just(b','), Just(b';'), Just(b'\t'), Just(b'|')],
        encoding in prop_oneof![Just("utf-8"), Just("windows-1252"), Just("utf-16le"), Just("utf-16be"), Just("shift_jis")],
        mark: bool, ended: bool,
    ) {
        let separator = char::from(delimiter).to_string();
        let mut text = ["name", "\"text\"", "x y"].join(&separator) + "\r\n";
        let plain = |field: &String| field.starts_with('"') || !field.contains(char::from(delimiter));
        for (row, end, blank) in rows.iter().filter(|(row, ..)| row.iter().all(plain)) {
            text.push_str(&end.repeat(*blank));
            text.push_str(&row.join(&separator));
            text.push_str(end);
        }
        if !ended {
            text.truncate(text.trim_end_matches(['\r', '\n']).len());
        }
        let mut encoding = Encoding::named(encoding).unwrap();
        if encoding.name() == "Shift_JIS" {
            text = text.replace('é', "語");
        }
        if mark && encoding.name().starts_with("UTF") {
            encoding.mark = true;
            text.insert(0, '\u{feff}');
        }
        let mut bytes = Vec::new();
        encoding.encode(&text, &mut bytes).unwrap();
        let mut options = options(RecordForm::Table, &["text", "name"]);
        options.table = Options { delimiter: Some(delimiter), encoding: Some(encoding), sheet: None };
        prop_assert_eq!(&rewritten(&bytes, &options, str::to_owned).unwrap(), &bytes);
        // A changed cell changes nothing else: changing it back gives the same texts.
        let marked = rewritten(&bytes, &options, |text| format!("{text}\"{separator}\n")).unwrap();
        let back = rewritten(&marked, &options, |text| text[..text.len() - 3].to_owned()).unwrap();
        let cells = |bytes: &[u8]| records(bytes, &options).into_iter().map(|record| (record.cells, record.unchanged)).collect::<Vec<_>>();
        prop_assert_eq!(cells(&back), cells(&bytes));
    }

    #[test]
    fn unchanged_json_lines_are_the_same_bytes(
        lines in prop::collection::vec((json_string(), json_string(), "[ \t]{0,2}", line_end(), 0..2usize), 0..9),
        mark: bool, ended: bool,
    ) {
        let mut text = if mark { "\u{feff}".to_owned() } else { String::new() };
        for (note, value, space, end, blank) in &lines {
            text.push_str(&format!("{space}{end}").repeat(*blank));
            text.push_str(&format!("{space}{{\"n\":[{note},1e2],{space}\"te\\u0078t\"{space}:{value}{space}}}{end}"));
        }
        if !ended {
            text.truncate(text.trim_end_matches(['\r', '\n']).len());
        }
        let options = options(RecordForm::JsonLines, &["text"]);
        let same = rewritten(text.as_bytes(), &options, str::to_owned).unwrap();
        prop_assert_eq!(String::from_utf8(same).unwrap(), text.clone());
        let marked = rewritten(text.as_bytes(), &options, |text| format!("{text}\"\n")).unwrap();
        for (record, (_, value, ..)) in records(&marked, &options).iter().zip(&lines) {
            let before: String = serde_json::from_str(value).unwrap();
            prop_assert_eq!(&record.cells[0].1, &format!("{before}\"\n"));
        }
    }
}

#[test]
fn only_the_changed_cell_is_quoted_anew() {
    let table = "id;\"text\";note\r\n\"1\";\"a \"\"b\"\"\";\"x\"\r\n\r\n2;plain;y\r\n";
    let change = |text: &str| if text == "plain" { "a;b".to_owned() } else { text.replace("\"b\"", "c") };
    let out = rewritten(table.as_bytes(), &options(RecordForm::Table, &["text"]), change).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "id;\"text\";note\r\n\"1\";a c;\"x\"\r\n\r\n2;\"a;b\";y\r\n");
    let emptied = rewritten(b"text\na\nb", &options(RecordForm::Table, &["text"]), |_| String::new()).unwrap();
    assert_eq!(emptied, b"text\n\"\"\n\"\"");
}

#[test]
fn records_have_their_numbers_and_everything_else() {
    let found = records(b"id,text\n\"1, 2\",a\n\n3,b\n", &options(RecordForm::Table, &["text", "text"]));
    assert_eq!((found[0].number, found[1].number), (2, 4));
    assert_eq!((found[0].unchanged.as_str(), &found[1].cells), ("1, 2\n", &vec![("text".to_owned(), "b".to_owned())]));
    let json = b"{\"text\":\"a\"}\n\n{\"b\":\"x\",\"text\":\"c\"}";
    let found = records(json, &options(RecordForm::JsonLines, &["text"]));
    assert_eq!((found.len(), found[1].number), (2, 3));
    assert!(found[1].unchanged.starts_with("b\nx\n"));
    let both = records(b"{\"b\":\"x\",\"a\":\"y\"}", &options(RecordForm::JsonLines, &["a", "b"]));
    assert_eq!(both[0].cells, [("b".to_owned(), "x".to_owned()), ("a".to_owned(), "y".to_owned())]);
}

#[test]
fn an_encoding_that_is_not_utf_8_is_kept() {
    let latin = b"text,n\nJos\xe9,1\n";
    let options = options(RecordForm::Table, &["text"]);
    assert_eq!(rewritten(latin, &options, |text| text.replace('é', "è")).unwrap(), b"text,n\nJos\xe8,1\n");
    assert_eq!(RecordReader::from_bytes("t", latin, &options).unwrap().notes().len(), 1);
    let error = rewritten(latin, &options, |_| "😀".to_owned()).unwrap_err();
    assert_eq!(error.to_string(), "t, row 2, column “text”: windows-1252 has no byte for a character of the new text");
    // The two bytes of this letter have a second form, which would be lost.
    let mut twice = options.clone();
    twice.table.encoding = Encoding::named("shift_jis");
    let error = rewritten(b"text,n\n\xed\x40,1\n", &twice, str::to_owned).unwrap_err();
    assert_eq!(error.to_string(), "t, row 2: bytes that Shift_JIS would write otherwise");
}

#[test]
fn faults_are_placed() {
    let table = |bytes: &[u8], field: &str| {
        rewritten(bytes, &options(RecordForm::Table, &[field]), str::to_owned).unwrap_err().to_string()
    };
    assert_eq!(table(b"id,text\n1,a\n2\n", "text"), "t, row 3: 1 fields, but the header has 2");
    assert_eq!(table(b"id,text\n", "txt"), "t, row 1: there is no column “txt”; did you mean “text”?");
    assert_eq!(table(b"text,text\n", "text"), "t, row 1: the column “text” is there twice");
    assert_eq!(table(b"", "text"), "t: the file is empty");
    assert_eq!(table(b"text\n\"a\n", "text"), "t, row 2: a quoted field is not closed");
    let lines = |bytes: &[u8]| {
        rewritten(bytes, &options(RecordForm::JsonLines, &["text"]), str::to_owned).unwrap_err().to_string()
    };
    assert_eq!(lines(b"{\"text\":\"a\"}\n{\"txt\":1}"), "t, line 2: there is no field “text”; did you mean “txt”?");
    assert_eq!(lines(b"{\"text\":\"\xff\"}"), "t, line 1: is not UTF-8");
    assert_eq!(lines(b"\n{\n"), "t, line 2: column 1: no JSON");
}

#[cfg(feature = "gzip")]
#[test]
fn packed_files_are_read() {
    use scumble_data::{Format, Options, read_text, write};
    let table = read_text("t.csv", b"text,n\na,1\n", &Options::default()).unwrap();
    let mut packed = Vec::new();
    write(&table, Format::Gzip, None, &mut packed).unwrap();
    let out = rewritten(&packed, &options(RecordForm::Table, &["text"]), str::to_uppercase).unwrap();
    assert_eq!(out, b"text,n\nA,1\n");
}
