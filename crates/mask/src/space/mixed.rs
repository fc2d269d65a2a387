//! Records of numbers and of values that are no numbers, in one distance.
//!
//! A record is a row of numbers; a value that is no number is coded as its index in the column's list of values. Every column is
//! scaled so that the mean squared distance to its own centroid is 1: numbers are z-scores, and columns of nominal values and of
//! values in a taxonomy weigh as much as they do.

use super::{Aggregate, Distance};

/// How the values of one column are compared.
#[derive(Debug, Clone, PartialEq)]
pub enum Metric {
    /// By their difference.
    Number,
    /// Equal or not: the squared distance of those that are not.
    Flat(f64),
    /// By a table of squared distances.
    Table {
        /// How many values there are.
        values: usize,
        /// The squared distances, one row after the other.
        squares: Vec<f64>,
        /// The factor by which the squared distances were multiplied.
        scale: f64,
    },
}

impl Metric {
    /// A metric for values that are equal or not, scaled by how often each occurs.
    pub fn flat(counts: &[usize]) -> Self {
        let (all, most) = (counts.iter().sum::<usize>(), counts.iter().max().copied().unwrap_or(0));
        Self::Flat(if all > most { all as f64 / (all - most) as f64 } else { 1.0 })
    }

    /// A metric for values by their distances (not squared, one row after the other), scaled by how often each occurs.
    pub fn table(counts: &[usize], distances: &[f64]) -> Self {
        let values = counts.len();
        let mut squares: Vec<f64> = distances.iter().map(|distance| distance * distance).collect();
        let total = |value: usize| -> f64 {
            counts.iter().zip(&squares[value * values..]).map(|(&count, square)| count as f64 * square).sum()
        };
        let least = (0..values).map(total).fold(f64::INFINITY, f64::min);
        let all = counts.iter().sum::<usize>() as f64;
        let scale = if least > 0.0 && least.is_finite() { all / least } else { 1.0 };
        squares.iter_mut().for_each(|square| *square *= scale);
        Self::Table { values, squares, scale }
    }

    /// The squared distance of two cells.
    #[inline]
    pub fn squared(&self, a: f64, b: f64) -> f64 {
        match self {
            Self::Number => (a - b) * (a - b),
            Self::Flat(apart) => {
                if a == b {
                    0.0
                } else {
                    *apart
                }
            }
            Self::Table { values, squares, .. } => squares[a as usize * values + b as usize],
        }
    }

    /// The cell with the least sum of squared distances to `cells`: their mean, or one of them (the lowest if several).
    pub fn centroid(&self, cells: &mut dyn Iterator<Item = f64>) -> f64 {
        if let Self::Number = self {
            let (sum, count) = cells.fold((0.0, 0.0), |(sum, count), cell| (sum + cell, count + 1.0));
            return sum / count;
        }
        let mut cells: Vec<f64> = cells.collect();
        // Each distinct value is weighed once, with its count.
        cells.sort_unstable_by(f64::total_cmp);
        let mut counts: Vec<(f64, usize)> = Vec::new();
        for cell in cells {
            match counts.last_mut() {
                Some((value, count)) if *value == cell => *count += 1,
                _ => counts.push((cell, 1)),
            }
        }
        let total =
            |value: f64| counts.iter().map(|&(other, count)| count as f64 * self.squared(value, other)).sum::<f64>();
        let totals = counts.iter().map(|&(value, _)| (total(value), value));
        totals.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))).map_or(0.0, |(_, value)| value)
    }
}

/// A distance over columns of several kinds, and its centroid.
#[derive(Debug, Clone, PartialEq)]
pub struct MixedSpace {
    /// One metric a column.
    pub metrics: Vec<Metric>,
}

impl MixedSpace {
    /// Whether every column is of numbers.
    pub fn is_numbers(&self) -> bool {
        self.metrics.iter().all(|metric| matches!(metric, Metric::Number))
    }

    /// The squared distance of two records.
    pub fn squared(&self, a: &[f64], b: &[f64]) -> f64 {
        self.metrics.iter().zip(a).zip(b).map(|((metric, &a), &b)| metric.squared(a, b)).sum()
    }
}

impl Distance<[f64]> for MixedSpace {
    fn distance(&self, a: &[f64], b: &[f64]) -> f64 {
        self.squared(a, b).sqrt()
    }

    fn rank(&self, a: &[f64], b: &[f64]) -> f64 {
        self.squared(a, b)
    }
}

impl Aggregate<[f64]> for MixedSpace {
    fn aggregate(&self, group: &[&[f64]]) -> Vec<f64> {
        let columns = self.metrics.iter().enumerate();
        columns.map(|(column, metric)| metric.centroid(&mut group.iter().map(|row| row[column]))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_weighs_the_same() {
        // Three of four are equal: one in four is off the centroid.
        let flat = Metric::flat(&[3, 1]);
        assert_eq!(flat, Metric::Flat(4.0));
        let mean: f64 = [0.0, 0.0, 0.0, 1.0].iter().map(|&cell| flat.squared(cell, 0.0)).sum::<f64>() / 4.0;
        assert_eq!(mean, 1.0);
        let distances = [0.0, 0.5, 1.0, 0.5, 0.0, 0.5, 1.0, 0.5, 0.0];
        let table = Metric::table(&[2, 5, 1], &distances);
        let mean = (2.0 * table.squared(0.0, 1.0) + table.squared(2.0, 1.0)) / 8.0;
        assert!((mean - 1.0).abs() < 1e-12);
        assert_eq!(Metric::flat(&[4]), Metric::Flat(1.0), "a constant column has nothing to scale");
    }

    #[test]
    fn the_centroid_has_the_least_sum_of_squares() {
        let squares = vec![0.0, 1.0, 4.0, 1.0, 0.0, 1.0, 4.0, 1.0, 0.0];
        let table = Metric::Table { values: 3, squares, scale: 1.0 };
        assert_eq!(table.centroid(&mut [0.0, 2.0, 1.0].into_iter()), 1.0);
        assert_eq!(Metric::Flat(1.0).centroid(&mut [2.0, 0.0, 2.0, 0.0].into_iter()), 0.0, "the lowest among equals");
        let space = MixedSpace { metrics: vec![Metric::Number, Metric::Flat(2.0), table] };
        assert_eq!(space.aggregate(&[&[1.0, 0.0, 0.0], &[3.0, 0.0, 2.0], &[2.0, 1.0, 1.0]]), [2.0, 0.0, 1.0]);
        assert_eq!(space.rank(&[1.0, 0.0, 0.0], &[3.0, 1.0, 2.0]), 10.0);
    }
}
