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
        self.distance_from(&self.shares(), group)
    }

    /// The farthest that any of these groups is from all.
    pub fn farthest<'g>(&self, groups: impl Iterator<Item = &'g [u32]>) -> f64 {
        let shares = self.shares();
        groups.map(|group| self.distance_from(&shares, group)).fold(0.0, f64::max)
    }

    fn shares(&self) -> Vec<f64> {
        let mut shares = vec![0.0; self.values()];
        self.codes.iter().for_each(|&code| shares[code as usize] += 1.0 / self.codes.len() as f64);
        shares
    }

    fn distance_from(&self, shares: &[f64], group: &[u32]) -> f64 {
        let mut gaps: Vec<f64> = shares.iter().map(|share| -share).collect();
        group.iter().for_each(|&record| gaps[self.codes[record as usize] as usize] += 1.0 / group.len() as f64);
        if !self.ordered {
            return gaps.iter().map(|gap| gap.abs()).sum::<f64>() / 2.0;
        }
        let mut sum = 0.0;
        let moved: f64 = gaps
            .iter()
            .map(|gap| {
                sum += gap;
                f64::abs(sum)
            })
            .sum();
        if gaps.len() > 1 { moved / (gaps.len() - 1) as f64 } else { 0.0 }
    }

    /// How many distinct values a group has.
    pub fn distinct(&self, group: &[u32]) -> usize {
        let mut codes: Vec<u32> = group.iter().map(|&record| self.codes[record as usize]).collect();
        codes.sort_unstable();
        codes.dedup();
        codes.len()
    }

    fn allows(&self, shares: &[f64], group: &[u32]) -> bool {
        self.diversity.is_none_or(|least| self.distinct(group) >= least)
            && self.closeness.is_none_or(|most| self.distance_from(shares, group) <= most + 1e-12)
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
    let shares: Vec<Vec<f64>> = sensitive.iter().map(Sensitive::shares).collect();
    let fine = |group: &[u32]| sensitive.iter().zip(&shares).all(|(sensitive, shares)| sensitive.allows(shares, group));
    let middle = |group: &[u32]| {
        let members: Vec<&[f64]> = group.iter().map(|&record| rows.row(record as usize)).collect();
        space.aggregate(&members)
    };
    let mut groups: Vec<Vec<u32>> = start.groups().map(<[u32]>::to_vec).collect();
    let mut middles: Vec<Vec<f64>> = groups.iter().map(|group| middle(group)).collect();
    let mut at = 0;
    while at < groups.len() {
        if groups.len() == 1 || fine(&groups[at]) {
            at += 1;
            continue;
        }
        let distance = |&other: &usize| space.squared(&middles[at], &middles[other]);
        let others = (0..groups.len()).filter(|&other| other != at);
        let Some(other) = others.min_by(|a, b| distance(a).total_cmp(&distance(b))) else { break };
        let taken = groups[at].clone();
        groups[other].extend(taken);
        middles[other] = middle(&groups[other]);
        groups.swap_remove(at);
        middles.swap_remove(at);
        // What was merged, or took this place, may have been passed already.
        at = if other < at { other } else { at };
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
