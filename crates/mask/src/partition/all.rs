//! The remaining records of any table: of numbers alone, or of mixed columns.

use super::{Remaining, RemainingNumbers, RemainingRows};
use crate::space::MixedSpace;
use scumble_data::Rows;

/// Remaining records by the fastest implementation that fits their space.
pub enum AllRemaining<'a> {
    /// Every column is of numbers.
    Numbers(RemainingNumbers<'a>),
    /// Some column is not.
    Mixed(RemainingRows<'a>),
}

impl<'a> AllRemaining<'a> {
    /// All records of a table, none taken.
    pub fn new(space: &'a MixedSpace, rows: &'a Rows) -> Self {
        match space.is_numbers() {
            true => Self::Numbers(RemainingNumbers::new(rows)),
            false => Self::Mixed(RemainingRows::new(space, rows)),
        }
    }

    /// The `count` remaining records nearest to a row, which need not be one of the records, nearest first.
    pub(super) fn nearest_rows(&self, row: &[f64], count: usize) -> Vec<u32> {
        match self {
            Self::Numbers(remaining) => remaining.nearest_rows(row, count),
            Self::Mixed(remaining) => remaining.nearest_rows(row, count),
        }
    }

    /// The `count` remaining records nearest to a record and other than it, nearest first.
    pub(super) fn neighbours(&self, record: u32, count: usize) -> Vec<u32> {
        match self {
            Self::Numbers(remaining) => remaining.neighbours(record, count).collect(),
            Self::Mixed(remaining) => remaining.neighbours(record, count).collect(),
        }
    }
}

/// Asks whichever implementation there is.
macro_rules! either {
    ($self:ident, $remaining:ident => $answer:expr) => {
        match $self {
            Self::Numbers($remaining) => $answer,
            Self::Mixed($remaining) => $answer,
        }
    };
}

impl Remaining for AllRemaining<'_> {
    fn len(&self) -> usize {
        either!(self, remaining => remaining.len())
    }

    fn farthest_from_centroid(&mut self) -> u32 {
        either!(self, remaining => remaining.farthest_from_centroid())
    }

    fn farthest_from(&mut self, record: u32) -> u32 {
        either!(self, remaining => remaining.farthest_from(record))
    }

    fn nearest(&mut self, record: u32, count: usize) -> Vec<(f64, u32)> {
        either!(self, remaining => remaining.nearest(record, count))
    }

    fn take(&mut self, record: u32) {
        either!(self, remaining => remaining.take(record));
    }

    fn take_rest(&mut self) -> Vec<u32> {
        either!(self, remaining => remaining.take_rest())
    }
}
