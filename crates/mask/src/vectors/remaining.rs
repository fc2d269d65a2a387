//! The vectors that are still to be grouped, by the cosine distance.
//!
//! Three bounds save most of the work and change no answer. The record farthest from the centroid: an inner product with the sum of
//! what remains falls by no more than the length of what was taken since it was last worked out, so records whose lower bound is
//! above the least product need no second look. The nearest records: terms of the seed are looked up from the heaviest on, until
//! what is left of the seed cannot lift a record that was not seen yet to the top. The farthest record: where no weight is
//! negative, the first record that shares no term is the answer.

use super::index::Index;
use crate::partition::Remaining;
use crate::space::rounded;
use scumble_data::SparseMatrix;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Inner products are compared with this much care for rounding, wherever a bound decides.
const SLACK: f64 = 1e-9;

/// Remaining rows of a matrix, each of length 1.
pub struct RemainingVectors<'m> {
    matrix: &'m SparseMatrix,
    /// Whether no weight is negative: then two rows without a common term are as far from each other as can be.
    positive: bool,
    left: Vec<bool>,
    count: usize,
    /// No record before this one remains.
    first: usize,
    /// The sum of the remaining rows, exact to the rounding of weights.
    sum: Vec<f64>,
    /// How far an inner product with the sum can have fallen since the start.
    fallen: f64,
    /// The inner product of each record with the sum, plus what had fallen when it was worked out: a lower bound that stays true.
    bounds: BinaryHeap<Reverse<Bound>>,
    index: Index,
    /// Records in the index.
    indexed: usize,
    /// The row that is compared with others, dense; all 0 between questions.
    seed: Vec<f64>,
    /// Parts of inner products with the seed; all 0 between questions.
    parts: Vec<f64>,
}

/// A record and the lower bound of its inner product with the sum.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Bound {
    least: f64,
    record: u32,
}

impl Eq for Bound {}

impl Ord for Bound {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.least.total_cmp(&other.least).then(self.record.cmp(&other.record))
    }
}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<'m> RemainingVectors<'m> {
    /// All rows of a matrix, none taken; each must have length 1.
    pub fn new(matrix: &'m SparseMatrix) -> Self {
        let mut sum = vec![0.0; matrix.columns()];
        let mut positive = true;
        for (term, weight) in matrix.rows().flat_map(|row| row.iter()) {
            sum[term as usize] += rounded(weight);
            positive &= weight > 0.0;
        }
        let bound = |record: usize| Reverse(Bound { least: matrix.row(record).dot(&sum), record: record as u32 });
        let bounds = (0..matrix.len()).map(bound).collect();
        Self {
            matrix,
            positive,
            left: vec![true; matrix.len()],
            count: matrix.len(),
            first: 0,
            fallen: 0.0,
            bounds,
            index: Index::new(matrix),
            indexed: matrix.len(),
            seed: vec![0.0; matrix.columns()],
            parts: vec![0.0; matrix.len()],
            sum,
        }
    }

    fn records(&self) -> impl Iterator<Item = u32> + '_ {
        (self.first..self.left.len()).filter(|&record| self.left[record]).map(|record| record as u32)
    }

    fn lay_out(&mut self, record: u32) {
        self.matrix.row(record as usize).iter().for_each(|(term, weight)| self.seed[term as usize] = weight);
    }

    fn clear(&mut self, record: u32) {
        self.matrix.row(record as usize).terms.iter().for_each(|&term| self.seed[term as usize] = 0.0);
    }

    /// The inner product of a record with the one that is laid out.
    fn with_seed(&self, record: u32) -> f64 {
        self.matrix.row(record as usize).dot(&self.seed)
    }

    /// Remaining records that may be among the `count` most like the seed, and whether no other shares a term with it.
    fn candidates(&mut self, seed: u32, count: usize) -> (Vec<u32>, bool) {
        let mut terms: Vec<(u32, f64)> = self.matrix.row(seed as usize).iter().collect();
        let lift = |&(term, weight): &(u32, f64)| weight * self.index.greatest(term);
        terms.sort_unstable_by(|a, b| lift(b).total_cmp(&lift(a)).then(a.0.cmp(&b.0)));
        let mut rest = terms.iter().map(lift).sum::<f64>();
        let mut square = terms.iter().map(|(_, weight)| weight * weight).sum::<f64>();
        let mut postings: usize = terms.iter().map(|&(term, _)| self.index.vectors(term).len()).sum();
        let mut seen: Vec<u32> = Vec::new();
        let (mut whole, mut left_over) = (true, 0.0);
        for entry in &terms {
            for (record, weight) in self.index.vectors(entry.0).iter() {
                let product = entry.1 * weight;
                if self.left[record as usize] && record != seed && product > 0.0 {
                    let part = &mut self.parts[record as usize];
                    if *part == 0.0 {
                        seen.push(record);
                    }
                    *part += product;
                }
            }
            postings -= self.index.vectors(entry.0).len();
            rest -= lift(entry);
            square -= entry.1 * entry.1;
            // No record has a length above 1, so what is left of the seed gives no more than its own length, either.
            let most = rest.min(square.max(0.0).sqrt()) + SLACK;
            // The bound is looked at where what it can save is worth it.
            if postings > 2 * seen.len() && self.least_of_top(&seen, count).is_some_and(|least| least > most) {
                left_over = most;
                whole = false;
                break;
            }
        }
        // Sums in another order differ in rounding: what comes this close to the top is worked out again.
        let least = self.least_of_top(&seen, count).unwrap_or(0.0);
        let near =
            seen.iter().copied().filter(|&record| self.parts[record as usize] + left_over + SLACK >= least).collect();
        seen.iter().for_each(|&record| self.parts[record as usize] = 0.0);
        (near, whole)
    }

    /// The least part of an inner product among the `count` greatest, if so many were seen.
    fn least_of_top(&self, seen: &[u32], count: usize) -> Option<f64> {
        let mut parts: Vec<f64> = seen.iter().map(|&record| self.parts[record as usize]).collect();
        (parts.len() >= count).then(|| *parts.select_nth_unstable_by(count - 1, |a, b| b.total_cmp(a)).1)
    }
}

impl Remaining for RemainingVectors<'_> {
    fn len(&self) -> usize {
        self.count
    }

    fn farthest_from_centroid(&mut self) -> u32 {
        let mut best: Option<Bound> = None;
        let mut looked_at = Vec::new();
        while let Some(&Reverse(lowest)) = self.bounds.peek() {
            if best.is_some_and(|best| lowest.least - self.fallen > best.least + SLACK * (1.0 + best.least.abs())) {
                break;
            }
            self.bounds.pop();
            let record = lowest.record;
            if self.left[record as usize] {
                let now = Bound { least: self.matrix.row(record as usize).dot(&self.sum), record };
                best = Some(best.map_or(now, |best| best.min(now)));
                looked_at.push(Reverse(Bound { least: now.least + self.fallen, record }));
            }
        }
        self.bounds.extend(looked_at);
        best.expect("a record remains").record
    }

    fn farthest_from(&mut self, record: u32) -> u32 {
        self.lay_out(record);
        let mut farthest: Option<Bound> = None;
        for other in self.records() {
            let now = Bound { least: self.with_seed(other), record: other };
            farthest = Some(farthest.map_or(now, |farthest| farthest.min(now)));
            if self.positive && now.least == 0.0 {
                break;
            }
        }
        self.clear(record);
        farthest.expect("a record remains").record
    }

    fn nearest(&mut self, record: u32, count: usize) -> Vec<(f64, u32)> {
        if count == 0 {
            return Vec::new();
        }
        let (candidates, whole) = match self.positive {
            true => self.candidates(record, count),
            false => (self.records().filter(|&other| other != record).collect(), true),
        };
        self.lay_out(record);
        let mut near: Vec<Bound> =
            candidates.iter().map(|&other| Bound { least: -self.with_seed(other), record: other }).collect();
        self.clear(record);
        if near.len() > count {
            near.select_nth_unstable(count);
            near.truncate(count);
        }
        near.sort_unstable();
        if near.len() < count && whole {
            let mut known: Vec<u32> = near.iter().map(|near| near.record).collect();
            known.sort_unstable();
            let apart = self.records().filter(|other| *other != record && known.binary_search(other).is_err());
            let apart: Vec<Bound> = apart.take(count - near.len()).map(|record| Bound { least: 0.0, record }).collect();
            near.extend(apart);
        }
        near.into_iter().map(|near| (1.0 + near.least, near.record)).collect()
    }

    fn take_nearest(&mut self, record: u32, count: usize) -> Vec<u32> {
        let nearest = self.nearest(record, count - 1);
        let group: Vec<u32> = std::iter::once(record).chain(nearest.into_iter().map(|(_, other)| other)).collect();
        self.take_all(&group);
        group
    }

    fn take(&mut self, record: u32) {
        self.take_all(&[record]);
    }

    fn take_rest(&mut self) -> Vec<u32> {
        let rest: Vec<u32> = self.records().collect();
        self.left.fill(false);
        self.count = 0;
        rest
    }
}

impl RemainingVectors<'_> {
    fn take_all(&mut self, group: &[u32]) {
        for &record in group {
            self.left[record as usize] = false;
            for (term, weight) in self.matrix.row(record as usize).iter() {
                self.sum[term as usize] -= rounded(weight);
                self.seed[term as usize] += weight;
            }
        }
        self.count -= group.len();
        // A row of length 1 has an inner product with the sum of the group that is no longer than that sum.
        let mut square = 0.0;
        for &term in group.iter().flat_map(|&record| self.matrix.row(record as usize).terms) {
            square += std::mem::take(&mut self.seed[term as usize]).powi(2);
        }
        self.fallen += square.sqrt() + SLACK;
        while self.first < self.left.len() && !self.left[self.first] {
            self.first += 1;
        }
        if self.count * 3 < self.indexed * 2 {
            self.index.keep(&self.left);
            self.indexed = self.count;
        }
    }
}
