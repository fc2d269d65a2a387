//! t-closeness first: as many records of every bucket of a confidential column as it has in the whole table.

use super::{AllRemaining, GroupSize, Partition, Remaining};
use crate::error::Result;
use crate::merge::merged_groups;
use crate::promise::Constraint;
use crate::space::MixedSpace;
use scumble_data::Rows;

/// Group sizes that are tried, at most.
const SIZES: usize = 8;

/// Groups of one record from each bucket (Soria-Comas and others 2015, algorithm 3), at several group sizes; the last is the first
/// whose groups all keep the constraint, or that of the paper's bound. Nothing where the constraint asks no closeness.
///
/// The records are cut into as many buckets as a group has members, in the order of the confidential column; each group takes, for a
/// record far from the centroid, the nearest of every bucket. Buckets of one and the same value are put together, because their
/// records may stand for each other. Groups that break the constraint are merged.
pub fn bucketed(space: &MixedSpace, rows: &Rows, k: GroupSize, constraint: &Constraint<'_>) -> Result<Vec<Partition>> {
    k.check(rows.len())?;
    let Some((codes, bound)) = constraint.close() else { return Ok(Vec::new()) };
    let enough = bound.map(|at_most| group_size(rows.len(), k.get(), at_most));
    let mut found = Vec::new();
    let mut size = constraint.least_size(k.get());
    for _ in 0..SIZES {
        let last = enough.is_some_and(|enough| size >= enough) || size >= rows.len();
        size = enough.map_or(size, |enough| size.min(enough)).min(rows.len());
        let groups = grouped(space, rows, codes, spread(rows.len(), size));
        let good = groups.iter().all(|group| constraint.allows(group));
        found.push(merged_groups(space, rows, groups, k, constraint, 1)?);
        if good || last {
            break;
        }
        size += size.div_ceil(3);
    }
    Ok(found)
}

/// The least group size, at least `k`, whose groups of one record from each bucket are at most `at_most` from all `records` records if
/// all values differ: n / (2(n-1)t + 1), rounded up.
fn group_size(records: usize, k: usize, at_most: f64) -> usize {
    let n = records as f64;
    let least = (n / (2.0 * (n - 1.0) * at_most + 1.0)).ceil() as usize;
    k.max(least).min(records)
}

/// A group size at which what is left over is less than one record a group.
fn spread(records: usize, size: usize) -> usize {
    size + (records % size) / (records / size)
}

/// Groups of one record from each of `size` buckets.
fn grouped(space: &MixedSpace, rows: &Rows, codes: &[u32], size: usize) -> Vec<Vec<u32>> {
    let count = rows.len() / size;
    let pools = pools(codes, size, count);
    let parts: Vec<Rows> = pools.iter().map(|pool| rows.select(pool)).collect();
    let mut remaining: Vec<AllRemaining<'_>> = parts.iter().map(|rows| AllRemaining::new(space, rows)).collect();
    let mut all = AllRemaining::new(space, rows);
    let mut groups: Vec<Vec<u32>> = Vec::with_capacity(count);
    let mut first = None;
    for left in (1..=count).rev() {
        let from = match first.take() {
            Some(first) => all.farthest_from(first),
            None => *first.insert(all.farthest_from_centroid()),
        };
        let mut group = Vec::with_capacity(size + 1);
        for (bucket, pool) in remaining.iter_mut().zip(&pools) {
            for near in bucket.nearest_rows(rows.row(from as usize), bucket.len().div_ceil(left)) {
                bucket.take(near);
                group.push(pool[near as usize]);
            }
        }
        group.iter().for_each(|&record| all.take(record));
        groups.push(group);
    }
    groups
}

/// The records of every bucket; buckets of one value are together.
fn pools(codes: &[u32], size: usize, count: usize) -> Vec<Vec<u32>> {
    let mut order: Vec<u32> = (0..codes.len() as u32).collect();
    order.sort_by_key(|&record| (codes[record as usize], record));
    // The records left over lie in the middle bucket: there they move the distribution least.
    let over = codes.len() - count * size;
    let mut pools: Vec<Vec<u32>> = Vec::new();
    // The value of the last pool, if it has only one.
    let mut value = None;
    let mut start = 0;
    for at in 0..size {
        let end = start + count + if at == size / 2 { over } else { 0 };
        let bucket = &order[start..end];
        let (low, high) = (codes[bucket[0] as usize], codes[bucket[bucket.len() - 1] as usize]);
        match pools.last_mut() {
            Some(pool) if low == high && value == Some(low) => pool.extend(bucket),
            _ => pools.push(bucket.to_vec()),
        }
        value = (low == high).then_some(low);
        start = end;
    }
    pools
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::promise::{Demand, Ground, Judge, Sensitive};
    use crate::rng::Rng;
    use crate::space::Metric;

    #[test]
    fn the_sizes_of_the_paper() {
        // ⌈n / (2(n-1)t + 1)⌉ for 1,080 records: t of 0.01, 0.05 and 0.25, by hand.
        assert_eq!([0.01, 0.05, 0.25].map(|t| group_size(1080, 2, t)), [48, 10, 2]);
        assert_eq!(spread(1080, 48), 49, "22 groups of 48 leave 24: one more for each");
        assert_eq!(spread(100, 7), 7, "14 groups of 7 leave 2");
        assert_eq!(spread(11, 4), 5, "two groups of 4 leave 3: one more for each");
        assert_eq!(group_size(5, 2, 0.0), 5);
    }

    #[test]
    fn buckets_of_one_value_are_put_together() {
        let codes = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1];
        assert_eq!(pools(&codes, 4, 3), [vec![0, 1, 2], vec![3, 4, 5], (6..12).collect()]);
        assert_eq!(pools(&[2, 1, 0, 3, 5], 2, 2), [vec![2, 1], vec![0, 3, 4]], "one left over lies in the middle");
    }

    /// Where all values differ, no group of the paper's size is farther than the bound.
    #[test]
    fn the_bound_of_the_paper_holds() {
        let mut rng = Rng::new(1);
        for (records, at_most) in [(300, 0.1), (300, 0.03), (310, 0.05), (96, 0.2), (50, 0.0)] {
            let rows = Rows::new(3, (0..records * 3).map(|_| rng.normal()).collect());
            let space = MixedSpace { metrics: vec![Metric::Number; 3] };
            let mut codes: Vec<u32> = (0..records as u32).collect();
            (1..records).rev().for_each(|at| codes.swap(at, rng.below(at + 1)));
            let demand = Demand::Closeness { at_most, ground: Ground::Ordered };
            let sensitive = Sensitive { column: "s".to_owned(), codes, demand };
            let judge: Judge<'_> = sensitive.judge();
            let size = group_size(records, 3, at_most);
            if records % size == 0 {
                let groups = grouped(&space, &rows, &sensitive.codes, size);
                assert!(groups.iter().all(|group| group.len() == size && judge.allows(group)), "{records} {at_most}");
            }
            let judges = [judge];
            let everyone: Vec<u32> = (0..records as u32).collect();
            let constraint = Constraint::new(&judges, &everyone);
            let found = bucketed(&space, &rows, GroupSize::new(3).unwrap(), &constraint).unwrap();
            assert!(found.iter().all(|found| found.groups().all(|group| judges[0].allows(group))));
        }
    }
}
