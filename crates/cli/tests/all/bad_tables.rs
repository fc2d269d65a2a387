//! Tables that are wrong, odd or foreign: each is read as it is meant or refused with the true reason, and nothing leaves unmasked.

use crate::support::{Workplace, json, refused, scumble};
use serde_json::Value;

/// Ten rows of a column of numbers, one cell of which is something else, beside a good one.
fn with_cell(cell: &str) -> String {
    let mut text = "a,b\n".to_owned();
    for row in 0..10 {
        let odd = if row == 4 { cell.to_owned() } else { (100 + row * row).to_string() };
        text.push_str(&format!("{},{odd}\n", 20 + row * 3));
    }
    text
}

/// One cell that is no number is an error with its row, whichever way the column is masked.
#[test]
fn a_column_that_is_almost_numeric_is_refused() {
    let place = Workplace::new();
    let output = place.path("release.csv");
    for cell in
        ["abc", "NaN", "nan", "inf", "-Infinity", "1e400", "0x1F", "1_000", "٣", "12 kg", "65+", "1-2", "\"1,2,3\""]
    {
        let table = place.write("t.csv", with_cell(cell));
        for flags in [&["--others", "mask"][..], &["--columns", "a,b"], &["--columns", "a,b", "--kind", "b=number"]] {
            let message = refused(2, &[&["mask", &table, "-k", "2", "-o", &output], flags].concat());
            assert!(message.contains("t.csv, row 6, column “b”: not a number"), "{cell}: {message}");
            assert!(!message.contains(cell) || cell.len() < 4, "no value stands in a message: {message}");
        }
        // Nobody said that it may be published, either.
        let message = refused(2, &["mask", &table, "-k", "2", "--columns", "a", "-o", &output]);
        assert!(message.contains("column “b” has no role"), "{message}");
        let report = json(&["mask", &table, "-k", "2", "--columns", "a,b", "--kind", "b=nominal"]);
        assert_eq!(report["policy"]["masked"]["b"], "nominal");
    }
    place.holds_only(&["t.csv"]);
}

/// Numbers are read in the file's own dialect and written back in it.
#[test]
fn numbers_in_other_dialects_are_masked() {
    let place = Workplace::new();
    let output = place.path("release.csv");
    let cases: [(&str, [&str; 4], &str, [&str; 2]); 8] = [
        (";", ["1,5", "2,5", "10,0", "11,0"], "decimal comma", ["2,0", "10,5"]),
        (";", ["1.500,5", "2.500,5", "10.000,0", "11.000,0"], "decimal comma, thousands", ["2.000,5", "10.500,0"]),
        (";", ["999", "1.001", "10.000", "11.000"], "thousands set apart by “.”", ["1.000", "10.500"]),
        (",", ["\"1,500\"", "\"2,500\"", "\"10,000\"", "\"11,000\""], "thousands", ["\"2,000\"", "\"10,500\""]),
        (",", ["1 %", "2 %", "10 %", "12 %"], "percent", ["2 %", "11 %"]),
        (",", ["$1", "$3", "$10", "$12"], "currency", ["$2", "$11"]),
        (",", ["1'500", "2'500", "10'000", "11'000"], "thousands", ["2'000", "10'500"]),
        ("\t", ["1 500,50 €", "2 500,50 €", "10 000,00 €", "11 000,00 €"], "currency", ["2 000,50 €", "10 500,00 €"]),
    ];
    for (delimiter, cells, style, expected) in cases {
        let rows = |cells: &[&str]| cells.iter().map(|cell| format!("x{delimiter}{cell}\n")).collect::<String>();
        let table = place.write("t.csv", format!("n{delimiter}v\n{}", rows(&cells)));
        let report = json(&["mask", &table, "--identifier", "n", "--columns", "v", "-k", "2", "-o", &output]);
        let reason = report["policy"]["columns"][1]["reason"].as_str().unwrap().to_owned();
        assert!(reason.contains(style), "{reason} is not {style}");
        let released = std::fs::read_to_string(&output).unwrap();
        let expected = [expected[0], expected[0], expected[1], expected[1]].join("\n");
        assert_eq!(released, format!("v\n{expected}\n"));
    }
}

#[test]
fn files_that_are_no_table_get_the_true_reason() {
    let place = Workplace::new();
    let output = place.path("release.csv");
    let utf16 = |big: bool| -> Vec<u8> {
        let units = "\u{feff}a,b\n1,2\n".encode_utf16();
        units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    };
    let bare: Vec<u8> = "a,b\n1,2\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases: [(&str, &[u8], &str); 17] = [
        ("header.csv", b"a,b\n", "the table has a header, but no record"),
        ("cr.csv", b"a,b\r1,2\r3,4\r", "lone carriage returns"),
        ("blanks.csv", b"a b\n1 2\n3 4\n5 6\n", "its fields seem to stand between blanks"),
        ("array.csv", b"[{\"a\": 1, \"b\": 2}]\n", "JSON, not a table"),
        ("lines.csv", b"{\"a\": 1}\n{\"a\": 2}\n", "JSON, not a table"),
        ("one.csv", b"a,b\n1,2\n", "k is 2, but there is only 1 record"),
        ("ragged.csv", b"a,b\n1,2\n3,4,5\n", "ragged.csv, row 3: 3 fields, but the header has 2"),
        ("quote.csv", b"a,b\n1,\"2\n3,4\n", "quote.csv, row 2"),
        ("blank.csv", b"a,b\n1,2\n\n3,4\n", "blank.csv, row 3: an empty line"),
        ("twice.csv", b"a,a\n1,2\n3,4\n", "the name is there twice"),
        ("le.csv", &utf16(false), "UTF-16LE"),
        ("be.csv", &utf16(true), "UTF-16BE"),
        ("bare.csv", &bare, "bare.csv"),
        ("cut.gz", b"\x1f\x8b\x08\x00", "cut.gz"),
        ("cut.parquet", b"PAR1\x15\x04", "not a Parquet file"),
        ("cut.xlsx", b"PK\x03\x04junk", "cut.xlsx"),
        ("empty.csv", b"", "the file is empty"),
    ];
    for (name, content, expected) in cases {
        let table = place.write(name, content);
        let message = refused(2, &["mask", &table, "--others", "mask", "-k", "2", "-o", &output]);
        assert!(message.contains(expected), "{name}: {message}");
        std::fs::remove_file(&table).unwrap();
        place.holds_only(&[]);
    }
}

/// Marks, line ends, quotes and encodings come back as they were; what is not masked byte for byte.
#[test]
fn odd_files_come_back_as_they_were() {
    let place = Workplace::new();
    let output = place.path("release.csv");
    let cases: [(&[u8], &[u8]); 8] = [
        (b"\xef\xbb\xbfa,n\n1,x\n3,y\n", b"\xef\xbb\xbfa,n\n2,x\n2,y\n"),
        (b"a,n\r\n1,x\r\n3,y\r\n", b"a,n\r\n2,x\r\n2,y\r\n"),
        (b"a,n\n1,x\n3,y", b"a,n\n2,x\n2,y"),
        (b"a,n\n1,\"x\nz\"\n3,\"y\"\"q\"\n", b"a,n\n2,\"x\nz\"\n2,\"y\"\"q\"\n"),
        (b"a,n\n1,x\0z\n3,y\n", b"a,n\n2,x\0z\n2,y\n"),
        (b"a,n\n1,\xe9t\xe9\n3,y\n", b"a,n\n2,\xe9t\xe9\n2,y\n"),
        (b"a\tn\n1\tx\n3\ty\n", b"a\tn\n2\tx\n2\ty\n"),
        (b"a|n\n1|x\n3|y\n", b"a|n\n2|x\n2|y\n"),
    ];
    for (content, expected) in cases {
        let table = place.write("t.csv", content);
        json(&["mask", &table, "--columns", "a", "--publish", "n", "-k", "2", "-o", &output]);
        assert_eq!(std::fs::read(&output).unwrap(), expected, "{}", String::from_utf8_lossy(content));
    }
}

#[test]
fn dates_are_recognised_and_faults_are_placed() {
    let place = Workplace::new();
    let output = place.path("release.csv");
    let table = |cells: &[&str]| place.write("t.csv", format!("d\n{}\n", cells.join("\n")));
    let good = table(&["31.01.2020", "02.02.2020", "01.05.2021", "03.05.2021"]);
    json(&["mask", &good, "--columns", "d", "-k", "2", "-o", &output]);
    assert_eq!(std::fs::read_to_string(&output).unwrap(), "d\n01.02.2020\n01.02.2020\n02.05.2021\n02.05.2021\n");
    for (cells, expected) in [
        (["2020-01-31", "2020-02-30", "2020-03-01", "2020-03-05"], "row 3, column “d”: not a date"),
        (["2020-01-31", "2020-02-03", "01.03.2020", "2020-03-05"], "row 4, column “d”: not a date"),
        (["01/02/2020", "03/04/2020", "05/06/2020", "07/08/2020"], "day and month cannot be told apart"),
    ] {
        let message = refused(2, &["mask", &table(&cells), "--columns", "d", "-k", "2"]);
        assert!(message.contains(expected), "{message}");
    }
}

/// Codes are not averaged, weights are not masked unasked, constant columns pass, whole numbers stay whole.
#[test]
fn columns_are_taken_for_what_they_are() {
    let place = Workplace::new();
    let mut text = "zip,MARSTAT,age,wage,same,patient_id\n".to_owned();
    for row in 0..60 {
        text.push_str(&format!(
            "0{},{},{},{}.25,7,{}\n",
            1000 + row % 7,
            1 + row % 4,
            20 + row,
            1000 + 13 * row,
            900 + row
        ));
    }
    let table = place.write("t.csv", text);
    let output = place.path("release.csv");
    let columns = ["--columns", "zip,MARSTAT,age,wage,same", "--identifier", "patient_id"];
    let arguments = [&["mask", &table, "-k", "5", "-o", &output], &columns[..]].concat();
    let report = json(&arguments);
    let kinds: Vec<&str> =
        report["policy"]["columns"].as_array().unwrap().iter().map(|column| column["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["nominal", "nominal", "number", "number", "nominal", "nominal"]);
    let released = std::fs::read_to_string(&output).unwrap();
    for line in released.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        assert!(fields[0].starts_with("010") && fields[0].len() == 5, "{line}");
        assert!(["1", "2", "3", "4"].contains(&fields[1]) && !fields[2].contains('.'), "{line}");
        assert_eq!((fields[3].split_once('.').unwrap().1.len(), fields[4]), (2, "7"), "{line}");
    }
    let text = String::from_utf8(scumble(&arguments).stdout).unwrap();
    assert!(text.contains("codes: leading zeros") && text.contains("whole numbers"), "{text}");
    let full = json(&[&arguments[..], &["--round", "none"]].concat());
    assert_eq!(full["sse_sst"], report["sse_sst"], "the partition is the same");
    assert!((full["sse_sst"].as_f64().unwrap() - full["sse_sst_published"].as_f64().unwrap()).abs() < 1e-9);
    assert!(
        std::fs::read_to_string(&output).unwrap().lines().any(|line| line.split(',').nth(2).unwrap().contains('.'))
    );
}

/// The loss of what was written, from the bytes, by the definition.
#[test]
fn the_published_loss_is_that_of_the_bytes() {
    let place = Workplace::new();
    let numbers: Vec<[f64; 2]> =
        (0..40).map(|row| [f64::from(row * row % 97), f64::from(row * 31 % 57) / 4.0]).collect();
    let text: String = numbers.iter().map(|[a, b]| format!("{a},{b}\n")).collect();
    let table = place.write("t.csv", format!("a,b\n{text}"));
    let output = place.path("release.csv");
    let report = json(&["mask", &table, "--columns", "a,b", "--round", "b=0", "-k", "3", "-o", &output]);
    let released = std::fs::read_to_string(&output).unwrap();
    let published: Vec<Vec<f64>> =
        released.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
    let mut loss = 0.0;
    for column in 0..2 {
        let mean = numbers.iter().map(|row| row[column]).sum::<f64>() / 40.0;
        let variation: f64 = numbers.iter().map(|row| (row[column] - mean).powi(2)).sum();
        let error: f64 = numbers.iter().zip(&published).map(|(row, new)| (row[column] - new[column]).powi(2)).sum();
        loss += 100.0 * error / variation / 2.0;
        let moved = published.iter().map(|row| row[column]).sum::<f64>() / 40.0 - mean;
        assert!(moved.abs() <= 0.5, "the mean holds to half a unit of the last place");
    }
    assert!((report["sse_sst_published"].as_f64().unwrap() - loss).abs() < 1e-9, "{report} is not {loss}");
    assert!(report["sse_sst_published"].as_f64() > report["sse_sst"].as_f64());
}

#[test]
fn numbers_beyond_what_can_be_computed() {
    let place = Workplace::new();
    let output = place.path("release.csv");
    let table = |cells: [&str; 4]| place.write("t.csv", format!("v\n{}\n", cells.join("\n")));
    for (cells, expected) in [
        (["123456789012345678901234567890", "2", "3", "4"], "row 2, column “v”: a whole number beyond 2^53"),
        (["1e308", "1.5e308", "1.6e308", "1.7e308"], "numbers beyond 1e150"),
        (["1.0000000000000001", "1.0000000000000002", "1.0000000000000004", "1.1e0"], ""),
        (
            ["5.00000000000001", "5.00000000000002", "5.00000000000003", "5.00000000000004"],
            "differ by less than can be computed",
        ),
    ] {
        let arguments = ["mask", &table(cells), "--columns", "v", "-k", "2", "-o", &output];
        if expected.is_empty() {
            json(&arguments);
            continue;
        }
        assert!(refused(2, &arguments).contains(expected), "{cells:?}");
    }
    // Exact: ids near 2^53, and numbers next to 0.
    let report = json(&[
        "mask",
        &table(["9007199254740001", "9007199254740003", "9007199254740101", "9007199254740103"]),
        "--columns",
        "v",
        "-k",
        "2",
        "-o",
        &output,
    ]);
    let released = std::fs::read_to_string(&output).unwrap();
    assert_eq!(released, "v\n9007199254740002\n9007199254740002\n9007199254740102\n9007199254740102\n");
    assert!((report["sse_sst"].as_f64().unwrap() - 100.0 * 4.0 / 10_004.0).abs() < 1e-9, "{report}");
    let report = json(&["mask", &table(["1e-310", "3e-310", "101e-310", "103e-310"]), "--columns", "v", "-k", "2"]);
    assert!((report["sse_sst"].as_f64().unwrap() - 100.0 * 4.0 / 10_004.0).abs() < 1e-6, "{report}");
}

#[test]
fn outputs_that_cannot_be_written() {
    let place = Workplace::new();
    let table = place.write("t.csv", "a\n1\n2\n3\n4\n");
    let before = std::fs::read(&table).unwrap();
    let run = |output: &str| refused(2, &["mask", &table, "--columns", "a", "-k", "2", "-o", output]);
    assert!(run(&table).contains("would overwrite"));
    #[cfg(unix)]
    {
        let link = place.path("link.csv");
        std::os::unix::fs::symlink(&table, &link).unwrap();
        assert!(run(&link).contains("would overwrite"));
        if std::path::Path::new("/dev/full").exists() {
            run("/dev/full");
        }
    }
    assert!(run(place.folder().to_str().unwrap()).contains("folder"));
    assert_eq!(std::fs::read(&table).unwrap(), before);
    for k in ["0", "1"] {
        assert!(refused(2, &["mask", &table, "--columns", "a", "-k", k]).contains("at least 2 records"));
    }
    let report = json(&["mask", &table, "--columns", "a", "-k", "3"]);
    assert_eq!(report["groups"], 1, "fewer than 2k records are one group");
}

#[test]
fn many_columns() {
    let place = Workplace::new();
    let names: Vec<String> = (0..3000).map(|column| format!("c{column}")).collect();
    let mut text = names.join(",") + "\n";
    for row in 0..60 {
        let cells: Vec<String> = (0..3000).map(|column| ((row * 7919 + column * 31) % 1009).to_string()).collect();
        text.push_str(&(cells.join(",") + "\n"));
    }
    let table = place.write("wide.csv", text);
    let report = json(&["mask", &table, "--others", "mask", "-k", "5"]);
    assert_eq!(report["smallest_over_all"], 5);
    let shown = String::from_utf8(scumble(&["mask", &table, "--others", "mask", "-k", "5"]).stdout).unwrap();
    assert!(shown.lines().count() < 60 && shown.contains("and 2960 columns more"), "{shown}");
}

#[test]
fn the_refusal_of_columns_without_a_role_can_be_pasted() {
    let place = Workplace::new();
    let output = place.path("release.csv");
    let message = refused(2, &["mask", "examples/people.csv", "--identifier", "name", "-k", "5", "-o", &output]);
    assert!(message.contains("8 columns have no role, so nothing is released: age, born, education"), "{message}");
    let line = message.lines().find(|line| line.trim_start().starts_with("scumble mask")).unwrap().trim();
    let arguments: Vec<&str> = line.split(' ').skip(1).collect();
    let report: Value = json(&arguments);
    assert_eq!(report["policy"]["columns"][6]["role"], "confidential");
    assert!(std::fs::read_to_string(&output).unwrap().starts_with("age,born,education"));
    for (others, header) in
        [("drop", "age\n"), ("publish", "age,born,education,occupation,severity,income,region,diagnosis\n")]
    {
        json(&[
            "mask",
            "examples/people.csv",
            "--identifier",
            "name",
            "--columns",
            "age",
            "--others",
            others,
            "-o",
            &output,
        ]);
        assert!(std::fs::read_to_string(&output).unwrap().starts_with(header), "{others}");
    }
}

#[test]
fn roles_are_suggested_and_their_policy_runs() {
    let place = Workplace::new();
    let (policy, output) = (place.path("p.toml"), place.path("release.csv"));
    let report = json(&["roles", "examples/people.csv", "-o", &policy]);
    assert_eq!(
        (report["columns"][0]["role"].as_str(), report["columns"][2]["singled_out"].as_u64()),
        (Some("identifier"), Some(60))
    );
    assert!(
        report["pairs"]
            .as_array()
            .unwrap()
            .iter()
            .any(|pair| pair["columns"] == serde_json::json!(["age", "occupation"]))
    );
    let report = json(&["mask", "examples/people.csv", "--policy", &policy, "-o", &output]);
    assert_eq!(report["smallest_over_all"], 5);
    assert!(refused(2, &["roles", &policy, "-o", &policy]).contains("would overwrite"));
}

#[test]
fn bad_policies_hierarchies_and_promises() {
    let place = Workplace::new();
    let mut rows = "work,age,ill\n".to_owned();
    (0..12)
        .for_each(|row| rows.push_str(&format!("{},{},{}\n", ["baker", "smith", "poet"][row % 3], 20 + row, row % 2)));
    let table = place.write("t.csv", rows);
    let output = place.path("r.csv");
    let utf16: Vec<u8> = "\u{feff}baker;*\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let trees: [(&[u8], &str); 4] = [
        (b"baker;food;*\nsmith;metal;*\nbaker;metal;*\n", "line 3"),
        (b"baker;food;*\nsmith;*\n", "line 2"),
        (b"baker;;*\nsmith;metal;*\n", "line 1"),
        (&utf16, "tree.csv"),
    ];
    let columns = ["mask", &table, "--columns", "work,age", "--confidential", "ill", "-k", "3", "-o", &output];
    for (tree, expected) in trees {
        let tree = format!("work={}", place.write("tree.csv", tree));
        let message = refused(2, &[&columns[..], &["--hierarchy", &tree]].concat());
        assert!(message.contains(expected), "{message}");
    }
    // A value that the hierarchy does not know is counted, and not shown.
    let tree = format!("work={}", place.write("tree.csv", "baker;food;*\nsmith;metal;*\n"));
    let report = json(&[&columns[..], &["--hierarchy", &tree]].concat());
    let warnings = report["warnings"].to_string();
    assert!(warnings.contains("“work”: 1 distinct value") && !warnings.contains("poet"), "{warnings}");
    let policy = place.write("p.toml", "[columns]\nage = { rol = 'quasi' }\n");
    let message = refused(2, &["mask", &table, "--policy", &policy]);
    assert!(message.contains("columns.age.rol: unknown; did you mean “role”?"), "{message}");
    std::fs::remove_file(&output).unwrap();
    for promise in ["ill=3", "ill=entropy:2.5", "ill=recursive:2:3"] {
        refused(1, &[&columns[..], &["--l-diversity", promise]].concat());
        assert!(!std::path::Path::new(&output).exists(), "{promise}");
    }
    // Strata whose values are all alike cannot be as close to the table as that.
    let strata =
        ["mask", &table, "--columns", "age", "--stratum", "ill", "--identifier", "work", "-k", "3", "-o", &output];
    let message = refused(1, &[&strata[..], &["--t-closeness", "ill=0.1:equal"]].concat());
    assert!(!std::path::Path::new(&output).exists(), "{message}");
}
