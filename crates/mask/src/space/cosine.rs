//! The angle between sparse vectors, and their normalised sum.

use super::{Aggregate, Distance, rounded};
use scumble_data::SparseRow;

/// A sparse vector of its own: columns, ascending, with their weights.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SparseVector {
    /// The columns that are not 0, ascending.
    pub terms: Vec<u32>,
    /// Their weights.
    pub weights: Vec<f64>,
}

impl SparseVector {
    /// The vector as a row.
    pub fn row(&self) -> SparseRow<'_> {
        SparseRow { terms: &self.terms, weights: &self.weights }
    }
}

impl From<SparseRow<'_>> for SparseVector {
    fn from(row: SparseRow<'_>) -> Self {
        Self { terms: row.terms.to_vec(), weights: row.weights.to_vec() }
    }
}

/// `1 - <a, b>`: the cosine distance of vectors of length 1.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cosine;

impl Distance<SparseVector> for Cosine {
    fn distance(&self, a: &SparseVector, b: &SparseVector) -> f64 {
        1.0 - a.row().inner(b.row())
    }

    /// The first vector may have any length: what is nearest to it stays the same.
    fn rank(&self, a: &SparseVector, b: &SparseVector) -> f64 {
        -a.row().inner(b.row())
    }
}

/// The sum of vectors: it points where the spherical centroid does, and a rank by [`Cosine`] asks for no more.
///
/// Weights are rounded to 40 binary places, so that the sum of some thousands is exact in whatever order they are added.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sum;

impl Aggregate<SparseVector> for Sum {
    fn aggregate(&self, group: &[&SparseVector]) -> SparseVector {
        let mut sums = std::collections::BTreeMap::new();
        for (term, weight) in group.iter().flat_map(|vector| vector.row().iter()) {
            *sums.entry(term).or_insert(0.0) += rounded(weight);
        }
        let (terms, weights) = sums.into_iter().unzip();
        SparseVector { terms, weights }
    }
}
