//! What generalisation loses: in cells (normalised certainty penalty, granularity, non-uniform entropy, precision), and in classes
//! (discernibility, average size).

use super::recoded::{Covering, HierarchySource, RecodedColumn};
use rayon::prelude::*;
use std::collections::HashMap;

/// What generalised columns lost. A cell that was left out, or released as something that does not cover it, lost everything; a cell
/// that has no value in the original does not count.
#[derive(Debug, Clone, PartialEq)]
pub struct GeneralizationLoss {
    /// What each column lost.
    pub columns: Vec<RecodedLoss>,
    /// What all cells lost.
    pub all: CellLoss,
}

/// What one column lost.
#[derive(Debug, Clone, PartialEq)]
pub struct RecodedLoss {
    /// Its name.
    pub name: String,
    /// Where its hierarchy comes from.
    pub source: HierarchySource,
    /// The steps from its deepest value to the root, if there is a hierarchy.
    pub height: Option<usize>,
    /// What its cells lost.
    pub cells: CellLoss,
}

/// What some cells lost.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CellLoss {
    /// Cells that have a value in the original.
    pub cells: usize,
    /// Cells whose released value does not cover the original's: they were not generalised, but changed.
    pub not_covered: usize,
    /// The normalised certainty penalty (Xu and others 2006, by leaf share): the mean share of the hierarchy's leaves that a released
    /// value covers; 0 for a value that is released as it is.
    pub certainty_penalty: f64,
    /// Granularity (Iyengar 2002): the mean of (leaves - 1) / (all leaves - 1), or for intervals of numbers of width / range.
    pub granularity: f64,
    /// Non-uniform entropy (Gionis and Tassa 2009), in bits, over all cells: the sum of -log2 Pr(value | released value), where the
    /// probabilities are those of the original's records.
    pub entropy_bits: f64,
    /// The same if every cell were released as `*`.
    pub entropy_of_all: f64,
    /// Precision (Sweeney 2002): 1 - the mean of a cell's level over the height of its hierarchy. Nothing without a hierarchy.
    pub precision: Option<f64>,
}

impl CellLoss {
    /// The share of the information that was lost, by non-uniform entropy: 0 if nothing was, 1 if every cell became `*`.
    pub fn entropy(&self) -> f64 {
        if self.entropy_of_all > 0.0 { self.entropy_bits / self.entropy_of_all } else { 0.0 }
    }

    /// The loss of several columns together: every cell weighs the same.
    fn together(columns: &[Self]) -> Self {
        let cells: usize = columns.iter().map(|column| column.cells).sum();
        let mean = |of: &dyn Fn(&Self) -> f64| {
            columns.iter().map(|column| column.cells as f64 * of(column)).sum::<f64>() / cells.max(1) as f64
        };
        let known = columns.iter().all(|column| column.precision.is_some());
        Self {
            cells,
            not_covered: columns.iter().map(|column| column.not_covered).sum(),
            certainty_penalty: mean(&|column| column.certainty_penalty),
            granularity: mean(&|column| column.granularity),
            entropy_bits: columns.iter().map(|column| column.entropy_bits).sum(),
            entropy_of_all: columns.iter().map(|column| column.entropy_of_all).sum(),
            precision: known.then(|| mean(&|column| column.precision.unwrap_or(0.0))),
        }
    }
}

/// What these columns lost, each and together.
pub fn generalization_loss(columns: &[RecodedColumn]) -> GeneralizationLoss {
    let columns: Vec<RecodedLoss> = columns
        .par_iter()
        .map(|column| RecodedLoss {
            name: column.name.clone(),
            source: column.source,
            height: column.height(),
            cells: cells(column),
        })
        .collect();
    let all = CellLoss::together(&columns.iter().map(|column| column.cells).collect::<Vec<_>>());
    GeneralizationLoss { columns, all }
}

/// What the cells of a column lost.
fn cells(column: &RecodedColumn) -> CellLoss {
    let mut pairs: HashMap<(u32, u32), usize> = HashMap::new();
    for pair in column.codes.iter().copied().zip(column.released.iter().copied()) {
        if !column.is_missing(pair.0) {
            *pairs.entry(pair).or_default() += 1;
        }
    }
    // In one order: sums of rounded numbers depend on it.
    let mut pairs: Vec<((u32, u32), usize)> = pairs.into_iter().collect();
    pairs.sort_unstable();
    let mut found = CellLoss::default();
    let mut level = 0.0;
    for ((code, label), count) in pairs {
        let (covering, lost) = (column.covering(code, label), column.lost(code));
        found.not_covered += if covering.is_none() && label != u32::MAX { count } else { 0 };
        let Covering { share, granularity, bits, level: own } = covering.unwrap_or(lost);
        let weight = count as f64;
        found.cells += count;
        found.certainty_penalty += weight * share;
        found.granularity += weight * granularity;
        found.entropy_bits += weight * bits;
        found.entropy_of_all += weight * lost.bits;
        level += weight * own.unwrap_or(0.0);
    }
    let all = found.cells.max(1) as f64;
    found.certainty_penalty /= all;
    found.granularity /= all;
    found.precision = column.height().map(|_| 1.0 - level / all);
    found
}

/// The discernibility metric (Bayardo and Agrawal 2005): every record costs as many as its class has records, and one that was left out as
/// many as the table had.
pub fn discernibility(sizes: &[u32], left_out: usize, records: usize) -> f64 {
    let classes: f64 = sizes.iter().map(|&size| f64::from(size) * f64::from(size)).sum();
    classes + left_out as f64 * records as f64
}

/// The normalised average class size (LeFevre and others 2006): records in a class on average, over k. 1 is the least there is.
pub fn average_class_size(sizes: &[u32], k: usize) -> f64 {
    let records: f64 = sizes.iter().map(|&size| f64::from(size)).sum();
    records / sizes.len().max(1) as f64 / k.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::NumberFormat;
    use scumble_mask::{Attribute, Values};
    use scumble_ontology::Stack;
    use scumble_ontology::load::{Format, Options, Source, read};
    use std::sync::Arc;

    fn owned(values: &[&str]) -> Vec<String> {
        values.iter().map(|&value| value.to_owned()).collect()
    }

    /// What a column lost; an empty label is a cell that was left out.
    fn lost(original: Values, released: &[&str], is_made: bool) -> CellLoss {
        let original = Attribute { name: "x".to_owned(), values: original };
        let mut labels: Vec<String> = owned(released);
        labels.retain(|label| !label.is_empty());
        labels.sort();
        labels.dedup();
        let code = |label: &&str| labels.iter().position(|known| known == label).map_or(u32::MAX, |at| at as u32);
        let codes = released.iter().map(code).collect();
        generalization_loss(&[RecodedColumn::of(&original, codes, labels, is_made)]).all
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    /// Five leaves, three levels above the lowest; guard has no record.
    fn work() -> Values {
        let text = "nurse;health;public;*\ndoctor;health;public;*\nbaker;food;private;*\ncook;food;private;*\nguard;guard;private;*\n";
        let taxonomies = read(Format::Vgh, &Source::text("w.csv", text), &Options::default()).unwrap();
        let stack = Arc::new(Stack::new(taxonomies.into_iter().map(Arc::new).collect()));
        Values::Text(vec![0, 1, 2, 0, u32::MAX], owned(&["nurse", "doctor", "baker"]), stack)
    }

    #[test]
    fn cells_in_a_hierarchy_by_hand() {
        let found = lost(work(), &["nurse", "doctor", "baker", "nurse", ""], false);
        let nothing = CellLoss { cells: 4, entropy_of_all: 5.0 + 1.0, precision: Some(1.0), ..CellLoss::default() };
        // -log2 of 1/2, 1/4, 1/4 and 1/2.
        assert_eq!(found, CellLoss { entropy_of_all: 6.0, ..nothing });
        let found = lost(work(), &["health", "public", "*", "nurse", ""], false);
        // Leaves: 2, 2, 5 and 1 of 5.
        close(found.certainty_penalty, (0.4 + 0.4 + 1.0) / 4.0);
        close(found.granularity, (0.25 + 0.25 + 1.0) / 4.0);
        // Of three records in health, two are nurses and one is a doctor; of four, one is a baker.
        close(found.entropy_bits, 1.5_f64.log2() + 3.0_f64.log2() + 2.0);
        close(found.entropy(), (1.5_f64.log2() + 3.0_f64.log2() + 2.0) / 6.0);
        // Levels 1, 2, 3 and 0 of 3.
        close(found.precision.unwrap(), 0.5);
        // A value that does not lie above, and one that was blanked, lose all.
        let found = lost(work(), &["nurse", "food", "", "nurse", ""], false);
        assert_eq!((found.cells, found.not_covered), (4, 1));
        close(found.certainty_penalty, 0.5);
        close(found.entropy_bits, 4.0);
        close(found.precision.unwrap(), 0.5);
    }

    #[test]
    fn intervals_by_their_form_by_hand() {
        let numbers =
            Values::Numbers(vec![0.0, 10.0, 10.0, 30.0, 50.0, f64::NAN].into(), NumberFormat::with_decimals(0));
        let found = lost(numbers, &["[0, 30)", "10", "< 30", "≥ 30", "*", ""], false);
        // Distinct values: 2, 1, 2, 2 and 4 of 4.
        close(found.certainty_penalty, (0.5 + 0.0 + 0.5 + 0.5 + 1.0) / 5.0);
        // Widths: 30, 0, 30, 20 and all of 50.
        close(found.granularity, (0.6 + 0.0 + 0.6 + 0.4 + 1.0) / 5.0);
        // Three records below 30, of which one is 0 and two are 10; two from 30; five in all.
        close(found.entropy_bits, 3.0_f64.log2() + 0.0 + 1.5_f64.log2() + 1.0 + 5.0_f64.log2());
        assert_eq!(found.precision, None);
    }

    #[test]
    fn a_hierarchy_made_from_the_values_has_levels() {
        let codes = Values::Nominal(vec![0, 1, 2, 3], owned(&["A12", "A19", "B12", "B13"]));
        let found = lost(codes.clone(), &["A1*", "A19", "B**", "***"], true);
        // "***" is no label of the hierarchy, whose root is "*": then forms are read, and levels are not known.
        assert_eq!((found.precision, found.not_covered), (None, 1));
        let found = lost(codes, &["A1*", "A19", "B**", "*"], true);
        close(found.precision.unwrap(), 1.0 - (1.0 + 0.0 + 2.0 + 3.0) / 3.0 / 4.0);
        close(found.certainty_penalty, (0.5 + 0.0 + 0.5 + 1.0) / 4.0);
        close(found.granularity, (1.0 / 3.0 + 0.0 + 1.0 / 3.0 + 1.0) / 4.0);
    }

    #[test]
    fn classes_by_hand() {
        assert_eq!(discernibility(&[2, 3, 5], 0, 10), 38.0);
        assert_eq!(discernibility(&[2, 3], 5, 10), 63.0);
        assert_eq!((average_class_size(&[2, 3, 5], 2), average_class_size(&[2, 2], 2)), (10.0 / 6.0, 1.0));
    }
}
