//! Interval disclosure: the original lies near its masked value, in ranks.

use crate::comparison::check;
use crate::reading::{Error, Reading, Result, Risk};
use rayon::prelude::*;
use scumble_data::Rows;

/// The share of cells, in percent, whose original lies between the masked values so many ranks below and above its own.
pub struct IntervalDisclosure {
    /// The window on either side, in percent of the records.
    pub percent: f64,
}

impl Default for IntervalDisclosure {
    fn default() -> Self {
        Self { percent: 10.0 }
    }
}

impl Risk<Rows> for IntervalDisclosure {
    fn risk(&self, original: &Rows, masked: &Rows) -> Result<Reading> {
        check(original, masked)?;
        if !(0.0..=100.0).contains(&self.percent) {
            return Err(Error::Nothing("the window of interval disclosure is a percentage"));
        }
        let window = (self.percent * original.len() as f64 / 100.0).floor() as usize;
        let columns: Vec<Vec<bool>> =
            (0..original.width()).into_par_iter().map(|column| disclosed(original, masked, column, window)).collect();
        let width = columns.len() as f64;
        let share = |row: usize| columns.iter().filter(|column| column[row]).count() as f64 / width;
        let records: Vec<f64> = (0..original.len()).map(share).collect();
        let value = 100.0 * records.iter().sum::<f64>() / records.len() as f64;
        Ok(Reading { value, parts: vec![("window", window as f64)], records })
    }
}

fn disclosed(original: &Rows, masked: &Rows, column: usize, window: usize) -> Vec<bool> {
    let mut sorted: Vec<f64> = masked.column(column).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let last = sorted.len() - 1;
    original
        .column(column)
        .zip(masked.column(column))
        .map(|(original, masked)| {
            let first = sorted.partition_point(|&cell| cell < masked);
            let end = sorted.partition_point(|&cell| cell <= masked);
            let (low, high) = (sorted[first.saturating_sub(window)], sorted[(end - 1 + window).min(last)]);
            (low..=high).contains(&original)
        })
        .collect()
}
