//! The audit: what was done with every document, by which settings and counts, without any text.

use super::record::AuditRecord;
use crate::Result;
use serde::Serialize;
use serde::ser::{Error as _, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use std::cell::RefCell;
use std::io::Write;

/// What an audit says of the whole run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditHead {
    /// The version of this program.
    pub scumble: String,
    /// The settings; of terms to hide and people to protect only their number.
    pub settings: Value,
    /// β in bits.
    pub beta: f64,
    /// τ in bits.
    pub tau: f64,
    /// Where counts came from.
    pub counts: AuditCounts,
    /// Documents that were withheld, and why.
    pub withheld: Vec<Withholding>,
}

/// Where counts came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AuditCounts {
    /// The provider.
    pub provider: String,
    /// Its version.
    pub version: String,
    /// Whether somebody else was asked.
    pub remote: bool,
    /// The number of documents behind the counts.
    pub total: u64,
    /// The date of the run, in universal time.
    pub date: Option<String>,
}

/// A document that was withheld.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Withholding {
    /// Its name.
    pub name: String,
    /// Why, without any text of it.
    pub why: String,
}

/// An audit while it is written: documents are taken one by one, so that memory does not grow with them.
#[derive(Serialize)]
struct Audit<'a, I: Iterator<Item = Result<AuditRecord>>> {
    #[serde(flatten)]
    head: &'a AuditHead,
    #[serde(serialize_with = "each_on_a_line")]
    documents: RefCell<I>,
}

fn each_on_a_line<S: Serializer, I: Iterator<Item = Result<AuditRecord>>>(
    documents: &RefCell<I>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    let mut fault = None;
    let lines = std::iter::from_fn(|| match documents.borrow_mut().next()? {
        Ok(record) => match serde_json::value::to_raw_value(&record) {
            Ok(line) => Some(line),
            Err(error) => {
                fault.get_or_insert(error.to_string());
                None
            }
        },
        Err(error) => {
            fault.get_or_insert(error.to_string());
            None
        }
    });
    let done = serializer.collect_seq(lines.map(|line: Box<RawValue>| line))?;
    match fault {
        Some(fault) => Err(S::Error::custom(fault)),
        None => Ok(done),
    }
}

/// Writes an audit as JSON, one document a line.
pub(crate) fn write(
    head: &AuditHead,
    documents: impl Iterator<Item = Result<AuditRecord>>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let audit = Audit { head, documents: RefCell::new(documents) };
    serde_json::to_writer_pretty(&mut *out, &audit)?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::record::DocumentFigures;

    #[test]
    fn an_audit_is_json_with_a_document_a_line() {
        let counts = AuditCounts { provider: "p".into(), version: "1".into(), remote: false, total: 3, date: None };
        let settings = serde_json::json!({ "nested": { "last": {} } });
        let head = AuditHead { scumble: "0".into(), settings, beta: 1.0, tau: 0.5, counts, withheld: Vec::new() };
        let one = |name: &str| {
            Ok(AuditRecord {
                name: name.to_owned(),
                output: name.to_owned(),
                figures: DocumentFigures::default(),
                decisions: Vec::new(),
            })
        };
        let mut bytes = Vec::new();
        write(&head, [one("a"), one("b")].into_iter(), &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["documents"][1]["name"], "b");
        assert_eq!(text.lines().filter(|line| line.contains("\"name\"")).count(), 2, "{text}");
        let broken = [one("a"), Err(crate::Error::input("gone"))];
        assert!(write(&head, broken.into_iter(), &mut Vec::new()).is_err());
    }
}
