//! Where a run puts things: the release alone in one place, and everything that a person or an auditor needs in `OUT.work/`.

use super::decisions;
use super::job::{Finished, hash};
use crate::failure::Failure;
use crate::report::file::{self, Pending};
use serde_json::{Value, json};
use std::io::Write;
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
        let mut name = out.file_name().unwrap_or(std::ffi::OsStr::new("out")).to_os_string();
        name.push(".work");
        let work = Self { out: out.to_owned(), folder: out.with_file_name(name), single };
        if !single {
            make_folder(&work.out)?;
        }
        make_folder(&work.folder)?;
        private(&work.folder);
        Ok(work)
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
        let copy = self.folder.join("originals").join(&done.job.name);
        make_parent(&copy)?;
        let bytes = std::fs::read(original)
            .map_err(|error| Failure::input(format!("{}: cannot be read: {error}", original.display())))?;
        file::write(&copy, &bytes)?;
        let place = self.output(output);
        make_parent(&place)?;
        let pending = Pending::write(&place, |file| file.write_all(&done.bytes))?;
        let record = json!({
            "name": done.job.name,
            "output": output,
            "settings": fingerprint,
            "input_sha256": done.job.input_hash,
            "output_sha256": done.output_hash,
            "residual_risk": round(done.sanitised.decisions.residual),
            "tokens_kept": round(done.kept),
            "exempt": done.exempt,
            "dropped": done.dropped,
            "decisions": decided(done, true),
        });
        let decisions = self.decisions(&done.job.name);
        make_parent(&decisions)?;
        file::write(&decisions, format!("{record:#}\n").as_bytes())?;
        pending.keep()
    }

    /// Whether an earlier run finished a document with the same settings, and its release still lies there.
    pub(crate) fn is_finished(&self, name: &str, input: &Path, fingerprint: &str) -> bool {
        self.finished(name, input, fingerprint).unwrap_or(false)
    }

    fn finished(&self, name: &str, input: &Path, fingerprint: &str) -> Option<bool> {
        let record: Value = serde_json::from_slice(&std::fs::read(self.decisions(name)).ok()?).ok()?;
        let same = record["settings"] == fingerprint
            && record["input_sha256"] == hash(&std::fs::read(input).ok()?)
            && record["output_sha256"] == hash(&std::fs::read(self.output(record["output"].as_str()?)).ok()?);
        Some(same)
    }

    /// The audit: what was done with every document, by which settings and counts, without any text.
    pub(crate) fn audit(&self, head: &Value, names: &[String]) -> Result<(), Failure> {
        let pending = Pending::write(&self.folder.join("audit.json"), |file| {
            let mut out = std::io::BufWriter::new(file);
            let head = format!("{head:#}");
            writeln!(out, "{},\n  \"documents\": [", head.trim_end_matches(['}', '\n', ' ']))?;
            for (i, name) in names.iter().enumerate() {
                let record = std::fs::read(self.decisions(name))?;
                let mut record: Value = serde_json::from_slice(&record).map_err(std::io::Error::other)?;
                without_text(&mut record);
                write!(out, "{}    {record}", if i > 0 { ",\n" } else { "" })?;
            }
            writeln!(out, "\n  ]\n}}")?;
            out.flush()
        })?;
        pending.keep()
    }
}

/// The decisions of a document.
pub(crate) fn decided(done: &Finished, show_text: bool) -> Vec<Value> {
    let findings = done.sanitised.decisions.findings.iter();
    findings.map(|finding| decisions::to_json(finding, &done.job.text, &done.job.parts, show_text)).collect()
}

pub(crate) fn round(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

/// Takes what is protected out of a record.
fn without_text(record: &mut Value) {
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

/// Originals are nobody else's business.
fn private(folder: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A file system that knows no permissions is no reason to stop.
        let _ = std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700));
    }
}
