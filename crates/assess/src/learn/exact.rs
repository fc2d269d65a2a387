//! A certificate for weighted means and ordered weighted averages: branch and bound on the simplex of weights.
//!
//! A cell is a simplex of weights. A row of a record is linear, so its signs at the corners decide it on the whole cell: above 0 at
//! all corners it is satisfied there, at or below 0 at all corners its record is lost there. What is undecided counts as linked for
//! the bound, less one record of every pair that cannot both be.

use super::rows::Rows;
use rayon::prelude::*;

/// Values that are not farther above 0 count as 0: differences as small as a tie.
const ZERO: f64 = 1e-12;
/// Rows of a record that are looked at for conflicts.
const LOOKED_AT: usize = 4;
/// Records among which pairs are looked for, at most.
const MOST_PAIRED: usize = 160;

/// What branch and bound found out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Certificate {
    /// No weights link more.
    pub(super) bound: f64,
    /// Weights that link more than was known, if there are.
    pub(super) better: Option<Vec<f64>>,
}

/// What is known after some work: the cells that are still open, and weights that link more than was known.
struct Explored {
    open: Vec<Cell>,
    best: f64,
    better: Option<Vec<f64>>,
    done: u64,
}

/// A part of the simplex, with what is undecided on it.
struct Cell {
    /// The corners.
    corners: Vec<Vec<f64>>,
    /// The weight of the records that are linked on the whole cell.
    sure: f64,
    /// The undecided records: their weight, and how many rows they have.
    records: Vec<(f64, u32)>,
    /// The rows of these at the corners, one after the other.
    values: Vec<f64>,
}

/// Looks for weights that link more than `known`, with so much work at most (values of rows at corners).
pub(super) fn certify(rows: &Rows, known: f64, work: u64) -> Certificate {
    let width = rows.width;
    let corner = |at: usize| (0..width).map(|k| if k == at { 1.0 } else { 0.0 }).collect::<Vec<f64>>();
    let mut values = Vec::with_capacity(rows.len() * width);
    (0..rows.len()).for_each(|row| values.extend(rows.row(row)));
    let records =
        rows.records.iter().zip(rows.blocks.windows(2)).map(|((_, weight), ends)| (*weight, ends[1] - ends[0]));
    let whole = Cell { corners: (0..width).map(corner).collect(), sure: 0.0, records: records.collect(), values };
    // Some cells, the same for any number of threads, each with its share of the work.
    let mut cells = vec![whole];
    for _ in 0..5 {
        cells = cells.into_iter().flat_map(|cell| cell.decided(width)).flat_map(|cell| cell.halves(width)).collect();
    }
    let mut found = Explored { open: cells, best: known, better: None, done: 0 };
    while !found.open.is_empty() && found.done < work {
        // Every open cell is explored a little further; what is still open then goes on with the next round.
        let share = (work / 64 / found.open.len() as u64).max(10_000);
        let best = found.best;
        let explored: Vec<Explored> =
            std::mem::take(&mut found.open).into_par_iter().map(|cell| explore(cell, width, best, share)).collect();
        for explored in explored {
            found.done += explored.done;
            found.open.extend(explored.open);
            if explored.best > found.best + 1e-9 {
                (found.best, found.better) = (explored.best, explored.better);
            }
        }
        found.open.retain(|cell| cell.bound() > found.best + 1e-9);
    }
    let bound = found.open.iter().fold(found.best, |bound, cell| bound.max(cell.bound()));
    Certificate { bound, better: found.better }
}

/// Goes through a cell, as far as the work allows.
fn explore(cell: Cell, width: usize, known: f64, work: u64) -> Explored {
    let mut found = Explored { open: vec![cell], best: known, better: None, done: 0 };
    while let Some(cell) = found.open.pop() {
        if found.done > work {
            found.open.push(cell);
            break;
        }
        found.done += cell.values.len() as u64;
        let Some(cell) = cell.decided(width) else { continue };
        if cell.bound() <= found.best + 1e-9 {
            continue;
        }
        let (middle, linked) = cell.middle(width);
        if linked > found.best + 1e-9 {
            (found.best, found.better) = (linked, Some(middle));
        }
        let conflicts = cell.conflicts(width, cell.bound() - found.best, &mut found.done);
        if cell.bound() - conflicts <= found.best + 1e-9 {
            continue;
        }
        found.open.extend(cell.halves(width));
    }
    found
}

impl Cell {
    /// The same with rows and records left out that are decided; nothing if nothing is linked.
    fn decided(mut self, width: usize) -> Option<Self> {
        let (mut kept_records, mut to, mut from) = (0, 0, 0);
        for at in 0..self.records.len() {
            let (weight, count) = self.records[at];
            let (start, mut is_lost) = (to, false);
            for row in from..from + count as usize {
                let values = &self.values[row * width..(row + 1) * width];
                let (low, high) =
                    values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &x| (a.min(x), b.max(x)));
                if high <= ZERO {
                    is_lost = true;
                    break;
                }
                if low <= ZERO {
                    self.values.copy_within(row * width..(row + 1) * width, to * width);
                    to += 1;
                }
            }
            from += count as usize;
            if is_lost || self.conflict_within(start, to, width) {
                to = start;
            } else if to == start {
                self.sure += weight;
            } else {
                self.records[kept_records] = (weight, (to - start) as u32);
                kept_records += 1;
            }
        }
        self.records.truncate(kept_records);
        self.values.truncate(to * width);
        (self.sure > 0.0 || !self.records.is_empty()).then_some(self)
    }

    /// Whether two rows of one record can nowhere both be above 0.
    fn conflict_within(&self, start: usize, end: usize, width: usize) -> bool {
        let row = |at: usize| &self.values[at * width..(at + 1) * width];
        let end = end.min(start + 8);
        (start..end).any(|a| (a + 1..end).any(|b| conflict(row(a), row(b))))
    }

    /// What the cell links at most, if there is no conflict.
    fn bound(&self) -> f64 {
        self.sure + self.records.iter().map(|(weight, _)| weight).sum::<f64>()
    }

    /// How much of the bound conflicts between two records take away, at least; no more than `enough` is looked for.
    fn conflicts(&self, width: usize, enough: f64, done: &mut u64) -> f64 {
        if self.records.len() > MOST_PAIRED {
            return 0.0;
        }
        // The rows of each record that are least satisfied.
        let mut at = 0;
        let mut rows: Vec<(f64, Vec<usize>)> = Vec::with_capacity(self.records.len());
        for &(weight, count) in &self.records {
            let sum = |row: &usize| self.values[row * width..(row + 1) * width].iter().sum::<f64>();
            let mut own: Vec<usize> = (at..at + count as usize).collect();
            own.sort_by(|a, b| sum(a).total_cmp(&sum(b)));
            own.truncate(LOOKED_AT);
            rows.push((weight, own));
            at += count as usize;
        }
        let row = |at: usize| &self.values[at * width..(at + 1) * width];
        let mut compared = 0;
        let mut conflicts = |a: &[usize], b: &[usize]| {
            compared += (a.len() * b.len()) as u64;
            a.iter().any(|&a| b.iter().any(|&b| conflict(row(a), row(b))))
        };
        let (mut is_paired, mut lost) = (vec![false; rows.len()], 0.0);
        for a in 0..rows.len() {
            if is_paired[a] {
                continue;
            }
            let other = (a + 1..rows.len()).find(|&b| !is_paired[b] && conflicts(&rows[a].1, &rows[b].1));
            if let Some(b) = other {
                (is_paired[a], is_paired[b]) = (true, true);
                lost += rows[a].0.min(rows[b].0);
                if lost >= enough - 1e-9 {
                    break;
                }
            }
        }
        *done += compared;
        lost
    }

    /// The middle of the cell, and what is linked there.
    fn middle(&self, width: usize) -> (Vec<f64>, f64) {
        let (mut linked, mut at) = (self.sure, 0);
        for &(weight, count) in &self.records {
            let rows = &self.values[at * width..(at + count as usize) * width];
            if rows.chunks_exact(width).all(|row| row.iter().sum::<f64>() > ZERO) {
                linked += weight;
            }
            at += count as usize;
        }
        let share = 1.0 / width as f64;
        let middle = (0..width).map(|k| self.corners.iter().map(|corner| corner[k] * share).sum()).collect();
        (middle, linked)
    }

    /// The two halves of the cell, cut through the edge along which most rows change their sign.
    fn halves(self, width: usize) -> Vec<Self> {
        if self.records.is_empty() {
            return vec![self];
        }
        let mut best = (0, 0.0, (0, 1));
        for a in 0..width {
            for b in a + 1..width {
                let changes = self.values.chunks_exact(width).filter(|row| (row[a] > 0.0) != (row[b] > 0.0)).count();
                let length: f64 = self.corners[a].iter().zip(&self.corners[b]).map(|(x, y)| (x - y) * (x - y)).sum();
                if (changes, length) > (best.0, best.1) {
                    best = (changes, length, (a, b));
                }
            }
        }
        let (a, b) = best.2;
        let middle: Vec<f64> = self.corners[a].iter().zip(&self.corners[b]).map(|(x, y)| (x + y) / 2.0).collect();
        let half = |gone: usize| {
            let mut corners = self.corners.clone();
            corners[gone].clone_from(&middle);
            let mut values = self.values.clone();
            values.chunks_exact_mut(width).for_each(|row| row[gone] = (row[a] + row[b]) / 2.0);
            Self { corners, sure: self.sure, records: self.records.clone(), values }
        };
        vec![half(a), half(b)]
    }
}

/// Whether two rows are nowhere on a cell both above 0: some mixture of them is not above 0 at any corner.
fn conflict(a: &[f64], b: &[f64]) -> bool {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for (&x, &y) in a.iter().zip(b) {
        // share·x + (1 - share)·y ≤ 0.
        let slope = x - y;
        let y = y - ZERO;
        if slope > 0.0 {
            high = high.min(-y / slope);
        } else if slope < 0.0 {
            low = low.max(-y / slope);
        } else if y > 0.0 {
            return false;
        }
        if low > high {
            return false;
        }
    }
    true
}
