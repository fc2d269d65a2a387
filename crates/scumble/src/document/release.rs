//! A release of many documents: decided side by side, labelled in order of their names, verified, and put into a sink.

use super::audit::{AuditCounts, AuditHead};
use super::decisions_file::DecisionsFile;
use super::fields::field_check;
use super::inputs::{Input, InputForm};
use super::key::Key;
use super::record::{DocumentRecord, StoredRecord};
use super::refused::{Outcome, Refused};
use super::release_event::{Event, Listener};
use super::release_labels::Mentions;
use super::run_settings::RunSettings;
use super::sanitizer::{Draft, Edited, Sanitizer};
use super::sink::{Released, Sink};
use super::source::Source;
use super::summary::Summary;
use super::verify::Verified;
use super::{back, hash, names, records};
use crate::report::documents_page;
use crate::review::unreviewed;
use crate::{Error, ErrorKind, Result};
use rayon::prelude::*;
use scumble_data::{FieldRoles, Options};
use scumble_io::{Help, Watch};
use scumble_mask::document::{Action, Ledger, Removed};
use std::collections::HashSet;

/// A release while it is made.
pub struct Release<'r> {
    pub(super) sanitizer: &'r Sanitizer,
    pub(super) sink: &'r dyn Sink,
    pub(super) key: Option<Key>,
    decisions: Option<DecisionsFile>,
    all_decided: bool,
    reviewed: bool,
    pub(super) fields: FieldRoles,
    pub(super) tables: Options,
    again: bool,
    pub(super) keep_names: bool,
    pub(super) prune: bool,
    pub(super) settings: String,
    pub(super) summary: Summary,
    pub(super) released: Released,
    /// Names that a release may not get twice.
    pub(super) taken: HashSet<String>,
    /// Numbers of names that were given in place of others.
    pub(super) numbers: HashSet<usize>,
    pub(super) next_number: usize,
    /// Documents and files of records that are released under their own names, by this run or an earlier one.
    pub(super) own_names: Vec<String>,
    /// What was redacted anywhere in the run and begins like a word of a file's name.
    pub(super) removed: Removed,
    pub(super) name_stems: HashSet<u64>,
    pub(super) resumed: Vec<String>,
}

impl<'r> Release<'r> {
    /// A release into a sink.
    pub fn new(sanitizer: &'r Sanitizer, sink: &'r dyn Sink) -> Self {
        Self {
            sanitizer,
            sink,
            key: None,
            decisions: None,
            all_decided: false,
            reviewed: false,
            fields: sanitizer.policy().field_roles(),
            tables: Options::default(),
            again: false,
            keep_names: false,
            prune: false,
            settings: sanitizer.fingerprint(),
            summary: Summary::default(),
            released: Released::default(),
            taken: HashSet::new(),
            numbers: HashSet::new(),
            next_number: 1,
            own_names: Vec::new(),
            removed: Removed::default(),
            name_stems: HashSet::new(),
            resumed: Vec::new(),
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

    /// Applies decisions that a person or program edited, to the documents that they are about. What they do not mention is decided
    /// by the machine or, with `all_decided`, withholds the document. Documents without decisions are left as an earlier run
    /// released them, and else sanitised by the machine.
    #[must_use]
    pub fn with_decisions(mut self, decisions: DecisionsFile, all_decided: bool) -> Self {
        (self.decisions, self.all_decided) = (Some(decisions), all_decided);
        self
    }

    /// Whether a document is withheld unless a person has looked at every finding of high risk in it
    /// ([`review::is_high_risk`](crate::review::is_high_risk)).
    #[must_use]
    pub fn reviewed(mut self, reviewed: bool) -> Self {
        self.reviewed = reviewed;
        self
    }

    /// The fingerprint of an earlier run's settings, which this one goes on with.
    #[must_use]
    pub(crate) fn with_settings(mut self, fingerprint: Option<String>) -> Self {
        self.settings = fingerprint.unwrap_or(self.settings);
        self
    }

    /// What becomes of each field or column of files of records; what the policy says if nothing is said here.
    #[must_use]
    pub fn with_fields(mut self, fields: FieldRoles) -> Self {
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

    /// Whether file names are published as they are where they hold nothing that was redacted. Otherwise a name that is more than
    /// ordinary words and small numbers is replaced.
    #[must_use]
    pub fn keep_names(mut self, keep_names: bool) -> Self {
        self.keep_names = keep_names;
        self
    }

    /// Whether what earlier runs released is taken back where the document is not among the inputs any more.
    #[must_use]
    pub fn prune(mut self, prune: bool) -> Self {
        self.prune = prune;
        self
    }

    /// Makes the release. One document that fails does not stop the others; counts that cannot be had stop the run.
    ///
    /// # Errors
    /// If a file of records has a field that nothing was said of ([`field_check`](super::field_check)), counts cannot be had, the sink
    /// fails, or the run is cancelled.
    pub fn run(mut self, inputs: &[Input], watch: &dyn Watch, listener: &mut Listener<'_>) -> Result<Summary> {
        field_check(inputs, &self.fields, &self.tables, self.sanitizer)?.refuse()?;
        self.sink.begin(&RunSettings {
            policy: self.sanitizer.policy().clone(),
            keep_names: self.keep_names,
            with_key: self.key.is_some(),
            tables: self.tables.clone(),
        })?;
        self.taken = inputs.iter().map(|input| input.name.clone()).collect();
        // Names that earlier runs gave are not given again, also not those of a run that was killed.
        let earlier = |input: &Input| names::number(&self.sink.earlier_output(&input.name)?);
        self.numbers = inputs.par_iter().filter_map(earlier).collect();
        self.name_stems = inputs.iter().flat_map(|input| names::stems(&input.name)).collect();
        if let Some(decisions) = &self.decisions {
            decisions.check_for(&inputs.iter().map(|input| input.name.as_str()).collect())?;
        }
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
        self.check_names()?;
        self.look_at_earlier(inputs)?;
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
                    self.numbers.extend(names::number(&record.output));
                    self.resumed.push(input.name.clone());
                    if record.output == input.name {
                        self.own_names.push(input.name.clone());
                    }
                    listener(Event::Resumed { record: &record });
                }
                Step::Opened(source) => {
                    sources.push(*source);
                    opened.push(input);
                }
                Step::Failed(why) => self.withhold(&input.name, why.into(), listener)?,
            }
        }
        let mut ready: Vec<(Verified, DocumentRecord, &Input)> = Vec::new();
        for (outcome, input) in self.process(sources)?.into_iter().zip(opened) {
            match outcome {
                Ok(document) => {
                    let output = self.output_name(&input.name, &input.name, document.name_discloses);
                    self.remember(&document, &output);
                    let record = DocumentRecord::of(&document, &output, &self.settings);
                    ready.push((document, record, input));
                }
                Err(refused) => {
                    if refused.record.is_some() {
                        self.sink.keep(input)?;
                    }
                    self.withhold(&input.name, refused, listener)?;
                }
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
            let decided = self.decisions.as_ref().is_some_and(|file| file.of(&input.name).is_some());
            let resumes = !self.again && !decided && known;
            let finished = || {
                let record = self.sink.finished(&input.name, &hash(&bytes), &self.settings)?;
                (!self.reviewed || unreviewed(&record.decisions, self.sanitizer.tau()) == 0).then_some(record)
            };
            if let Some(record) = resumes.then(finished).flatten() {
                return Ok(Step::Finished(Box::new(record)));
            }
            let InputForm::Document(kind) = input.form else {
                return Err(Error::input(format!("{}: is a file of records", input.name)));
            };
            Ok(Step::Opened(Box::new(Source::file(&input.name, kind, bytes.into_owned())?)))
        });
        opened.unwrap_or_else(Step::Failed)
    }

    /// Sanitises some documents.
    pub(super) fn process(&mut self, sources: Vec<Source>) -> Result<Vec<Outcome<Verified>>> {
        let mut drafts: Vec<Result<Draft>> = sources.into_par_iter().map(|source| self.draft(source)).collect();
        let stops = |draft: &Result<Draft>| matches!(draft, Err(error) if error.kind == ErrorKind::Counts);
        if let Some(place) = drafts.iter().position(stops)
            && let Err(error) = drafts.swap_remove(place)
        {
            return Err(error);
        }
        let sanitizer = self.sanitizer;
        Ok(match &mut self.key {
            None => drafts.into_par_iter().map(|draft| sanitizer.finish(draft?, &mut sanitizer.ledger())).collect(),
            Some(key) => {
                // No made-up name is one of those of the documents at hand.
                drafts.iter().flatten().for_each(|draft| draft.sanitized.introduce(&mut key.ledger));
                // Labels are numbered by first appearance: one document after the other.
                let labelled: Vec<_> = drafts
                    .into_iter()
                    .map(|draft| draft.map(|draft| Sanitizer::label(draft, &mut key.ledger)))
                    .collect();
                let verified = |labelled: Result<_>| {
                    let (document, source) = sanitizer.verify(labelled?)?;
                    let back = back::mentions(&source, &document)?;
                    Ok(Verified { back: Some(back), ..document })
                };
                labelled.into_par_iter().map(verified).collect()
            }
        })
    }

    /// Remembers what a document's release needs to come back, and what no name may hold.
    pub(super) fn remember(&mut self, document: &Verified, output: &str) {
        let applied = document.decisions.iter().filter(|decision| decision.public.is_applied());
        let terms = applied.filter_map(|one| Some((one.public.kind.as_str(), one.protected.as_ref()?.text.as_str())));
        self.removed.take_over(&names::removed(terms, self.sanitizer.language()), &self.name_stems);
        if let (Some(key), Some(back)) = (&mut self.key, &document.back) {
            let output_name = (output != document.name).then(|| output.to_owned());
            key.remember(&document.name, Mentions { output_name, ..back.clone() });
        }
    }

    fn draft(&self, source: Source) -> Result<Draft> {
        let fresh = Ledger::default();
        let ledger = self.key.as_ref().map_or(&fresh, |key| &key.ledger);
        let decisions = self.decisions.as_ref().map(|file| file.fitting(&source)).transpose()?.flatten();
        let edited = decisions.map(|decisions| Edited { decisions, all_decided: self.all_decided });
        let draft = self.sanitizer.draft(source, edited, ledger)?;
        if self.reviewed {
            draft.check_reviewed(self.sanitizer.tau())?;
        }
        Ok(draft)
    }

    /// Labels are never released before the key file has them.
    pub(super) fn save_key(&self) -> Result<()> {
        self.key.as_ref().map_or(Ok(()), Key::save)
    }

    pub(super) fn withhold(&mut self, name: &str, refused: Refused, listener: &mut Listener<'_>) -> Result<()> {
        let Refused { error, record } = refused;
        self.sink.withhold(name, record.as_deref())?;
        self.summary.withhold(name, &error);
        listener(Event::Withheld { name, why: &error });
        Ok(())
    }

    /// Ends the release with its audit and report.
    fn finish(mut self) -> Result<Summary> {
        let withheld = self.summary.withheld.iter().map(|(name, why)| self.withholding(name, why));
        self.summary.withheld_in_audit = withheld.collect::<Result<_>>()?;
        let (sanitizer, summary) = (self.sanitizer, &self.summary);
        let provenance = sanitizer.provenance();
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
            withheld: summary.withheld_in_audit.clone(),
        };
        let page = documents_page(&summary.report(sanitizer.beta(), sanitizer.tau()));
        self.sink.finish(audit, &self.released, &page)?;
        Ok(self.summary)
    }
}

/// What becomes of a file.
enum Step {
    Finished(Box<StoredRecord>),
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

/// The date, in universal time.
fn today() -> Option<String> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?;
    scumble_data::DateFormat::new("%Y-%m-%d").ok()?.write((since.as_secs() / 86_400 * 86_400) as f64)
}
