//! The earth mover's distance between the distribution in a group and that of all records.

use super::hierarchy::Hierarchy;

/// The distribution of a confidential column over all records, ready to be compared with that of many groups.
#[derive(Debug, Clone)]
pub(super) struct Distribution {
    /// The share of each value.
    shares: Vec<f64>,
    /// The share of all values up to each one.
    up_to: Vec<f64>,
    /// The sum of those shares before each one.
    sums: Vec<f64>,
}

impl Distribution {
    pub(super) fn new(codes: &[u32]) -> Self {
        let values = codes.iter().max().map_or(0, |&code| code as usize + 1);
        let mut counts = vec![0_usize; values];
        codes.iter().for_each(|&code| counts[code as usize] += 1);
        let shares: Vec<f64> = counts.iter().map(|&count| count as f64 / codes.len() as f64).collect();
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
        Self { shares, up_to, sums }
    }

    /// All values equally far apart: half of the sum of differences between the shares. `codes` are those of a group, ascending.
    pub(super) fn equal(&self, codes: &[u32]) -> f64 {
        let (mut differ, mut seen) = (0.0, 0.0);
        for same in codes.chunk_by(|a, b| a == b) {
            let share = self.shares[same[0] as usize];
            differ += (same.len() as f64 / codes.len() as f64 - share).abs();
            seen += share;
        }
        (differ + (1.0 - seen).max(0.0)) / 2.0
    }

    /// Values with an order: the sum of differences between the cumulative shares, over the number of steps. Between two values of
    /// the group its own cumulative share is constant and that of all records only grows, so the two cross at most once.
    pub(super) fn ordered(&self, codes: &[u32]) -> f64 {
        let values = self.shares.len();
        let mut moved = 0.0;
        for below in 0..=codes.len() {
            let start = if below == 0 { 0 } else { codes[below - 1] as usize };
            let end = if below == codes.len() { values } else { codes[below] as usize };
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

    /// Values in a hierarchy.
    pub(super) fn hierarchical(&self, codes: &[u32], hierarchy: &Hierarchy) -> f64 {
        let mut extra: Vec<f64> = self.shares.iter().map(|share| -share).collect();
        codes.iter().for_each(|&code| extra[code as usize] += 1.0 / codes.len() as f64);
        hierarchy.moved(&extra)
    }
}
