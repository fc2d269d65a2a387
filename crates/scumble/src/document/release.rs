//! A release of many documents: decided side by side, labelled in order of their names, verified, and put into a sink.

use super::audit::{AuditCounts, AuditHead, Withholding};
use super::decisions_file::DecisionsFile;
use super::inputs::{Input, InputForm};
use super::key::Key;
use super::record::{DocumentRecord, StoredRecord};
use super::restore::comes_back;
use super::sanitizer::{Draft, Sanitizer};
use super::sink::{Released, Sink};
use super::source::Source;
use super::summary::Summary;
use super::verify::Verified;
use super::{hash, records};
use crate::report::documents_page;
use crate::{Error, ErrorKind, Result};
use rayon::prelude::*;
use scumble_data::Options;
use scumble_io::{Help, Watch};
use scumble_mask::document::{Action, Ledger};
use std::collections::HashSet;
use std::path::Path;

/// A release while it is made.
pub struct Release<'r> {
    pub(super) sanitizer: &'r Sanitizer,
    pub(super) sink: &'r dyn Sink,
    pub(super) key: Option<Key>,
    decisions: Option<DecisionsFile>,
    pub(super) fields: Vec<String>,
    pub(super) tables: Options,
    again: bool,
    pub(super) settings: String,
    pub(super) summary: Summary,
    pub(super) released: Released,
    /// Names that a release may not get twice.
    taken: HashSet<String>,
}

/// Something that happened to a document.
#[derive(Debug)]
pub enum Event<'e> {
    /// It was released.
    Released {
        /// The document.
        document: &'e Verified,
        /// The name of its release.
        output: &'e str,
    },
    /// An earlier run had finished it.
    Resumed {
        /// Its record.
        record: &'e StoredRecord,
    },
    /// It was withheld.
    Withheld {
        /// Its name.
        name: &'e str,
        /// Why.
        why: &'e Error,
    },
}

/// Hears what happens to each document, in order.
pub type Listener<'l> = dyn FnMut(Event<'_>) + Send + 'l;

impl<'r> Release<'r> {
    /// A release into a sink.
    pub fn new(sanitizer: &'r Sanitizer, sink: &'r dyn Sink) -> Self {
        Self {
            sanitizer,
            sink,
            key: None,
            decisions: None,
            fields: Vec::new(),
            tables: Options::default(),
            again: false,
            settings: sanitizer.fingerprint(),
            summary: Summary::default(),
            released: Released::default(),
            taken: HashSet::new(),
        }
    }

    /// Keeps labels the same through the collection and through later runs, in a key file.
    ///
    /// # Errors
    /// If the policy replaces neither by labels nor by surrogates.
    pub fn with_key(mut self, key: Key) -> Result<Self> {
        self = self.check_key()?;
        self.key = Some(key.drawing(self.sanitizer.chance()));
        Ok(self)
    }

    /// Refuses a key file where the policy replaces by something else than labels and surrogates, before a passphrase is asked for.
    ///
    /// # Errors
    /// If it does.
    pub fn check_key(self) -> Result<Self> {
        if !matches!(self.sanitizer.protection().replace, Action::Label | Action::Surrogate) {
            return Err(Error::input("a key file keeps what labels and surrogates stand for").with_help(
                Help::set("replace", "replace by labels or surrogates, or leave the key away").to("label"),
            ));
        }
        Ok(self)
    }

    /// Applies decisions that a person or program edited, instead of the machine's.
    #[must_use]
    pub fn with_decisions(mut self, decisions: DecisionsFile) -> Self {
        // Other decisions give another release.
        self.settings = hash(format!("{} {}", self.settings, decisions.hash()).as_bytes());
        self.decisions = Some(decisions);
        self
    }

    /// The fields or columns that hold text, in files of records.
    #[must_use]
    pub fn with_fields(mut self, fields: Vec<String>) -> Self {
        self.fields = fields;
        self
    }

    /// How tables are written, where that is not told from the file: an encoding other than UTF-8 must be named.
    #[must_use]
    pub fn with_tables(mut self, tables: Options) -> Self {
        self.tables = tables;
        self
    }

    /// Whether documents are done again that an earlier run finished with the same settings.
    #[must_use]
    pub fn again(mut self, again: bool) -> Self {
        self.again = again;
        self
    }

    /// Makes the release. One document that fails does not stop the others; counts that cannot be had stop the run.
    ///
    /// # Errors
    /// If counts cannot be had, the sink fails, or the run is cancelled.
    pub fn run(mut self, inputs: &[Input], watch: &dyn Watch, listener: &mut Listener<'_>) -> Result<Summary> {
        self.taken = inputs.iter().map(|input| input.name.clone()).collect();
        let mut done = 0;
        for chunk in chunks(inputs) {
            watch.step("sanitizing", done, inputs.len() as u64)?;
            self.documents(chunk, listener)?;
            for input in chunk.iter().filter(|input| input.form == InputForm::Records) {
                records::release(&mut self, input, watch, listener)?;
            }
            done += chunk.len() as u64;
        }
        watch.step("sanitizing", done, inputs.len() as u64)?;
        self.finish()
    }

    /// Opens, decides, verifies and puts files that are one document each.
    fn documents(&mut self, chunk: &[Input], listener: &mut Listener<'_>) -> Result<()> {
        let wanted: Vec<&Input> = chunk.iter().filter(|input| matches!(input.form, InputForm::Document(_))).collect();
        let steps: Vec<Step> = wanted.par_iter().map(|input| self.step(input)).collect();
        let (mut sources, mut opened) = (Vec::new(), Vec::new());
        for (step, input) in steps.into_iter().zip(wanted) {
            match step {
                Step::Finished(record) => {
                    self.summary.resume(&record);
                    self.released.documents.push(input.name.clone());
                    self.taken.insert(record.output.clone());
                    listener(Event::Resumed { record: &record });
                }
                Step::Opened(source) => {
                    sources.push(*source);
                    opened.push(input);
                }
                Step::Failed(why) => self.withhold(&input.name, &why, listener),
            }
        }
        let mut ready: Vec<(Verified, DocumentRecord, &Input)> = Vec::new();
        for (outcome, input) in self.process(sources)?.into_iter().zip(opened) {
            match outcome {
                Ok(document) => {
                    let output =
                        if document.name_discloses { self.neutral_name(&input.name) } else { document.name.clone() };
                    let record = DocumentRecord::of(&document, &output, &self.settings);
                    ready.push((document, record, input));
                }
                Err(why) => self.withhold(&input.name, &why, listener),
            }
        }
        self.save_key()?;
        let put =
            |(document, record, input): &(Verified, DocumentRecord, &Input)| self.sink.put(document, input, record);
        ready.par_iter().map(put).collect::<Result<Vec<()>>>()?;
        for (document, record, _) in &ready {
            self.summary.add(document);
            self.released.documents.push(document.name.clone());
            listener(Event::Released { document, output: &record.output });
        }
        Ok(())
    }

    fn step(&self, input: &Input) -> Step {
        let opened = input.bytes().and_then(|bytes| {
            let known = self.key.as_ref().is_none_or(|key| key.knows(&input.name));
            let resumes = !self.again && self.decisions.is_none() && known;
            let finished = || self.sink.finished(&input.name, &hash(&bytes), &self.settings);
            if let Some(record) = resumes.then(finished).flatten() {
                return Ok(Step::Finished(record));
            }
            let InputForm::Document(kind) = input.form else {
                return Err(Error::input(format!("{}: is a file of records", input.name)));
            };
            Ok(Step::Opened(Box::new(Source::file(&input.name, kind, bytes.into_owned())?)))
        });
        opened.unwrap_or_else(Step::Failed)
    }

    /// Sanitises some documents.
    pub(super) fn process(&mut self, sources: Vec<Source>) -> Result<Vec<Result<Verified>>> {
        let mut drafts: Vec<Result<Draft>> = sources.into_par_iter().map(|source| self.draft(source)).collect();
        let stops = |draft: &Result<Draft>| matches!(draft, Err(error) if error.kind == ErrorKind::Counts);
        if let Some(place) = drafts.iter().position(stops)
            && let Err(error) = drafts.swap_remove(place)
        {
            return Err(error);
        }
        let sanitizer = self.sanitizer;
        let outcomes: Vec<Result<Verified>> = match &mut self.key {
            None => drafts
                .into_par_iter()
                .map(|draft| draft.and_then(|draft| sanitizer.finish(draft, &mut sanitizer.ledger())))
                .collect(),
            Some(key) => {
                // No made-up name is one of those of the documents at hand.
                drafts.iter().flatten().for_each(|draft| draft.sanitized.introduce(&mut key.ledger));
                // Labels are numbered by first appearance: one document after the other.
                let labelled: Vec<_> = drafts
                    .into_iter()
                    .map(|draft| draft.map(|draft| Sanitizer::label(draft, &mut key.ledger)))
                    .collect();
                labelled
                    .into_par_iter()
                    .map(|labelled| labelled.and_then(|labelled| sanitizer.verify(labelled)).and_then(restorable))
                    .collect()
            }
        };
        if let Some(key) = &mut self.key {
            outcomes.iter().flatten().for_each(|document| key.remember(&document.name, document.mentions()));
        }
        Ok(outcomes)
    }

    fn draft(&self, source: Source) -> Result<Draft> {
        let fresh = Ledger::default();
        let ledger = self.key.as_ref().map_or(&fresh, |key| &key.ledger);
        let Some(file) = &self.decisions else { return self.sanitizer.draft(source, None, ledger) };
        let decisions = file.fitting(&source)?;
        self.sanitizer.draft(source, Some(decisions), ledger)
    }

    /// A name that discloses nothing, and that no other document has.
    pub(super) fn neutral_name(&mut self, name: &str) -> String {
        self.summary.renamed += 1;
        let ending = Path::new(name).extension().map(|ending| format!(".{}", ending.to_string_lossy()));
        let ending = ending.unwrap_or_default();
        let names = (self.summary.renamed..).map(|number| format!("document-{number}{ending}"));
        let is_free = |name: &String| !self.taken.contains(name) && self.sink.is_free(name);
        let free = names.into_iter().find(is_free).unwrap_or_default();
        self.taken.insert(free.clone());
        free
    }

    /// Labels are never released before the key file has them.
    pub(super) fn save_key(&self) -> Result<()> {
        self.key.as_ref().map_or(Ok(()), Key::save)
    }

    pub(super) fn withhold(&mut self, name: &str, why: &Error, listener: &mut Listener<'_>) {
        self.sink.withhold(name);
        self.summary.withhold(name, why);
        listener(Event::Withheld { name, why });
    }

    /// Ends the release with its audit and report.
    fn finish(self) -> Result<Summary> {
        let (sanitizer, summary) = (self.sanitizer, self.summary);
        let provenance = sanitizer.provenance();
        let withheld = summary.withheld.iter();
        let audit = AuditHead {
            scumble: env!("CARGO_PKG_VERSION").to_owned(),
            settings: sanitizer.settings(),
            beta: sanitizer.beta(),
            tau: sanitizer.tau(),
            counts: AuditCounts {
                provider: provenance.name,
                version: provenance.version,
                remote: provenance.remote,
                total: sanitizer.total_counted()?,
                date: today(),
            },
            withheld: withheld.map(|(name, why)| Withholding { name: name.clone(), why: why.clone() }).collect(),
        };
        let page = documents_page(&summary.report(sanitizer.beta(), sanitizer.tau()));
        self.sink.finish(audit, &self.released, &page)?;
        Ok(summary)
    }
}

/// What becomes of a file.
enum Step {
    Finished(StoredRecord),
    Opened(Box<Source>),
    Failed(Error),
}

/// Files that are read and decided together: so many, and no more than fit.
fn chunks(all: &[Input]) -> Vec<&[Input]> {
    const MOST: usize = 64;
    const MOST_BYTES: u64 = 16 << 20;
    let (mut out, mut start, mut bytes) = (Vec::new(), 0, 0);
    for (i, input) in all.iter().enumerate() {
        bytes += input.length();
        if i + 1 - start == MOST || bytes >= MOST_BYTES || i + 1 == all.len() {
            out.push(&all[start..=i]);
            (start, bytes) = (i + 1, 0);
        }
    }
    out
}

/// Withholds a document whose surrogates would not be told from its own words when it is restored.
fn restorable(document: Verified) -> Result<Verified> {
    if document.has_surrogates && !comes_back(&document) {
        let what = format!("{}: withheld: its surrogates could not be told from its own words again", document.name);
        return Err(Error::withheld(what).with_help(Help::set("replace", "replace by labels").to("label")));
    }
    Ok(document)
}

/// The date, in universal time.
fn today() -> Option<String> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?;
    scumble_data::DateFormat::new("%Y-%m-%d").ok()?.write((since.as_secs() / 86_400 * 86_400) as f64)
}
