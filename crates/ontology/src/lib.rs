//! What is it a kind of, and how much do two things have in common?
//!
//! Everything semantic in Scumble stands on this crate. It reads taxonomies of many formats into one structure, carries
//! WordNet 3.0 with it, and measures the similarity of concepts and of terms.
//!
//! | to do this | look at |
//! |---|---|
//! | use the WordNet that comes with the crate | [`wordnet()`] |
//! | read a hierarchy, thesaurus, ontology or table of codes | [`load`] |
//! | walk up and down, find what concepts share | [`Taxonomy`] |
//! | ask several taxonomies in turn, map a phrase to concepts | [`Stack`] |
//! | measure how similar two concepts or terms are | [`measure`] |
//! | know how specific a concept is | [`InformationContent`] |
//! | reduce a word to its base form | [`base_forms`] |
//!
//! ```
//! use scumble_ontology::measure::{MeasureName, between_terms};
//! use scumble_ontology::wordnet;
//!
//! let nouns = wordnet().nouns();
//! let measure = MeasureName::WuPalmer.on(nouns, None);
//! let best = between_terms(&*measure, "butterfly", "computer").unwrap();
//! assert_eq!(format!("{:.4}", 1.0 - best.value), "0.4286"); // thesis, table 4.5
//! assert_eq!(nouns.name(best.senses.1), "calculator.n.01"); // a person who computes
//! ```
//!
//! A taxonomy is immutable once loaded, flat in memory and safe to share between threads. Errors name the file and the
//! line, never a value.

mod csr;
mod error;
#[doc(hidden)]
pub mod fuzz;
mod information;
pub mod load;
mod lookup;
pub mod measure;
mod morphology;
mod stack;
mod strings;
mod suggest;
mod taxonomy;
pub mod wordnet;

pub use error::{Error, Place, Result};
pub use information::InformationContent;
pub use lookup::Match;
pub use morphology::{PartOfSpeech, base_forms};
pub use stack::{Mapping, Stack};
pub use suggest::nearest;
pub use taxonomy::{Builder, Common, Concept, Draft, MAX_LEVELS, Taxonomy};
#[doc(inline)]
pub use wordnet::wordnet;
