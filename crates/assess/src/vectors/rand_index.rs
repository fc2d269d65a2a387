//! The adjusted Rand index of two partitions.

use std::collections::HashMap;

/// The adjusted Rand index (Hubert and Arabie, 1985) of two labellings of the same records: 1 if they group alike, about 0 if they
/// have nothing to do with each other.
///
/// # Panics
/// If the labellings differ in length.
pub fn adjusted_rand_index(one: &[u32], other: &[u32]) -> f64 {
    assert_eq!(one.len(), other.len(), "two labellings of the same records");
    let pairs = |count: u64| u128::from(count) * u128::from(count.saturating_sub(1)) / 2;
    fn sizes<K: std::hash::Hash + Eq>(keys: impl Iterator<Item = K>) -> Vec<u64> {
        let mut counts: HashMap<K, u64> = HashMap::new();
        keys.for_each(|key| *counts.entry(key).or_default() += 1);
        counts.into_values().collect()
    }
    let together = |sizes: Vec<u64>| sizes.into_iter().map(pairs).sum::<u128>() as f64;
    let both = together(sizes(one.iter().zip(other)));
    let (first, second) = (together(sizes(one.iter())), together(sizes(other.iter())));
    let all = pairs(one.len() as u64) as f64;
    if all == 0.0 {
        return 1.0;
    }
    let expected = first * second / all;
    let most = 0.5 * (first + second);
    // Both put all records together, or all apart.
    if most == expected { 1.0 } else { (both - expected) / (most - expected) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_by_hand() {
        assert_eq!(adjusted_rand_index(&[0, 0, 1, 1], &[5, 5, 2, 2]), 1.0);
        // Of 6 pairs 2 are together in one, 1 in the other and 1 in both: (1 - 2/6) / (3/2 - 2/6).
        let found = adjusted_rand_index(&[0, 0, 1, 1], &[0, 0, 1, 2]);
        assert!((found - 4.0 / 7.0).abs() < 1e-15, "{found}");
        let found = adjusted_rand_index(&[0, 0, 1, 1], &[0, 1, 0, 1]);
        assert!((found + 0.5).abs() < 1e-15, "{found}");
        for (one, other) in [(vec![0, 0, 0], vec![1, 1, 1]), (vec![0, 1, 2], vec![2, 1, 0]), (vec![], vec![])] {
            assert_eq!(adjusted_rand_index(&one, &other), 1.0);
        }
        assert_eq!(adjusted_rand_index(&[0, 0, 0], &[0, 1, 2]), 0.0);
    }
}
