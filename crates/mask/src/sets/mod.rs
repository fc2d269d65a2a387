//! Set-valued records: how far two sets of concepts are, and what a group of them publishes.

mod concepts;
mod distance;
mod triangle;

pub use concepts::{ConceptTable, Delta};
pub use distance::SetDistance;
pub use triangle::{Triangle, TriangleCrowd};

/// A record: its concepts, ascending, each once.
pub type ConceptSet = Vec<u32>;
