//! Attributes as rows of numbers in a space where every column weighs the same.

use crate::attribute::{Attribute, Values};
use crate::error::{Error, Result};
use crate::space::{Metric, MixedSpace, TaxonomicValues};
use rayon::prelude::*;
use scumble_data::Rows;

/// Distinct values of a text column, at most: their distances are a table of the square of it.
const MOST_VALUES: usize = 8192;

/// Records in a space. Where a cell is missing, it is alike for all that miss it.
#[derive(Debug, Clone)]
pub struct Encoded {
    /// What is near.
    pub space: MixedSpace,
    /// The records.
    pub rows: Rows,
    /// For text columns, their values in the taxonomy.
    pub taxonomic: Vec<Option<TaxonomicValues>>,
}

impl Encoded {
    /// Encodes some attributes; `standardize` gives every column the same weight, else numbers stay as they are and values
    /// are 0 to 1 apart.
    pub fn new(attributes: &[&Attribute], standardize: bool) -> Result<Self> {
        let columns: Vec<_> =
            attributes.par_iter().map(|attribute| column(attribute, standardize)).collect::<Result<_>>()?;
        let cells: Vec<&[f64]> = columns.iter().map(|(cells, ..)| cells.as_slice()).collect();
        let rows = Rows::from_columns(&cells);
        let (metrics, taxonomic) = columns.into_iter().map(|(_, metric, values)| (metric, values)).unzip();
        Ok(Self { space: MixedSpace { metrics }, rows, taxonomic })
    }
}

type Column = (Vec<f64>, Metric, Option<TaxonomicValues>);

fn column(attribute: &Attribute, standardize: bool) -> Result<Column> {
    let fault = |problem: &str| Error::Column { column: attribute.name.clone(), problem: problem.to_owned() };
    if (0..attribute.len()).all(|row| attribute.is_missing(row)) {
        return Err(fault("every value is missing: leave the column out"));
    }
    match &attribute.values {
        Values::Numbers(numbers, _) | Values::Dates(numbers, _) => {
            Ok((standard(numbers, standardize).map_err(fault)?, Metric::Number, None))
        }
        Values::Ordinal(codes, order) => {
            let place = |&code: &u32| if (code as usize) < order.len() { f64::from(code) } else { f64::NAN };
            let places: Vec<f64> = codes.iter().map(place).collect();
            Ok((standard(&places, standardize).map_err(fault)?, Metric::Number, None))
        }
        Values::Nominal(codes, values) | Values::Text(codes, values, _) => {
            // A missing value is one more, equal to itself.
            let cells: Vec<f64> = codes.iter().map(|&code| f64::from(code.min(values.len() as u32))).collect();
            let mut counts = vec![0; values.len() + 1];
            cells.iter().for_each(|&cell| counts[cell as usize] += 1);
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

/// Numbers with mean 0 and deviation 1, missing ones at 0; or why not. A constant column is 0.
fn standard(numbers: &[f64], standardize: bool) -> std::result::Result<Vec<f64>, &'static str> {
    /// Greater ones have squares beyond what a number can be.
    const GREATEST: f64 = 1e150;
    let present = || numbers.iter().copied().filter(|number| !number.is_nan());
    let count = present().count() as f64;
    let largest = present().fold(0.0, |most: f64, number| most.max(number.abs()));
    if largest > GREATEST {
        return Err("numbers beyond 1e150 cannot be compared");
    }
    let first = present().next().unwrap_or(0.0);
    if present().all(|number| number == first) {
        return Ok(vec![0.0; numbers.len()]);
    }
    let mean = present().sum::<f64>() / count;
    let deviation = (present().map(|number| (number - mean) * (number - mean)).sum::<f64>() / count).sqrt();
    if deviation > FINE * largest && deviation > TINY {
        let scaled = |&number: &f64| match number {
            number if number.is_nan() => 0.0,
            number if standardize => (number - mean) / deviation,
            number => number,
        };
        return Ok(numbers.iter().map(scaled).collect());
    }
    // Numbers that lie close together and far from 0, or all of them next to 0: differences to the first are exact, sums of the
    // numbers themselves are not.
    let is_whole = present().all(|number| number.fract() == 0.0);
    let spread = present().fold(0.0, |most: f64, number| most.max((number - first).abs()));
    if !is_whole && spread < LEAST_SPREAD * largest {
        return Err("its numbers differ by less than can be computed: leave the column out, or make it nominal");
    }
    let part = |number: f64| (number - first) / spread;
    let mean = present().map(part).sum::<f64>() / count;
    let deviation = (present().map(|number| (part(number) - mean).powi(2)).sum::<f64>() / count).sqrt();
    let scaled = |&number: &f64| match number {
        number if number.is_nan() => 0.0,
        number if standardize => (part(number) - mean) / deviation,
        number => number - first,
    };
    Ok(numbers.iter().map(scaled).collect())
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
