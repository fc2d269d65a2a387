//! The shape of the place where the search stands: directions in which many records stay linked.
//!
//! The records that are linked bound a polytope. It may be thin, and a step across it ends soon; directions that are scaled by the
//! curvature of its logarithmic barrier go along it.

use super::rows::Rows;

/// Parameters, at most: the cost grows with the cube.
const MOST_PARAMETERS: usize = 80;

/// The factor L of the curvature L Lᵀ of the barrier at a place.
pub(super) struct Shape {
    width: usize,
    factor: Vec<f64>,
}

impl Shape {
    /// The shape at a place, by the values of all rows there; nothing if there are too many parameters.
    pub(super) fn at(rows: &Rows, values: &[f64]) -> Option<Self> {
        let width = rows.width;
        if width > MOST_PARAMETERS {
            return None;
        }
        let mut curvature = vec![0.0; width * width];
        for ends in rows.blocks.windows(2) {
            let block = ends[0] as usize..ends[1] as usize;
            if values[block.clone()].iter().all(|value| *value > 0.0) {
                block.for_each(|row| rows.add_square(row, 1.0 / (values[row] * values[row]), &mut curvature));
            }
        }
        let trace: f64 = (0..width).map(|at| curvature[at * width + at]).sum();
        let floor = (trace / width as f64).max(1.0) * 1e-9;
        (0..width).for_each(|at| curvature[at * width + at] += floor);
        Self::factored(curvature, width)
    }

    /// Cholesky's factor; nothing if rounding made the matrix indefinite.
    fn factored(mut matrix: Vec<f64>, width: usize) -> Option<Self> {
        for column in 0..width {
            for row in column..width {
                let mut sum = matrix[row * width + column];
                for k in 0..column {
                    sum -= matrix[row * width + k] * matrix[column * width + k];
                }
                if row == column {
                    if sum <= 0.0 {
                        return None;
                    }
                    matrix[row * width + column] = sum.sqrt();
                } else {
                    matrix[row * width + column] = sum / matrix[column * width + column];
                }
            }
        }
        Some(Self { width, factor: matrix })
    }

    /// L⁻¹ v, in place.
    fn forward(&self, vector: &mut [f64]) {
        for at in 0..self.width {
            let done: f64 = (0..at).map(|k| self.factor[at * self.width + k] * vector[k]).sum();
            vector[at] = (vector[at] - done) / self.factor[at * self.width + at];
        }
    }

    /// L⁻ᵀ v, in place: of independent normal numbers, a direction in which the polytope is as long as it is.
    pub(super) fn stretch(&self, vector: &mut [f64]) {
        for at in (0..self.width).rev() {
            let done: f64 = (at + 1..self.width).map(|k| self.factor[k * self.width + at] * vector[k]).sum();
            vector[at] = (vector[at] - done) / self.factor[at * self.width + at];
        }
    }

    /// The direction that raises a row most, by the shape.
    pub(super) fn towards(&self, mut row: Vec<f64>) -> Vec<f64> {
        self.forward(&mut row);
        self.stretch(&mut row);
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_solves_the_curvature() {
        // [[4, 2], [2, 3]] d = (2, 5): d = (-1/2, 2).
        let shape = Shape::factored(vec![4.0, 2.0, 2.0, 3.0], 2).unwrap();
        let found = shape.towards(vec![2.0, 5.0]);
        assert!((found[0] + 0.5).abs() < 1e-12 && (found[1] - 2.0).abs() < 1e-12, "{found:?}");
        assert!(Shape::factored(vec![1.0, 2.0, 2.0, 1.0], 2).is_none());
    }
}
