//! Sparse rows of weights, flat in memory (CSR).

/// Sparse rows over numbered columns, one after the other. Columns of a row ascend; weights are finite and not 0.
#[derive(Debug, Clone, PartialEq)]
pub struct SparseMatrix {
    columns: usize,
    starts: Vec<usize>,
    terms: Vec<u32>,
    weights: Vec<f64>,
}

/// One row: its columns, ascending, and their weights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SparseRow<'m> {
    /// The columns that are not 0, ascending.
    pub terms: &'m [u32],
    /// Their weights.
    pub weights: &'m [f64],
}

/// Why a row cannot be one of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadRow {
    /// A column that the matrix does not have.
    #[error("a column is beyond the width of the matrix")]
    Beyond,
    /// A column that stands twice.
    #[error("a column stands twice in a row")]
    Twice,
    /// A weight that is no number.
    #[error("a weight is not a finite number")]
    NotFinite,
}

impl SparseMatrix {
    /// A matrix of so many columns, without rows.
    pub fn new(columns: usize) -> Self {
        Self { columns, starts: vec![0], terms: Vec::new(), weights: Vec::new() }
    }

    /// A matrix from its rows; entries may come in any order, zeros are dropped.
    ///
    /// # Errors
    /// If a row has a column twice or beyond the width, or a weight that is not finite.
    pub fn from_rows(columns: usize, rows: impl IntoIterator<Item = Vec<(u32, f64)>>) -> Result<Self, BadRow> {
        let mut matrix = Self::new(columns);
        for mut row in rows {
            matrix.push(&mut row)?;
        }
        Ok(matrix)
    }

    /// Adds a row; its entries may come in any order, zeros are dropped.
    ///
    /// # Errors
    /// If the row has a column twice or beyond the width, or a weight that is not finite. The matrix is then unchanged.
    pub fn push(&mut self, row: &mut [(u32, f64)]) -> Result<(), BadRow> {
        row.sort_unstable_by_key(|&(term, _)| term);
        if row.last().is_some_and(|&(term, _)| term as usize >= self.columns) {
            return Err(BadRow::Beyond);
        }
        if row.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(BadRow::Twice);
        }
        if row.iter().any(|(_, weight)| !weight.is_finite()) {
            return Err(BadRow::NotFinite);
        }
        let entries = row.iter().filter(|(_, weight)| *weight != 0.0);
        for &(term, weight) in entries {
            self.terms.push(term);
            self.weights.push(weight);
        }
        self.starts.push(self.terms.len());
        Ok(())
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many entries are not 0.
    pub fn entries(&self) -> usize {
        self.terms.len()
    }

    /// One row.
    pub fn row(&self, index: usize) -> SparseRow<'_> {
        let range = self.starts[index]..self.starts[index + 1];
        SparseRow { terms: &self.terms[range.clone()], weights: &self.weights[range] }
    }

    /// Every row in turn.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = SparseRow<'_>> + '_ {
        (0..self.len()).map(|index| self.row(index))
    }

    /// The rows at `indices`, in that order.
    #[must_use]
    pub fn select(&self, indices: &[u32]) -> Self {
        let mut selected = Self::new(self.columns);
        for &index in indices {
            selected.push_row(self.row(index as usize));
        }
        selected
    }

    /// Adds a row of another matrix of the same width.
    pub fn push_row(&mut self, row: SparseRow<'_>) {
        debug_assert!(row.terms.last().is_none_or(|&term| (term as usize) < self.columns), "a row of the same width");
        self.terms.extend_from_slice(row.terms);
        self.weights.extend_from_slice(row.weights);
        self.starts.push(self.terms.len());
    }

    /// Every row with length 1; an empty row stays empty.
    #[must_use]
    pub fn normalized(mut self) -> Self {
        for row in 0..self.len() {
            let range = self.starts[row]..self.starts[row + 1];
            let length = self.row(row).norm();
            if length > 0.0 {
                self.weights[range].iter_mut().for_each(|weight| *weight /= length);
            }
        }
        self
    }

    /// In how many rows each column is not 0.
    pub fn document_frequencies(&self) -> Vec<u32> {
        let mut frequencies = vec![0; self.columns];
        self.terms.iter().for_each(|&term| frequencies[term as usize] += 1);
        frequencies
    }

    /// Rows and columns exchanged: for each column the rows in which it is not 0, ascending.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let mut starts = Vec::with_capacity(self.columns + 1);
        starts.push(0);
        for frequency in self.document_frequencies() {
            starts.push(starts[starts.len() - 1] + frequency as usize);
        }
        let mut next = starts.clone();
        let (mut rows, mut weights) = (vec![0; self.entries()], vec![0.0; self.entries()]);
        for (number, row) in self.rows().enumerate() {
            for (term, weight) in row.iter() {
                let place = &mut next[term as usize];
                rows[*place] = number as u32;
                weights[*place] = weight;
                *place += 1;
            }
        }
        Self { columns: self.len(), starts, terms: rows, weights }
    }
}

impl<'m> SparseRow<'m> {
    /// Columns with their weights.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (u32, f64)> + 'm {
        self.terms.iter().copied().zip(self.weights.iter().copied())
    }

    /// How many columns are not 0.
    pub fn len(self) -> usize {
        self.terms.len()
    }

    /// Whether all columns are 0.
    pub fn is_empty(self) -> bool {
        self.terms.is_empty()
    }

    /// The Euclidean length.
    pub fn norm(self) -> f64 {
        self.weights.iter().map(|weight| weight * weight).sum::<f64>().sqrt()
    }

    /// The inner product with a dense vector.
    pub fn dot(self, dense: &[f64]) -> f64 {
        // Adding 0 makes a negative zero a plain one, as `inner` gives it.
        self.iter().map(|(term, weight)| weight * dense[term as usize]).sum::<f64>() + 0.0
    }

    /// The inner product of two rows, in the order of columns.
    pub fn inner(self, other: SparseRow<'_>) -> f64 {
        let (mut a, mut b, mut sum) = (0, 0, 0.0);
        while a < self.len() && b < other.len() {
            match self.terms[a].cmp(&other.terms[b]) {
                std::cmp::Ordering::Less => a += 1,
                std::cmp::Ordering::Greater => b += 1,
                std::cmp::Ordering::Equal => {
                    sum += self.weights[a] * other.weights[b];
                    (a, b) = (a + 1, b + 1);
                }
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix() -> SparseMatrix {
        SparseMatrix::from_rows(4, [vec![(2, 4.0), (0, 3.0)], vec![], vec![(1, 0.0), (2, 2.0), (3, 1.0)]]).unwrap()
    }

    #[test]
    fn rows_are_sorted_and_zeros_dropped() {
        let matrix = matrix();
        assert_eq!((matrix.len(), matrix.columns(), matrix.entries()), (3, 4, 4));
        assert_eq!(matrix.row(0), SparseRow { terms: &[0, 2], weights: &[3.0, 4.0] });
        assert!(matrix.row(1).is_empty());
        assert_eq!(matrix.row(2).terms, [2, 3]);
        assert_eq!(matrix.document_frequencies(), [1, 0, 2, 1]);
        assert_eq!(matrix.row(0).inner(matrix.row(2)), 8.0);
        assert_eq!(matrix.select(&[2, 0]).row(1), matrix.row(0));
    }

    #[test]
    fn exchanging_rows_and_columns_twice_changes_nothing() {
        let matrix = matrix();
        let columns = matrix.transposed();
        assert_eq!((columns.len(), columns.columns()), (4, 3));
        assert_eq!(columns.row(2), SparseRow { terms: &[0, 2], weights: &[4.0, 2.0] });
        assert_eq!(columns.transposed(), matrix);
    }

    #[test]
    fn normalized_rows_have_length_one() {
        let matrix = matrix().normalized();
        assert_eq!(matrix.row(0).weights, [0.6, 0.8]);
        assert!(matrix.row(1).is_empty());
        assert!((matrix.row(2).norm() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn bad_rows_are_refused() {
        let refused = |row: Vec<(u32, f64)>| SparseMatrix::from_rows(2, [row]).unwrap_err();
        assert_eq!(refused(vec![(2, 1.0)]), BadRow::Beyond);
        assert_eq!(refused(vec![(1, 1.0), (1, 2.0)]), BadRow::Twice);
        assert_eq!(refused(vec![(0, f64::NAN)]), BadRow::NotFinite);
    }
}
