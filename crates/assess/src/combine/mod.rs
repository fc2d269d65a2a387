//! Aggregation of differences into one distance: weighted mean, OWA, symmetric bilinear form, Choquet integral.

mod fuzzy;
mod matrix;

pub use fuzzy::FuzzyMeasure;
pub(crate) use fuzzy::MOST_COLUMNS;
pub use matrix::Symmetric;

/// How the differences between two records become one distance.
#[derive(Debug, Clone, PartialEq)]
pub enum Aggregator {
    /// The weighted mean of squared differences: a weight for each column.
    WeightedMean(Vec<f64>),
    /// The ordered weighted average: the first weight is that of the greatest squared difference.
    Owa(Vec<f64>),
    /// The symmetric bilinear form of the differences.
    Bilinear(Symmetric),
    /// The Choquet integral of squared differences with respect to a fuzzy measure.
    Choquet(FuzzyMeasure),
}

impl Aggregator {
    /// The arithmetic mean of squared differences.
    pub fn arithmetic(width: usize) -> Self {
        Self::WeightedMean(vec![1.0 / width as f64; width])
    }

    /// The distance of two records. `room` is for their differences, so that none is allocated.
    pub fn distance(&self, a: &[f64], b: &[f64], room: &mut Vec<f64>) -> f64 {
        room.clear();
        room.extend(a.iter().zip(b).map(|(a, b)| a - b));
        self.of(room)
    }

    /// The distance by the differences in every column, which are left in disorder.
    pub(crate) fn of(&self, differences: &mut [f64]) -> f64 {
        let square = |all: &mut [f64]| all.iter_mut().for_each(|cell| *cell *= *cell);
        match self {
            Self::WeightedMean(weights) => differences.iter().zip(weights).map(|(d, weight)| d * d * weight).sum(),
            Self::Owa(weights) => {
                square(differences);
                differences.sort_unstable_by(|a, b| b.total_cmp(a));
                differences.iter().zip(weights).map(|(square, weight)| square * weight).sum()
            }
            Self::Bilinear(matrix) => matrix.form(differences),
            Self::Choquet(measure) => {
                square(differences);
                measure.choquet(differences)
            }
        }
    }

    /// How many columns it takes.
    pub fn width(&self) -> usize {
        match self {
            Self::WeightedMean(weights) | Self::Owa(weights) => weights.len(),
            Self::Bilinear(matrix) => matrix.width(),
            Self::Choquet(measure) => measure.width(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distances_of_one_pair() {
        // Squared differences 0.3, 0.9, 0.1, 0.5 and the weights of the golden example.
        let a: Vec<f64> = [0.3_f64, 0.9, 0.1, 0.5].iter().map(|square| square.sqrt()).collect();
        let (b, weights, room) = ([0.0; 4], vec![0.4, 0.3, 0.2, 0.1], &mut Vec::new());
        let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
        close(Aggregator::Owa(weights.clone()).distance(&a, &b, room), 0.58);
        close(Aggregator::WeightedMean(weights.clone()).distance(&a, &b, room), 0.46);
        close(Aggregator::arithmetic(4).distance(&a, &b, room), 0.45);
        close(Aggregator::Choquet(FuzzyMeasure::additive(&weights)).distance(&a, &b, room), 0.46);
        let identity = Symmetric::identity(4);
        close(Aggregator::Bilinear(identity).distance(&a, &b, room), 1.8);
    }
}
