//! The distances that a k-d tree searches by.

use super::nearest::Metric;
use crate::combine::Aggregator;

/// The squared Euclidean distance. Distances tie that differ by a fixed amount, or by a share of themselves.
pub(crate) struct Euclid {
    pub(crate) absolute: f64,
    pub(crate) relative: f64,
}

/// How far a value lies outside the sides of a box.
fn beyond(side: &[f64], x: f64) -> f64 {
    (side[0] - x).max(x - side[1]).max(0.0)
}

impl Metric for Euclid {
    fn distance(&self, from: &[f64], row: &[f64], enough: f64, _: &mut Vec<f64>) -> f64 {
        let mut sum = 0.0;
        for (cells, from) in row.chunks(4).zip(from.chunks(4)) {
            sum += cells.iter().zip(from).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
            if sum > enough {
                break;
            }
        }
        sum
    }

    fn gap(&self, from: &[f64], sides: &[f64], _: &mut Vec<f64>) -> f64 {
        sides.chunks_exact(2).zip(from).map(|(side, &x)| beyond(side, x)).map(|gap| gap * gap).sum()
    }

    fn tie(&self, least: f64) -> f64 {
        self.absolute + self.relative * least.abs()
    }
}

/// The distance of an aggregator.
pub(crate) struct Aggregated<'a>(pub(crate) &'a Aggregator);

impl Metric for Aggregated<'_> {
    fn distance(&self, from: &[f64], row: &[f64], _: f64, room: &mut Vec<f64>) -> f64 {
        self.0.distance(from, row, room)
    }

    fn gap(&self, from: &[f64], sides: &[f64], room: &mut Vec<f64>) -> f64 {
        if matches!(self.0, Aggregator::Bilinear(_)) {
            // A greater difference may make it less: every record is looked at.
            return f64::NEG_INFINITY;
        }
        room.clear();
        room.extend(sides.chunks_exact(2).zip(from).map(|(side, &x)| beyond(side, x)));
        self.0.of(room)
    }

    fn tie(&self, least: f64) -> f64 {
        TIE * 2.0 * least.abs()
    }
}

/// Distances tie that differ by no more than this share of their sum.
pub(crate) const TIE: f64 = 1e-12;
