//! A release on disk: the release alone in one place, and everything that a person or an auditor needs in `OUT.work/`.

use super::audit::{self, AuditHead};
use super::inputs::Input;
use super::overwrite::{refuse_places, resolved};
use super::record::{AuditRecord, DocumentRecord, StoredRecord};
use super::refused::WithheldRecord;
use super::run_settings::RunSettings;
use super::sink::{RecordSink, Released, Renaming, Sink};
use super::verify::Verified;
use super::{hash, work};
use crate::places::{make_folder, make_parent};
use crate::{Error, Result};
use scumble_data::Format;
use scumble_io::{Lock, Pending, remove_leftovers, write_whole};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A release into a folder, or into one file.
#[derive(Debug)]
pub struct Folder {
    /// The file or folder of the release.
    out: PathBuf,
    /// `OUT.work`.
    work: PathBuf,
    /// Whether the release is one file.
    single: bool,
    /// What was read, without links: a link inside of the release could lead to it.
    originals: HashSet<PathBuf>,
    /// No other run writes this release meanwhile.
    _lock: Lock,
}

impl Folder {
    /// Makes the folders of a release, after checking that it overwrites nothing that is read. `inputs` are the paths as they were
    /// given, `found` the files behind them, `key` the key file.
    ///
    /// # Errors
    /// If the release would lie over or among what is read, or its folders cannot be made.
    pub fn begin(out: &Path, inputs: &[PathBuf], found: &[Input], key: Option<&Path>) -> Result<Self> {
        let single = inputs.len() == 1 && !inputs[0].is_dir() && !out.is_dir();
        refuse_places(inputs, out, single, key)?;
        let originals = found.iter().filter_map(Input::path).map(resolved).collect();
        make_folder(&Self::work_of(out))?;
        Self::locked(out, single, originals)
    }

    /// Opens the release of an earlier run again: its originals are those of the work folder.
    ///
    /// # Errors
    /// If there is none, or another run is writing it.
    pub fn reopen(out: &Path) -> Result<Self> {
        if !Self::work_of(out).join("decisions").is_dir() {
            return Err(Error::input(format!("{}: is no release of documents with its work folder", out.display()))
                .with_help("name what scumble sanitize wrote"));
        }
        Self::locked(out, !out.is_dir(), HashSet::new())
    }

    fn locked(out: &Path, single: bool, originals: HashSet<PathBuf>) -> Result<Self> {
        let work = Self::work_of(out);
        super::private(&work, 0o700);
        let lock = Lock::take(&work.join("lock"))
            .map_err(|error| Error::input(format!("{}: cannot be locked: {error}", work.display())))?;
        let lock = lock.ok_or_else(|| {
            Error::input(format!("{}: another run is writing this release", out.display()))
                .with_help("wait until it ends, or name another place")
        })?;
        if !single {
            make_folder(out)?;
        }
        // What killed runs left: nobody else is writing here.
        remove_leftovers(out);
        remove_leftovers(&work);
        let folder = Self { out: out.to_owned(), work, single, originals, _lock: lock };
        folder.finish_renaming()?;
        Ok(folder)
    }

    /// Where the work folder of a release is.
    pub fn work_of(out: &Path) -> PathBuf {
        let whole = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
        let named = if out.file_name().is_some() { out } else { &whole };
        let mut name = named.file_name().unwrap_or(std::ffi::OsStr::new("out")).to_os_string();
        name.push(".work");
        named.with_file_name(name)
    }

    /// The file or folder of the release.
    pub fn out(&self) -> &Path {
        &self.out
    }

    /// The work folder: originals, decisions, audit and report. It holds protected text.
    pub fn work(&self) -> &Path {
        &self.work
    }

    /// Where a document's release lies.
    pub fn place(&self, output: &str) -> PathBuf {
        if self.single { self.out.clone() } else { self.out.join(output) }
    }

    fn decisions(&self, name: &str) -> PathBuf {
        self.work.join("decisions").join(format!("{name}.json"))
    }

    /// Where the decisions about a file of records lie, one record a line.
    fn record_decisions(&self, name: &str) -> PathBuf {
        self.work.join("decisions").join(format!("{name}{}", work::RECORDS))
    }

    /// The record of a document, as an earlier run left it.
    fn stored(&self, name: &str) -> Option<StoredRecord> {
        work::stored(&self.decisions(name))
    }

    /// What a person decided is not lost when the machine decides again.
    fn keep_decisions_before(&self, record: &DocumentRecord) -> Result<()> {
        let by_a_file = self.stored(&record.name).is_some_and(|before| before.figures.decided.is_some());
        if by_a_file && record.figures.decided.is_none() {
            let before = self.work.join("decisions-before").join(format!("{}.json", record.name));
            make_parent(&before)?;
            write_whole(&before, &work::read(&self.decisions(&record.name))?)?;
        }
        Ok(())
    }

    fn keep_original(&self, input: &Input) -> Result<()> {
        let copy = self.work.join("originals").join(&input.name);
        make_parent(&copy)?;
        Ok(Pending::write_one_of_many(&copy, |file| input.copy_to(file))?.keep()?)
    }

    /// A release's place that leads to no original.
    fn safe_place(&self, output: &str) -> Result<PathBuf> {
        let place = self.place(output);
        if self.originals.contains(&resolved(&place)) {
            return Err(Error::input(format!("{}: is a link to an original", place.display())));
        }
        make_parent(&place)?;
        Ok(place)
    }

    /// The records of everything in a release, without their text.
    fn audit_records<'f>(&'f self, released: &'f Released) -> impl Iterator<Item = Result<AuditRecord>> + 'f {
        let documents = released.documents.iter().map(move |name| {
            let place = self.decisions(name);
            work::audit_record(&work::read(&place)?, &place)
        });
        let lines = released.record_files.iter().flat_map(move |name| {
            let lines: Box<dyn Iterator<Item = Result<AuditRecord>>> =
                match work::audit_lines(&self.record_decisions(name)) {
                    Err(error) => Box::new(std::iter::once(Err(error))),
                    Ok(lines) => Box::new(lines),
                };
            lines
        });
        documents.chain(lines)
    }

    /// Removes what was released of a document or of a file of records, and its decisions.
    fn remove_release(&self, name: &str) -> Result<()> {
        let (one, records) = (self.decisions(name), self.record_decisions(name));
        let outputs = [work::stored(&one).map(|record| record.output), work::output_of_records(&records)];
        for (output, decisions) in outputs.into_iter().zip([one, records]) {
            // Without a record it was not ours to remove.
            if let Some(output) = output {
                work::remove(&self.place(&output), &self.out)?;
                work::remove(&decisions, &self.work)?;
            }
        }
        Ok(())
    }

    /// Renamings that were begun: a run that is killed between them must not leave a name that discloses something.
    fn renamings(&self) -> PathBuf {
        self.work.join("renaming.json")
    }

    fn finish_renaming(&self) -> Result<()> {
        let place = self.renamings();
        let Ok(bytes) = std::fs::read(&place) else { return Ok(()) };
        let all: Vec<Renaming> = serde_json::from_slice(&bytes).unwrap_or_default();
        for Renaming { name, from, to } in &all {
            let (one, records) = (self.decisions(name), self.record_decisions(name));
            let record = if one.exists() { one } else { records };
            if record.exists() {
                work::rename_output(&record, from, to)?;
            }
            let (old, new) = (self.place(from), self.safe_place(to)?);
            if old.exists() {
                std::fs::rename(&old, &new)
                    .map_err(|error| Error::input(format!("{}: cannot be renamed: {error}", old.display())))?;
            }
        }
        work::remove(&place, &self.work)
    }

    /// Where the decisions about a document that was withheld lie.
    fn withheld(&self, name: &str) -> PathBuf {
        self.work.join("withheld").join(format!("{name}.json"))
    }

    /// Files in the release that no run released.
    ///
    /// # Errors
    /// If the records of the runs cannot be read.
    pub fn strangers(&self) -> Result<Vec<String>> {
        if self.single {
            return Ok(Vec::new());
        }
        let all = self.earlier(&HashSet::new())?;
        let documents = all.documents.iter().filter_map(|name| Some(work::stored(&self.decisions(name))?.output));
        let records = all.record_files.iter().filter_map(|name| work::output_of_records(&self.record_decisions(name)));
        let ours: HashSet<String> = documents.chain(records).collect();
        Ok(work::files(&self.out).into_iter().filter(|name| !ours.contains(name)).collect())
    }
}

impl Sink for Folder {
    fn begin(&self, settings: &RunSettings) -> Result<()> {
        Ok(write_whole(&self.work.join(RunSettings::FILE), settings.to_toml().as_bytes())?)
    }

    fn finished(&self, name: &str, input_sha256: &str, settings: &str) -> Option<StoredRecord> {
        let record = self.stored(name)?;
        let same = record.settings == settings
            && record.figures.input_sha256 == input_sha256
            && record.figures.output_sha256 == hash(&std::fs::read(self.place(&record.output)).ok()?);
        same.then_some(record)
    }

    fn is_free(&self, output: &str) -> bool {
        !self.place(output).exists()
    }

    fn earlier_output(&self, name: &str) -> Option<String> {
        self.stored(name).map_or_else(|| work::output_of_records(&self.record_decisions(name)), |one| Some(one.output))
    }

    fn put(&self, document: &Verified, original: &Input, record: &DocumentRecord) -> Result<()> {
        self.keep_original(original)?;
        let place = self.safe_place(&record.output)?;
        let release = Pending::write_one_of_many(&place, |file| file.write_all(&document.bytes))?;
        // What an earlier run released of it under another name.
        if let Some(before) = self.stored(&record.name).filter(|before| before.output != record.output) {
            let _ = std::fs::remove_file(self.place(&before.output));
        }
        let decisions = self.decisions(&record.name);
        make_parent(&decisions)?;
        self.keep_decisions_before(record)?;
        let written = Pending::write_one_of_many(&decisions, |file| {
            let mut out = BufWriter::new(file);
            record.write(&mut out)?;
            out.flush()
        })?;
        written.keep()?;
        release.keep()?;
        work::remove(&self.withheld(&record.name), &self.work)
    }

    fn keep(&self, original: &Input) -> Result<()> {
        self.keep_original(original)
    }

    fn withhold(&self, name: &str, record: Option<&WithheldRecord>) -> Result<()> {
        self.remove_release(name)?;
        let Some(record) = record else { return Ok(()) };
        let place = self.withheld(name);
        make_parent(&place)?;
        let text = serde_json::to_vec_pretty(record).map_err(std::io::Error::from);
        Ok(Pending::write_one_of_many(&place, |file| file.write_all(&text?))?.keep()?)
    }

    fn rename(&self, all: &[Renaming]) -> Result<()> {
        if self.single || all.is_empty() {
            return Ok(());
        }
        let text = serde_json::to_vec(all).unwrap_or_default();
        write_whole(&self.renamings(), &text)?;
        self.finish_renaming()
    }

    fn redacted(&self, name: &str) -> Vec<(String, String)> {
        work::redacted(&self.decisions(name))
    }

    fn earlier(&self, inputs: &HashSet<&str>) -> Result<Released> {
        let mut earlier = Released::default();
        for file in work::files(&self.work.join("decisions")) {
            let (name, output, list) = if let Some(name) = file.strip_suffix(work::RECORDS) {
                (name, work::output_of_records(&self.record_decisions(name)), &mut earlier.record_files)
            } else if let Some(name) = file.strip_suffix(".json") {
                (name, work::stored(&self.decisions(name)).map(|record| record.output), &mut earlier.documents)
            } else {
                continue;
            };
            if !inputs.contains(name) && output.is_some_and(|output| self.place(&output).is_file()) {
                list.push(name.to_owned());
            }
        }
        Ok(earlier)
    }

    fn take_back(&self, name: &str) -> Result<()> {
        self.remove_release(name)?;
        work::remove(&self.work.join("originals").join(name), &self.work)
    }

    fn begin_records<'s>(&'s self, input: &Input, output: &str) -> Result<Box<dyn RecordSink + 's>> {
        let (written, named) = (Format::of_name(Path::new(output)), Format::of_name(&self.out));
        if self.single && written != named {
            let ending = Path::new(output).extension().unwrap_or_default().to_string_lossy().into_owned();
            return Err(Error::input(format!("{}: the release has another format", self.out.display()))
                .with_help(format!("name a file that ends in .{ending}")));
        }
        self.keep_original(input)?;
        let decisions = self.record_decisions(&input.name);
        make_parent(&decisions)?;
        let release = Growing::begin(&self.safe_place(output)?)?;
        Ok(Box::new(FolderRecords { folder: self, release, decisions: Growing::begin(&decisions)? }))
    }

    fn finish(&self, head: AuditHead, released: &Released, report: &str) -> Result<()> {
        let pending = Pending::write(&self.work.join("audit.json"), |file| {
            let mut out = BufWriter::new(file);
            audit::write(&head, self.audit_records(released), &mut out)?;
            out.flush()
        })?;
        pending.keep()?;
        Ok(write_whole(&self.work.join("report.html"), report.as_bytes())?)
    }
}

/// A file that grows record by record.
struct Growing {
    pending: Pending,
    out: BufWriter<File>,
}

impl Growing {
    fn begin(path: &Path) -> Result<Self> {
        let mut handle = None;
        let pending = Pending::write_one_of_many(path, |file| {
            handle = Some(file.try_clone()?);
            Ok(())
        })?;
        let handle = handle.ok_or_else(|| Error::input(format!("{}: cannot be written", path.display())))?;
        Ok(Self { pending, out: BufWriter::new(handle) })
    }

    fn finish(self) -> Result<Pending> {
        let fault = |error: std::io::Error| Error::input(format!("the result cannot be written: {error}"));
        let file = self.out.into_inner().map_err(|error| fault(error.into_error()))?;
        file.sync_all().map_err(fault)?;
        Ok(self.pending)
    }
}

struct FolderRecords<'f> {
    folder: &'f Folder,
    release: Growing,
    decisions: Growing,
}

impl RecordSink for FolderRecords<'_> {
    fn out(&mut self) -> &mut dyn Write {
        &mut self.release.out
    }

    fn decided(&mut self, record: &DocumentRecord) -> Result<()> {
        let out = &mut self.decisions.out;
        let written = serde_json::to_writer(&mut *out, record).map_err(std::io::Error::from);
        let written = written.and_then(|()| out.write_all(b"\n"));
        written.map_err(|error| Error::input(format!("the decisions cannot be written: {error}")))
    }

    fn keep(self: Box<Self>, output: &str) -> Result<()> {
        self.decisions.finish()?.keep()?;
        let place = self.folder.safe_place(output)?;
        Ok(self.release.finish()?.keep_as(&place)?)
    }
}
