//! Equal rows told once: a masked space has far fewer distinct rows than documents.

use scumble_data::{SparseMatrix, SparseRow};
use std::collections::HashMap;

/// The distinct rows of a matrix, and which documents have each.
#[derive(Debug, Clone, PartialEq)]
pub struct DistinctRows {
    /// Each row once, by the first document that has it.
    pub rows: SparseMatrix,
    /// The number of each document's row.
    pub of: Vec<u32>,
    /// The documents of each row, ascending.
    pub documents: Vec<Vec<u32>>,
}

impl DistinctRows {
    /// Tells the rows of a matrix apart; rows are equal if all their weights are the same numbers.
    pub fn new(matrix: &SparseMatrix) -> Self {
        let key = |row: SparseRow<'_>| -> Vec<(u32, u64)> {
            row.iter().map(|(term, weight)| (term, weight.to_bits())).collect()
        };
        let mut numbers: HashMap<Vec<(u32, u64)>, u32> = HashMap::with_capacity(matrix.len());
        let mut distinct = Self { rows: SparseMatrix::new(matrix.columns()), of: Vec::new(), documents: Vec::new() };
        for (document, row) in matrix.rows().enumerate() {
            let next = distinct.documents.len() as u32;
            let number = *numbers.entry(key(row)).or_insert(next);
            if number == next {
                distinct.rows.push_row(row);
                distinct.documents.push(Vec::new());
            }
            distinct.documents[number as usize].push(document as u32);
            distinct.of.push(number);
        }
        distinct
    }

    /// How many documents have the rarest row.
    pub fn smallest(&self) -> usize {
        self.documents.iter().map(Vec::len).min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rows_are_told_once() {
        let rows = [vec![(0, 1.0)], vec![], vec![(1, 1.0)], vec![(0, 1.0)], vec![(0, 1.0 + f64::EPSILON)]];
        let distinct = DistinctRows::new(&SparseMatrix::from_rows(2, rows).unwrap());
        assert_eq!(distinct.of, [0, 1, 2, 0, 3]);
        assert_eq!(distinct.documents, [vec![0, 3], vec![1], vec![2], vec![4]]);
        assert_eq!((distinct.rows.len(), distinct.smallest()), (4, 1));
        assert_eq!(distinct.rows.row(2).terms, [1]);
    }
}
