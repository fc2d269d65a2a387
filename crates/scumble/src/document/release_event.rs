//! What whoever makes a release hears of its documents.

use super::record::StoredRecord;
use super::verify::Verified;
use crate::Error;

/// Something that happened to a document.
#[derive(Debug)]
pub enum Event<'e> {
    /// It was released.
    Released {
        /// The document.
        document: &'e Verified,
        /// The name of its release.
        output: &'e str,
    },
    /// An earlier run had finished it.
    Resumed {
        /// Its record.
        record: &'e StoredRecord,
    },
    /// It was withheld.
    Withheld {
        /// Its name.
        name: &'e str,
        /// Why.
        why: &'e Error,
    },
}

/// Hears what happens to each document, in order.
pub type Listener<'l> = dyn FnMut(Event<'_>) + Send + 'l;
