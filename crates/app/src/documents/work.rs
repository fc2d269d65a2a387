//! Where a run puts things: the release alone in one place, and everything that a person or an auditor needs in `OUT.work/`.

use super::decisions;
use super::job::{Finished, hash};
use crate::failure::Failure;
use crate::report::file::Pending;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// The folders of a run.
pub(crate) struct Work {
    /// The file or folder of the release.
    pub(crate) out: PathBuf,
    /// `OUT.work`.
    folder: PathBuf,
    /// Whether the release is one file.
    single: bool,
}

impl Work {
    /// Makes the folders.
    pub(crate) fn begin(out: &Path, single: bool) -> Result<Self, Failure> {
        let work = Self { out: out.to_owned(), folder: Self::folder_of(out), single };
        if !single {
            make_folder(&work.out)?;
        }
        make_folder(&work.folder)?;
        private(&work.folder, 0o700);
        Ok(work)
    }

    /// Where the work folder of a release is.
    pub(crate) fn folder_of(out: &Path) -> PathBuf {
        let whole = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
        let named = if out.file_name().is_some() { out } else { &whole };
        let mut name = named.file_name().unwrap_or(std::ffi::OsStr::new("out")).to_os_string();
        name.push(".work");
        named.with_file_name(name)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a document's release goes.
    pub(crate) fn output(&self, name: &str) -> PathBuf {
        if self.single { self.out.clone() } else { self.out.join(name) }
    }

    fn decisions(&self, name: &str) -> PathBuf {
        self.folder.join("decisions").join(format!("{name}.json"))
    }

    /// Puts a document where it belongs: its decisions and original first, the release last.
    pub(crate) fn put(&self, done: &Finished, output: &str, original: &Path, fingerprint: &str) -> Result<(), Failure> {
        self.keep_original(&done.job.name, original)?;
        let place = self.output(output);
        make_parent(&place)?;
        let pending = Pending::write_one_of_many(&place, |file| file.write_all(&done.bytes))?;
        self.take_back_other(&done.job.name, output);
        let head = json!({
            "name": done.job.name,
            "output": output,
            "settings": fingerprint,
            "input_sha256": done.job.input_hash,
            "output_sha256": done.output_hash,
            "residual_risk": round(done.sanitised.figures.residual_risk),
            "tokens_kept": round(done.kept),
            "exempt": done.exempt,
            "dropped": done.dropped,
            "warnings": done.job.warnings,
        });
        let decisions = self.decisions(&done.job.name);
        make_parent(&decisions)?;
        // One a line, and one after the other: a large document has very many.
        let written = Pending::write_one_of_many(&decisions, |file| {
            let mut out = std::io::BufWriter::new(file);
            let head = format!("{head:#}");
            writeln!(out, "{},\n  \"decisions\": [", head.trim_end_matches(['}', '\n', ' ']))?;
            for (i, finding) in done.findings.iter().enumerate() {
                let decision = decisions::to_json(finding, &done.job.text, &done.job.parts, true);
                write!(out, "{}    {decision}", if i > 0 { ",\n" } else { "" })?;
            }
            writeln!(out, "\n  ]\n}}")?;
            out.flush()
        })?;
        written.keep()?;
        pending.keep()
    }

    /// The record of a document that an earlier run finished with the same settings, if its release still lies there.
    pub(crate) fn finished(&self, name: &str, input: &Path, fingerprint: &str) -> Option<Value> {
        let record: Value = serde_json::from_slice(&std::fs::read(self.decisions(name)).ok()?).ok()?;
        let same = record["settings"] == fingerprint
            && record["input_sha256"] == hash(&std::fs::read(input).ok()?)
            && record["output_sha256"] == hash(&std::fs::read(self.output(record["output"].as_str()?)).ok()?);
        same.then_some(record)
    }

    /// Keeps a copy of what was read.
    pub(crate) fn keep_original(&self, name: &str, original: &Path) -> Result<(), Failure> {
        let copy = self.folder.join("originals").join(name);
        make_parent(&copy)?;
        let fault = |error| Failure::input(format!("{}: cannot be read: {error}", original.display()));
        let mut file = std::fs::File::open(original).map_err(fault)?;
        Pending::write_one_of_many(&copy, |copy| std::io::copy(&mut file, copy).map(drop))?.keep()
    }

    /// Takes away what an earlier run released of a document under another name.
    fn take_back_other(&self, name: &str, output: &str) {
        let record =
            std::fs::read(self.decisions(name)).ok().and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
        let before = record.as_ref().and_then(|record| record["output"].as_str()).filter(|before| *before != output);
        if let Some(before) = before {
            let _ = std::fs::remove_file(self.output(before));
        }
    }

    /// Takes away what an earlier run released of a document that must be withheld now.
    pub(crate) fn take_back(&self, name: &str) {
        let record =
            std::fs::read(self.decisions(name)).ok().and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
        if let Some(output) = record.as_ref().and_then(|record| record["output"].as_str()) {
            // Without a record it was not ours to remove.
            let _ = std::fs::remove_file(self.output(output));
            let _ = std::fs::remove_file(self.decisions(name));
        }
    }

    /// Where the decisions about a file of records go, one a line.
    pub(crate) fn record_decisions(&self, name: &str) -> PathBuf {
        self.folder.join("decisions").join(format!("{name}.decisions.jsonl"))
    }

    /// The audit: what was done with every document, by which settings and counts, without any text.
    pub(crate) fn audit(&self, head: &Value, names: &[String], files: &[String]) -> Result<(), Failure> {
        let pending = Pending::write(&self.folder.join("audit.json"), |file| {
            let mut out = std::io::BufWriter::new(file);
            let head = format!("{head:#}");
            writeln!(out, "{},\n  \"documents\": [", head.trim_end_matches(['}', '\n', ' ']))?;
            let mut first = true;
            let mut add = |record: &[u8]| {
                let mut record: Value = serde_json::from_slice(record).map_err(std::io::Error::other)?;
                without_text(&mut record);
                write!(out, "{}    {record}", if std::mem::take(&mut first) { "" } else { ",\n" })
            };
            for name in names {
                add(&std::fs::read(self.decisions(name))?)?;
            }
            for name in files {
                for line in BufReader::new(std::fs::File::open(self.record_decisions(name))?).split(b'\n') {
                    add(&line?)?;
                }
            }
            writeln!(out, "\n  ]\n}}")?;
            out.flush()
        })?;
        pending.keep()
    }
}

/// The decisions of a document.
pub(crate) fn decided(done: &Finished, show_text: bool) -> Vec<Value> {
    done.findings
        .iter()
        .map(|finding| decisions::to_json(finding, &done.job.text, &done.job.parts, show_text))
        .collect()
}

pub(crate) fn round(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

/// Takes what is protected out of a record; also the fingerprint of the settings, from which terms to hide could be guessed.
fn without_text(record: &mut Value) {
    if let Some(record) = record.as_object_mut() {
        record.remove("settings");
    }
    for decision in record["decisions"].as_array_mut().into_iter().flatten() {
        if let Some(decision) = decision.as_object_mut() {
            ["text", "term", "related"].into_iter().for_each(|key| drop(decision.remove(key)));
        }
    }
}

pub(crate) fn make_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::input(format!("{}: cannot be made: {error}", folder.display())))
}

pub(crate) fn make_parent(path: &Path) -> Result<(), Failure> {
    path.parent().map_or(Ok(()), |parent| if parent.as_os_str().is_empty() { Ok(()) } else { make_folder(parent) })
}

/// Originals and keys are nobody else's business.
pub(crate) fn private(path: &Path, mode: u32) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A file system that knows no permissions is no reason to stop.
        let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode));
    }
}
