//! Nothing is published by accident: what a person did not decide on, what a name says, what was misspelled.

use crate::support::{Workplace, json, read, refused, scumble};
use serde_json::{Value, json};
use std::path::Path;

const NOTE: &str = "Ms Jane Roe was seen by Dr. Peter Lindqvist at Holloway General Hospital on 3 March 2019.\n";

fn text(arguments: &[&str]) -> String {
    String::from_utf8(scumble(arguments).stdout).unwrap()
}

#[test]
fn a_decisions_file_that_leaves_out_findings_does_not_publish_them() {
    let place = Workplace::new();
    let note = place.write("note.txt", NOTE);
    let machine = text(&["sanitize", &note, "--quiet"]);
    for decisions in ["[]", r#"{"name": "note.txt", "decisions": []}"#] {
        let file = place.write("d.json", decisions);
        assert_eq!(text(&["sanitize", &note, "--decisions", &file, "--quiet"]), machine);
        let message = refused(1, &["sanitize", &note, "--decisions", &file, "--all-decided"]);
        assert!(message.contains("not decided") && !message.contains("Roe"), "{message}");
    }
    // A decision of one's own beside the machine's: "was seen by".
    let file = place.write("own.json", r#"[{"start": 12, "end": 23, "action": "remove"}]"#);
    let output = scumble(&["sanitize", &note, "--decisions", &file]);
    let (sanitized, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(sanitized.contains("Pers1 [REDACTED] Pers2"), "{sanitized}");
    assert!(said.contains("Decided by the decisions file: 1 finding; by the machine"), "{said}");
    // What the file rejects is published, and nothing else.
    let start = NOTE.find("Holloway").unwrap();
    let end = NOTE.find(" on 3").unwrap();
    let rejected = json!([{"start": start, "end": end, "state": "rejected"}]).to_string();
    let file = place.write("rejected.json", rejected);
    let sanitized = text(&["sanitize", &note, "--decisions", &file, "--quiet"]);
    assert!(sanitized.contains("Holloway General Hospital"), "{sanitized}");
    assert!(
        !sanitized.contains("Roe") && !sanitized.contains("Lindqvist") && !sanitized.contains("2019"),
        "{sanitized}"
    );
}

#[test]
fn the_machine_s_own_decisions_applied_again_give_the_same_release() {
    let place = Workplace::new();
    let note = place.write("note.txt", NOTE);
    let result = json(&["sanitize", &note, "--show-text"]);
    let file = place.write("d.json", result.to_string());
    let again = json(&["sanitize", &note, "--decisions", &file, "--all-decided"]);
    assert_eq!(again["documents"][0]["sanitized"], result["documents"][0]["sanitized"]);
    assert_eq!(again["decided"]["machine"], 0);
}

#[test]
fn unknown_keys_in_a_decisions_file_are_errors() {
    let place = Workplace::new();
    let note = place.write("note.txt", NOTE);
    let file = place.write("d.json", r#"[{"start": 0, "end": 3, "stae": "rejected"}]"#);
    let message = refused(2, &["sanitize", &note, "--decisions", &file]);
    assert!(message.contains("decision 1: unknown key “stae”; did you mean “state”?"), "{message}");
}

#[test]
fn one_document_s_decisions_leave_the_others_alone() {
    let place = Workplace::new();
    for (name, text) in [("a.txt", "Jane Roe left."), ("b.txt", "Peter Lindqvist stayed."), ("c.txt", "Rain fell.")] {
        place.write(&format!("in/{name}"), text);
    }
    let (input, out) = (place.path("in"), place.path("out"));
    json(&["sanitize", &input, "-o", &out]);
    let released = |name: &str| read(Path::new(&out).join(name));
    let b = released("b.txt");
    let decided = format!("{out}.work/decisions/a.txt.json");
    let edited = read(Path::new(&decided)).replace("\"accepted\"", "\"rejected\"");
    let file = place.write("edited.json", &edited);
    let result = json(&["sanitize", &input, "-o", &out, "--decisions", &file]);
    assert_eq!((&result["sanitized"], &result["resumed"]), (&json!(1), &json!(2)));
    assert_eq!(released("a.txt"), "Jane Roe left.");
    assert_eq!(released("b.txt"), b);
    assert!(Path::new(&format!("{out}.work/decisions/b.txt.json")).is_file());
    // What a person decided stays when the run is repeated, and is not lost when the machine decides again.
    let result = json(&["sanitize", &input, "-o", &out]);
    assert_eq!(result["resumed"], 3);
    assert_eq!(released("a.txt"), "Jane Roe left.");
    json(&["sanitize", &input, "-o", &out, "--again"]);
    assert_eq!(released("a.txt"), "Pers1 left.");
    assert!(read(Path::new(&format!("{out}.work/decisions-before/a.txt.json"))).contains("rejected"));
    // A folder of decisions applies to a whole collection.
    let folder = place.path("decisions");
    std::fs::create_dir(&folder).unwrap();
    place.write("decisions/a.txt.json", &edited);
    json(&["sanitize", &input, "-o", &out, "--decisions", &folder]);
    assert_eq!(released("a.txt"), "Jane Roe left.");
    let other = place.write("other.json", r#"{"name": "z.txt", "decisions": []}"#);
    let message = refused(2, &["sanitize", &input, "-o", &out, "--decisions", &other]);
    assert!(message.contains("about none of these documents"), "{message}");
    let bare = place.write("bare.json", "[]");
    let message = refused(2, &["sanitize", &input, "-o", &out, "--decisions", &bare]);
    assert!(message.contains("do not say which document"), "{message}");
}

#[test]
fn a_term_that_occurs_nowhere_is_said_so() {
    let place = Workplace::new();
    let note = place.write("note.txt", "The patient has had schizophrenia for years. Ms Jane Roe signed the form.\n");
    let arguments = ["--hide", "schizofrenia", "--person", "Jane Row", "--deny", "form", "--allow", "patient"];
    let output = scumble(&[&["sanitize", note.as_str()][..], &arguments].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("--hide “schizofrenia” occurs nowhere; the text has “schizophrenia”"), "{said}");
    assert!(!said.contains("--deny") && !said.contains("--allow"), "{said}");
    let result = json(&[&["sanitize", note.as_str()][..], &arguments].concat());
    assert_eq!(result["unmatched"], json!([{"named_for": "hide", "near": 1}]));
}

#[test]
fn a_default_run_says_what_was_not_measured_and_which_language_is_not_read() {
    let place = Workplace::new();
    let spanish = "El paciente vive en una casa con su hermana y trabaja desde hace años en el hospital de la ciudad, \
                   donde nadie sabe que estuvo enfermo durante mucho tiempo.\n";
    let note = place.write("note.txt", spanish);
    let said = String::from_utf8(scumble(&["sanitize", &note]).stderr).unwrap();
    assert!(said.contains("search risk: not measured"), "{said}");
    assert!(said.contains("does not read as English"), "{said}");
}

#[test]
fn file_names_are_read_like_text() {
    let place = Workplace::new();
    let text = "Nothing happened that day.\n";
    for name in ["Priya Raghunathan CV.txt", "patient_00482913.txt", "obrien.txt", "letter.txt", "Quackenbush/page.txt"]
    {
        place.write(&format!("in/{name}"), text);
    }
    // Named like what another document redacts.
    place.write("in/green.txt", text);
    place.write("in/statement.txt", "Mr Albert Green was heard. Mr Green denied it.\n");
    let (input, out) = (place.path("in"), place.path("out"));
    let result = json(&["sanitize", &input, "-o", &out]);
    let names = |folder: &str| {
        let mut names: Vec<String> = walk(Path::new(folder), "");
        names.sort();
        names
    };
    let expected = ["document-1.txt", "document-2.txt", "document-3.txt", "document-4.txt", "document-5.txt"];
    assert_eq!(names(&out), [&expected[..], &["letter.txt", "statement.txt"]].concat());
    assert!(result["withheld"].as_array().unwrap().is_empty());
    // The same run again keeps the names it gave; nothing is taken twice.
    let again = json(&["sanitize", &input, "-o", &out]);
    assert_eq!(again["resumed"], 7);
    assert_eq!(names(&out).len(), 7);
    let audit: Value = serde_json::from_str(&read(Path::new(&format!("{out}.work/audit.json")))).unwrap();
    let audit = audit.to_string();
    for word in ["Priya", "00482913", "obrien", "Quackenbush", "green"] {
        assert!(!audit.contains(word), "{word}");
    }
    // A document that comes later redacts what an earlier name holds.
    place.write("in/page.txt", "Ms Letitia Letter was there. Ms Letter left.\n");
    json(&["sanitize", &input, "-o", &out]);
    assert!(!names(&out).contains(&"letter.txt".to_owned()), "{:?}", names(&out));
    // On demand names stay, but for what was redacted.
    let kept = place.path("kept");
    json(&["sanitize", &input, "-o", &kept, "--keep-names"]);
    let kept = names(&kept);
    assert!(kept.contains(&"obrien.txt".to_owned()) && !kept.contains(&"green.txt".to_owned()), "{kept:?}");
}

fn walk(folder: &Path, prefix: &str) -> Vec<String> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            out.extend(walk(&entry.path(), &format!("{name}/")));
        } else {
            out.push(name);
        }
    }
    out
}
