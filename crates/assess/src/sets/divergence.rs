//! How far the distribution of concepts or terms moved.

use std::collections::HashMap;

/// The distance of two distributions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Divergence {
    /// Half of the sum of differences: 0 for equal ones, 1 for those that share nothing.
    pub total_variation: f64,
    /// The Jensen–Shannon divergence, in bits: 0 to 1.
    pub jensen_shannon: f64,
}

/// Compares how often values occur in two collections.
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
}
