//! Records with text cells: what is not changed is written back byte for byte.

use proptest::prelude::*;
use scumble_data::{Encoding, FieldRoles, NewCell, Options, Record, RecordForm, RecordOptions, RecordReader};
use scumble_span::{Edit, Span};

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
            let record = record?;
            let texts: Vec<String> = record.cells.iter().map(|(_, text)| change(text)).collect();
            record.write(&texts, &mut out)?;
        }
    }
    out.extend_from_slice(reader.tail());
    Ok(out)
}

fn options(form: RecordForm, fields: &[&str]) -> RecordOptions {
    let fields = fields.iter().map(|field| (*field).to_owned()).collect();
    let fields = FieldRoles::text_among_others(fields);
    RecordOptions { fields, form: Some(form), table: Options::default() }
}

fn records(bytes: &[u8], options: &RecordOptions) -> Vec<Record> {
    let batch = RecordReader::from_bytes("t", bytes, options).unwrap().next_batch(99, 1 << 20).unwrap();
    batch.into_iter().map(Result::unwrap).collect()
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
        let cells = |bytes: &[u8]| records(bytes, &options).into_iter().map(|record| (record.cells, record.published.text().to_owned())).collect::<Vec<_>>();
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
    assert_eq!(String::from_utf8(out).unwrap(), "id;\"text\";note\r\n\"1\";\"a c\";\"x\"\r\n\r\n2;\"a;b\";y\r\n");
    let emptied = rewritten(b"text\na\nb", &options(RecordForm::Table, &["text"]), |_| String::new()).unwrap();
    assert_eq!(emptied, b"text\n\"\"\n\"\"");
}

#[test]
fn records_have_their_numbers_and_everything_else() {
    let found = records(b"id,text\n\"1, 2\",a\n\n3,b\n", &options(RecordForm::Table, &["text", "text"]));
    assert_eq!((found[0].number, found[1].number), (2, 4));
    assert_eq!((found[0].published.text(), &found[1].cells), ("1, 2\n", &vec![("text".to_owned(), "b".to_owned())]));
    let json = b"{\"text\":\"a\"}\n\n{\"b\":\"x\",\"text\":\"c\"}";
    let found = records(json, &options(RecordForm::JsonLines, &["text"]));
    assert_eq!((found.len(), found[1].number), (2, 3));
    assert_eq!(found[1].published.text(), "b\nx\n", "a name that nobody declared, and its value");
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
    assert_eq!(table(b"", "text"), "t: the file is empty");
    assert_eq!(table(b"text\n\"a\n", "text"), "t, row 2: a quoted field is not closed");
    let lines = |bytes: &[u8]| {
        rewritten(bytes, &options(RecordForm::JsonLines, &["text"]), str::to_owned).unwrap_err().to_string()
    };
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

#[test]
fn a_bad_record_does_not_stop_the_others() {
    let read = |bytes: &[u8], form| {
        let mut reader = RecordReader::from_bytes("t", bytes, &options(form, &["text"])).unwrap();
        let mut out = reader.head().to_vec();
        let mut problems = Vec::new();
        for record in reader.next_batch(99, 1 << 20).unwrap() {
            match record {
                Ok(record) => {
                    record.write(&record.cells.iter().map(|(_, text)| text).collect::<Vec<_>>(), &mut out).unwrap()
                }
                Err(error) => problems.push(error.to_string()),
            }
        }
        (String::from_utf8(out).unwrap(), problems)
    };
    let (out, problems) = read(b"{\"text\":null}\n\n{\"text\":\n[]\n{\"text\":\"b\"}\n", RecordForm::JsonLines);
    assert_eq!(out, "{\"text\":null}\n\n{\"text\":\"b\"}\n");
    assert_eq!(problems, ["t, line 3: column 8: no JSON", "t, line 4: an object { … } is expected"]);
    let (out, problems) = read(b"id,text\n1,a\n2\n3,c\n", RecordForm::Table);
    assert_eq!(
        (out.as_str(), &problems[..]),
        ("id,text\n1,a\n3,c\n", &["t, row 3: 1 fields, but the header has 2".to_owned()][..])
    );
}

#[test]
fn fields_are_dropped_and_the_rest_stays() {
    let roles = |publish: &[&str], drop: &[&str]| {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        FieldRoles { publish: names(publish), drop: names(drop), ..FieldRoles::default() }
    };
    let write = |bytes: &[u8], form, fields| {
        let options = RecordOptions { fields, form: Some(form), table: Options::default() };
        rewritten(bytes, &options, str::to_owned).map(|bytes| String::from_utf8(bytes).unwrap())
    };
    let table = "a;\"text\";b\r\n\"1\";\"x; y\";2\r\n\r\n;;3\r\n";
    assert_eq!(
        write(table.as_bytes(), RecordForm::Table, roles(&["b"], &["a"])).unwrap(),
        "\"text\";b\r\n\"x; y\";2\r\n\r\n;3\r\n"
    );
    assert_eq!(
        write(table.as_bytes(), RecordForm::Table, roles(&[], &["a", "b"])).unwrap(),
        "\"text\"\r\n\"x; y\"\r\n\r\n\"\"\r\n"
    );
    let error = write(table.as_bytes(), RecordForm::Table, roles(&["b"], &[])).unwrap_err();
    assert_eq!(error.to_string(), "t, row 1: the column “a” is not declared");
    let lines = "{\"u\":{\"n\":1,\"m\":\"x\"}, \"text\": \"\\u00e9\", \"t\":[1,2]}\n";
    let out = write(lines.as_bytes(), RecordForm::JsonLines, roles(&["u.m"], &["u.n", "t[]"])).unwrap();
    assert_eq!(out, "{\"u\":{\"m\":\"x\"}, \"text\": \"\\u00e9\"}\n");
    let error = write(lines.as_bytes(), RecordForm::JsonLines, roles(&["u.m"], &["t[]"])).unwrap_err();
    assert_eq!(error.to_string(), "t, line 1: the field “u.n” is not declared");
}

/// Edits of a text in order, from arbitrary numbers.
fn edits_of(text: &str, picks: &[(usize, usize, String)]) -> Vec<Edit> {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let (mut edits, mut at) = (Vec::new(), 0);
    for (skip, length, replacement) in picks {
        let (start, end) = (at + skip, at + skip + length);
        if end >= places.len() {
            break;
        }
        edits.push(Edit { span: Span::new(places[start], places[end]), replacement: replacement.clone() });
        at = end + 1;
    }
    edits
}

/// The edits that undo others.
fn undoing(text: &str, edits: &[Edit]) -> Vec<Edit> {
    let undo = |(span, edit): (Span, &Edit)| Edit { span, replacement: edit.span.of(text).to_owned() };
    scumble_span::places(edits).into_iter().zip(edits).map(undo).collect()
}

proptest! {
    #[test]
    fn edits_change_their_bytes_only_and_can_be_undone(
        json in prop::collection::vec(json_string(), 1..4),
        fields in prop::collection::vec(field(), 2),
        picks in prop::collection::vec((0..4usize, 1..4usize, "[a-z\",;\n\\\\é]{0,3}"), 0..4),
    ) {
        let line = format!("{{\"n\":1,\"text\":[{}]}}\n", json.join(" , "));
        let plain = |field: &String| field.starts_with('"') || !field.contains(',');
        let row = if fields.iter().all(plain) && fields.concat() != "" { format!("x,text\n{}\n", fields.join(",")) } else { "x,text\n1,2\n".to_owned() };
        for (bytes, options) in [
            (line, options(RecordForm::JsonLines, &["text[]"])),
            (row, options(RecordForm::Table, &["text", "x"])),
        ] {
            for record in records(bytes.as_bytes(), &options) {
                let edits: Vec<Vec<Edit>> = record.cells.iter().map(|(_, text)| edits_of(text, &picks)).collect();
                let cells: Vec<NewCell<'_>> = edits.iter().map(|edits| NewCell::Edited(edits)).collect();
                let mut released = Vec::new();
                record.write_cells(&cells, &mut released).unwrap();
                let head = RecordReader::from_bytes("t", bytes.as_bytes(), &options).unwrap().head().to_vec();
                let again = records(&[head, released.clone()].concat(), &options);
                for (cell, (_, text)) in record.cells.iter().enumerate() {
                    let new = scumble_span::apply(text, &edits[cell]);
                    prop_assert_eq!(&again[0].cells[cell].1, &new, "the text has the edits");
                    let written = record.written_with(cell, &edits[cell]);
                    prop_assert_eq!(again[0].written(cell), written.as_str());
                    // What the edits did not touch is as it was: undone, only their own spelling may differ.
                    let back = again[0].written_with(cell, &undoing(text, &edits[cell]));
                    let back = again[0].text_if_written(cell, &back).unwrap().into_owned();
                    prop_assert_eq!(&back, text);
                }
                // Whole cells can be put back as they were written.
                let originals: Vec<String> = (0..record.cells.len()).map(|cell| record.written(cell).to_owned()).collect();
                let cells: Vec<NewCell<'_>> = originals.iter().map(|raw| NewCell::Written(raw)).collect();
                let mut restored = Vec::new();
                again[0].write_cells(&cells, &mut restored).unwrap();
                prop_assert!(bytes.as_bytes().ends_with(&restored));
            }
        }
    }
}
