//! The binary from outside: what it prints, where, and how it exits.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn scumble(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_scumble")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The one JSON object that a successful command prints.
fn json(arguments: &[&str]) -> Value {
    let output = scumble(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stdout(&output)))
}

/// What a failing command says; nothing may have gone to standard output.
fn failure(arguments: &[&str]) -> String {
    let output = scumble(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    stderr(&output)
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    file.display().to_string()
}

#[test]
fn similarity_of_terms_and_senses() {
    let found = json(&["similarity", "dog", "cat", "--json"]);
    assert!((found["similarity"].as_f64().unwrap() - 0.857142857).abs() < 1e-6);
    assert_eq!(found["lcs"], "carnivore.n.01");
    assert_eq!(found["senses"], serde_json::json!(["dog.n.01", "cat.n.01"]));
    let found = json(&["similarity", "butterfly.n.01", "calculator.n.01", "--measure", "taxonomic", "--json"]);
    assert!(found["distance"].is_number() && found["similarity"].is_null());
    // A verb that is no noun is compared among the verbs.
    assert_eq!(json(&["similarity", "eat", "drink", "--json"])["senses"][0], "eat.v.01");
}

#[test]
fn every_measure_answers() {
    for measure in [
        "path",
        "wu-palmer",
        "wu-palmer-edges",
        "leacock-chodorow",
        "batet",
        "taxonomic",
        "resnik",
        "lin",
        "jiang-conrath",
        "equality",
    ] {
        let found = json(&["similarity", "nurse", "surgeon", "--measure", measure, "--json"]);
        let value = found["similarity"].as_f64().or(found["distance"].as_f64());
        assert!(value.is_some_and(f64::is_finite), "{measure}: {found}");
        assert_eq!(found["measure"], measure);
    }
}

#[test]
fn information_content_sources() {
    let folder = tempfile::tempdir().unwrap();
    let value = |source: &str| {
        json(&["similarity", "dog.n.01", "cat.n.01", "--measure", "resnik", "--ic", source, "--json"])["similarity"]
            .as_f64()
            .unwrap()
    };
    let counts = write(folder.path(), "counts.tsv", "dog\t100\ncat\t50\nstone\t1000\n");
    let (intrinsic, tagged, file) = (value("intrinsic"), value("tagged"), value(&counts));
    assert!(intrinsic != tagged && tagged != file);
    // What is common to both was met at least 150 times, among about 83,000.
    assert!(file < -(150.0f64 / 84_000.0).ln());
    let bad = write(folder.path(), "bad.tsv", "dog\t1\ncat\tmany\n");
    let message = failure(&["similarity", "dog", "cat", "--measure", "lin", "--ic", &bad]);
    assert!(message.contains("bad.tsv, line 2: not a term, a tab and a whole number"), "{message}");
}

#[test]
fn an_unknown_term() {
    let message = failure(&["similarity", "hospitl", "cat"]);
    assert!(message.contains("does not know “hospitl”") && message.contains("hospital"), "{message}");
    let itself = json(&["similarity", "xyzzy", "xyzzy", "--json"]);
    assert_eq!(itself["similarity"], 1.0);
    let message = failure(&["topics", "wepon"]);
    assert!(message.contains("weapon"), "{message}");
}

#[test]
fn pairs_in_batch() {
    let folder = tempfile::tempdir().unwrap();
    let good = write(folder.path(), "pairs.tsv", "dog\tcat\n\nhorse\tmonkey\textra\n");
    let lines = stdout(&scumble(&["similarity", "--pairs", &good, "--measure", "path"]));
    assert_eq!(
        lines,
        "term1\tterm2\tpath\tsense1\tsense2\tlcs\ndog\tcat\t4\tdog.n.01\tcat.n.01\tcarnivore.n.01\n\
         horse\tmonkey\t6\thorse.n.01\tmonkey.n.01\tplacental.n.01\n"
    );
    let bad = write(folder.path(), "bad.tsv", "dog\tcat\nhorse\tmonky\n");
    let output = scumble(&["similarity", "--pairs", &bad, "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let message = stderr(&output);
    assert!(message.contains("bad.tsv, line 2, column 2: the taxonomy does not know this term"), "{message}");
    assert!(
        message.contains("monkey") && !message.contains("monky"),
        "suggests, but does not repeat what the file holds: {message}"
    );
    let skipped = json(&["similarity", "--pairs", &bad, "--skip-unknown", "--json", "--quiet"]);
    assert_eq!(skipped["unknown"], 1);
    assert_eq!(skipped["pairs"].as_array().unwrap().len(), 2);
    // Our own output is a file of pairs too.
    let again = write(folder.path(), "again.tsv", &lines);
    assert_eq!(stdout(&scumble(&["similarity", "--pairs", &again, "--measure", "path"])), lines);
    let empty = write(folder.path(), "empty.tsv", "\n");
    assert!(failure(&["similarity", "--pairs", &empty]).contains("holds no pair"));
    let narrow = write(folder.path(), "narrow.tsv", "dog\tcat\nhorse\n");
    assert!(failure(&["similarity", "--pairs", &narrow]).contains("narrow.tsv, line 2: two terms"));
}

#[test]
fn pairs_from_standard_input_at_any_number_of_threads() {
    let mut input = String::new();
    for i in 0..2000 {
        input.push_str(["dog\tcat\n", "nurse\tsurgeon\n", "eat\tdrink\n", "gun\tknife\n", "Paris\tLondon\n"][i % 5]);
    }
    let run = |threads: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_scumble"))
            .args(["similarity", "--pairs", "-", "--threads", threads])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap().stdout
    };
    let alone = run("1");
    assert_eq!(alone.iter().filter(|&&byte| byte == b'\n').count(), 2001);
    assert!(alone == run("2") && alone == run("0"));
}

#[test]
fn taxonomies_of_other_kinds() {
    let folder = tempfile::tempdir().unwrap();
    let education = write(folder.path(), "education.csv", "Bachelors;Higher;*\nMasters;Higher;*\n10th;Secondary;*\n");
    let vgh = format!("vgh:{education}");
    let found = json(&["similarity", "Bachelors", "Masters", "--taxonomy", &vgh, "--json"]);
    assert_eq!(found["lcs"], "Higher");
    let flat = json(&["similarity", "milk", "bread", "--taxonomy", "none", "--measure", "equality", "--json"]);
    assert_eq!(flat["distance"], 1.0);
    assert_eq!(flat["lcs"], Value::Null);
    // Stacked: the hierarchy knows the first pair, WordNet the second.
    let both = format!("{vgh},wordnet");
    assert_eq!(json(&["similarity", "10th", "Masters", "--taxonomy", &both, "--json"])["lcs"], "*");
    assert_eq!(json(&["similarity", "dog", "cat", "--taxonomy", &both, "--json"])["lcs"], "carnivore.n.01");
    assert!(failure(&["similarity", "10th", "guitar", "--taxonomy", &both]).contains("no single taxonomy knows both"));
    // Two tops are fine, unless one was asked for.
    let tops = write(folder.path(), "tops.csv", "a,b\nc,d\n");
    let vgh = format!("vgh:{tops}");
    assert_eq!(json(&["similarity", "a", "c", "--taxonomy", &vgh, "--json"])["lcs"], Value::Null);
    assert!(
        failure(&["similarity", "a", "c", "--taxonomy", &vgh, "--strict"]).contains("tops.csv, line 2: a second top")
    );
    // A header by option.
    let headed = write(folder.path(), "headed.csv", "value,group\na,b\n");
    let vgh = format!("vgh:{headed}");
    assert!(failure(&["similarity", "value", "b", "--taxonomy", &vgh, "--header"]).contains("does not know “value”"));
}

#[test]
fn bad_usage() {
    assert!(failure(&["similarity", "dog", "cat", "--taxonomy", "vgg:x"]).contains("did you mean vgh?"));
    assert!(failure(&["similarity", "dog", "cat", "--taxonomy", "vgh"]).contains("vgh:FILE"));
    assert!(
        failure(&["similarity", "dog", "cat", "--taxonomy", "vgh:nowhere.csv"]).contains("nowhere.csv: no such file")
    );
    assert!(failure(&["similarity", "dog", "cat", "--ic", "tagged"]).contains("does not use it"));
    assert!(failure(&["similarity", "dog", "cat", "--strict"]).contains("read from a file"));
    assert!(failure(&["similarity", "dog", "cat", "--threads", "5000"]).contains("--threads"));
    assert!(failure(&["similarity", "", ""]).contains("an empty term"));
    assert!(failure(&["similarity", "dog", "cat", "--measure", "wu-palme"]).contains("wu-palmer"));
    assert!(failure(&["similarity", "dog"]).contains("required"));
    assert!(failure(&["similarty", "dog", "cat"]).contains("similarity"));
    assert!(failure(&["similarity", "dog", "cat", "--jsn"]).contains("--json"));
}

#[test]
fn a_missing_file_suggests_its_neighbour() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "pairs.tsv", "dog\tcat\n");
    let wrong = folder.path().join("pair.tsv").display().to_string();
    assert!(failure(&["similarity", "--pairs", &wrong]).contains("did you mean pairs.tsv?"));
}

#[test]
fn senses_by_any_of_their_terms() {
    for name in ["auto.n.01", "Car.n.1", "CAR.N.01"] {
        assert_eq!(json(&["similarity", name, "truck", "--json"])["senses"][0], "car.n.01", "{name}");
    }
    assert!(failure(&["similarity", "car.v.01", "truck"]).contains("does not know"));
    // What is a verb as it stands is not taken for a noun that is written otherwise.
    assert!(json(&["topics", "set up", "--json"])["senses"][0]["id"].as_str().unwrap().contains(".v."));
}

#[test]
fn topics() {
    let found = json(&["topics", "weapon", "--json"]);
    assert_eq!(found["senses"][0]["id"], "weapon.n.01");
    assert_eq!(found["senses"][0]["synonyms"][1], "arm");
    assert_eq!(found["senses"][0]["kind_of"][0], "instrument.n.01");
    assert_eq!(found["all_senses_taken"][0], "weapon");
    let terms = |found: &Value| {
        found["terms"].as_array().unwrap().iter().map(|t| t.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(terms(&found).contains(&"ICBM".to_owned()) && terms(&found).contains(&"brass knuckles".to_owned()));
    let chosen = json(&["topics", "weapon.n.02", "--json"]);
    assert_eq!(terms(&chosen), ["weapon", "artillery"]);
    assert_eq!(chosen["all_senses_taken"], serde_json::json!([]));
    let output = scumble(&["topics", "weapon"]);
    assert!(stdout(&output).contains("weapon.n.01: weapon, arm, weapon system — a kind of instrument"));
    assert!(stderr(&output).contains("“weapon” stands for all its senses"));
    assert_eq!(stderr(&scumble(&["topics", "weapon", "--quiet"])), "");
}

#[test]
fn the_demo_writes_its_page_whole() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("tour");
    let found = json(&["demo", "--out", out.to_str().unwrap(), "--json"]);
    let outputs = found["outputs"].as_array().unwrap().iter().map(|path| PathBuf::from(path.as_str().unwrap()));
    let page = outputs.inspect(|path| assert!(path.exists())).find(|path| path.ends_with("index.html")).unwrap();
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!doctype html>") && html.ends_with("</html>\n") && html.contains("<svg"));
    assert!(
        !html.contains("http://")
            || html.matches("http://").count() == html.matches("http://www.w3.org/2000/svg").count()
    );
    assert_eq!(
        std::fs::read_dir(&out).unwrap().count(),
        10,
        "five examples, three releases, the table's work folder and the page, and nothing temporary"
    );
    let note = std::fs::read_to_string(out.join("note.released.txt")).unwrap();
    assert!(note.contains("The patient suffers from Term1") && !note.contains("Roe"), "{note}");
    let told = stdout(&scumble(&["demo", "--out", out.to_str().unwrap()]));
    assert!(told.contains("respiratory disease") && !told.contains('\x1b'), "no colour off a terminal");
}

#[test]
fn parse() {
    let folder = tempfile::tempdir().unwrap();
    let text = "The patient, née Roe, had a blood transfusion.\n\nShe didn't mind.\n";
    let file = write(folder.path(), "letter.txt", text);
    let found = json(&["parse", &file, "--json"]);
    assert_eq!(found["sentences"].as_array().unwrap().len(), 2);
    for sentence in found["sentences"].as_array().unwrap() {
        for token in sentence["tokens"].as_array().unwrap() {
            let (start, end) = (token["start"].as_u64().unwrap() as usize, token["end"].as_u64().unwrap() as usize);
            assert!(!text[start..end].trim().is_empty(), "offsets are bytes on character boundaries");
        }
    }
    let phrases: Vec<&str> =
        found["sentences"][0]["phrases"].as_array().unwrap().iter().map(|p| p["text"].as_str().unwrap()).collect();
    assert!(phrases.contains(&"patient") && phrases.contains(&"blood transfusion"), "{phrases:?}");
    let last = &found["sentences"][1]["tokens"][2];
    assert_eq!((last["lemma"].as_str(), last["tag"].as_str()), (Some("n't"), Some("RB")));
    let dated = write(folder.path(), "dated.txt", "Née Roe. Born on 10 December 1815, badge B-1234.");
    let own = write(folder.path(), "own.toml", "[[recognizer]]\nkind = 'badge'\npattern = '\\bB-\\d{4}\\b'\n");
    let found = json(&["parse", &dated, "--recognizers", &own, "--json"]);
    let entities = found["sentences"][1]["entities"].as_array().unwrap();
    let told: Vec<(u64, u64, &str)> = entities
        .iter()
        .map(|e| (e["start"].as_u64().unwrap(), e["end"].as_u64().unwrap(), e["kind"].as_str().unwrap()))
        .collect();
    assert_eq!(told, [(18, 34, "date"), (42, 48, "badge")]);
    let people = write(folder.path(), "people.txt", "Mr John Smith met Ms Anna Smith. Mr Smith left.");
    let found = json(&["parse", &people, "--json"]);
    let number = |sentence: usize, i: usize| found["sentences"][sentence]["entities"][i]["entity"].as_u64();
    // Each name behind its title.
    assert_eq!((number(0, 1), number(0, 3), number(1, 1)), (Some(0), Some(1), Some(0)));
    assert_eq!((number(0, 0), number(0, 2), number(1, 0)), (Some(0), Some(1), Some(0)));
    assert!(stdout(&scumble(&["parse", &people])).contains("  title        Mr\n  person       John Smith\n"));
    assert!(stdout(&scumble(&["parse", &dated])).contains("  date         10 December 1815\n"));
    let stem = |rules: &str| {
        json(&["parse", &write(folder.path(), "s.txt", "Dying."), "--stem", rules, "--json"])["sentences"][0]["tokens"]
            [0]["stem"]
            .clone()
    };
    assert_eq!((stem("original"), stem("nltk")), (Value::from("dy"), Value::from("die")));
    let german = "Der Patient lebt seit vielen Jahren mit seiner Schwester in einem kleinen Haus am Rande der Stadt und arbeitet dort als Gärtner bei einer Firma.";
    let foreign = scumble(&["parse", &write(folder.path(), "de.txt", german)]);
    assert!(stderr(&foreign).contains("does not look like English"));
    let english = |file: &str| json(&["parse", file, "--json"])["english"].clone();
    let files =
        (write(folder.path(), "de.txt", german), write(folder.path(), "en.txt", &"A nurse came in. ".repeat(9)));
    assert_eq!((english(&files.0), english(&files.1), english(&people)), (false.into(), true.into(), Value::Null));
    assert_eq!(stderr(&scumble(&["parse", &people])), "");
    let bad = write(folder.path(), "bad.toml", "[[recognizer]]\nkind = 'x'\npattern = '('\n");
    assert!(failure(&["parse", &dated, "--recognizers", &bad]).contains("bad.toml: recognizer 1: its pattern"));
    assert!(stdout(&scumble(&["parse", &file])).contains("[blood/NN transfusion/NN]"));
    assert!(stdout(&scumble(&["parse", &file, "--phrases"])).contains("\nblood transfusion\n"));
    std::fs::write(folder.path().join("bad.txt"), b"a\nb\xff").unwrap();
    let message = failure(&["parse", &folder.path().join("bad.txt").display().to_string()]);
    assert!(message.contains("bad.txt, line 2: bytes that are not UTF-8"), "{message}");
}

#[test]
fn help_teaches() {
    for command in ["demo", "parse", "similarity", "topics"] {
        let help = stdout(&scumble(&[command, "--help"]));
        assert!(help.contains("Examples:") && help.matches(&format!("scumble {command}")).count() >= 3, "{help}");
    }
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_scumble"))
        .args(["topics", "entity.n.01", "--all"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && stderr(&output).is_empty(), "{}", stderr(&output));
}
