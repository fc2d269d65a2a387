//! Merging of groups that violate l-diversity or t-closeness.

use crate::error::Result;
use crate::partition::{GroupSize, Partition};
use crate::promise::{Distribution, Sensitive};
use crate::space::{Aggregate, MixedSpace};
use scumble_data::Rows;

/// Merges every group that violates l-diversity or t-closeness into its nearest group until none does. It ends at the latest with one
/// group, whose distribution is that of all records.
pub fn merged(
    space: &MixedSpace,
    rows: &Rows,
    start: &Partition,
    k: GroupSize,
    sensitive: &[Sensitive],
) -> Result<Partition> {
    let all: Vec<Distribution<'_>> = sensitive.iter().map(Sensitive::distribution).collect();
    let allowed = |group: &[u32]| all.iter().all(|all| all.allows(group));
    let centroid = |group: &[u32]| {
        let members: Vec<&[f64]> = group.iter().map(|&record| rows.row(record as usize)).collect();
        space.aggregate(&members)
    };
    let mut groups: Vec<Vec<u32>> = start.groups().map(<[u32]>::to_vec).collect();
    let mut centroids: Vec<Vec<f64>> = groups.iter().map(|group| centroid(group)).collect();
    let mut good: Vec<bool> = groups.iter().map(|group| allowed(group)).collect();
    while let Some(at) = good.iter().position(|good| !good).filter(|_| groups.len() > 1) {
        let distance = |&other: &usize| space.squared(&centroids[at], &centroids[other]);
        let others = (0..groups.len()).filter(|&other| other != at);
        let Some(other) = others.min_by(|a, b| distance(a).total_cmp(&distance(b))) else { break };
        let taken = std::mem::take(&mut groups[at]);
        groups[other].extend(taken);
        centroids[other] = centroid(&groups[other]);
        good[other] = allowed(&groups[other]);
        groups.swap_remove(at);
        centroids.swap_remove(at);
        good.swap_remove(at);
    }
    Partition::new(groups, rows.len(), k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Metric;

    #[test]
    fn groups_are_merged_until_they_are_close() {
        let rows = Rows::new(1, (0..12).map(f64::from).collect());
        let space = MixedSpace { metrics: vec![Metric::Number] };
        let k = GroupSize::new(2).unwrap();
        let start = Partition::new((0..6).map(|pair| vec![2 * pair, 2 * pair + 1]).collect(), 12, k).unwrap();
        let codes = vec![0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1];
        let sensitive = Sensitive { codes, ordered: false, closeness: Some(0.25), diversity: Some(2) };
        let partition = merged(&space, &rows, &start, k, std::slice::from_ref(&sensitive)).unwrap();
        assert!(
            partition.len() > 1 && partition.groups().all(|group| sensitive.distribution().distance(group) <= 0.25)
        );
        let strict = Sensitive { closeness: Some(0.0), ..sensitive };
        let partition = merged(&space, &rows, &start, k, std::slice::from_ref(&strict)).unwrap();
        assert!(partition.groups().all(|group| strict.distribution().distance(group) < 1e-9));
    }
}
