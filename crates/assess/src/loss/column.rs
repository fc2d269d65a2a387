//! The loss of one column, by the kind of its values: one definition for the run that masks and the run that measures.

use scumble_mask::space::TaxonomicValues;
use scumble_mask::{Attribute, Values};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// What a column lost.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnLoss {
    /// The column.
    pub column: String,
    /// The kind of its values: number, date, ordinal, nominal or text.
    pub kind: &'static str,
    /// Cells that have a value in the original.
    pub cells: usize,
    /// The share of those cells that changed, from 0 to 1.
    pub changed: f64,
    /// The measure of its kind.
    pub measure: ColumnMeasure,
}

/// The measure of a column's loss.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ColumnMeasure {
    /// Values with an order (numbers; dates as seconds; ordinals as places): squared differences of the cells, and those to the mean.
    Squares {
        /// Σ(x-y)²; a cell that was blanked counts as if the mean were published.
        sse: f64,
        /// Σ(x-mean)².
        sst: f64,
    },
    /// Values in a taxonomy: the mean semantic distance of a cell to what is published for it, from 0 to 1.
    Distance(f64),
    /// Values that are equal or not: the share that changed.
    Changed,
}

impl ColumnLoss {
    /// The loss as a share, from 0 to 1: SSE/SST, the mean semantic distance, or the share of changed cells. Where a column is
    /// farther from its original than from the mean, it lost everything.
    pub fn share(&self) -> f64 {
        match self.measure {
            ColumnMeasure::Squares { sse: 0.0, .. } => 0.0,
            ColumnMeasure::Squares { sse, sst } => (sse / sst).min(1.0),
            ColumnMeasure::Distance(distance) => distance,
            ColumnMeasure::Changed => self.changed,
        }
    }

    /// What the share is a share of.
    pub fn measure_name(&self) -> &'static str {
        match self.measure {
            ColumnMeasure::Squares { .. } => "SSE/SST",
            ColumnMeasure::Distance(_) => "mean semantic distance",
            ColumnMeasure::Changed => "share of cells changed",
        }
    }

    /// Cells that count in SSE/SST: those of a column with an order whose values are not all equal.
    fn weight(&self) -> f64 {
        match self.measure {
            ColumnMeasure::Squares { sst, .. } if sst > 0.0 => self.cells as f64,
            _ => 0.0,
        }
    }
}

/// 100·SSE/SST over the columns with an order, on z-scores: every such column weighs by its cells, and none loses more than all.
/// Nothing if no column has an order, or all their values are equal.
pub fn sse_sst(losses: &[ColumnLoss]) -> Option<f64> {
    let cells: f64 = losses.iter().map(ColumnLoss::weight).sum();
    let lost: f64 = losses.iter().map(|loss| loss.weight() * loss.share()).sum();
    (cells > 0.0).then(|| 100.0 * lost / cells)
}

/// The loss of a column. Both attributes have the same records.
pub fn column_loss(original: &Attribute, masked: &Attribute) -> ColumnLoss {
    let cells = (0..original.len()).filter(|&row| !original.is_missing(row)).count();
    let column = original.name.clone();
    match (&original.values, &masked.values) {
        (Values::Text(codes, values, stack), Values::Text(after, labels, _)) => {
            let joined = Joined::new((codes, values), (after, labels));
            let space = TaxonomicValues::new(Arc::clone(stack), &joined.values);
            let changed = joined.mean(|a, b| f64::from(a != b), cells);
            let mut known: HashMap<(u32, u32), f64> = HashMap::new();
            let distance = joined
                .mean(|a, b| *known.entry((a, b)).or_insert_with(|| space.distance(a as usize, b as usize)), cells);
            ColumnLoss { column, kind: "text", cells, changed, measure: ColumnMeasure::Distance(distance) }
        }
        _ => match (ordered(original), ordered(masked)) {
            (Some((kind, x)), Some((_, y))) => {
                let (sse, sst) = squares(&x, &y);
                let moved = x.iter().zip(&*y).filter(|(x, y)| !x.is_nan() && x != y).count();
                let changed = moved as f64 / cells.max(1) as f64;
                ColumnLoss { column, kind, cells, changed, measure: ColumnMeasure::Squares { sse, sst } }
            }
            _ => {
                let (before, after) = (texts(original), texts(masked));
                let joined = Joined::new((&before.0, &before.1), (&after.0, &after.1));
                let changed = joined.mean(|a, b| f64::from(a != b), cells);
                ColumnLoss { column, kind: "nominal", cells, changed, measure: ColumnMeasure::Changed }
            }
        },
    }
}

/// The cells of an attribute with an order as numbers, with the name of their kind; missing ones are not a number.
pub fn ordered(attribute: &Attribute) -> Option<(&'static str, Cow<'_, [f64]>)> {
    match &attribute.values {
        Values::Numbers(numbers, _) => Some(("number", Cow::Borrowed(numbers))),
        Values::Dates(seconds, _) => Some(("date", Cow::Borrowed(seconds))),
        Values::Ordinal(codes, order) => {
            let place = |&code: &u32| if (code as usize) < order.len() { f64::from(code) } else { f64::NAN };
            Some(("ordinal", codes.iter().map(place).collect()))
        }
        Values::Nominal(..) | Values::Text(..) => None,
    }
}

/// Σ(x-y)² and Σ(x-mean)² over the cells that have a value in the original.
fn squares(x: &[f64], y: &[f64]) -> (f64, f64) {
    let present = || x.iter().zip(y).filter(|(x, _)| !x.is_nan());
    let mean = present().map(|(x, _)| x).sum::<f64>() / present().count().max(1) as f64;
    present().fold((0.0, 0.0), |(sse, sst), (&x, &y)| {
        let y = if y.is_nan() { mean } else { y };
        (sse + (x - y) * (x - y), sst + (x - mean) * (x - mean))
    })
}

/// The cells of any attribute as places in a list of texts.
fn texts(attribute: &Attribute) -> (Vec<u32>, Vec<String>) {
    match &attribute.values {
        Values::Ordinal(codes, values) | Values::Nominal(codes, values) | Values::Text(codes, values, _) => {
            (codes.clone(), values.clone())
        }
        Values::Numbers(numbers, _) | Values::Dates(numbers, _) => {
            let mut known: HashMap<u64, u32> = HashMap::new();
            let mut values = Vec::new();
            let code = |number: &f64| {
                if number.is_nan() {
                    return u32::MAX;
                }
                *known.entry(number.to_bits()).or_insert_with(|| {
                    values.push(number.to_string());
                    values.len() as u32 - 1
                })
            };
            let codes = numbers.iter().map(code).collect();
            (codes, values)
        }
    }
}

/// Cells before and after as places in one list of values; a missing one is past its end.
struct Joined {
    values: Vec<String>,
    before: Vec<u32>,
    after: Vec<u32>,
}

impl Joined {
    fn new((codes, values): (&[u32], &[String]), (after, labels): (&[u32], &[String])) -> Self {
        let mut joined: Vec<String> = values.to_vec();
        let mut places: HashMap<String, u32> = (0..).zip(values).map(|(place, value)| (value.clone(), place)).collect();
        let place = |label: &String| {
            *places.entry(label.clone()).or_insert_with(|| {
                joined.push(label.clone());
                joined.len() as u32 - 1
            })
        };
        let labels: Vec<u32> = labels.iter().map(place).collect();
        let after = after.iter().map(|&code| labels.get(code as usize).copied().unwrap_or(u32::MAX)).collect();
        let before = codes.iter().map(|&code| if (code as usize) < values.len() { code } else { u32::MAX }).collect();
        Self { values: joined, before, after }
    }

    /// The mean of a distance over the cells that have a value in the original; one that was blanked is as far as can be.
    fn mean(&self, mut distance: impl FnMut(u32, u32) -> f64, cells: usize) -> f64 {
        let pairs = self.before.iter().zip(&self.after).filter(|(before, _)| **before != u32::MAX);
        let all = pairs.map(|(&before, &after)| if after == u32::MAX { 1.0 } else { distance(before, after) });
        all.sum::<f64>() / cells.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_ontology::{Stack, wordnet};

    fn numbers(cells: &[f64]) -> Attribute {
        Attribute {
            name: "a".to_owned(),
            values: Values::Numbers(cells.to_vec().into(), scumble_data::NumberFormat::default()),
        }
    }

    fn words(codes: &[u32], values: &[&str], nominal: bool) -> Attribute {
        let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
        let stack = Arc::new(Stack::new(vec![wordnet().nouns().clone()]));
        let values = match nominal {
            true => Values::Nominal(codes.to_vec(), values),
            false => Values::Text(codes.to_vec(), values, stack),
        };
        Attribute { name: "w".to_owned(), values }
    }

    /// By hand: 1, 2, 3, 6 have the mean 3 and SST 14; published 1.5, 1.5, 4.5, 4.5 give SSE 0.5 + 4.5.
    #[test]
    fn numbers_by_squares() {
        let loss = column_loss(&numbers(&[1.0, 2.0, 3.0, 6.0]), &numbers(&[1.5, 1.5, 4.5, 4.5]));
        assert_eq!(loss.measure, ColumnMeasure::Squares { sse: 5.0, sst: 14.0 });
        assert_eq!((loss.changed, loss.share()), (1.0, 5.0 / 14.0));
        // A blank counts as the mean (1 + 2 + 6) / 3 = 3: it lost (6 - 3)² of SST 14; a cell that was missing does not count.
        let loss = column_loss(&numbers(&[1.0, 2.0, f64::NAN, 6.0]), &numbers(&[1.0, 2.0, f64::NAN, f64::NAN]));
        assert_eq!((loss.measure, loss.cells), (ColumnMeasure::Squares { sse: 9.0, sst: 14.0 }, 3));
        assert!((loss.changed - 1.0 / 3.0).abs() < 1e-15);
        // Worse than the mean is everything.
        assert_eq!(column_loss(&numbers(&[0.0, 0.0, 0.0, 2.0]), &numbers(&[9.0; 4])).share(), 1.0);
        assert_eq!(column_loss(&numbers(&[7.0; 3]), &numbers(&[7.0; 3])).share(), 0.0);
    }

    #[test]
    fn values_by_their_own_measures_and_sse_sst_without_them() {
        let before = words(&[0, 1, 0, u32::MAX], &["cat", "dog"], true);
        let after = words(&[0, 0, 1, u32::MAX], &["dog", "cat"], true);
        let nominal = column_loss(&before, &after);
        assert_eq!((nominal.changed, nominal.share(), nominal.cells), (1.0 / 3.0, 1.0 / 3.0, 3));
        let (before, after) = (words(&[0, 1], &["cat", "dog"], false), words(&[0, 0], &["carnivore"], false));
        let text = column_loss(&before, &after);
        let space = TaxonomicValues::new(
            Arc::new(Stack::new(vec![wordnet().nouns().clone()])),
            &["cat", "dog", "carnivore"].map(str::to_owned),
        );
        let expected = (space.distance(0, 2) + space.distance(1, 2)) / 2.0;
        assert!((text.share() - expected).abs() < 1e-15 && expected > 0.0 && expected < 1.0);
        assert_eq!(text.changed, 1.0);
        let moved = column_loss(&numbers(&[1.0, 2.0, 3.0, 6.0]), &numbers(&[1.5, 1.5, 4.5, 4.5]));
        let still = column_loss(&numbers(&[1.0, 2.0, 3.0, 6.0]), &numbers(&[1.0, 2.0, 3.0, 6.0]));
        let found = sse_sst(&[moved, still, nominal.clone(), text]).unwrap();
        assert!((found - 100.0 * 5.0 / 14.0 / 2.0).abs() < 1e-12);
        assert_eq!(sse_sst(&[nominal]), None);
    }
}
