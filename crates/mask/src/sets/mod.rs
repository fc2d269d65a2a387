//! Set-valued records: the distance of two sets of concepts, the groups of records, and what a group publishes.
//!
//! [`Anonymize`] holds the parameters, [`Understood`] the data and [`Anonymized`] the result.

mod anonymize;
mod blocks;
mod centroid;
mod concepts;
mod distance;
mod generalize;
mod grouping;
mod profiles;
mod publish;
mod publishable;
mod sharing;
mod terms;
mod triangle;
mod understood;

pub use anonymize::{Anonymize, Anonymized, SetGroup};
pub use blocks::Category;
pub use centroid::SetCentroid;
pub use concepts::{ConceptTable, Delta};
pub use distance::SetDistance;
pub use generalize::generalized;
pub use grouping::{Grouped, SetGrouping};
pub use profiles::Profiles;
pub use publish::{DrawnTerms, Publish};
pub use sharing::{Sharing, Typed};
pub use terms::Terms;
pub use triangle::{RemainingSets, Triangle};
pub use understood::{ItemCounts, Meaning, NamedConcept, Understood, Words};

/// A record: its concepts, ascending, each once.
pub type ConceptSet = Vec<u32>;

/// A concept of one of several taxonomies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConceptRef {
    /// The place of the taxonomy among them.
    pub member: usize,
    /// The concept there.
    pub concept: scumble_ontology::Concept,
}
