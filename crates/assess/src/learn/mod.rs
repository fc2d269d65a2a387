//! Learning the distance that links most records: the strongest attack of a family, found by search, and proven where it can be.

#[cfg(feature = "milp")]
mod decide;
mod family;
mod files;
mod hrla;
mod line;
mod mps;
mod programme;
mod region;
mod rows;
mod search;

#[cfg(feature = "milp")]
pub use decide::{Decide, Decision};
pub use family::Family;
use files::Files;
pub use hrla::{Hrla, HrlaLearned};
pub use mps::export_mps;
pub use programme::Programme;
use rows::Rows;
use scumble_data::Rows as Records;
use scumble_io::{Cancelled, Watch};
use search::Search;

use crate::combine::{Aggregator, FuzzyMeasure, Symmetric};
use crate::link::{Links, link, turned};

/// Masked records that compete with a record's own, to begin with.
const RIVALS: usize = 6;

/// How to learn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Learning {
    /// The family of distances.
    pub family: Family,
    /// Rounds of search.
    pub rounds: usize,
    /// What random choices start from.
    pub seed: u64,
}

/// A distance that was learned.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// The distance, of standardised records.
    pub aggregator: Aggregator,
    /// Whom it links.
    pub links: Links,
    /// No distance of the family is expected to link more.
    pub bound: f64,
}

impl Learning {
    /// Learns from two files of standardised records, row by row the same people.
    ///
    /// # Errors
    /// If the watcher cancels the run.
    pub fn learn(&self, original: &Records, masked: &Records, watch: &dyn Watch) -> Result<Learned, Cancelled> {
        let width = original.width();
        match self.family {
            Family::WeightedMean | Family::Owa => self.search(original, masked, vec![self.family.even(width)], watch),
            Family::Choquet => {
                let part = |family| Self { family, rounds: self.rounds / 4, ..*self }.learn(original, masked, watch);
                let mut starts = vec![self.family.even(width)];
                if let Aggregator::WeightedMean(weights) = part(Family::WeightedMean)?.aggregator {
                    starts.push(FuzzyMeasure::additive(&weights).weights()[1..].to_vec());
                }
                if let Aggregator::Owa(weights) = part(Family::Owa)?.aggregator {
                    starts.push(FuzzyMeasure::symmetric(&weights).weights()[1..].to_vec());
                }
                self.search(original, masked, starts, watch)
            }
            Family::Bilinear | Family::BilinearPsd => {
                // Where the differences of twins vary alike in all directions.
                let root = twin_covariance(original, masked).nearest_positive(1e-12);
                let whiten = root.with_eigenvalues(|value| 1.0 / value.max(1e-12).sqrt());
                let (x, y) = (turned(original, &whiten), turned(masked, &whiten));
                let found = self.search(&x, &y, vec![self.family.even(width)], watch)?;
                let Aggregator::Bilinear(inner) = &found.aggregator else { return Ok(found) };
                let aggregator = Aggregator::Bilinear(sandwich(&whiten, inner));
                Ok(Learned { links: link(original, masked, &aggregator), aggregator, ..found })
            }
        }
    }

    fn search(
        &self,
        original: &Records,
        masked: &Records,
        starts: Vec<Vec<f64>>,
        watch: &dyn Watch,
    ) -> Result<Learned, Cancelled> {
        let (family, width) = (self.family, original.width());
        let files = Files::new(original, masked);
        let mut chosen = files.rivals(family, RIVALS);
        let mut rows = Rows::build(&files, family, &chosen);
        let bound = rows.total();
        let mut best = (family.even(width), None::<Links>);
        for round in 0..=self.rounds {
            watch.step("learning", round as u64, self.rounds as u64 + 1)?;
            let search = Search { family, rows: &rows, width, seed: self.seed };
            let found = search.round(round, &starts, &best.0);
            let mut more = 0;
            for candidate in found {
                let links = link(original, masked, &family.aggregator(&candidate.parameters, width));
                for (record, rivals) in chosen.iter_mut().enumerate() {
                    if let (Some(rivals), Some(other)) = (rivals, links.others[record]) {
                        if links.records[record] == 0.0 && !rivals.contains(&other) {
                            rivals.push(other);
                            more += 1;
                        }
                    }
                }
                if best.1.as_ref().is_none_or(|known| links.expected > known.expected + 1e-9) {
                    best = (candidate.parameters, Some(links));
                }
            }
            if more > 0 {
                rows = Rows::build(&files, family, &chosen);
            }
            if best.1.as_ref().is_some_and(|links| links.expected >= bound - 1e-9) {
                break;
            }
        }
        let aggregator = family.aggregator(&best.0, width);
        let links = best.1.unwrap_or_else(|| link(original, masked, &aggregator));
        Ok(Learned { aggregator, links, bound })
    }
}

/// W M W.
fn sandwich(outer: &Symmetric, inner: &Symmetric) -> Symmetric {
    let n = outer.width();
    let half = |a: usize, l: usize| (0..n).map(|k| outer.cell(a, k) * inner.cell(k, l)).sum::<f64>();
    Symmetric::new(n, |a, b| (0..n).map(|l| half(a, l) * outer.cell(l, b)).sum())
}

/// The covariance of the differences of twins.
pub fn twin_covariance(original: &Records, masked: &Records) -> Symmetric {
    let width = original.width();
    let cells = original.cells().iter().zip(masked.cells()).map(|(a, b)| a - b).collect();
    let differences = Records::new(width, cells);
    let (means, count) = (differences.means(), differences.len() as f64);
    Symmetric::new(width, |a, b| {
        differences.iter().map(|row| (row[a] - means[a]) * (row[b] - means[b])).sum::<f64>() / count
    })
}
