//! Models of English, as data.
//!
//! Trained by the `train` command of this repository from, among others, the English Web Treebank, and therefore under the
//! treebank's licence, CC BY-SA 4.0 (see `NOTICE` in this crate); the code that uses them has its own. Their accuracy is in the
//! model card, `docs/models.md`.
//!
//! ```
//! use scumble_models::{CHUNKER, GAZETTEER, NAMES, TAG_DICTIONARY, TAGGER, TRIGRAMS};
//! let all = [CHUNKER, GAZETTEER, NAMES, TAG_DICTIONARY, TAGGER, TRIGRAMS];
//! assert!(all.iter().map(|model| model.len()).sum::<usize>() < 8_000_000);
//! ```

/// The tags each word was seen with.
pub const TAG_DICTIONARY: &[u8] = include_bytes!("../data/tag-dictionary.bin");
/// The weights of the tagger.
pub const TAGGER: &[u8] = include_bytes!("../data/tagger.bin");
/// The weights of the chunker.
pub const CHUNKER: &[u8] = include_bytes!("../data/chunker.bin");
/// The weights of the model of names.
pub const NAMES: &[u8] = include_bytes!("../data/names.bin");
/// The gazetteer: first names and WordNet's names, as bits by word.
pub const GAZETTEER: &[u8] = include_bytes!("../data/gazetteer.bin");
/// How surprising each letter of English is after two others.
pub const TRIGRAMS: &[u8] = include_bytes!("../data/trigrams.bin");
