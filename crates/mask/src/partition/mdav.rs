//! Maximum distance to average vector (MDAV), written once for every kind of record.

use super::remaining::{Remaining, RemainingRecords};
use super::{GroupSize, Partition, Partitioner};
use crate::error::Result;
use crate::progress::Grouping;
use crate::space::{Aggregate, Distance};

/// MDAV over any records, by a distance and an average.
///
/// The average finds the centroid of the remaining records; what is published for a group is decided elsewhere.
#[derive(Debug, Clone)]
pub struct Mdav<D, A> {
    /// Records in a group, at least.
    pub k: GroupSize,
    /// The distance of two records.
    pub distance: D,
    /// The centroid of many records.
    pub average: A,
}

impl<T: ?Sized + ToOwned, D: Distance<T>, A: Aggregate<T>> Partitioner<T> for Mdav<D, A> {
    fn partition(&self, records: &[&T]) -> Result<Partition> {
        mdav(RemainingRecords::new(records, &self.distance, &self.average), self.k)
    }
}

/// Groups the remaining records into groups of k to 2k-1.
///
/// While 3k remain: the k around the record farthest from the centroid, then the k around the record farthest from that one.
/// Then k more if 2k remain; the rest is the last group.
pub fn mdav<C: Remaining>(remaining: C, k: GroupSize) -> Result<Partition> {
    mdav_watched(remaining, k, &Grouping::unwatched())
}

/// [`mdav`] that reports how many records are grouped, and can be cancelled.
pub(crate) fn mdav_watched<C: Remaining>(mut remaining: C, k: GroupSize, watch: &Grouping<'_>) -> Result<Partition> {
    let (records, size) = (remaining.len(), k.get());
    k.check(records)?;
    let mut groups = Vec::with_capacity(records / size);
    while remaining.len() >= 3 * size {
        let first = remaining.farthest_from_centroid();
        groups.push(remaining.take_nearest(first, size));
        let second = remaining.farthest_from(first);
        groups.push(remaining.take_nearest(second, size));
        watch.grouped(2 * size)?;
    }
    if remaining.len() >= 2 * size {
        let first = remaining.farthest_from_centroid();
        groups.push(remaining.take_nearest(first, size));
    }
    groups.push(remaining.take_rest());
    Partition::new(groups, records, k)
}
