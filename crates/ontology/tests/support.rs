//! What the integration tests share.
#![allow(clippy::print_stderr, reason = "skipped tests say so")]

use scumble_io::csv::{Record, Records, unquoted};
use scumble_ontology::load::{Format, Options, Source, read};
use scumble_ontology::{Concept, Taxonomy, wordnet};
use std::path::PathBuf;

/// A file of the shared data folder, or `None`, with a message, where the folder is absent.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(path);
    if file.exists() {
        return Some(file);
    }
    eprintln!("skipped: the shared data file {path} is not here");
    None
}

pub(crate) fn nouns() -> &'static Taxonomy {
    wordnet().nouns()
}

pub(crate) fn synset(name: &str) -> Concept {
    nouns().named(name).unwrap_or_else(|| panic!("{name} is not in WordNet"))
}

pub(crate) fn read_text(format: Format, file: &str, text: &str) -> scumble_ontology::Result<Vec<Taxonomy>> {
    read(format, &Source::text(file, text), &Options::default())
}

/// The rows of a CSV file, by column name.
pub(crate) fn csv_rows(path: &std::path::Path) -> Vec<std::collections::HashMap<String, String>> {
    let source = Source::open(path).unwrap();
    let mut records = Records::new(source.as_str().as_bytes(), b',');
    let mut record = Record::default();
    let mut rows = Vec::new();
    while let Some(bytes) = records.next(&mut record).unwrap() {
        let text = |field: &[u8]| unquoted(std::str::from_utf8(field).unwrap()).into_owned();
        rows.push(record.fields(bytes).map(text).collect::<Vec<String>>());
    }
    let header = rows.remove(0);
    rows.into_iter().map(|row| header.iter().cloned().zip(row).collect()).collect()
}

pub(crate) fn golden(file: &str) -> serde_json::Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

pub(crate) fn assert_close(ours: f64, theirs: f64, what: &str) {
    assert!((ours - theirs).abs() < 1e-9, "{what}: ours {ours}, theirs {theirs}");
}
