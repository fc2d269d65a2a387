//! Table 5.5 of the thesis: samples of Census, all columns protected alike by eleven methods with all their parameters.

use super::protection::Protection;
use super::sample::{drawn, in_parallel};
use crate::error::Result;
use crate::link::{Attack, Search};
use scumble_assess::learn::Family;
use scumble_data::Rows;
use scumble_io::{Silent, Watch};

/// A method of protection with what the thesis publishes for it.
#[derive(Debug, Clone, Copy)]
pub struct UniformMethod {
    /// Its name in the thesis.
    pub name: &'static str,
    /// The percentage of its files that the solver of the thesis finished (Table 5.4); the means are over those.
    pub finished: f64,
    /// The mean percentage of records that the thesis links by d²AM.
    pub am: f64,
    /// The mean percentage of records that the thesis links by the best weighted mean.
    pub wm: f64,
    parameters: &'static [usize],
    protection: fn(usize) -> Protection,
}

impl UniformMethod {
    /// The method with each of its parameters.
    pub fn protections(&self) -> impl Iterator<Item = Protection> {
        self.parameters.iter().map(|&parameter| (self.protection)(parameter))
    }
}

/// k of microaggregation.
const K: [usize; 18] = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];
/// p of rank swapping.
const SWAP: [usize; 7] = [1, 2, 3, 4, 5, 6, 7];
/// p of additive noise.
const NOISE: [usize; 9] = [1, 2, 4, 6, 8, 10, 12, 14, 16];

/// The methods of Table 5.5, in its order.
pub const TABLE_5_5: [UniformMethod; 11] = [
    method("MicIR", 100.0, 99.975, 100.0, &K, Protection::IndividualRanking),
    method("MicZ", 100.0, 0.2677, 0.447, &K, Protection::ZScores),
    method("MicPCP", 100.0, 0.263, 0.446, &K, Protection::PrincipalComponent),
    method("Mic2", 100.0, 96.942, 98.396, &K, |k| grouped(2, k)),
    method("Mic3", 62.78, 89.332, 92.186, &K, |k| grouped(3, k)),
    method("Mic4", 26.67, 86.802, 88.865, &K, |k| grouped(4, k)),
    method("Mic5", 12.33, 76.568, 79.557, &K, |k| grouped(5, k)),
    method("Mic6", 2.22, 30.875, 32.938, &K, |k| grouped(6, k)),
    method("MicAll", 100.0, 14.999, 12.557, &K, |k| grouped(usize::MAX, k)),
    method("Rank swapping", 100.0, 93.637, 95.611, &SWAP, |p| Protection::RankSwap(p as f64)),
    method("Noise", 100.0, 97.428, 98.2, &NOISE, |p| Protection::Noise(p as f64)),
];

const fn method(
    name: &'static str,
    finished: f64,
    am: f64,
    wm: f64,
    parameters: &'static [usize],
    protection: fn(usize) -> Protection,
) -> UniformMethod {
    UniformMethod { name, finished, am, wm, parameters, protection }
}

fn grouped(width: usize, k: usize) -> Protection {
    Protection::Grouped { width, k, standardize: true }
}

/// How to repeat the experiment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UniformExperiment {
    /// Records of a sample.
    pub records: usize,
    /// Fresh samples for each parameter of a method.
    pub samples: usize,
    /// Effort of the search for the best weighted mean; no proof is asked for.
    pub effort: f64,
    /// What random choices start from.
    pub seed: u64,
}

impl Default for UniformExperiment {
    fn default() -> Self {
        Self { records: 400, samples: 1, effort: 0.05, seed: 1 }
    }
}

/// What was measured for a method: means over its parameters and the samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UniformResult {
    /// The percentage of records that are expected to be linked by d²AM.
    pub am: f64,
    /// The same by the best weighted mean that the search finds.
    pub wm: f64,
    /// Protected files.
    pub files: usize,
}

impl UniformExperiment {
    /// Draws samples, protects and attacks them; a result for each method.
    ///
    /// # Errors
    /// If a sample cannot be protected, or the watcher cancels the run.
    pub fn run(&self, original: &Rows, methods: &[UniformMethod], watch: &dyn Watch) -> Result<Vec<UniformResult>> {
        let seeds = |(parameter, protection): (usize, Protection)| {
            let first = self.seed + (parameter * self.samples) as u64;
            (first..first + self.samples as u64).map(move |seed| (protection, seed))
        };
        let of_method = |(at, method): (usize, &UniformMethod)| -> Vec<(usize, Protection, u64)> {
            method.protections().enumerate().flat_map(seeds).map(|(protection, seed)| (at, protection, seed)).collect()
        };
        let jobs: Vec<(usize, Protection, u64)> = methods.iter().enumerate().flat_map(of_method).collect();
        let found = in_parallel(&jobs, watch, |&(at, protection, seed)| {
            let sample = original.select(&drawn(original.len(), self.records, seed));
            let masked = protection.protect(&sample, seed, &Silent)?;
            let search = Search { effort: self.effort, proof: 0.0, seed };
            let percent = |attack| search.percent(&sample, &masked, attack, &Silent);
            Ok((at, percent(Attack::Arithmetic)?, percent(Attack::Learned(Family::WeightedMean))?))
        })?;
        let mean = |method: usize| {
            let own: Vec<_> = found.iter().filter(|(at, ..)| *at == method).collect();
            let files = own.len();
            let mean = |figures: f64| figures / files.max(1) as f64;
            let (am, wm) = (own.iter().map(|(_, am, _)| am).sum(), own.iter().map(|(.., wm)| wm).sum());
            UniformResult { am: mean(am), wm: mean(wm), files }
        };
        Ok((0..methods.len()).map(mean).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_mask::Rng;

    /// 18 parameters of each microaggregation, 7 of rank swapping and 9 of noise, 10 samples of each: 1,780 files.
    #[test]
    fn the_thesis_protects_1780_files() {
        let all: usize = TABLE_5_5.iter().map(|method| 10 * method.protections().count()).sum();
        assert_eq!(all, 1_780);
        // Of which the solver finished 1,247.
        let finished: f64 =
            TABLE_5_5.iter().map(|method| method.finished / 10.0 * method.protections().count() as f64).sum();
        assert!((finished - 1_247.0).abs() < 1.0, "{finished}");
    }

    /// All columns in one group are k-anonymous, so that of n records n/k are linked at most; more noise links fewer.
    #[test]
    fn means_are_over_all_files_of_a_method() {
        let mut rng = Rng::new(3);
        let original = Rows::new(3, (0..300).map(|_| rng.normal()).collect());
        let experiment = UniformExperiment { records: 60, samples: 2, effort: 0.1, seed: 5 };
        let methods = [TABLE_5_5[8], TABLE_5_5[10]];
        let found = experiment.run(&original, &methods, &Silent).unwrap();
        assert_eq!(found.iter().map(|result| result.files).collect::<Vec<_>>(), [36, 18]);
        let most = K.iter().map(|k| 100.0 / *k as f64).sum::<f64>() / 18.0;
        assert!(found[0].wm <= most + 1e-9 && found.iter().all(|result| result.am <= result.wm), "{found:?} {most}");
        assert!(found[1].wm > found[0].wm);
        assert_eq!(found, experiment.run(&original, &methods, &Silent).unwrap());
    }
}
