//! `scumble vectors build`, end to end, and against the reference matrices.

use crate::support::{Workplace, data, json, refused};
use scumble::data::{SpaceOptions, VectorSpace, read_space};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::BufRead;
use std::path::Path;

const NOTES: &str = r#"{"id": "n1", "text": "The cocoa harvest, the cocoa price", "class": "trade"}
{"id": "n2", "text": "A cocoa price", "class": "trade"}
{"id": "n3", "text": "Harvest of sugar", "class": "crop"}
{"id": "n4", "text": "zzyzx", "class": "crop"}
"#;

fn read(folder: &str) -> VectorSpace {
    read_space(Path::new(folder), &SpaceOptions::default()).unwrap()
}

#[test]
fn a_space_is_built_in_every_format_and_reads_back_the_same() {
    let place = Workplace::new();
    let notes = place.write("notes.jsonl", NOTES);
    let output = place.folder().join("space").display().to_string();
    let mut spaces = Vec::new();
    for format in ["mtx", "svm", "csv", "parquet"] {
        let arguments =
            ["vectors", "build", &notes, "--id-field", "id", "--label-field", "class", "--stop-words", "english"];
        let report = json(&[&arguments[..], &["-k", "2", "--format", format, "-o", &output]].concat());
        assert_eq!((report["rows"].as_u64(), report["terms"].as_u64()), (Some(3), Some(3)));
        assert_eq!((report["left_out"][0].as_str(), report["min_df"].as_u64()), (Some("n4"), Some(2)));
        spaces.push(read(&output));
    }
    assert!(spaces.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(spaces[0].vocabulary, ["cocoa", "harvest", "price"]);
    assert_eq!(spaces[0].documents, ["n1", "n2", "n3"]);
    let labels = std::fs::read_to_string(place.folder().join("space/labels.csv")).unwrap();
    assert_eq!(labels, "row,doc_id,label\n0,n1,trade\n1,n2,trade\n2,n3,crop\n");
}

#[test]
fn one_thread_or_two_write_the_same_bytes() {
    let place = Workplace::new();
    let words = ["cocoa", "price", "harvest", "sugar", "rice", "trade", "ship"];
    let texts = (0..500_usize).map(|n| {
        let text: Vec<&str> = (0..20).map(|at| words[(n * n + at * (n % 5 + 1)) % words.len()]).collect();
        format!("{}\n", serde_json::json!({ "text": text[..n % 20].join(" ") }))
    });
    let input = place.write("notes.jsonl", texts.collect::<String>());
    let files = ["1", "2"].map(|threads| {
        let output = place.path(threads);
        json(&["vectors", "build", &input, "-k", "2", "--top", "6", "--stem", "-o", &output, "--threads", threads]);
        ["matrix.mtx", "vocabulary.txt", "documents.txt", "space.json"]
            .map(|name| std::fs::read(Path::new(&output).join(name)).unwrap())
    });
    assert_eq!(files[0], files[1]);
}

#[test]
fn what_cannot_be_built_is_refused_and_nothing_is_written() {
    let place = Workplace::new();
    let notes = place.write("notes.jsonl", NOTES);
    let output = place.folder().join("space").display().to_string();
    let inside = place.folder().join("docs/space").display().to_string();
    place.write("docs/a.txt", "cocoa");
    let docs = place.folder().join("docs").display().to_string();
    for (arguments, expected) in [
        (vec![&*notes, "-o", &output], "-k"),
        (vec![&*notes, "-k", "5", "-o", &output], "no document has a term that occurs in 5 documents"),
        (vec![&*notes, "-k", "2", "--text-field", "body", "-o", &output], "line 1: no such text in “body”"),
        (vec![&*notes, "-k", "0", "-o", &output], "at least 1"),
        (vec![&*notes, "-k", "2", "--format", "npz", "-o", &output], "unknown format “npz”"),
        (
            vec![&*notes, "-k", "2", "--stop-words", "/no/such/list", "-o", &output],
            "--stop-words: /no/such/list: no such file",
        ),
        (vec![&*docs, "-k", "1", "-o", &inside], "among the documents"),
    ] {
        let message = refused(2, &[&["vectors", "build"], &arguments[..]].concat());
        assert!(message.contains(expected), "{message}");
        assert!(!Path::new(&output).exists() && !Path::new(&inside).exists());
    }
}

/// The lines of a packed file, as objects.
fn objects(path: &Path) -> Vec<Value> {
    let lines = scumble::io::open(path).unwrap().lines();
    lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

/// The same vocabulary, documents and weights as the reference, up to the twelve digits that it was printed with.
fn same_as_reference(space: &VectorSpace, name: &str) {
    let folder = data("vectors").unwrap();
    let vocabulary = Some(folder.join(format!("{name}.vocab.txt")));
    let matrix = folder.join(format!("{name}.mtx.gz"));
    let reference = read_space(&matrix, &SpaceOptions { vocabulary, ..SpaceOptions::default() }).unwrap();
    let words = |space: &VectorSpace| space.vocabulary.iter().cloned().collect::<BTreeSet<_>>();
    let (ours, theirs) = (words(space), words(&reference));
    let differing: Vec<_> = ours.symmetric_difference(&theirs).collect();
    assert!(differing.is_empty(), "{name}: {differing:?}");
    assert_eq!(space.vocabulary, reference.vocabulary);
    assert_eq!((space.matrix.len(), space.matrix.entries()), (reference.matrix.len(), reference.matrix.entries()));
    let labels = std::fs::read_to_string(folder.join(format!("{name}.labels.csv"))).unwrap();
    let documents: Vec<&str> = labels.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
    assert_eq!(space.documents, documents);
    for (a, b) in space.matrix.rows().zip(reference.matrix.rows()) {
        assert_eq!(a.terms, b.terms);
        assert!(a.weights.iter().zip(b.weights).all(|(a, b)| (a - b).abs() < 1e-10), "{name}");
    }
}

#[test]
fn reuters_and_movie_reviews_give_the_reference_matrices() {
    let (Some(reuters), Some(movies), Some(stop)) =
        (data("reuters21578"), data("movie_reviews"), data("lexicons/stopwords/english"))
    else {
        return;
    };
    let classes = ["earn", "acq", "crude", "trade", "money-fx", "interest", "money-supply"];
    let of_one_class = |record: &Value| matches!(record["topics"].as_array().unwrap().as_slice(), [Value::String(topic)] if classes.contains(&topic.as_str()));
    let mut records: Vec<Value> =
        ["train", "test_odd"].iter().flat_map(|part| objects(&reuters.join(format!("{part}.jsonl.gz")))).collect();
    records.retain(of_one_class);
    records.sort_by_key(|record| record["id"].as_u64());
    let place = Workplace::new();
    let selected: String = records.iter().map(|record| format!("{record}\n")).collect();
    let selected = place.write("reuters.jsonl", &selected);
    let movies = movies.join("reviews_fold0-7.jsonl.gz").display().to_string();
    let (stop, output) = (stop.display().to_string(), place.folder().join("space").display().to_string());
    for (name, input, text, label, stem) in [
        ("reuters", &selected, "title,text", "topics", None),
        ("reuters_porter", &selected, "title,text", "topics", Some("--stem")),
        ("movies", &movies, "text", "label", None),
        ("movies_porter", &movies, "text", "label", Some("--stem")),
    ] {
        let mut arguments =
            vec!["vectors", "build", input, "--text-field", text, "--id-field", "id", "--label-field", label];
        arguments.extend(["--stop-words", &stop, "--lexicon", "--min-df", "2", "-o", &output]);
        arguments.extend(stem);
        let report = json(&arguments);
        let left_out = if name.starts_with("reuters") { vec!["5549"] } else { Vec::new() };
        assert_eq!(report["left_out"], serde_json::json!(left_out), "{name}");
        same_as_reference(&read(&output), name);
    }
}
