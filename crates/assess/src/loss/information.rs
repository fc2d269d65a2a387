//! IL1 to IL5 and their mean (thesis, equation 2.8).

use crate::comparison::{check, covariance};
use crate::reading::{Loss, Reading, Result};
use scumble_data::Rows;

/// How far cells (IL1), means (IL2), covariances (IL3), variances (IL4) and correlations (IL5) moved, each relative to the
/// original's; the whole is their mean times 100.
///
/// What cannot be related to the original, because that is zero, is left out of its mean and counted (`left_out`). `il1s`
/// relates cells to √2 standard deviations instead, and so leaves nothing out.
pub struct InformationLoss;

impl Loss<Rows> for InformationLoss {
    fn loss(&self, original: &Rows, masked: &Rows) -> Result<Reading> {
        check(original, masked)?;
        let width = original.width();
        let (x, y) = (original.means(), masked.means());
        let mut left_out = 0;
        let mut mean = |pairs: &mut dyn Iterator<Item = (f64, f64)>| {
            let (mut sum, mut count) = (0.0, 0.0);
            for (original, masked) in pairs {
                if original == 0.0 || !original.is_finite() || !masked.is_finite() {
                    left_out += 1;
                } else {
                    sum += (original - masked).abs() / original.abs();
                    count += 1.0;
                }
            }
            if count > 0.0 { sum / count } else { f64::NAN }
        };
        let il1 = mean(&mut original.cells().iter().copied().zip(masked.cells().iter().copied()));
        let il2 = mean(&mut x.iter().copied().zip(y.iter().copied()));
        let (cx, cy) = (matrix(original, &x), matrix(masked, &y));
        let lower = |with: bool| (0..width).flat_map(move |a| (0..a + usize::from(with)).map(move |b| (a, b)));
        let il3 = mean(&mut lower(true).map(|(a, b)| (cx[a * width + b], cy[a * width + b])));
        let il4 = mean(&mut (0..width).map(|a| (cx[a * width + a], cy[a * width + a])));
        let correlation =
            |c: &[f64], a: usize, b: usize| c[a * width + b] / (c[a * width + a] * c[b * width + b]).sqrt();
        let il5 = mean(&mut lower(false).map(|(a, b)| (correlation(&cx, a, b), correlation(&cy, a, b))));
        let deviations: Vec<f64> = (0..width).map(|a| cx[a * width + a].sqrt()).collect();
        let records: Vec<f64> = original.iter().zip(masked.iter()).map(|(a, b)| scaled(a, b, &deviations)).collect();
        let parts = [il1, il2, il3, il4, il5];
        let known: Vec<f64> = parts.into_iter().filter(|part| !part.is_nan()).collect();
        Ok(Reading {
            value: 100.0 * known.iter().sum::<f64>() / known.len() as f64,
            parts: vec![
                ("il1", il1),
                ("il2", il2),
                ("il3", il3),
                ("il4", il4),
                ("il5", il5),
                ("il1s", records.iter().sum::<f64>() / records.len() as f64),
                ("left_out", f64::from(left_out)),
            ],
            records,
        })
    }
}

/// A record's mean gap in units of √2 standard deviations; constant columns say nothing.
fn scaled(original: &[f64], masked: &[f64], deviations: &[f64]) -> f64 {
    let cells = original.iter().zip(masked).zip(deviations).filter(|(_, deviation)| **deviation > 0.0);
    let gaps = cells.map(|((a, b), deviation)| (a - b).abs() / (std::f64::consts::SQRT_2 * deviation));
    let (sum, count) = gaps.fold((0.0, 0.0), |(sum, count), gap| (sum + gap, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

fn matrix(rows: &Rows, means: &[f64]) -> Vec<f64> {
    let width = rows.width();
    let mut matrix = vec![0.0; width * width];
    for a in 0..width {
        for b in 0..=a {
            matrix[a * width + b] = covariance(rows, means, a, b);
            matrix[b * width + a] = matrix[a * width + b];
        }
    }
    matrix
}
