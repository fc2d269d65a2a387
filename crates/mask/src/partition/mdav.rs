//! Maximum distance to average vector: the one MDAV of the house.

use super::crowd::{Crowd, Gathering};
use super::{GroupSize, Partition, Partitioner};
use crate::error::Result;
use crate::space::{Aggregate, Distance};

/// MDAV over any records, by a distance and an average.
///
/// The average finds the middle; what is published for a group is another matter.
#[derive(Debug, Clone)]
pub struct Mdav<D, A> {
    /// Records in a group, at least.
    pub k: GroupSize,
    /// How far records are.
    pub distance: D,
    /// What the middle of many records is.
    pub average: A,
}

impl<T: ?Sized + ToOwned, D: Distance<T>, A: Aggregate<T>> Partitioner<T> for Mdav<D, A> {
    fn partition(&self, records: &[&T]) -> Result<Partition> {
        mdav(Gathering::new(records, &self.distance, &self.average), self.k)
    }
}

/// Groups a crowd into groups of k to 2k-1.
///
/// While 3k are left: the k around the record farthest from the middle, then the k around the one farthest from that. Then
/// k more if 2k are left; the rest is the last group.
pub fn mdav<C: Crowd>(mut crowd: C, k: GroupSize) -> Result<Partition> {
    let (records, size) = (crowd.len(), k.get());
    k.check(records)?;
    let mut groups = Vec::with_capacity(records / size);
    while crowd.len() >= 3 * size {
        let first = crowd.farthest_from_middle();
        groups.push(crowd.take_nearest(first, size));
        let second = crowd.farthest_from(first);
        groups.push(crowd.take_nearest(second, size));
    }
    if crowd.len() >= 2 * size {
        let first = crowd.farthest_from_middle();
        groups.push(crowd.take_nearest(first, size));
    }
    groups.push(crowd.take_rest());
    Partition::new(groups, records, k)
}
