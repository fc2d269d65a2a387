//! How published numbers are written: as the column wrote its own.

use crate::column::{Cells, Column};
use crate::kind::Missing;
use crate::number::{EXACT, NumberStyle, SHARE, decimals_of};
use crate::numbers::Numbers;
use rayon::prelude::*;

/// How published numbers are written: as the column wrote its own.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NumberFormat {
    /// The marks.
    pub style: NumberStyle,
    /// Digits behind the decimal sign; all that there are, if none is given.
    pub decimals: Option<usize>,
    /// Whether every value has just so many.
    pub fixed: bool,
    /// The type of a column of whole numbers that came from Arrow or Parquet.
    #[cfg(feature = "arrow")]
    pub(crate) integer: Option<arrow_schema::DataType>,
}

/// More decimals than a number can tell apart.
const MOST_DECIMALS: usize = 17;

impl NumberFormat {
    /// Plain numbers with at most so many decimals.
    pub fn with_decimals(decimals: usize) -> Self {
        Self { decimals: Some(decimals), ..Self::default() }
    }

    /// The format of a column of text in a style.
    pub(crate) fn of_texts(column: &Column, missing: &Missing, style: NumberStyle) -> Self {
        let decimals = |row: usize| {
            let text = column.cells.text(row);
            if missing.is(&text) { None } else { Some((style.decimals(&text), style.decimals(&text))) }
        };
        let wider = |a: (usize, usize), b: (usize, usize)| (a.0.min(b.0), a.1.max(b.1));
        let rows = (0..column.cells.len()).into_par_iter().with_min_len(SHARE);
        let (least, most) = rows.filter_map(decimals).reduce_with(wider).unwrap_or((0, 0));
        Self { style, decimals: Some(most.min(MOST_DECIMALS)), fixed: least == most, ..Self::default() }
    }

    /// The format of numbers that are not written as text.
    pub(crate) fn of_numbers(numbers: &[f64]) -> Self {
        let present = numbers.par_iter().with_min_len(SHARE).filter(|number| number.is_finite());
        let most = present.map(|&number| decimals_of(number)).max().unwrap_or(0);
        Self { decimals: Some(most.min(MOST_DECIMALS)), ..Self::default() }
    }

    /// A number as it is published.
    #[must_use]
    pub fn rounded(&self, number: f64) -> f64 {
        match self.decimals {
            // Whole numbers that large have no neighbours to round to.
            Some(_) | None if number.abs() >= EXACT => number,
            None => number,
            Some(0) => number.round() + 0.0,
            // The decimal notation is what is published; the number is the nearest one to it.
            Some(decimals) => format!("{number:.decimals$}").parse().unwrap_or(number),
        }
    }

    /// Numbers as the cells of a column, missing ones as `marker`. The numbers are rounded already.
    pub fn cells(&self, numbers: &Numbers, marker: &str) -> Cells {
        #[cfg(feature = "arrow")]
        if let Some(kind) = &self.integer
            && self.decimals == Some(0)
            && let Some(array) = crate::arrow::integers(numbers, kind)
        {
            return Cells::Arrow(array);
        }
        let decimals = self.decimals.unwrap_or(0);
        let is_fixed = self.fixed && decimals > 0;
        let patchy = !marker.is_empty() && numbers.iter().any(|number| number.is_nan());
        if self.style == NumberStyle::default() && !is_fixed && !patchy {
            return Cells::Numbers(numbers.clone());
        }
        let text = |&number: &f64| match number.is_nan() {
            true => marker.to_owned(),
            false => self.style.write(number, decimals, !is_fixed),
        };
        Cells::Plain(numbers.iter().map(text).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::fit;

    #[test]
    fn numbers_are_published_as_they_were_written() {
        let published = |cells: &[&str], delimiter: u8, number: f64| {
            let cells = Cells::Plain(cells.iter().collect());
            let column = Column { delimiter: Some(delimiter), ..Column::new("x", cells) };
            let style = fit(&column, &Missing::default()).style;
            let format = NumberFormat::of_texts(&column, &Missing::default(), style);
            format.cells(&vec![format.rounded(number)].into(), "").text(0).into_owned()
        };
        assert_eq!(published(&["1", "20"], b',', 59.666_666), "60");
        assert_eq!(published(&["1.5", "20"], b',', 59.666_666), "59.7");
        assert_eq!(published(&["1.50", "20.25"], b',', 2.5), "2.50");
        assert_eq!(published(&["1,50", "20,25"], b';', 2.5), "2,50");
        assert_eq!(published(&["1.234,5", "1"], b';', 1_234_567.25), "1.234.567,2");
        assert_eq!(published(&["$1,200", "$5"], b',', -1234.4), "-$1,234");
        assert_eq!(published(&["5 %", "7.5 %"], b',', 6.25), "6.2 %");
        assert_eq!(published(&["1", "2"], b',', -0.2), "0");
    }
}
