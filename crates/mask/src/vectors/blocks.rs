//! Large collections: blocks of documents that point the same way, to be grouped each by itself.

use super::centroid::centroid_of;
use rayon::prelude::*;
use scumble_data::SparseMatrix;

/// Steps of two means for each cut.
const STEPS: usize = 4;

/// Blocks of at most `most` and at least `least` rows: again and again in two halves along the line between two means.
pub(super) fn blocks_of(matrix: &SparseMatrix, most: usize) -> Vec<Vec<u32>> {
    let all: Vec<u32> = (0..matrix.len() as u32).collect();
    let count = matrix.len().div_ceil(most);
    cut(matrix, all, count)
}

fn cut(matrix: &SparseMatrix, records: Vec<u32>, count: usize) -> Vec<Vec<u32>> {
    if count < 2 {
        return vec![records];
    }
    let left = count / 2;
    let middle = (records.len() as u128 * left as u128 / count as u128) as usize;
    let order = along_two_means(matrix, records, middle);
    let (low, high) = order.split_at(middle);
    let (low, high) = (low.to_vec(), high.to_vec());
    let (mut low, high) = rayon::join(|| cut(matrix, low, left), || cut(matrix, high, count - left));
    low.extend(high);
    low
}

/// The records ordered by how much nearer they are to the first of two means, of which the first has `middle` records.
fn along_two_means(matrix: &SparseMatrix, records: Vec<u32>, middle: usize) -> Vec<u32> {
    let mut scratch = vec![0.0; matrix.columns()];
    let mut dense = vec![0.0; matrix.columns()];
    // The start: the record least like the first one, and the record least like that one.
    let mut least_like = |record: u32| {
        matrix.row(record as usize).iter().for_each(|(term, weight)| dense[term as usize] = weight);
        let likeness = records.par_iter().map(|&other| (matrix.row(other as usize).dot(&dense), other));
        let least = likeness.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map_or(record, |(_, other)| other);
        matrix.row(record as usize).terms.iter().for_each(|&term| dense[term as usize] = 0.0);
        least
    };
    let first = least_like(records[0]);
    let second = least_like(first);
    let (mut low, mut high) = (vec![first], vec![second]);
    let mut order = records.clone();
    for _ in 0..STEPS {
        let mut difference = vec![0.0; matrix.columns()];
        for (group, sign) in [(&low, 1.0), (&high, -1.0)] {
            // A mean without a direction pulls nowhere.
            for (term, weight) in centroid_of(matrix, group, &mut scratch).unwrap_or_default() {
                difference[term as usize] += sign * weight;
            }
        }
        let mut pulls: Vec<(f64, u32)> =
            records.par_iter().map(|&record| (matrix.row(record as usize).dot(&difference), record)).collect();
        pulls.par_sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        order = pulls.into_iter().map(|(_, record)| record).collect();
        low = order[..middle].to_vec();
        high = order[middle..].to_vec();
    }
    order
}
