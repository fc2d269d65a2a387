//! Vector spaces of document collections: groups of at least k documents share one vector.
//!
//! [`SphericalMasking`] groups by the angle between vectors and publishes normalised sums; [`SemanticMasking`] groups by the meaning of
//! terms and publishes their hypernyms. The space itself is made from texts by `BuildSpace` (feature `document`).

mod blocks;
#[cfg(feature = "document")]
mod build;
mod centroid;
mod index;
mod pairs;
mod remaining;
mod remaining_terms;
mod semantic;
mod semantic_masking;
mod spherical;

#[cfg(feature = "document")]
pub use build::{BuildSpace, BuiltSpace};
pub use centroid::{Empty, centroid_of};
pub use remaining::RemainingVectors;
pub use semantic::{SemanticSpace, TermVector};
pub use semantic_masking::{MaskedMeaning, SemanticMasking};
pub use spherical::{MaskedMatrix, SphericalMasking};
