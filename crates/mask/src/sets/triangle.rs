//! All distances of some records, each pair once, and the remaining records that MDAV takes from.
//!
//! The distances of a set to all others cost one *profile* (for every concept, what it is to the set) and then one look-up for
//! each of the others' concepts, instead of one for every pair of concepts.

use super::ConceptSet;
use super::concepts::ConceptTable;
use super::distance::SetDistance;
use crate::error::Result;
use crate::partition::Remaining;
use crate::space::rounded;
use rayon::prelude::*;
use scumble_io::Watch;

/// Profiles that are worked out together.
const BLOCK: usize = 128;

/// The distances of records to all before them and to themselves.
#[derive(Debug, Clone)]
pub struct Triangle {
    rows: Vec<Vec<f64>>,
}

impl Triangle {
    /// The distances of all sets, none of which is empty; the stage that is watched is "comparing".
    ///
    /// # Errors
    /// If the watcher cancels the run.
    pub fn new(table: &ConceptTable, sets: &[ConceptSet], distance: SetDistance, watch: &dyn Watch) -> Result<Self> {
        let mut rows: Vec<Vec<f64>> = (0..sets.len()).map(|row| vec![0.0; row + 1]).collect();
        for start in (0..sets.len()).step_by(BLOCK) {
            let end = (start + BLOCK).min(sets.len());
            let reach = |from: usize| if distance.one_way() { from + 1 } else { sets.len() };
            let parts: Vec<Vec<f64>> = (start..end)
                .into_par_iter()
                .map_init(
                    || (vec![0_u16; table.len()], vec![0.0; table.len()]),
                    |(scratch, profile), from| {
                        distance.profile(table, &sets[from], scratch, profile);
                        sets[..reach(from)].iter().map(|other| distance.part(profile, other)).collect()
                    },
                )
                .collect();
            rows.par_iter_mut().enumerate().skip(start).for_each(|(row, cells)| {
                if (start..end).contains(&row) {
                    cells.iter_mut().zip(&parts[row - start]).for_each(|(cell, part)| *cell += part);
                }
                if !distance.one_way() {
                    for (from, part) in (start..end).zip(&parts).take_while(|(from, _)| *from <= row) {
                        cells[from] += part[row];
                    }
                }
            });
            watch.step("comparing", end as u64, sets.len() as u64)?;
        }
        rows.par_iter_mut().enumerate().for_each(|(row, cells)| {
            for (cell, other) in cells.iter_mut().zip(sets) {
                *cell = rounded(distance.whole(*cell, sets[row].len(), other.len()));
            }
        });
        Ok(Self { rows })
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The distance of two records, or of one to itself.
    pub fn distance(&self, a: u32, b: u32) -> f64 {
        self.rows[a.max(b) as usize][a.min(b) as usize]
    }

    /// The record of a group with the least sum of distances to all of them, itself included; the lowest of several.
    pub fn medoid(&self, group: &[u32]) -> u32 {
        let total = |record: u32| group.iter().map(|&other| self.distance(record, other)).sum::<f64>();
        let totals = group.iter().map(|&record| (total(record), record));
        totals.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map_or(0, |(_, record)| record)
    }
}

/// Remaining sets, whose centroid is their medoid, by a triangle of distances.
pub struct RemainingSets<'t> {
    triangle: &'t Triangle,
    left: Vec<u32>,
    /// For each record the sum of its distances to the remaining ones.
    sums: Vec<f64>,
}

impl<'t> RemainingSets<'t> {
    /// All records, none taken.
    pub fn new(triangle: &'t Triangle) -> Self {
        let all = 0..triangle.len() as u32;
        let sums = all.clone().into_par_iter().map(|a| all.clone().map(|b| triangle.distance(a, b)).sum()).collect();
        Self { triangle, left: all.collect(), sums }
    }

    fn farthest(&self, from: u32) -> u32 {
        let farther = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1));
        let distances = self.left.iter().map(|&other| (self.triangle.distance(from, other), other));
        distances.max_by(farther).map_or(0, |(_, other)| other)
    }
}

impl Remaining for RemainingSets<'_> {
    fn len(&self) -> usize {
        self.left.len()
    }

    fn farthest_from_centroid(&mut self) -> u32 {
        let sums = self.left.iter().map(|&record| (self.sums[record as usize], record));
        let medoid = sums.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map_or(0, |(_, record)| record);
        self.farthest(medoid)
    }

    fn farthest_from(&mut self, record: u32) -> u32 {
        self.farthest(record)
    }

    fn nearest(&mut self, record: u32, count: usize) -> Vec<(f64, u32)> {
        let others = self.left.iter().filter(|&&other| other != record);
        let mut near: Vec<(f64, u32)> = others.map(|&other| (self.triangle.distance(record, other), other)).collect();
        let order = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        if near.len() > count {
            near.select_nth_unstable_by(count, order);
            near.truncate(count);
        }
        near.sort_unstable_by(order);
        near
    }

    fn take(&mut self, record: u32) {
        self.left.retain(|&other| other != record);
        for &other in &self.left {
            self.sums[other as usize] -= self.triangle.distance(other, record);
        }
    }

    fn take_rest(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.left)
    }
}
