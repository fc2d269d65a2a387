//! Where a release goes.

use super::audit::AuditHead;
use super::inputs::Input;
use super::record::{DocumentRecord, StoredRecord};
use super::refused::WithheldRecord;
use super::run_settings::RunSettings;
use super::verify::Verified;
use crate::Result;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io::Write;

/// Takes a release: documents, files of records, and in the end the audit and the report. It is called from several threads.
///
/// [`Folder`](super::Folder) is one on disk, [`Memory`](super::Memory) one at hand.
pub trait Sink: Sync {
    /// Keeps the settings of the run, for whoever goes on with it. They hold protected terms.
    ///
    /// # Errors
    /// If they cannot be written.
    fn begin(&self, _: &RunSettings) -> Result<()> {
        Ok(())
    }

    /// The record of a document that an earlier run finished, if it still holds: the same settings, the same input, and its release
    /// lies there unchanged.
    fn finished(&self, name: &str, input_sha256: &str, settings: &str) -> Option<StoredRecord>;

    /// Whether no document has this output name.
    fn is_free(&self, output: &str) -> bool;

    /// The output name that an earlier run, whether it finished or not, gave to a document or a file of records.
    fn earlier_output(&self, name: &str) -> Option<String>;

    /// Puts a document: its original and its record first, its release last.
    ///
    /// # Errors
    /// If it cannot be written: then nothing of it is released.
    fn put(&self, document: &Verified, original: &Input, record: &DocumentRecord) -> Result<()>;

    /// Keeps the original of a document that is withheld, for a person who mends its decisions.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep(&self, _: &Input) -> Result<()> {
        Ok(())
    }

    /// Takes back what an earlier run released of a document that is withheld now, and keeps its decisions for a person to mend.
    ///
    /// # Errors
    /// If that cannot be written.
    fn withhold(&self, name: &str, record: Option<&WithheldRecord>) -> Result<()>;

    /// Gives releases of documents, or of files of records, other names.
    ///
    /// # Errors
    /// If they cannot be moved.
    fn rename(&self, all: &[Renaming]) -> Result<()>;

    /// The terms that were redacted in a document that an earlier run finished, each with its kind. Protected.
    fn redacted(&self, name: &str) -> Vec<(String, String)>;

    /// What earlier runs released that is not among these inputs.
    ///
    /// # Errors
    /// If the records of earlier runs cannot be read.
    fn earlier(&self, inputs: &HashSet<&str>) -> Result<Released>;

    /// Takes back what an earlier run released.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn take_back(&self, name: &str) -> Result<()>;

    /// Begins a file of records.
    ///
    /// # Errors
    /// If it cannot be begun.
    fn begin_records<'s>(&'s self, input: &Input, output: &str) -> Result<Box<dyn RecordSink + 's>>;

    /// Ends the release with its audit and its report.
    ///
    /// # Errors
    /// If they cannot be written.
    fn finish(&self, audit: AuditHead, released: &Released, report: &str) -> Result<()>;
}

/// A release that gets another name, because its own discloses something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renaming {
    /// The name of the document, or of the file of records.
    pub name: String,
    /// The name of its release.
    pub from: String,
    /// The new name.
    pub to: String,
}

/// What a release holds, for its audit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Released {
    /// Names of documents.
    pub documents: Vec<String>,
    /// Names of files of records.
    pub record_files: Vec<String>,
}

/// A file of records while it is written.
pub trait RecordSink {
    /// Where the release goes.
    fn out(&mut self) -> &mut dyn Write;

    /// Keeps the record of one record, which holds protected text.
    ///
    /// # Errors
    /// If it cannot be written.
    fn decided(&mut self, record: &DocumentRecord) -> Result<()>;

    /// Puts the file in its place, under this output name. Dropped before, nothing of it is released.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep(self: Box<Self>, output: &str) -> Result<()>;
}
