//! Records of numbers: the straight line and the mean.

use super::{Aggregate, Distance};

/// The straight-line distance.
#[derive(Debug, Clone, Copy, Default)]
pub struct Euclid;

/// The mean of every number.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mean;

impl Distance<[f64]> for Euclid {
    fn distance(&self, a: &[f64], b: &[f64]) -> f64 {
        squared(a, b).sqrt()
    }

    fn rank(&self, a: &[f64], b: &[f64]) -> f64 {
        squared(a, b)
    }
}

impl Aggregate<[f64]> for Mean {
    fn aggregate(&self, group: &[&[f64]]) -> Vec<f64> {
        let mut mean = group[0].to_vec();
        for row in &group[1..] {
            mean.iter_mut().zip(*row).for_each(|(sum, cell)| *sum += cell);
        }
        mean.iter_mut().for_each(|sum| *sum /= group.len() as f64);
        mean
    }
}

/// The squared straight-line distance.
pub(crate) fn squared(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_triangle() {
        assert_eq!(Euclid.distance(&[0.0, 0.0], &[3.0, 4.0]), 5.0);
        assert_eq!(Euclid.rank(&[0.0, 0.0], &[3.0, 4.0]), 25.0);
        assert_eq!(Mean.aggregate(&[&[1.0, 2.0], &[3.0, 6.0]]), [2.0, 4.0]);
    }
}
