//! Vector spaces of document collections: groups of at least k documents share one vector.
//!
//! [`SphericalMasking`] groups by the angle between vectors and publishes normalised sums.

mod blocks;
mod centroid;
mod index;
mod remaining;
mod spherical;

pub use centroid::{Empty, centroid_of};
pub use remaining::RemainingVectors;
pub use spherical::{MaskedMatrix, SphericalMasking};
