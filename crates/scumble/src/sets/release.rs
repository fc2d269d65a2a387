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
        check(pending.temporary(), self)?;
        Ok(pending.keep()?)
    }
}

/// Reads a release back: it has the records that were checked, no more and no other, and each at least k times.
fn check(path: &Path, sets: &AnonymizedSets) -> Result<()> {
    let records = read_release(path).map_err(|_| unlike())?;
    let read = records.iter().map(|record| (record.id.clone(), record.items.as_slice()));
    let checked = sets.anonymized.released().map(|(number, items)| (number.to_string(), items));
    let mut counts: HashMap<&[String], usize> = HashMap::new();
    records.iter().for_each(|record| *counts.entry(&record.items).or_default() += 1);
    let smallest = counts.into_values().min().unwrap_or(0);
    if read.eq(checked) && smallest >= sets.policy.anonymize.k.get() { Ok(()) } else { Err(unlike()) }
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
