//! What `scumble mask` and `scumble assess` refuse, and what is there afterwards.

use crate::support::{Workplace, json, refused};
use std::process::Command;

#[test]
fn bad_input_is_refused_and_nothing_is_written() {
    let place = Workplace::new();
    let good = "a,b\n1,2\n3,4\n5,7\n";
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(good.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let rows = "a,b\n1,2\n3,4\n5,x\n";
    let cases: [(&str, &[u8], &[&str], &str); 14] = [
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
        ("twice.csv", b"a,a\n1,2\n", &[], "twice.csv, row 1, column “a”: the name is there twice"),
        ("wide.csv", &wide, &[], "wide.csv, row 1: the file is UTF-16LE, not UTF-8"),
        ("hole.csv", b"a,b\n1,2\n3,\n5,7\n", &[], "hole.csv, row 3, column “b”: the value is missing"),
        ("cut.parquet", b"PAR1\x15\x04\x15", &[], "cut.parquet: not a Parquet file"),
        ("empty.csv", b"", &[], "empty.csv: the file is empty"),
        ("names.csv", b"n,a\nx,1\ny,2\n", &["--others", "drop"], "no column is a quasi-identifier"),
        ("flag.csv", good.as_bytes(), &["--columns", "a,bb"], "there is no column “bb”; did you mean “b”?"),
        ("method.csv", good.as_bytes(), &["--method", "mdaw"], "unknown method “mdaw”; did you mean “mdav”?"),
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
        if !more.contains(&"--others") {
            arguments.extend(["--others", if more.contains(&"--columns") { "drop" } else { "mask" }]);
        }
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
    let place = Workplace::new();
    let policy = place.write(
        "p.toml",
        "others = 'drop'\n[[mask]]\nmethod = 'grouped'\ngroups = [{ columns = ['age'] }, { columns = ['income'] }]\nk = 3\n[promise]\nk = 3\n",
    );
    let release = place.write("release.csv", "the old release");
    let message = refused(1, &["mask", "examples/people.csv", "--policy", &policy, "-o", &release]);
    assert!(message.contains("the promise k = 3 over all masked columns is not kept"), "{message}");
    assert_eq!(std::fs::read_to_string(&release).unwrap(), "the old release");
    place.holds_only(&["p.toml", "release.csv"]);
}

/// Killed while it writes, or at any other moment, it leaves the old file as it was.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_the_old_file() {
    let place = Workplace::new();
    let mut table = "a,b\n".to_owned();
    (0..60_000).for_each(|row| table.push_str(&format!("{},{}\n", row * 7919 % 60_013, row)));
    let table = place.write("t.csv", table);
    let release = place.write("release.csv", "the old release");
    let start = || {
        Command::new(env!("CARGO_BIN_EXE_scumble"))
            .args(["mask", &table, "--others", "mask", "--blocks", "512", "-k", "5", "--quiet", "-o", &release])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap()
    };
    // The moment in which the new file is there and not yet in its place.
    let mut caught = 0;
    for _ in 0..5 {
        let mut child = start();
        let pending = place.folder().join(format!(".{}.new.release.csv", child.id()));
        while !pending.exists() && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        let before = std::fs::read_to_string(&release).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        let after = std::fs::read_to_string(&release).unwrap();
        caught += usize::from(pending.exists());
        assert!(after == before || after.lines().count() == 60_001, "half a file");
    }
    assert!(caught > 0, "no run was killed while it wrote");
    for pause in [5, 60, 200] {
        let mut child = start();
        std::thread::sleep(std::time::Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
        let found = std::fs::read_to_string(&release).unwrap();
        assert!(found == "the old release" || found.lines().count() == 60_001, "half a file after {pause} ms");
    }
    // The next run to end removes what all those left.
    assert!(start().wait().unwrap().success());
    place.holds_only(&["release.csv", "release.csv.work", "t.csv"]);
    let left: Vec<_> = std::fs::read_dir(place.folder().join("release.csv.work")).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn flags_that_would_do_nothing_are_refused() {
    let report = json(&[
        "mask",
        "examples/people.csv",
        "--columns",
        "age",
        "--others",
        "drop",
        "--t-closeness",
        "income=0.5",
        "-k",
        "4",
    ]);
    assert_eq!(
        report["policy"]["masked"],
        serde_json::json!({ "age": "number" }),
        "what a promise looks at is not masked"
    );
    for flags in [["--time", "1"], ["--blocks", "20"]] {
        let message = refused(
            2,
            &[
                &["mask", "examples/people.csv", "--columns", "age", "--others", "drop", "--method", "v-mdav"],
                &flags[..],
            ]
            .concat(),
        );
        assert!(message.contains(flags[0]), "{message}");
    }
}

#[test]
fn inputs_are_never_written_over() {
    let place = Workplace::new();
    let table = place.write("t.csv", "a,b\n1,2\n3,4\n5,7\n7,9\n");
    let other = place.write("u.csv", "a,b\n1,2\n3,4\n5,7\n7,8\n");
    let before = std::fs::read(&table).unwrap();
    assert!(refused(2, &["assess", &table, &other, "--records", &table]).contains("would overwrite"));
    let policy = place.write("policy.txt", "seed = 1\n");
    assert!(
        refused(2, &["mask", &table, "--others", "mask", "-k", "2", "--policy", &policy, "-o", &policy])
            .contains("would overwrite")
    );
    assert!(
        refused(2, &["mask", &table, "--others", "mask", "-k", "2", "-o", place.folder().to_str().unwrap()])
            .contains("is a folder")
    );
    assert_eq!(std::fs::read(&table).unwrap(), before);
    let message = refused(2, &["assess", &table, &place.write("v.csv", "x\n1\n2\n3\n4\n")]);
    assert!(message.contains("no column in common"), "{message}");
}
