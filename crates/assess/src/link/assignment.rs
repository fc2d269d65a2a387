//! Linking each masked record once: the assignment with the least sum of distances (Kuhn and Munkres, by shortest augmenting paths).

use super::Links;
use crate::combine::Aggregator;
use scumble_data::Rows;
use std::collections::HashMap;

/// Records, at most: the time grows with the cube.
const MOST_RECORDS: usize = 5_000;

/// Links every record with another masked record, so that the sum of distances is least. Equal masked records are exchangeable: each
/// of them counts 1 over their number. `None` if there are too many records. No table of all distances is held.
pub fn assigned(original: &Rows, masked: &Rows, aggregator: &Aggregator) -> Option<Links> {
    let count = original.len();
    if count > MOST_RECORDS {
        return None;
    }
    let mut room = Vec::new();
    let to = assignment(count, |a, b| aggregator.distance(original.row(a), masked.row(b), &mut room));
    let key = |row: usize| -> Vec<u64> { masked.row(row).iter().map(|cell| (cell + 0.0).to_bits()).collect() };
    let mut sizes: HashMap<Vec<u64>, usize> = HashMap::new();
    (0..count).for_each(|row| *sizes.entry(key(row)).or_default() += 1);
    let linked = |record: usize| match key(to[record]) == key(record) {
        true => 1.0 / sizes[&key(record)] as f64,
        false => 0.0,
    };
    let records: Vec<f64> = (0..count).map(linked).collect();
    Some(Links {
        expected: records.iter().sum(),
        strict: records.iter().filter(|share| **share == 1.0).count(),
        others: vec![None; count],
        records,
    })
}

/// For each row the column that it is assigned to, at the least sum of costs.
fn assignment(count: usize, mut cost: impl FnMut(usize, usize) -> f64) -> Vec<usize> {
    // Column 0 is the place where a path starts; rows and columns are numbered from 1.
    let (mut row_price, mut column_price) = (vec![0.0; count + 1], vec![0.0; count + 1]);
    let mut row_of = vec![0_usize; count + 1];
    for row in 1..=count {
        row_of[0] = row;
        let mut at = 0;
        let (mut least, mut from, mut is_done) =
            (vec![f64::INFINITY; count + 1], vec![0; count + 1], vec![false; count + 1]);
        loop {
            is_done[at] = true;
            let own = row_of[at];
            let (mut step, mut next) = (f64::INFINITY, 0);
            for column in (1..=count).filter(|&column| !is_done[column]) {
                let reduced = cost(own - 1, column - 1) - row_price[own] - column_price[column];
                if reduced < least[column] {
                    (least[column], from[column]) = (reduced, at);
                }
                if least[column] < step {
                    (step, next) = (least[column], column);
                }
            }
            for column in 0..=count {
                if is_done[column] {
                    row_price[row_of[column]] += step;
                    column_price[column] -= step;
                } else {
                    least[column] -= step;
                }
            }
            at = next;
            if row_of[at] == 0 {
                break;
            }
        }
        while at != 0 {
            row_of[at] = row_of[from[at]];
            at = from[at];
        }
    }
    let mut to = vec![0; count];
    (1..=count).for_each(|column| to[row_of[column] - 1] = column - 1);
    to
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_mask::Rng;

    /// The least sum over all orders.
    fn brute(costs: &[Vec<f64>], row: usize, is_taken: &mut Vec<bool>) -> f64 {
        if row == costs.len() {
            return 0.0;
        }
        let mut best = f64::INFINITY;
        for column in 0..costs.len() {
            if !is_taken[column] {
                is_taken[column] = true;
                best = best.min(costs[row][column] + brute(costs, row + 1, is_taken));
                is_taken[column] = false;
            }
        }
        best
    }

    #[test]
    fn the_sum_is_the_least() {
        let mut rng = Rng::new(3);
        for count in 1..7 {
            for _ in 0..40 {
                let costs: Vec<Vec<f64>> =
                    (0..count).map(|_| (0..count).map(|_| (rng.unit() * 9.0).floor()).collect()).collect();
                let to = assignment(count, |a, b| costs[a][b]);
                let sum: f64 = to.iter().enumerate().map(|(row, &column)| costs[row][column]).sum();
                let mut columns = to.clone();
                columns.sort_unstable();
                assert_eq!(columns, (0..count).collect::<Vec<_>>());
                assert_eq!(sum, brute(&costs, 0, &mut vec![false; count]));
            }
        }
    }
}
