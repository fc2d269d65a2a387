//! A collection under review: its documents, what a person did so far, and what is saved of it.

use super::gate::unreviewed;
use super::step::{Change, Step, Steps};
use super::stored::Stored;
use super::trail::{Trail, TrailLine};
use crate::document::{Decision, Folder, Input, InputForm, Key, Origin, RunSettings, Sanitizer, Source, files};
use crate::places::make_folder;
use crate::{Error, Result};
use rayon::prelude::*;
use scumble_io::write_whole;
use scumble_mask::document::Ledger;
use serde::Serialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Up to so many decisions, a document's file is written with every step; a larger one when there is time.
const WRITTEN_AT_ONCE: usize = 1500;

/// A collection that a person reviews. Nobody else writes it meanwhile.
///
/// Every step is on the disk when [`act`](Self::act) returns; what a killed run did not get into the decision files is put there when
/// the collection is opened again.
pub struct Review {
    pub(super) folder: Folder,
    pub(super) settings: RunSettings,
    pub(super) sanitizer: Sanitizer,
    pub(super) reviewer: String,
    /// The key file and its passphrase.
    pub(super) key: Option<(PathBuf, String)>,
    /// The labels that were given before, of a key file.
    pub(super) ledger: Ledger,
    pub(super) documents: Vec<Document>,
    by_name: HashMap<String, usize>,
    pub(super) steps: Steps,
    pub(super) trail: Trail,
}

pub(super) struct Document {
    pub(super) stored: Stored,
    /// Whether the decision file is older than what is here.
    dirty: bool,
    /// Changes with every change of a decision.
    pub(super) version: u64,
    /// The version that was released last.
    pub(super) released: Option<u64>,
    source: Option<Arc<Source>>,
}

/// A document in the queue of a review.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DocumentEntry {
    /// Its number in the collection.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// How many decisions there are about it.
    pub findings: usize,
    /// How many of them are of high risk and were not looked at.
    pub open: usize,
    /// How many risky blocks wait for a decision.
    pub blocks: usize,
    /// How many decisions a person has looked at.
    pub reviewed: usize,
    /// The residual risk of its last release.
    pub residual_risk: Option<f64>,
    /// How likely a search finds the person, estimated from its last release.
    pub search_risk: Option<f64>,
    /// Whether it is withheld at the moment: nothing of it is in the release.
    pub withheld: bool,
}

impl Review {
    /// Opens the collection of a release. The sanitizer is one of its [settings](RunSettings::read).
    ///
    /// # Errors
    /// If there is no such release, another run writes it, or its files cannot be read.
    pub fn open(out: &Path, settings: RunSettings, sanitizer: Sanitizer, reviewer: &str) -> Result<Self> {
        let folder = Folder::reopen(out)?;
        let own = folder.work().join("review");
        make_folder(&own)?;
        let documents = read_documents(folder.work())?;
        let by_name = documents.iter().enumerate().map(|(number, one)| (one.stored.name.clone(), number)).collect();
        let steps = Steps::open(&own.join("steps.jsonl"))?;
        let trail = Trail::open(&trail_of(folder.work()))?;
        let reviewer = reviewer.to_owned();
        let mut review = Self {
            folder,
            settings,
            sanitizer,
            reviewer,
            key: None,
            ledger: Ledger::default(),
            documents,
            by_name,
            steps,
            trail,
        };
        review.resume()?;
        Ok(review)
    }

    /// With the key file that the labels of the collection are kept in.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn with_key(mut self, path: &Path, passphrase: &str) -> Result<Self> {
        self.ledger = Key::open(path, passphrase)?.ledger;
        self.key = Some((path.to_owned(), passphrase.to_owned()));
        Ok(self)
    }

    /// Brings decision files and trail up to the last step that is on the disk.
    fn resume(&mut self) -> Result<()> {
        let saved: u64 =
            std::fs::read_to_string(self.saved_place()).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        let steps: Vec<Step> = self.steps.all().to_vec();
        for step in steps.iter().filter(|step| step.number > saved) {
            self.apply(&step.changes);
        }
        let noted = self.trail.last_step;
        for step in steps.iter().filter(|step| step.number > noted) {
            self.note(step)?;
        }
        self.save()
    }

    fn saved_place(&self) -> PathBuf {
        self.folder.work().join("review").join("saved")
    }

    /// The documents, by name.
    pub fn documents(&self) -> Vec<DocumentEntry> {
        let tau = self.sanitizer.tau();
        let entry = |(number, document): (usize, &Document)| {
            let Stored { name, output, figures, decisions, .. } = &document.stored;
            let waits = |one: &&Decision| one.public.kind == "block" && one.public.state == "proposed";
            DocumentEntry {
                number,
                name: name.clone(),
                findings: decisions.len(),
                open: unreviewed(decisions.iter().map(|one| &one.public), tau),
                blocks: decisions.iter().filter(waits).count(),
                reviewed: decisions.iter().filter(|one| one.public.reviewer.is_some()).count(),
                residual_risk: figures.residual_risk,
                search_risk: figures.estimated_search_risk.map(|risk| risk.chance),
                withheld: output.is_empty() || !self.folder.place(output).is_file(),
            }
        };
        self.documents.iter().enumerate().map(entry).collect()
    }

    /// The documents in the order in which they should be looked at: what is open and risky first.
    pub fn queue(&self) -> Vec<DocumentEntry> {
        let mut all = self.documents();
        let risk = |one: &DocumentEntry| one.residual_risk.or(one.search_risk).unwrap_or(0.0);
        all.sort_by(|a, b| {
            let first = (b.open > 0).cmp(&(a.open > 0)).then(b.blocks.cmp(&a.blocks));
            first.then(risk(b).total_cmp(&risk(a))).then(b.open.cmp(&a.open)).then(a.name.cmp(&b.name))
        });
        all
    }

    /// The decisions about a document, by place.
    ///
    /// # Errors
    /// If there is no such document.
    pub fn decisions(&self, document: usize) -> Result<&[Decision]> {
        Ok(&self.document(document)?.stored.decisions)
    }

    pub(super) fn document(&self, number: usize) -> Result<&Document> {
        self.documents.get(number).ok_or_else(|| Error::input("there is no such document"))
    }

    /// The original of a document.
    ///
    /// # Errors
    /// If it cannot be read, or was changed after it was decided on.
    pub fn source(&mut self, number: usize) -> Result<Arc<Source>> {
        const MOST_OPEN: usize = 512;
        if let Some(source) = &self.document(number)?.source {
            return Ok(Arc::clone(source));
        }
        if self.documents.iter().filter(|one| one.source.is_some()).count() >= MOST_OPEN {
            self.documents.iter_mut().for_each(|one| one.source = None);
        }
        let stored = &self.document(number)?.stored;
        let input = self.input(&stored.name)?;
        let InputForm::Document(kind) = input.form else {
            return Err(Error::input(format!("{}: is a file of records", stored.name)));
        };
        let source = Source::file(&stored.name, kind, input.bytes()?.into_owned())?;
        if source.input_sha256 != stored.figures.input_sha256 {
            return Err(Error::input(format!("{}: the original in the work folder was changed", stored.name)));
        }
        let source = Arc::new(source);
        self.documents[number].source = Some(Arc::clone(&source));
        Ok(source)
    }

    /// A document's original in the work folder.
    pub(super) fn input(&self, name: &str) -> Result<Input> {
        let path = self.folder.work().join("originals").join(name);
        let form = InputForm::of(&path).ok_or_else(|| Error::input(format!("{name}: nothing reads such files")))?;
        Ok(Input { name: name.to_owned(), form, origin: Origin::File(path) })
    }

    /// Makes a step: on the disk, in the trail, and in the decisions. Nothing happens where nothing changes.
    pub(super) fn commit(&mut self, what: &str, undoes: Option<u64>, changes: Vec<Change>) -> Result<Option<u64>> {
        let changes: Vec<Change> = changes.into_iter().filter(|change| change.before != change.after).collect();
        if changes.is_empty() {
            return Ok(None);
        }
        let number = self.steps.all().last().map_or(0, |step| step.number) + 1;
        let step = Step {
            number,
            time: now(),
            reviewer: self.reviewer.clone(),
            what: what.to_owned(),
            undoes,
            changes: changes.clone(),
        };
        self.steps.add(step.clone())?;
        self.note(&step)?;
        self.apply(&changes);
        let small = |one: &&Document| one.dirty && one.stored.decisions.len() <= WRITTEN_AT_ONCE;
        if self.documents.iter().filter(small).count() == self.documents.iter().filter(|one| one.dirty).count() {
            self.save()?;
        }
        Ok(Some(number))
    }

    fn note(&mut self, step: &Step) -> Result<()> {
        let line = TrailLine::of_step(step, |name| {
            self.by_name.get(name).map_or(String::new(), |&at| self.documents[at].stored.output.clone())
        });
        self.trail.add(line)
    }

    fn apply(&mut self, changes: &[Change]) {
        let mut by_document: HashMap<usize, Vec<&Change>> = HashMap::new();
        for change in changes {
            if let Some(&at) = self.by_name.get(&change.document) {
                by_document.entry(at).or_default().push(change);
            }
        }
        let mut all: Vec<_> = by_document.into_iter().collect();
        all.sort_by_key(|(at, _)| *at);
        for (at, changes) in all {
            let document = &mut self.documents[at];
            document.stored.change(changes.into_iter().map(|change| (change.before.as_ref(), change.after.as_ref())));
            (document.dirty, document.version) = (true, document.version + 1);
        }
    }

    /// Undoes the last step that was not undone; gives its number and what it was.
    ///
    /// # Errors
    /// If the undoing cannot be written.
    pub fn undo(&mut self) -> Result<Option<(u64, String)>> {
        let Some(step) = self.steps.last() else { return Ok(None) };
        let (number, what) = (step.number, step.what.clone());
        let back = |change: &Change| Change {
            document: change.document.clone(),
            before: change.after.clone(),
            after: change.before.clone(),
        };
        let changes = step.changes.iter().map(back).collect();
        self.commit("undo", Some(number), changes)?;
        Ok(Some((number, what)))
    }

    /// The last step that was made.
    pub fn last_step(&self) -> Option<&Step> {
        self.steps.all().last()
    }

    /// How many steps can be undone.
    pub fn undoable(&self) -> usize {
        self.steps.undoable()
    }

    /// Writes the decision files that are older than what was decided.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn save(&mut self) -> Result<()> {
        let work = self.folder.work().to_owned();
        let dirty: Vec<&mut Document> = self.documents.iter_mut().filter(|one| one.dirty).collect();
        if dirty.is_empty() {
            return Ok(());
        }
        let few = dirty.len() <= 8;
        for document in dirty {
            document.stored.write(&decisions_of(&work, &document.stored.name), few)?;
            document.dirty = false;
        }
        let number = self.steps.all().last().map_or(0, |step| step.number);
        Ok(write_whole(&self.saved_place(), number.to_string().as_bytes())?)
    }

    /// Takes over what a release wrote about a document, and writes the decision file whole.
    pub(super) fn refresh(&mut self, number: usize) -> Result<()> {
        let place = decisions_of(self.folder.work(), &self.documents[number].stored.name);
        if let Ok(released) = Stored::read(&place) {
            self.documents[number].stored.take_over(released);
        }
        let document = &mut self.documents[number];
        document.version += 1;
        document.stored.write(&place, false)
    }

    /// Who reviews.
    pub fn reviewer(&self) -> &str {
        &self.reviewer
    }

    /// By what the documents are decided.
    pub fn sanitizer(&self) -> &Sanitizer {
        &self.sanitizer
    }

    /// The file or folder of the release, and its work folder.
    pub fn places(&self) -> (&Path, &Path) {
        (self.folder.out(), self.folder.work())
    }

    /// How many lines the audit trail has, and the hash of the last.
    pub fn trail_end(&self) -> (u64, &str) {
        self.trail.end()
    }
}

/// Where the audit trail of a release lies.
pub(super) fn trail_of(work: &Path) -> PathBuf {
    work.join("audit-trail.jsonl")
}

/// The decision file of a document: of a withheld one, that with the reason.
fn decisions_of(work: &Path, name: &str) -> PathBuf {
    let [released, withheld] = ["decisions", "withheld"].map(|folder| work.join(folder).join(format!("{name}.json")));
    if !released.exists() && withheld.exists() { withheld } else { released }
}

/// The documents that were decided on, also those that are withheld, if their originals are at hand.
fn read_documents(work: &Path) -> Result<Vec<Document>> {
    let mut places: Vec<(String, PathBuf)> = Vec::new();
    for folder in ["decisions", "withheld"] {
        let names =
            files(&work.join(folder)).into_iter().filter_map(|file| Some(file.strip_suffix(".json")?.to_owned()));
        for name in names {
            let known = folder == "withheld" && places.iter().any(|(other, _)| *other == name);
            if !known && work.join("originals").join(&name).is_file() {
                let place = work.join(folder).join(format!("{name}.json"));
                places.push((name, place));
            }
        }
    }
    let read = |(name, place): &(String, PathBuf)| {
        let mut stored = Stored::read(place)?;
        stored.name.clone_from(name);
        Ok(Document { stored, dirty: false, version: 0, released: None, source: None })
    };
    let mut documents: Vec<Document> = places.par_iter().map(read).collect::<Result<_>>()?;
    documents.sort_by(|a, b| a.stored.name.cmp(&b.stored.name));
    Ok(documents)
}

/// The time, in universal time.
pub(super) fn now() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let written = scumble_data::DateFormat::new("%Y-%m-%dT%H:%M:%SZ").ok().and_then(|form| form.write(since as f64));
    written.unwrap_or_default()
}
