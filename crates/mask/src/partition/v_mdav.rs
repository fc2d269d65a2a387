//! Variable-size MDAV: groups grow where records lie close together.

use super::remaining::Remaining;
use super::{GroupSize, Partition};
use crate::error::Result;
use crate::progress::Grouping;

/// The gain factor of V-MDAV: a group takes one more record if that record's distance to the group is less than this factor times its
/// distance to the nearest remaining record.
pub const GAIN: f64 = 0.2;

/// Groups the remaining records into groups of k to 2k-1, and a few more where the last records found no group of their own.
///
/// As in MDAV, the k around the record farthest from the centroid come first; then the group takes in near records one by one
/// while they are closer to it than (by `gain`) to the rest. `nearest_group` is asked for each of the fewer than k records
/// that remain, with all groups made.
pub fn v_mdav<C: Remaining>(
    remaining: C,
    k: GroupSize,
    gain: f64,
    nearest_group: impl Fn(u32, &[Vec<u32>]) -> usize,
) -> Result<Partition> {
    v_mdav_watched(remaining, k, gain, nearest_group, &Grouping::unwatched())
}

/// [`v_mdav`] that reports how many records are grouped, and can be cancelled.
pub(crate) fn v_mdav_watched<C: Remaining>(
    mut remaining: C,
    k: GroupSize,
    gain: f64,
    nearest_group: impl Fn(u32, &[Vec<u32>]) -> usize,
    watch: &Grouping<'_>,
) -> Result<Partition> {
    let (records, size) = (remaining.len(), k.get());
    k.check(records)?;
    let mut groups: Vec<Vec<u32>> = Vec::with_capacity(records / size);
    while remaining.len() >= size {
        let first = remaining.farthest_from_centroid();
        let mut group = remaining.take_nearest(first, size);
        while group.len() < 2 * size - 1 {
            let near = group.iter().filter_map(|&member| remaining.nearest_to(member));
            let Some((next, distance)) = near.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))) else { break };
            if remaining.nearest_to(next).is_some_and(|(_, apart)| distance >= gain * apart) {
                break;
            }
            remaining.take(next);
            group.push(next);
        }
        watch.grouped(group.len())?;
        groups.push(group);
    }
    let rest = remaining.take_rest();
    let places: Vec<usize> = rest.iter().map(|&record| nearest_group(record, &groups)).collect();
    rest.into_iter().zip(places).for_each(|(record, group)| groups[group].push(record));
    Partition::new(groups, records, k)
}
