//! Linkage with generalised records: an intruder knows the true values, and takes any released record whose values cover them.

use crate::loss::RecodedColumn;
use crate::reading::Reading;
use rayon::prelude::*;
use std::collections::HashMap;

/// Words of memory for the sets of classes that cover a value, at most.
const MOST_WORDS: usize = 1 << 25;

/// The records, in percent, that are expected to be linked correctly by someone who knows the true values of these columns: a released
/// value stands for the set of values that it covers, and of all released records that cover the true ones one is taken at random. The
/// first `records` records were released. Nothing if there are too many classes and values to be compared.
pub fn covering_linkage(columns: &[RecodedColumn], records: usize) -> Option<Reading> {
    if columns.is_empty() || records == 0 {
        return None;
    }
    let tuple = |of: &dyn Fn(&RecodedColumn) -> u32| columns.iter().map(of).collect::<Vec<u32>>();
    let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
    let (mut classes, mut sizes, mut class_of): (Vec<Vec<u32>>, Vec<u32>, Vec<u32>) = Default::default();
    for record in 0..records {
        let labels = tuple(&|column| column.released[record]);
        let class = *known.entry(labels).or_insert_with_key(|labels| {
            classes.push(labels.clone());
            sizes.push(0);
            sizes.len() as u32 - 1
        });
        sizes[class as usize] += 1;
        class_of.push(class);
    }
    let words = classes.len().div_ceil(64);
    let covering: Vec<Vec<Vec<u32>>> = columns.iter().map(RecodedColumn::covering_labels).collect();
    if covering.iter().map(Vec::len).sum::<usize>().saturating_mul(words) > MOST_WORDS {
        return None;
    }
    // For each column and value the classes that cover it; a cell that was left out covers every value.
    let sets: Vec<Vec<Vec<u64>>> = covering
        .par_iter()
        .enumerate()
        .map(|(column, values)| {
            let mut with: HashMap<u32, Vec<u32>> = HashMap::new();
            for (class, labels) in (0..).zip(&classes) {
                with.entry(labels[column]).or_default().push(class);
            }
            let set = |labels: &Vec<u32>| {
                let mut set = vec![0_u64; words];
                for class in labels.iter().chain([&u32::MAX]).filter_map(|label| with.get(label)).flatten() {
                    set[*class as usize / 64] |= 1 << (class % 64);
                }
                set
            };
            values.iter().map(set).collect()
        })
        .collect();
    let mut originals: HashMap<Vec<u32>, Vec<u32>> = HashMap::new();
    for record in 0..records as u32 {
        originals.entry(tuple(&|column| column.codes[record as usize])).or_default().push(record);
    }
    let originals: Vec<(Vec<u32>, Vec<u32>)> = originals.into_iter().collect();
    let linked: Vec<Vec<(u32, f64)>> = originals
        .par_iter()
        .map(|(codes, records)| {
            let mut set = vec![u64::MAX; words];
            for (&code, sets) in codes.iter().zip(&sets) {
                // Nothing is known of a missing value.
                if let Some(own) = sets.get(code as usize) {
                    set.iter_mut().zip(own).for_each(|(all, own)| *all &= own);
                }
            }
            let holds = |class: u32| set[class as usize / 64] >> (class % 64) & 1 == 1;
            let covered = (0..).zip(&sizes).filter(|(class, _)| holds(*class));
            let all: u64 = covered.map(|(_, &size)| u64::from(size)).sum();
            let chance = |&record: &u32| if holds(class_of[record as usize]) { 1.0 / all as f64 } else { 0.0 };
            records.iter().map(|record| (*record, chance(record))).collect()
        })
        .collect();
    let mut chances = vec![0.0; records];
    linked.into_iter().flatten().for_each(|(record, chance)| chances[record as usize] = chance);
    let links: f64 = chances.iter().sum();
    Some(Reading { value: 100.0 * links / records as f64, parts: vec![("links", links)], records: chances })
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::NumberFormat;
    use scumble_mask::{Attribute, Rng, Values};

    fn column(numbers: &[f64], released: &[String]) -> RecodedColumn {
        let values = Values::Numbers(numbers.to_vec(), NumberFormat::with_decimals(0));
        let mut labels = released.to_vec();
        labels.sort();
        labels.dedup();
        let codes = released.iter().map(|label| labels.binary_search(label).unwrap() as u32).collect();
        RecodedColumn::of(&Attribute { name: "x".to_owned(), values }, codes, labels, false)
    }

    #[test]
    fn intervals_that_cover_a_value_by_hand() {
        let released = ["[10, 20)", "[10, 20)", "< 30", "30", "*"].map(str::to_owned);
        let found = covering_linkage(&[column(&[10.0, 15.0, 20.0, 30.0, 40.0], &released)], 5).unwrap();
        // 10 and 15 fit [10, 20) twice, < 30 and *; 20 fits < 30 and *; 30 fits 30 and *; 40 only *.
        assert_eq!(found.records, [0.25, 0.25, 0.5, 0.5, 1.0]);
        assert!((found.value - 50.0).abs() < 1e-12);
    }

    /// Two columns of random intervals, against comparing every record with every other.
    #[test]
    fn as_many_links_as_by_comparing_all_with_all() {
        let mut rng = Rng::new(11);
        for _ in 0..40 {
            let records = 60;
            let mut both = |_| {
                let numbers: Vec<f64> = (0..records).map(|_| rng.below(20) as f64).collect();
                let bounds: Vec<(f64, f64)> = numbers
                    .iter()
                    .map(|number| {
                        let from = (number / 5.0).floor() * 5.0;
                        if rng.below(2) == 0 { (from, from + 5.0) } else { (from - 5.0, from + 10.0) }
                    })
                    .collect();
                (numbers, bounds)
            };
            let columns: Vec<(Vec<f64>, Vec<(f64, f64)>)> = (0..2).map(&mut both).collect();
            let covers = |of: usize, known: usize| {
                columns.iter().all(|(numbers, bounds)| (bounds[of].0..bounds[of].1).contains(&numbers[known]))
            };
            let chance = |record: usize| 1.0 / (0..records).filter(|&other| covers(other, record)).count() as f64;
            let expected: f64 = (0..records).map(chance).sum();
            let label = |bounds: &(f64, f64)| format!("[{}, {})", bounds.0, bounds.1);
            let recoded: Vec<RecodedColumn> = columns
                .iter()
                .map(|(numbers, bounds)| column(numbers, &bounds.iter().map(label).collect::<Vec<_>>()))
                .collect();
            let found = covering_linkage(&recoded, records).unwrap();
            assert!((found.part("links").unwrap() - expected).abs() < 1e-9);
        }
    }
}
