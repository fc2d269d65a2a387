//! Learning the distance that links most records: the strongest attack of a family, found by search, and proven where it can be.

#[cfg(feature = "milp")]
mod decide;
mod exact;
mod family;
mod files;
mod hrla;
pub mod known;
mod line;
mod mps;
mod programme;
mod region;
mod rows;
mod search;
mod shape;

#[cfg(feature = "milp")]
pub use decide::{Decide, Decision};
pub use family::Family;

use crate::combine::{Aggregator, FuzzyMeasure, Symmetric};
use crate::link::{Links, link, turned};
use exact::certify;
use files::Files;
pub use hrla::{Hrla, HrlaLearned};
pub use mps::export_mps;
pub use programme::Programme;
use rows::Rows;
use scumble_data::Rows as Records;
use scumble_io::{Cancelled, Watch};
use search::Search;

/// Masked records that compete with a record's own, to begin with.
const RIVALS: usize = 6;
/// Records, at most, for which a certificate is asked for.
const MOST_CERTIFIED: usize = 5_000;

/// How to learn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Learning {
    /// The family of distances.
    pub family: Family,
    /// Rounds of search.
    pub rounds: usize,
    /// Work on a certificate, in values of rows.
    pub work: u64,
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

impl Learned {
    /// Whether no distance of the family links more.
    pub fn is_proven(&self) -> bool {
        self.links.expected >= self.bound - 1e-9
    }
}

impl Learning {
    /// Learns from two files of standardised records, row by row the same people. `told` hears of the best number so far.
    ///
    /// # Errors
    /// If the watcher cancels the run.
    pub fn learn(
        &self,
        original: &Records,
        masked: &Records,
        told: &dyn Fn(f64),
        watch: &dyn Watch,
    ) -> Result<Learned, Cancelled> {
        let width = original.width();
        let even = self.family.even(width);
        match self.family {
            Family::WeightedMean | Family::Owa => self.search(original, masked, &[even], told, watch),
            Family::Choquet => {
                // A weighted mean and an ordered one are Choquet integrals.
                let part = |family| {
                    let part = Self { family, rounds: self.rounds / 3, work: 0, ..*self };
                    part.learn(original, masked, told, watch)
                };
                let mut starts = vec![even];
                if let Aggregator::WeightedMean(weights) = part(Family::WeightedMean)?.aggregator {
                    starts.push(FuzzyMeasure::additive(&weights).weights()[1..].to_vec());
                }
                if let Aggregator::Owa(weights) = part(Family::Owa)?.aggregator {
                    starts.push(FuzzyMeasure::symmetric(&weights).weights()[1..].to_vec());
                }
                self.search(original, masked, &starts, told, watch)
            }
            Family::Bilinear | Family::BilinearPsd => {
                // Where the differences of twins vary alike in all directions.
                let root = twin_covariance(original, masked).nearest_positive(1e-12);
                let whiten = root.with_eigenvalues(|value| 1.0 / value.max(1e-12).sqrt());
                let (x, y) = (turned(original, &whiten), turned(masked, &whiten));
                let mut starts = vec![even];
                if self.family == Family::Bilinear {
                    let part = Self { family: Family::BilinearPsd, rounds: self.rounds / 2, ..*self };
                    let found = part.search(&x, &y, &starts, told, watch)?;
                    if let Aggregator::Bilinear(matrix) = found.aggregator {
                        starts.push(family::parameters_of(&matrix));
                    }
                }
                let found = self.search(&x, &y, &starts, told, watch)?;
                let Aggregator::Bilinear(inner) = &found.aggregator else { return Ok(found) };
                let aggregator = Aggregator::Bilinear(sandwich(&whiten, inner));
                Ok(Learned { links: link(original, masked, &aggregator), aggregator, ..found })
            }
        }
    }

    /// Searches, on rows that are added as they are found to matter, and asks for a certificate where there is one to be had.
    fn search(
        &self,
        original: &Records,
        masked: &Records,
        starts: &[Vec<f64>],
        told: &dyn Fn(f64),
        watch: &dyn Watch,
    ) -> Result<Learned, Cancelled> {
        let (family, width) = (self.family, original.width());
        let files = Files::new(original, masked);
        let mut chosen = files.rivals(family, RIVALS);
        let mut rows = Rows::build(&files, family, &chosen);
        let mut bound = rows.total();
        let mut best = (family.even(width), link(original, masked, &family.aggregator(&family.even(width), width)));
        let certifies = matches!(family, Family::WeightedMean | Family::Owa) && original.len() <= MOST_CERTIFIED;
        let rounds = if rows.records.is_empty() { 0..0 } else { 0..self.rounds + 1 };
        for round in rounds {
            told(best.1.expected);
            watch.step("learning", round as u64, self.rounds as u64 + 1)?;
            let search = Search { family, rows: &rows, width, seed: self.seed };
            let mut found = search.round(round, starts, &best.0);
            if certifies && self.work > 0 && round == 1 {
                let all = Rows::build(&files, family, &files.rivals(family, usize::MAX));
                let certificate = certify(&all, best.1.expected, self.work);
                bound = bound.min(certificate.bound);
                found.extend(certificate.better);
            }
            let mut is_new = false;
            for parameters in found {
                let links = link(original, masked, &family.aggregator(&parameters, width));
                is_new |= add_rivals(&mut chosen, &links);
                if links.expected > best.1.expected + 1e-9 {
                    best = (parameters, links);
                }
            }
            if best.1.expected >= bound - 1e-9 {
                break;
            }
            if is_new {
                rows = Rows::build(&files, family, &chosen);
            }
        }
        Ok(Learned { aggregator: family.aggregator(&best.0, width), links: best.1, bound })
    }
}

/// Adds to the rivals of records that are not linked the one that was nearer.
fn add_rivals(chosen: &mut [Option<Vec<u32>>], links: &Links) -> bool {
    let mut is_new = false;
    for (record, rivals) in chosen.iter_mut().enumerate() {
        let (Some(rivals), Some(other)) = (rivals, links.others[record]) else { continue };
        if links.records[record] == 0.0 && !rivals.contains(&other) {
            rivals.push(other);
            is_new = true;
        }
    }
    is_new
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
