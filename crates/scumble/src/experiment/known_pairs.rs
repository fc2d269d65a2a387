//! Table 5.14 of the thesis: an intruder knows some pairs, and links the other records of files that were protected in fifteen ways.

use super::protection::Protection;
use crate::error::Result;
use scumble_assess::learn::known::{Carried, CarryOver, Features, KnownPairs, Recipe, Weights};
use scumble_data::Rows;
use scumble_io::{Silent, Watch};
use scumble_mask::Rng;

/// The fifteen protections, with the percentages of test records that the thesis links by d²AM, by the Choquet integral that links most
/// training records (not finished for three) and by its heuristic.
pub const TABLE_5_14: [(Protection, f64, Option<f64>, f64); 15] = [
    (Protection::RankSwap(20.0), 2.61, None, 2.73),
    (Protection::RankSwap(15.0), 9.89, None, 8.98),
    (Protection::RankSwap(12.0), 17.50, None, 17.73),
    (Protection::RankSwap(5.0), 78.86, Some(77.61), 79.20),
    (Protection::RankSwap(4.0), 85.23, Some(80.91), 85.11),
    (grouped(3, 9), 60.23, Some(57.16), 60.11),
    (grouped(3, 5), 77.39, Some(74.66), 76.93),
    (grouped(3, 8), 65.00, Some(62.95), 65.11),
    (grouped(4, 4), 61.48, Some(58.52), 61.70),
    (grouped(4, 8), 37.27, Some(35.68), 37.16),
    (grouped(4, 5), 52.50, Some(50.45), 52.50),
    (Protection::ZScores(3), 0.23, Some(0.11), 0.23),
    (Protection::Noise(16.0), 70.11, Some(67.50), 70.11),
    (Protection::Noise(12.0), 86.59, Some(80.57), 86.82),
    (Protection::Noise(1.0), 100.00, Some(99.66), 100.00),
];

const fn grouped(width: usize, k: usize) -> Protection {
    Protection::Grouped { width, k, standardize: true }
}

/// How to repeat the experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownPairsExperiment {
    /// Pairs that the intruder knows, drawn at random.
    pub known: usize,
    /// How often every protection is made and attacked.
    pub repeats: usize,
    /// What random choices start from.
    pub seed: u64,
}

impl Default for KnownPairsExperiment {
    fn default() -> Self {
        Self { known: 200, repeats: 5, seed: 1 }
    }
}

/// What was measured on one protection: means over the repeats, in percent of the records that are not known.
#[derive(Debug, Clone, PartialEq)]
pub struct ProtectionResult {
    /// The protection.
    pub protection: Protection,
    /// Links by d²AM: standardised values, all alike.
    pub plain: f64,
    /// Links by ranks, all alike.
    pub ranks: f64,
    /// Expected links by the recipe that was chosen.
    pub learned: f64,
    /// Records whose only nearest masked record by that recipe is their own.
    pub strict: f64,
    /// The recipe of each repeat.
    pub recipes: Vec<Recipe>,
}

impl KnownPairsExperiment {
    /// Protects a file and attacks it, as often as is asked.
    ///
    /// # Errors
    /// If the file cannot be protected, too few or all of its pairs are known, or the watcher cancels the run.
    pub fn run(&self, original: &Rows, protection: Protection, watch: &dyn Watch) -> Result<ProtectionResult> {
        let mut result =
            ProtectionResult { protection, plain: 0.0, ranks: 0.0, learned: 0.0, strict: 0.0, recipes: Vec::new() };
        for repeat in 0..self.repeats {
            watch.step("attacking", repeat as u64, self.repeats as u64)?;
            let (carried, plain, ranks) = self.once(original, protection, self.seed + repeat as u64)?;
            result.plain += plain / self.repeats as f64;
            result.ranks += ranks / self.repeats as f64;
            result.learned += carried.links.percent() / self.repeats as f64;
            let strict = 100.0 * carried.links.strict as f64 / carried.links.rows.len() as f64;
            result.strict += strict / self.repeats as f64;
            result.recipes.push(carried.chosen.recipe);
        }
        Ok(result)
    }

    fn once(&self, original: &Rows, protection: Protection, seed: u64) -> Result<(Carried, f64, f64)> {
        let masked = protection.protect(original, seed, &Silent)?;
        let known = drawn(original.len(), self.known, seed);
        let pairs = KnownPairs { original, masked: &masked, known: &known };
        let learning = CarryOver { seed, ..CarryOver::default() };
        let alike = |features| learning.with(Recipe { features, weights: Weights::Equal }, pairs);
        let (plain, ranks) = (alike(Features::Standardized)?.1.percent(), alike(Features::Ranks)?.1.percent());
        Ok((learning.learn(pairs, &Silent)?, plain, ranks))
    }
}

/// So many of the rows, drawn at random, ascending.
fn drawn(rows: usize, count: usize, seed: u64) -> Vec<u32> {
    // Another sequence than that of the protection.
    let mut rng = Rng::new(!seed);
    let mut all: Vec<u32> = (0..rows as u32).collect();
    for at in 0..count.min(rows) {
        all.swap(at, at + rng.below(rows - at));
    }
    all.truncate(count);
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_drawn_once_each_by_the_seed() {
        let rows = drawn(50, 20, 7);
        assert!(rows.len() == 20 && rows.windows(2).all(|pair| pair[0] < pair[1]) && rows[19] < 50);
        assert!(rows == drawn(50, 20, 7) && rows != drawn(50, 20, 8));
        assert_eq!(drawn(3, 5, 1), [0, 1, 2]);
    }

    /// A skewed file: what was swapped by ranks is linked by ranks, and the recipe finds that out.
    #[test]
    fn rank_swapping_is_broken_by_ranks() {
        let mut rng = Rng::new(4);
        let original = Rows::new(4, (0..1600).map(|_| (1.5 * rng.normal()).exp()).collect());
        let experiment = KnownPairsExperiment { known: 100, repeats: 2, seed: 3 };
        let found = experiment.run(&original, Protection::RankSwap(8.0), &Silent).unwrap();
        assert!(found.learned > found.plain + 8.0 && found.ranks > found.plain + 8.0, "{found:?}");
        assert!(found.recipes.len() == 2 && found.strict <= found.learned && found.learned <= 100.0);
        assert_eq!(found, experiment.run(&original, Protection::RankSwap(8.0), &Silent).unwrap());
        let all = KnownPairsExperiment { known: 400, ..experiment };
        assert!(all.run(&original, Protection::RankSwap(8.0), &Silent).is_err());
    }
}
