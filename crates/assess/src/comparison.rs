//! What all measures have in common: moments of two tables.

use crate::reading::{Error, Result};
use scumble_data::Rows;

/// Refuses tables that are no twins, or have nothing in them.
pub(crate) fn check(original: &Rows, masked: &Rows) -> Result<()> {
    if original.len() != masked.len() {
        return Err(Error::Lengths { original: original.len(), masked: masked.len() });
    }
    if original.len() < 2 || original.width() != masked.width() {
        return Err(Error::Nothing("two records of the same columns are needed to measure anything"));
    }
    Ok(())
}

/// Sums of products of two columns' gaps to their means, over all records.
pub(crate) fn moment(rows: &Rows, means: &[f64], (a, r): (usize, i32), (b, s): (usize, i32)) -> f64 {
    let products = rows.iter().map(|row| (row[a] - means[a]).powi(r) * (row[b] - means[b]).powi(s));
    products.sum::<f64>() / rows.len() as f64
}

/// The covariance of two columns, over n - 1.
pub(crate) fn covariance(rows: &Rows, means: &[f64], a: usize, b: usize) -> f64 {
    let count = rows.len() as f64;
    moment(rows, means, (a, 1), (b, 1)) * count / (count - 1.0)
}
