//! Merging of groups that violate l-diversity or t-closeness.

use crate::error::Result;
use crate::partition::{GroupSize, Partition};
use crate::promise::Constraint;
use crate::space::{Aggregate, MixedSpace};
use scumble_data::Rows;

/// Merges every group that violates the constraint into its nearest group until none does. It ends at the latest with one group of
/// all records.
pub fn merged(
    space: &MixedSpace,
    rows: &Rows,
    start: &Partition,
    k: GroupSize,
    constraint: &Constraint<'_>,
) -> Result<Partition> {
    merged_groups(space, rows, start.groups().map(<[u32]>::to_vec).collect(), k, constraint, 1)
}

/// The same of groups that may be too small: those are merged as well. Of the `look` nearest groups the one is taken with which a
/// group comes closest to the constraint, the nearest of several: so a group does not grow where its neighbours are all like it.
pub(crate) fn merged_groups(
    space: &MixedSpace,
    rows: &Rows,
    mut groups: Vec<Vec<u32>>,
    k: GroupSize,
    constraint: &Constraint<'_>,
    look: usize,
) -> Result<Partition> {
    let allowed = |group: &[u32]| group.len() >= k.get() && constraint.allows(group);
    let mut good: Vec<bool> = groups.iter().map(|group| allowed(group)).collect();
    let mut centroids: Vec<Vec<f64>> = groups.iter().map(|group| centroid(space, rows, group)).collect();
    while let Some(at) = good.iter().position(|good| !good).filter(|_| groups.len() > 1) {
        let others = (0..groups.len()).filter(|&other| other != at);
        let mut near: Vec<(f64, usize)> =
            others.map(|other| (space.squared(&centroids[at], &centroids[other]), other)).collect();
        let by = |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        if look < near.len() {
            near.select_nth_unstable_by(look, by);
            near.truncate(look);
        }
        near.sort_unstable_by(by);
        let Some(other) = partner(&groups, at, &near, constraint) else { break };
        let taken = std::mem::take(&mut groups[at]);
        groups[other].extend(taken);
        centroids[other] = centroid(space, rows, &groups[other]);
        good[other] = allowed(&groups[other]);
        groups.swap_remove(at);
        centroids.swap_remove(at);
        good.swap_remove(at);
    }
    Partition::new(groups, rows.len(), k)
}

/// Of some groups, nearest first, the one with which a group comes closest to the constraint.
fn partner(groups: &[Vec<u32>], at: usize, near: &[(f64, usize)], constraint: &Constraint<'_>) -> Option<usize> {
    let mut best = (f64::INFINITY, near.first()?.1);
    if near.len() == 1 {
        return Some(best.1);
    }
    for &(_, other) in near {
        let both: Vec<u32> = groups[at].iter().chain(&groups[other]).copied().collect();
        let short = constraint.shortfall(&both);
        if short < best.0 {
            best = (short, other);
        }
        if short == 0.0 {
            break;
        }
    }
    Some(best.1)
}

/// The centroid of a group.
pub(crate) fn centroid(space: &MixedSpace, rows: &Rows, group: &[u32]) -> Vec<f64> {
    let members: Vec<&[f64]> = group.iter().map(|&record| rows.row(record as usize)).collect();
    space.aggregate(&members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::promise::{Demand, Diversity, Ground, Judge, Sensitive};
    use crate::space::Metric;

    #[test]
    fn groups_are_merged_until_they_are_close() {
        let rows = Rows::new(1, (0..12).map(f64::from).collect());
        let space = MixedSpace { metrics: vec![Metric::Number] };
        let k = GroupSize::new(2).unwrap();
        let start = Partition::new((0..6).map(|pair| vec![2 * pair, 2 * pair + 1]).collect(), 12, k).unwrap();
        let codes = vec![0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1];
        let sensitive = |demand| Sensitive { column: "s".to_owned(), codes: codes.clone(), demand };
        let everyone: Vec<u32> = (0..12).collect();
        for at_most in [0.25, 0.0] {
            let asked = [
                sensitive(Demand::Closeness { at_most, ground: Ground::Equal }),
                sensitive(Demand::Diversity(Diversity::Distinct(2))),
            ];
            let judges: Vec<Judge<'_>> = asked.iter().map(Sensitive::judge).collect();
            let constraint = Constraint::new(&judges, &everyone);
            let partition = merged(&space, &rows, &start, k, &constraint).unwrap();
            assert!(partition.len() > 1);
            assert!(partition.groups().all(|group| judges[0].figure(group) <= at_most + 1e-9));
            assert!(partition.groups().all(|group| judges[1].distinct(group) == 2));
        }
    }
}
