//! The decision file of a document: read, changed and written again as it was but for its decisions.

use crate::document::{DecidedBy, Decision, DocumentFigures, ProtectedText, PublicDecision};
use crate::places::make_parent;
use crate::{Error, Result};
use scumble_io::Pending;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::io::{BufWriter, Write};
use std::path::Path;

/// The record of a document in the work folder, with everything that the review does not change.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    /// Every key but `decisions`.
    head: Map<String, Value>,
    /// The document's name.
    pub(super) name: String,
    /// The name of its release.
    pub(super) output: String,
    /// The fingerprint of the settings by which it was decided.
    pub(super) settings: String,
    /// What was measured.
    pub(super) figures: DocumentFigures,
    /// The decisions, by place.
    pub(super) decisions: Vec<Decision>,
}

impl Stored {
    /// Reads a decision file. An error names the file, never its content.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let fault = |what: &str| Error::input(format!("{}: {what}", path.display()));
        let bytes = std::fs::read(path).map_err(|error| fault(&format!("cannot be read: {error}")))?;
        let no_record = || fault("is no record of a document");
        let mut head: Map<String, Value> = serde_json::from_slice(&bytes).map_err(|_| no_record())?;
        let Some(Value::Array(decisions)) = head.remove("decisions") else { return Err(no_record()) };
        let text = |key: &str| head.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (name, output, settings) = (text("name"), text("output"), text("settings"));
        let figures = serde_json::from_value(Value::Object(head.clone()))
            .unwrap_or_else(|_| DocumentFigures { input_sha256: text("input_sha256"), ..DocumentFigures::default() });
        let decisions = decisions.into_iter().map(decision).collect::<Option<Vec<_>>>().ok_or_else(no_record)?;
        let mut stored = Self { head, name, output, settings, figures, decisions };
        stored.name_apart();
        stored.sort();
        Ok(stored)
    }

    /// Writes it; `wait` until the disk has it.
    pub(super) fn write(&self, path: &Path, wait: bool) -> Result<()> {
        #[derive(Serialize)]
        struct Lines<'r> {
            #[serde(flatten)]
            head: &'r Map<String, Value>,
            decisions: Vec<Box<RawValue>>,
        }
        make_parent(path)?;
        let mut head = self.head.clone();
        // Whoever lets the machine decide again keeps what a person decided.
        head.insert("decided".into(), json!(DecidedBy { file: self.decisions.len(), machine: 0 }));
        let fill = |file: &mut std::fs::File| {
            let mut out = BufWriter::new(file);
            let decisions = self.decisions.iter().map(to_raw_value).collect::<Result<_, _>>()?;
            serde_json::to_writer_pretty(&mut out, &Lines { head: &head, decisions })?;
            out.write_all(b"\n")?;
            out.flush()
        };
        let pending = if wait { Pending::write(path, fill)? } else { Pending::write_one_of_many(path, fill)? };
        Ok(pending.keep()?)
    }

    /// Where a decision stands in the list.
    pub(super) fn at(&self, id: &str) -> Option<usize> {
        self.decisions.iter().position(|decision| decision.public.id == id)
    }

    /// The decision of that id.
    pub(super) fn of(&self, id: &str) -> Result<&Decision> {
        self.at(id).map(|at| &self.decisions[at]).ok_or_else(|| Error::input("there is no such decision"))
    }

    /// Puts decisions in place of others, by their ids.
    pub(super) fn change<'c>(&mut self, changes: impl Iterator<Item = (Option<&'c Decision>, Option<&'c Decision>)>) {
        let changes: Vec<_> = changes.collect();
        let gone: HashSet<&str> = changes
            .iter()
            .flat_map(|(before, after)| [*before, *after])
            .flatten()
            .map(|decision| decision.public.id.as_str())
            .collect();
        self.decisions.retain(|decision| !gone.contains(decision.public.id.as_str()));
        self.decisions.extend(changes.iter().filter_map(|(_, after)| after.cloned()));
        self.sort();
    }

    /// Takes over what a release wrote: figures, name and labels. Decisions that it left out, because others cover them, stay.
    pub(super) fn take_over(&mut self, released: Self) {
        for new in &released.decisions {
            match self.at(&new.public.id) {
                Some(at) => self.decisions[at].public.replacement.clone_from(&new.public.replacement),
                None => self.decisions.push(new.clone()),
            }
        }
        let Self { head, name, output, settings, figures, .. } = released;
        (self.head, self.name, self.output, self.settings, self.figures) = (head, name, output, settings, figures);
        self.sort();
    }

    fn sort(&mut self) {
        self.decisions.sort_by(|a, b| {
            let key = |decision: &PublicDecision| (decision.part, decision.start, decision.end);
            key(&a.public).cmp(&key(&b.public)).then_with(|| a.public.id.cmp(&b.public.id))
        });
    }

    /// Gives decisions without an id of their own one.
    fn name_apart(&mut self) {
        let mut seen = HashSet::new();
        for decision in &mut self.decisions {
            let public = &mut decision.public;
            if public.id.is_empty() {
                public.id = format!("own-{}-{}-{}", public.part.unwrap_or(0), public.start, public.end);
            }
            while !seen.insert(public.id.clone()) {
                public.id.push('+');
            }
        }
    }
}

/// A decision as the program or a person wrote it. Defaults are those of edited decisions.
fn decision(value: Value) -> Option<Decision> {
    let Value::Object(mut keys) = value else { return None };
    for (key, otherwise) in
        [("id", ""), ("kind", "term"), ("rule", "manual"), ("action", "remove"), ("state", "manual")]
    {
        keys.entry(key).or_insert_with(|| json!(otherwise));
    }
    let text = |key: &str| keys.get(key).and_then(Value::as_str).map(str::to_owned);
    let protected = text("text").map(|text_of| ProtectedText {
        term: text("term").unwrap_or_else(|| scumble_corpus::normalized(&text_of)),
        related: text("related"),
        text: text_of,
    });
    let public = serde_json::from_value(Value::Object(keys)).ok()?;
    Some(Decision { public, protected })
}
