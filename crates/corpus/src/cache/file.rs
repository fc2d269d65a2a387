//! Remembered answers in a file: a first line that names the corpus, then `count<TAB>question` lines in order.

use crate::counts::{Provenance, Unit};
use crate::error::{Error, Result};
use scumble_io::Pending;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

const FORMAT: &str = "scumble counts 1";

/// The content of a file.
pub(super) struct Kept {
    pub(super) total: Option<u64>,
    pub(super) answers: Vec<(String, u64)>,
}

/// The unit of counts as it is written: counts of windows are not counts of documents.
fn unit(unit: Unit) -> String {
    match unit {
        Unit::Documents => "documents".into(),
        Unit::Windows(words) => format!("windows of {words}"),
    }
}

/// The answers in a file of this corpus; nothing if there is no file yet.
pub(super) fn read(path: &Path, of: &Provenance) -> Result<Option<Kept>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::file(path, error)),
    };
    let mut lines = BufReader::new(file).lines();
    let first = lines.next().transpose().map_err(|error| Error::file(path, error))?.unwrap_or_default();
    let head: Value = serde_json::from_str(&first).unwrap_or_default();
    if head["format"] != FORMAT {
        return Err(Error::file(path, "is no file of remembered counts; it was left as it is"));
    }
    if head["name"] != of.name.as_str() || head["version"] != of.version.as_str() || head["unit"] != unit(of.unit) {
        return Err(Error::file(
            path,
            "remembers the counts of another corpus, or of another version of it: name another file",
        ));
    }
    let mut answers = Vec::new();
    for (i, line) in lines.enumerate() {
        let line = line.map_err(|error| Error::file(path, format!("line {}: {}", i + 2, error.kind())))?;
        let (count, key) = line
            .split_once('\t')
            .and_then(|(count, key)| Some((count.parse().ok()?, key)))
            .ok_or_else(|| Error::file(path, format!("line {}: a count, a tab and a question are expected", i + 2)))?;
        answers.push((key.to_string(), count));
    }
    Ok(Some(Kept { total: head["total"].as_u64(), answers }))
}

/// Writes the file, whole or not at all. Only its owner may read it: it holds the phrases that were asked for.
pub(super) fn write(path: &Path, of: &Provenance, mut kept: Kept) -> Result<()> {
    kept.answers.sort_unstable();
    let head =
        json!({"format": FORMAT, "name": of.name, "version": of.version, "unit": unit(of.unit), "total": kept.total});
    let written = Pending::write_private(path, |file| {
        let mut out = BufWriter::new(file);
        writeln!(out, "{head}")?;
        for (key, count) in &kept.answers {
            writeln!(out, "{count}\t{key}")?;
        }
        out.flush()
    });
    written.and_then(Pending::keep).map_err(|error| Error::file(path, error.source))
}
