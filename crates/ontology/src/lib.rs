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
//! | compare terms in whichever taxonomy knows both | [`Comparison`] |
//! | know how specific a concept is | [`InformationContent`] |
//! | find everything that is a kind of something | [`expansion`] |
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
//!
//! | feature (all are on by default) | adds |
//! |---|---|
//! | `wordnet` | the embedded WordNet 3.0: 2.3 MB, under WordNet's own licence |
//! | `rdf` | XML: LMF, Open Directory dumps, SKOS and OWL in RDF/XML (these in Turtle, and OBO, need no feature) |
//! | `gzip` | gzipped files |
//!
//! A build that lacks what is asked for says so with [`Error::Feature`].

pub mod comparison;
mod csr;
mod error;
pub mod expansion;
#[cfg(all(feature = "wordnet", feature = "rdf", feature = "gzip"))]
#[doc(hidden)]
pub mod fuzz;
mod information;
mod known;
pub mod load;
mod lookup;
pub mod measure;
mod morphology;
mod stack;
mod strings;
mod suggest;
mod taxonomy;
pub mod wordnet;

pub use comparison::Comparison;
pub use error::{Error, Result};
pub use information::{InformationContent, InformationSource};
pub use known::Known;
pub use lookup::Match;
pub use morphology::{PartOfSpeech, base_forms};
pub use stack::{Mapping, Stack};
pub use taxonomy::{Builder, Common, Concept, Draft, MAX_LEVELS, Taxonomy};
#[cfg(feature = "wordnet")]
#[doc(inline)]
pub use wordnet::wordnet;
