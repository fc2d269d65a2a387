//! A release of set-valued records as a file: written beside its place, read back, checked and only then moved there.

use super::run::AnonymizedSets;
use crate::error::{Error, Result};
use scumble_data::{SetForm, SetOptions, SetRecord, read_release, read_sets, write_release};
use scumble_io::{Pending, Watch};
use std::collections::HashMap;
use std::path::Path;

impl AnonymizedSets {
    /// Writes the release as JSON lines and checks the bytes; the file is there only if every record is there at least k times.
    ///
    /// # Errors
    /// If the file cannot be written, its bytes break the promise, or the watcher cancels the run.
    pub fn write(&self, path: &Path, watch: &dyn Watch) -> Result<()> {
        watch.step("writing", 0, 0)?;
        let pending = Pending::write(path, |file| write_release(self.anonymized.released(), file))?;
        watch.step("checking", 0, 0)?;
        check(pending.temporary(), self.anonymized.released().count(), self.policy.anonymize.k.get())?;
        Ok(pending.keep()?)
    }
}

/// Reads a release back: it has as many records as were written, and each at least k times.
fn check(path: &Path, records: usize, k: usize) -> Result<()> {
    let mut counts: HashMap<Vec<String>, usize> = HashMap::new();
    for record in read_release(path).map_err(|_| unlike())? {
        *counts.entry(record.items).or_default() += 1;
    }
    let found: usize = counts.values().sum();
    let smallest = counts.into_values().min().unwrap_or(0);
    if found == records && smallest >= k { Ok(()) } else { Err(unlike()) }
}

fn unlike() -> Error {
    Error::promise("the release does not read back as it was written; nothing was released")
}

/// Reads released records, of this program or of another one: an object a line, whose records may be empty.
///
/// # Errors
/// If the file cannot be read.
pub fn read_released(path: &Path) -> Result<Vec<SetRecord>> {
    let options = SetOptions { form: Some(SetForm::Objects), empty: true, ..SetOptions::default() };
    Ok(read_sets(path, &options)?)
}
