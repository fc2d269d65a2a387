//! Normal noise, with and without the correlations of the columns.

use super::Percent;
use super::cells::{refused, unfit, with_numbers};
use super::linear::{correlations, lower, scaled};
use crate::attribute::{Attribute, Values};
use crate::error::Result;
use crate::rng::Rng;
use rayon::prelude::*;

/// Greater numbers have squares beyond what a number can be.
const GREATEST: f64 = 1e150;

/// The cells of a column that noise can be added to.
fn numbers<'a>(attribute: &'a Attribute, method: &str) -> Result<&'a [f64]> {
    match &attribute.values {
        Values::Numbers(numbers, _) | Values::Dates(numbers, _) => {
            if numbers.iter().any(|number| number.abs() > GREATEST) {
                return Err(refused(attribute, "numbers beyond 1e150 cannot be perturbed"));
            }
            Ok(numbers)
        }
        Values::Ordinal(..) => Err(unfit(attribute, method, "numbers and dates", "rank-swap or pram")),
        Values::Nominal(..) | Values::Text(..) => {
            Err(unfit(attribute, method, "numbers and dates", "pram or record-swap"))
        }
    }
}

/// The mean and the standard deviation (over n - 1) of the cells that are there.
pub(super) fn moments(cells: &[f64]) -> (f64, f64) {
    let present = || cells.iter().copied().filter(|cell| !cell.is_nan());
    let count = present().count() as f64;
    if count < 2.0 {
        return (present().next().unwrap_or(0.0), 0.0);
    }
    // Differences to the first number lose no digits where numbers lie far from 0.
    let first = present().next().unwrap_or(0.0);
    let mean = present().map(|cell| cell - first).sum::<f64>() / count;
    let squares: f64 = present().map(|cell| (cell - first - mean).powi(2)).sum();
    (first + mean, (squares / (count - 1.0)).sqrt())
}

/// Adds noise to every column by itself.
pub(super) fn independent(attributes: &[&Attribute], percent: Percent, rng: &mut Rng) -> Result<Vec<Attribute>> {
    let seeds: Vec<u64> = attributes.iter().map(|_| rng.bits()).collect();
    let one = |(attribute, seed): (&&Attribute, u64)| {
        let cells = numbers(attribute, "noise")?;
        let spread = percent.share() * moments(cells).1;
        let mut rng = Rng::new(seed);
        Ok(with_numbers(attribute, cells.iter().map(|cell| cell + spread * rng.normal())))
    };
    attributes.par_iter().zip(seeds).map(one).collect()
}

/// Adds noise with the correlations of the columns. Those are taken from the records that miss none of them.
pub(super) fn correlated(attributes: &[&Attribute], percent: Percent, rng: &mut Rng) -> Result<Vec<Attribute>> {
    let columns: Vec<&[f64]> =
        attributes.iter().map(|attribute| numbers(attribute, "correlated-noise")).collect::<Result<_>>()?;
    let records = columns.first().map_or(0, |cells| cells.len());
    let complete: Vec<usize> = (0..records).filter(|&row| columns.iter().all(|cells| !cells[row].is_nan())).collect();
    if complete.len() < 2 {
        return Err(refused(
            attributes[0],
            "fewer than 2 records have all values of the step, so nothing is correlated",
        ));
    }
    let scores: Vec<Vec<f64>> =
        columns.iter().map(|cells| scaled(complete.iter().map(|&row| cells[row]).collect())).collect();
    let factor = lower(&correlations(&scores));
    let spreads: Vec<f64> = columns.iter().map(|cells| percent.share() * moments(cells).1).collect();
    let mut noise = vec![Vec::with_capacity(records); columns.len()];
    let mut drawn = vec![0.0; columns.len()];
    for _ in 0..records {
        drawn.iter_mut().for_each(|cell| *cell = rng.normal());
        for (column, noise) in noise.iter_mut().enumerate() {
            let weights = &factor[column];
            noise.push(spreads[column] * weights.iter().zip(&drawn).map(|(weight, draw)| weight * draw).sum::<f64>());
        }
    }
    let added = attributes.iter().zip(&columns).zip(&noise);
    Ok(added
        .map(|((attribute, cells), noise)| {
            with_numbers(attribute, cells.iter().zip(noise).map(|(cell, add)| cell + add))
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_textbook() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares 32, so that the deviation over n - 1 is the root of 32 / 7.
        let cells = [2.0, 4.0, 4.0, f64::NAN, 4.0, 5.0, 5.0, 7.0, 9.0];
        assert_eq!(moments(&cells), (5.0, (32.0_f64 / 7.0).sqrt()));
        let (mean, spread) = moments(&cells.map(|cell| cell + 1e15));
        assert_eq!((mean, spread), (1e15 + 5.0, (32.0_f64 / 7.0).sqrt()));
        assert_eq!(moments(&[3.0]), (3.0, 0.0));
    }
}
