//! Remembered answers in a file: a first line that says whose they are, then `count<TAB>question` lines in order.

use crate::counts::{Provenance, Unit};
use crate::error::{Error, Result};
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

const FORMAT: &str = "scumble counts 1";

/// What a file holds.
pub(super) struct Kept {
    pub(super) total: Option<u64>,
    pub(super) answers: Vec<(String, u64)>,
}

/// A window is another unit than a document, so the unit belongs to the name.
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

/// Writes beside the file, then puts it in its place.
pub(super) fn write(path: &Path, of: &Provenance, mut kept: Kept) -> Result<()> {
    kept.answers.sort_unstable();
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary: PathBuf = path.with_file_name(name);
    let written = fill(&temporary, of, &kept).and_then(|()| std::fs::rename(&temporary, path));
    written.map_err(|error| {
        let _ = std::fs::remove_file(&temporary);
        Error::file(path, error)
    })
}

fn fill(temporary: &Path, of: &Provenance, kept: &Kept) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut out = BufWriter::new(options.open(temporary)?);
    let head =
        json!({"format": FORMAT, "name": of.name, "version": of.version, "unit": unit(of.unit), "total": kept.total});
    writeln!(out, "{head}")?;
    for (key, count) in &kept.answers {
        writeln!(out, "{count}\t{key}")?;
    }
    out.into_inner()?.sync_all()
}
