//! Records of numbers, flat in memory.

use rayon::prelude::*;

/// Records of equal width, one after the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    width: usize,
    cells: Vec<f64>,
}

impl Rows {
    /// Takes `cells` as records of `width` numbers.
    ///
    /// # Panics
    /// If the cells do not make whole records, or a record would have no number.
    pub fn new(width: usize, cells: Vec<f64>) -> Self {
        assert!(width > 0 && cells.len().is_multiple_of(width), "cells must make whole records");
        Self { width, cells }
    }

    /// Takes `cells` as records of `width` numbers; nothing if they do not make whole records.
    pub fn try_new(width: usize, cells: Vec<f64>) -> Option<Self> {
        (width > 0 && cells.len().is_multiple_of(width)).then_some(Self { width, cells })
    }

    /// Lays columns of equal length side by side.
    ///
    /// # Panics
    /// If there is no column, or they differ in length.
    pub fn from_columns(columns: &[&[f64]]) -> Self {
        let (width, length) = (columns.len(), columns[0].len());
        assert!(columns.iter().all(|column| column.len() == length), "columns must be equally long");
        let mut cells = vec![0.0; width * length];
        cells.par_chunks_mut(width * 4096).enumerate().for_each(|(chunk, cells)| {
            for (row, cells) in cells.chunks_exact_mut(width).enumerate() {
                for (cell, column) in cells.iter_mut().zip(columns) {
                    *cell = column[chunk * 4096 + row];
                }
            }
        });
        Self { width, cells }
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Numbers in a record.
    pub fn width(&self) -> usize {
        self.width
    }

    /// One record.
    pub fn row(&self, index: usize) -> &[f64] {
        &self.cells[index * self.width..(index + 1) * self.width]
    }

    /// Every record in turn.
    pub fn iter(&self) -> std::slice::ChunksExact<'_, f64> {
        self.cells.chunks_exact(self.width)
    }

    /// All numbers, record after record.
    pub fn cells(&self) -> &[f64] {
        &self.cells
    }

    /// One column.
    pub fn column(&self, index: usize) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.iter().map(move |row| row[index])
    }

    /// The mean of every column.
    pub fn means(&self) -> Vec<f64> {
        let mut sums = self.sums();
        sums.iter_mut().for_each(|sum| *sum /= self.len() as f64);
        sums
    }

    /// The sum of every column.
    pub fn sums(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.width];
        for row in self.iter() {
            for (sum, cell) in sums.iter_mut().zip(row) {
                *sum += cell;
            }
        }
        sums
    }

    /// The population standard deviation of every column.
    pub fn deviations(&self) -> Vec<f64> {
        let means = self.means();
        let mut squares = vec![0.0; self.width];
        for row in self.iter() {
            for ((square, cell), mean) in squares.iter_mut().zip(row).zip(&means) {
                *square += (cell - mean) * (cell - mean);
            }
        }
        squares.iter_mut().for_each(|square| *square = (*square / self.len() as f64).sqrt());
        squares
    }

    /// Every column with mean 0 and standard deviation 1; a constant column becomes 0.
    pub fn standardized(&self) -> Self {
        let (means, deviations) = (self.means(), self.deviations());
        let mut cells = self.cells.clone();
        cells.par_chunks_mut(self.width * 4096).for_each(|rows| {
            for row in rows.chunks_exact_mut(self.width) {
                for ((cell, mean), deviation) in row.iter_mut().zip(&means).zip(&deviations) {
                    *cell = if *deviation > 0.0 { (*cell - mean) / deviation } else { 0.0 };
                }
            }
        });
        Self { width: self.width, cells }
    }

    /// The records at `indices`, in that order.
    pub fn select(&self, indices: &[u32]) -> Self {
        let mut cells = Vec::with_capacity(indices.len() * self.width);
        indices.iter().for_each(|&index| cells.extend_from_slice(self.row(index as usize)));
        Self { width: self.width, cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standardized_columns_have_mean_0_and_deviation_1() {
        let rows = Rows::from_columns(&[&[23.0, 18.0, 58.0, 46.0, 18.0, 23.0], &[7.0; 6]]);
        assert_eq!((rows.len(), rows.width(), rows.row(2)), (6, 2, &[58.0, 7.0][..]));
        assert_eq!(rows.means(), [31.0, 7.0]);
        assert!((rows.deviations()[0] - 236.666_666_666_666_66_f64.sqrt()).abs() < 1e-12);
        let standard = rows.standardized();
        assert!(standard.means()[0].abs() < 1e-15 && (standard.deviations()[0] - 1.0).abs() < 1e-15);
        assert!(standard.column(1).all(|cell| cell == 0.0), "a constant column becomes 0");
        assert_eq!(rows.select(&[3, 0]).cells(), [46.0, 7.0, 23.0, 7.0]);
    }
}
