//! `scumble sanitize`: kinds under control.

use crate::support::{Workplace, json, read, refused, scumble, with_passphrase};

const NOTE: &str = "Ms Jane Roe, aged 71, took 500 mg on 4 March 2019. Her aunt, aged 93, lives in Springfield.\n";

#[test]
fn kinds_are_kept_and_the_result_says_so() {
    let place = Workplace::new();
    let note = place.write("note.txt", NOTE);
    let output = scumble(&["sanitize", &note, "--keep-kind", "age"]);
    let (text, summary) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(text.contains("aged 71, took 500 mg on Date1") && !text.contains("93") && !text.contains("Roe"), "{text}");
    assert!(summary.contains("Published by kind: age 1\n"), "{summary}");
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

#[test]
fn policies_by_purpose_are_listed_and_shown() {
    let list = json(&["policy", "list"]);
    let names: Vec<&str> =
        list["policies"].as_array().unwrap().iter().filter_map(|policy| policy["name"].as_str()).collect();
    assert_eq!(names, ["hipaa-safe-harbor", "gdpr-pseudonym", "foi-release", "research-text"]);
    let shown = json(&["policy", "show", "hipaa-safe-harbor"]);
    let identifiers = shown["identifiers"].as_array().unwrap();
    assert_eq!(identifiers.len(), 18);
    assert_eq!((&identifiers[0]["coverage"], &identifiers[5]["coverage"]), (&"model".into(), &"rule".into()));
    assert_eq!(identifiers[15]["coverage"], "not-covered");
    assert_eq!(identifiers[0]["kinds"][0]["measured"]["whole"], 0.711);
    let text = String::from_utf8(scumble(&["policy", "show", "hipaa-safe-harbor"]).stdout).unwrap();
    assert!(text.contains("not covered") && text.contains("This is no legal determination"), "{text}");
    let message = refused(2, &["policy", "show", "hipaa"]);
    assert!(message.contains("the policies are hipaa-safe-harbor"), "{message}");
}

#[test]
fn made_up_names_are_restored() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    place.write("in/a.txt", NOTE);
    place.write("in/b.csv", "id,text\n1,\"Ms Jane Roe left on 5 March 2019.\"\n2,Nobody left.\n");
    let (out, key, back) = (place.path("out"), place.path("labels.key"), place.path("back"));
    let arguments = [
        "sanitize",
        &place.path("in"),
        "-o",
        &out,
        "--key",
        &key,
        "--replace",
        "surrogate",
        "--publish",
        "id",
        "--quiet",
    ];
    let made = with_passphrase(&arguments, "correct horse");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    for name in ["a.txt", "b.csv"] {
        let released = read(std::path::Path::new(&out).join(name));
        assert!(!released.contains("Roe") && !released.contains("Pers1"), "{released}");
    }
    let done = with_passphrase(&["restore", &out, "--key", &key, "-o", &back], "correct horse");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(read(std::path::Path::new(&back).join("a.txt")), NOTE);
    let message =
        refused(2, &["sanitize", &place.path("in/a.txt"), "-o", &place.path("x"), "--key", &key, "--replace", "mask"]);
    assert!(message.contains("a key file keeps what labels and surrogates stand for"), "{message}");
}
