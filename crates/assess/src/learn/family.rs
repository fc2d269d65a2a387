//! The families of distances that can be learned: each is linear in its parameters.

use crate::combine::{Aggregator, FuzzyMeasure, Symmetric};

/// A family of distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Weighted means of squared differences.
    WeightedMean,
    /// Ordered weighted averages.
    Owa,
    /// Choquet integrals with respect to monotone fuzzy measures.
    Choquet,
    /// Symmetric bilinear forms.
    Bilinear,
    /// Those that are positive semi-definite.
    BilinearPsd,
}

impl Family {
    /// Every family with its name.
    pub const ALL: [(&'static str, Self); 5] = [
        ("wm", Self::WeightedMean),
        ("owa", Self::Owa),
        ("ci", Self::Choquet),
        ("sb", Self::Bilinear),
        ("sb-psd", Self::BilinearPsd),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, family)| *family == self).map_or("", |(name, _)| name)
    }

    /// Whether a greater difference never makes a distance less.
    pub(super) fn is_monotone(self) -> bool {
        !matches!(self, Self::Bilinear | Self::BilinearPsd)
    }

    /// How many parameters it has for so many columns.
    pub(super) fn parameters(self, width: usize) -> usize {
        match self {
            Self::WeightedMean | Self::Owa => width,
            Self::Choquet => (1 << width) - 1,
            Self::Bilinear | Self::BilinearPsd => width * (width + 1) / 2,
        }
    }

    /// Adds `sign` times the features of differences to a dense vector: the distance is their product with the parameters.
    pub(super) fn add_features(self, differences: &[f64], sign: f64, into: &mut [f64], room: &mut Vec<(f64, usize)>) {
        match self {
            Self::WeightedMean => into.iter_mut().zip(differences).for_each(|(cell, d)| *cell += sign * d * d),
            Self::Owa => {
                sorted(differences, room);
                into.iter_mut().zip(room.iter().rev()).for_each(|(cell, (square, _))| *cell += sign * square);
            }
            Self::Choquet => {
                sorted(differences, room);
                let (mut set, mut below) = ((1_usize << differences.len()) - 1, 0.0);
                for &(square, at) in room.iter() {
                    into[set - 1] += sign * (square - below);
                    below = square;
                    set &= !(1 << at);
                }
            }
            Self::Bilinear | Self::BilinearPsd => {
                let mut at = 0;
                for (a, x) in differences.iter().enumerate() {
                    for (b, y) in differences.iter().enumerate().skip(a) {
                        into[at] += sign * x * y * if a == b { 1.0 } else { 2.0 };
                        at += 1;
                    }
                }
            }
        }
    }

    /// The aggregator with these parameters.
    pub(super) fn aggregator(self, parameters: &[f64], width: usize) -> Aggregator {
        match self {
            Self::WeightedMean => Aggregator::WeightedMean(parameters.to_vec()),
            Self::Owa => Aggregator::Owa(parameters.to_vec()),
            Self::Choquet => {
                let weights = std::iter::once(0.0).chain(parameters.iter().copied()).collect();
                let measure = FuzzyMeasure::new(weights);
                Aggregator::Choquet(measure.unwrap_or_else(|| FuzzyMeasure::additive(&vec![1.0; width])))
            }
            Self::Bilinear | Self::BilinearPsd => Aggregator::Bilinear(matrix(parameters, width)),
        }
    }

    /// Parameters of the plain mean of squared differences.
    pub(super) fn even(self, width: usize) -> Vec<f64> {
        match self {
            Self::WeightedMean | Self::Owa => vec![1.0 / width as f64; width],
            Self::Choquet => FuzzyMeasure::additive(&vec![1.0 / width as f64; width]).weights()[1..].to_vec(),
            Self::Bilinear | Self::BilinearPsd => parameters_of(&Symmetric::identity(width)),
        }
    }
}

/// The matrix whose cells on and above the diagonal these are, row by row.
pub(super) fn matrix(parameters: &[f64], width: usize) -> Symmetric {
    let place = |a: usize, b: usize| a * width - a * (a + 1) / 2 + b;
    Symmetric::new(width, |a, b| parameters[place(a, b)])
}

/// The cells of a matrix on and above the diagonal, row by row.
pub(super) fn parameters_of(matrix: &Symmetric) -> Vec<f64> {
    let width = matrix.width();
    (0..width).flat_map(|a| (a..width).map(move |b| (a, b))).map(|(a, b)| matrix.cell(a, b)).collect()
}

/// Squared differences, ascending, each with its column.
fn sorted(differences: &[f64], room: &mut Vec<(f64, usize)>) {
    room.clear();
    room.extend(differences.iter().enumerate().map(|(at, d)| (d * d, at)));
    room.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Features times parameters is the distance of the aggregator.
    #[test]
    fn every_family_is_linear_in_its_parameters() {
        let (a, b) = ([0.3, -1.2, 2.0], [1.0, 0.5, -0.25]);
        let differences: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
        for (name, family) in Family::ALL {
            let count = family.parameters(3);
            // Any parameters will do, if those of sets grow with the set.
            let parameters: Vec<f64> =
                (0..count).map(|at| 0.1 + 0.07 * ((at + 1).count_ones() as f64) + 0.01 * at as f64).collect();
            let mut features = vec![0.0; count];
            family.add_features(&differences, 1.0, &mut features, &mut Vec::new());
            let found: f64 = features.iter().zip(&parameters).map(|(a, b)| a * b).sum();
            let expected = family.aggregator(&parameters, 3).distance(&a, &b, &mut Vec::new());
            assert!((found - expected).abs() < 1e-12, "{name}: {found} is not {expected}");
        }
    }
}
