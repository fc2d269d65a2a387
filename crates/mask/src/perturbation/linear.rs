//! A little linear algebra: correlations, and a matrix as the product of a lower triangle with itself.

/// Cells with mean 0 and squares that sum to 1; a constant column is 0.
pub(super) fn scaled(mut cells: Vec<f64>) -> Vec<f64> {
    let count = cells.len() as f64;
    let first = cells.first().copied().unwrap_or(0.0);
    let mean = cells.iter().map(|cell| cell - first).sum::<f64>() / count;
    cells.iter_mut().for_each(|cell| *cell = *cell - first - mean);
    let length = cells.iter().map(|cell| cell * cell).sum::<f64>().sqrt();
    let is_constant = cells.iter().all(|cell| *cell == cells[0]);
    cells.iter_mut().for_each(|cell| *cell = if is_constant { 0.0 } else { *cell / length });
    cells
}

/// The correlations of [scaled] columns; a constant column correlates with none.
pub(super) fn correlations(scaled: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let row = |a: usize| {
        let cell = |b: usize| if a == b { 1.0 } else { product(&scaled[a], &scaled[b]) };
        (0..scaled.len()).map(cell).collect()
    };
    (0..scaled.len()).map(row).collect()
}

/// The lower triangle L of a matrix that is L·Lᵀ (Cholesky). Rows that depend on those before them have a zero pivot.
pub(super) fn lower(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    /// A pivot below this share of its diagonal is rounding.
    const ZERO: f64 = 1e-12;
    let mut factor = vec![vec![0.0; matrix.len()]; matrix.len()];
    for row in 0..matrix.len() {
        for column in 0..=row {
            let known: f64 = (0..column).map(|at| factor[row][at] * factor[column][at]).sum();
            let rest = matrix[row][column] - known;
            factor[row][column] = match row == column {
                true if rest > ZERO * matrix[row][row] => rest.sqrt(),
                false if factor[column][column] > 0.0 => rest / factor[column][column],
                _ => 0.0,
            };
        }
    }
    factor
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of the article "Cholesky decomposition" in Wikipedia.
    #[test]
    fn the_published_factor() {
        let matrix = [vec![4.0, 12.0, -16.0], vec![12.0, 37.0, -43.0], vec![-16.0, -43.0, 98.0]];
        assert_eq!(lower(&matrix), [vec![2.0, 0.0, 0.0], vec![6.0, 1.0, 0.0], vec![-8.0, 5.0, 3.0]]);
    }

    #[test]
    fn columns_that_depend_on_each_other_have_a_factor() {
        let matrix = [vec![1.0, 1.0, 0.5], vec![1.0, 1.0, 0.5], vec![0.5, 0.5, 1.0]];
        let factor = lower(&matrix);
        for (a, row) in factor.iter().enumerate() {
            for (b, other) in factor.iter().enumerate() {
                let product: f64 = row.iter().zip(other).map(|(x, y)| x * y).sum();
                assert!((product - matrix[a][b]).abs() < 1e-12);
            }
        }
    }

    /// Anscombe's first quartet: a correlation of 0.8164 (published to three places as 0.816).
    #[test]
    fn the_published_correlation() {
        let x = vec![10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = vec![8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let found = correlations(&[scaled(x), scaled(y), scaled(vec![3.0; 11])]);
        assert!((found[0][1] - 0.816_420_516).abs() < 1e-9 && found[0][2] == 0.0);
    }
}
