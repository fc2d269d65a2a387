//! Columns by what they mean: what a mask takes and gives.

use scumble_data::{Cells, Column, ColumnKind, DateFormat, Decimals, Error, Missing, NumberFormat, Numbers, Place};
use scumble_ontology::Stack;
use std::sync::Arc;

/// A column and what its cells mean.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// The column's name.
    pub name: String,
    /// Its cells.
    pub values: Values,
}

/// Cells by what they mean. A missing number is not a number; a missing value has a code past the end of the list.
#[derive(Debug, Clone)]
pub enum Values {
    /// Numbers, and how they are published.
    Numbers(Numbers, NumberFormat),
    /// Seconds since 1970, and how they are written.
    Dates(Numbers, DateFormat),
    /// Places in an order.
    Ordinal(Vec<u32>, Vec<String>),
    /// Values that are equal or not.
    Nominal(Vec<u32>, Vec<String>),
    /// Values with a place in a taxonomy.
    Text(Vec<u32>, Vec<String>, Arc<Stack>),
}

impl Attribute {
    /// Understands a column as a kind. `open` gives the taxonomy of a text column.
    pub fn read(
        column: &Column,
        kind: &ColumnKind,
        file: &str,
        missing: &Missing,
        open: impl FnOnce(&str, &[String]) -> Result<Arc<Stack>, Error>,
    ) -> Result<Self, Error> {
        let place = || Place::file(file).column(&column.name);
        let values = match kind {
            ColumnKind::Number => Values::Numbers(column.numbers(file, missing)?, column.number_format(file, missing)?),
            ColumnKind::Date(format) => {
                let format = DateFormat::new(format)
                    .map_err(|problem| Error::new(place(), format!("its date format cannot be used: {problem}")))?;
                Values::Dates(column.dates(file, missing, &format)?.into(), format)
            }
            ColumnKind::Ordinal(order) => Values::Ordinal(in_order(column, order, file, missing)?, order.clone()),
            ColumnKind::Nominal => {
                let (codes, values) = column.codes(missing);
                Values::Nominal(codes, values)
            }
            ColumnKind::Text(taxonomy) => {
                let (codes, values) = column.codes(missing);
                let stack = open(taxonomy, &values)?;
                Values::Text(codes, values, stack)
            }
        };
        Ok(Self { name: column.name.clone(), values })
    }

    /// The same, but numbers are published with other decimals.
    #[must_use]
    pub fn with_decimals(mut self, wanted: Decimals) -> Self {
        if let Values::Numbers(_, format) = &mut self.values {
            match wanted {
                Decimals::Own => {}
                Decimals::All => (format.decimals, format.fixed) = (None, false),
                Decimals::Exactly(decimals) => (format.decimals, format.fixed) = (Some(decimals), decimals > 0),
            }
        }
        self
    }

    /// How many cells it has.
    pub fn len(&self) -> usize {
        match &self.values {
            Values::Numbers(numbers, _) | Values::Dates(numbers, _) => numbers.len(),
            Values::Ordinal(codes, _) | Values::Nominal(codes, _) | Values::Text(codes, ..) => codes.len(),
        }
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a cell is missing.
    pub fn is_missing(&self, row: usize) -> bool {
        match &self.values {
            Values::Numbers(numbers, _) | Values::Dates(numbers, _) => numbers[row].is_nan(),
            Values::Ordinal(codes, values) | Values::Nominal(codes, values) | Values::Text(codes, values, _) => {
                codes[row] as usize >= values.len()
            }
        }
    }

    /// The same with these records alone, in this order.
    #[must_use]
    pub fn select(&self, records: &[u32]) -> Self {
        fn kept<T: Copy>(cells: &[T], records: &[u32]) -> Vec<T> {
            records.iter().map(|&record| cells[record as usize]).collect()
        }
        let values = match &self.values {
            Values::Numbers(numbers, format) => Values::Numbers(kept(numbers, records).into(), format.clone()),
            Values::Dates(seconds, format) => Values::Dates(kept(seconds, records).into(), format.clone()),
            Values::Ordinal(codes, order) => Values::Ordinal(kept(codes, records), order.clone()),
            Values::Nominal(codes, values) => Values::Nominal(kept(codes, records), values.clone()),
            Values::Text(codes, values, stack) => Values::Text(kept(codes, records), values.clone(), Arc::clone(stack)),
        };
        Self { name: self.name.clone(), values }
    }

    /// The same with these cells missing.
    #[must_use]
    pub fn blanked(&self, blank: &[bool]) -> Self {
        fn without<T: Copy>(cells: &[T], blank: &[bool], missing: T) -> Vec<T> {
            cells.iter().zip(blank).map(|(&cell, &blank)| if blank { missing } else { cell }).collect()
        }
        let values = match &self.values {
            Values::Numbers(numbers, format) => {
                Values::Numbers(without(numbers, blank, f64::NAN).into(), format.clone())
            }
            Values::Dates(seconds, format) => Values::Dates(without(seconds, blank, f64::NAN).into(), format.clone()),
            Values::Ordinal(codes, order) => Values::Ordinal(without(codes, blank, u32::MAX), order.clone()),
            Values::Nominal(codes, values) => Values::Nominal(without(codes, blank, u32::MAX), values.clone()),
            Values::Text(codes, values, stack) => {
                Values::Text(without(codes, blank, u32::MAX), values.clone(), Arc::clone(stack))
            }
        };
        Self { name: self.name.clone(), values }
    }

    /// Writes the cells as a column; missing ones as `marker`.
    pub fn column(&self, marker: &str) -> Column {
        let patchy = !marker.is_empty() && (0..self.len()).any(|row| self.is_missing(row));
        let cells = match &self.values {
            Values::Numbers(numbers, format) => format.cells(numbers, marker),
            Values::Dates(seconds, format) => {
                let text =
                    |&at: &f64| if at.is_nan() { marker.to_owned() } else { format.write(at).unwrap_or_default() };
                Cells::Plain(seconds.iter().map(text).collect())
            }
            Values::Ordinal(codes, values) | Values::Nominal(codes, values) | Values::Text(codes, values, _) => {
                let mut values = values.clone();
                let missing = values.len() as u32;
                if patchy {
                    values.push(marker.to_owned());
                }
                Cells::Coded { codes: codes.iter().map(|&code| code.min(missing)).collect(), values }
            }
        };
        Column::new(self.name.clone(), cells)
    }
}

/// The place of every cell in an order that is given.
fn in_order(column: &Column, order: &[String], file: &str, missing: &Missing) -> Result<Vec<u32>, Error> {
    let (codes, values) = column.codes(missing);
    let places: Vec<Option<usize>> =
        values.iter().map(|value| order.iter().position(|known| known == value.trim())).collect();
    let place = |(row, &code): (usize, &u32)| match places.get(code as usize) {
        None => Ok(u32::MAX),
        Some(Some(place)) => Ok(*place as u32),
        Some(None) => {
            let at = Place::file(file).row(row + 2).column(&column.name);
            Err(Error::new(at, "the value is not in the column's order").with_help("add it to `order` in the policy"))
        }
    };
    codes.iter().enumerate().map(place).collect()
}
