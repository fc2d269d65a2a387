//! What every group publishes, column by column.

use super::Centroid;
use crate::attribute::{Attribute, Values};
use crate::encode::Encoded;
use crate::partition::{Partition, Records};
use crate::space::{Metric, TaxonomicValues};
use rayon::prelude::*;

/// The published columns of a partition.
pub(super) struct Published {
    pub(super) attributes: Vec<Attribute>,
    /// Squared distances of the records to their groups' means, over columns with an order.
    pub(super) sse: f64,
    /// Squared distances of the records to what is published for them, over all columns, before means are rounded.
    pub(super) squares: f64,
}

impl Published {
    pub(super) fn new(
        encoded: &Encoded<'_>,
        attributes: &[&Attribute],
        partition: &Partition,
        centroid: Centroid,
    ) -> Self {
        let columns: Vec<(Attribute, Lost)> = attributes
            .par_iter()
            .enumerate()
            .map(|(column, attribute)| publish(encoded, column, attribute, partition, centroid))
            .collect();
        Self {
            sse: columns.iter().map(|(_, lost)| lost.within).sum(),
            squares: columns.iter().map(|(_, lost)| lost.squares).sum(),
            attributes: columns.into_iter().map(|(attribute, _)| attribute).collect(),
        }
    }
}

/// What a column lost.
#[derive(Default)]
struct Lost {
    /// Squared distances to the groups' means, for columns with an order.
    within: f64,
    /// Squared distances to what is published, before means are rounded.
    squares: f64,
}

/// One column: its published cells, and what it lost.
fn publish(
    encoded: &Encoded<'_>,
    column: usize,
    attribute: &Attribute,
    partition: &Partition,
    centroid: Centroid,
) -> (Attribute, Lost) {
    let metric = &encoded.space.metrics[column];
    let cell = |record: u32| encoded.cell(record, column);
    let within =
        |group: &[u32], centroid: f64| group.iter().map(|&record| metric.squared(cell(record), centroid)).sum::<f64>();
    let mut lost = Lost::default();
    let mut masked = attribute.clone();
    let rounded: Box<dyn Fn(f64) -> f64> = match &attribute.values {
        Values::Numbers(_, format) => Box::new(|number| format.rounded(number)),
        Values::Dates(_, format) => Box::new(|seconds| format.rounded(seconds)),
        _ => Box::new(|number| number),
    };
    match &mut masked.values {
        Values::Numbers(numbers, _) | Values::Dates(numbers, _) => {
            let mut cells = numbers.to_vec();
            for group in partition.groups() {
                // Missing cells are missing in the whole group: strata keep them apart.
                let published = rounded(exact_mean(group.iter().map(|&record| numbers[record as usize])));
                lost.within += within(group, mean(group.iter().map(|&record| cell(record))));
                group.iter().for_each(|&record| cells[record as usize] = published);
            }
            *numbers = cells.into();
            lost.squares = lost.within;
        }
        Values::Ordinal(codes, _) => {
            for group in partition.groups() {
                let mut places: Vec<(u32, u32)> =
                    group.iter().map(|&record| (codes[record as usize], record)).collect();
                places.sort_unstable();
                // The lower of the two central values: the median is one of the values.
                let (median, holder) = places[(places.len() - 1) / 2];
                lost.within += within(group, self::mean(group.iter().map(|&record| cell(record))));
                lost.squares += within(group, cell(holder));
                group.iter().for_each(|&record| codes[record as usize] = median);
            }
        }
        Values::Nominal(codes, values) | Values::Text(codes, values, _) => {
            let known = values.len();
            let scale = if let Metric::Table { scale, .. } = metric { *scale } else { 1.0 };
            for group in partition.groups() {
                let hypernym = match (centroid, &encoded.taxonomic[column]) {
                    (Centroid::Hypernym, Some(taxonomic)) => general(taxonomic, codes, group, known),
                    _ => None,
                };
                let code = match hypernym {
                    Some((label, all)) => {
                        lost.squares += all.iter().map(|distance| distance * distance).sum::<f64>() * scale;
                        values.iter().position(|value| *value == label).unwrap_or_else(|| {
                            values.push(label);
                            values.len() - 1
                        }) as u32
                    }
                    None => {
                        let medoid = metric.centroid(&mut group.iter().map(|&record| cell(record)));
                        lost.squares += within(group, medoid);
                        if (medoid as usize) < known { medoid as u32 } else { u32::MAX }
                    }
                };
                group.iter().for_each(|&record| codes[record as usize] = code);
            }
        }
    }
    (masked, lost)
}

/// The common hypernym of a group's values and their distances to it; nothing if all are equal or one is missing
/// or unknown.
fn general(taxonomic: &TaxonomicValues, codes: &[u32], group: &[u32], known: usize) -> Option<(String, Vec<f64>)> {
    let values: Vec<usize> = group.iter().map(|&record| codes[record as usize] as usize).collect();
    if values.iter().any(|&value| value >= known) || values.iter().all(|value| *value == values[0]) {
        return None;
    }
    taxonomic.hypernym(&values)
}

/// The mean of numbers as they stand in the table: equal ones have themselves as their mean, and large ones lose no digits.
fn exact_mean(cells: impl Iterator<Item = f64> + Clone) -> f64 {
    let first = cells.clone().next().unwrap_or(f64::NAN);
    if cells.clone().all(|cell| cell == first) {
        return first;
    }
    /// Sums of greater numbers lose digits.
    const LARGE: f64 = 1e13;
    if first.abs() < LARGE { mean(cells) } else { first + mean(cells.map(|cell| cell - first)) }
}

fn mean(cells: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = cells.fold((0.0, 0.0), |(sum, count), cell| (sum + cell, count + 1.0));
    sum / count
}

/// Squared distances of all records to the mean of all, over columns with an order.
pub(super) fn total(encoded: &Encoded<'_>) -> f64 {
    let ordered = encoded.space.metrics.par_iter().enumerate().filter(|(_, metric)| **metric == Metric::Number);
    let parts: Vec<f64> = ordered
        .map(|(column, metric)| {
            let centroid = metric.centroid(&mut encoded.column(column));
            encoded.column(column).map(|cell| metric.squared(cell, centroid)).sum()
        })
        .collect();
    parts.iter().sum()
}
