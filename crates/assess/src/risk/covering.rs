//! Linkage with generalised records: an intruder knows the true values, and takes any released record whose values cover them.

use crate::loss::RecodedColumn;
use crate::reading::Reading;
use rayon::prelude::*;
use std::collections::HashMap;

/// Words of memory for the sets of classes that cover a value, at most.
const MOST_WORDS: usize = 1 << 25;

/// The classes of released records that are alike, and which of them cover a value.
pub(crate) struct CoveringClasses {
    /// The class of each released record.
    pub(crate) of: Vec<u32>,
    /// The released records of each class.
    pub(crate) sizes: Vec<u32>,
    /// For each column and value the classes that cover it.
    sets: Vec<Vec<Vec<u64>>>,
    words: usize,
}

impl CoveringClasses {
    /// The classes of the first `records` released records. Nothing if there are too many classes and values to be compared.
    pub(crate) fn new(columns: &[RecodedColumn], records: usize) -> Option<Self> {
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        let (mut classes, mut sizes, mut of): (Vec<Vec<u32>>, Vec<u32>, Vec<u32>) = Default::default();
        for record in 0..records {
            let labels: Vec<u32> = columns.iter().map(|column| column.released[record]).collect();
            let class = *known.entry(labels).or_insert_with_key(|labels| {
                classes.push(labels.clone());
                sizes.push(0);
                sizes.len() as u32 - 1
            });
            sizes[class as usize] += 1;
            of.push(class);
        }
        let words = classes.len().div_ceil(64);
        let covering: Vec<Vec<Vec<u32>>> = columns.iter().map(RecodedColumn::covering_labels).collect();
        if covering.iter().map(Vec::len).sum::<usize>().saturating_mul(words) > MOST_WORDS {
            return None;
        }
        let set = |(column, values): (usize, &Vec<Vec<u32>>)| {
            let mut with: HashMap<u32, Vec<u32>> = HashMap::new();
            for (class, labels) in (0..).zip(&classes) {
                with.entry(labels[column]).or_default().push(class);
            }
            let set = |labels: &Vec<u32>| {
                let mut set = vec![0_u64; words];
                // A cell that was left out covers every value.
                for class in labels.iter().chain([&u32::MAX]).filter_map(|label| with.get(label)).flatten() {
                    set[*class as usize / 64] |= 1 << (class % 64);
                }
                set
            };
            values.iter().map(set).collect()
        };
        let sets = covering.par_iter().enumerate().map(set).collect();
        Some(Self { of, sizes, sets, words })
    }

    /// The classes that cover a record with these values, ascending; nothing is known of a missing one.
    pub(crate) fn covering(&self, codes: &[u32]) -> Vec<u32> {
        let mut set = vec![u64::MAX; self.words];
        for own in codes.iter().zip(&self.sets).filter_map(|(&code, sets)| sets.get(code as usize)) {
            set.iter_mut().zip(own).for_each(|(all, own)| *all &= own);
        }
        let mut found = Vec::new();
        for (word, mut bits) in (0..).zip(set) {
            while bits != 0 {
                found.push(64 * word + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
        // The last word has more bits than there are classes, if no value is known.
        found.truncate(found.partition_point(|&class| (class as usize) < self.sizes.len()));
        found
    }
}

/// The distinct tuples of values of the first `records` records, each with its records, in order of the first.
pub(crate) fn distinct(columns: &[RecodedColumn], records: usize) -> Vec<(Vec<u32>, Vec<u32>)> {
    let mut known: HashMap<Vec<u32>, usize> = HashMap::new();
    let mut found: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
    for record in 0..records {
        let codes: Vec<u32> = columns.iter().map(|column| column.codes[record]).collect();
        let at = *known.entry(codes).or_insert_with_key(|codes| {
            found.push((codes.clone(), Vec::new()));
            found.len() - 1
        });
        found[at].1.push(record as u32);
    }
    found
}

/// The records, in percent, that are expected to be linked correctly by someone who knows the true values of these columns: a released
/// value stands for the set of values that it covers, and of all released records that cover the true ones one is taken at random. The
/// first `records` records were released. Nothing if there are too many classes and values to be compared.
pub fn covering_linkage(columns: &[RecodedColumn], records: usize) -> Option<Reading> {
    if columns.is_empty() || records == 0 {
        return None;
    }
    let classes = CoveringClasses::new(columns, records)?;
    let linked: Vec<Vec<(u32, f64)>> = distinct(columns, records)
        .par_iter()
        .map(|(codes, records)| {
            let covering = classes.covering(codes);
            let all: u64 = covering.iter().map(|&class| u64::from(classes.sizes[class as usize])).sum();
            let chance = |record: u32| match covering.binary_search(&classes.of[record as usize]) {
                Ok(_) => 1.0 / all as f64,
                Err(_) => 0.0,
            };
            records.iter().map(|&record| (record, chance(record))).collect()
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
        let values = Values::Numbers(numbers.to_vec().into(), NumberFormat::with_decimals(0));
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
            let columns: Vec<_> = (0..2).map(&mut both).collect();
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
