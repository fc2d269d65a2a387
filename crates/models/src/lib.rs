//! Models of English, as data.
//!
//! Trained by the `train` command of this repository from the English Web Treebank, and therefore under the treebank's
//! licence, CC BY-SA 4.0 (see `NOTICE` in this crate); the code that uses them has its own. What they are worth is in the
//! model card, `docs/models.md`.
//!
//! ```
//! assert!(scumble_models::TAGGER.len() + scumble_models::CHUNKER.len() < 8_000_000);
//! ```

/// The tags each word was seen with.
pub const TAG_DICTIONARY: &[u8] = include_bytes!("../data/tag-dictionary.bin");
/// The weights of the tagger.
pub const TAGGER: &[u8] = include_bytes!("../data/tagger.bin");
/// The weights of the chunker.
pub const CHUNKER: &[u8] = include_bytes!("../data/chunker.bin");
