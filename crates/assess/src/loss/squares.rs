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
        let column = |at: usize| (original.column(at).collect(), masked.column(at).collect());
        Ok(squares(&(0..original.width()).map(column).collect::<Vec<_>>()))
    }
}

/// Sums of squares of columns with an order, before and after, on the original's z-scores. A cell that is not a number in the
/// original is left out; one that was blanked counts as if the mean were published. A column loses at most all it has: the value is
/// [`sse_sst`](super::sse_sst).
pub(crate) fn squares(columns: &[(Vec<f64>, Vec<f64>)]) -> Reading {
    let records = columns.first().map_or(0, |(x, _)| x.len());
    let mut of = vec![0.0; records];
    let (mut sse, mut ssa, mut sst, mut lost) = (0.0, 0.0, 0.0, 0.0);
    for (x, y) in columns {
        let present = || x.iter().zip(y).enumerate().filter(|(_, (x, _))| !x.is_nan());
        let count = present().count() as f64;
        let mean = present().map(|(_, (x, _))| x).sum::<f64>() / count;
        let variance = present().map(|(_, (x, _))| (x - mean) * (x - mean)).sum::<f64>() / count;
        // Not above 0: a constant column, or one without a value.
        if variance.partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater) {
            continue;
        }
        let mut own = 0.0;
        for (row, (x, y)) in present() {
            let y = if y.is_nan() { mean } else { *y };
            let gap = (x - y) * (x - y) / variance;
            own += gap;
            of[row] += gap;
            ssa += (y - mean) * (y - mean) / variance;
        }
        sse += own;
        sst += count;
        lost += own.min(count);
    }
    Reading { value: 100.0 * lost / sst, parts: vec![("sse", sse), ("ssa", ssa), ("sst", sst)], records: of }
}
