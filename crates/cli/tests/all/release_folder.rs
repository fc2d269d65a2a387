//! The folder of a release holds the release, all of it and nothing else; a key loses nothing.

use crate::support::{Workplace, json, read, refused, with_passphrase};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

const PASSPHRASE: &str = "correct horse";

fn collection(place: &Workplace, folder: &str, count: usize) -> String {
    for number in 0..count {
        let text = format!("Ms Jane Roe and Dr. Peter Lindqvist met on page {number}.\n");
        place.write(&format!("{folder}/page-{number}.txt"), text);
    }
    place.path(folder)
}

fn audit(out: &str) -> Value {
    serde_json::from_str(&read(format!("{out}.work/audit.json"))).unwrap()
}

fn run(arguments: &[&str]) -> String {
    let output = with_passphrase(arguments, PASSPHRASE);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn leftovers_of_a_killed_run_are_removed() {
    let place = Workplace::new();
    let input = collection(&place, "in", 2);
    let out = place.path("out");
    place.write("out/.4711.new.page-0.txt", "half");
    place.write("out/deep/.4711.new.page-0.txt", "half");
    place.write("out.work/originals/.4711.new.page-0.txt", "half");
    json(&["sanitize", &input, "-o", &out]);
    assert!(!Path::new(&out).join(".4711.new.page-0.txt").exists());
    assert!(!Path::new(&out).join("deep/.4711.new.page-0.txt").exists());
    assert!(!Path::new(&format!("{out}.work/originals/.4711.new.page-0.txt")).exists());
    assert!(!Path::new(&format!("{out}.work/lock")).exists());
}

#[test]
fn what_vanished_is_listed_audited_and_pruned() {
    let place = Workplace::new();
    let input = collection(&place, "in", 3);
    place.write("in/table.csv", "text\nMs Jane Roe left.\n");
    let out = place.path("out");
    json(&["sanitize", &input, "-o", &out]);
    std::fs::remove_file(format!("{input}/page-1.txt")).unwrap();
    std::fs::remove_file(format!("{input}/table.csv")).unwrap();
    place.write("out/stranger.txt", "Jane Roe");
    let said = run(&["sanitize", &input, "-o", &out]);
    assert!(said.contains("2 documents of earlier runs still in the release"), "{said}");
    assert!(said.contains("1 file in") && said.contains("stranger.txt"), "{said}");
    assert_eq!(audit(&out)["documents"].as_array().unwrap().len(), 4, "the audit covers all that is there");
    let said = run(&["sanitize", &input, "-o", &out, "--prune"]);
    assert!(said.contains("2 documents of earlier runs taken back"), "{said}");
    assert!(!Path::new(&out).join("page-1.txt").exists() && !Path::new(&out).join("table.csv").exists());
    assert_eq!(audit(&out)["documents"].as_array().unwrap().len(), 2);
    assert!(!Path::new(&format!("{out}.work/originals/page-1.txt")).exists());
}

#[test]
fn a_withheld_document_keeps_its_decisions_and_the_place_of_what_would_be_left() {
    let place = Workplace::new();
    let text = "Ms Jane Roe left. Ms Jane Roe came back.";
    place.write("in/note.txt", text);
    // One mention is redacted, the other is said to be something else.
    let second = text.rfind("Jane Roe").unwrap();
    let cut = second + 6;
    let decisions = format!(
        r#"{{"name": "note.txt", "decisions": [{{"start": 3, "end": 11, "kind": "person", "action": "label"}},
            {{"start": {second}, "end": {cut}, "state": "rejected"}}, {{"start": {cut}, "end": {}, "state": "rejected"}}]}}"#,
        second + 8
    );
    let (file, out) = (place.write("d.json", decisions), place.path("out"));
    let message = refused(1, &["sanitize", &place.path("in"), "-o", &out, "--decisions", &file, "--quiet"]);
    assert!(message.contains("would be left in it") && !message.contains("Roe"), "{message}");
    let record: Value = serde_json::from_str(&read(format!("{out}.work/withheld/note.txt.json"))).unwrap();
    assert_eq!((&record["left"][0]["start"], &record["left"][0]["end"]), (&second.into(), &(second + 8).into()));
    // Mended and applied, it is released, and the record of the refusal is gone.
    let mut mended = record.clone();
    for decision in mended["decisions"].as_array_mut().unwrap() {
        decision["state"] = "accepted".into();
        decision["action"] = "label".into();
    }
    let file = place.write("mended.json", mended.to_string());
    json(&["sanitize", &place.path("in"), "-o", &out, "--decisions", &file]);
    assert!(!read(format!("{out}/note.txt")).contains("Roe"));
    assert!(!Path::new(&format!("{out}.work/withheld/note.txt.json")).exists());
}

#[test]
fn two_runs_at_once_end_right_or_one_refuses() {
    let place = Workplace::new();
    let (a, b) = (collection(&place, "a", 40), collection(&place, "b", 40));
    let key = place.path("labels.key");
    let start = |input: &str, out: &str| {
        let arguments = ["sanitize", input, "-o", out, "--key", &key, "--quiet"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_scumble"));
        command.args(arguments).env("SCUMBLE_PASSPHRASE", PASSPHRASE).stderr(Stdio::piped()).spawn().unwrap()
    };
    for (number, (one, two)) in [("out-a", "out-b"), ("same", "same")].into_iter().enumerate() {
        let outs = [place.path(one), place.path(two)];
        let runs = [start(&a, &outs[0]), start(if number == 0 { &b } else { &a }, &outs[1])];
        let mut ended = 0;
        for run in runs {
            let output = run.wait_with_output().unwrap();
            let message = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() || message.contains("another run"), "{message}");
            ended += usize::from(output.status.success());
        }
        assert!(ended > 0);
        for (out, input) in outs.iter().zip([&a, &b]).filter(|(out, _)| Path::new(out).is_dir()) {
            let back = format!("{out}.back");
            if std::fs::read_dir(out).unwrap().count() == 0 {
                continue;
            }
            run(&["restore", out, "--key", &key, "-o", &back]);
            assert_eq!(read(format!("{back}/page-7.txt")), read(format!("{input}/page-7.txt")));
        }
    }
    assert!(!Path::new(&format!("{key}.lock")).exists());
}

#[test]
fn restore_goes_on_after_a_refusal_and_gives_names_back() {
    let place = Workplace::new();
    let input = collection(&place, "in", 3);
    place.write("in/Lindqvist.txt", "Dr. Peter Lindqvist wrote this.\n");
    place.write("in/Roe tickets.csv", "text\n\"Ms Jane Roe, again\"\n");
    let (out, key, back) = (place.path("out"), place.path("labels.key"), place.path("back"));
    run(&["sanitize", &input, "-o", &out, "--key", &key]);
    assert!(Path::new(&out).join("document-1.txt").is_file() && Path::new(&out).join("document-2.csv").is_file());
    std::fs::write(Path::new(&out).join("page-1.txt"), "Pers9 wrote something else.").unwrap();
    let output = with_passphrase(&["restore", &out, "--key", &key, "-o", &back], PASSPHRASE);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("1 of 5 documents not restored") && message.contains("page-1.txt"), "{message}");
    for name in ["page-0.txt", "page-2.txt", "Lindqvist.txt", "Roe tickets.csv"] {
        assert_eq!(read(format!("{back}/{name}")), read(format!("{input}/{name}")), "{name}");
    }
    assert!(!Path::new(&back).join("page-1.txt").exists());
}

#[test]
fn html_comes_back_byte_for_byte_however_it_was_written() {
    let place = Workplace::new();
    let page = "<p>Mr <b>Jane</b> <i>R&#111;e</i> said &quot;it's <a href=roe.html?a&b>here</a>&quot; to J&ouml;rg M&#252;ller.</p>\n";
    place.write("in/page.html", page);
    let (out, key, back) = (place.path("out"), place.path("labels.key"), place.path("back"));
    run(&["sanitize", &place.path("in"), "-o", &out, "--key", &key]);
    assert!(!read(format!("{out}/page.html")).contains("Jane"));
    run(&["restore", &out, "--key", &key, "-o", &back]);
    assert_eq!(read(format!("{back}/page.html")), page);
}

#[test]
fn a_key_file_changes_its_passphrase_and_forgets_one_person() {
    let place = Workplace::new();
    let input = collection(&place, "in", 2);
    let (out, key, back) = (place.path("out"), place.path("labels.key"), place.path("back"));
    run(&["sanitize", &input, "-o", &out, "--key", &key]);
    let info = run(&["key", "info", &key]);
    assert!(info.contains("2 documents, 2 releases"), "{info}");
    let new = place.write("new.txt", "another battery\n");
    run(&["key", "passphrase", &key, "--new-passphrase-file", &new]);
    let wrong = with_passphrase(&["restore", &out, "--key", &key, "-o", &back], PASSPHRASE);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("the passphrase is wrong"));
    let with_new = |arguments: &[&str]| with_passphrase(arguments, "another battery");
    let erased = with_new(&["key", "erase", &key, "--person", "Jane Roe"]);
    let said = String::from_utf8_lossy(&erased.stdout);
    assert!(said.contains("Erased 1 label and 2 mentions in 2 releases"), "{said}");
    assert!(with_new(&["restore", &out, "--key", &key, "-o", &back]).status.success());
    let restored = read(format!("{back}/page-0.txt"));
    assert!(
        restored.contains("Peter Lindqvist") && restored.contains("Pers1") && !restored.contains("Roe"),
        "{restored}"
    );
    // The label is given to nobody else.
    place.write("more/page.txt", "Ms Maria Kowalska stayed.\n");
    let more = place.path("more.out");
    assert!(with_new(&["sanitize", &place.path("more"), "-o", &more, "--key", &key]).status.success());
    assert!(!read(format!("{more}/page.txt")).contains("Pers1 "));
    // A file of records that is named after the person still comes back, under another name.
    place.write("sheets/Roe tickets.csv", "text\nMs Jane Roe and Mr Tom Hale wrote.\n");
    let sheets = place.path("sheets.out");
    assert!(with_new(&["sanitize", &place.path("sheets"), "-o", &sheets, "--key", &key]).status.success());
    assert!(with_new(&["key", "erase", &key, "--person", "Jane Roe"]).status.success());
    let restored = with_new(&["restore", &sheets, "--key", &key, "-o", &place.path("sheets.back")]);
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    let names: Vec<_> =
        std::fs::read_dir(place.path("sheets.back")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let text = read(&names[0]);
    assert!(text.contains("Tom Hale") && !text.contains("Roe"), "{text}");
    let unknown = with_new(&["key", "erase", &key, "--person", "Nobody Known"]);
    assert_eq!(unknown.status.code(), Some(2));
}
