//! Groups that do not give a secret away: l distinct values, or a distribution close to that of all.

use crate::error::Result;
use crate::partition::{GroupSize, Partition};
use crate::space::{Aggregate, MixedSpace};
use scumble_data::Rows;

/// A confidential column, and what every group must show of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sensitive {
    /// For each record the place of its value among the distinct ones, in ascending order if they have one.
    pub codes: Vec<u32>,
    /// Whether the values have an order, as numbers do.
    pub ordered: bool,
    /// A group's distribution may be this far from that of all, at most.
    pub closeness: Option<f64>,
    /// A group must have so many distinct values.
    pub diversity: Option<usize>,
}

impl Sensitive {
    fn values(&self) -> usize {
        self.codes.iter().max().map_or(0, |&code| code as usize + 1)
    }

    /// How far the distribution in a group is from that of all: the earth mover's distance, over the order of the values if
    /// they have one, else with all values equally far apart.
    pub fn distance(&self, group: &[u32]) -> f64 {
        Distribution::new(self).distance(group)
    }

    /// The farthest that any of these groups is from all.
    pub fn farthest<'g>(&self, groups: impl Iterator<Item = &'g [u32]>) -> f64 {
        let all = Distribution::new(self);
        groups.map(|group| all.distance(group)).fold(0.0, f64::max)
    }

    /// How many distinct values a group has.
    pub fn distinct(&self, group: &[u32]) -> usize {
        let mut codes: Vec<u32> = group.iter().map(|&record| self.codes[record as usize]).collect();
        codes.sort_unstable();
        codes.dedup();
        codes.len()
    }
}

/// The distribution of all, ready to be compared with that of many groups.
struct Distribution<'s> {
    sensitive: &'s Sensitive,
    /// The share of each value.
    shares: Vec<f64>,
    /// The share of all values up to each one.
    up_to: Vec<f64>,
    /// The sum of those shares before each one.
    sums: Vec<f64>,
}

impl<'s> Distribution<'s> {
    fn new(sensitive: &'s Sensitive) -> Self {
        let mut shares = vec![0.0; sensitive.values()];
        sensitive.codes.iter().for_each(|&code| shares[code as usize] += 1.0 / sensitive.codes.len() as f64);
        let mut sum = 0.0;
        let up_to: Vec<f64> = shares
            .iter()
            .map(|share| {
                sum += share;
                sum
            })
            .collect();
        let mut sums = vec![0.0];
        for share in &up_to {
            sums.push(sums[sums.len() - 1] + share);
        }
        Self { sensitive, shares, up_to, sums }
    }

    /// The cost is that of sorting the group, not of looking at every value there is.
    fn distance(&self, group: &[u32]) -> f64 {
        let mut codes: Vec<usize> =
            group.iter().map(|&record| self.sensitive.codes[record as usize] as usize).collect();
        codes.sort_unstable();
        if self.sensitive.ordered { self.moved_in_order(&codes) } else { self.moved(&codes) }
    }

    /// Half of what the shares differ by.
    fn moved(&self, codes: &[usize]) -> f64 {
        let (mut differ, mut seen) = (0.0, 0.0);
        for equal in codes.chunk_by(|a, b| a == b) {
            let share = self.shares[equal[0]];
            differ += (equal.len() as f64 / codes.len() as f64 - share).abs();
            seen += share;
        }
        (differ + (1.0 - seen).max(0.0)) / 2.0
    }

    /// What the shares up to each value differ by, over the number of steps. Between two values of the group its own share is
    /// constant and that of all only grows, so the two cross at most once.
    fn moved_in_order(&self, codes: &[usize]) -> f64 {
        let values = self.shares.len();
        let mut moved = 0.0;
        for below in 0..=codes.len() {
            let start = if below == 0 { 0 } else { codes[below - 1] };
            let end = if below == codes.len() { values } else { codes[below] };
            if start >= end {
                continue;
            }
            let own = below as f64 / codes.len() as f64;
            let cross = start + self.up_to[start..end].partition_point(|&all| all < own);
            moved += own * (cross - start) as f64 - (self.sums[cross] - self.sums[start]);
            moved += (self.sums[end] - self.sums[cross]) - own * (end - cross) as f64;
        }
        if values > 1 { moved / (values - 1) as f64 } else { 0.0 }
    }

    fn allows(&self, group: &[u32]) -> bool {
        self.sensitive.diversity.is_none_or(|least| self.sensitive.distinct(group) >= least)
            && self.sensitive.closeness.is_none_or(|most| self.distance(group) <= most + 1e-12)
    }
}

/// Merges each group that shows too much with the nearest one, until none does; one group of all shows what all show.
pub fn merged(
    space: &MixedSpace,
    rows: &Rows,
    start: &Partition,
    k: GroupSize,
    sensitive: &[Sensitive],
) -> Result<Partition> {
    let all: Vec<Distribution<'_>> = sensitive.iter().map(Distribution::new).collect();
    let fine = |group: &[u32]| all.iter().all(|all| all.allows(group));
    let middle = |group: &[u32]| {
        let members: Vec<&[f64]> = group.iter().map(|&record| rows.row(record as usize)).collect();
        space.aggregate(&members)
    };
    let mut groups: Vec<Vec<u32>> = start.groups().map(<[u32]>::to_vec).collect();
    let mut middles: Vec<Vec<f64>> = groups.iter().map(|group| middle(group)).collect();
    let mut good: Vec<bool> = groups.iter().map(|group| fine(group)).collect();
    while let Some(at) = good.iter().position(|good| !good).filter(|_| groups.len() > 1) {
        let distance = |&other: &usize| space.squared(&middles[at], &middles[other]);
        let others = (0..groups.len()).filter(|&other| other != at);
        let Some(other) = others.min_by(|a, b| distance(a).total_cmp(&distance(b))) else { break };
        let taken = std::mem::take(&mut groups[at]);
        groups[other].extend(taken);
        middles[other] = middle(&groups[other]);
        good[other] = fine(&groups[other]);
        groups.swap_remove(at);
        middles.swap_remove(at);
        good.swap_remove(at);
    }
    Partition::new(groups, rows.len(), k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Metric;

    #[test]
    fn distances_of_the_textbook_example() {
        // Li, Li and Venkatasubramanian (2007): salaries 3k … 11k; {3, 4, 5} is 0.375 away, {6, 8, 11} is 0.167 away.
        let salaries = Sensitive { codes: (0..9).collect(), ordered: true, closeness: None, diversity: None };
        assert!((salaries.distance(&[0, 1, 2]) - 0.375).abs() < 1e-12);
        assert!((salaries.distance(&[3, 5, 8]) - 1.0 / 6.0).abs() < 1e-12);
        let diseases = Sensitive { codes: vec![0, 0, 1, 1], ordered: false, closeness: None, diversity: None };
        assert_eq!((diseases.distance(&[0, 1]), diseases.distance(&[0, 2]), diseases.distinct(&[0, 1])), (0.5, 0.0, 1));
    }

    /// The quick sum is the plain one.
    #[test]
    fn distances_equal_their_definition() {
        let mut rng = crate::Rng::new(3);
        for _ in 0..200 {
            let codes: Vec<u32> = (0..30).map(|_| rng.below(12) as u32).chain(0..12).collect();
            let one = rng.below(42) as u32;
            let group: Vec<u32> = (0..42).filter(|_| rng.below(4) == 0).chain([one]).collect();
            let share = |of: &[u32], value: u32| {
                of.iter().filter(|&&record| codes[record as usize] == value).count() as f64 / of.len() as f64
            };
            let everyone: Vec<u32> = (0..42).collect();
            let gaps: Vec<f64> = (0..12).map(|value| share(&group, value) - share(&everyone, value)).collect();
            let (mut sum, mut ordered) = (0.0, 0.0);
            for gap in &gaps {
                sum += gap;
                ordered += f64::abs(sum) / 11.0;
            }
            let plain = [gaps.iter().map(|gap| gap.abs()).sum::<f64>() / 2.0, ordered];
            for (ordered, expected) in [false, true].into_iter().zip(plain) {
                let sensitive = Sensitive { codes: codes.clone(), ordered, closeness: None, diversity: None };
                assert!((sensitive.distance(&group) - expected).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn groups_are_merged_until_they_are_close() {
        let rows = Rows::new(1, (0..12).map(f64::from).collect());
        let space = MixedSpace { metrics: vec![Metric::Number] };
        let k = GroupSize::new(2).unwrap();
        let start = Partition::new((0..6).map(|pair| vec![2 * pair, 2 * pair + 1]).collect(), 12, k).unwrap();
        let codes = vec![0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1];
        let sensitive = Sensitive { codes, ordered: false, closeness: Some(0.25), diversity: Some(2) };
        let partition = merged(&space, &rows, &start, k, std::slice::from_ref(&sensitive)).unwrap();
        assert!(partition.len() > 1 && partition.groups().all(|group| sensitive.distance(group) <= 0.25));
        let strict = Sensitive { closeness: Some(0.0), ..sensitive };
        let partition = merged(&space, &rows, &start, k, std::slice::from_ref(&strict)).unwrap();
        assert!(partition.groups().all(|group| strict.distance(group) < 1e-9));
    }
}
