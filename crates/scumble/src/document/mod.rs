//! Documents: opened, decided, rewritten, opened again and checked, alone or as a release of many.
//!
//! | to do this | look at |
//! |---|---|
//! | sanitise a text or a file | [`Sanitizer::text`], [`Sanitizer::file`] |
//! | apply decisions that a person edited | [`Sanitizer::apply_decisions`] |
//! | add a finder | [`Sanitizer::with_finder`] |
//! | release a collection | [`Release`] into a [`Folder`] or [`Memory`] |
//! | say what becomes of the fields of records | [`FieldRoles`], [`field_check`] |
//! | measure what a release keeps, and what a search still finds | [`assess::assess_documents`] |
//! | protect against a search in pages about people | [`Sanitizer::with_background`] |
//! | keep labels and undo them | [`Key`], [`restore`] |

mod against;
pub mod assess;
mod audit;
mod back;
mod combine;
mod decision;
mod decisions_file;
mod erase;
mod fields;
mod folder;
mod inputs;
mod key;
mod memory;
mod named;
mod names;
mod overwrite;
mod parsed;
mod preview;
mod published;
mod record;
mod record_file;
mod records;
mod refused;
mod release;
mod release_event;
mod release_labels;
mod release_names;
pub mod restore;
mod run_settings;
mod sanitizer;
mod sink;
mod source;
mod strips;
mod summary;
mod texts;
pub(crate) mod topics;
mod verify;
mod work;
pub(crate) use work::files;

pub use against::SearchRank;
pub use audit::{AuditCounts, AuditHead, Withholding};
pub use combine::DecidedBy;
pub use decision::{Decision, EditedDecision, ProtectedText, PublicDecision};
pub use decisions_file::{DecisionsFile, DocumentDecisions};
pub use erase::Erased;
pub use fields::{FieldCheck, field_check};
pub use folder::Folder;
pub use inputs::{Input, InputForm, Inputs, Origin};
pub use key::{Key, KeySize, SHORTEST_PASSPHRASE};
pub use memory::{Memory, MemoryContent};
pub use named::{NamedHits, Unmatched};
pub(crate) use names::in_audit;
pub use parsed::parsed_to_json;
pub use preview::{Preview, PreviewedDecision};
pub use record::{AuditRecord, DocumentFigures, DocumentRecord, StoredRecord};
pub use refused::{Left, WithheldRecord};
pub use release::Release;
pub use release_event::{Event, Listener};
pub use run_settings::RunSettings;
pub(crate) use sanitizer::Draft;
pub use sanitizer::Sanitizer;
pub use scumble_data::{FieldRole, FieldRoles, OtherFields};
pub use sink::{RecordSink, Released, Renaming, Sink};
pub use source::{MOST_TEXT_BYTES, Source};
pub(crate) use strips::strip;
pub use summary::{DocumentView, Summary};
pub use texts::Pseudonyms;
pub use topics::{ExpandedTopics, TopicPolicy, built_in_topics, expanded_topics};
pub use verify::{Replaced, Verified};

use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::Path;

/// The SHA-256 of some bytes, in hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(out, "{byte:02x}");
    }
    out
}

/// A random number of the operating system.
fn random() -> Option<u64> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).ok()?;
    Some(u64::from_le_bytes(bytes))
}

/// Originals and keys are for their owner alone.
pub(crate) fn private(path: &Path, mode: u32) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A file system that knows no permissions is no reason to stop.
        let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
}
