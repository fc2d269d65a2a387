//! Who is grouped with whom?

mod all;
mod blocks;
mod bucketed;
mod constrained;
mod flat;
mod groups;
mod mdav;
mod mixed;
mod nearest;
mod ordered;
mod projection;
mod records;
mod refine;
mod remaining;
mod v_mdav;

pub use all::AllRemaining;
pub use blocks::{Blocks, STEPS_A_RECORD, blocks_of, exact, in_blocks};
pub use bucketed::bucketed;
pub use constrained::constrained;
pub use flat::RemainingNumbers;
pub use mdav::{Mdav, mdav};
pub use mixed::RemainingRows;
pub use ordered::{ascending, ordered};
pub use projection::{principal_component, sums};
pub use records::Records;
pub use refine::{Effort, Refined, SEARCHING, STEPS, Searching, refine};
pub use remaining::{Remaining, RemainingRecords};
pub use v_mdav::{GAIN, v_mdav};

pub(crate) use blocks::{exact_watched, in_blocks_watched, outside};
pub(crate) use groups::Groups;
pub(crate) use mdav::mdav_watched;
pub(crate) use v_mdav::v_mdav_watched;

use crate::error::{Error, Result};

/// How many records a group has at least; never less than two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupSize(usize);

impl GroupSize {
    /// Refuses less than 2.
    pub fn new(k: usize) -> Result<Self> {
        if k < 2 { Err(Error::GroupTooSmall(k)) } else { Ok(Self(k)) }
    }

    /// The number.
    pub fn get(self) -> usize {
        self.0
    }

    /// Refuses fewer records than one group needs.
    pub fn check(self, records: usize) -> Result<()> {
        if records < self.0 { Err(Error::TooFewRecords { k: self.0, records, among: None }) } else { Ok(()) }
    }
}

/// Puts records into groups.
pub trait Partitioner<T: ?Sized> {
    /// Every record in one group.
    fn partition(&self, records: &[&T]) -> Result<Partition>;
}

/// Every record in one group, every group of at least k records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    /// Each in ascending order; groups by their first record.
    groups: Groups,
}

impl Partition {
    /// Checks that `groups` have each of `records` records once and at least `k` each. Groups are put in order.
    pub fn new(groups: Vec<Vec<u32>>, records: usize, k: GroupSize) -> Result<Self> {
        Self::of(groups.into_iter().collect(), records, k)
    }

    /// The same of groups that lie one after the other.
    pub(crate) fn of(mut groups: Groups, records: usize, k: GroupSize) -> Result<Self> {
        let fault = |what: &str| Error::NotAPartition(what.to_owned());
        let mut seen = vec![false; records];
        for at in 0..groups.len() {
            let group = groups.group_mut(at);
            if group.len() < k.get() {
                return Err(fault("a group is too small"));
            }
            group.sort_unstable();
            for &record in &*group {
                match seen.get_mut(record as usize) {
                    Some(seen) if !*seen => *seen = true,
                    _ => return Err(fault("a record is there twice, or unknown")),
                }
            }
        }
        if seen.contains(&false) {
            return Err(fault("a record is missing"));
        }
        Ok(Self { groups: groups.in_order() })
    }

    /// How many groups there are.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Whether there is no group.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many records there are.
    pub fn records(&self) -> usize {
        self.groups.records()
    }

    /// The records of one group, ascending.
    pub fn group(&self, index: usize) -> &[u32] {
        self.groups.group(index)
    }

    /// Every group in turn.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.groups.iter()
    }

    /// The size of the smallest group.
    pub fn smallest(&self) -> usize {
        self.groups().map(<[u32]>::len).min().unwrap_or(0)
    }

    /// The size of the largest group.
    pub fn largest(&self) -> usize {
        self.groups().map(<[u32]>::len).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partition_is_checked_when_made() {
        let k = GroupSize::new(2).unwrap();
        let partition = Partition::new(vec![vec![4, 3], vec![0, 2, 1]], 5, k).unwrap();
        assert_eq!(partition.groups().collect::<Vec<_>>(), [&[0, 1, 2][..], &[3, 4]]);
        assert_eq!((partition.smallest(), partition.largest(), partition.records()), (2, 3, 5));
        for (groups, records) in
            [(vec![vec![0]], 1), (vec![vec![0, 1]], 3), (vec![vec![0, 1], vec![1, 2]], 3), (vec![vec![0, 5]], 2)]
        {
            assert!(Partition::new(groups, records, k).is_err());
        }
        assert_eq!(GroupSize::new(1), Err(Error::GroupTooSmall(1)));
        assert!(k.check(1).is_err() && k.check(2).is_ok());
    }
}
