//! Tables 5.15 and 5.16 of the thesis: noise that grows from column to column, what the best weighted mean weighs, and what each
//! column links by itself.

use super::protection::Protection;
use super::sample::drawn;
use crate::error::{Error, Result};
use crate::link::{Attack, Search};
use scumble_assess::combine::Aggregator;
use scumble_assess::learn::Family;
use scumble_data::Rows;
use scumble_io::{Silent, Watch};

/// Table 5.15: the weight of each column, in which noise has 1, 2 … 7 percent of the deviation.
pub const TABLE_5_15: [f64; 7] = [0.97970, 0.01484, 0.00500, 0.0, 0.0, 0.00046, 0.0];
/// Table 5.16: the percentage of records that each column links by itself.
pub const TABLE_5_16: [f64; 7] = [29.5, 14.75, 10.5, 6.75, 7.0, 4.25, 4.0];

/// How to repeat the experiment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeyAttributesExperiment {
    /// Records of the sample.
    pub records: usize,
    /// Noise of the first column, in percent of its deviation; the second has twice as much, and so on.
    pub noise: f64,
    /// Effort of the search.
    pub effort: f64,
    /// What random choices start from.
    pub seed: u64,
}

impl Default for KeyAttributesExperiment {
    fn default() -> Self {
        Self { records: 400, noise: 1.0, effort: 0.5, seed: 1 }
    }
}

/// What was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyAttributes {
    /// The weight of each column in the best weighted mean that was found.
    pub weights: Vec<f64>,
    /// The percentage of records that each column links by itself.
    pub alone: Vec<f64>,
    /// The percentage that the mean of all columns links, each weighing the same.
    pub am: f64,
    /// The percentage that the weighted mean links.
    pub wm: f64,
}

impl KeyAttributesExperiment {
    /// Draws a sample, protects each column by its own noise, and attacks it.
    ///
    /// # Errors
    /// If the file cannot be protected, or the watcher cancels the run.
    pub fn run(&self, original: &Rows, watch: &dyn Watch) -> Result<KeyAttributes> {
        let sample = original.select(&drawn(original.len(), self.records, self.seed));
        let column = |at: usize| Rows::new(1, sample.column(at).collect());
        let masked: Vec<Rows> = (0..sample.width())
            .map(|at| {
                let noise = Protection::Noise(self.noise * (at + 1) as f64);
                noise.protect(&column(at), self.seed + at as u64, &Silent)
            })
            .collect::<Result<_>>()?;
        let search = Search { effort: self.effort, proof: 0.0, seed: self.seed };
        let percent = |x: &Rows, y: &Rows| search.percent(x, y, Attack::Arithmetic, watch);
        let alone =
            masked.iter().enumerate().map(|(at, masked)| percent(&column(at), masked)).collect::<Result<_>>()?;
        let all = Rows::from_columns(&masked.iter().map(Rows::cells).collect::<Vec<_>>());
        let (x, y) = (sample.standardized(), all.standardized());
        let best = search.attack(&x, &y, Attack::Learned(Family::WeightedMean), &|_| (), watch)?;
        let (Aggregator::WeightedMean(weights), links, _) = best else {
            return Err(Error::input("the best weighted mean is not one"));
        };
        let wm = 100.0 * links.expected / x.len() as f64;
        Ok(KeyAttributes { weights, alone, am: percent(&sample, &all)?, wm })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_mask::Rng;

    /// The column with the least noise links most by itself, and weighs most if not everything can be linked.
    #[test]
    fn the_column_with_the_least_noise_gives_people_away() {
        let mut rng = Rng::new(9);
        let original = Rows::new(3, (0..900).map(|_| rng.normal()).collect());
        let experiment = KeyAttributesExperiment { records: 150, noise: 12.0, ..KeyAttributesExperiment::default() };
        let found = experiment.run(&original, &Silent).unwrap();
        assert!(found.alone[0] > found.alone[1] && found.alone[0] > found.alone[2], "{found:?}");
        assert!(found.weights[0] > found.weights[2] && (found.weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(found.am < found.wm && found.wm < 100.0 && found.alone[0] < found.wm, "{found:?}");
        assert_eq!(found, experiment.run(&original, &Silent).unwrap());
    }
}
