//! Listwise softmax: a record takes masked record j with a probability of exp(-Σ_k w_k·c_jk) over the sum of these, where c_jk is the
//! squared difference in feature k. Newton's method finds the logarithms of the weights by which the known pairs are likeliest, less a
//! penalty for leaving the prior.

use super::Prepared;
use crate::combine::Symmetric;
use rayon::prelude::*;

/// How strongly the prior holds: half of this times the squared difference of the logarithms is subtracted.
const PRIOR: f64 = 4.0;
/// Steps of Newton's method, at most.
const STEPS: usize = 40;
/// A logarithm changes by at most this in a step.
const FARTHEST: f64 = 1.0;
/// Masked records with a smaller probability add nothing to the slopes.
const NEVER: f64 = 1e-12;

/// The weights, from inverse variances: a normal difference has a log density of -c/(2·variance), so that half of these is the prior.
pub(super) fn fit(files: &Prepared, known: &[u32], inverse_variances: &[f64]) -> Vec<f64> {
    let prior: Vec<f64> = inverse_variances.iter().map(|inverse| (0.5 * inverse).ln()).collect();
    let mut logs = prior.clone();
    let mut here = Slopes::at(files, known, &logs, &prior);
    for _ in 0..STEPS {
        let Some(inverse) = here.curvature.inverse() else { break };
        let step = |k: usize| (0..prior.len()).map(|l| inverse.cell(k, l) * here.gradient[l]).sum::<f64>();
        let steps: Vec<f64> = (0..prior.len()).map(step).collect();
        let longest = steps.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
        if longest < 1e-7 {
            break;
        }
        let mut share = (FARTHEST / longest).min(1.0);
        // Halved until the value rises: the curvature is only near.
        let better = (0..30).find_map(|_| {
            let tried: Vec<f64> = logs.iter().zip(&steps).map(|(log, step)| log + share * step).collect();
            let there = Slopes::at(files, known, &tried, &prior);
            share /= 2.0;
            (there.value > here.value).then_some((tried, there))
        });
        let Some((tried, there)) = better else { break };
        (logs, here) = (tried, there);
    }
    logs.into_iter().map(f64::exp).collect()
}

/// The penalised logarithm of the likelihood, its gradient by the logarithms of the weights, and minus its curvature (without the part
/// that may be of the wrong sign).
struct Slopes {
    value: f64,
    gradient: Vec<f64>,
    curvature: Symmetric,
}

/// What one known pair adds.
struct Pair {
    value: f64,
    /// The mean of c_k by the probabilities, less c_k of the pair.
    slope: Vec<f64>,
    /// The covariance of c by the probabilities, by rows.
    covariance: Vec<f64>,
}

impl Slopes {
    fn at(files: &Prepared, known: &[u32], logs: &[f64], prior: &[f64]) -> Self {
        let width = logs.len();
        let weights: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
        // Collected first, so that sums are the same at any number of threads.
        let pairs: Vec<Pair> = known.par_iter().map(|&row| Pair::new(files, row as usize, &weights)).collect();
        let mut slope = vec![0.0; width];
        let mut covariance = vec![0.0; width * width];
        for pair in &pairs {
            slope.iter_mut().zip(&pair.slope).for_each(|(sum, part)| *sum += part);
            covariance.iter_mut().zip(&pair.covariance).for_each(|(sum, part)| *sum += part);
        }
        let leaving: Vec<f64> = logs.iter().zip(prior).map(|(log, prior)| log - prior).collect();
        let value = pairs.iter().map(|pair| pair.value).sum::<f64>();
        let curvature = Symmetric::new(width, |k, l| {
            let common = weights[k] * weights[l] * covariance[k * width + l];
            if k == l { common + PRIOR - (weights[k] * slope[k]).min(0.0) } else { common }
        });
        Self {
            value: value - 0.5 * PRIOR * leaving.iter().map(|leaving| leaving * leaving).sum::<f64>(),
            gradient: (0..width).map(|k| weights[k] * slope[k] - PRIOR * leaving[k]).collect(),
            curvature,
        }
    }
}

impl Pair {
    fn new(files: &Prepared, record: usize, weights: &[f64]) -> Self {
        let width = weights.len();
        let from = files.original.row(record);
        let distance = |row: &[f64]| -> f64 {
            weights.iter().zip(from.iter().zip(row)).map(|(weight, (a, b))| weight * (a - b) * (a - b)).sum()
        };
        let distances: Vec<f64> = files.masked.iter().map(distance).collect();
        let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
        let total: f64 = distances.iter().map(|distance| (least - distance).exp()).sum();
        let mut mean = vec![0.0; width];
        let mut products = vec![0.0; width * width];
        let mut squares = vec![0.0; width];
        for (row, distance) in files.masked.iter().zip(&distances) {
            let probability = (least - distance).exp() / total;
            if probability < NEVER {
                continue;
            }
            squares.iter_mut().zip(from.iter().zip(row)).for_each(|(square, (a, b))| *square = (a - b) * (a - b));
            for k in 0..width {
                let part = probability * squares[k];
                mean[k] += part;
                products[k * width..][..width].iter_mut().zip(&squares).for_each(|(sum, square)| *sum += part * square);
            }
        }
        let covariance = (0..width * width).map(|at| products[at] - mean[at / width] * mean[at % width]).collect();
        let own = from.iter().zip(files.masked.row(record)).map(|(a, b)| (a - b) * (a - b));
        Self {
            value: least - distances[record] - total.ln(),
            slope: mean.iter().zip(own).map(|(mean, own)| mean - own).collect(),
            covariance,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::Rows;
    use scumble_mask::Rng;

    fn noisy(count: usize, spreads: &[f64]) -> Prepared {
        let mut rng = Rng::new(3);
        let original: Vec<f64> = (0..count * spreads.len()).map(|_| rng.normal()).collect();
        let masked =
            original.iter().enumerate().map(|(at, x)| x + spreads[at % spreads.len()] * rng.normal()).collect();
        Prepared { original: Rows::new(spreads.len(), original), masked: Rows::new(spreads.len(), masked) }
    }

    /// Two records and one feature: squared differences 1 and 4 from the first, 1 and 0 from the second.
    #[test]
    fn the_likelihood_by_hand() {
        let files = Prepared { original: Rows::new(1, vec![0.0, 2.0]), masked: Rows::new(1, vec![1.0, 2.0]) };
        let weight = 0.5_f64;
        let found = Slopes::at(&files, &[0, 1], &[weight.ln()], &[0.0]);
        let first = (-0.5_f64).exp() / ((-0.5_f64).exp() + (-2.0_f64).exp());
        let second = 1.0 / (1.0 + (-0.5_f64).exp());
        let value = first.ln() + second.ln() - 0.5 * PRIOR * weight.ln().powi(2);
        assert!((found.value - value).abs() < 1e-12);
        // Means of the squared differences less those of the twins.
        let slope = first + 4.0 * (1.0 - first) - 1.0 + (1.0 - second);
        assert!((found.gradient[0] - (weight * slope - PRIOR * weight.ln())).abs() < 1e-12);
        let spread = 9.0 * first * (1.0 - first) + second * (1.0 - second);
        assert!((found.curvature.cell(0, 0) - (weight * weight * spread + PRIOR)).abs() < 1e-12);
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let files = noisy(40, &[0.1, 0.5, 1.0]);
        let (known, logs, prior): (Vec<u32>, _, _) = ((0..25).collect(), [1.0, 0.3, -0.4], [0.5, 0.5, -1.0]);
        let found = Slopes::at(&files, &known, &logs, &prior);
        for k in 0..3 {
            let beside = |by: f64| {
                let mut logs = logs;
                logs[k] += by;
                Slopes::at(&files, &known, &logs, &prior).value
            };
            let slope = (beside(1e-5) - beside(-1e-5)) / 2e-5;
            assert!((found.gradient[k] - slope).abs() < 1e-5 * (1.0 + slope.abs()), "{k}");
        }
    }

    #[test]
    fn no_weights_beside_the_fitted_are_likelier() {
        let files = noisy(60, &[0.1, 0.5]);
        let known: Vec<u32> = (0..40).collect();
        let prior = [(0.5_f64 / 0.09).ln(), (0.5_f64 / 0.09).ln()];
        let fitted = fit(&files, &known, &[1.0 / 0.09, 1.0 / 0.09]);
        let logs = [fitted[0].ln(), fitted[1].ln()];
        let best = Slopes::at(&files, &known, &logs, &prior).value;
        for a in -20..=20 {
            for b in -20..=20 {
                let tried = [logs[0] + f64::from(a) * 0.1, logs[1] + f64::from(b) * 0.1];
                assert!(Slopes::at(&files, &known, &tried, &prior).value <= best + 1e-9, "{a} {b}");
            }
        }
        assert!(fitted[0] > 2.0 * fitted[1], "the column with less noise counts more");
    }
}
