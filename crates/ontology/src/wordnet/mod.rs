//! WordNet: the embedded version 3.0, or a folder of WNDB files of any other.
//!
//! The embedded data (feature `wordnet`, 2.3 MB) is our own compact form of the files, without the glosses; [`pack`] makes it,
//! byte for byte the same from the same folder, and the `pack-wordnet` command of this crate writes it. It is WordNet's, under
//! WordNet's own licence, which is in `NOTICE`: a build without the feature carries neither.
//!
//! ```
//! use scumble_ontology::wordnet::{Files, read_files};
//!
//! // A WordNet of two synsets; a real one is read with `read_folder`.
//! let files = Files::from_texts([
//!     ("data.noun", "00000001 03 n 01 animal 0 000 | it moves\n00000002 05 n 01 dog 0 001 @ 00000001 n 0000 | it barks\n"),
//!     ("index.noun", "animal n 1 0 1 0 00000001\ndog n 1 1 @ 1 0 00000002\n"),
//!     ("data.verb", "00000001 29 v 01 bark 0 000 01 + 02 00 | make the sound\n"),
//!     ("index.verb", "bark v 1 0 1 0 00000001\n"),
//! ]);
//! let tiny = read_files(&files)?.into_wordnet()?;
//! let dog = tiny.nouns().named("dog.n.01").unwrap();
//! assert_eq!(tiny.nouns().gloss(dog), Some("it barks"));
//! # Ok::<(), scumble_ontology::Error>(())
//! ```

mod bytes;
mod dictionary;
#[cfg(feature = "wordnet")]
mod embedded;
mod exceptions;
mod numbering;
mod pack;
mod unpack;
mod wndb;
mod words;

pub use bytes::Damaged;
pub use dictionary::Dictionary;
#[cfg(feature = "wordnet")]
pub use embedded::{EMBEDDED, wordnet};
pub(crate) use exceptions::exceptions;
pub use pack::pack;
pub use unpack::unpack;
pub use wndb::{Files, read_files, read_folder};
pub use words::Words;

use crate::taxonomy::Taxonomy;
use std::sync::Arc;

/// WordNet's two taxonomies and its word list.
#[derive(Clone, Debug)]
pub struct WordNet {
    nouns: Arc<Taxonomy>,
    verbs: Arc<Taxonomy>,
    words: Arc<Words>,
}

impl WordNet {
    /// The nouns, under `entity.n.01`.
    pub fn nouns(&self) -> &Arc<Taxonomy> {
        &self.nouns
    }

    /// The verbs, under many tops.
    pub fn verbs(&self) -> &Arc<Taxonomy> {
        &self.verbs
    }

    /// Every word with its parts of speech and how often it was met.
    pub fn words(&self) -> &Arc<Words> {
        &self.words
    }
}
