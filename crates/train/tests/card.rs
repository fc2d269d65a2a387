//! The weights of the second reader are those of their model card, and so are the scripts, marks and data that they were made with.
#![allow(clippy::print_stderr, reason = "skipped tests say so")]

use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sha_256(file: &Path) -> String {
    let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    Sha256::digest(&bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The rows of the card: group, file, SHA-256.
fn rows() -> Vec<[String; 3]> {
    let card = std::fs::read_to_string(root().join("crates/train/second_reader/MODEL_CARD.md")).unwrap();
    let table = card.split("<!-- hashes -->").nth(1).unwrap().split("<!-- end of hashes -->").next().unwrap();
    let rows = table.lines().filter(|line| line.matches('`').count() == 4).map(|line| {
        let cells: Vec<String> = line.split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect();
        [cells[1].clone(), cells[2].clone(), cells[3].clone()]
    });
    rows.collect()
}

fn check(group: &str, folder: &Path) -> usize {
    let of_group = rows().into_iter().filter(|[own, ..]| own == group);
    of_group.map(|[_, file, expected]| assert_eq!(sha_256(&folder.join(&file)), expected, "{file}")).count()
}

#[test]
fn weights_and_scripts_are_those_of_the_card() {
    assert_eq!(check("weights", &root()), 1);
    assert!(check("scripts and marks", &root()) > 10);
    // Every script that trains is in the card; these two only compare and store.
    let listed: BTreeSet<String> = rows().into_iter().map(|[_, file, _]| file).collect();
    for entry in std::fs::read_dir(root().join("crates/train/second_reader")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let trains = path.is_file() && !name.ends_with(".md") && name != "exact.py" && name != "hashes";
        assert!(!trains || listed.contains(&format!("crates/train/second_reader/{name}")), "{name} is not in the card");
    }
}

#[test]
fn the_data_are_those_of_the_card() {
    let data = root().join("../shared/data");
    if !data.join("tab").exists() {
        eprintln!("skipped: the shared data folder is not here");
        return;
    }
    assert_eq!(check("data", &data), 10);
}
