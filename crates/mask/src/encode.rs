//! Attributes as rows of numbers in a space where every column weighs the same.

use crate::attribute::{Attribute, Values};
use crate::error::{Error, Result};
use crate::partition::Records;
use crate::space::{Metric, MixedSpace, TaxonomicValues};
use rayon::prelude::*;
use scumble_data::Rows;
use std::sync::OnceLock;

/// Distinct values of a text column, at most: their distances are a table of the square of it.
const MOST_VALUES: usize = 8192;

/// Records that a thread encodes at a time.
const CHUNK: usize = 4096;

/// Records in a space. Where a cell is missing, it is alike for all that miss it. Cells are scaled when they are looked at: columns of
/// a large table are not held a second time.
#[derive(Debug, Clone)]
pub struct Encoded<'a> {
    /// What is near.
    pub space: MixedSpace,
    /// For text columns, their values in the taxonomy.
    pub taxonomic: Vec<Option<TaxonomicValues>>,
    columns: Vec<Cells<'a>>,
    records: usize,
}

impl<'a> Encoded<'a> {
    /// Encodes some attributes; `standardize` gives every column the same weight, else numbers stay as they are and values
    /// are 0 to 1 apart.
    pub fn new(attributes: &[&'a Attribute], standardize: bool) -> Result<Self> {
        let columns: Vec<_> =
            attributes.par_iter().map(|attribute| column(attribute, standardize)).collect::<Result<_>>()?;
        let records = attributes.first().map_or(0, |attribute| attribute.len());
        if let Some(other) = attributes.iter().find(|attribute| attribute.len() != records) {
            let problem = format!("{} values where the first column has {records}", other.len());
            return Err(Error::Column { column: other.name.clone(), problem });
        }
        let mut encoded =
            Self { space: MixedSpace { metrics: Vec::new() }, taxonomic: Vec::new(), columns: Vec::new(), records };
        for (cells, metric, values) in columns {
            encoded.columns.push(cells);
            encoded.space.metrics.push(metric);
            encoded.taxonomic.push(values);
        }
        Ok(encoded)
    }

    /// All records as rows.
    pub fn rows(&self) -> Rows {
        self.rows_at(self.records, |row| row)
    }

    /// The cells of one column.
    pub fn column(&self, column: usize) -> impl Iterator<Item = f64> + '_ {
        (0..self.records).map(move |record| self.columns[column].at(record))
    }

    /// Some records, which are grouped among themselves. As many as there are, are all of them.
    pub(crate) fn part<'p>(&'p self, records: &'p [u32]) -> Part<'p> {
        Part { encoded: self, records: (records.len() != self.records).then_some(records), rows: OnceLock::new() }
    }

    fn rows_at(&self, count: usize, record: impl Fn(usize) -> usize + Sync) -> Rows {
        let width = self.columns.len();
        let mut cells = vec![0.0; width * count];
        cells.par_chunks_mut(width * CHUNK).enumerate().for_each(|(chunk, cells)| {
            for (column, values) in self.columns.iter().enumerate() {
                let cells = cells.iter_mut().skip(column).step_by(width).enumerate();
                cells.for_each(|(row, cell)| *cell = values.at(record(chunk * CHUNK + row)));
            }
        });
        Rows::new(width, cells)
    }
}

impl Records for Encoded<'_> {
    fn len(&self) -> usize {
        self.records
    }

    fn width(&self) -> usize {
        self.columns.len()
    }

    fn cell(&self, record: u32, column: usize) -> f64 {
        self.columns[column].at(record as usize)
    }

    fn select(&self, records: &[u32]) -> Rows {
        self.rows_at(records.len(), |row| records[row] as usize)
    }
}

/// Some of the encoded records.
pub(crate) struct Part<'p> {
    encoded: &'p Encoded<'p>,
    /// Which, if not all.
    records: Option<&'p [u32]>,
    rows: OnceLock<Rows>,
}

impl Part<'_> {
    /// The records as rows, for methods that need all of them at once.
    pub(crate) fn rows(&self) -> &Rows {
        self.rows.get_or_init(|| match self.records {
            Some(records) => self.encoded.select(records),
            None => self.encoded.rows(),
        })
    }

    fn record(&self, record: u32) -> u32 {
        self.records.map_or(record, |records| records[record as usize])
    }
}

impl Records for Part<'_> {
    fn len(&self) -> usize {
        self.records.map_or(self.encoded.records, <[u32]>::len)
    }

    fn width(&self) -> usize {
        self.encoded.width()
    }

    fn cell(&self, record: u32, column: usize) -> f64 {
        self.encoded.cell(self.record(record), column)
    }

    fn select(&self, records: &[u32]) -> Rows {
        self.encoded.rows_at(records.len(), |row| self.record(records[row]) as usize)
    }
}

/// The cells of a column, and how they are scaled.
#[derive(Debug, Clone)]
enum Cells<'a> {
    Numbers(&'a [f64], Scale),
    /// Places in an order of so many values.
    Places(&'a [u32], u32, Scale),
    /// Values out of a list of so many; a missing one is one more, equal to itself.
    Codes(&'a [u32], u32),
}

impl Cells<'_> {
    fn at(&self, record: usize) -> f64 {
        match self {
            Self::Numbers(numbers, scale) => scale.of(numbers[record]),
            Self::Places(codes, values, scale) => scale.of(place(codes[record], *values)),
            Self::Codes(codes, values) => f64::from(codes[record].min(*values)),
        }
    }
}

/// The place of a code among so many values; not a number if it is missing.
fn place(code: u32, values: u32) -> f64 {
    if code < values { f64::from(code) } else { f64::NAN }
}

type Column<'a> = (Cells<'a>, Metric, Option<TaxonomicValues>);

fn column(attribute: &Attribute, standardize: bool) -> Result<Column<'_>> {
    let fault = |problem: &str| Error::Column { column: attribute.name.clone(), problem: problem.to_owned() };
    if (0..attribute.len()).all(|row| attribute.is_missing(row)) {
        return Err(fault("every value is missing: leave the column out"));
    }
    match &attribute.values {
        Values::Numbers(numbers, _) | Values::Dates(numbers, _) => {
            let scale = Scale::new(numbers.iter().copied(), standardize).map_err(fault)?;
            Ok((Cells::Numbers(numbers, scale), Metric::Number, None))
        }
        Values::Ordinal(codes, order) => {
            let values = order.len() as u32;
            let scale = Scale::new(codes.iter().map(|&code| place(code, values)), standardize).map_err(fault)?;
            Ok((Cells::Places(codes, values, scale), Metric::Number, None))
        }
        Values::Nominal(codes, values) | Values::Text(codes, values, _) => {
            let cells = Cells::Codes(codes, values.len() as u32);
            let mut counts = vec![0; values.len() + 1];
            codes.iter().for_each(|&code| counts[(code as usize).min(values.len())] += 1);
            if counts[..values.len()].iter().filter(|&&count| count > 0).count() < 2 {
                // A constant column is the same in every group: it passes as it is.
                return Ok((cells, Metric::Flat(1.0), None));
            }
            let Values::Text(.., stack) = &attribute.values else {
                let metric = if standardize { Metric::flat(&counts[..values.len()]) } else { Metric::Flat(1.0) };
                return Ok((cells, metric, None));
            };
            if values.len() > MOST_VALUES {
                let problem = format!("{} distinct values, more than {MOST_VALUES}: make it nominal", values.len());
                return Err(fault(&problem));
            }
            let places = TaxonomicValues::new(stack.clone(), values);
            let metric = taxonomic(&places.distances(), &counts, standardize);
            Ok((cells, metric, Some(places)))
        }
    }
}

/// Distances with one more value, which is as far from all others as can be.
fn taxonomic(distances: &[f64], counts: &[usize], standardize: bool) -> Metric {
    let (all, known) = (counts.len(), counts.len() - 1);
    let mut table = vec![1.0; all * all];
    for value in 0..known {
        table[value * all..value * all + known].copy_from_slice(&distances[value * known..(value + 1) * known]);
    }
    table[all * all - 1] = 0.0;
    if standardize {
        Metric::table(counts, &table)
    } else {
        let squares = table.iter().map(|distance| distance * distance).collect();
        Metric::Table { values: all, squares, scale: 1.0 }
    }
}

/// How the numbers of a column are scaled; a missing one is 0.
#[derive(Debug, Clone, Copy)]
enum Scale {
    /// All are equal: 0.
    Constant,
    /// As they are.
    AsIs,
    /// To mean 0 and deviation 1.
    Standard { mean: f64, deviation: f64 },
    /// By their differences to the first: exact where numbers lie close together and far from 0.
    Offset { first: f64 },
    /// The same to mean 0 and deviation 1, by parts of the spread.
    StandardOffset { first: f64, spread: f64, mean: f64, deviation: f64 },
}

impl Scale {
    /// The scale of numbers, missing ones left out; or why there is none.
    fn new(numbers: impl Iterator<Item = f64> + Clone, standardize: bool) -> std::result::Result<Self, &'static str> {
        /// Greater ones have squares beyond what a number can be.
        const GREATEST: f64 = 1e150;
        let present = || numbers.clone().filter(|number| !number.is_nan());
        let count = present().count() as f64;
        let largest = present().fold(0.0, |most: f64, number| most.max(number.abs()));
        if largest > GREATEST {
            return Err("numbers beyond 1e150 cannot be compared");
        }
        let first = present().next().unwrap_or(0.0);
        if present().all(|number| number == first) {
            return Ok(Self::Constant);
        }
        let mean = present().sum::<f64>() / count;
        let deviation = (present().map(|number| (number - mean) * (number - mean)).sum::<f64>() / count).sqrt();
        if deviation > FINE * largest && deviation > TINY {
            return Ok(if standardize { Self::Standard { mean, deviation } } else { Self::AsIs });
        }
        // Numbers that lie close together and far from 0, or all of them next to 0: differences to the first are exact, sums of the
        // numbers themselves are not.
        let is_whole = present().all(|number| number.fract() == 0.0);
        let spread = present().fold(0.0, |most: f64, number| most.max((number - first).abs()));
        if !is_whole && spread < LEAST_SPREAD * largest {
            return Err("its numbers differ by less than can be computed: leave the column out, or make it nominal");
        }
        if !standardize {
            return Ok(Self::Offset { first });
        }
        let part = |number: f64| (number - first) / spread;
        let mean = present().map(part).sum::<f64>() / count;
        let deviation = (present().map(|number| (part(number) - mean).powi(2)).sum::<f64>() / count).sqrt();
        Ok(Self::StandardOffset { first, spread, mean, deviation })
    }

    fn of(self, number: f64) -> f64 {
        match self {
            _ if number.is_nan() => 0.0,
            Self::Constant => 0.0,
            Self::AsIs => number,
            Self::Standard { mean, deviation } => (number - mean) / deviation,
            Self::Offset { first } => number - first,
            Self::StandardOffset { first, spread, mean, deviation } => ((number - first) / spread - mean) / deviation,
        }
    }
}

/// A deviation below this share of the largest number is lost among its digits.
const FINE: f64 = 1e-6;
/// A deviation below this has a square that is no number.
const TINY: f64 = 1e-150;
/// Fractions that differ by less than this share of the largest number are mostly rounding.
const LEAST_SPREAD: f64 = 1e-11;

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::NumberFormat;

    fn standard(numbers: &[f64], standardize: bool) -> std::result::Result<Vec<f64>, &'static str> {
        let scale = Scale::new(numbers.iter().copied(), standardize)?;
        Ok(numbers.iter().map(|&number| scale.of(number)).collect())
    }

    #[test]
    fn rows_parts_and_cells_are_the_same_records() {
        let numbers = vec![1.0, f64::NAN, 3.0, 8.0].into();
        let words = ["low", "high"].map(str::to_owned).to_vec();
        let attributes = [
            Attribute { name: "a".to_owned(), values: Values::Numbers(numbers, NumberFormat::default()) },
            Attribute { name: "b".to_owned(), values: Values::Ordinal(vec![0, 1, u32::MAX, 1], words.clone()) },
            Attribute { name: "c".to_owned(), values: Values::Nominal(vec![1, 0, 0, u32::MAX], words) },
        ];
        let encoded = Encoded::new(&attributes.each_ref(), false).unwrap();
        let rows = encoded.rows();
        assert_eq!(rows.cells(), [1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 3.0, 0.0, 0.0, 8.0, 1.0, 2.0]);
        assert_eq!((encoded.len(), encoded.width()), (4, 3));
        let part = encoded.part(&[3, 0]);
        assert_eq!((part.rows(), part.len()), (&rows.select(&[3, 0]), 2));
        assert_eq!(part.select(&[1, 1]), rows.select(&[0, 0]));
        for (column, record) in (0..3).flat_map(|column| (0..2).map(move |record| (column, record))) {
            assert_eq!(part.cell(record, column), part.rows().row(record as usize)[column]);
        }
        assert!(encoded.column(2).eq([1.0, 0.0, 0.0, 2.0]));
    }

    #[test]
    fn columns_are_equally_long() {
        let column = |name: &str, numbers: &[f64]| Attribute {
            name: name.to_owned(),
            values: Values::Numbers(numbers.to_vec().into(), NumberFormat::default()),
        };
        let (long, short) = (column("a", &[1.0, 2.0, 3.0]), column("b", &[1.0, 2.0]));
        let error = Encoded::new(&[&long, &short], true).unwrap_err();
        assert!(error.to_string().contains("“b”") && error.to_string().contains("2 values"), "{error}");
    }

    /// Against exact arithmetic: the numbers less their first one.
    #[test]
    fn numbers_far_from_zero_are_exact() {
        let offsets = [0.0, 3.0, 4.0, 7.0, 11.0, 2.0];
        let near = standard(&offsets, true).unwrap();
        for base in [1e15, 4e15, -1e15] {
            let numbers = offsets.map(|offset| base + offset);
            let far = standard(&numbers, true).unwrap();
            assert!(near.iter().zip(&far).all(|(a, b)| (a - b).abs() < 1e-12));
        }
        let tiny = offsets.map(|offset| offset * 1e-310);
        assert!(standard(&tiny, true).unwrap().iter().zip(&near).all(|(a, b)| (a - b).abs() < 1e-9));
        assert!(standard(&[1.000_000_000_000_1, 1.000_000_000_000_2], true).is_err());
        assert_eq!(standard(&[0.1, 0.1, f64::NAN], true).unwrap(), [0.0, 0.0, 0.0]);
    }
}
