//! Linking: an intruder takes the nearest masked record for each original one, by any distance.

mod assignment;
mod metric;
mod nearest;

use crate::combine::{Aggregator, Symmetric};
pub use assignment::assigned;
pub(crate) use metric::{Aggregated, Euclid, TIE};
pub(crate) use nearest::{Metric, Nearest, Neighbours};
use rayon::prelude::*;
use scumble_data::Rows;

/// Who is linked by a distance.
#[derive(Debug, Clone, PartialEq)]
pub struct Links {
    /// For each original record the probability that it is linked rightly: 1 over the number of nearest records, if its own is one.
    pub records: Vec<f64>,
    /// The expected number of right links.
    pub expected: f64,
    /// Records whose only nearest masked record is their own.
    pub strict: usize,
    /// For each record one of the nearest that is not its own, or equal to it, if there is one.
    pub(crate) others: Vec<Option<u32>>,
}

/// Links every record of one file to the nearest of the other by a distance; both are standardised, and row by row of the same people.
pub fn link(original: &Rows, masked: &Rows, aggregator: &Aggregator) -> Links {
    let euclid = Euclid { absolute: 0.0, relative: 2.0 * TIE };
    match aggregator {
        Aggregator::WeightedMean(weights) => {
            let roots: Vec<f64> = weights.iter().map(|weight| weight.max(0.0).sqrt()).collect();
            let scaled = |rows: &Rows| {
                let cells = rows.iter().flat_map(|row| row.iter().zip(&roots).map(|(cell, root)| cell * root));
                Rows::new(rows.width(), cells.collect())
            };
            linked(&scaled(original), &scaled(masked), &euclid)
        }
        Aggregator::Bilinear(matrix) if matrix.least_eigenvalue() >= 0.0 => {
            let root = matrix.with_eigenvalues(|value| value.max(0.0).sqrt());
            linked(&turned(original, &root), &turned(masked, &root), &euclid)
        }
        other => linked(original, masked, &Aggregated(other)),
    }
}

/// Every record times a matrix.
pub(crate) fn turned(rows: &Rows, matrix: &Symmetric) -> Rows {
    let width = rows.width();
    let cell = |row: &[f64], at: usize| (0..width).map(|k| matrix.cell(at, k) * row[k]).sum::<f64>();
    let cells = rows.iter().flat_map(|row| (0..width).map(move |at| cell(row, at)));
    Rows::new(width, cells.collect())
}

/// Links by a metric.
fn linked(original: &Rows, masked: &Rows, metric: &impl Metric) -> Links {
    let tree = Nearest::new(masked, metric);
    let found: Vec<Neighbours> =
        (0..original.len()).into_par_iter().map(|record| tree.to(original.row(record), record)).collect();
    let records: Vec<f64> = found.iter().map(|near| if near.right { 1.0 / near.ties as f64 } else { 0.0 }).collect();
    Links {
        expected: records.iter().sum(),
        strict: found.iter().filter(|near| near.right && near.ties == 1).count(),
        others: found.iter().map(|near| near.other).collect(),
        records,
    }
}
