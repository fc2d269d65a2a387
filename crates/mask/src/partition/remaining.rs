//! The records that are still to be grouped, and the questions MDAV asks of them.

use crate::space::{Aggregate, Distance};

/// The records that are still to be grouped. Among records at the same distance the lowest index is always the answer.
pub trait Remaining {
    /// How many records remain.
    fn len(&self) -> usize;

    /// Whether no record remains.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The remaining record farthest from the centroid of those that remain.
    fn farthest_from_centroid(&mut self) -> u32;

    /// The remaining record farthest from a record (which may have been taken).
    fn farthest_from(&mut self, record: u32) -> u32;

    /// The `count` remaining records nearest to a record and other than it, nearest first, with their distances.
    fn nearest(&mut self, record: u32, count: usize) -> Vec<(f64, u32)>;

    /// Takes a remaining record together with the `count - 1` nearest to it.
    fn take_nearest(&mut self, record: u32, count: usize) -> Vec<u32> {
        let nearest = self.nearest(record, count - 1);
        let group: Vec<u32> = std::iter::once(record).chain(nearest.into_iter().map(|(_, other)| other)).collect();
        group.iter().for_each(|&record| self.take(record));
        group
    }

    /// The remaining record nearest to a record and other than it, and their distance.
    fn nearest_to(&mut self, record: u32) -> Option<(u32, f64)> {
        self.nearest(record, 1).first().map(|&(distance, other)| (other, distance))
    }

    /// Takes one record.
    fn take(&mut self, record: u32);

    /// Takes all that remain, in ascending order.
    fn take_rest(&mut self) -> Vec<u32>;
}

/// Remaining records of any kind, by any distance and average: the reference that the faster implementations are tested against.
pub struct RemainingRecords<'a, T: ?Sized, D, A> {
    records: &'a [&'a T],
    distance: &'a D,
    average: &'a A,
    left: Vec<u32>,
}

impl<'a, T: ?Sized + ToOwned, D: Distance<T>, A: Aggregate<T>> RemainingRecords<'a, T, D, A> {
    /// All records, none taken.
    pub fn new(records: &'a [&'a T], distance: &'a D, average: &'a A) -> Self {
        Self { records, distance, average, left: (0..records.len() as u32).collect() }
    }

    fn ranks(&self, from: &T) -> impl Iterator<Item = (f64, u32)> {
        self.left.iter().map(|&other| (self.distance.rank(from, self.records[other as usize]), other))
    }

    fn farthest(&self, from: &T) -> u32 {
        let farther = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1));
        self.ranks(from).max_by(farther).expect("a record remains").1
    }
}

impl<T: ?Sized + ToOwned, D: Distance<T>, A: Aggregate<T>> Remaining for RemainingRecords<'_, T, D, A> {
    fn len(&self) -> usize {
        self.left.len()
    }

    fn farthest_from_centroid(&mut self) -> u32 {
        let left: Vec<&T> = self.left.iter().map(|&record| self.records[record as usize]).collect();
        self.farthest(std::borrow::Borrow::borrow(&self.average.aggregate(&left)))
    }

    fn farthest_from(&mut self, record: u32) -> u32 {
        self.farthest(self.records[record as usize])
    }

    fn nearest(&mut self, record: u32, count: usize) -> Vec<(f64, u32)> {
        let from = self.records[record as usize];
        let mut ranks: Vec<(f64, u32)> = self.ranks(from).filter(|&(_, other)| other != record).collect();
        ranks.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        ranks.truncate(count);
        ranks
            .into_iter()
            .map(|(_, other)| (self.distance.distance(from, self.records[other as usize]), other))
            .collect()
    }

    fn take(&mut self, record: u32) {
        self.left.retain(|&other| other != record);
    }

    fn take_rest(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.left)
    }
}
