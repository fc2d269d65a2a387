//! Set-valued records: what an intruder with some of a person's items finds, and how distributions moved.

use rayon::prelude::*;
use std::collections::HashMap;

/// How far two distributions are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Divergence {
    /// Half of the sum of differences: 0 for equal ones, 1 for those that share nothing.
    pub total_variation: f64,
    /// The Jensen–Shannon divergence, in bits: 0 to 1.
    pub jensen_shannon: f64,
}

/// Compares how often things occur in two collections.
pub fn divergence<T: std::hash::Hash + Eq + Ord>(
    a: impl IntoIterator<Item = T>,
    b: impl IntoIterator<Item = T>,
) -> Divergence {
    let mut counts: HashMap<T, [f64; 2]> = HashMap::new();
    let mut totals = [0.0_f64; 2];
    let mut count = |thing: T, at: usize| {
        counts.entry(thing).or_default()[at] += 1.0;
        totals[at] += 1.0;
    };
    a.into_iter().for_each(|thing| count(thing, 0));
    b.into_iter().for_each(|thing| count(thing, 1));
    if totals.contains(&0.0) {
        let apart = if totals[0] == totals[1] { 0.0 } else { 1.0 };
        return Divergence { total_variation: apart, jensen_shannon: apart };
    }
    // In the things' own order, so that the sum is the same every time.
    let mut counts: Vec<(T, [f64; 2])> = counts.into_iter().collect();
    counts.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let (mut variation, mut divergence) = (0.0, 0.0);
    for (_, count) in counts {
        let [p, q] = [count[0] / totals[0].max(1.0), count[1] / totals[1].max(1.0)];
        variation += (p - q).abs() / 2.0;
        let middle = f64::midpoint(p, q);
        divergence += [p, q]
            .into_iter()
            .filter(|share| *share > 0.0)
            .map(|share| share / 2.0 * (share / middle).log2())
            .sum::<f64>();
    }
    Divergence { total_variation: variation, jensen_shannon: divergence }
}

/// The pairs of concepts that occur together in the most records, at most `count`; equally frequent ones in their order.
pub fn frequent_pairs(sets: &[Vec<u32>], count: usize) -> Vec<(u32, u32)> {
    let mut counts: HashMap<(u32, u32), u32> = HashMap::new();
    for set in sets {
        for (at, &a) in set.iter().enumerate() {
            set[..at].iter().for_each(|&b| *counts.entry((b.min(a), b.max(a))).or_default() += 1);
        }
    }
    let mut pairs: Vec<((u32, u32), u32)> = counts.into_iter().filter(|(_, count)| *count > 1).collect();
    pairs.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    pairs.into_iter().take(count).map(|(pair, _)| pair).collect()
}

/// Distances that differ by no more are a tie.
const TIE: f64 = 1e-12;

/// The expected number of right links: an intruder who knows some concepts of each person takes the released record in which these
/// are nearest, and guesses among ties.
///
/// `known` has what is known of each person and which distinct release is theirs; `released` how many records each distinct
/// release stands for; `nearest(release)` gives, for every concept, the distance to the nearest one of that release.
pub fn links(known: &[(Vec<u32>, usize)], released: &[usize], nearest: impl Fn(usize) -> Vec<f64> + Sync) -> f64 {
    // For each person: the least distance, how many records are that near, and whether theirs is among them.
    let start = || vec![(f64::INFINITY, 0_usize, false); known.len()];
    let better = |best: &mut (f64, usize, bool), other: (f64, usize, bool)| {
        if other.0 < best.0 - TIE {
            *best = other;
        } else if other.0 <= best.0 + TIE {
            *best = (best.0.min(other.0), best.1 + other.1, best.2 | other.2);
        }
    };
    let found = (0..released.len()).into_par_iter().fold(start, |mut best, release| {
        let profile = nearest(release);
        for (best, (concepts, own)) in best.iter_mut().zip(known) {
            let distance = concepts.iter().map(|&concept| profile[concept as usize]).sum();
            better(best, (distance, released[release], *own == release));
        }
        best
    });
    let found = found.reduce(start, |mut a, b| {
        a.iter_mut().zip(b).for_each(|(best, other)| better(best, other));
        a
    });
    found.into_iter().filter(|(.., own)| *own).map(|(_, ties, _)| 1.0 / ties as f64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_that_share_half() {
        let same = divergence([1, 2, 2], [2, 1, 2]);
        assert!(same.total_variation < 1e-12 && same.jensen_shannon < 1e-12);
        let apart = divergence(["a"], ["b"]);
        assert_eq!((apart.total_variation, apart.jensen_shannon), (1.0, 1.0));
        let half = divergence([1, 2], [2, 3]);
        assert_eq!((half.total_variation, half.jensen_shannon), (0.5, 0.5));
    }

    #[test]
    fn pairs_by_how_often_they_occur() {
        let sets = [vec![1, 2, 3], vec![1, 2], vec![2, 3], vec![1, 2, 4]];
        assert_eq!(frequent_pairs(&sets, 5), [(1, 2), (2, 3)], "what occurs once is not frequent");
    }

    #[test]
    fn an_intruder_guesses_among_ties() {
        // Two releases: {0} for 2 records, {1} for 3. Concepts are equal or not.
        let nearest = |release: usize| vec![if release == 0 { 0.0 } else { 1.0 }, if release == 1 { 0.0 } else { 1.0 }];
        let expected = links(&[(vec![0], 0), (vec![1], 1), (vec![0], 1), (vec![0, 1], 0)], &[2, 3], nearest);
        assert!((expected - (0.5 + 1.0 / 3.0 + 0.0 + 0.2)).abs() < 1e-12);
    }
}
