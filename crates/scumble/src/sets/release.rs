//! A release of set-valued records as a file: written beside its place, read back, checked and only then moved there.

use super::run::AnonymizedSets;
use crate::error::{Error, Result};
use scumble_data::{SetForm, SetOptions, SetRecord, read_sets};
use scumble_io::{Pending, Watch};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufWriter, Write as _};
use std::path::Path;

impl AnonymizedSets {
    /// Writes the release as JSON lines and checks the bytes; the file is there only if every record is there at least k times.
    ///
    /// # Errors
    /// If the file cannot be written, its bytes break the promise, or the watcher cancels the run.
    pub fn write(&self, path: &Path, watch: &dyn Watch) -> Result<()> {
        watch.step("writing", 0, 0)?;
        let pending = Pending::write(path, |file| {
            let mut out = BufWriter::new(file);
            for (number, items) in self.anonymized.released() {
                writeln!(out, "{}", json!({ "id": number, "items": items }))?;
            }
            out.flush()
        })?;
        watch.step("checking", 0, 0)?;
        check(pending.temporary(), self.anonymized.released().count(), self.policy.anonymize.k.get())?;
        Ok(pending.keep()?)
    }
}

/// Reads a release back: it has as many records as were written, and each at least k times.
fn check(path: &Path, records: usize, k: usize) -> Result<()> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Error::promise(format!("the release cannot be read back: {error}")))?;
    let items = |line: &str| -> Option<Vec<String>> {
        serde_json::from_value(serde_json::from_str::<Value>(line).ok()?.get("items")?.clone()).ok()
    };
    let mut counts: HashMap<Vec<String>, usize> = HashMap::new();
    for line in text.lines() {
        *counts.entry(items(line).ok_or_else(unlike)?).or_default() += 1;
    }
    let found: usize = counts.values().sum();
    let smallest = counts.into_values().min().unwrap_or(0);
    if found == records && smallest >= k { Ok(()) } else { Err(unlike()) }
}

fn unlike() -> Error {
    Error::promise("the release does not read back as it was written; nothing was released")
}

/// Reads a release that [`AnonymizedSets::write`] wrote; its records may be empty.
///
/// # Errors
/// If the file cannot be read.
pub fn read_release(path: &Path) -> Result<Vec<SetRecord>> {
    let options = SetOptions { form: Some(SetForm::Objects), empty: true, ..SetOptions::default() };
    Ok(read_sets(path, &options)?)
}
