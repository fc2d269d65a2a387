//! Set-valued records: how far two sets of concepts are, who is grouped with whom, and what a group publishes.

mod blocks;
mod concepts;
mod distance;
mod generalize;
mod grouping;
mod release;
mod triangle;

pub use concepts::{ConceptTable, Delta};
pub use distance::SetDistance;
pub use generalize::generalized;
pub use grouping::{Grouped, SetGrouping};
pub use release::Terms;
pub use triangle::{Triangle, TriangleCrowd};

/// A record: its concepts, ascending, each once.
pub type ConceptSet = Vec<u32>;

/// A concept of one of several taxonomies.
pub type Place = (usize, scumble_ontology::Concept);
