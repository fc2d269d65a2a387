//! What every group publishes, column by column.

use super::Centroid;
use crate::attribute::{Attribute, Values};
use crate::encode::Encoded;
use crate::partition::Partition;
use crate::space::{Metric, TaxonomicValues};
use rayon::prelude::*;

/// The published columns of a partition.
pub(super) struct Published {
    pub(super) attributes: Vec<Attribute>,
    /// Squared distances of the records to the centroids of their groups.
    pub(super) sse: f64,
    /// Squared distances of the records to what is published for them, which is rounded.
    pub(super) sse_published: f64,
}

impl Published {
    pub(super) fn new(encoded: &Encoded, attributes: &[&Attribute], partition: &Partition, centroid: Centroid) -> Self {
        let columns: Vec<(Attribute, f64, f64)> = attributes
            .par_iter()
            .enumerate()
            .map(|(column, attribute)| publish(encoded, column, attribute, partition, centroid))
            .collect();
        let sse = columns.iter().map(|(_, sse, _)| sse).sum();
        let sse_published = columns.iter().map(|(.., sse)| sse).sum();
        Self { attributes: columns.into_iter().map(|(attribute, ..)| attribute).collect(), sse, sse_published }
    }
}

/// One column: its published cells, the squared distances to its centroids, and those to what is published.
fn publish(
    encoded: &Encoded,
    column: usize,
    attribute: &Attribute,
    partition: &Partition,
    centroid: Centroid,
) -> (Attribute, f64, f64) {
    let metric = &encoded.space.metrics[column];
    let cell = |record: u32| encoded.rows.row(record as usize)[column];
    let within =
        |group: &[u32], centroid: f64| group.iter().map(|&record| metric.squared(cell(record), centroid)).sum::<f64>();
    let mut sse = 0.0;
    let mut masked = attribute.clone();
    let rounded: Box<dyn Fn(f64) -> f64> = match &attribute.values {
        Values::Numbers(_, format) => Box::new(|number| format.rounded(number)),
        Values::Dates(_, format) => Box::new(|seconds| format.rounded(seconds)),
        _ => Box::new(|number| number),
    };
    match &mut masked.values {
        Values::Numbers(numbers, _) | Values::Dates(numbers, _) => {
            let unit = encoded.units[column];
            let mut sse_published = 0.0;
            for group in partition.groups() {
                // Missing cells are missing in the whole group: strata keep them apart.
                let published = rounded(exact_mean(group.iter().map(|&record| numbers[record as usize])));
                sse += within(group, mean(group.iter().map(|&record| cell(record))));
                for &record in group {
                    let number = &mut numbers[record as usize];
                    // A missing number has no distance.
                    sse_published += ((*number - published) / unit).powi(2).max(0.0);
                    *number = published;
                }
            }
            return (masked, sse, sse_published);
        }
        Values::Ordinal(codes, _) => {
            for group in partition.groups() {
                let mut places: Vec<(u32, u32)> =
                    group.iter().map(|&record| (codes[record as usize], record)).collect();
                places.sort_unstable();
                // The lower of the two central values: the median is one of the values.
                let (median, holder) = places[(places.len() - 1) / 2];
                sse += within(group, cell(holder));
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
                    Some((label, squares)) => {
                        sse += squares * scale;
                        values.iter().position(|value| *value == label).unwrap_or_else(|| {
                            values.push(label);
                            values.len() - 1
                        }) as u32
                    }
                    None => {
                        let medoid = metric.centroid(&mut group.iter().map(|&record| cell(record)));
                        sse += within(group, medoid);
                        if (medoid as usize) < known { medoid as u32 } else { u32::MAX }
                    }
                };
                group.iter().for_each(|&record| codes[record as usize] = code);
            }
        }
    }
    (masked, sse, sse)
}

/// The common hypernym of a group's values and the sum of squared distances to it; nothing if all are equal or one is missing
/// or unknown.
fn general(taxonomic: &TaxonomicValues, codes: &[u32], group: &[u32], known: usize) -> Option<(String, f64)> {
    let values: Vec<usize> = group.iter().map(|&record| codes[record as usize] as usize).collect();
    if values.iter().any(|&value| value >= known) || values.iter().all(|value| *value == values[0]) {
        return None;
    }
    let (label, distances) = taxonomic.hypernym(&values)?;
    Some((label, distances.iter().map(|distance| distance * distance).sum()))
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

/// Squared distances of all records to the centroid of all.
pub(super) fn total(encoded: &Encoded) -> f64 {
    let columns = encoded.space.metrics.par_iter().enumerate();
    let parts: Vec<f64> = columns
        .map(|(column, metric)| {
            let centroid = metric.centroid(&mut encoded.rows.column(column));
            encoded.rows.column(column).map(|cell| metric.squared(cell, centroid)).sum()
        })
        .collect();
    parts.iter().sum()
}
