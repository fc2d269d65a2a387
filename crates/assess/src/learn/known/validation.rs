//! Cross-validation: how near the top a distance puts the right record of pairs that it was not fitted to.

use super::{MOST_JUDGED, Prepared, Weights};
use rayon::prelude::*;
use scumble_data::Rows;
use scumble_mask::Rng;

/// The known rows in a random order, cut into parts that differ by one row at most. Only so many rows as can be judged.
pub(super) fn folds(known: &[u32], folds: usize, seed: u64) -> Vec<Vec<u32>> {
    // The order in which the rows were named does not matter.
    let mut rows = known.to_vec();
    rows.sort_unstable();
    let mut rng = Rng::new(seed);
    for at in (1..rows.len()).rev() {
        rows.swap(at, rng.below(at + 1));
    }
    rows.truncate(MOST_JUDGED);
    (0..folds).map(|fold| rows.iter().copied().skip(fold).step_by(folds).collect()).collect()
}

/// The log₂ rank of every pair, in the order of the parts, each by weights that are fitted to the other parts.
pub(super) fn log2_ranks(files: &Prepared, weights: Weights, folds: &[Vec<u32>]) -> Vec<f64> {
    let parts: Vec<Vec<f64>> = (0..folds.len())
        .into_par_iter()
        .map(|held| {
            let others = folds.iter().enumerate().filter(|(fold, _)| *fold != held);
            let others: Vec<u32> = others.flat_map(|(_, rows)| rows).copied().collect();
            let space = files.whitened(&weights.fit(files, &others, &others));
            folds[held].iter().map(|&row| log2_rank(&space.original, &space.masked, row as usize)).collect()
        })
        .collect();
    parts.concat()
}

/// The mean.
pub(super) fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The binary logarithm of the place of a record's own twin by distance; of records as far as the twin half come before it.
fn log2_rank(original: &Rows, masked: &Rows, record: usize) -> f64 {
    let from = original.row(record);
    let to = |row: &[f64]| from.iter().zip(row).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
    let own = to(masked.row(record));
    let slack = 2.0 * crate::link::TIE * own;
    let (mut nearer, mut as_far) = (0_usize, 0_usize);
    for distance in masked.iter().map(to) {
        if distance < own - slack {
            nearer += 1;
        } else if distance <= own + slack {
            as_far += 1;
        }
    }
    // The twin is as far as itself.
    (1.0 + nearer as f64 + (as_far - 1) as f64 / 2.0).log2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_by_hand() {
        let original = Rows::new(1, vec![0.0, 10.0, 5.0, 1.0]);
        let masked = Rows::new(1, vec![3.0, 10.0, 2.0, -3.0]);
        // From 0 the twin is 3 away, one record is nearer and one as far: 1 + 1 + ½. From 10 it is first. From 5 the twin is 3 away,
        // one is nearer (2). From 1 the twin is 4 away, 3 and 2 are nearer.
        let expected = [2.5_f64.log2(), 0.0, 1.0, 3.0_f64.log2()];
        let found: Vec<f64> = (0..4).map(|record| log2_rank(&original, &masked, record)).collect();
        assert_eq!(found, expected);
        let files = Prepared { original, masked };
        let ranks = log2_ranks(&files, Weights::Equal, &[vec![0, 2], vec![3, 1]]);
        assert_eq!(ranks, [0, 2, 3, 1].map(|row| expected[row]));
        assert_eq!(mean(&[1.0, 2.0, 6.0]), 3.0);
    }

    #[test]
    fn folds_share_all_rows_evenly_whatever_their_order() {
        let cut = folds(&[5, 9, 1, 3, 7, 2, 8], 3, 4);
        assert_eq!(cut.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2, 2]);
        let mut all: Vec<u32> = cut.iter().flatten().copied().collect();
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3, 5, 7, 8, 9]);
        assert_eq!(cut, folds(&[1, 2, 3, 5, 7, 8, 9], 3, 4));
        assert_ne!(cut, folds(&[1, 2, 3, 5, 7, 8, 9], 3, 5));
        let many: Vec<u32> = (0..5_000).collect();
        assert_eq!(folds(&many, 5, 1).iter().map(Vec::len).sum::<usize>(), MOST_JUDGED);
    }
}
