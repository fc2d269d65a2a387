//! `scumble sanitize`: kinds under control.

use crate::support::{Workplace, json, read, refused, scumble};

const NOTE: &str = "Ms Jane Roe, aged 71, took 500 mg on 4 March 2019. Her aunt, aged 93, lives in Springfield.\n";

#[test]
fn kinds_are_kept_and_the_result_says_so() {
    let place = Workplace::new();
    let note = place.write("note.txt", NOTE);
    let output = scumble(&["sanitize", &note, "--keep-kind", "quantity,age"]);
    let (text, summary) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(text.contains("aged 71, took 500 mg on Date1") && !text.contains("93") && !text.contains("Roe"), "{text}");
    assert!(summary.contains("Published by kind: age 1, quantity 1\n"), "{summary}");
    let result = json(&["sanitize", &note, "--only-kind", "person"]);
    assert_eq!(result["published"]["place"], 1, "{result}");
    assert!(json(&["sanitize", &note]).get("published").is_none());
    let output = scumble(&["sanitize", &note, "--only-kind", "person"]);
    let summary = String::from_utf8(output.stderr).unwrap();
    assert!(summary.contains("(only person is redacted, every other kind is published)"), "{summary}");
    let message = refused(2, &["sanitize", &note, "--keep-kind", "quantitiy"]);
    assert!(message.contains("--keep-kind: unknown kind “quantitiy”; did you mean “quantity”?"), "{message}");
}

#[test]
fn a_policy_chooses_kinds_and_the_audit_has_them() {
    let place = Workplace::new();
    let note = place.write("note.txt", NOTE);
    let policy = "[documents]\nkeep_kinds = ['age']\nkeep = ['none']\n\
                  [[documents.recognizer]]\nkind = 'dose'\npattern = '\\b\\d+ mg\\b'\n";
    let policy = place.write("p.toml", policy);
    let output = scumble(&["sanitize", &note, "--policy", &policy, "--keep-kind", "dose"]);
    let (text, notes) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(text.contains("aged 71, took 500 mg on Date1"), "{text}");
    assert!(notes.contains("the key keep is called keep_places now"), "{notes}");
    let out = place.path("out.txt");
    let done = scumble(&["sanitize", &note, "-o", &out, "--policy", &policy, "--keep-kind", "dose", "--quiet"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let audit: serde_json::Value = serde_json::from_str(&read(place.path("out.txt.work/audit.json"))).unwrap();
    assert_eq!(audit["settings"]["keep_kinds"], serde_json::json!(["dose", "age"]));
    let wrong = place.write("w.toml", "[documents]\nonly_kinds = ['persn']\n");
    let message = refused(2, &["sanitize", &note, "--policy", &wrong]);
    assert!(message.contains("unknown kind “persn”; did you mean “person”?"), "{message}");
}

#[test]
fn dates_are_reduced_or_moved() {
    let place = Workplace::new();
    let note = place.write("note.txt", NOTE);
    let output = scumble(&["sanitize", &note, "--dates", "year", "--quiet"]);
    assert!(String::from_utf8(output.stdout).unwrap().contains(" on 2019. "));
    let result = json(&["sanitize", &note, "--dates", "shift"]);
    let text = result["documents"][0]["sanitized"].as_str().unwrap();
    assert!(text.contains(" on ") && !text.contains("4 March 2019") && !text.contains("Date1"), "{text}");
    let message = refused(2, &["sanitize", &note, "--dates", "shfit"]);
    assert!(message.contains("unknown choice of dates “shfit”; did you mean “shift”?"), "{message}");
}
