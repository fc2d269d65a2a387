//! Models of English, as data.
//!
//! Trained by the `train` command of this repository from, among others, the English Web Treebank, and therefore under the
//! treebank's licence, CC BY-SA 4.0 (see `NOTICE` in this crate); the code that uses them has its own. Their accuracy is in the
//! model card, `docs/models.md`.
//!
//! ```
//! use scumble_models::{CHUNKER, DECISIONS, GAZETTEER, NAMES, TAG_DICTIONARY, TAGGER, TRIGRAMS};
//! let all = [CHUNKER, DECISIONS, GAZETTEER, NAMES, TAG_DICTIONARY, TAGGER, TRIGRAMS];
//! assert!(all.iter().map(|model| model.len()).sum::<usize>() < 12_000_000);
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

/// What was learned of which findings people mask, and of kinds of text.
pub const DECISIONS: &[u8] = include_bytes!("../data/decisions.bin");

/// A number that tells one set of models from another: FNV-1a over all of them.
pub fn fingerprint() -> u64 {
    let all = [TAG_DICTIONARY, TAGGER, CHUNKER, NAMES, GAZETTEER, TRIGRAMS, DECISIONS];
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    all.iter().flat_map(|model| model.iter()).fold(0xcbf2_9ce4_8422_2325, fold)
}
