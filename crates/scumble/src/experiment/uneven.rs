//! Tables 5.11 and 5.13 of the thesis: files whose columns are protected unevenly, attacked by every family of distances and by the
//! heuristic.

use super::sample::in_parallel;
use crate::error::{Error, Result};
use crate::link::{Attack, Search};
use scumble_assess::learn::{Family, Hrla};
use scumble_data::Rows;
use scumble_io::{Silent, Watch};

/// The attacks of Table 5.11, in its order.
pub const UNEVEN_ATTACKS: [Attack; 6] = [
    Attack::Arithmetic,
    Attack::Mahalanobis,
    Attack::Learned(Family::WeightedMean),
    Attack::Learned(Family::Owa),
    Attack::Learned(Family::Choquet),
    Attack::Learned(Family::Bilinear),
];

/// Table 5.11: the kinds of files, with the percentages of records that the thesis links by each of [`UNEVEN_ATTACKS`].
pub const TABLE_5_11: [(&str, [f64; 6]); 6] = [
    ("M4-33", [84.00, 94.00, 95.50, 89.00, 95.75, 96.75]),
    ("M4-28", [68.50, 90.00, 93.00, 87.50, 93.75, 94.50]),
    ("M4-82", [71.00, 92.75, 94.25, 88.25, 94.25, 95.25]),
    ("M5-38", [39.75, 88.25, 90.50, 67.50, 91.25, 92.25]),
    ("M6-385", [78.00, 98.50, 99.25, 94.50, 99.75, 99.75]),
    ("M6-853", [84.75, 98.00, 98.75, 95.50, 99.25, 99.50]),
];

/// Table 5.13: the kinds of files, with the percentages of records that the thesis links by the arithmetic mean, by the best Choquet
/// integral and by its heuristic.
pub const TABLE_5_13: [(&str, [f64; 3]); 2] = [("M4-28", [68.50, 93.75, 91.75]), ("M5-38", [39.75, 91.25, 86.75])];

/// A claim about the figures of a file kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnevenOrdering {
    /// The arithmetic mean links fewer than Mahalanobis' distance, that fewer than the weighted mean, and that no more than the Choquet
    /// integral.
    pub chain: bool,
    /// The ordered average links more than the arithmetic mean, and fewer than the weighted mean.
    pub owa_between: bool,
}

impl UnevenOrdering {
    /// Whether the figures of [`UNEVEN_ATTACKS`] are ordered as those of the thesis.
    pub fn of(figures: &[f64; 6]) -> Self {
        let &[am, md, wm, owa, ci, _] = figures;
        Self { chain: am < md && md < wm && wm <= ci, owa_between: am < owa && owa < wm }
    }

    /// Whether both hold.
    pub fn holds(self) -> bool {
        self.chain && self.owa_between
    }
}

/// Original and masked records, row by row the same people.
pub type Pair = (Rows, Rows);

/// How the files are attacked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UnevenExperiment {
    /// Effort of the search for the best distance of a family; no proof is asked for.
    pub effort: f64,
    /// The heuristic.
    pub hrla: Hrla,
    /// What random choices start from.
    pub seed: u64,
}

impl Default for UnevenExperiment {
    fn default() -> Self {
        Self { effort: 0.5, hrla: Hrla::default(), seed: 42 }
    }
}

impl UnevenExperiment {
    /// The percentages of records of each pair of files that are expected to be linked, by [`UNEVEN_ATTACKS`].
    ///
    /// # Errors
    /// If a pair cannot be linked, or the watcher cancels the run.
    pub fn families(&self, pairs: &[Pair], watch: &dyn Watch) -> Result<Vec<[f64; 6]>> {
        let jobs: Vec<(&Pair, Attack)> =
            pairs.iter().flat_map(|pair| UNEVEN_ATTACKS.map(|attack| (pair, attack))).collect();
        let found = in_parallel(&jobs, watch, |&((original, masked), attack)| {
            self.search().percent(original, masked, attack, &Silent)
        })?;
        Ok(found.as_chunks().0.to_vec())
    }

    /// The percentages of records of each pair of files that are expected to be linked by the arithmetic mean, by the best Choquet
    /// integral that the search finds, and by the heuristic.
    ///
    /// # Errors
    /// If a pair has more than 12 columns, or the watcher cancels the run.
    pub fn heuristic(&self, pairs: &[Pair], watch: &dyn Watch) -> Result<Vec<[f64; 3]>> {
        in_parallel(pairs, watch, |(original, masked)| {
            let (x, y) = (original.standardized(), masked.standardized());
            let found = self.hrla.learn(&x, &y, &Silent)?;
            let found = found.ok_or_else(|| Error::input("the heuristic takes at most 12 columns"))?;
            let percent = |links: f64| 100.0 * links / x.len().max(1) as f64;
            let ci = self.search().percent(original, masked, Attack::Learned(Family::Choquet), &Silent)?;
            Ok([percent(found.start.expected), ci, percent(found.links.expected)])
        })
    }

    fn search(&self) -> Search {
        Search { effort: self.effort, proof: 0.0, seed: self.seed }
    }
}

#[cfg(test)]
mod tests {
    use super::super::protection::Protection;
    use super::*;
    use scumble_mask::Rng;

    fn pairs() -> Vec<Pair> {
        let one = |seed| {
            let mut rng = Rng::new(seed);
            let original = Rows::new(3, (0..180).map(|_| rng.normal()).collect());
            let masked = Protection::Noise(60.0).protect(&original, seed, &Silent).unwrap();
            (original, masked)
        };
        vec![one(1), one(2)]
    }

    #[test]
    fn the_published_figures_are_ordered_as_the_thesis_says() {
        for (kind, figures) in TABLE_5_11 {
            assert!(UnevenOrdering::of(&figures).holds(), "{kind}");
        }
        for (kind, [am, ci, hrla]) in TABLE_5_13 {
            let figures = TABLE_5_11.iter().find(|(name, _)| *name == kind).unwrap().1;
            assert_eq!([am, ci], [figures[0], figures[4]], "both tables have the same files");
            assert!(am < hrla && hrla < ci);
        }
    }

    #[test]
    fn an_ordering_that_is_broken_is_seen() {
        let of = |figures| UnevenOrdering::of(&figures);
        assert!(of([1.0, 2.0, 3.0, 2.5, 3.0, 0.0]).holds());
        assert_eq!(of([1.0, 3.0, 3.0, 2.5, 3.0, 0.0]), UnevenOrdering { chain: false, owa_between: true });
        assert_eq!(of([1.0, 2.0, 3.0, 3.0, 4.0, 0.0]), UnevenOrdering { chain: true, owa_between: false });
        assert!(!of([1.0, 2.0, 3.0, 2.5, 2.9, 9.0]).holds());
    }

    /// A mean of one family is one of every greater family, and every family has the arithmetic mean.
    #[test]
    fn greater_families_link_more_and_the_heuristic_is_one_of_them() {
        let (pairs, experiment) = (pairs(), UnevenExperiment { effort: 0.5, ..UnevenExperiment::default() });
        let found = experiment.families(&pairs, &Silent).unwrap();
        let three = experiment.heuristic(&pairs, &Silent).unwrap();
        assert_eq!((found.len(), three.len()), (2, 2));
        for (&[am, _, wm, owa, ci, _], [plain, choquet, hrla]) in found.iter().zip(three) {
            assert!(am <= wm && am <= owa && wm <= ci && owa <= ci && am < ci, "{found:?}");
            assert!(plain == am && choquet == ci && (plain..=choquet).contains(&hrla), "{plain} {hrla} {choquet}");
        }
        assert_eq!(found, experiment.families(&pairs, &Silent).unwrap());
    }
}
