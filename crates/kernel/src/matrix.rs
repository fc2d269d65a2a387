//! A matrix of int8, and its product with quantised rows.
#![allow(unsafe_code)]

use crate::dispatch::dispatched;
use crate::lanes::{Lanes, Step};
use crate::rows::{per_word, word};
use crate::tiled::{Left, Right, tiled};
use crate::{Kernel, LANES, Rows};

/// A matrix of int8 with a scale for each of its rows, in the layout of a kernel.
#[derive(Debug)]
pub struct Matrix {
    kernel: Kernel,
    rows: usize,
    columns: usize,
    /// One for each row, then zeros up to a multiple of sixteen.
    scales: Vec<f32>,
    /// For sixteen rows after sixteen, for each word of columns: that word of each of the sixteen.
    steps: Vec<Step>,
}

impl Matrix {
    /// Packs weights that are given row by row. `None` if the lengths do not fit, or if the matrix has no rows or columns or so many
    /// columns (over 65,536) that sums could overflow.
    pub fn pack(kernel: Kernel, rows: usize, columns: usize, scales: &[f32], weights: &[i8]) -> Option<Self> {
        let fits = scales.len() == rows && rows.checked_mul(columns) == Some(weights.len());
        if !fits || rows == 0 || columns == 0 || columns > 65_536 {
            return None;
        }
        let (panels, words, small) = (rows.div_ceil(LANES), columns.div_ceil(per_word(kernel)), per_word(kernel));
        let mut steps = vec![Step::default(); panels * words];
        for (row, weights) in weights.chunks_exact(columns).enumerate() {
            let panel = &mut steps[row / LANES * words..][..words];
            for (step, numbers) in panel.iter_mut().zip(weights.chunks(small)) {
                step.0[row % LANES] = if small == 4 {
                    // The weight + 128, as an unsigned byte; columns past the end meet zeros.
                    word(kernel, numbers) ^ i32::from_le_bytes([0x80; 4])
                } else {
                    word(kernel, numbers)
                };
            }
        }
        let mut padded = scales.to_vec();
        padded.resize(panels * LANES, 0.0);
        Some(Self { kernel, rows, columns, scales: padded, steps })
    }

    /// The number of rows, which is the number of results for each row of activations.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The product of each row of activations with each row of the matrix, written to `out` row by row.
    ///
    /// # Panics
    ///
    /// If the rows have another width or were made for another kernel, or if `out` has not `rows.len() × self.rows()` places.
    pub fn product(&self, rows: &Rows, out: &mut [f32]) {
        self.checked(rows, out, false);
    }

    /// The same, added to what `out` holds.
    ///
    /// # Panics
    ///
    /// As [`Self::product`].
    pub fn add_product(&self, rows: &Rows, out: &mut [f32]) {
        self.checked(rows, out, true);
    }

    fn checked(&self, rows: &Rows, out: &mut [f32], add: bool) {
        assert_eq!((rows.columns, rows.kernel), (self.columns, self.kernel), "rows of another width or kernel");
        assert_eq!(out.len(), rows.len() * self.rows, "places for the results");
        product(self.kernel, self, rows, out, add);
    }
}

dispatched! { fn product(matrix: &Matrix, rows: &Rows, out: &mut [f32], add: bool) = product_with }

/// # Safety
///
/// That of [`Lanes`].
#[inline(always)]
unsafe fn product_with<L: Lanes>(matrix: &Matrix, rows: &Rows, out: &mut [f32], add: bool) {
    let words = rows.words();
    let left = Left { words, count: rows.len(), tiles: &rows.tiles, starts: &rows.starts, scales: &rows.scales };
    let right = Right { steps: &matrix.steps, columns: matrix.rows, scales: &matrix.scales };
    // SAFETY: the same condition.
    unsafe { tiled::<L, false>(&left, &right, out, add) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same product, from its definition.
    fn twin(columns: usize, scales: &[f32], weights: &[i8], rows: &[Vec<i8>], row_scales: &[f32]) -> Vec<f32> {
        let mut out = Vec::new();
        for (row, row_scale) in rows.iter().zip(row_scales) {
            for (weights, scale) in weights.chunks(columns).zip(scales) {
                let sum: i64 = row.iter().zip(weights).map(|(&a, &b)| i64::from(a) * i64::from(b)).sum();
                out.push(sum as f32 * (row_scale * scale));
            }
        }
        out
    }

    #[test]
    fn every_path_gives_the_exact_sums() {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i32
        };
        for (count, width, height) in
            [(1, 1, 1), (2, 3, 17), (13, 5, 33), (12, 64, 32), (25, 67, 48), (7, 255, 15), (31, 681, 50)]
        {
            for extreme in [false, true] {
                let mut small = || if extreme { [-127, 127][(next() & 1) as usize] } else { (next() % 128) as i8 };
                let weights: Vec<i8> = (0..height * width).map(|_| small()).collect();
                let rows: Vec<Vec<i8>> =
                    (0..count).map(|_| (0..width).map(|at| if at == 0 { 127 } else { small() }).collect()).collect();
                let scales: Vec<f32> = (0..height).map(|at| 0.001 * (at + 1) as f32).collect();
                // A row whose largest magnitude is 127 times its scale is quantised to itself.
                let row_scales: Vec<f32> = (0..count).map(|at| [0.5, 2.0, 0.125][at % 3]).collect();
                let numbers: Vec<f32> = rows
                    .iter()
                    .zip(&row_scales)
                    .flat_map(|(row, scale)| row.iter().map(move |&x| f32::from(x) * scale))
                    .collect();
                let expected = twin(width, &scales, &weights, &rows, &row_scales);
                for kernel in Kernel::available() {
                    let matrix = Matrix::pack(kernel, height, width, &scales, &weights).unwrap();
                    let mut quantised = Rows::new(kernel, width);
                    quantised.quantise(&numbers);
                    let mut out = vec![f32::NAN; count * height];
                    matrix.product(&quantised, &mut out);
                    assert_eq!(out, expected, "{} {count} × {width} × {height}", kernel.name());
                    matrix.add_product(&quantised, &mut out);
                    let twice: Vec<f32> = expected.iter().map(|x| x + x).collect();
                    assert_eq!(out, twice, "{}", kernel.name());
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_no_matrix() {
        let kernel = Kernel::found();
        assert!(Matrix::pack(kernel, 2, 2, &[1.0; 2], &[1; 3]).is_none());
        assert!(Matrix::pack(kernel, 2, 2, &[1.0; 3], &[1; 4]).is_none());
        assert!(Matrix::pack(kernel, 0, 2, &[], &[]).is_none());
        assert!(Matrix::pack(kernel, usize::MAX, 2, &[1.0], &[1]).is_none());
    }
}
