//! Special uniques: the smallest combinations of columns that single out a record, and the scores of SUDA2.

use crate::agreement::MISSING;
use crate::classes::Classes;
use rayon::prelude::*;

/// Cells that are looked at, at most: a few seconds. Larger combinations are not searched if there are more.
const MOST_CELLS: usize = 300_000_000;
/// Columns of which combinations are searched, at most.
const MOST_COLUMNS: usize = 64;

/// What the minimal sample uniques of a release say of its records.
///
/// A minimal sample unique (MSU) of a record is a set of columns on which no other record has its values, none of whose proper subsets
/// is. A missing value is part of none.
#[derive(Debug, Clone, PartialEq)]
pub struct SpecialUniques {
    /// For each record the sum over its MSUs of (columns - size)!, as Elliot's SUDA and sdcMicro have it.
    pub scores: Vec<f64>,
    /// For each record its DIS-SUDA score: the probability that a match with it is right.
    pub dis_scores: Vec<f64>,
    /// For each record the size of its smallest MSU; 0 if it has none.
    pub smallest: Vec<u8>,
    /// How many MSUs of 1, 2, … columns there are.
    pub sizes: Vec<usize>,
    /// For each column, the share of the sum of scores that is of MSUs that it is part of.
    pub contributions: Vec<f64>,
    /// The probability that a unique match is right (Skinner and Elliot's DIS).
    pub intrusion: f64,
    /// Combinations of up to this many columns were searched: all of them, if it is the number of columns.
    pub searched: usize,
}

impl SpecialUniques {
    /// Records that fewer columns than all of them single out.
    pub fn special(&self) -> usize {
        let columns = self.contributions.len();
        self.smallest.iter().filter(|&&size| size > 0 && usize::from(size) < columns).count()
    }
}

/// Finds the minimal sample uniques of records by their codes in each column; `classes` are those of all these columns. `fraction` is
/// the share of the population that the release has. `None` if there are too many columns, or no column.
pub fn special_uniques(codes: &[&[u32]], classes: &Classes, fraction: f64) -> Option<SpecialUniques> {
    let columns = codes.len();
    if columns == 0 || columns > MOST_COLUMNS {
        return None;
    }
    let unique: Vec<bool> = classes.of.iter().map(|&class| classes.sizes[class as usize] == 1).collect();
    let mut found: Vec<Vec<u64>> = vec![Vec::new(); classes.of.len()];
    let (mut sizes, mut looked, mut searched) = (Vec::new(), 0_usize, 0);
    while searched < columns {
        // What the next size costs: at worst all records that stand in a class with a unique one, for every combination.
        looked = looked.saturating_add(combinations(columns, searched + 1).saturating_mul(classes.of.len()));
        if looked > MOST_CELLS && searched >= 2 && unique.iter().any(|&unique| unique) {
            break;
        }
        searched += 1;
        let search = Search { codes, unique: &unique, found: &found, size: searched };
        let new = search.all();
        sizes.push(new.len());
        new.into_iter().for_each(|(record, set)| found[record as usize].push(set));
    }
    let factorial = |size: u32| (1..=columns as u32 - size).map(f64::from).product::<f64>();
    let score = |sets: &Vec<u64>| sets.iter().map(|set| factorial(set.count_ones())).sum::<f64>();
    let scores: Vec<f64> = found.iter().map(score).collect();
    let total: f64 = scores.iter().sum();
    let with = |column: usize| {
        let parts = found.iter().flatten().filter(|&set| set >> column & 1 == 1);
        let share = parts.map(|set| factorial(set.count_ones())).sum::<f64>() / total;
        if total > 0.0 { share } else { 0.0 }
    };
    let intrusion = intrusion(classes, fraction);
    Some(SpecialUniques {
        dis_scores: dis_scores(&scores, columns, classes.uniques() as f64, intrusion),
        smallest: found.iter().map(|sets| sets.first().map_or(0, |set| set.count_ones() as u8)).collect(),
        contributions: (0..columns).map(with).collect(),
        scores,
        sizes,
        intrusion,
        searched,
    })
}

fn combinations(columns: usize, size: usize) -> usize {
    (0..size).fold(1_usize, |product, i| product.saturating_mul(columns - i) / (i + 1))
}

/// Skinner and Elliot's estimate of the probability that a unique match between a released record and the population is right: by
/// records that are unique, and records of pairs.
fn intrusion(classes: &Classes, fraction: f64) -> f64 {
    let paired = 2 * classes.sizes.iter().filter(|&&size| size == 2).count();
    let (uniques, pairs) = (classes.uniques() as f64 * fraction, paired as f64 * (1.0 - fraction));
    if uniques > 0.0 { uniques / (uniques + pairs) } else { 0.0 }
}

/// Spreads the probability of a right match over the records with a score, as sdcMicro does.
fn dis_scores(scores: &[f64], columns: usize, uniques: f64, intrusion: f64) -> Vec<f64> {
    let exponent = 1.0 + (8.0 - columns as f64) / 20.0;
    let adjusted: f64 = scores.iter().filter(|&&score| score > 0.0).map(|score| score.powf(-exponent)).sum();
    let odds = uniques / intrusion - uniques;
    let one = |&score: &f64| {
        if score > 0.0 { 1.0 / (1.0 + odds / (score.powf(exponent) * adjusted)) } else { 0.0 }
    };
    scores.iter().map(one).collect()
}

/// The search for minimal uniques of one size, when those of all smaller sizes are known.
struct Search<'s> {
    codes: &'s [&'s [u32]],
    /// Whom all columns together single out: nobody else has a minimal unique.
    unique: &'s [bool],
    found: &'s [Vec<u64>],
    size: usize,
}

impl Search<'_> {
    /// Every record with a minimal unique of the size, in a fixed order.
    fn all(&self) -> Vec<(u32, u64)> {
        let everyone: Vec<u32> = (0..self.unique.len() as u32).collect();
        let starts = 0..=self.codes.len() - self.size;
        let found: Vec<Vec<(u32, u64)>> = starts
            .into_par_iter()
            .map(|first| {
                let mut found = Vec::new();
                self.refine(&mut everyone.clone(), first, 0, &mut found);
                found
            })
            .collect();
        found.concat()
    }

    /// Splits a class of the columns of `set` by one more column, and goes on from each part with every later column.
    fn refine(&self, class: &mut [u32], column: usize, set: u64, found: &mut Vec<(u32, u64)>) {
        let (codes, set) = (self.codes[column], set | 1 << column);
        let size = set.count_ones() as usize;
        class.sort_unstable_by_key(|&record| (codes[record as usize], record));
        for part in class.chunk_by_mut(|&a, &b| codes[a as usize] == codes[b as usize]) {
            match part {
                [record, ..] if codes[*record as usize] == MISSING => {}
                [record] => {
                    let smaller = || self.found[*record as usize].iter().any(|known| known & set == *known);
                    if size == self.size && !smaller() {
                        found.push((*record, set));
                    }
                }
                part if size < self.size && part.iter().any(|&record| self.unique[record as usize]) => {
                    // Enough columns must be left to reach the size.
                    for next in column + 1..=self.codes.len() - (self.size - size) {
                        self.refine(part, next, set, found);
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimal_uniques_by_hand() {
        // Records (a, b, c): 0 (0,0,0), 1 (0,0,1), 2 (0,1,0), 3 (1,1,1), 4 (0,1,-). a = 1 singles out 3; b and c single out 0, 1, 2, 3.
        let (a, b, c) = ([0, 0, 0, 1, 0], [0, 0, 1, 1, 1], [0, 1, 0, 1, MISSING]);
        let classes = Classes { of: vec![0, 1, 2, 3, 4], sizes: vec![1; 5] };
        let found = special_uniques(&[&a, &b, &c], &classes, 0.5).unwrap();
        // Record 1: {b, c}, and {a, c}, since only 3 has c = 1 besides, with a = 1. Record 4 has nothing: c is missing.
        assert_eq!(found.sizes, [1, 5, 0]);
        assert_eq!(found.smallest, [2, 2, 2, 1, 0]);
        assert_eq!(found.scores, [1.0, 2.0, 1.0, 3.0, 0.0], "2! of one column, 1! of two");
        assert_eq!((found.special(), found.searched, found.intrusion), (4, 3, 1.0));
        assert_eq!(found.contributions, [3.0 / 7.0, 4.0 / 7.0, 5.0 / 7.0]);
    }
}
