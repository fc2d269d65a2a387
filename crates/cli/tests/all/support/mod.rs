//! Running the binary, and where its files are.
#![allow(clippy::print_stderr, reason = "skipped tests say so")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A made-up letter with names, numbers, and something that looks like a label.
pub(crate) const LETTER: &str = "Dear Ms Jane Roe,\r\n\r\nDr. Peter Lindqvist saw you at Holloway General Hospital on 4 March 2019.\r\n\
Your record number is 4471-882. Pers1 is not a name.\r\nJane, please call +44 20 7946 0958 or write to \
p.lindqvist@example.org.\r\n\r\nYours,\r\nPeter Lindqvist\r\n";

/// Runs the binary in the root of the repository.
pub(crate) fn scumble(arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_scumble")).current_dir(root).args(arguments).output().unwrap()
}

/// The one JSON object that a successful run prints.
#[track_caller]
pub(crate) fn json(arguments: &[&str]) -> Value {
    let output = scumble(&[arguments, &["--json", "--quiet"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The message of a run that must fail with that status, and print nothing.
#[track_caller]
pub(crate) fn refused(status: i32, arguments: &[&str]) -> String {
    let output = scumble(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{message}");
    assert!(output.stdout.is_empty());
    message
}

/// The text of a file.
pub(crate) fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Runs with a passphrase.
pub(crate) fn with_passphrase(arguments: &[&str], passphrase: &str) -> Output {
    let binary = env!("CARGO_BIN_EXE_scumble");
    Command::new(binary).args(arguments).env("SCUMBLE_PASSPHRASE", passphrase).output().unwrap()
}

/// A file of the shared data folder, if that is there.
pub(crate) fn data(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: the shared data folder is not there ({name})");
    None
}

/// A folder to write into.
pub(crate) struct Workplace(tempfile::TempDir);

impl Workplace {
    /// A folder with the repository's examples in it.
    pub(crate) fn with_examples() -> Self {
        let place = Self::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        std::fs::create_dir(place.folder().join("examples")).unwrap();
        for entry in std::fs::read_dir(root).unwrap() {
            let path = entry.unwrap().path();
            std::fs::copy(&path, place.folder().join("examples").join(path.file_name().unwrap())).unwrap();
        }
        place
    }

    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
        self.path(name)
    }

    /// Checks that these files are there and nothing else.
    #[track_caller]
    pub(crate) fn holds_only(&self, names: &[&str]) {
        let mut found: Vec<String> = std::fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        found.sort();
        assert_eq!(found, names);
    }
}
