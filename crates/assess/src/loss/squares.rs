//! Sums of squares.

use crate::comparison::check;
use crate::reading::{Loss, Reading, Result};
use scumble_data::Rows;

/// 100·SSE/SST on the original's z-scores: squared distances of records to their masked twins, as a share of those to the
/// mean. `ssa` is what the masked records still spread. Constant columns say nothing.
pub struct Squares;

impl Loss<Rows> for Squares {
    fn loss(&self, original: &Rows, masked: &Rows) -> Result<Reading> {
        check(original, masked)?;
        let (means, deviations) = (original.means(), original.deviations());
        let gap = |a: f64, b: f64, deviation: f64| if deviation > 0.0 { ((a - b) / deviation).powi(2) } else { 0.0 };
        let of = |a: &[f64], b: &[f64]| -> f64 {
            a.iter().zip(b).zip(&deviations).map(|((&a, &b), &deviation)| gap(a, b, deviation)).sum()
        };
        let records: Vec<f64> = original.iter().zip(masked.iter()).map(|(a, b)| of(a, b)).collect();
        let sse: f64 = records.iter().sum();
        let ssa: f64 = masked.iter().map(|row| of(row, &means)).sum();
        let sst: f64 = original.iter().map(|row| of(row, &means)).sum();
        Ok(Reading { value: 100.0 * sse / sst, parts: vec![("sse", sse), ("ssa", ssa), ("sst", sst)], records })
    }
}
