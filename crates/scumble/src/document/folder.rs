//! A release on disk: the release alone in one place, and everything that a person or an auditor needs in `OUT.work/`.

use super::audit::{self, AuditHead};
use super::hash;
use super::inputs::Input;
use super::record::{AuditRecord, DocumentRecord, StoredRecord};
use super::sink::{RecordSink, Released, Sink};
use super::verify::Verified;
use crate::places::{make_folder, make_parent};
use crate::{Error, Result};
use scumble_data::Format;
use scumble_io::{Pending, write_whole};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
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
        let folder = Self { out: out.to_owned(), work: Self::work_of(out), single, originals };
        if !single {
            make_folder(&folder.out)?;
        }
        make_folder(&folder.work)?;
        super::private(&folder.work, 0o700);
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
        self.work.join("decisions").join(format!("{name}.decisions.jsonl"))
    }

    /// The record of a document, as an earlier run left it.
    fn stored(&self, name: &str) -> Option<StoredRecord> {
        serde_json::from_slice(&std::fs::read(self.decisions(name)).ok()?).ok()
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
        let parsed = |bytes: &[u8], place: &Path| {
            let stored: StoredRecord = serde_json::from_slice(bytes)
                .map_err(|_| Error::input(format!("{}: is no record of a document", place.display())))?;
            Ok(AuditRecord::from(stored))
        };
        let documents = released.documents.iter().map(move |name| {
            let place = self.decisions(name);
            parsed(&read(&place)?, &place)
        });
        let lines = released.record_files.iter().flat_map(move |name| {
            let place = self.record_decisions(name);
            let lines: Box<dyn Iterator<Item = Result<AuditRecord>>> = match File::open(&place) {
                Err(error) => Box::new(std::iter::once(Err(unreadable(&place, &error)))),
                Ok(file) => Box::new(
                    BufReader::new(file)
                        .split(b'\n')
                        .map(move |line| parsed(&line.map_err(|error| unreadable(&place, &error))?, &place)),
                ),
            };
            lines
        });
        documents.chain(lines)
    }
}

impl Sink for Folder {
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
        let written = Pending::write_one_of_many(&decisions, |file| {
            let mut out = BufWriter::new(file);
            record.write(&mut out)?;
            out.flush()
        })?;
        written.keep()?;
        Ok(release.keep()?)
    }

    fn withhold(&self, name: &str) {
        // Without a record it was not ours to remove.
        if let Some(record) = self.stored(name) {
            let _ = std::fs::remove_file(self.place(&record.output));
            let _ = std::fs::remove_file(self.decisions(name));
        }
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

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::input(format!("{}: cannot be read: {error}", path.display()))
}

/// A path without links, also where its end is not there yet.
fn resolved(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for known in whole.ancestors() {
        if let (Ok(place), Ok(rest)) = (known.canonicalize(), whole.strip_prefix(known)) {
            return place.join(rest);
        }
    }
    whole
}

/// Refuses to write over what was read, among it, or one thing over another.
fn refuse_places(inputs: &[PathBuf], out: &Path, single: bool, key: Option<&Path>) -> Result<()> {
    let (place, work) = (resolved(out), Folder::work_of(&resolved(out)));
    let refuse = |what: String| Err(Error::input(what).with_help("name a place beside it"));
    for input in inputs {
        let (shown, input) = (input.display(), resolved(input));
        if single && input == place {
            return refuse(format!("the release would overwrite the original {shown}"));
        }
        if place.starts_with(&input) && !single || input.is_dir() && work.starts_with(&input) {
            return refuse(format!("the release would be inside the input {shown}"));
        }
        if input.starts_with(&place) && !single || input.starts_with(&work) {
            return refuse(format!("the original {shown} is inside the release"));
        }
    }
    if let Some(key) = key {
        let shown = key.display();
        let key = resolved(key);
        if key.starts_with(&place) {
            return refuse(format!("the key file {shown} would be inside the release and be published"));
        }
        if inputs.iter().any(|input| resolved(input) == key) {
            return refuse(format!("the key file would overwrite the original {shown}"));
        }
    }
    Ok(())
}
