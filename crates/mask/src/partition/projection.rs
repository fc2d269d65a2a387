//! One number for a record: the order in which projections group.

use scumble_data::Rows;

/// The sum of every record's numbers (z-scores, if the rows are).
pub fn sums(rows: &Rows) -> Vec<f64> {
    rows.iter().map(|row| row.iter().sum()).collect()
}

/// Every record's place along the direction in which records vary most.
pub fn principal_component(rows: &Rows) -> Vec<f64> {
    let means = rows.means();
    let direction = first_eigenvector(covariance(rows, &means), rows.width());
    let along =
        |row: &[f64]| row.iter().zip(&means).zip(&direction).map(|((cell, mean), part)| (cell - mean) * part).sum();
    rows.iter().map(along).collect()
}

fn covariance(rows: &Rows, means: &[f64]) -> Vec<f64> {
    let width = rows.width();
    let mut sums = vec![0.0; width * width];
    for row in rows.iter() {
        for a in 0..width {
            for b in 0..=a {
                sums[a * width + b] += (row[a] - means[a]) * (row[b] - means[b]);
            }
        }
    }
    for a in 0..width {
        for b in 0..=a {
            sums[a * width + b] /= rows.len() as f64;
            sums[b * width + a] = sums[a * width + b];
        }
    }
    sums
}

/// The eigenvector of the greatest eigenvalue of a symmetric matrix, by Jacobi's rotations; its greatest part is positive.
fn first_eigenvector(mut matrix: Vec<f64>, width: usize) -> Vec<f64> {
    const SWEEPS: usize = 100;
    let mut vectors = vec![0.0; width * width];
    (0..width).for_each(|at| vectors[at * width + at] = 1.0);
    for _ in 0..SWEEPS {
        let off: f64 =
            (0..width).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| matrix[a * width + b].powi(2)).sum();
        if off < 1e-30 {
            break;
        }
        for p in 0..width {
            for q in p + 1..width {
                let apart = matrix[p * width + q];
                if apart == 0.0 {
                    continue;
                }
                let theta = (matrix[q * width + q] - matrix[p * width + p]) / (2.0 * apart);
                let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let tangent = if theta == 0.0 { 1.0 } else { tangent };
                let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
                let sine = tangent * cosine;
                rotate(&mut matrix, (p, 1), (q, 1), width, cosine, sine);
                rotate(&mut matrix, (p * width, width), (q * width, width), width, cosine, sine);
                rotate(&mut vectors, (p, 1), (q, 1), width, cosine, sine);
            }
        }
    }
    let greatest =
        (0..width).rev().max_by(|&a, &b| matrix[a * width + a].total_cmp(&matrix[b * width + b])).unwrap_or(0);
    let mut vector: Vec<f64> = (0..width).map(|row| vectors[row * width + greatest]).collect();
    let leading = vector.iter().copied().rev().max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(1.0);
    if leading < 0.0 {
        vector.iter_mut().for_each(|part| *part = -*part);
    }
    vector
}

/// Rotates two columns (start p, step 1 means down the rows) or two rows of a square matrix.
fn rotate(matrix: &mut [f64], p: (usize, usize), q: (usize, usize), width: usize, cosine: f64, sine: f64) {
    for at in 0..width {
        let (i, j) = if p.1 == 1 { (at * width + p.0, at * width + q.0) } else { (p.0 + at, q.0 + at) };
        let (x, y) = (matrix[i], matrix[j]);
        matrix[i] = cosine * x - sine * y;
        matrix[j] = sine * x + cosine * y;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_component_of_known_matrices() {
        let close = |found: Vec<f64>, expected: &[f64]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
        };
        let half = 0.5_f64.sqrt();
        close(first_eigenvector(vec![2.0, 1.0, 1.0, 2.0], 2), &[half, half]);
        close(first_eigenvector(vec![1.0, 0.0, 0.0, 5.0], 2), &[0.0, 1.0]);
        // Eigenvalues 2 - √2, 2, 2 + √2; the last has the vector (1, -√2, 1) / 2, here with its greatest part positive.
        let matrix = vec![2.0, -1.0, 0.0, -1.0, 2.0, -1.0, 0.0, -1.0, 2.0];
        close(first_eigenvector(matrix, 3), &[-0.5, half, -0.5]);
        let line = Rows::new(2, vec![0.0, 0.0, 3.0, 4.0, 6.0, 8.0]);
        close(principal_component(&line), &[-5.0, 0.0, 5.0]);
        assert_eq!(sums(&line), [0.0, 7.0, 14.0]);
    }
}
