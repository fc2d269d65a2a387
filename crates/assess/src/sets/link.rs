//! Record linkage by an intruder who knows some of a person's concepts.

use rayon::prelude::*;

/// Distances that differ by no more are a tie.
const TIE: f64 = 1e-12;

/// What an intruder knows of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Some of the person's concepts.
    pub concepts: Vec<u32>,
    /// The distinct release that is the person's own.
    pub release: usize,
}

/// The expected number of right links: an intruder who knows some concepts of each person takes the released record in which these
/// are nearest, and guesses among ties.
///
/// `released` says how many records each distinct release stands for; `nearest(release)` gives, for every concept, the distance to
/// the nearest concept of that release.
pub fn links(known: &[Known], released: &[usize], nearest: impl Fn(usize) -> Vec<f64> + Sync) -> f64 {
    // For each person: the least distance, how many records are that near, and whether the person's own is among them.
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
        for (best, known) in best.iter_mut().zip(known) {
            let distance = known.concepts.iter().map(|&concept| profile[concept as usize]).sum();
            better(best, (distance, released[release], known.release == release));
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
    fn an_intruder_guesses_among_ties() {
        // Two releases: {0} for 2 records, {1} for 3. Concepts are equal or not.
        let nearest = |release: usize| vec![if release == 0 { 0.0 } else { 1.0 }, if release == 1 { 0.0 } else { 1.0 }];
        let known = |concepts: &[u32], release| Known { concepts: concepts.to_vec(), release };
        let people = [known(&[0], 0), known(&[1], 1), known(&[0], 1), known(&[0, 1], 0)];
        let expected = links(&people, &[2, 3], nearest);
        assert!((expected - (0.5 + 1.0 / 3.0 + 0.0 + 0.2)).abs() < 1e-12);
    }
}
