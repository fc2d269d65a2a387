//! Mixed records: groups are small, so a step weighs both of its groups anew.

use super::objective::Objective;
use crate::space::{Metric, MixedSpace};
use scumble_data::Rows;

pub(super) struct Values<'a> {
    space: &'a MixedSpace,
    rows: &'a Rows,
    /// The loss of each group.
    costs: Vec<f64>,
    /// The members of each group, as the costs have seen them.
    members: Vec<Vec<u32>>,
}

impl<'a> Values<'a> {
    pub(super) fn new(space: &'a MixedSpace, rows: &'a Rows, groups: &[Vec<u32>]) -> Self {
        let mut this = Self { space, rows, costs: Vec::new(), members: groups.to_vec() };
        this.costs = groups.iter().map(|group| this.cost(group)).collect();
        this
    }

    /// The loss of some records, of which `without` is left out and `with` is one more.
    fn cost_with(&self, members: &[u32], without: Option<u32>, with: Option<u32>) -> f64 {
        let cells = |column: usize| {
            let stay = members.iter().copied().filter(move |&member| Some(member) != without);
            stay.chain(with).map(move |member| self.rows.row(member as usize)[column])
        };
        let columns = self.space.metrics.iter().enumerate();
        columns
            .map(|(column, metric)| match metric {
                Metric::Number => {
                    let (mut count, mut sum) = (0.0, 0.0);
                    cells(column).for_each(|cell| (count, sum) = (count + 1.0, sum + cell));
                    let mean = sum / count;
                    cells(column).map(|cell| (cell - mean) * (cell - mean)).sum()
                }
                metric => {
                    let pull = |value: f64| cells(column).map(|cell| metric.squared(value, cell)).sum::<f64>();
                    cells(column).map(pull).fold(f64::INFINITY, f64::min)
                }
            })
            .sum()
    }

    fn weigh(&mut self, group: usize) {
        self.costs[group] = if self.members[group].is_empty() { 0.0 } else { self.cost(&self.members[group]) };
    }
}

impl Objective for Values<'_> {
    fn weight(&self) -> u64 {
        12
    }

    fn squared(&self, a: u32, b: u32) -> f64 {
        self.space.squared(self.rows.row(a as usize), self.rows.row(b as usize))
    }

    fn cost(&self, members: &[u32]) -> f64 {
        self.cost_with(members, None, None)
    }

    fn moved(&self, groups: &[Vec<u32>], from: usize, record: u32, to: usize) -> f64 {
        let after = self.cost_with(&groups[from], Some(record), None) + self.cost_with(&groups[to], None, Some(record));
        after - self.costs[from] - self.costs[to]
    }

    fn exchanged(&self, groups: &[Vec<u32>], here: usize, record: u32, there: usize, other: u32) -> f64 {
        let here_after = self.cost_with(&groups[here], Some(record), Some(other));
        let there_after = self.cost_with(&groups[there], Some(other), Some(record));
        here_after + there_after - self.costs[here] - self.costs[there]
    }

    fn entered(&mut self, group: usize, record: u32) {
        self.members[group].push(record);
        self.weigh(group);
    }

    fn left(&mut self, group: usize, record: u32) {
        self.members[group].retain(|&member| member != record);
        self.weigh(group);
    }

    fn clear(&mut self, group: usize) {
        if group >= self.costs.len() {
            self.costs.resize(group + 1, 0.0);
            self.members.resize(group + 1, Vec::new());
        }
        self.members[group].clear();
        self.costs[group] = 0.0;
    }
}
