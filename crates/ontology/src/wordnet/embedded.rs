//! The WordNet that comes with the crate, under WordNet's licence (see `NOTICE`).

use super::WordNet;
use super::exceptions::Exceptions;
use super::unpack::{unpack_exceptions, unpack_synsets};
use std::sync::OnceLock;

/// The packed form of WordNet 3.0 that comes with this crate.
pub const EMBEDDED: &[u8] = include_bytes!("../../data/wordnet30.bin");

/// The embedded WordNet 3.0, unpacked at the first call.
///
/// ```
/// use scumble_ontology::wordnet;
/// let nouns = wordnet().nouns();
/// assert_eq!(nouns.len(), 82_115);
/// let senses: Vec<_> = nouns.senses("weapon").iter().map(|&c| nouns.name(c)).collect();
/// assert_eq!(senses, ["weapon.n.01", "weapon.n.02"]);
/// ```
pub fn wordnet() -> &'static WordNet {
    static WORDNET: OnceLock<WordNet> = OnceLock::new();
    WORDNET.get_or_init(|| {
        let dictionary = unpack_synsets(EMBEDDED).expect("the embedded data is checked by the tests");
        dictionary.into_wordnet().expect("the embedded data is of its known size")
    })
}

/// The embedded lists of irregular forms, unpacked at the first call (without the rest of WordNet).
pub(super) fn exceptions() -> &'static Exceptions {
    static EXCEPTIONS: OnceLock<Exceptions> = OnceLock::new();
    EXCEPTIONS.get_or_init(|| unpack_exceptions(EMBEDDED).expect("checked by the tests"))
}
