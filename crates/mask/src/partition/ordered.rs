//! The best groups of records that follow each other in an order (Hansen and Mukherjee).

use super::{GroupSize, Partition};
use crate::error::Result;
use scumble_data::Rows;

/// Groups records that stand next to each other in `order`, with the least sum of squares that such groups can have.
///
/// For one column in ascending order this is the optimal microaggregation of it. A best group never has 2k records or
/// more, since it could be cut in two; so each record is the last of at most k candidates, and the cost is n·k.
pub fn ordered(rows: &Rows, order: &[u32], k: GroupSize) -> Result<Partition> {
    k.check(order.len())?;
    let (records, size, width) = (order.len(), k.get(), rows.width());
    // best[end]: the least sum of squares of the first `end` records; cut[end]: where its last group starts.
    let mut best = vec![f64::INFINITY; records + 1];
    let mut cut = vec![0_usize; records + 1];
    best[0] = 0.0;
    let mut mean = vec![0.0; width];
    for end in size..=records {
        mean.fill(0.0);
        let mut squares = 0.0;
        // Grow the last group towards the start, one record at a time (Welford's update).
        for (count, start) in (end.saturating_sub(2 * size - 1)..end).rev().enumerate() {
            let row = rows.row(order[start] as usize);
            let count = (count + 1) as f64;
            for (mean, cell) in mean.iter_mut().zip(row) {
                let gap = cell - *mean;
                *mean += gap / count;
                squares += gap * (cell - *mean);
            }
            let whole = best[start] + squares;
            if end - start >= size && whole < best[end] {
                best[end] = whole;
                cut[end] = start;
            }
        }
    }
    let mut groups = Vec::new();
    let mut end = records;
    while end > 0 {
        groups.push(order[cut[end]..end].to_vec());
        end = cut[end];
    }
    Partition::new(groups, records, k)
}

/// Records in ascending order of a number, the lower index first among equals.
pub fn ascending(numbers: &[f64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..numbers.len() as u32).collect();
    order.sort_unstable_by(|&a, &b| numbers[a as usize].total_cmp(&numbers[b as usize]).then(a.cmp(&b)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loss::squares;
    use proptest::prelude::*;

    /// The least sum of squares over every partition into groups of at least k.
    fn brute_force(numbers: &[f64], k: usize) -> f64 {
        fn go(numbers: &[f64], k: usize, groups: &mut Vec<Vec<f64>>, best: &mut f64) {
            let Some((&first, rest)) = numbers.split_first() else {
                if groups.iter().all(|group| group.len() >= k) {
                    let cost = groups.iter().map(|group| {
                        let mean = group.iter().sum::<f64>() / group.len() as f64;
                        group.iter().map(|number| (number - mean).powi(2)).sum::<f64>()
                    });
                    *best = best.min(cost.sum());
                }
                return;
            };
            for at in 0..=groups.len() {
                if at == groups.len() {
                    groups.push(vec![first]);
                    go(rest, k, groups, best);
                    groups.pop();
                } else {
                    groups[at].push(first);
                    go(rest, k, groups, best);
                    groups[at].pop();
                }
            }
        }
        let mut best = f64::INFINITY;
        go(numbers, k, &mut Vec::new(), &mut best);
        best
    }

    proptest! {
        #[test]
        fn one_column_is_as_good_as_brute_force(
            numbers in prop::collection::vec(prop_oneof![(-9..9_i32).prop_map(f64::from), -9.0..9.0], 2..9),
            k in 2..4_usize,
        ) {
            prop_assume!(numbers.len() >= k);
            let rows = Rows::from_columns(&[&numbers]);
            let partition = ordered(&rows, &ascending(&numbers), GroupSize::new(k).unwrap()).unwrap();
            prop_assert!(partition.smallest() >= k && partition.largest() < 2 * k);
            let (sse, _) = squares(&rows, &partition);
            prop_assert!((sse - brute_force(&numbers, k)).abs() < 1e-9);
        }
    }
}
