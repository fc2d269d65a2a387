//! What a person did, with the decisions before and after: kept for going on after a stop of any kind, and for undoing. It holds
//! protected text; the audit trail, which does not, is another file.

use crate::document::Decision;
use crate::{Error, Result};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A decision before and after a step: made where there is none before, taken back where there is none after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The document's name.
    pub document: String,
    /// The decision before.
    pub before: Option<Decision>,
    /// The decision after.
    pub after: Option<Decision>,
}

/// Something that a person did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its number, from 1.
    pub number: u64,
    /// When, in universal time.
    pub time: String,
    /// Who.
    pub reviewer: String,
    /// What: accept, reject, edit …
    pub what: String,
    /// The step that it undoes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<u64>,
    /// What it changed.
    pub changes: Vec<Change>,
}

/// The file of steps: one a line, only ever added to.
#[derive(Debug)]
pub(super) struct Steps {
    path: PathBuf,
    file: File,
    all: Vec<Step>,
    /// Places in the list of the steps that can be undone, the last one last.
    undoable: Vec<usize>,
}

impl Steps {
    /// Opens the file; a line that a killed run did not end is cut off.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let fault = |error: std::io::Error| Error::input(format!("{}: cannot be used: {error}", path.display()));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(fault(error)),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut all: Vec<Step> = Vec::new();
        for (number, line) in (1u64..).zip(text[..whole].lines()) {
            let step: Step = serde_json::from_str(line)
                .map_err(|_| Error::input(format!("{}, line {number}: is no step of a review", path.display())))?;
            all.push(step);
        }
        let file = File::options().create(true).append(true).open(path).map_err(fault)?;
        crate::document::private(path, 0o600);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(fault)?;
        }
        let mut steps = Self { path: path.to_owned(), file, all: Vec::new(), undoable: Vec::new() };
        all.into_iter().for_each(|step| steps.remember(step));
        Ok(steps)
    }

    fn remember(&mut self, step: Step) {
        match step.undoes {
            Some(number) => self.undoable.retain(|&at| self.all[at].number != number),
            None if step.changes.is_empty() => {}
            None => self.undoable.push(self.all.len()),
        }
        self.all.push(step);
    }

    /// Adds a step. When this is done, the disk has it.
    pub(super) fn add(&mut self, step: Step) -> Result<()> {
        let fault =
            |error: std::io::Error| Error::input(format!("{}: cannot be written: {error}", self.path.display()));
        let mut line = serde_json::to_vec(&step).map_err(|error| fault(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).and_then(|()| self.file.sync_data()).map_err(fault)?;
        self.remember(step);
        Ok(())
    }

    /// The step that is undone next.
    pub(super) fn last(&self) -> Option<&Step> {
        self.undoable.last().map(|&at| &self.all[at])
    }

    /// How many steps can be undone.
    pub(super) fn undoable(&self) -> usize {
        self.undoable.len()
    }

    /// All steps.
    pub(super) fn all(&self) -> &[Step] {
        &self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(number: u64, undoes: Option<u64>) -> Step {
        let change = Change { document: "a".into(), before: None, after: None };
        Step { number, time: String::new(), reviewer: "r".into(), what: "w".into(), undoes, changes: vec![change] }
    }

    #[test]
    fn steps_are_there_after_a_run_was_killed_in_the_middle_of_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("steps.jsonl");
        let mut steps = Steps::open(&path).unwrap();
        steps.add(step(1, None)).unwrap();
        steps.add(step(2, None)).unwrap();
        drop(steps);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend(b"{\"number\":3,\"ti");
        std::fs::write(&path, &bytes).unwrap();
        let mut steps = Steps::open(&path).unwrap();
        assert_eq!((steps.all().len(), steps.undoable()), (2, 2));
        steps.add(step(3, Some(2))).unwrap();
        assert_eq!(steps.last().unwrap().number, 1, "what was undone is not undone again");
        steps.add(step(4, Some(1))).unwrap();
        let again = Steps::open(&path).unwrap();
        assert_eq!((again.all().len(), again.undoable()), (4, 0));
    }
}
