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
        Values::Numbers(numbers) | Values::Dates(numbers, _) => {
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
                return Err(fault(CONSTANT));
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

/// Numbers with mean 0 and deviation 1, missing ones at 0; or why not.
fn standard(numbers: &[f64], standardize: bool) -> std::result::Result<Vec<f64>, &'static str> {
    /// Greater ones have squares beyond what a number can be.
    const GREATEST: f64 = 1e150;
    let present = || numbers.iter().filter(|number| !number.is_nan());
    let count = present().count() as f64;
    if present().any(|number| number.abs() > GREATEST) {
        return Err("numbers beyond 1e150 cannot be compared");
    }
    let mean = present().sum::<f64>() / count;
    let deviation = (present().map(|number| (number - mean) * (number - mean)).sum::<f64>() / count).sqrt();
    if deviation == 0.0 || present().next().is_some_and(|first| present().all(|number| number == first)) {
        return Err(CONSTANT);
    }
    let scaled = |&number: &f64| match number {
        number if number.is_nan() => 0.0,
        number if standardize => (number - mean) / deviation,
        number => number,
    };
    Ok(numbers.iter().map(scaled).collect())
}

const CONSTANT: &str = "all values are equal, so there is nothing to mask: leave the column out";
