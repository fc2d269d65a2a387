//! The work folder of a release: what earlier runs left there, read and changed.

use super::record::{AuditRecord, StoredRecord};
use crate::{Error, Result};
use scumble_io::{Pending, is_leftover};
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The ending of the decisions about a file of records, one record a line.
pub(super) const RECORDS: &str = ".decisions.jsonl";

/// The record of a document, as an earlier run left it.
pub(super) fn stored(path: &Path) -> Option<StoredRecord> {
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

/// The name under which a file of records was released: its records have it.
pub(super) fn output_of_records(path: &Path) -> Option<String> {
    let mut line = String::new();
    BufReader::new(File::open(path).ok()?).read_line(&mut line).ok()?;
    Some(serde_json::from_str::<StoredRecord>(&line).ok()?.output)
}

/// The records of a file of records, without their text.
pub(super) fn audit_lines(path: &Path) -> Result<impl Iterator<Item = Result<AuditRecord>> + use<>> {
    let lines = BufReader::new(File::open(path).map_err(|error| unreadable(path, &error))?).split(b'\n');
    let place = path.to_owned();
    Ok(lines.map(move |line| audit_record(&line.map_err(|error| unreadable(&place, &error))?, &place)))
}

/// A record without its text.
pub(super) fn audit_record(bytes: &[u8], place: &Path) -> Result<AuditRecord> {
    let stored: StoredRecord = serde_json::from_slice(bytes)
        .map_err(|_| Error::input(format!("{}: is no record of a document", place.display())))?;
    Ok(AuditRecord::from(stored))
}

/// The terms that were redacted in a document, each with its kind. Protected.
pub(super) fn redacted(path: &Path) -> Vec<(String, String)> {
    #[derive(Deserialize)]
    struct Texts {
        decisions: Vec<One>,
    }
    #[derive(Deserialize)]
    struct One {
        text: Option<String>,
        kind: String,
        state: String,
        action: String,
    }
    let texts = std::fs::read(path).ok().and_then(|bytes| serde_json::from_slice::<Texts>(&bytes).ok());
    let applied = |one: &One| matches!(one.state.as_str(), "accepted" | "manual") && one.action != "keep";
    let all = texts.map(|texts| texts.decisions).unwrap_or_default();
    all.into_iter().filter(applied).filter_map(|one| Some((one.kind, one.text?))).collect()
}

/// Writes the name of a release anew, in the record of a document or in those of a file of records.
pub(super) fn rename_output(path: &Path, from: &str, to: &str) -> Result<()> {
    let quoted = |name: &str| serde_json::to_string(name).unwrap_or_default();
    // Only these files have that key, and in each record it stands once, before all text.
    let pairs = [": ", ":"]
        .map(|colon| (format!("\"output\"{colon}{}", quoted(from)), format!("\"output\"{colon}{}", quoted(to))));
    let source = File::open(path).map_err(|error| unreadable(path, &error))?;
    let pending = Pending::write_one_of_many(path, |file| {
        let mut out = BufWriter::new(file);
        for line in BufReader::new(source).lines() {
            let mut line = line?;
            if let Some((old, new)) = pairs.iter().find(|(old, _)| line.contains(old.as_str())) {
                line = line.replacen(old.as_str(), new, 1);
            }
            out.write_all(line.as_bytes())?;
            out.write_all(b"\n")?;
        }
        out.flush()
    })?;
    Ok(pending.keep()?)
}

/// All files in a folder and below, as names with `/` between folders, in order. Files of killed runs do not count.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let mut out = Vec::new();
    walk(folder, "", &mut out);
    out.sort();
    out
}

fn walk(folder: &Path, prefix: &str, out: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            walk(&entry.path(), &format!("{name}/"), out);
        } else if !is_leftover(&entry.path()) {
            out.push(name);
        }
    }
}

/// Removes a file, and the folders above it that are empty then, up to a folder that stays.
pub(super) fn remove(path: &Path, up_to: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Error::input(format!("{}: cannot be removed: {error}", path.display()))),
    }
    let folders: Vec<PathBuf> =
        path.ancestors().skip(1).take_while(|folder| *folder != up_to).map(Path::to_owned).collect();
    for folder in folders {
        if !folder.starts_with(up_to) || std::fs::remove_dir(&folder).is_err() {
            break;
        }
    }
    Ok(())
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::input(format!("{}: cannot be read: {error}", path.display()))
}
