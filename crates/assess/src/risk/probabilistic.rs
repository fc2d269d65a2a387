//! Probabilistic record linkage: weights of agreement that the EM algorithm finds without a known pair (Fellegi and Sunter; Jaro).

use crate::agreement::{Agreement, BothCodes, MISSING};
use crate::reading::Reading;
use rayon::prelude::*;

/// Cells of the table of agreements, at most: 256 MB.
const MOST_CELLS: usize = 1 << 26;
/// Comparisons of a cell, at most, where cells may differ: some seconds.
const MOST_COMPARISONS: usize = 10_000_000_000;
/// Weights that differ by no more are a tie.
const TIE: f64 = 1e-9;
/// A probability of agreement keeps this far from 0 and 1.
const EDGE: f64 = 1e-6;
/// Rounds of EM, at most.
const ROUNDS: usize = 10_000;

/// The parts of a mixture of matched and unmatched pairs of records.
#[derive(Debug, Clone, PartialEq)]
pub struct Mixture {
    /// For each column the probability that it agrees in a matched pair.
    pub matched: Vec<f64>,
    /// The same of an unmatched pair.
    pub unmatched: Vec<f64>,
    /// The share of pairs that are matched.
    pub share: f64,
}

impl Mixture {
    /// All columns alike.
    pub fn even(columns: usize, matched: f64, unmatched: f64, share: f64) -> Self {
        Self { matched: vec![matched; columns], unmatched: vec![unmatched; columns], share }
    }

    /// Fits the mixture to the counts of pairs by their pattern of agreement (bit i is column i), starting from this one.
    #[must_use]
    pub fn fitted(mut self, counts: &[f64]) -> Self {
        for _ in 0..ROUNDS {
            let next = self.step(counts);
            let moved = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            let change = moved(&self.matched, &next.matched).max(moved(&self.unmatched, &next.unmatched));
            let change = change.max((self.share - next.share).abs());
            self = next;
            if change < 1e-14 {
                break;
            }
        }
        self
    }

    /// One round: how likely each pattern is that of a matched pair, and the shares that follow.
    fn step(&self, counts: &[f64]) -> Self {
        let columns = self.matched.len();
        let (mut pairs, mut all_matched) = (0.0, 0.0);
        let (mut matched, mut unmatched) = (vec![0.0; columns], vec![0.0; columns]);
        for (pattern, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0.0) {
            let chance = |agreement: &[f64]| {
                let one = |(column, &p): (usize, &f64)| if pattern >> column & 1 == 1 { p } else { 1.0 - p };
                agreement.iter().enumerate().map(one).product::<f64>()
            };
            let (a, b) = (self.share * chance(&self.matched), (1.0 - self.share) * chance(&self.unmatched));
            let likely = count * a / (a + b).max(f64::MIN_POSITIVE);
            pairs += count;
            all_matched += likely;
            for column in (0..columns).filter(|column| pattern >> column & 1 == 1) {
                matched[column] += likely;
                unmatched[column] += count - likely;
            }
        }
        let share = |sums: Vec<f64>, all: f64| -> Vec<f64> {
            sums.into_iter().map(|sum| (sum / all.max(f64::MIN_POSITIVE)).clamp(EDGE, 1.0 - EDGE)).collect()
        };
        Self {
            matched: share(matched, all_matched),
            unmatched: share(unmatched, pairs - all_matched),
            share: all_matched / pairs,
        }
    }

    /// The weight of a pattern, in bits: log2 of how much likelier it is in a matched pair.
    pub fn weight(&self, pattern: usize) -> f64 {
        let both = self.matched.iter().zip(&self.unmatched).enumerate();
        both.map(|(column, (m, u))| if pattern >> column & 1 == 1 { m / u } else { (1.0 - m) / (1.0 - u) })
            .map(f64::log2)
            .sum()
    }
}

/// The share of original records, in percent, that are linked rightly by the weight of agreement, and the mixture that gave the
/// weights. An intruder takes the masked record of greatest weight, if that is above 0, and guesses among ties. `None` if there is
/// no column, or there are too many columns or pairs of records.
pub fn probabilistic_linkage(columns: &[Agreement<'_>]) -> Option<(Reading, Mixture)> {
    let records = columns.first().map_or(0, Agreement::len);
    let patterns = 1_usize.checked_shl(columns.len() as u32)?;
    if records == 0 || columns.len() >= 32 || patterns.saturating_mul(records) > MOST_CELLS {
        return None;
    }
    let equal: Option<Vec<&BothCodes>> = columns
        .iter()
        .map(|column| match column {
            Agreement::Equal(codes) => Some(*codes),
            Agreement::Within { .. } => None,
        })
        .collect();
    // For each original record the masked records by the columns on which they agree with it, and on no other.
    let exactly = match equal {
        Some(columns) => by_classes(&columns, records, patterns),
        None => by_pairs(columns, records, patterns)?,
    };
    let mut counts = vec![0_u64; patterns];
    for row in exactly.chunks_exact(patterns) {
        counts.iter_mut().zip(row).for_each(|(count, &own)| *count += u64::from(own));
    }
    let counts: Vec<f64> = counts.into_iter().map(|count| count as f64).collect();
    let mixture = Mixture::even(columns.len(), 0.9, 0.1, 1.0 / records as f64).fitted(&counts);
    let weights: Vec<f64> = (0..patterns).map(|pattern| mixture.weight(pattern)).collect();
    let linked = |(record, row): (usize, &[u32])| {
        let there = || row.iter().zip(&weights).filter(|(count, _)| **count > 0);
        let best = there().map(|(_, &weight)| weight).fold(f64::NEG_INFINITY, f64::max);
        if best <= 0.0 || weights[pattern(columns, record, record)] < best - TIE {
            return 0.0;
        }
        let ties: u32 = there().filter(|(_, weight)| **weight >= best - TIE).map(|(count, _)| count).sum();
        1.0 / f64::from(ties)
    };
    let records: Vec<f64> = exactly.par_chunks_exact(patterns).enumerate().map(linked).collect();
    let links: f64 = records.iter().sum();
    let value = 100.0 * links / records.len() as f64;
    Some((Reading { value, parts: vec![("links", links)], records }, mixture))
}

/// The columns on which two records agree, as bits.
fn pattern(columns: &[Agreement<'_>], original: usize, masked: usize) -> usize {
    columns.iter().enumerate().map(|(at, column)| usize::from(column.agrees(original, masked)) << at).sum()
}

/// Compares every pair of records. `None` if there are too many pairs.
fn by_pairs(columns: &[Agreement<'_>], records: usize, patterns: usize) -> Option<Vec<u32>> {
    if records.saturating_mul(records).saturating_mul(columns.len()) > MOST_COMPARISONS {
        return None;
    }
    let mut exactly = vec![0; patterns * records];
    exactly.par_chunks_exact_mut(patterns).enumerate().for_each(|(original, row)| {
        (0..records).for_each(|masked| row[pattern(columns, original, masked)] += 1);
    });
    Some(exactly)
}

/// Finds records that agree by classes of equal cells.
fn by_classes(columns: &[&BothCodes], records: usize, patterns: usize) -> Vec<u32> {
    let mut agreements = Agreements { columns, records, at_least: vec![0; patterns * records] };
    agreements.at_least.chunks_exact_mut(patterns).for_each(|row| row[0] = records as u32);
    let mut everyone: Vec<u32> = (0..2 * records as u32).collect();
    (0..columns.len()).for_each(|first| agreements.refine(&mut everyone, first, 0));
    // From "agrees at least on these columns" to "agrees on exactly these".
    agreements.at_least.par_chunks_exact_mut(patterns).for_each(|row| {
        for column in 0..columns.len() {
            for pattern in (0..patterns).filter(|pattern| pattern >> column & 1 == 0) {
                row[pattern] -= row[pattern | 1 << column];
            }
        }
    });
    agreements.at_least
}

/// For each original record and each set of columns, the masked records that agree with it on them.
struct Agreements<'c> {
    columns: &'c [&'c BothCodes],
    records: usize,
    at_least: Vec<u32>,
}

impl Agreements<'_> {
    /// Splits a class of records that agree on the columns of `set` by one more column. Masked records are numbered after the originals.
    fn refine(&mut self, class: &mut [u32], column: usize, set: usize) {
        let (records, set) = (self.records, set | 1 << column);
        let codes = self.columns[column];
        let code = |&record: &u32| match record as usize {
            original if original < records => codes.original[original],
            masked => codes.masked[masked - records],
        };
        class.sort_unstable_by_key(|record| (code(record), *record));
        for part in class.chunk_by_mut(|a, b| code(a) == code(b)) {
            let originals = part.partition_point(|&record| (record as usize) < records);
            let maskeds = part.len() - originals;
            if originals == 0 || maskeds == 0 || code(&part[0]) == MISSING {
                continue;
            }
            for &record in &part[..originals] {
                self.at_least[record as usize * (1 << self.columns.len()) + set] = maskeds as u32;
            }
            (column + 1..self.columns.len()).for_each(|next| self.refine(part, next, set));
        }
    }
}
