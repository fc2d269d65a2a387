//! Which parameters are allowed, and how far one may go along a line.

use super::family::{Family, matrix};
use crate::combine::Symmetric;
use scumble_mask::Rng;

/// The part of a line that keeps to the family, a hair inside.
const INSIDE: f64 = 0.9999;
/// How far a line without an end is followed.
const FAR: f64 = 4.0;

impl Family {
    /// How far one may go from `at` along `step`, to either side.
    pub(super) fn range(self, at: &[f64], step: &[f64], width: usize) -> (f64, f64) {
        // Parameters have a norm of about 1: a line is followed some times as far.
        let norm = step.iter().map(|cell| cell * cell).sum::<f64>().sqrt();
        let far = if norm > 0.0 { FAR / norm } else { 0.0 };
        if far == 0.0 {
            return (0.0, 0.0);
        }
        let (mut low, mut high) = (-far, far);
        let mut keep = |value: f64, slope: f64| {
            // value + t·slope ≥ 0.
            if slope > 0.0 {
                low = low.max(-value.max(0.0) / slope);
            } else if slope < 0.0 {
                high = high.min(value.max(0.0) / -slope);
            }
        };
        match self {
            Self::WeightedMean | Self::Owa => at.iter().zip(step).for_each(|(value, slope)| keep(*value, *slope)),
            Self::Choquet => {
                let cell = |all: &[f64], set: usize| if set == 0 { 0.0 } else { all[set - 1] };
                for set in 0..1_usize << width {
                    for column in (0..width).filter(|column| set >> column & 1 == 0) {
                        let larger = set | 1 << column;
                        keep(cell(at, larger) - cell(at, set), cell(step, larger) - cell(step, set));
                    }
                }
            }
            Self::Bilinear => {}
            Self::BilinearPsd => {
                // With M = LLᵀ, M + tS is positive where 1 + t·λ is, for the eigenvalues λ of L⁻¹ S L⁻ᵀ.
                let root = matrix(at, width).with_eigenvalues(|value| 1.0 / value.max(1e-12).sqrt());
                let inner = product(&root, &matrix(step, width));
                inner.eigen().0.into_iter().for_each(|eigenvalue| keep(1.0, eigenvalue));
            }
        }
        (low * INSIDE, high * INSIDE)
    }

    /// Brings parameters to their scale: a sum of 1, a whole set of weight 1, a norm of 1.
    pub(super) fn normalize(self, parameters: &mut [f64]) {
        let scale = match self {
            Self::WeightedMean | Self::Owa => parameters.iter().sum::<f64>(),
            Self::Choquet => parameters.last().copied().unwrap_or(1.0),
            Self::Bilinear | Self::BilinearPsd => parameters.iter().map(|cell| cell * cell).sum::<f64>().sqrt(),
        };
        if scale > 0.0 {
            parameters.iter_mut().for_each(|cell| *cell /= scale);
        }
    }

    /// A direction along which parameters keep their scale.
    pub(super) fn flat(self, mut step: Vec<f64>) -> Vec<f64> {
        match self {
            Self::WeightedMean | Self::Owa => {
                let mean = step.iter().sum::<f64>() / step.len() as f64;
                step.iter_mut().for_each(|cell| *cell -= mean);
            }
            Self::Choquet => {
                if let Some(whole) = step.last_mut() {
                    *whole = 0.0;
                }
            }
            Self::Bilinear | Self::BilinearPsd => {}
        }
        step
    }

    /// Random parameters.
    pub(super) fn random(self, width: usize, rng: &mut Rng) -> Vec<f64> {
        let mut parameters = match self {
            Self::WeightedMean | Self::Owa => (0..width).map(|_| -(1.0 - rng.unit()).ln()).collect(),
            Self::Choquet => {
                // Each set weighs what its heaviest part does, and something more.
                let mut weights = vec![0.0_f64; 1 << width];
                for set in 1..weights.len() {
                    let part =
                        (0..width).filter(|column| set >> column & 1 == 1).map(|column| weights[set & !(1 << column)]);
                    weights[set] = part.fold(0.0, f64::max) - (1.0 - rng.unit()).ln() / width as f64;
                }
                weights.split_off(1)
            }
            Self::Bilinear | Self::BilinearPsd => {
                let vectors: Vec<Vec<f64>> = (0..width).map(|_| (0..width).map(|_| rng.normal()).collect()).collect();
                let cell = |a: usize, b: usize| vectors.iter().map(|vector| vector[a] * vector[b]).sum::<f64>();
                (0..width).flat_map(|a| (a..width).map(move |b| (a, b))).map(|(a, b)| cell(a, b)).collect()
            }
        };
        self.normalize(&mut parameters);
        parameters
    }

    /// A random direction: towards one parameter, between two, or any.
    pub(super) fn direction(self, at: &[f64], width: usize, rng: &mut Rng) -> Vec<f64> {
        let count = at.len();
        let mut step = vec![0.0; count];
        match rng.below(4) {
            0 if self == Self::Choquet => {
                // Towards a measure of zeros and ones: all sets that meet a set, or all that contain it.
                let (chosen, meets) = (1 + rng.below(count), rng.below(2) == 0);
                for set in 1..=count {
                    let is_one = if meets { set & chosen != 0 } else { set & chosen == chosen };
                    step[set - 1] = f64::from(u8::from(is_one)) - at[set - 1];
                }
            }
            0 => {
                step[rng.below(count)] = 1.0;
                if matches!(self, Self::WeightedMean | Self::Owa) {
                    step.iter_mut().zip(at).for_each(|(step, at)| *step -= at);
                }
            }
            1 => {
                step[rng.below(count)] += 1.0;
                step[rng.below(count)] -= 1.0;
            }
            2 if self == Self::Choquet => {
                // All sets with a column.
                let (column, sign) = (rng.below(width), if rng.below(2) == 0 { 1.0 } else { -1.0 });
                (0..count).filter(|set| (set + 1) >> column & 1 == 1).for_each(|set| step[set] = sign);
            }
            2 => {
                // A few parameters at once.
                (0..3).for_each(|_| step[rng.below(count)] += rng.normal());
            }
            _ => step.iter_mut().zip(at).for_each(|(step, at)| *step = rng.normal() * (at.abs() + 1e-3)),
        }
        self.flat(step)
    }
}

/// R S Rᵀ of symmetric matrices.
fn product(root: &Symmetric, inner: &Symmetric) -> Symmetric {
    let n = root.width();
    Symmetric::new(n, |a, b| {
        (0..n)
            .flat_map(|k| (0..n).map(move |l| (k, l)))
            .map(|(k, l)| root.cell(a, k) * inner.cell(k, l) * root.cell(l, b))
            .sum()
    })
}
