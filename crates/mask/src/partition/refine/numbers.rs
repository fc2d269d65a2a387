//! Records of numbers: with the sum of every group, a step costs as much as one distance.

use super::objective::Objective;
use crate::space::squared;
use scumble_data::Rows;

pub(super) struct Numbers<'a> {
    rows: &'a Rows,
    width: usize,
    /// The sum of each group, one after the other.
    sums: Vec<f64>,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(rows: &'a Rows, groups: &[Vec<u32>]) -> Self {
        let mut this = Self { rows, width: rows.width(), sums: vec![0.0; groups.len() * rows.width()] };
        for (group, members) in groups.iter().enumerate() {
            members.iter().for_each(|&record| this.entered(group, record));
        }
        this
    }

    fn sum(&self, group: usize) -> &[f64] {
        &self.sums[group * self.width..(group + 1) * self.width]
    }

    fn sum_mut(&mut self, group: usize) -> &mut [f64] {
        &mut self.sums[group * self.width..(group + 1) * self.width]
    }

    /// The squared distance of a record to a group's mean.
    fn to_mean(&self, record: u32, group: usize, count: f64) -> f64 {
        let cells = self.rows.row(record as usize).iter().zip(self.sum(group));
        cells.map(|(cell, sum)| cell - sum / count).map(|gap| gap * gap).sum()
    }
}

impl Objective for Numbers<'_> {
    fn weight(&self) -> u64 {
        1
    }

    fn squared(&self, a: u32, b: u32) -> f64 {
        squared(self.rows.row(a as usize), self.rows.row(b as usize))
    }

    fn cost(&self, members: &[u32]) -> f64 {
        let mut mean = [0.0; 32];
        let mut long = Vec::new();
        let mean = if self.width <= mean.len() {
            &mut mean[..self.width]
        } else {
            long.resize(self.width, 0.0);
            &mut long
        };
        crate::loss::mean_of(self.rows, members, mean);
        members.iter().map(|&member| squared(self.rows.row(member as usize), mean)).sum()
    }

    fn moved(&self, groups: &[Vec<u32>], from: usize, record: u32, to: usize) -> f64 {
        let (here, there) = (groups[from].len() as f64, groups[to].len() as f64);
        there / (there + 1.0) * self.to_mean(record, to, there) - here / (here - 1.0) * self.to_mean(record, from, here)
    }

    /// With δ the way from the one to the other: 2δ·(mean there - mean here) - δ²(1/size here + 1/size there).
    fn exchanged(&self, groups: &[Vec<u32>], here: usize, record: u32, there: usize, other: u32) -> f64 {
        let (a, b) = (1.0 / groups[here].len() as f64, 1.0 / groups[there].len() as f64);
        let rows = self.rows.row(record as usize).iter().zip(self.rows.row(other as usize));
        let sums = self.sum(here).iter().zip(self.sum(there));
        let (mut square, mut along) = (0.0, 0.0);
        for ((x, y), (here, there)) in rows.zip(sums) {
            let way = y - x;
            square += way * way;
            along += way * (there * b - here * a);
        }
        2.0 * along - square * (a + b)
    }

    fn entered(&mut self, group: usize, record: u32) {
        let row = self.rows.row(record as usize);
        self.sum_mut(group).iter_mut().zip(row).for_each(|(sum, cell)| *sum += cell);
    }

    fn left(&mut self, group: usize, record: u32) {
        let row = self.rows.row(record as usize);
        self.sum_mut(group).iter_mut().zip(row).for_each(|(sum, cell)| *sum -= cell);
    }

    fn clear(&mut self, group: usize) {
        if self.sums.len() <= group * self.width {
            self.sums.resize((group + 1) * self.width, 0.0);
        }
        self.sum_mut(group).fill(0.0);
    }
}
