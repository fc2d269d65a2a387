//! The pairs of concepts that occur together most often.

use std::collections::HashMap;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_by_how_often_they_occur() {
        let sets = [vec![1, 2, 3], vec![1, 2], vec![2, 3], vec![1, 2, 4]];
        assert_eq!(frequent_pairs(&sets, 5), [(1, 2), (2, 3)], "what occurs once is not frequent");
    }
}
