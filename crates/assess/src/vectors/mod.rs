//! Vector spaces of documents: what a release of one is still worth.
//!
//! Rows are documents, columns are terms. Every measure takes rows of length 1 (or empty ones), as [`checked`] makes sure.

mod bayes;
mod classification;
mod distinct;
mod kmeans;
mod loss;
mod neighbours;
mod query;
mod rand_index;
mod semantic;
mod shape;

pub use bayes::{NaiveBayes, SMOOTHING};
pub use classification::{Classified, Classifier, LabelledSpaces, Scenario, Split, classify};
pub use distinct::DistinctRows;
pub use kmeans::{Clusters, SphericalKMeans, cluster_from};
pub use loss::{ReleaseLoss, Scatter, classical_loss, release_loss, spherical_loss};
pub use neighbours::NearestNeighbours;
pub use query::{Index, QueryKind, QueryScores, Querying, f1, query, query_words};
pub use rand_index::adjusted_rand_index;
pub use semantic::semantic_loss;
pub use shape::{DRAWN_PAIRS, Distances, EVERY_PAIR, INTERVALS, Shape, shape};

use crate::reading::{Error, Result};
use scumble_data::SparseMatrix;

/// A length may differ from 1 by so much: weights come from text with a few digits.
const ROUNDED: f64 = 1e-4;

/// Refuses a space with a negative weight, or with a row that is not empty and whose length is not 1.
pub fn checked(which: &'static str, space: &SparseMatrix) -> Result<()> {
    for (row, vector) in space.rows().enumerate() {
        let problem = if vector.weights.iter().any(|&weight| weight < 0.0) {
            "has a negative weight"
        } else if !vector.is_empty() && (vector.norm() - 1.0).abs() > ROUNDED {
            "does not have length 1"
        } else {
            continue;
        };
        return Err(Error::BadVector { which, row: row + 1, problem });
    }
    Ok(())
}

/// Refuses two spaces that do not have the same documents and terms.
fn alike(original: &SparseMatrix, masked: &SparseMatrix) -> Result<()> {
    if (original.len(), original.columns()) == (masked.len(), masked.columns()) {
        return Ok(());
    }
    Err(Error::Spaces(format!(
        "the original space has {} documents and {} terms, the masked space {} and {}: they must be the same in the same order",
        original.len(),
        original.columns(),
        masked.len(),
        masked.columns()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_checked() {
        let space = |rows: Vec<Vec<(u32, f64)>>| SparseMatrix::from_rows(2, rows).unwrap();
        assert!(checked("original", &space(vec![vec![(0, 0.6), (1, 0.8)], vec![]])).is_ok());
        for bad in [vec![(0, 0.6), (1, -0.8)], vec![(0, 0.6)]] {
            let error = checked("masked", &space(vec![vec![(0, 1.0)], bad])).unwrap_err();
            assert!(error.to_string().starts_with("row 2 of the masked space"), "{error}");
        }
        assert!(alike(&space(vec![vec![]]), &space(vec![])).is_err());
    }
}
