//! Records that are looked at cell by cell.

use scumble_data::Rows;

/// Records that are looked at cell by cell: rows as they lie, or columns that are scaled when a cell is asked for.
pub trait Records: Sync {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Numbers in a record.
    fn width(&self) -> usize;

    /// One cell.
    fn cell(&self, record: u32, column: usize) -> f64;

    /// Some records as rows, in that order.
    fn select(&self, records: &[u32]) -> Rows;
}

impl Records for Rows {
    fn len(&self) -> usize {
        Self::len(self)
    }

    fn width(&self) -> usize {
        Self::width(self)
    }

    fn cell(&self, record: u32, column: usize) -> f64 {
        self.row(record as usize)[column]
    }

    fn select(&self, records: &[u32]) -> Rows {
        Self::select(self, records)
    }
}

/// The column with the widest range among some records; the first of several.
pub(super) fn widest<R: Records + ?Sized>(all: &R, records: &[u32]) -> usize {
    let mut ranges = vec![(f64::INFINITY, f64::NEG_INFINITY); all.width()];
    for &record in records {
        for (column, (low, high)) in ranges.iter_mut().enumerate() {
            let cell = all.cell(record, column);
            (*low, *high) = (low.min(cell), high.max(cell));
        }
    }
    let range = |column: &usize| ranges[*column].1 - ranges[*column].0;
    (0..ranges.len()).rev().max_by(|a, b| range(a).total_cmp(&range(b))).unwrap_or(0)
}
