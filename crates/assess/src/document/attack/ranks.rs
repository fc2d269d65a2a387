//! Figures over the ranks of many people.

use crate::document::share::Share;

/// How often, and at which rank, people are found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ranks {
    /// Found first.
    pub top_1: Share,
    /// Found among the first five.
    pub top_5: Share,
    /// The mean of 1 / rank.
    pub mean_reciprocal_rank: f64,
}

impl Ranks {
    /// Of some ranks, from 1.
    pub fn of(ranks: &[usize]) -> Self {
        Self {
            top_1: Share::of(ranks.iter().map(|&rank| rank == 1)),
            top_5: Share::of(ranks.iter().map(|&rank| rank <= 5)),
            mean_reciprocal_rank: ranks.iter().map(|&rank| 1.0 / rank as f64).sum::<f64>() / ranks.len().max(1) as f64,
        }
    }
}

/// For each person the rank that the best attacker reaches: whoever is found by one attacker is found. `ranks` has a list for each
/// attacker.
pub fn worst_ranks(ranks: &[Vec<usize>]) -> Vec<usize> {
    let people = ranks.iter().map(Vec::len).min().unwrap_or(0);
    (0..people).filter_map(|person| ranks.iter().map(|attacker| attacker[person]).min()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_by_hand() {
        let ranks = Ranks::of(&[1, 2, 5, 10]);
        assert_eq!((ranks.top_1.part, ranks.top_5.part, ranks.top_1.whole), (1, 3, 4));
        assert!((ranks.mean_reciprocal_rank - (1.0 + 0.5 + 0.2 + 0.1) / 4.0).abs() < 1e-12);
        assert_eq!(worst_ranks(&[vec![3, 1], vec![2, 7]]), [2, 1]);
        assert_eq!(worst_ranks(&[]), [0; 0]);
    }
}
