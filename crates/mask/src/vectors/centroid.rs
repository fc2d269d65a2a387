//! What a group of documents publishes: the normalised sum of its vectors.

use scumble_data::SparseMatrix;

/// Vectors whose sum points nowhere: they cancel each other, or all are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the vectors of a group cancel each other: their sum has no direction")]
pub struct Empty;

/// The normalised sum of some rows (eq. 4.7 with the norm of the sum), as entries in ascending order of columns. `scratch` is as
/// wide as the matrix and all 0, before and after.
///
/// # Errors
/// If the sum is 0.
pub fn centroid_of(matrix: &SparseMatrix, group: &[u32], scratch: &mut [f64]) -> Result<Vec<(u32, f64)>, Empty> {
    let mut terms: Vec<u32> = Vec::new();
    for &record in group {
        let row = matrix.row(record as usize);
        terms.extend_from_slice(row.terms);
        row.iter().for_each(|(term, weight)| scratch[term as usize] += weight);
    }
    terms.sort_unstable();
    terms.dedup();
    let mut sums: Vec<(u32, f64)> =
        terms.into_iter().map(|term| (term, std::mem::take(&mut scratch[term as usize]))).collect();
    let length = sums.iter().map(|(_, sum)| sum * sum).sum::<f64>().sqrt();
    if length < 1e-12 {
        return Err(Empty);
    }
    sums.iter_mut().for_each(|(_, sum)| *sum /= length);
    Ok(sums)
}
