//! What is near, and what is the centroid?

mod cosine;
mod euclid;
mod mixed;
mod taxonomic;

pub use cosine::{Cosine, SparseVector, Sum};
pub(crate) use euclid::squared;
pub use euclid::{Euclid, Mean};
pub use mixed::{Metric, MixedSpace};
pub use taxonomic::TaxonomicValues;

/// How far two records are from each other.
pub trait Distance<T: ?Sized>: Sync {
    /// The distance; 0 for equals, and the same both ways.
    fn distance(&self, a: &T, b: &T) -> f64;

    /// Something cheaper that orders as the distance does.
    fn rank(&self, a: &T, b: &T) -> f64 {
        self.distance(a, b)
    }
}

/// The centroid of a group of records.
pub trait Aggregate<T: ?Sized + ToOwned>: Sync {
    /// The centroid of a group, which is never empty.
    fn aggregate(&self, group: &[&T]) -> T::Owned;
}

impl<T: ?Sized, D: Distance<T>> Distance<T> for &D {
    fn distance(&self, a: &T, b: &T) -> f64 {
        (**self).distance(a, b)
    }

    fn rank(&self, a: &T, b: &T) -> f64 {
        (**self).rank(a, b)
    }
}

impl<T: ?Sized + ToOwned, A: Aggregate<T>> Aggregate<T> for &A {
    fn aggregate(&self, group: &[&T]) -> T::Owned {
        (**self).aggregate(group)
    }
}

/// A number to 40 binary places: then the sum of some thousand is exact in whatever order they are added, and ties are ties.
pub(crate) fn rounded(number: f64) -> f64 {
    const PLACES: f64 = (1_u64 << 40) as f64;
    (number * PLACES).round() / PLACES
}
