//! Inverse variances, and the inverse of a shrunk covariance.

use crate::combine::Symmetric;
use scumble_data::Rows;

/// Variances are at least this: a column that was not masked counts much, not infinitely.
const LEAST_VARIANCE: f64 = 1e-9;
/// Correlations are shrunk by at least this share, so that features of one column do not make a matrix without an inverse.
const LEAST_SHRINKAGE: f64 = 0.01;

/// One over the variance of every column.
pub(super) fn variances(differences: &Rows) -> Vec<f64> {
    differences.deviations().iter().map(|deviation| 1.0 / (deviation * deviation).max(LEAST_VARIANCE)).collect()
}

/// The inverse of the covariance whose correlations are shrunk.
pub(super) fn shrunk(differences: &Rows) -> Symmetric {
    let roots: Vec<f64> = variances(differences).into_iter().map(f64::sqrt).collect();
    let (correlations, shrinkage) = correlations(differences);
    let kept = 1.0 - shrinkage.max(LEAST_SHRINKAGE);
    let width = roots.len();
    let shrunk = Symmetric::new(width, |a, b| if a == b { 1.0 } else { kept * correlations.cell(a, b) });
    let inverse = shrunk.inverse().unwrap_or_else(|| Symmetric::identity(width));
    Symmetric::new(width, |a, b| roots[a] * inverse.cell(a, b) * roots[b])
}

/// The correlations of the columns, and how far to shrink them: the sum of their estimated variances over that of their squares.
fn correlations(rows: &Rows) -> (Symmetric, f64) {
    let (width, count) = (rows.width(), rows.len() as f64);
    let (means, deviations) = (rows.means(), rows.deviations());
    let scale = ((count - 1.0) / count).sqrt();
    let score = |row: &[f64], at: usize| {
        let deviation = deviations[at];
        if deviation * deviation > LEAST_VARIANCE { scale * (row[at] - means[at]) / deviation } else { 0.0 }
    };
    let mut variance = 0.0;
    let mut squares = 0.0;
    for a in 0..width {
        for b in 0..a {
            let products: Vec<f64> = rows.iter().map(|row| score(row, a) * score(row, b)).collect();
            let mean = products.iter().sum::<f64>() / count;
            let spread: f64 = products.iter().map(|product| (product - mean) * (product - mean)).sum();
            variance += count / (count - 1.0).powi(3) * spread;
            squares += (count / (count - 1.0) * mean).powi(2);
        }
    }
    let cell = |a: usize, b: usize| match a == b {
        true => 1.0,
        false => rows.iter().map(|row| score(row, a) * score(row, b)).sum::<f64>() / (count - 1.0),
    };
    let shrinkage = if squares > 0.0 { (variance / squares).min(1.0) } else { 1.0 };
    (Symmetric::new(width, cell), shrinkage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_variances_by_hand() {
        let rows = Rows::from_columns(&[&[1.0, 1.0, -1.0, -1.0], &[2.0, 0.0, 0.0, -2.0], &[7.0; 4]]);
        let found = variances(&rows);
        assert!((found[0] - 1.0).abs() < 1e-12 && (found[1] - 0.5).abs() < 1e-12 && (found[2] - 1e9).abs() < 1.0);
    }

    /// r = 1/√2 with an estimated variance of 4/27 · 4 · (√(9/32))² = 1/6: shrunk by (1/6) / (1/2).
    #[test]
    fn shrinkage_by_hand() {
        let rows = Rows::from_columns(&[&[1.0, 1.0, -1.0, -1.0], &[2.0, 0.0, 0.0, -2.0]]);
        let (found, shrinkage) = correlations(&rows);
        assert!((found.cell(0, 1) - 0.5_f64.sqrt()).abs() < 1e-12);
        assert!((shrinkage - 1.0 / 3.0).abs() < 1e-12, "{shrinkage}");
        // Variances 1 and 2, correlation r = √2/3: the inverse is [[1, -r/√2], [-r/√2, 1/2]] / (1 - 2/9).
        let inverse = shrunk(&rows);
        let expected = [[9.0 / 7.0, -3.0 / 7.0], [-3.0 / 7.0, 4.5 / 7.0]];
        assert!((0..4).all(|at| (inverse.cell(at / 2, at % 2) - expected[at / 2][at % 2]).abs() < 1e-12));
    }

    #[test]
    fn uncorrelated_and_constant_columns_are_left_apart() {
        let rows = Rows::from_columns(&[&[1.0, 1.0, -1.0, -1.0], &[1.0, -1.0, 1.0, -1.0]]);
        assert_eq!(correlations(&rows).1, 1.0);
        let rows = Rows::from_columns(&[&[1.0, 1.0, -1.0, -1.0], &[3.0; 4]]);
        let inverse = shrunk(&rows);
        assert!((inverse.cell(0, 0) - 1.0).abs() < 1e-12 && inverse.cell(0, 1) == 0.0 && inverse.cell(1, 1) > 1e8);
    }
}
