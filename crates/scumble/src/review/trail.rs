//! The audit trail: who decided what, when and why, by rule or by person. It is only ever added to, every line has the hash of the one
//! before, and its types have no place for protected text.

use super::step::Step;
use crate::document::{Decision, PublicDecision, hash, in_audit};
use crate::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The hash before the first line.
const START: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// A line of the trail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrailLine {
    /// Its number, from 1.
    pub number: u64,
    /// When, in universal time.
    pub time: String,
    /// Who.
    pub reviewer: String,
    /// What happened.
    pub what: String,
    /// The step of the review, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
    /// The step that it undoes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<u64>,
    /// The decisions that changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<TrailEvent>,
    /// Of an export: the hash of each released document's bytes, by the name that the audit has for it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub released: BTreeMap<String, String>,
    /// The hash of the line before.
    pub before: String,
    /// The hash of this line without this key.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hash: String,
}

/// A decision in the trail: where, by which rule and figures it was found, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrailEvent {
    /// The document, by the name that the audit has for it.
    pub document: String,
    /// The decision's id.
    pub id: String,
    /// The part of the file, where it has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<usize>,
    /// The bytes.
    pub span: (usize, usize),
    /// What it is.
    pub kind: String,
    /// The rule that found it; `manual` where a person did.
    pub rule: String,
    /// Its figures: IC, PMI, threshold, probability.
    pub figures: [Option<f64>; 4],
    /// State and action before; nothing for a decision that was made.
    pub before: Option<(String, String)>,
    /// State and action after; nothing for a decision that was taken back.
    pub after: Option<(String, String)>,
    /// Whether the replacement is text of the reviewer's own, which is not repeated here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_text: bool,
    /// The decision whose pseudonym it shares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
}

impl TrailEvent {
    fn of(document: String, before: Option<&PublicDecision>, after: Option<&PublicDecision>) -> Option<Self> {
        let one = after.or(before)?;
        let state = |of: &PublicDecision| (of.state.clone(), of.action.clone());
        Some(Self {
            document,
            id: one.id.clone(),
            part: one.part,
            span: (one.start, one.end),
            kind: one.kind.clone(),
            rule: one.rule.clone(),
            figures: [one.ic, one.pmi, one.threshold, one.probability],
            before: before.map(state),
            after: after.map(state),
            own_text: one.state == "manual" && one.replacement.is_some(),
            same_as: one.same_as.clone(),
        })
    }
}

impl TrailLine {
    /// A line for a step; `output` gives the name of a document's release.
    pub(super) fn of_step(step: &Step, output: impl Fn(&str) -> String) -> Self {
        let public = |decision: &Option<Decision>| decision.as_ref().map(|decision| decision.public.clone());
        let event = |change: &super::Change| {
            let name = in_audit(&change.document, &output(&change.document));
            TrailEvent::of(name, public(&change.before).as_ref(), public(&change.after).as_ref())
        };
        Self {
            step: Some(step.number),
            undoes: step.undoes,
            decisions: step.changes.iter().filter_map(event).collect(),
            ..Self::new(&step.time, &step.reviewer, &step.what)
        }
    }

    /// A line that says what happened.
    pub(super) fn new(time: &str, reviewer: &str, what: &str) -> Self {
        Self {
            number: 0,
            time: time.to_owned(),
            reviewer: reviewer.to_owned(),
            what: what.to_owned(),
            step: None,
            undoes: None,
            decisions: Vec::new(),
            released: BTreeMap::new(),
            before: String::new(),
            hash: String::new(),
        }
    }

    /// The line as it is written, and its hash: over every byte but the hash itself.
    fn written(&self) -> (String, String) {
        let bare = Self { hash: String::new(), ..self.clone() };
        let text = serde_json::to_string(&bare).unwrap_or_default();
        let own = hash(text.as_bytes());
        (format!("{},\"hash\":\"{own}\"}}\n", text.strip_suffix('}').unwrap_or(&text)), own)
    }
}

/// The hash that a written line must have.
fn hash_of(line: &[u8], own: &str) -> Option<String> {
    let end = format!(",\"hash\":\"{own}\"}}");
    let bare = line.strip_suffix(end.as_bytes())?;
    Some(hash(&[bare, b"}"].concat()))
}

/// The trail of a release while it is reviewed.
#[derive(Debug)]
pub(super) struct Trail {
    path: PathBuf,
    file: File,
    lines: u64,
    last: String,
    /// The last step of the review that is in it.
    pub(super) last_step: u64,
}

impl Trail {
    /// Opens a trail, and refuses one whose chain is broken; a line that a killed run did not end is cut off.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let fault = |error: std::io::Error| Error::input(format!("{}: cannot be used: {error}", path.display()));
        let bytes = std::fs::read(path).unwrap_or_default();
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let lines = read(path, &bytes[..whole])?;
        let file = File::options().create(true).append(true).open(path).map_err(fault)?;
        crate::document::private(path, 0o600);
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(fault)?;
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            lines: lines.len() as u64,
            last: lines.last().map_or(START.to_owned(), |line| line.hash.clone()),
            last_step: lines.iter().filter_map(|line| line.step).max().unwrap_or(0),
        })
    }

    /// Adds a line. When this is done, the disk has it.
    pub(super) fn add(&mut self, mut line: TrailLine) -> Result<()> {
        let fault =
            |error: std::io::Error| Error::input(format!("{}: cannot be written: {error}", self.path.display()));
        (line.number, line.before) = (self.lines + 1, self.last.clone());
        let (text, own) = line.written();
        self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data()).map_err(fault)?;
        (self.lines, self.last) = (line.number, own);
        self.last_step = self.last_step.max(line.step.unwrap_or(0));
        Ok(())
    }

    /// How many lines it has, and the hash of the last: whoever notes both can tell later whether lines were cut off.
    pub(super) fn end(&self) -> (u64, &str) {
        (self.lines, &self.last)
    }
}

/// The lines of a trail, if their chain holds.
pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<Vec<TrailLine>> {
    let mut before = START.to_owned();
    let mut lines: Vec<TrailLine> = Vec::new();
    for (number, bytes) in (1u64..).zip(bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty())) {
        let broken = |what: &str| Error::promise(format!("{}, line {number}: {what}", path.display()));
        let line: TrailLine = serde_json::from_slice(bytes).map_err(|_| broken("is no line of an audit trail"))?;
        if line.number != number || line.before != before {
            return Err(broken("does not follow the line before: a line was removed, added or moved"));
        }
        if hash_of(bytes, &line.hash).as_ref() != Some(&line.hash) {
            return Err(broken("was changed after it was written"));
        }
        before.clone_from(&line.hash);
        lines.push(line);
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_removed_or_moved_line_breaks_the_chain() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trail.jsonl");
        let mut trail = Trail::open(&path).unwrap();
        for what in ["accept", "reject", "undo"] {
            trail.add(TrailLine::new("t", "ada", what)).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(read(&path, text.as_bytes()).unwrap().len(), 3);
        let wrong = |text: String| read(&path, text.as_bytes()).unwrap_err().to_string();
        assert!(wrong(text.replace("reject", "accept")).ends_with("line 2: was changed after it was written"));
        assert!(wrong([lines[0], lines[2]].join("\n")).contains("line 2: does not follow"));
        assert!(wrong([lines[1], lines[0], lines[2]].join("\n")).contains("line 1: does not follow"));
        assert!(wrong(text.replace("\"ada\"", "\"ada\",\"text\":\"Roe\"")).contains("no line of an audit trail"));
        std::fs::write(&path, format!("{text}{{\"number\":4")).unwrap();
        assert_eq!(Trail::open(&path).unwrap().end().0, 3, "a line that was never ended is cut off");
    }
}
