//! `scumble mask` and `scumble assess`, end to end.
#![allow(clippy::print_stderr, reason = "a skipped test says so")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn scumble(arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_scumble")).current_dir(root).args(arguments).output().unwrap()
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    let output = scumble(&[arguments, &["--json", "--quiet"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The message of a run that must fail with that status.
#[track_caller]
fn refused(status: i32, arguments: &[&str]) -> String {
    let output = scumble(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{message}");
    assert!(output.stdout.is_empty());
    message
}

/// A folder to write into, and the shared data folder if it is there.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), content).unwrap();
        self.path(name)
    }

    /// Whether anything but these files is there.
    #[track_caller]
    fn holds_only(&self, names: &[&str]) {
        let mut found: Vec<String> = std::fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        found.sort();
        assert_eq!(found, names);
    }
}

fn data(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: the shared data folder is not there ({name})");
    None
}

const EIA: &str =
    "UTILITYID,RESREVENUE,RESSALES,COMREVENUE,COMSALES,INDREVENUE,INDSALES,OTHREVENUE,OTHRSALES,TOTREVENUE,TOTSALES";

/// The published twelve, to all six decimals; and refined under them by at least 8 % with little effort.
#[test]
fn the_twelve_cells_of_mdav() {
    let Some(folder) = data("casc_microdata") else { return };
    let cells = [
        ("census.csv", [5.692186, 7.494700, 9.088435, 14.155930]),
        ("tarragona.csv", [16.932588, 19.545962, 22.461860, 33.192885]),
        ("eia.csv", [0.482939, 0.671345, 1.666675, 3.839670]),
    ];
    for (file, expected) in cells {
        let path = folder.join(file);
        let mut arguments = vec!["mask", path.to_str().unwrap()];
        if file == "eia.csv" {
            arguments.extend(["--columns", EIA]);
        }
        for (k, expected) in ["3", "4", "5", "10"].iter().zip(expected) {
            let report = json(&[&arguments[..], &["-k", k]].concat());
            let loss = report["sse_sst"].as_f64().unwrap();
            assert_eq!(format!("{loss:.6}"), format!("{expected:.6}"), "{file}, k = {k}");
            assert!(report["smallest"].as_u64().unwrap() >= k.parse().unwrap());
        }
        let refined = json(&[&arguments[..], &["-k", "3", "--method", "refined", "--effort", "0.3"]].concat());
        assert!(refined["sse_sst"].as_f64().unwrap() < 0.92 * expected[0], "{file}: {}", refined["sse_sst"]);
    }
}

#[test]
fn adult_is_the_same_on_one_thread_and_on_two() {
    let Some(folder) = data("adult_uci/adult_train.csv.gz") else { return };
    let place = Place::new();
    let columns = "age,workclass,fnlwgt,education,marital-status,occupation,relationship,race,sex,hours-per-week,native-country,education-num";
    let mut arguments =
        vec!["mask".to_owned(), folder.to_str().unwrap().to_owned(), "--columns".to_owned(), columns.to_owned()];
    for column in ["education", "marital-status", "native-country", "occupation", "race", "sex", "workclass"] {
        let file = data(&format!("adult_arx/adult_hierarchy_{column}.csv")).unwrap();
        arguments.extend(["--hierarchy".to_owned(), format!("{column}={}", file.display())]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outputs: Vec<Vec<u8>> = ["1", "2"]
        .iter()
        .map(|threads| {
            let output = place.path(&format!("{threads}.csv"));
            let rest =
                ["-k", "5", "--missing", "suppress", "--missing-values", "?", "--threads", threads, "-o", &output];
            let report = json(&[&arguments[..], &rest].concat());
            assert_eq!((report["records"].as_u64(), report["suppressed"].as_u64()), (Some(30_162), Some(2_399)));
            assert_eq!(report["smallest_over_all"], 5);
            std::fs::read(output).unwrap()
        })
        .collect();
    assert!(outputs[0] == outputs[1], "the bytes differ");
}

#[test]
fn the_examples_work_as_they_say() {
    let place = Place::new();
    let output = place.path("release.csv");
    let report = json(&["mask", "examples/people.csv", "--policy", "examples/people.toml", "-o", &output]);
    assert_eq!((report["method"].as_str(), report["checked"].as_bool()), (Some("refined"), Some(true)));
    assert!(report["smallest_over_all"].as_u64().unwrap() >= 4);
    assert!(report["distinct"].as_u64().unwrap() >= 2 && report["closeness"].as_f64().unwrap() <= 0.6 + 1e-9);
    let (original, release) =
        (std::fs::read_to_string("../../examples/people.csv").unwrap(), std::fs::read_to_string(&output).unwrap());
    assert!(release.starts_with("age,born,education,occupation,severity,income,region,diagnosis\n"), "no identifier");
    for (before, after) in original.lines().zip(release.lines()).skip(1) {
        let tail = |line: &str| line.rsplitn(4, ',').take(3).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(tail(before), tail(after), "untouched columns stay, in their order");
    }
    let report = json(&["mask", "examples/people.csv", "--policy", "examples/grouped.toml", "-o", &output]);
    assert_eq!(report["parts"].as_array().unwrap().len(), 2);
    assert!(report["parts"].as_array().unwrap().iter().all(|part| part["smallest"].as_u64() >= part["k"].as_u64()));
    place.holds_only(&["release.csv"]);
}

#[test]
fn every_method_keeps_its_promise_on_the_bytes() {
    let place = Place::new();
    for method in ["mdav", "v-mdav", "refined", "z-scores", "principal-component", "individual-ranking"] {
        for extension in ["csv", "parquet", "csv.gz"] {
            let output = place.path(&format!("{method}.{extension}"));
            let report = json(&[
                "mask",
                "examples/people.csv",
                "--columns",
                "age,income",
                "--method",
                method,
                "-k",
                "3",
                "-o",
                &output,
            ]);
            let found = json(&["assess", "examples/people.csv", &output, "--columns", "age,income"]);
            assert_eq!(report["smallest_over_all"], found["risk"]["k"], "{method}");
            if method == "individual-ranking" {
                for column in ["age", "income"] {
                    let alone = json(&["assess", "examples/people.csv", &output, "--columns", column, "--only", "k"]);
                    assert!(alone["risk"]["k"].as_u64().unwrap() >= 3);
                }
            } else {
                assert!(found["risk"]["k"].as_u64().unwrap() >= 3, "{method}");
                let (a, b) = (report["sse_sst"].as_f64().unwrap(), found["loss"]["sse_sst"].as_f64().unwrap());
                assert!((a - b).abs() < 1e-6 * a, "{method}: both commands measure the same loss");
            }
        }
    }
}

/// The worked example of the thesis, from the command line.
#[test]
fn the_golden_example_end_to_end() {
    let place = Place::new();
    let original = place.write("x.csv", "age,salary\n23,25000\n18,10000\n58,12000\n46,30000\n18,10000\n23,14000\n");
    let masked = place.path("y.csv");
    let report = json(&["mask", &original, "-k", "2", "-o", &masked]);
    assert_eq!(
        std::fs::read_to_string(&masked).unwrap(),
        "age,salary\n34.5,27500\n18,10000\n40.5,13000\n34.5,27500\n18,10000\n40.5,13000\n"
    );
    let close = |value: &Value, expected: f64| {
        assert!((value.as_f64().unwrap() - expected).abs() < 1e-4, "{value} is not {expected}")
    };
    close(&report["sse_sst"], 32.8675);
    let found = json(&["assess", &original, &masked, "--window", "20"]);
    for (name, expected) in
        [("il1", 0.179_224), ("il2", 0.0), ("il3", 0.256_245), ("il4", 0.328_675), ("il5", 0.466_439), ("il", 24.6117)]
    {
        close(&found["loss"][name], expected);
    }
    close(&found["risk"]["dbrl_links"], 2.5);
    close(&found["risk"]["dbrl_any"], 5.0);
    close(&found["risk"]["dbrl_strict"], 0.0);
    close(&found["risk"]["id"], 66.6667);
    let records = place.path("records.csv");
    json(&["assess", &original, &masked, "--records", &records]);
    let lines = std::fs::read_to_string(records).unwrap();
    assert_eq!(lines.lines().next(), Some("record,il1s,sse,dbrl,id,class_size"));
    assert_eq!(lines.lines().count(), 7);
    let people = String::from_utf8(scumble(&["assess", &original, &masked]).stdout).unwrap();
    assert!(people.contains("What is lost") && people.contains("41.67 %"), "{people}");
}

#[test]
fn bad_input_is_refused_and_nothing_is_written() {
    let place = Place::new();
    let good = "a,b\n1,2\n3,4\n5,7\n";
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(good.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let rows = "a,b\n1,2\n3,4\n5,x\n";
    let cases: [(&str, &[u8], &[&str], &str); 15] = [
        ("ragged.csv", b"a,b\n1,2\n3\n", &[], "ragged.csv, row 3: 1 fields, but the header has 2"),
        ("text.csv", rows.as_bytes(), &["--kind", "b=number"], "text.csv, row 4, column “b”: not a number"),
        ("k.csv", good.as_bytes(), &["-k", "4"], "k is 4, but there are only 3 records"),
        ("k1.csv", good.as_bytes(), &["-k", "1"], "k is 1: a group needs at least 2 records"),
        (
            "gone.csv",
            b"a,b\n1,\n3,\n5,\n",
            &["--columns", "b", "--missing", "group"],
            "column “b”: every value is missing",
        ),
        ("same.csv", b"a,b\n1,2\n3,2\n5,2\n", &[], "column “b”: all values are equal"),
        ("twice.csv", b"a,a\n1,2\n", &[], "twice.csv, row 1, column “a”: the name is there twice"),
        ("wide.csv", &wide, &[], "wide.csv, row 1: the file is UTF-16LE, not UTF-8"),
        ("hole.csv", b"a,b\n1,2\n3,\n5,7\n", &[], "hole.csv, row 3, column “b”: the value is missing"),
        ("cut.parquet", b"PAR1\x15\x04\x15", &[], "cut.parquet: not a Parquet file"),
        ("empty.csv", b"", &[], "empty.csv: the file is empty"),
        ("names.csv", b"n\nx\ny\n", &[], "no column to mask"),
        ("flag.csv", good.as_bytes(), &["--columns", "a,bb"], "there is no column “bb”; did you mean “b”?"),
        ("method.csv", good.as_bytes(), &["--method", "mdaw"], "no method is called “mdaw”; did you mean “mdav”?"),
        (
            "order.csv",
            rows.as_bytes(),
            &["--kind", "b=ordinal:2,4"],
            "order.csv, row 4, column “b”: the value is not in",
        ),
    ];
    for (name, content, more, expected) in cases {
        let file = place.write(name, content);
        let output = place.path("release.csv");
        let mut arguments = vec!["mask", &file, "-o", &output];
        if !more.contains(&"-k") {
            arguments.extend(["-k", "2"]);
        }
        arguments.extend(more);
        let message = refused(2, &arguments);
        assert!(message.contains(expected), "{name}: {message}");
        std::fs::remove_file(&file).unwrap();
        place.holds_only(&[]);
    }
    let policy = place.write("p.toml", "[columns]\nage = { role = 'quasi' }\nagee = { role = 'quasi' }\n");
    let message = refused(2, &["mask", "examples/people.csv", "--policy", &policy]);
    assert!(message.contains("there is no column “agee”; did you mean “age”?"), "{message}");
    let message = refused(2, &["mask", "examples/people.csv", "-o", "examples/people.csv"]);
    assert!(message.contains("would overwrite the original"), "{message}");
    let message = refused(2, &["mask", "examples/people.csv", "-o", &place.path("x.xlsx")]);
    assert!(message.contains("Excel files are read, not written"), "{message}");
    assert!(refused(2, &["mask", "no-such.csv"]).contains("no-such.csv: cannot be read"));
}

#[test]
fn a_promise_that_cannot_be_kept_writes_nothing() {
    let place = Place::new();
    let policy = place.write(
        "p.toml",
        "[[mask]]\nmethod = 'grouped'\ngroups = [{ columns = ['age'] }, { columns = ['income'] }]\nk = 3\n[promise]\nk = 3\n",
    );
    let release = place.write("release.csv", "the old release");
    let message = refused(1, &["mask", "examples/people.csv", "--policy", &policy, "-o", &release]);
    assert!(message.contains("the promise k = 3 over all masked columns is not kept"), "{message}");
    assert_eq!(std::fs::read_to_string(&release).unwrap(), "the old release");
    place.holds_only(&["p.toml", "release.csv"]);
}

/// Killed at any moment, the old file is still there, and whole.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_the_old_file() {
    let place = Place::new();
    let mut table = "a,b\n".to_owned();
    (0..60_000).for_each(|row| table.push_str(&format!("{},{}\n", row * 7919 % 60_013, row)));
    let table = place.write("t.csv", table);
    let release = place.write("release.csv", "the old release");
    for pause in [5, 40, 80, 120, 160, 220, 300, 400] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_scumble"))
            .args(["mask", &table, "--blocks", "512", "-k", "5", "--quiet", "-o", &release])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
        let found = std::fs::read_to_string(&release).unwrap();
        assert!(found == "the old release" || found.lines().count() == 60_001, "half a file after {pause} ms");
    }
}

#[test]
fn missing_values_and_strata() {
    let place = Place::new();
    let table = place.write("t.csv", "a,b,s\n1,5,x\n2,,x\n3,7,x\n4,,x\n5,9,y\n6,8,y\n7,,y\n8,,y\n");
    let output = place.path("release.csv");
    let arguments = ["mask", &table, "-k", "2", "--columns", "a,b", "-o", &output];
    assert!(refused(2, &arguments).contains("row 3, column “b”: the value is missing (4 are in this column)"));
    json(&[&arguments[..], &["--missing", "group"]].concat());
    let release = std::fs::read_to_string(&output).unwrap();
    assert_eq!(release.lines().filter(|line| line.contains(",,")).count(), 4, "what was missing stays missing");
    let report = json(&[&arguments[..], &["--missing", "suppress"]].concat());
    assert_eq!((report["records"].as_u64(), report["suppressed"].as_u64()), (Some(4), Some(4)));
    json(&[&arguments[..], &["--missing", "group", "--stratum", "s"]].concat());
    let release = std::fs::read_to_string(&output).unwrap();
    assert_eq!(release, "a,b,s\n2,6,x\n3,,x\n2,6,x\n3,,x\n5.5,8.5,y\n5.5,8.5,y\n7.5,,y\n7.5,,y\n");
    let message = refused(2, &["mask", &table, "-k", "3", "--columns", "a,b", "--missing", "group", "--stratum", "s"]);
    assert!(message.contains("k is 3, but there are only 2 records in one stratum"), "{message}");
}

#[test]
fn a_search_can_be_stopped_and_says_so() {
    let Some(folder) = data("casc_microdata/census.csv") else { return };
    let report =
        json(&["mask", folder.to_str().unwrap(), "--method", "refined", "--effort", "600", "--time", "0.5", "-k", "3"]);
    assert_eq!(report["stopped"], true);
    let whole = json(&["mask", folder.to_str().unwrap(), "--method", "refined", "--effort", "0.1", "-k", "3"]);
    assert_eq!(whole["stopped"], false);
    let again = json(&[
        "mask",
        folder.to_str().unwrap(),
        "--method",
        "refined",
        "--effort",
        "0.1",
        "-k",
        "3",
        "--threads",
        "1",
    ]);
    assert_eq!(whole["sse_sst"], again["sse_sst"], "the same effort and seed, the same groups");
    let other =
        json(&["mask", folder.to_str().unwrap(), "--method", "refined", "--effort", "0.1", "-k", "3", "--seed", "7"]);
    assert_ne!(whole["sse_sst"], other["sse_sst"], "another seed searches elsewhere");
}

/// What is called a quasi-identifier is masked, and what is said to be masked is: anything else is refused.
#[test]
fn no_column_slips_through() {
    let place = Place::new();
    let output = place.path("release.csv");
    let cases = [
        (
            "[columns]\nage = { role = 'quasi' }\nincome = { role = 'quasi' }\n[[mask]]\ncolumns = ['age']\nk = 5\n",
            "column “income” is a quasi-identifier, but no step masks it",
        ),
        (
            "[[mask]]\nmethod = 'grouped'\ncolumns = ['income']\ngroups = [{ columns = ['age'] }]\n",
            "either columns or groups of columns, not both",
        ),
        ("[[mask]]\nmethod = 'grouped'\ngroups = [{ columns = [] }]\n", "a group without columns"),
        ("[[mask]]\ncolumns = ['age']\n[[mask]]\ncolumns = ['age', 'income']\n", "column “age” is masked twice"),
        (
            "[[mask]]\ncolumns = ['age', 'income']\n[promise]\nt = { column = 'income', at_most = 0.3 }\n",
            "the promise of l or t looks at it",
        ),
        ("[[mask]]\nmethod = 'grouped'\ngroups = [{ columns = ['age'], kk = 3 }]\n", "mask step 1 groups.kk: unknown"),
    ];
    for (policy, expected) in cases {
        let policy = place.write("p.toml", policy);
        let message = refused(2, &["mask", "examples/people.csv", "--policy", &policy, "-o", &output]);
        assert!(message.contains(expected), "{message}");
        place.holds_only(&["p.toml"]);
    }
    let report = json(&["mask", "examples/people.csv", "--t-closeness", "income=0.5", "-k", "4"]);
    assert_eq!(
        report["policy"]["masked"],
        serde_json::json!({ "age": "number" }),
        "what a promise looks at is not masked"
    );
    let policy = place.write("p.toml", "[promise]\nk = 7\n");
    let report = json(&["mask", "examples/people.csv", "--policy", &policy]);
    assert!(report["smallest"].as_u64().unwrap() >= 7, "the promise's k is the step's");
    for flags in [["--time", "1"], ["--blocks", "20"]] {
        let message = refused(2, &[&["mask", "examples/people.csv", "--method", "v-mdav"], &flags[..]].concat());
        assert!(message.contains(flags[0]), "{message}");
    }
    let policy = place
        .write("p.toml", "[[mask]]\nmethod = 'individual-ranking'\ncolumns = ['age', 'income']\n[promise]\nk = 5\n");
    refused(1, &["mask", "examples/people.csv", "--policy", &policy]);
}

#[test]
fn inputs_are_never_written_over() {
    let place = Place::new();
    let table = place.write("t.csv", "a,b\n1,2\n3,4\n5,7\n7,9\n");
    let other = place.write("u.csv", "a,b\n1,2\n3,4\n5,7\n7,8\n");
    let before = std::fs::read(&table).unwrap();
    assert!(refused(2, &["assess", &table, &other, "--records", &table]).contains("would overwrite"));
    let policy = place.write("p.toml", "seed = 1\n");
    assert!(refused(2, &["mask", &table, "-k", "2", "--policy", &policy, "-o", &policy]).contains("would overwrite"));
    assert!(refused(2, &["mask", &table, "-k", "2", "-o", place.0.path().to_str().unwrap()]).contains("is a folder"));
    assert_eq!(std::fs::read(&table).unwrap(), before);
    let message = refused(2, &["assess", &table, &place.write("v.csv", "x\n1\n2\n3\n4\n")]);
    assert!(message.contains("no column in common"), "{message}");
}

#[test]
fn extreme_numbers_markers_and_delimiters() {
    let place = Place::new();
    let huge = place.write("huge.csv", "a,b\n1e308,1\n1.7e308,2\n1.7e308,3\n1.1e308,4\n1.2e308,5\n");
    for standardize in ["yes", "no"] {
        let message = refused(2, &["mask", &huge, "-k", "2", "--standardize", standardize]);
        assert!(message.contains("column “a”: numbers beyond 1e150"), "{message}");
    }
    let patchy = place.write("patchy.csv", "a,b\n1,5\n2,?\n3,7\n4,?\n");
    let output = place.path("release.csv");
    json(&[
        "mask",
        &patchy,
        "-k",
        "2",
        "--columns",
        "a,b",
        "--missing",
        "group",
        "--missing-values",
        "?",
        "-o",
        &output,
    ]);
    assert_eq!(std::fs::read_to_string(&output).unwrap(), "a,b\n2,6\n3,?\n2,6\n3,?\n");
    let columns = place.path("p.parquet");
    json(&["mask", "examples/people.csv", "-k", "3", "-o", &columns]);
    let report = json(&["mask", &columns, "-k", "4", "--delimiter", ";", "-o", &output]);
    assert_eq!(report["policy"]["masked"], serde_json::json!({ "age": "number", "income": "number" }));
    assert!(std::fs::read_to_string(&output).unwrap().starts_with("name;age;born"));
    let last = place.write("last.csv", "id,x,y\n1,5,a\n2,6,b\n3,7,\n4,8,");
    json(&["mask", &last, "--identifier", "id,x", "--columns", "y", "--missing", "group", "-k", "2", "-o", &output]);
    assert_eq!(std::fs::read_to_string(&output).unwrap(), "y\na\na\n\n\n");
}
