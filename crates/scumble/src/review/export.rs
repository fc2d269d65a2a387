//! The release of a reviewed collection: made by the same run as on the command line, when nothing of high risk is left open.

use super::collection::{DocumentEntry, Review, now};
use super::trail::TrailLine;
use crate::document::{DecisionsFile, DocumentDecisions, EditedDecision, Event, Input, Key, Release, in_audit};
use crate::{Error, Result};
use scumble_io::{Help, Watch};
use serde::Serialize;
use std::collections::BTreeMap;

/// What an export did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Exported {
    /// How many documents were released.
    pub released: usize,
    /// How many were released before and are unchanged.
    pub unchanged: usize,
    /// Documents that were withheld, and why.
    pub withheld: Vec<(String, String)>,
    /// How many lines the audit trail has.
    pub trail_lines: u64,
    /// The hash of its last line, to be noted elsewhere: without it nobody can tell whether lines were cut off at the end.
    pub trail_hash: String,
}

impl Review {
    /// The documents in which something of high risk is left open.
    pub fn waiting(&self) -> Vec<DocumentEntry> {
        self.queue().into_iter().filter(|one| one.open > 0).collect()
    }

    /// Releases the collection as it was decided: the machine completes what the decisions do not mention, every document is
    /// verified, and the export is in the audit trail.
    ///
    /// # Errors
    /// If something of high risk is left open, a key file is missing, or the release cannot be written. A document in which redacted
    /// text would be left is withheld, and the others are released.
    pub fn export(&mut self, watch: &dyn Watch) -> Result<Exported> {
        let waiting = self.waiting();
        if !waiting.is_empty() {
            let findings: usize = waiting.iter().map(|one| one.open).sum();
            return Err(Error::withheld(format!(
                "{findings} findings of high risk in {} documents were not looked at",
                waiting.len()
            ))
            .with_help("decide on them first: the queue has these documents on top"));
        }
        if self.settings.with_key && self.key.is_none() {
            return Err(Error::input("the labels of this release are kept in a key file")
                .with_help(Help::set("key", "open the review with it")));
        }
        self.save()?;
        let inputs: Vec<Input> =
            self.documents.iter().map(|one| self.input(&one.stored.name)).collect::<Result<_>>()?;
        let decided =
            self.documents.iter().filter(|one| one.released != Some(one.version)).map(|one| DocumentDecisions {
                name: Some(one.stored.name.clone()),
                input_sha256: Some(one.stored.figures.input_sha256.clone()),
                decisions: one.stored.decisions.iter().cloned().map(EditedDecision::from).collect(),
            });
        let decisions = DecisionsFile::new(decided.collect(), String::new());
        let settings = self.documents.iter().map(|one| one.stored.settings.clone()).find(|own| !own.is_empty());
        let mut release = Release::new(&self.sanitizer, &self.folder)
            .with_tables(self.settings.tables.clone())
            .keep_names(self.settings.keep_names)
            .with_settings(settings)
            .reviewed(true)
            .with_decisions(decisions, false);
        if let Some((path, passphrase)) = &self.key {
            release = release.with_key(Key::open_to_write(path, passphrase)?)?;
        }
        let (mut released, mut unchanged): (BTreeMap<String, String>, BTreeMap<String, String>) = Default::default();
        let mut hashes: BTreeMap<String, String> = BTreeMap::new();
        let mut listener = |event: Event<'_>| match event {
            Event::Released { document, output } => {
                released.insert(document.name.clone(), output.to_owned());
                hashes.insert(in_audit(&document.name, output), document.output_sha256.clone());
            }
            Event::Resumed { record } => {
                unchanged.insert(record.name.clone(), record.output.clone());
                hashes.insert(in_audit(&record.name, &record.output), record.figures.output_sha256.clone());
            }
            Event::Withheld { .. } => {}
        };
        let summary = release.run(&inputs, watch, &mut listener)?;
        for number in 0..self.documents.len() {
            let name = self.documents[number].stored.name.clone();
            if released.contains_key(&name) || summary.withheld.iter().any(|(withheld, _)| *withheld == name) {
                self.refresh(number)?;
            }
            if released.contains_key(&name) {
                self.documents[number].released = Some(self.documents[number].version);
            }
        }
        self.trail.add(TrailLine { released: hashes, ..TrailLine::new(&now(), &self.reviewer, "export") })?;
        if let Some((path, passphrase)) = &self.key {
            self.ledger = Key::open(path, passphrase)?.ledger;
        }
        let (trail_lines, trail_hash) = self.trail.end();
        Ok(Exported {
            released: released.len(),
            unchanged: unchanged.len(),
            withheld: summary.withheld,
            trail_lines,
            trail_hash: trail_hash.to_owned(),
        })
    }
}
