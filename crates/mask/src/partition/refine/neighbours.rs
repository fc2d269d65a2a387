//! The nearest of every record.

use super::super::AllRemaining;
use crate::rng::Rng;
use crate::space::MixedSpace;
use rayon::prelude::*;
use scumble_data::Rows;

/// The nearest of every record.
pub(super) struct Neighbours {
    count: usize,
    near: Vec<u32>,
}

impl Neighbours {
    /// Finds the `count` nearest of every record.
    pub(super) fn new(space: &MixedSpace, rows: &Rows, count: usize) -> Self {
        let records = 0..rows.len() as u32;
        let all = AllRemaining::new(space, rows);
        let near = records.into_par_iter().flat_map_iter(|record| all.neighbours(record, count)).collect();
        Self { count, near }
    }

    /// The nearest of a record, nearest first.
    pub(super) fn of(&self, record: u32) -> &[u32] {
        &self.near[record as usize * self.count..(record as usize + 1) * self.count]
    }

    /// One of them.
    pub(super) fn any(&self, record: u32, rng: &mut Rng) -> u32 {
        self.of(record)[rng.below(self.count)]
    }

    /// How many records there are.
    pub(super) fn records(&self) -> usize {
        self.near.len() / self.count.max(1)
    }

    /// How many neighbours each has.
    pub(super) fn count(&self) -> usize {
        self.count
    }
}
