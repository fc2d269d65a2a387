//! The shape of a vector space: distances between documents, terms per document, and the mean weight.

use super::checked;
use crate::reading::{Error, Result};
use rayon::prelude::*;
use scumble_data::SparseMatrix;
use scumble_mask::Rng;
use serde::Serialize;

/// Intervals of distances: [0, 0.1), … [0.9, 1), and exactly 1.
pub const INTERVALS: usize = 11;

/// Up to so many documents every pair is measured.
pub const EVERY_PAIR: usize = 10_000;

/// Pairs that are drawn from a larger space.
pub const DRAWN_PAIRS: u64 = 2_000_000;

/// What a vector space looks like.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Shape {
    /// Rows.
    pub documents: usize,
    /// Columns.
    pub terms: usize,
    /// Terms of a document that are not 0, on average.
    pub terms_per_document: f64,
    /// The mean of the weights that are not 0.
    pub mean_weight: f64,
    /// How far documents are from each other.
    pub distances: Distances,
}

/// The distribution of the cosine distances of pairs of documents.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Distances {
    /// The share of pairs in each interval: [0, 0.1), … [0.9, 1), and 1 for pairs without a common term.
    pub shares: [f64; INTERVALS],
    /// Pairs that were measured.
    pub pairs: u64,
    /// Whether these are a sample, drawn with replacement; else they are all.
    pub sampled: bool,
}

/// Describes a space; `seed` draws pairs of documents if the space has more than [`EVERY_PAIR`].
///
/// # Errors
/// If the space has fewer than two documents, or a row that does not have length 1.
pub fn shape(which: &'static str, space: &SparseMatrix, seed: u64) -> Result<Shape> {
    checked(which, space)?;
    if space.len() < 2 {
        return Err(Error::Nothing("a space of fewer than two documents has no distances"));
    }
    let weights: f64 = space.rows().map(|row| row.weights.iter().sum::<f64>()).sum();
    let distances = if space.len() <= EVERY_PAIR { every_pair(space) } else { drawn(space, DRAWN_PAIRS, seed) };
    Ok(Shape {
        documents: space.len(),
        terms: space.columns(),
        terms_per_document: space.entries() as f64 / space.len() as f64,
        mean_weight: if space.entries() == 0 { 0.0 } else { weights / space.entries() as f64 },
        distances,
    })
}

/// All pairs, by an inverted index: a document meets only those that share a term.
fn every_pair(space: &SparseMatrix) -> Distances {
    let index = space.transposed();
    let count = |(mut scores, mut counts): (Vec<f64>, [u64; INTERVALS]), document: usize| {
        let later = &mut scores[document + 1..];
        later.fill(0.0);
        for (term, weight) in space.row(document).iter() {
            let posting = index.row(term as usize);
            let from = posting.terms.partition_point(|&other| other as usize <= document);
            for (&other, &of_other) in posting.terms[from..].iter().zip(&posting.weights[from..]) {
                later[other as usize - document - 1] += weight * of_other;
            }
        }
        later.iter().for_each(|&cosine| counts[interval(cosine)] += 1);
        (scores, counts)
    };
    let counts = (0..space.len())
        .into_par_iter()
        .fold(|| (vec![0.0; space.len()], [0; INTERVALS]), count)
        .map(|(_, counts)| counts)
        .reduce(|| [0; INTERVALS], |a, b| std::array::from_fn(|at| a[at] + b[at]));
    shares(counts, false)
}

fn drawn(space: &SparseMatrix, pairs: u64, seed: u64) -> Distances {
    let mut rng = Rng::new(seed);
    let mut counts = [0; INTERVALS];
    for _ in 0..pairs {
        let one = rng.below(space.len());
        // Any of the others, each as likely.
        let other = (one + 1 + rng.below(space.len() - 1)) % space.len();
        counts[interval(space.row(one).inner(space.row(other)))] += 1;
    }
    shares(counts, true)
}

fn shares(counts: [u64; INTERVALS], sampled: bool) -> Distances {
    let pairs: u64 = counts.iter().sum();
    Distances { shares: counts.map(|count| count as f64 / pairs as f64), pairs, sampled }
}

/// The interval of a distance, from the cosine; rounding never leads below 0 or, with a common term, to 1.
fn interval(cosine: f64) -> usize {
    if cosine == 0.0 {
        return INTERVALS - 1;
    }
    (((1.0 - cosine) * 10.0).max(0.0) as usize).min(INTERVALS - 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Unit rows over 12 terms, some of them equal or apart.
    fn made(documents: usize) -> SparseMatrix {
        let mut rng = Rng::new(5);
        let row = |_| (0..12).map(|term| (term, if rng.below(4) == 0 { rng.unit() + 0.1 } else { 0.0 })).collect();
        SparseMatrix::from_rows(12, (0..documents).map(row).collect::<Vec<Vec<(u32, f64)>>>()).unwrap().normalized()
    }

    #[test]
    fn intervals_hold_their_lower_ends() {
        assert_eq!(interval(0.0), 10);
        assert_eq!((interval(1e-300), interval(0.05), interval(0.5), interval(0.25)), (9, 9, 5, 7));
        assert_eq!((interval(1.0), interval(1.0 + 1e-15)), (0, 0));
    }

    #[test]
    fn every_pair_is_what_two_loops_find() {
        let space = made(60);
        let mut counts = [0_u32; INTERVALS];
        for one in 0..60 {
            for other in 0..one {
                let dense = |row: usize| -> Vec<f64> {
                    let mut dense = vec![0.0; 12];
                    space.row(row).iter().for_each(|(term, weight)| dense[term as usize] = weight);
                    dense
                };
                let distance = 1.0 - dense(one).iter().zip(dense(other)).map(|(a, b)| a * b).sum::<f64>();
                counts[if distance == 1.0 { 10 } else { (distance.max(0.0) * 10.0) as usize }] += 1;
            }
        }
        let found = every_pair(&space);
        assert_eq!((found.pairs, found.sampled), (1770, false));
        for (share, count) in found.shares.iter().zip(counts) {
            assert!((share - f64::from(count) / 1770.0).abs() < 1e-12, "{found:?} {counts:?}");
        }
        let sample = drawn(&space, 200_000, 3);
        assert!(sample.sampled && sample.pairs == 200_000);
        for (all, some) in found.shares.iter().zip(sample.shares) {
            assert!((all - some).abs() < 0.01, "{all} {some}");
        }
    }

    #[test]
    fn terms_and_weights() {
        let rows = [vec![(0, 1.0)], vec![(0, 0.6), (1, 0.8)], vec![]];
        let found = shape("original", &SparseMatrix::from_rows(4, rows).unwrap(), 1).unwrap();
        assert_eq!((found.documents, found.terms, found.terms_per_document), (3, 4, 1.0));
        assert!((found.mean_weight - 0.8).abs() < 1e-15);
        let shares = found.distances.shares;
        assert!((shares[4] - 1.0 / 3.0).abs() < 1e-15 && (shares[10] - 2.0 / 3.0).abs() < 1e-15);
        assert!(shape("original", &SparseMatrix::new(3), 1).is_err());
    }
}
