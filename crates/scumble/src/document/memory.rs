//! A release at hand: nothing is written anywhere.

use super::audit::AuditHead;
use super::inputs::Input;
use super::record::{DocumentRecord, StoredRecord};
use super::refused::WithheldRecord;
use super::sink::{RecordSink, Released, Renaming, Sink};
use super::verify::Verified;
use crate::Result;
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Collects a release: output files by name, and the records of all documents.
#[derive(Debug, Default)]
pub struct Memory {
    content: Mutex<MemoryContent>,
}

/// What a [`Memory`] holds.
#[derive(Debug, Default)]
pub struct MemoryContent {
    /// The bytes of every output file.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The records of all documents. They hold protected text.
    pub records: Vec<DocumentRecord>,
    /// The decisions about documents that were withheld. They hold protected text.
    pub withheld: Vec<WithheldRecord>,
    /// The audit, once the release is finished.
    pub audit: Option<AuditHead>,
    /// The report as HTML, once the release is finished. It shows protected text.
    pub report: String,
}

impl Memory {
    /// What was collected.
    pub fn into_content(self) -> MemoryContent {
        self.content.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn content(&self) -> MutexGuard<'_, MemoryContent> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Memory {
    fn finished(&self, _: &str, _: &str, _: &str) -> Option<StoredRecord> {
        None
    }

    fn is_free(&self, output: &str) -> bool {
        !self.content().files.contains_key(output)
    }

    fn earlier_output(&self, _: &str) -> Option<String> {
        None
    }

    fn put(&self, document: &Verified, _: &Input, record: &DocumentRecord) -> Result<()> {
        let mut content = self.content();
        content.files.insert(record.output.clone(), document.bytes.clone());
        content.records.push(record.clone());
        Ok(())
    }

    fn withhold(&self, _: &str, record: Option<&WithheldRecord>) -> Result<()> {
        self.content().withheld.extend(record.cloned());
        Ok(())
    }

    fn rename(&self, all: &[Renaming]) -> Result<()> {
        let mut content = self.content();
        for Renaming { name, from, to } in all {
            if let Some(bytes) = content.files.remove(from) {
                content.files.insert(to.clone(), bytes);
            }
            let records = format!("{name}:");
            for record in content.records.iter_mut().filter(|one| one.name == *name || one.name.starts_with(&records)) {
                record.output.clone_from(to);
            }
        }
        Ok(())
    }

    fn redacted(&self, _: &str) -> Vec<(String, String)> {
        Vec::new()
    }

    fn earlier(&self, _: &HashSet<&str>) -> Result<Released> {
        Ok(Released::default())
    }

    fn take_back(&self, _: &str) -> Result<()> {
        Ok(())
    }

    fn begin_records<'s>(&'s self, _: &Input, _: &str) -> Result<Box<dyn RecordSink + 's>> {
        Ok(Box::new(MemoryRecords { memory: self, bytes: Vec::new(), records: Vec::new() }))
    }

    fn finish(&self, audit: AuditHead, _: &Released, report: &str) -> Result<()> {
        let mut content = self.content();
        content.audit = Some(audit);
        content.report = report.to_owned();
        // Documents are put side by side: their order must not depend on threads.
        content.records.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(())
    }
}

struct MemoryRecords<'m> {
    memory: &'m Memory,
    bytes: Vec<u8>,
    records: Vec<DocumentRecord>,
}

impl RecordSink for MemoryRecords<'_> {
    fn out(&mut self) -> &mut dyn Write {
        &mut self.bytes
    }

    fn decided(&mut self, record: &DocumentRecord) -> Result<()> {
        self.records.push(record.clone());
        Ok(())
    }

    fn keep(self: Box<Self>, output: &str) -> Result<()> {
        let mut content = self.memory.content();
        content.files.insert(output.to_owned(), self.bytes);
        content.records.extend(self.records);
        Ok(())
    }
}
