//! Entries of a matrix in the order of a file, put into rows.

use super::SparseMatrix;
use crate::error::{Error, Place, Result};

/// The most rows that a file may have.
pub(super) const MOST_ROWS: u64 = 1 << 24;

/// The most columns that a file may have.
pub(super) const MOST_COLUMNS: u64 = 1 << 28;

/// Entries in the order of a file, each with its line, or with its row in a table.
#[derive(Default)]
pub(super) struct Entries {
    rows: Vec<u32>,
    columns: Vec<u32>,
    weights: Vec<f64>,
    lines: Vec<u32>,
}

/// How many rows and columns a matrix has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    pub(super) rows: u64,
    pub(super) columns: u64,
}

impl Sizes {
    /// Sizes that fit into memory and into the numbers of columns.
    pub(super) fn checked(self) -> std::result::Result<Self, String> {
        if self.rows > MOST_ROWS {
            return Err(format!("more than {MOST_ROWS} rows"));
        }
        if self.columns > MOST_COLUMNS {
            return Err(format!("more than {MOST_COLUMNS} columns"));
        }
        Ok(self)
    }
}

impl Entries {
    /// Adds an entry; rows and columns count from 0, and are below the largest sizes.
    pub(super) fn push(&mut self, row: u64, column: u64, weight: f64, line: u64) {
        self.rows.push(row as u32);
        self.columns.push(column as u32);
        self.weights.push(weight);
        self.lines.push(u32::try_from(line).unwrap_or(u32::MAX));
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The sizes of the smallest matrix that has all entries.
    pub(super) fn sizes(&self) -> Sizes {
        let most = |of: &[u32]| of.iter().max().map_or(0, |&most| u64::from(most) + 1);
        Sizes { rows: most(&self.rows), columns: most(&self.columns) }
    }

    /// The least row and the least column; nothing without entries.
    pub(super) fn least(&self) -> Option<(u32, u32)> {
        Some((*self.rows.iter().min()?, *self.columns.iter().min()?))
    }

    /// Puts the entries into rows. `place` names the place of a line; all entries are within the sizes.
    pub(super) fn into_matrix(self, sizes: Sizes, place: impl Fn(u64) -> Place) -> Result<SparseMatrix> {
        let rows = sizes.rows as usize;
        let mut starts = vec![0_usize; rows + 1];
        self.rows.iter().for_each(|&row| starts[row as usize + 1] += 1);
        (0..rows).for_each(|row| starts[row + 1] += starts[row]);
        let mut next = starts.clone();
        let mut order = vec![0_usize; self.len()];
        for (entry, &row) in self.rows.iter().enumerate() {
            order[next[row as usize]] = entry;
            next[row as usize] += 1;
        }
        let mut matrix = SparseMatrix::new(sizes.columns as usize);
        let mut row_entries = Vec::new();
        for row in 0..rows {
            let of_row = &mut order[starts[row]..starts[row + 1]];
            of_row.sort_by_key(|&entry| self.columns[entry]);
            if let Some(pair) = of_row.windows(2).find(|pair| self.columns[pair[0]] == self.columns[pair[1]]) {
                let (first, second) = (self.lines[pair[0]], self.lines[pair[1]]);
                let problem = format!("the entry was there before (at {first})");
                return Err(Error::new(place(u64::from(second)), problem)
                    .with_help("each pair of row and column stands once; add their weights first"));
            }
            row_entries.clear();
            row_entries.extend(of_row.iter().map(|&entry| (self.columns[entry], self.weights[entry])));
            let fault = |bad: super::BadRow| Error::new(place(0), bad.to_string());
            matrix.push(&mut row_entries).map_err(fault)?;
        }
        Ok(matrix)
    }
}

/// A weight as it is written in a file: a finite number.
pub(super) fn weight(text: &str) -> std::result::Result<f64, &'static str> {
    match text.parse::<f64>() {
        Ok(weight) if weight.is_finite() => Ok(weight),
        Ok(_) => Err("the weight is not a finite number"),
        Err(_) => Err("the weight is not a number"),
    }
}
