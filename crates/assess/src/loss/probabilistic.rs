//! Probabilistic information loss: how surprising the masked statistics would be in another sample.
//!
//! A statistic θ of the original, taken as an estimate, has an asymptotic variance. That the masked one is θ' is then a loss
//! of 2·P(0 ≤ Z ≤ |θ' - θ| / √Var): 0 if nothing moved, near 1 if no sample would have moved so far. Variances, with
//! moments over n:
//!
//! | of | variance |
//! |---|---|
//! | mean | μ2 / n |
//! | variance | (μ4 - μ2²) / n |
//! | covariance | (μ22 - μ11²) / n |
//! | correlation | r²/n · (μ22/μ11² + ¼(μ40/μ20² + μ04/μ02² + 2μ22/(μ20μ02)) - μ31/(μ11μ20) - μ13/(μ11μ02)) |
//! | quantile p | p(1-p) / (n·f²), f the density there by a normal kernel of Silverman's width |

use crate::comparison::{check, moment};
use crate::reading::{Loss, Reading, Result};
use rayon::prelude::*;
use scumble_data::Rows;

/// The mean of the losses of means, variances, covariances, correlations and quantiles (5, 10, … 95 %), times 100.
pub struct ProbabilisticLoss;

impl Loss<Rows> for ProbabilisticLoss {
    fn loss(&self, original: &Rows, masked: &Rows) -> Result<Reading> {
        check(original, masked)?;
        let (width, count) = (original.width(), original.len() as f64);
        let (x, y) = (original.means(), masked.means());
        let columns: Vec<[f64; 3]> = (0..width)
            .into_par_iter()
            .map(|a| {
                let square = |rows, means: &[f64], power| moment(rows, means, (a, power), (a, 0));
                let (m2, m4) = (square(original, &x, 2), square(original, &x, 4));
                let mean = loss(y[a] - x[a], m2 / count);
                let variance = loss(square(masked, &y, 2) - m2, (m4 - m2 * m2) / count);
                [mean, variance, quantiles(original, masked, a)]
            })
            .collect();
        let pairs: Vec<(usize, usize)> = (0..width).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
        let pairs: Vec<[f64; 2]> = pairs
            .into_par_iter()
            .map(|(a, b)| {
                let m = |r, s| moment(original, &x, (a, r), (b, s));
                let n = |r, s| moment(masked, &y, (a, r), (b, s));
                let (m11, m22, m20, m02) = (m(1, 1), m(2, 2), m(2, 0), m(0, 2));
                let covariance = loss(n(1, 1) - m11, (m22 - m11 * m11) / count);
                let r = m11 / (m20 * m02).sqrt();
                let moved = n(1, 1) / (n(2, 0) * n(0, 2)).sqrt() - r;
                let quarter = 0.25 * (m(4, 0) / (m20 * m20) + m(0, 4) / (m02 * m02) + 2.0 * m22 / (m20 * m02));
                let variance =
                    r * r / count * (m22 / (m11 * m11) + quarter - m(3, 1) / (m11 * m20) - m(1, 3) / (m11 * m02));
                [covariance, loss(moved, variance)]
            })
            .collect();
        let mean = |values: Vec<f64>| {
            let known: Vec<f64> = values.into_iter().filter(|value| !value.is_nan()).collect();
            known.iter().sum::<f64>() / known.len() as f64
        };
        let parts = vec![
            ("means", mean(columns.iter().map(|column| column[0]).collect())),
            ("variances", mean(columns.iter().map(|column| column[1]).collect())),
            ("covariances", mean(pairs.iter().map(|pair| pair[0]).collect())),
            ("correlations", mean(pairs.iter().map(|pair| pair[1]).collect())),
            ("quantiles", mean(columns.iter().map(|column| column[2]).collect())),
        ];
        let value = 100.0 * mean(parts.iter().map(|part| part.1).collect());
        Ok(Reading { value, parts, records: Vec::new() })
    }
}

/// The chance that another sample would have moved less.
fn loss(moved: f64, variance: f64) -> f64 {
    match variance {
        _ if moved.is_nan() => f64::NAN,
        _ if moved == 0.0 => 0.0,
        variance if variance > 0.0 => error_function(moved.abs() / (2.0 * variance).sqrt()),
        _ => 1.0,
    }
}

/// erf(x) = 2·P(0 ≤ Z ≤ x√2): its series near 0, the continued fraction of its complement beyond.
fn error_function(x: f64) -> f64 {
    if x < 2.5 {
        let mut term = x;
        let mut sum = x;
        for n in 1..80 {
            term *= -x * x / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        return 2.0 / std::f64::consts::PI.sqrt() * sum;
    }
    let fraction = (1..60).rev().fold(0.0, |below, n| f64::from(n) / 2.0 / (x + below));
    1.0 - (-x * x).exp() / std::f64::consts::PI.sqrt() / (x + fraction)
}

fn quantiles(original: &Rows, masked: &Rows, column: usize) -> f64 {
    let sorted = |rows: &Rows| {
        let mut cells: Vec<f64> = rows.column(column).collect();
        cells.sort_unstable_by(f64::total_cmp);
        cells
    };
    let (x, y) = (sorted(original), sorted(masked));
    let shares = (1..20).map(|step| f64::from(step) / 20.0);
    let losses = shares.map(|share| {
        let (a, b) = (quantile(&x, share), quantile(&y, share));
        let density = density(&x, a);
        let variance = share * (1.0 - share) / (x.len() as f64 * density * density);
        loss(b - a, variance)
    });
    losses.sum::<f64>() / 19.0
}

/// The value below which a share of the cells lie, between neighbours in proportion.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let at = share * (sorted.len() - 1) as f64;
    let low = at.floor() as usize;
    let high = (low + 1).min(sorted.len() - 1);
    sorted[low] + (sorted[high] - sorted[low]) * (at - low as f64)
}

/// How thick cells lie at a value: a normal kernel of Silverman's width, which looks at the middle half if that is narrower.
fn density(sorted: &[f64], at: f64) -> f64 {
    let count = sorted.len() as f64;
    let mean = sorted.iter().sum::<f64>() / count;
    let deviation = (sorted.iter().map(|cell| (cell - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt();
    let middle = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34;
    let spread = if middle > 0.0 { deviation.min(middle) } else { deviation };
    let width = 0.9 * spread * count.powf(-0.2);
    if width <= 0.0 {
        // All cells are equal: no other sample would differ.
        return f64::INFINITY;
    }
    // Beyond eight widths the kernel is nothing.
    let (start, end) = (
        sorted.partition_point(|&cell| cell < at - 8.0 * width),
        sorted.partition_point(|&cell| cell <= at + 8.0 * width),
    );
    let sum: f64 = sorted[start..end].iter().map(|cell| (-0.5 * ((cell - at) / width).powi(2)).exp()).sum();
    sum / (count * width * (2.0 * std::f64::consts::PI).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_function_as_tabulated() {
        for (x, expected) in [
            (0.0, 0.0),
            (0.1, 0.112_462_916_018_284_89),
            (1.0, 0.842_700_792_949_714_9),
            (2.0, 0.995_322_265_018_952_7),
            (3.0, 0.999_977_909_503_001_4),
            (5.0, 0.999_999_999_998_462_5),
        ] {
            assert!((error_function(x) - expected).abs() < 1e-14, "{x}");
        }
    }

    #[test]
    fn quantiles_and_densities_of_the_normal_distribution() {
        let cells: Vec<f64> = (1..2000).map(|step| inverse(f64::from(step) / 2000.0)).collect();
        assert!((quantile(&cells, 0.5)).abs() < 1e-3 && (quantile(&cells, 0.95) - 1.645).abs() < 5e-3);
        assert!((density(&cells, 0.0) - 0.3989).abs() < 0.01);
    }

    /// The normal quantile, by halving.
    fn inverse(share: f64) -> f64 {
        let (mut low, mut high) = (-8.0, 8.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            let below = 0.5 + 0.5 * error_function(f64::abs(middle) / std::f64::consts::SQRT_2) * middle.signum();
            if below < share { low = middle } else { high = middle }
        }
        low
    }
}
