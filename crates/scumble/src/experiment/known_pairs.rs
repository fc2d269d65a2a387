//! Table 5.14 of the thesis: an intruder knows some pairs, and links the other records of files that were protected in fifteen ways.

use super::protection::Protection;
use super::sample::{drawn, in_parallel};
use crate::error::{Error, Result};
use crate::link::{Attack, Search};
use scumble_assess::combine::Aggregator;
use scumble_assess::learn::known::{Carried, CarryOver, Features, KnownPairs, Recipe, Weights};
use scumble_assess::learn::{Family, Hrla};
use scumble_assess::link::{Links, link};
use scumble_data::Rows;
use scumble_io::{Silent, Watch};

/// Percentages of records that three distances link.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Overfitting {
    /// By d²AM: standardised values, all alike.
    pub am: f64,
    /// By the Choquet integral that links most of the known pairs; nothing if no solver finished.
    pub ci: Option<f64>,
    /// By the heuristic.
    pub hrla: f64,
}

const fn trio(am: f64, ci: Option<f64>, hrla: f64) -> Overfitting {
    Overfitting { am, ci, hrla }
}

/// The fifteen protections, with the percentages that the thesis links of the known pairs among themselves, and of the other records.
pub const TABLE_5_14: [(Protection, Overfitting, Overfitting); 15] = [
    (Protection::RankSwap(20.0), trio(14.0, None, 14.5), trio(2.61, None, 2.73)),
    (Protection::RankSwap(15.0), trio(24.5, None, 26.0), trio(9.89, None, 8.98)),
    (Protection::RankSwap(12.0), trio(43.5, None, 44.5), trio(17.5, None, 17.73)),
    (Protection::RankSwap(5.0), trio(94.0, Some(97.5), 94.5), trio(78.86, Some(77.61), 79.2)),
    (Protection::RankSwap(4.0), trio(95.5, Some(100.0), 97.0), trio(85.23, Some(80.91), 85.11)),
    (grouped(3, 9), trio(83.0, Some(89.5), 83.0), trio(60.23, Some(57.16), 60.11)),
    (grouped(3, 5), trio(91.0, Some(96.5), 93.0), trio(77.39, Some(74.66), 76.93)),
    (grouped(3, 8), trio(82.5, Some(91.0), 83.0), trio(65.0, Some(62.95), 65.11)),
    (grouped(4, 4), trio(84.5, Some(88.0), 84.5), trio(61.48, Some(58.52), 61.7)),
    (grouped(4, 8), trio(70.0, Some(75.5), 70.0), trio(37.27, Some(35.68), 37.16)),
    (grouped(4, 5), trio(80.0, Some(85.0), 80.0), trio(52.5, Some(50.45), 52.5)),
    (Protection::ZScores(3), trio(0.0, Some(0.0), 0.0), trio(0.23, Some(0.11), 0.23)),
    (Protection::Noise(16.0), trio(87.0, Some(92.5), 87.0), trio(70.11, Some(67.5), 70.11)),
    (Protection::Noise(12.0), trio(92.0, Some(97.0), 93.0), trio(86.59, Some(80.57), 86.82)),
    (Protection::Noise(1.0), trio(100.0, Some(100.0), 100.0), trio(100.0, Some(99.66), 100.0)),
];

const fn grouped(width: usize, k: usize) -> Protection {
    Protection::Grouped { width, k, standardize: true }
}

/// How to repeat the experiment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KnownPairsExperiment {
    /// Pairs that the intruder knows, drawn at random.
    pub known: usize,
    /// How often every protection is made and attacked.
    pub repeats: usize,
    /// Effort of the search for the Choquet integral that links most of the known pairs.
    pub effort: f64,
    /// The heuristic.
    pub hrla: Hrla,
    /// What random choices start from.
    pub seed: u64,
}

impl Default for KnownPairsExperiment {
    fn default() -> Self {
        Self { known: 200, repeats: 5, effort: 0.05, hrla: Hrla { passes: 10, ..Hrla::default() }, seed: 1 }
    }
}

/// What was measured on one protection: means over the repeats, in percent.
#[derive(Debug, Clone, PartialEq)]
pub struct ProtectionResult {
    /// The protection.
    pub protection: Protection,
    /// Of the known pairs, linked among themselves: what distances that maximise this come to.
    pub train: Overfitting,
    /// Of the other records, linked among all masked ones: what the same distances come to there.
    pub test: Overfitting,
    /// Links of the other records by ranks, all alike.
    pub ranks: f64,
    /// Expected links of the other records by the recipe that was chosen.
    pub learned: f64,
    /// Of those the ones whose only nearest masked record by that recipe is their own.
    pub strict: f64,
    /// The recipe of each repeat.
    pub recipes: Vec<Recipe>,
}

/// What one repeat measured.
struct Once {
    carried: Carried,
    ranks: f64,
    train: Overfitting,
    test: Overfitting,
}

impl KnownPairsExperiment {
    /// Protects a file in several ways, and attacks each as often as is asked.
    ///
    /// # Errors
    /// If the file cannot be protected, too few or all of its pairs are known, or the watcher cancels the run.
    pub fn run(&self, original: &Rows, protections: &[Protection], watch: &dyn Watch) -> Result<Vec<ProtectionResult>> {
        let seeds = |protection: &Protection| {
            let protection = *protection;
            (0..self.repeats as u64).map(move |repeat| (protection, self.seed + repeat))
        };
        let jobs: Vec<(Protection, u64)> = protections.iter().flat_map(seeds).collect();
        let found = in_parallel(&jobs, watch, |&(protection, seed)| self.once(original, protection, seed))?;
        Ok(protections.iter().zip(found.chunks(self.repeats)).map(|(&one, found)| result(one, found)).collect())
    }

    fn once(&self, original: &Rows, protection: Protection, seed: u64) -> Result<Once> {
        let masked = protection.protect(original, seed, &Silent)?;
        let known = drawn(original.len(), self.known, seed);
        let pairs = KnownPairs { original, masked: &masked, known: &known };
        let learning = CarryOver { seed, ..CarryOver::default() };
        let carried = learning.learn(pairs, &Silent)?;
        let ranks = Recipe { features: Features::Ranks, weights: Weights::Equal };
        let ranks = learning.with(ranks, pairs)?.1.percent();
        let (train, test) = self.overfitted(&original.standardized(), &masked.standardized(), &known, seed)?;
        Ok(Once { carried, ranks, train, test })
    }

    /// Distances that link most of the known pairs among themselves, and what they link of the others.
    fn overfitted(&self, x: &Rows, y: &Rows, known: &[u32], seed: u64) -> Result<(Overfitting, Overfitting)> {
        let (x_known, y_known) = (x.select(known), y.select(known));
        let search = Search { effort: self.effort, proof: 0.0, seed };
        let choquet = Attack::Learned(Family::Choquet);
        let (choquet, best, _) = search.attack(&x_known, &y_known, choquet, &|_| (), &Silent)?;
        let hrla = self.hrla.learn(&x_known, &y_known, &Silent)?;
        let hrla = hrla.ok_or_else(|| Error::input("the heuristic takes at most 12 columns"))?;
        let others = (x.len() - known.len()).max(1) as f64;
        let test = |distance: &Aggregator| {
            let links = link(x, y, distance);
            let of_known: f64 = known.iter().map(|&row| links.records[row as usize]).sum();
            100.0 * (links.expected - of_known) / others
        };
        let train = |links: &Links| 100.0 * links.expected / known.len().max(1) as f64;
        Ok((
            Overfitting { am: train(&hrla.start), ci: Some(train(&best)), hrla: train(&hrla.links) },
            Overfitting {
                am: test(&Aggregator::arithmetic(x.width())),
                ci: Some(test(&choquet)),
                hrla: test(&Aggregator::Choquet(hrla.measure)),
            },
        ))
    }
}

/// The means over the repeats.
fn result(protection: Protection, found: &[Once]) -> ProtectionResult {
    let mean = |figure: &dyn Fn(&Once) -> f64| found.iter().map(figure).sum::<f64>() / found.len() as f64;
    let three = |pick: fn(&Once) -> &Overfitting| Overfitting {
        am: mean(&|once| pick(once).am),
        ci: Some(mean(&|once| pick(once).ci.unwrap_or(f64::NAN))),
        hrla: mean(&|once| pick(once).hrla),
    };
    ProtectionResult {
        protection,
        train: three(|once| &once.train),
        test: three(|once| &once.test),
        ranks: mean(&|once| once.ranks),
        learned: mean(&|once| once.carried.links.percent()),
        strict: mean(&|once| 100.0 * once.carried.links.strict as f64 / once.carried.links.rows.len() as f64),
        recipes: found.iter().map(|once| once.carried.chosen.recipe).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_mask::Rng;

    /// A skewed file: what was swapped by ranks is linked by ranks, and the recipe finds that out.
    #[test]
    fn rank_swapping_is_broken_by_ranks() {
        let mut rng = Rng::new(4);
        let original = Rows::new(4, (0..1600).map(|_| (1.5 * rng.normal()).exp()).collect());
        let experiment = KnownPairsExperiment { known: 100, repeats: 2, seed: 3, ..KnownPairsExperiment::default() };
        let run = |experiment: KnownPairsExperiment| experiment.run(&original, &[Protection::RankSwap(8.0)], &Silent);
        let found = run(experiment).unwrap().remove(0);
        assert!(found.learned > found.test.am + 8.0 && found.ranks > found.test.am + 8.0, "{found:?}");
        assert!(found.recipes.len() == 2 && found.strict <= found.learned && found.learned <= 100.0);
        assert_eq!(found, run(experiment).unwrap().remove(0));
        // What is fitted to the known pairs links more of them; those are fewer to choose from.
        assert!(found.train.am <= found.train.hrla && found.train.hrla <= found.train.ci.unwrap(), "{found:?}");
        assert!(found.train.am > found.test.am, "{found:?}");
        assert!(run(KnownPairsExperiment { known: 400, ..experiment }).is_err());
    }

    /// The percentage by equal weights is that of d²AM, counted by the linker.
    #[test]
    fn equal_weights_are_the_arithmetic_mean() {
        let mut rng = Rng::new(8);
        let original = Rows::new(3, (0..360).map(|_| rng.normal()).collect());
        let experiment = KnownPairsExperiment { known: 40, repeats: 1, seed: 2, ..KnownPairsExperiment::default() };
        let found = experiment.run(&original, &[Protection::Noise(40.0)], &Silent).unwrap().remove(0);
        let masked = Protection::Noise(40.0).protect(&original, 2, &Silent).unwrap();
        let known = drawn(120, 40, 2);
        let pairs = KnownPairs { original: &original, masked: &masked, known: &known };
        let equal = Recipe { features: Features::Standardized, weights: Weights::Equal };
        let alike = CarryOver::default().with(equal, pairs).unwrap().1.percent();
        assert!((found.test.am - alike).abs() < 1e-9 && alike > 0.0, "{} and {alike}", found.test.am);
    }
}
