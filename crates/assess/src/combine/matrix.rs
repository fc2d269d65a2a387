//! Small symmetric matrices: form, eigenvalues, inverse, nearest positive definite matrix.

/// A symmetric matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct Symmetric {
    width: usize,
    cells: Vec<f64>,
}

impl Symmetric {
    /// A matrix by its cells on and above the diagonal.
    pub fn new(width: usize, cell: impl Fn(usize, usize) -> f64) -> Self {
        let mut cells = vec![0.0; width * width];
        for a in 0..width {
            for b in a..width {
                cells[a * width + b] = cell(a, b);
                cells[b * width + a] = cells[a * width + b];
            }
        }
        Self { width, cells }
    }

    /// Ones on the diagonal.
    pub fn identity(width: usize) -> Self {
        Self::new(width, |a, b| if a == b { 1.0 } else { 0.0 })
    }

    /// Its width.
    pub fn width(&self) -> usize {
        self.width
    }

    /// A cell.
    pub fn cell(&self, a: usize, b: usize) -> f64 {
        self.cells[a * self.width + b]
    }

    /// vᵀ M v.
    pub fn form(&self, vector: &[f64]) -> f64 {
        let rows = self.cells.chunks_exact(self.width).zip(vector);
        rows.map(|(row, v)| v * row.iter().zip(vector).map(|(cell, w)| cell * w).sum::<f64>()).sum()
    }

    /// Eigenvalues, and eigenvectors as rows (Jacobi's rotations).
    pub fn eigen(&self) -> (Vec<f64>, Vec<Vec<f64>>) {
        let n = self.width;
        let mut m = self.cells.clone();
        let mut vectors: Vec<Vec<f64>> =
            (0..n).map(|a| (0..n).map(|b| if a == b { 1.0 } else { 0.0 }).collect()).collect();
        for _ in 0..100 {
            let off: f64 = (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| m[a * n + b].powi(2)).sum();
            let scale: f64 = m.iter().map(|cell| cell * cell).sum();
            if off <= 1e-30 * scale {
                break;
            }
            for p in 0..n {
                for q in p + 1..n {
                    rotate(&mut m, &mut vectors, n, p, q);
                }
            }
        }
        ((0..n).map(|at| m[at * n + at]).collect(), vectors)
    }

    /// The matrix with other eigenvalues, each a function of the old one.
    #[must_use]
    pub fn with_eigenvalues(&self, change: impl Fn(f64) -> f64) -> Self {
        let (values, vectors) = self.eigen();
        let values: Vec<f64> = values.into_iter().map(change).collect();
        Self::new(self.width, |a, b| {
            values.iter().zip(&vectors).map(|(value, vector)| value * vector[a] * vector[b]).sum()
        })
    }

    /// The inverse. A direction in which the matrix is (almost) zero counts with the least eigenvalue that is not, so that the
    /// result is finite. `None` if the matrix is zero.
    pub fn inverse(&self) -> Option<Self> {
        let most = self.eigen().0.into_iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        let floor = most * 1e-10;
        (most > 0.0).then(|| self.with_eigenvalues(|value| if value.abs() > floor { 1.0 / value } else { 1.0 / floor }))
    }

    /// The nearest positive definite matrix in the Frobenius norm (Higham 1988): eigenvalues below the floor become it.
    #[must_use]
    pub fn nearest_positive(&self, floor: f64) -> Self {
        self.with_eigenvalues(|value| value.max(floor))
    }

    /// The least eigenvalue.
    pub fn least_eigenvalue(&self) -> f64 {
        self.eigen().0.into_iter().fold(f64::INFINITY, f64::min)
    }
}

/// Makes one cell off the diagonal zero.
fn rotate(m: &mut [f64], vectors: &mut [Vec<f64>], n: usize, p: usize, q: usize) {
    let off = m[p * n + q];
    if off == 0.0 {
        return;
    }
    let theta = (m[q * n + q] - m[p * n + p]) / (2.0 * off);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let t = if theta == 0.0 { 1.0 } else { t };
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for k in 0..n {
        let (a, b) = (m[k * n + p], m[k * n + q]);
        (m[k * n + p], m[k * n + q]) = (c * a - s * b, s * a + c * b);
    }
    for k in 0..n {
        let (a, b) = (m[p * n + k], m[q * n + k]);
        (m[p * n + k], m[q * n + k]) = (c * a - s * b, s * a + c * b);
    }
    let (before, after) = vectors.split_at_mut(q);
    for (a, b) in before[p].iter_mut().zip(&mut after[0]) {
        (*a, *b) = (c * *a - s * *b, s * *a + c * *b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvalues_inverse_and_the_nearest_positive_matrix() {
        // [[2, 1], [1, 2]] has 1 and 3; [[1, 2], [2, 1]] has -1 and 3, and its nearest is 3/2 everywhere.
        let mut values = Symmetric::new(2, |a, b| if a == b { 2.0 } else { 1.0 }).eigen().0;
        values.sort_by(f64::total_cmp);
        assert!((values[0] - 1.0).abs() < 1e-12 && (values[1] - 3.0).abs() < 1e-12);
        let bent = Symmetric::new(2, |a, b| if a == b { 1.0 } else { 2.0 });
        let near = bent.nearest_positive(0.0);
        assert!((0..4).all(|at| (near.cells[at] - 1.5).abs() < 1e-12) && near.least_eigenvalue() > -1e-12);
        let matrix = Symmetric::new(3, |a, b| [[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]][a][b]);
        let inverse = matrix.inverse().unwrap();
        let product = |a: usize, b: usize| (0..3).map(|k| matrix.cell(a, k) * inverse.cell(k, b)).sum::<f64>();
        assert!((0..9).all(|at| (product(at / 3, at % 3) - f64::from(u8::from(at / 3 == at % 3))).abs() < 1e-12));
        assert!((matrix.form(&[1.0, -1.0, 2.0]) - (4.0 + 3.0 + 8.0 - 2.0 + 2.0 - 0.8)).abs() < 1e-12);
        assert!(Symmetric::new(2, |_, _| 0.0).inverse().is_none());
    }
}
