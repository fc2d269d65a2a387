//! Decisions that were edited: a file about one document, about several by name, one document a line, or a folder of such files.

use super::decision::EditedDecision;
use super::hash;
use super::source::Source;
use crate::{Error, Result};
use scumble_io::did_you_mean;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The decisions about one document.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct DocumentDecisions {
    /// The document's name; without one they are about whatever document is sanitised.
    pub name: Option<String>,
    /// The SHA-256 of the document that they were made for.
    pub input_sha256: Option<String>,
    /// The decisions.
    pub decisions: Vec<EditedDecision>,
}

/// Decisions about one or several documents.
#[derive(Clone, Debug, Default)]
pub struct DecisionsFile {
    documents: Vec<DocumentDecisions>,
    hash: String,
}

/// What a run, a document and a decision may have, in the files that are written here.
const RUN_KEYS: [&str; 21] = [
    "documents",
    "policy",
    "beta",
    "tau",
    "counts",
    "sanitized",
    "resumed",
    "withheld",
    "by_rule",
    "tokens_kept",
    "residual_risk",
    "estimated_search_risk",
    "best_search_rank",
    "seconds",
    "text_kinds",
    "bytes",
    "outputs",
    "decided",
    "unmatched",
    "vanished",
    "renamed",
];
const DOCUMENT_KEYS: [&str; 23] = [
    "name",
    "decisions",
    "input_sha256",
    "output_sha256",
    "output",
    "settings",
    "sanitized",
    "residual_risk",
    "estimated_search_risk",
    "tokens_kept",
    "rounds",
    "text_kind",
    "joint_questions",
    "search_ranks",
    "best_search_rank",
    "dropped",
    "exempt",
    "warnings",
    "decisions_sha256",
    "named",
    "why",
    "left",
    "decided",
];
const DECISION_KEYS: [&str; 21] = [
    "id",
    "start",
    "end",
    "part",
    "kind",
    "rule",
    "ic",
    "pmi",
    "threshold",
    "action",
    "replacement",
    "state",
    "reviewer",
    "same_as",
    "topic",
    "density",
    "match_share",
    "probability",
    "text",
    "term",
    "related",
];

impl DecisionsFile {
    /// Decisions that are at hand.
    pub fn new(documents: Vec<DocumentDecisions>, hash: String) -> Self {
        Self { documents, hash }
    }

    /// Reads a file: JSON, or JSON lines with a document a line. Of a folder, all such files in it are read.
    ///
    /// # Errors
    /// If it cannot be read, is no such JSON, has a key that nothing reads, or two files are about one document. The message has the
    /// place, never a piece of the file.
    pub fn read(path: &Path) -> Result<Self> {
        if !path.is_dir() {
            return Self::read_file(path);
        }
        let mut files = Vec::new();
        collect(path, &mut files)?;
        if files.is_empty() {
            return Err(Error::input(format!("{}: holds no file of decisions", path.display()))
                .with_help("name the folder OUT.work/decisions of a release"));
        }
        let mut all = Self::default();
        for file in files {
            let one = Self::read_file(&file)?;
            if one.documents.iter().any(|document| document.name.is_none()) {
                return Err(Error::input(format!("{}: does not name its document", file.display()))
                    .with_help("in a folder, each file has a “name”"));
            }
            all.documents.extend(one.documents);
            all.hash = hash(format!("{} {}", all.hash, one.hash).as_bytes());
        }
        all.check_names(path)?;
        Ok(all)
    }

    fn read_file(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let text =
            std::fs::read_to_string(path).map_err(|error| Error::input(format!("{name}: cannot be read: {error}")))?;
        let file = Self::parse(&name, &text, path.extension().is_some_and(|ending| ending == "jsonl"))?;
        file.check_names(path)?;
        Ok(file)
    }

    fn check_names(&self, path: &Path) -> Result<()> {
        let mut seen = BTreeSet::new();
        match self.documents.iter().filter_map(|document| document.name.as_deref()).find(|name| !seen.insert(*name)) {
            None => Ok(()),
            Some(name) => Err(Error::input(format!("{}: decides twice about {name}", path.display()))
                .with_help("leave one of the two")),
        }
    }

    /// Reads decisions from text.
    ///
    /// # Errors
    /// As [`DecisionsFile::read`].
    pub fn parse(name: &str, text: &str, lines: bool) -> Result<Self> {
        let hash = hash(text.as_bytes());
        if lines {
            let documents =
                (1..).zip(text.lines()).map(|(number, line)| documents(line, &format!("{name}, line {number}")));
            let documents = documents.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
            return Ok(Self { documents, hash });
        }
        Ok(Self { documents: documents(text, name)?, hash })
    }

    /// The decisions about a document; `None` if there are none for it.
    pub fn of(&self, name: &str) -> Option<&DocumentDecisions> {
        let named = |one: &&DocumentDecisions| one.name.as_deref() == Some(name);
        self.documents.iter().find(named).or_else(|| match &self.documents[..] {
            [only] if only.name.is_none() => Some(only),
            _ => None,
        })
    }

    /// The decisions about a document, if there are any; they must have been made for it as it is now.
    pub(crate) fn fitting(&self, source: &Source) -> Result<Option<&[EditedDecision]>> {
        let Some(decided) = self.of(source.name()) else { return Ok(None) };
        if decided.input_sha256.as_ref().is_some_and(|hash| *hash != source.input_sha256) {
            return Err(Error::input(format!("{}: was changed after the decisions were made", source.name()))
                .with_help("sanitise it again to make new decisions"));
        }
        Ok(Some(&decided.decisions))
    }

    /// The names of documents that are decided about.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.documents.iter().filter_map(|document| document.name.as_deref())
    }

    /// Refuses decisions that are about none of these documents, or that name none where there are several.
    ///
    /// # Errors
    /// If so.
    pub(crate) fn check_for(&self, inputs: &BTreeSet<&str>) -> Result<()> {
        if self.documents.iter().any(|document| document.name.is_none()) && inputs.len() > 1 {
            return Err(Error::input("the decisions do not say which document they are about")
                .with_help("give them a “name”, or sanitise that document alone"));
        }
        // A record's name is that of its file, a colon and its number.
        let file = |name: &str| name.rsplit_once(':').map(|(file, _)| file.to_owned());
        let known = |name: &str| inputs.contains(name) || file(name).is_some_and(|file| inputs.contains(&*file));
        if !self.documents.is_empty()
            && self.documents.iter().all(|one| one.name.as_deref().is_some_and(|name| !known(name)))
        {
            return Err(Error::input("the decisions are about none of these documents")
                .with_help("a document is named as in the run that made the decisions"));
        }
        Ok(())
    }

    /// Tells one file from another.
    pub fn hash(&self) -> &str {
        &self.hash
    }
}

/// The files of decisions in a folder and below.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let fault = |error: std::io::Error| Error::input(format!("{}: cannot be read: {error}", folder.display()));
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fault)? {
        entries.push(entry.map_err(fault)?.path());
    }
    entries.sort();
    for path in entries {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() {
            collect(&path, files)?;
        } else if !hidden && path.extension().is_some_and(|ending| ending == "json" || ending == "jsonl") {
            files.push(path);
        }
    }
    Ok(())
}

/// The documents of a JSON text: of a run, of one document, or decisions alone.
fn documents(text: &str, place: &str) -> Result<Vec<DocumentDecisions>> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        // The parser's own message could repeat protected text.
        Error::input(format!("{place}, line {}, column {}: no JSON", error.line(), error.column()))
    })?;
    match value {
        Value::Array(decisions) => {
            let decisions = decided(decisions, place)?;
            Ok(vec![DocumentDecisions { decisions, ..Default::default() }])
        }
        Value::Object(mut run) if run.contains_key("documents") => {
            check_keys(&run, &RUN_KEYS, place)?;
            let Some(Value::Array(documents)) = run.remove("documents") else { return Err(no_decisions(place)) };
            let one = |(number, value): (usize, Value)| match value {
                Value::Object(value) => document(value, &format!("{place}, document {number}")),
                _ => Err(no_decisions(place)),
            };
            (1..).zip(documents).map(one).collect()
        }
        Value::Object(value) => Ok(vec![document(value, place)?]),
        _ => Err(no_decisions(place)),
    }
}

fn document(mut value: Map<String, Value>, place: &str) -> Result<DocumentDecisions> {
    check_keys(&value, &DOCUMENT_KEYS, place)?;
    let Some(Value::Array(decisions)) = value.remove("decisions") else {
        return Err(no_decisions(place));
    };
    let decisions = decided(decisions, place)?;
    let text = |key: &str| match value.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(Error::input(format!("{place}: {key}: text is expected"))),
    };
    Ok(DocumentDecisions { name: text("name")?, input_sha256: text("input_sha256")?, decisions })
}

fn decided(decisions: Vec<Value>, place: &str) -> Result<Vec<EditedDecision>> {
    let one = |(number, value): (usize, Value)| {
        let place = format!("{place}, decision {number}");
        let Value::Object(keys) = &value else { return Err(no_decisions(&place)) };
        check_keys(keys, &DECISION_KEYS, &place)?;
        serde_json::from_value(value).map_err(|_| no_decisions(&place))
    };
    (1..).zip(decisions).map(one).collect()
}

/// A key that nothing reads would be a decision that nobody applies.
fn check_keys(value: &Map<String, Value>, known: &[&str], place: &str) -> Result<()> {
    match value.keys().find(|key| !known.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => {
            let near = did_you_mean(key, known.iter().copied());
            Err(Error::input(format!("{place}: unknown key “{key}”{near}"))
                .with_help(format!("known keys: {}", known.join(", "))))
        }
    }
}

fn no_decisions(place: &str) -> Error {
    Error::input(format!("{place}: this is no file of decisions"))
        .with_help("take a file that sanitize wrote, and change its values only")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read() {
        let one = r#"{"name": "a.txt", "input_sha256": "ab", "decisions": [{"start": 0, "end": 3}]}"#;
        let file = DecisionsFile::parse("d", one, false).unwrap();
        assert_eq!(file.of("a.txt").unwrap().decisions[0].end, Some(3));
        assert_eq!(file.of("a.txt").unwrap().input_sha256.as_deref(), Some("ab"));
        assert!(file.of("b.txt").is_none());
        let several = format!(r#"{{"policy": "ic", "documents": [{one}]}}"#);
        assert!(DecisionsFile::parse("d", &several, false).unwrap().of("a.txt").is_some());
        let bare = DecisionsFile::parse("d", r#"[{"start": 1, "end": 2}]"#, false).unwrap();
        assert_eq!(bare.of("anything").unwrap().decisions.len(), 1);
        let lines = format!("{one}\n{}", one.replace("a.txt", "b.txt"));
        let lines = DecisionsFile::parse("d", &lines, true).unwrap();
        assert!(lines.of("a.txt").is_some() && lines.of("b.txt").is_some());
    }

    #[test]
    fn faults_have_a_place_and_no_text() {
        let error = DecisionsFile::parse("d.json", "{\n \"decisions\": [\n Roe", false).unwrap_err().to_string();
        assert!(error.starts_with("d.json, line 3") && !error.contains("Roe"), "{error}");
        let error = DecisionsFile::parse("d.json", r#"{"decisions": "Roe"}"#, false).unwrap_err().to_string();
        assert!(!error.contains("Roe"), "{error}");
    }

    #[test]
    fn a_key_that_nothing_reads_is_an_error() {
        for (text, expected) in [
            (
                r#"[{"start": 0, "end": 3, "acton": "keep"}]"#,
                "d, decision 1: unknown key “acton”; did you mean “action”?",
            ),
            (r#"{"decisions": [], "nmae": "a.txt"}"#, "d: unknown key “nmae”; did you mean “name”?"),
            (r#"{"documents": [{"decisions": [{"stat": 0}]}]}"#, "d, document 1, decision 1: unknown key “stat”"),
            (r#"{"name": "a.txt"}"#, "d: this is no file of decisions"),
        ] {
            let error = DecisionsFile::parse("d", text, false).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
