//! The integration tests of this crate, linked once.
#![allow(clippy::print_stderr, reason = "a skipped test says so")]

mod against;
mod any_input;
mod assessing;
mod documents;
mod gold;
mod policies;
mod sets;
mod surrogates;
mod tables;

use std::path::{Path, PathBuf};

/// A file of the examples.
fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

/// A file of the shared data folder, if that is there.
fn data(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: the shared data folder is not there ({name})");
    None
}
