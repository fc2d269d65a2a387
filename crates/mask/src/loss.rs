//! What grouping costs: sums of squares.

use crate::partition::{Partition, Records};
use crate::space::squared;
use scumble_data::Rows;

/// Within groups, and in all: the squared distances to the group's mean, and to the mean of everything.
pub fn squares(rows: &Rows, partition: &Partition) -> (f64, f64) {
    let mut within = 0.0;
    let mut mean = vec![0.0; rows.width()];
    for group in partition.groups() {
        mean_of(rows, group, &mut mean);
        within += group.iter().map(|&record| squared(rows.row(record as usize), &mean)).sum::<f64>();
    }
    let centroid = rows.means();
    (within, rows.iter().map(|row| squared(row, &centroid)).sum())
}

/// The mean of a group.
pub(crate) fn mean_of<R: Records + ?Sized>(records: &R, group: &[u32], mean: &mut [f64]) {
    mean.fill(0.0);
    for &record in group {
        mean.iter_mut().enumerate().for_each(|(column, sum)| *sum += records.cell(record, column));
    }
    mean.iter_mut().for_each(|sum| *sum /= group.len() as f64);
}
