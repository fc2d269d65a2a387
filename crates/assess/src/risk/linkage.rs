//! Distance-based record linkage: the intruder takes the nearest masked record for each original one.

use crate::comparison::check;
use crate::reading::{Reading, Result, Risk};
use rayon::prelude::*;
use scumble_data::Rows;

/// Who looks for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// The intruder has original records and looks among the masked ones.
    #[default]
    OriginalToMasked,
    /// The other way about.
    MaskedToOriginal,
}

/// The share of records, in percent, that are linked rightly by the squared Euclidean distance of z-scores (each table by its
/// own mean and deviation).
///
/// Among several nearest the intruder guesses: the expected number of right links counts 1 over their number (`links`). The
/// strict rule counts only those whose nearest is one and the right one (`strict`); `any` counts every tie that has the right
/// one among it.
#[derive(Default)]
pub struct DistanceLinkage {
    /// Who looks for whom.
    pub direction: Direction,
}

/// Distances that differ by no more are a tie.
const TIE: f64 = 1e-12;

impl Risk<Rows> for DistanceLinkage {
    fn risk(&self, original: &Rows, masked: &Rows) -> Result<Reading> {
        check(original, masked)?;
        let (original, masked) = (original.standardized(), masked.standardized());
        let (known, released) = match self.direction {
            Direction::OriginalToMasked => (&original, &masked),
            Direction::MaskedToOriginal => (&masked, &original),
        };
        let index = Index::new(released);
        let ties: Vec<(bool, usize)> =
            (0..known.len()).into_par_iter().map(|record| index.nearest(known.row(record), record)).collect();
        let records: Vec<f64> = ties.iter().map(|&(right, ties)| if right { 1.0 / ties as f64 } else { 0.0 }).collect();
        let links: f64 = records.iter().sum();
        let any = ties.iter().filter(|(right, _)| *right).count() as f64;
        let strict = ties.iter().filter(|tie| **tie == (true, 1)).count() as f64;
        let value = 100.0 * links / records.len() as f64;
        Ok(Reading { value, parts: vec![("links", links), ("strict", strict), ("any", any)], records })
    }
}

/// Released records, each distinct one once, in the order of their most telling column.
struct Index<'r> {
    rows: &'r Rows,
    column: usize,
    /// The first record of each distinct row, in order of the column.
    distinct: Vec<u32>,
    counts: Vec<u32>,
    /// For every record its place among the distinct.
    place: Vec<u32>,
}

impl<'r> Index<'r> {
    fn new(rows: &'r Rows) -> Self {
        // The column with the most distinct values cuts the search best.
        let variety = |&column: &usize| {
            let mut cells: Vec<u64> = rows.column(column).map(f64::to_bits).collect();
            cells.sort_unstable();
            cells.dedup();
            cells.len()
        };
        let column = (0..rows.width()).rev().max_by_key(variety).unwrap_or(0);
        let mut order: Vec<u32> = (0..rows.len() as u32).collect();
        let compare = |&a: &u32, &b: &u32| {
            let (x, y) = (rows.row(a as usize), rows.row(b as usize));
            let cells = x.iter().zip(y).map(|(x, y)| x.total_cmp(y));
            x[column]
                .total_cmp(&y[column])
                .then_with(|| cells.fold(std::cmp::Ordering::Equal, |order, next| order.then(next)))
        };
        order.sort_unstable_by(compare);
        let (mut distinct, mut counts, mut place): (Vec<u32>, Vec<u32>, _) =
            (Vec::new(), Vec::new(), vec![0; rows.len()]);
        for &record in &order {
            if distinct.last().is_some_and(|last| compare(last, &record).is_eq()) {
                counts[distinct.len() - 1] += 1;
            } else {
                distinct.push(record);
                counts.push(1);
            }
            place[record as usize] = distinct.len() as u32 - 1;
        }
        Self { rows, column, distinct, counts, place }
    }

    /// Whether the record is among the nearest to `from`, and how many of those there are.
    fn nearest(&self, from: &[f64], record: usize) -> (bool, usize) {
        let own = self.place[record] as usize;
        let mut least = self.squared(from, own, f64::INFINITY);
        let start = self.distinct.partition_point(|&other| self.cell(other) < from[self.column]);
        // Outward from the record's own place in the column, on both sides, as far as the gap alone is not too much.
        let mut near: Vec<(f64, usize)> = Vec::new();
        let mut visit = |at: usize| {
            let gap = self.cell(self.distinct[at]) - from[self.column];
            if gap * gap > least + TIE {
                return false;
            }
            let distance = self.squared(from, at, least + TIE);
            if distance <= least + TIE {
                near.push((distance, at));
                least = least.min(distance);
            }
            true
        };
        (start..self.distinct.len()).all(&mut visit);
        (0..start).rev().all(&mut visit);
        near.retain(|(distance, _)| *distance <= least + TIE);
        let ties = near.iter().map(|&(_, at)| self.counts[at] as usize).sum();
        (near.iter().any(|&(_, at)| at == own), ties)
    }

    fn cell(&self, record: u32) -> f64 {
        self.rows.row(record as usize)[self.column]
    }

    /// The squared distance, or something above `enough` if it is.
    fn squared(&self, from: &[f64], at: usize, enough: f64) -> f64 {
        let row = self.rows.row(self.distinct[at] as usize);
        let mut sum = 0.0;
        for (cells, from) in row.chunks(4).zip(from.chunks(4)) {
            sum += cells.iter().zip(from).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
            if sum > enough {
                break;
            }
        }
        sum
    }
}
