//! The heuristic of the thesis (HRLA, Algorithm 2): gradient descent on a fuzzy measure, block by block, for comparison with the search.

use super::family::Family;
use super::files::Files;
use super::rows::Room;
use crate::combine::{Aggregator, FuzzyMeasure, MOST_COLUMNS};
use crate::link::{Links, link};
use scumble_data::Rows as Records;
use scumble_io::{Cancelled, Watch};

/// How the heuristic learns. The thesis leaves both numbers open.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hrla {
    /// The learning rate: what a step adds at most to the measure of a set.
    pub rate: f64,
    /// How often it goes through all records.
    pub passes: usize,
}

impl Default for Hrla {
    fn default() -> Self {
        Self { rate: 0.002, passes: 100 }
    }
}

/// A fuzzy measure that the heuristic found.
#[derive(Debug, Clone, PartialEq)]
pub struct HrlaLearned {
    /// The best measure after any pass, the start included.
    pub measure: FuzzyMeasure,
    /// Whom it links.
    pub links: Links,
    /// Whom the start links: the plain mean of squared differences.
    pub start: Links,
}

impl Hrla {
    /// Learns from two files of standardised records, row by row the same people. `None` for more than 12 columns.
    ///
    /// # Errors
    /// If the watcher cancels the run.
    pub fn learn(
        &self,
        original: &Records,
        masked: &Records,
        watch: &dyn Watch,
    ) -> Result<Option<HrlaLearned>, Cancelled> {
        let width = original.width();
        if width > MOST_COLUMNS {
            return Ok(None);
        }
        let files = Files::new(original, masked);
        let mut descent = Descent::new(&files, self.rate);
        let links = |weights: &[f64]| link(original, masked, &Family::Choquet.aggregator(weights, width));
        let start = links(&descent.weights);
        let mut best = (descent.weights.clone(), start.clone());
        for pass in 0..self.passes {
            watch.step("descending", pass as u64, self.passes as u64)?;
            (0..original.len()).for_each(|record| descent.block(record));
            let found = links(&descent.weights);
            if found.expected > best.1.expected + 1e-9 {
                best = (descent.weights.clone(), found);
            }
        }
        let Aggregator::Choquet(measure) = Family::Choquet.aggregator(&best.0, width) else { return Ok(None) };
        Ok(Some(HrlaLearned { measure, links: best.1, start }))
    }
}

/// The state of a descent.
struct Descent<'d> {
    files: &'d Files<'d>,
    width: usize,
    rate: f64,
    /// The measure of every set but the empty one; always monotone.
    weights: Vec<f64>,
    /// The sets by their size.
    by_size: Vec<usize>,
    wanted: Vec<f64>,
    row: Vec<f64>,
    room: Room,
}

impl<'d> Descent<'d> {
    fn new(files: &'d Files<'d>, rate: f64) -> Self {
        let width = files.original.width();
        let weights = Family::Choquet.even(width);
        let mut by_size: Vec<usize> = (1..=weights.len()).collect();
        by_size.sort_by_key(|set| set.count_ones());
        let empty = vec![0.0; weights.len()];
        Self { files, width, rate, weights, by_size, wanted: empty.clone(), row: empty, room: Room::default() }
    }

    /// The block of one record: a step for every masked record that is nearer than its own, and then the repair.
    fn block(&mut self, record: usize) {
        self.wanted.copy_from_slice(&self.weights);
        let mut has_moved = false;
        for masked in self.files.others(record) {
            self.files.row(Family::Choquet, record, masked, &mut self.row, &mut self.room);
            let farther: f64 = self.row.iter().zip(&self.weights).map(|(cell, weight)| cell * weight).sum();
            if farther >= 0.0 {
                continue;
            }
            // The gradient of what the masked record is farther away is the row itself; its greatest cell makes a whole step.
            let scale = self.rate / self.row.iter().fold(0.0_f64, |most, cell| most.max(cell.abs()));
            self.wanted.iter_mut().zip(&self.row).for_each(|(wanted, cell)| *wanted += scale * cell);
            has_moved = true;
        }
        if has_moved {
            self.repair();
        }
    }

    /// Takes the measure as near to what is wanted as monotonicity allows: sets that gain first, the greatest first, none above
    /// a set that contains it; then sets that lose, the smallest first, none below a set that it contains. The whole keeps its 1.
    fn repair(&mut self) {
        let whole = self.weights.len();
        for &set in self.by_size.iter().rev().filter(|set| **set != whole) {
            if self.wanted[set - 1] > self.weights[set - 1] {
                let outside = (0..self.width).filter(|column| set >> column & 1 == 0);
                let most = outside.map(|column| self.weights[(set | 1 << column) - 1]).fold(1.0, f64::min);
                self.weights[set - 1] = self.wanted[set - 1].min(most);
            }
        }
        for &set in self.by_size.iter().filter(|set| **set != whole) {
            if self.wanted[set - 1] < self.weights[set - 1] {
                let inside =
                    (0..self.width).map(|column| set & !(1 << column)).filter(|less| *less != set && *less > 0);
                let least = inside.map(|less| self.weights[less - 1]).fold(0.0, f64::max);
                self.weights[set - 1] = self.wanted[set - 1].max(least);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_io::Silent;
    use scumble_mask::Rng;

    /// Record 1 is at (0.25, 1) from its own and (1, 0) from the other, in squares: D = μ(1) − 0.75·μ(2) − 0.25·μ(12) = −0.125.
    #[test]
    fn one_step_by_hand() {
        let original = Records::new(2, vec![0.0, 0.0, 1.0, 2.0]);
        let masked = Records::new(2, vec![0.5, 1.0, 1.0, 0.0]);
        let files = Files::new(&original, &masked);
        let mut descent = Descent::new(&files, 0.1);
        assert_eq!(descent.weights, [0.5, 0.5, 1.0]);
        descent.block(0);
        let close = |found: &[f64], expected: [f64; 3]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?} is not {expected:?}");
        };
        close(&descent.weights, [0.6, 0.425, 1.0]);
        // It is linked now: 0.6 > 0.75·0.425 + 0.25.
        descent.block(0);
        close(&descent.weights, [0.6, 0.425, 1.0]);
    }

    #[test]
    fn a_measure_is_repaired_to_the_nearest_place_on_its_way() {
        let records = Records::new(2, vec![0.0; 2]);
        let files = Files::new(&records, &records);
        let mut descent = Descent::new(&files, 1.0);
        descent.wanted = vec![1.7, -0.2, 0.3];
        descent.repair();
        assert_eq!(descent.weights, [1.0, 0.0, 1.0]);
    }

    #[test]
    fn the_measure_is_monotone_after_every_block_and_some_move() {
        let mut rng = Rng::new(7);
        let original = Records::new(4, (0..160).map(|_| rng.normal()).collect()).standardized();
        let noisy = original.cells().iter().map(|cell| cell + 0.8 * rng.normal()).collect();
        let masked = Records::new(4, noisy).standardized();
        let files = Files::new(&original, &masked);
        let mut descent = Descent::new(&files, 0.2);
        let mut moved = 0;
        for record in (0..original.len()).cycle().take(400) {
            let before = descent.weights.clone();
            descent.block(record);
            let weights = std::iter::once(0.0).chain(descent.weights.iter().copied()).collect();
            assert!(FuzzyMeasure::new(weights).unwrap().is_monotone(0.0), "after record {record}");
            assert_eq!(descent.weights.last(), Some(&1.0));
            moved += usize::from(before != descent.weights);
        }
        assert!(moved > 50, "{moved} blocks moved the measure");
        let found = Hrla::default().learn(&original, &masked, &Silent).unwrap().unwrap();
        assert!(found.links.expected >= found.start.expected && found.measure.is_monotone(0.0));
    }
}
