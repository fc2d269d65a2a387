//! The two files that a distance is learned from, and which masked records compete for which original.

use super::family::Family;
use super::rows::Room;
use rayon::prelude::*;
use scumble_data::Rows as Records;
use std::collections::HashMap;

/// Two files of standardised records, row by row the same people.
pub(super) struct Files<'f> {
    pub(super) original: &'f Records,
    pub(super) masked: &'f Records,
    /// For each record its weight: 1 over the number of masked records that equal its own.
    pub(super) weights: Vec<f64>,
    /// One record for each distinct masked row.
    distinct: Vec<u32>,
    /// For each record its place among the distinct.
    class: Vec<u32>,
}

impl<'f> Files<'f> {
    pub(super) fn new(original: &'f Records, masked: &'f Records) -> Self {
        let mut known: HashMap<Vec<u64>, u32> = HashMap::new();
        let (mut distinct, mut class, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
        for (record, row) in masked.iter().enumerate() {
            let key = row.iter().map(|cell| (cell + 0.0).to_bits()).collect();
            let at = *known.entry(key).or_insert(distinct.len() as u32);
            if at as usize == distinct.len() {
                distinct.push(record as u32);
                sizes.push(0.0);
            }
            sizes[at as usize] += 1.0;
            class.push(at);
        }
        let weights = class.iter().map(|&at| 1.0 / sizes[at as usize]).collect();
        Self { original, masked, weights, distinct, class }
    }

    pub(super) fn differences(&self, record: usize, masked: u32, into: &mut Vec<f64>) {
        into.clear();
        into.extend(self.original.row(record).iter().zip(self.masked.row(masked as usize)).map(|(a, b)| a - b));
    }

    /// The difference of features between a masked record and the right one.
    pub(super) fn row(&self, family: Family, record: usize, masked: u32, into: &mut [f64], room: &mut Room) {
        into.fill(0.0);
        self.differences(record, masked, &mut room.differences);
        family.add_features(&room.differences, 1.0, into, &mut room.sorted);
        self.differences(record, record as u32, &mut room.differences);
        family.add_features(&room.differences, -1.0, into, &mut room.sorted);
    }

    /// One record of every distinct masked row that is not the record's own.
    pub(super) fn others(&self, record: usize) -> impl Iterator<Item = u32> + '_ {
        let own = self.class[record];
        self.distinct.iter().copied().filter(move |&masked| self.class[masked as usize] != own)
    }

    /// For every record the masked records that compete with its own, at most so many: the nearest by the plain distance, and of
    /// monotone families only those that no other beats in every column. Nothing for a record that no distance of the family
    /// can link.
    pub(super) fn rivals(&self, family: Family, most: usize) -> Vec<Option<Vec<u32>>> {
        (0..self.original.len()).into_par_iter().map(|record| self.rivals_of(family, record, most)).collect()
    }

    fn rivals_of(&self, family: Family, record: usize, most: usize) -> Option<Vec<u32>> {
        let mut differences = Vec::new();
        let mut key = |masked: u32| -> Vec<f64> {
            self.differences(record, masked, &mut differences);
            let mut squares: Vec<f64> = differences.iter().map(|d| d * d).collect();
            if family == Family::Owa {
                squares.sort_unstable_by(|a, b| b.total_cmp(a));
            }
            squares
        };
        let right = key(record as u32);
        let is_below = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| a <= b);
        let mut keyed: Vec<(f64, u32, Vec<f64>)> = Vec::new();
        for masked in self.others(record) {
            let key = key(masked);
            if family.is_monotone() {
                if is_below(&key, &right) {
                    return None;
                }
                if is_below(&right, &key) {
                    continue;
                }
            }
            keyed.push((key.iter().sum(), masked, key));
        }
        let order = |a: &(f64, u32, Vec<f64>), b: &(f64, u32, Vec<f64>)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        // Enough of the nearest to choose from.
        let enough = most.saturating_mul(16).max(64);
        if keyed.len() > enough {
            keyed.select_nth_unstable_by(enough, order);
            keyed.truncate(enough);
        }
        keyed.sort_unstable_by(order);
        let mut chosen: Vec<usize> = Vec::new();
        for at in 0..keyed.len() {
            let is_beaten = || chosen.iter().any(|&known| is_below(&keyed[known].2, &keyed[at].2));
            if chosen.len() < most && !(family.is_monotone() && is_beaten()) {
                chosen.push(at);
            }
        }
        Some(chosen.into_iter().map(|at| keyed[at].1).collect())
    }
}
