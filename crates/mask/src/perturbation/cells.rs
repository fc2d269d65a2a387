//! Cells of a column, by what a perturbation needs of them.

use crate::attribute::{Attribute, Values};
use crate::error::{Error, Result};
use crate::rng::Rng;

/// A column that a method cannot mask.
pub(super) fn refused(attribute: &Attribute, problem: impl Into<String>) -> Error {
    Error::Column { column: attribute.name.clone(), problem: problem.into() }
}

/// A kind in a word.
fn kind(attribute: &Attribute) -> &'static str {
    match attribute.values {
        Values::Numbers(..) => "number",
        Values::Dates(..) => "date",
        Values::Ordinal(..) => "ordinal",
        Values::Nominal(..) => "nominal",
        Values::Text(..) => "text",
    }
}

/// The kind of a column is not one that a method masks.
pub(super) fn unfit(attribute: &Attribute, method: &str, fit: &str, instead: &str) -> Error {
    refused(attribute, format!("its kind is {}, but {method} masks {fit}; take {instead}", kind(attribute)))
}

/// The cells of a column with an order; missing ones are not a number.
pub(super) fn ordered(attribute: &Attribute) -> Option<Vec<f64>> {
    match &attribute.values {
        Values::Numbers(numbers, _) | Values::Dates(numbers, _) => Some(numbers.to_vec()),
        Values::Ordinal(codes, order) => {
            let place = |&code: &u32| if (code as usize) < order.len() { f64::from(code) } else { f64::NAN };
            Some(codes.iter().map(place).collect())
        }
        Values::Nominal(..) | Values::Text(..) => None,
    }
}

/// The column in which every record has the cell of another one.
pub(super) fn permuted(attribute: &Attribute, source: &[u32]) -> Attribute {
    let mut masked = attribute.clone();
    match &mut masked.values {
        Values::Numbers(numbers, format) => {
            *numbers =
                source.iter().map(|&record| published(numbers[record as usize], |x| format.rounded(x))).collect();
        }
        Values::Dates(seconds, _) => {
            *seconds = source.iter().map(|&record| seconds[record as usize]).collect();
        }
        Values::Ordinal(codes, _) | Values::Nominal(codes, _) | Values::Text(codes, ..) => {
            let old = std::mem::take(codes);
            *codes = source.iter().map(|&record| old[record as usize]).collect();
        }
    }
    masked
}

/// The column of numbers or dates with other cells, as they are published; missing cells stay missing.
pub(super) fn with_numbers(attribute: &Attribute, new: impl Iterator<Item = f64>) -> Attribute {
    let mut masked = attribute.clone();
    match &mut masked.values {
        Values::Numbers(numbers, format) => {
            let cells = numbers.iter().zip(new);
            let cell =
                |(&old, new): (&f64, f64)| if old.is_nan() { old } else { published(new, |x| format.rounded(x)) };
            *numbers = cells.map(cell).collect();
        }
        Values::Dates(seconds, format) => {
            let cells = seconds.iter().zip(new);
            *seconds = cells.map(|(&old, new)| if old.is_nan() { old } else { format.rounded(new) }).collect();
        }
        _ => {}
    }
    masked
}

fn published(number: f64, rounded: impl Fn(f64) -> f64) -> f64 {
    if number.is_nan() { number } else { rounded(number) }
}

/// Refuses a column of two values or more in which nothing was changed: a released column would be called masked and would not be.
pub(super) fn is_changed(before: &Attribute, after: &Attribute, method: &str) -> Result<()> {
    let (cells, new) = (coded(before), coded(after));
    let mut present = cells.iter().filter(|cell| !cell.is_nan());
    let Some(first) = present.next() else {
        return Err(refused(before, "every value is missing: leave the column out"));
    };
    let is_constant = present.all(|cell| cell == first);
    let is_same = cells.iter().zip(&new).all(|(a, b)| a == b || (a.is_nan() && b.is_nan()));
    if is_same && !is_constant {
        let problem = format!(
            "{method} changed none of its cells, so the column would be released unmasked: ask for more, or publish it as it is"
        );
        return Err(refused(before, problem));
    }
    Ok(())
}

/// Cells as numbers that are equal where the cells are; missing ones are not a number.
fn coded(attribute: &Attribute) -> Vec<f64> {
    match &attribute.values {
        Values::Nominal(codes, values) | Values::Text(codes, values, _) => {
            let code = |&code: &u32| if (code as usize) < values.len() { f64::from(code) } else { f64::NAN };
            codes.iter().map(code).collect()
        }
        _ => ordered(attribute).unwrap_or_default(),
    }
}

/// Puts records into a random order.
pub(super) fn shuffle(records: &mut [u32], rng: &mut Rng) {
    for at in (1..records.len()).rev() {
        records.swap(at, rng.below(at + 1));
    }
}
