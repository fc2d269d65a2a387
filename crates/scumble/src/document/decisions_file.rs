//! A file of decisions: one document's, several by name, or one a line.

use super::decision::EditedDecision;
use super::hash;
use super::source::Source;
use crate::{Error, Result};
use serde::Deserialize;
use std::path::Path;

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

/// The forms in which decisions are written.
#[derive(Deserialize)]
#[serde(untagged)]
enum Form {
    Several { documents: Vec<DocumentDecisions> },
    One(DocumentDecisions),
    Bare(Vec<EditedDecision>),
}

impl DecisionsFile {
    /// Decisions that are at hand.
    pub fn new(documents: Vec<DocumentDecisions>, hash: String) -> Self {
        Self { documents, hash }
    }

    /// Reads a file: JSON, or JSON lines with a document a line.
    ///
    /// # Errors
    /// If it cannot be read or is no such JSON. The message has the place, never a piece of the file.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let text =
            std::fs::read_to_string(path).map_err(|error| Error::input(format!("{name}: cannot be read: {error}")))?;
        Self::parse(&name, &text, path.extension().is_some_and(|ending| ending == "jsonl"))
    }

    /// Reads decisions from text.
    ///
    /// # Errors
    /// As [`DecisionsFile::read`].
    pub fn parse(name: &str, text: &str, lines: bool) -> Result<Self> {
        let hash = hash(text.as_bytes());
        if lines {
            let documents = (1..).zip(text.lines()).map(|(number, line)| {
                let one: Form = json(line, || format!("{name}, line {number}"))?;
                Ok(one.documents())
            });
            let documents = documents.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
            return Ok(Self { documents, hash });
        }
        let form: Form = json(text, || name.to_owned())?;
        Ok(Self { documents: form.documents(), hash })
    }

    /// The decisions about a document; `None` if there are none for it.
    pub fn of(&self, name: &str) -> Option<&DocumentDecisions> {
        let named = |one: &&DocumentDecisions| one.name.as_deref() == Some(name);
        self.documents.iter().find(named).or_else(|| match &self.documents[..] {
            [only] if only.name.is_none() => Some(only),
            _ => None,
        })
    }

    /// The decisions about a document, if they were made for it as it is now.
    pub(crate) fn fitting(&self, source: &Source) -> Result<&[EditedDecision]> {
        let name = source.name();
        let Some(decided) = self.of(name) else {
            return Err(Error::input(format!("{name}: the decisions file has no entry for this document")));
        };
        if decided.input_sha256.as_ref().is_some_and(|hash| *hash != source.input_sha256) {
            return Err(Error::input(format!("{name}: was changed after the decisions were made"))
                .with_help("sanitise it again to make new decisions"));
        }
        Ok(&decided.decisions)
    }

    /// Tells one file from another.
    pub fn hash(&self) -> &str {
        &self.hash
    }
}

impl Form {
    fn documents(self) -> Vec<DocumentDecisions> {
        match self {
            Self::Several { documents } => documents,
            Self::One(document) => vec![document],
            Self::Bare(decisions) => vec![DocumentDecisions { decisions, ..Default::default() }],
        }
    }
}

/// Parses JSON; the parser's own message could repeat protected text and is not shown.
fn json<'j, T: Deserialize<'j>>(text: &'j str, place: impl Fn() -> String) -> Result<T> {
    serde_json::from_str(text).map_err(|error| {
        if error.is_data() {
            return Error::input(format!("{}: this is no file of decisions", place()))
                .with_help("take a file that sanitize wrote, and change its values only");
        }
        Error::input(format!("{}, line {}, column {}: no JSON", place(), error.line(), error.column()))
    })
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
}
