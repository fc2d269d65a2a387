//! What is kept of each document: for resuming and for a person in the work folder, and without any text in the audit.

use super::combine::DecidedBy;
use super::decision::{Decision, EditedDecision, PublicDecision};
use super::names;
use super::verify::Verified;
use scumble_assess::document::estimate::SearchRisk;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::io::Write;

/// What was measured of a document; nothing here is protected.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DocumentFigures {
    /// The SHA-256 of the input.
    pub input_sha256: String,
    /// The SHA-256 of the output.
    pub output_sha256: String,
    /// The largest share of a sensitive term's information content that kept phrases disclose; nothing where no term was named.
    pub residual_risk: Option<f64>,
    /// How likely a search finds the person, estimated; nothing where the text is unlike those that the estimate was fitted on.
    #[serde(default)]
    pub estimated_search_risk: Option<SearchRisk>,
    /// The kind of text by which a learned decision was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_kind: Option<String>,
    /// The best rank of the person's page by the attackers, where there is a background with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_search_rank: Option<usize>,
    /// The share of words outside of all edits.
    pub tokens_kept: f64,
    /// Who decided on how many findings, where decisions were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<DecidedBy>,
    /// Which of the terms that the user named occur, by their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<bool>,
    /// Mentions of redacted terms that a person decided to keep.
    #[serde(default)]
    pub exempt: usize,
    /// What the output does not have any more: images, properties.
    #[serde(default)]
    pub dropped: Vec<String>,
    /// What a person should know before trusting that all text was read.
    #[serde(default)]
    pub warnings: Vec<String>,
}

impl DocumentFigures {
    fn of(document: &Verified) -> Self {
        Self {
            input_sha256: document.input_sha256.clone(),
            output_sha256: document.output_sha256.clone(),
            residual_risk: document.residual_risk.map(round),
            estimated_search_risk: document.estimated_search_risk.map(rounded_risk),
            text_kind: document.text_kind.map(|kind| kind.as_str().to_owned()),
            best_search_rank: document.best_search_rank(),
            tokens_kept: round(document.words_kept),
            decided: document.decided,
            named: document.named.found.clone(),
            exempt: document.exempt,
            dropped: document.dropped.clone(),
            warnings: document.warnings.clone(),
        }
    }
}

/// A share with four digits, as reports have it.
pub(crate) fn round(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

/// An estimate with four digits.
pub(crate) fn rounded_risk(SearchRisk { chance, low, high }: SearchRisk) -> SearchRisk {
    SearchRisk { chance: round(chance), low: round(low), high: round(high) }
}

/// The record of a document in the work folder. It holds protected text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DocumentRecord {
    /// The document's name.
    pub name: String,
    /// The name of its release.
    pub output: String,
    /// The fingerprint of the settings.
    pub settings: String,
    /// What was measured.
    #[serde(flatten)]
    pub figures: DocumentFigures,
    /// All decisions, with their text.
    pub decisions: Vec<Decision>,
}

/// A [`DocumentRecord`] that an earlier run wrote: enough to see whether it still holds, and to count it.
#[derive(Clone, Debug, Deserialize)]
pub struct StoredRecord {
    /// The document's name.
    pub name: String,
    /// The name of its release.
    #[serde(default)]
    pub output: String,
    /// The fingerprint of the settings.
    #[serde(default)]
    pub settings: String,
    /// What was measured.
    #[serde(flatten)]
    pub figures: DocumentFigures,
    /// All decisions, without their text: what the type does not declare is not read.
    pub decisions: Vec<PublicDecision>,
}

/// A document in the audit. Its type has no place for protected text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditRecord {
    /// The document's name; the name of its release, where its own may not be published.
    pub name: String,
    /// The name of its release.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub output: String,
    /// What was measured.
    #[serde(flatten)]
    pub figures: DocumentFigures,
    /// All decisions, without their text.
    pub decisions: Vec<PublicDecision>,
}

impl From<StoredRecord> for AuditRecord {
    fn from(record: StoredRecord) -> Self {
        // The fingerprint stays behind: terms to hide could be guessed from it.
        let StoredRecord { name, output, figures, decisions, .. } = record;
        Self { name: names::in_audit(&name, &output), output, figures, decisions }
    }
}

impl DocumentRecord {
    /// Of a verified document that is released under a name.
    pub(crate) fn of(document: &Verified, output: &str, settings: &str) -> Self {
        Self {
            name: document.name.clone(),
            output: output.to_owned(),
            settings: settings.to_owned(),
            figures: DocumentFigures::of(document),
            decisions: document.decisions.clone(),
        }
    }

    /// Writes it as JSON, one decision a line: a large document has very many.
    pub(crate) fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        #[derive(Serialize)]
        struct Lines<'r> {
            name: &'r str,
            output: &'r str,
            settings: &'r str,
            #[serde(flatten)]
            figures: &'r DocumentFigures,
            decisions: Vec<Box<RawValue>>,
        }
        let Self { name, output, settings, figures, decisions } = self;
        let decisions = decisions.iter().map(to_raw_value).collect::<Result<_, _>>()?;
        serde_json::to_writer_pretty(&mut *out, &Lines { name, output, settings, figures, decisions })?;
        out.write_all(b"\n")
    }

    /// The decisions, to be edited and applied again.
    pub fn edited(self) -> Vec<EditedDecision> {
        self.decisions.into_iter().map(EditedDecision::from).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::decision::ProtectedText;

    #[test]
    fn the_audit_has_no_place_for_text() {
        let marker = "xyzzy-protected";
        let public = PublicDecision {
            id: "1".into(),
            start: 0,
            end: 3,
            part: None,
            kind: "person".into(),
            rule: "entity".into(),
            ic: None,
            pmi: None,
            threshold: None,
            action: "label".into(),
            replacement: Some("Pers1".into()),
            state: "accepted".into(),
            reviewer: None,
            same_as: None,
            topic: None,
            density: None,
            probability: None,
            match_share: None,
        };
        let protected = ProtectedText { text: marker.into(), term: marker.into(), related: Some(marker.into()) };
        let record = DocumentRecord {
            name: "a.txt".into(),
            output: "a.txt".into(),
            settings: marker.into(),
            figures: DocumentFigures::default(),
            decisions: vec![Decision { public, protected: Some(protected) }],
        };
        let stored = serde_json::to_string(&record).unwrap();
        assert!(stored.contains(marker));
        // A field that a later version adds, or a person: it is not read, so it cannot be written.
        let stored = stored.replace("\"start\"", &format!("\"note\":\"{marker}\",\"start\""));
        let stored: StoredRecord = serde_json::from_str(&stored).unwrap();
        let audit = serde_json::to_string(&AuditRecord::from(stored)).unwrap();
        assert!(!audit.contains(marker), "{audit}");
        assert!(audit.contains("Pers1"));
    }
}
