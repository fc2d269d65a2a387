//! Remaining records of mixed columns, fast: the same answers as the reference.
//!
//! Columns lie one after the other; a question first looks up, for each column of values, its row in the table of squared
//! distances, so that each cell costs one load. The centroid of the remaining records is kept up to date as records are taken.

use super::nearest::{Nearest, Ranked};
use super::remaining::Remaining;
use crate::space::{Metric, MixedSpace};
use rayon::prelude::*;
use scumble_data::Rows;

/// Records that are measured together.
const CHUNK: usize = 1024;

/// The remaining records of a table of mixed columns.
pub struct RemainingRows<'a> {
    space: &'a MixedSpace,
    rows: &'a Rows,
    left: usize,
    columns: Vec<Lane>,
    /// The record of each slot; in ascending order.
    ids: Vec<u32>,
    /// The slot of each record.
    slots: Vec<u32>,
    /// 0 for the remaining records, not a number for those taken.
    taken: Vec<f64>,
    centroid: Vec<Sums>,
}

/// The cells of one column.
enum Lane {
    Numbers(Vec<f64>),
    Codes(Vec<u32>),
}

/// What decides the centroid of a column.
enum Sums {
    /// The sum of the remaining numbers.
    Numbers(f64),
    /// How often each value remains.
    Counts(Vec<usize>),
    /// For each value the sum of squared distances to the remaining cells, and how often it remains.
    Squares(Vec<f64>, Vec<usize>),
}

impl<'a> RemainingRows<'a> {
    /// All records, none taken.
    pub fn new(space: &'a MixedSpace, rows: &'a Rows) -> Self {
        let centroid = space.metrics.iter().enumerate().map(|(column, metric)| {
            let cells = || rows.column(column);
            match metric {
                Metric::Number => Sums::Numbers(cells().sum()),
                Metric::Flat(_) => {
                    let values = cells().fold(0, |most, cell| most.max(cell as usize + 1));
                    let mut counts = vec![0; values];
                    cells().for_each(|cell| counts[cell as usize] += 1);
                    Sums::Counts(counts)
                }
                Metric::Table { values, squares, .. } => {
                    let mut counts = vec![0_usize; *values];
                    cells().for_each(|cell| counts[cell as usize] += 1);
                    let sums = squares
                        .chunks_exact(*values)
                        .map(|row| row.iter().zip(&counts).map(|(square, &count)| square * count as f64).sum());
                    Sums::Squares(sums.collect(), counts)
                }
            }
        });
        let centroid = centroid.collect();
        let mut remaining = Self {
            space,
            rows,
            left: rows.len(),
            columns: Vec::new(),
            ids: Vec::new(),
            slots: vec![0; rows.len()],
            taken: Vec::new(),
            centroid,
        };
        remaining.settle((0..rows.len() as u32).collect());
        remaining
    }

    /// Lays the remaining records out side by side.
    fn settle(&mut self, left: Vec<u32>) {
        self.columns = self
            .space
            .metrics
            .iter()
            .enumerate()
            .map(|(column, metric)| {
                let cells = left.iter().map(|&record| self.rows.row(record as usize)[column]);
                match metric {
                    Metric::Number => Lane::Numbers(cells.collect()),
                    _ => Lane::Codes(cells.map(|cell| cell as u32).collect()),
                }
            })
            .collect();
        left.iter().enumerate().for_each(|(slot, &record)| self.slots[record as usize] = slot as u32);
        self.taken = vec![0.0; left.len()];
        self.ids = left;
    }

    fn those_left(&self) -> Vec<u32> {
        let left = self.ids.iter().zip(&self.taken).filter(|(_, taken)| !taken.is_nan());
        left.map(|(&record, _)| record).collect()
    }

    /// The squared distances of a chunk of records; not a number for those taken.
    fn measure(&self, from: &[f64], start: usize, sums: &mut [f64]) {
        let end = start + sums.len();
        sums.copy_from_slice(&self.taken[start..end]);
        for ((lane, metric), &from) in self.columns.iter().zip(&self.space.metrics).zip(from) {
            match (lane, metric) {
                (Lane::Numbers(cells), _) => {
                    for (sum, cell) in sums.iter_mut().zip(&cells[start..end]) {
                        *sum += (cell - from) * (cell - from);
                    }
                }
                (Lane::Codes(cells), Metric::Flat(apart)) => {
                    for (sum, &cell) in sums.iter_mut().zip(&cells[start..end]) {
                        *sum += if cell == from as u32 { 0.0 } else { *apart };
                    }
                }
                (Lane::Codes(cells), Metric::Table { values, squares, .. }) => {
                    let row = &squares[from as usize * values..(from as usize + 1) * values];
                    for (sum, &cell) in sums.iter_mut().zip(&cells[start..end]) {
                        *sum += row[cell as usize];
                    }
                }
                (Lane::Codes(_), Metric::Number) => {}
            }
        }
    }

    fn scan<T: Send>(
        &self,
        from: &[f64],
        start: impl Fn() -> T + Sync + Send,
        visit: impl Fn(&mut T, &[f64], &[u32]) + Sync + Send,
        join: impl Fn(T, T) -> T + Sync + Send,
    ) -> T {
        let chunks = (0..self.ids.len().div_ceil(CHUNK)).into_par_iter().with_min_len(8);
        let folded = chunks.fold(&start, |mut state, chunk| {
            let (first, mut sums) = (chunk * CHUNK, [0.0; CHUNK]);
            let sums = &mut sums[..CHUNK.min(self.ids.len() - first)];
            self.measure(from, first, sums);
            visit(&mut state, sums, &self.ids[first..first + sums.len()]);
            state
        });
        folded.reduce(&start, join)
    }

    fn farthest(&self, from: &[f64]) -> u32 {
        let farther = |a: Ranked, b: Ranked| b.0 > a.0 || (b.0 == a.0 && b.1 < a.1);
        let visit = |best: &mut Ranked, sums: &[f64], ids: &[u32]| {
            for (&sum, &id) in sums.iter().zip(ids) {
                if farther(*best, (sum, id)) {
                    *best = (sum, id);
                }
            }
        };
        self.scan(from, || (f64::NEG_INFINITY, u32::MAX), visit, |a, b| if farther(a, b) { b } else { a }).1
    }

    /// The `count` nearest to a record, itself left out, nearest first.
    pub(super) fn neighbours(&self, record: u32, count: usize) -> impl Iterator<Item = u32> + use<> {
        self.ranked(record, count).into_iter().map(|(_, other)| other)
    }

    /// The `count` nearest to a row, nearest first.
    pub(super) fn nearest_rows(&self, row: &[f64], count: usize) -> Vec<u32> {
        self.ranked_from(row, u32::MAX, count).into_iter().map(|(_, record)| record).collect()
    }

    fn ranked(&self, record: u32, count: usize) -> Vec<Ranked> {
        self.ranked_from(self.rows.row(record as usize), record, count)
    }

    /// The nearest to a row, `without` left out.
    fn ranked_from(&self, row: &[f64], without: u32, count: usize) -> Vec<Ranked> {
        let visit = |nearest: &mut Nearest, sums: &[f64], ids: &[u32]| {
            for (&sum, &id) in sums.iter().zip(ids) {
                if sum <= nearest.worst() && id != without {
                    nearest.offer((sum, id));
                }
            }
        };
        let join = |mut a: Nearest, b: Nearest| {
            b.found.into_iter().for_each(|candidate| a.offer(candidate));
            a
        };
        self.scan(row, || Nearest::new(count), visit, join).found
    }
}

impl Remaining for RemainingRows<'_> {
    fn len(&self) -> usize {
        self.left
    }

    fn farthest_from_centroid(&mut self) -> u32 {
        // The centroid of a column of values is a value that remains.
        let least = |sums: &[f64], counts: &[usize]| {
            let left = (0..sums.len()).filter(|&value| counts[value] > 0);
            left.min_by(|&a, &b| sums[a].total_cmp(&sums[b])).unwrap_or(0)
        };
        let centroid: Vec<f64> = self
            .centroid
            .iter()
            .map(|sums| match sums {
                Sums::Numbers(sum) => sum / self.left as f64,
                Sums::Counts(counts) => (0..counts.len()).rev().max_by_key(|&value| counts[value]).unwrap_or(0) as f64,
                Sums::Squares(sums, counts) => least(sums, counts) as f64,
            })
            .collect();
        self.farthest(&centroid)
    }

    fn farthest_from(&mut self, record: u32) -> u32 {
        self.farthest(self.rows.row(record as usize))
    }

    fn nearest(&mut self, record: u32, count: usize) -> Vec<Ranked> {
        self.ranked(record, count).into_iter().map(|(rank, other)| (rank.sqrt(), other)).collect()
    }

    fn take(&mut self, record: u32) {
        self.taken[self.slots[record as usize] as usize] = f64::NAN;
        self.left -= 1;
        for ((sums, metric), &cell) in
            self.centroid.iter_mut().zip(&self.space.metrics).zip(self.rows.row(record as usize))
        {
            match (sums, metric) {
                (Sums::Numbers(sum), _) => *sum -= cell,
                (Sums::Counts(counts), _) => counts[cell as usize] -= 1,
                (Sums::Squares(sums, counts), Metric::Table { values, squares, .. }) => {
                    counts[cell as usize] -= 1;
                    let row = &squares[cell as usize * values..(cell as usize + 1) * values];
                    sums.iter_mut().zip(row).for_each(|(sum, square)| *sum -= square);
                }
                (Sums::Squares(..), _) => {}
            }
        }
        if self.left > CHUNK && self.left * 4 < self.ids.len() * 3 {
            let left = self.those_left();
            self.settle(left);
        }
    }

    fn take_rest(&mut self) -> Vec<u32> {
        let rest = self.those_left();
        self.left = 0;
        self.settle(Vec::new());
        rest
    }
}
