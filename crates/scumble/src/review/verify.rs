//! The check of an audit: the chain of the trail, and the hashes of what was released.

use super::collection::trail_of;
use super::trail::{TrailLine, read};
use crate::document::{Folder, StoredRecord, files, hash, in_audit};
use crate::{Error, Result};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VerifiedRelease {
    /// How many lines the audit trail has; 0 if nobody reviewed the release.
    pub lines: u64,
    /// The hash of the last line.
    pub last: String,
    /// How many exports the trail has.
    pub exports: usize,
    /// How many documents were compared with their hashes: the original and the release.
    pub documents: usize,
    /// What does not fit.
    pub broken: Vec<String>,
}

/// Checks the audit trail of a release, and compares every document with the hashes of its record and of the last export. What does
/// not fit is listed.
///
/// # Errors
/// If there is no such release.
pub fn verify_release(out: &Path) -> Result<VerifiedRelease> {
    let work = Folder::work_of(out);
    if !work.join("decisions").is_dir() {
        return Err(Error::input(format!("{}: is no release of documents with its work folder", out.display())));
    }
    let mut found = VerifiedRelease::default();
    let place = trail_of(&work);
    let mut exported: BTreeMap<String, String> = BTreeMap::new();
    match std::fs::read(&place).map(|bytes| read(&place, &bytes)) {
        Err(_) => {}
        Ok(Err(broken)) => found.broken.push(broken.to_string()),
        Ok(Ok(lines)) => {
            let exports: Vec<&TrailLine> = lines.iter().filter(|line| line.what == "export").collect();
            (found.lines, found.exports) = (lines.len() as u64, exports.len());
            found.last = lines.last().map_or(String::new(), |line| line.hash.clone());
            exported = exports.last().map(|line| line.released.clone()).unwrap_or_default();
        }
    }
    let own = |path: &Path| std::fs::read(path).ok().map(|bytes| hash(&bytes));
    for file in files(&work.join("decisions")).iter().filter(|file| file.ends_with(".json")) {
        let path = work.join("decisions").join(file);
        let record = std::fs::read(&path).ok().and_then(|bytes| serde_json::from_slice::<StoredRecord>(&bytes).ok());
        let Some(record) = record else {
            found.broken.push(format!("{file}: is no record of a document"));
            continue;
        };
        let shown = in_audit(&record.name, &record.output);
        let release = if out.is_dir() { out.join(&record.output) } else { out.to_owned() };
        let original = work.join("originals").join(&record.name);
        found.documents += 1;
        let mut compare = |what: &str, path: &Path, expected: &str| match own(path) {
            Some(hash) if hash == *expected => {}
            Some(_) => found.broken.push(format!("{shown}: {what} was changed")),
            None => found.broken.push(format!("{shown}: {what} is not there")),
        };
        compare("the original", &original, &record.figures.input_sha256);
        compare("the release", &release, &record.figures.output_sha256);
        if exported.get(&shown).is_some_and(|hash| *hash != record.figures.output_sha256) {
            found.broken.push(format!("{shown}: was released again after the last export of the review"));
        }
    }
    Ok(found)
}
