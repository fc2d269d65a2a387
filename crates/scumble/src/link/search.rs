//! The distance of an attack on standardised records: as it is given, or searched for.

use super::Attack;
use crate::error::{Error, Result};
use scumble_assess::combine::Aggregator;
use scumble_assess::learn::{Family, Learning, twin_covariance};
use scumble_assess::link::{Links, link};
use scumble_data::Rows;
use scumble_io::Watch;

/// Work on a certificate for an effort of 1.
const WORK: f64 = 4e8;
/// Columns of a Choquet integral, at most.
const MOST_SETS: usize = 12;

/// How much work goes into a distance that is learned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Search {
    /// Effort of the search: 1 takes some seconds for a few hundred records.
    pub(crate) effort: f64,
    /// Effort of a proof that no distance of the family links more; 0 for none.
    pub(crate) proof: f64,
    /// What random choices start from.
    pub(crate) seed: u64,
}

impl Search {
    /// The distance, whom it links, and what no distance of its family exceeds if it was learned.
    pub(crate) fn attack(
        &self,
        x: &Rows,
        y: &Rows,
        attack: Attack,
        told: &dyn Fn(f64),
        watch: &dyn Watch,
    ) -> Result<(Aggregator, Links, Option<f64>)> {
        let width = x.width();
        let given = |aggregator: Aggregator| {
            let links = link(x, y, &aggregator);
            (aggregator, links, None)
        };
        match attack {
            Attack::Arithmetic => Ok(given(Aggregator::arithmetic(width))),
            Attack::Mahalanobis => {
                let inverse = twin_covariance(x, y).inverse();
                let inverse =
                    inverse.ok_or_else(|| Error::input("every record equals its twin: there is no covariance"))?;
                Ok(given(Aggregator::Bilinear(inverse)))
            }
            Attack::Learned(family) => {
                if family == Family::Choquet && width > MOST_SETS {
                    return Err(Error::input(format!(
                        "a Choquet integral of {width} columns has {} weights; at most {MOST_SETS} columns can be learned",
                        (1_u64 << width.min(60)) - 1
                    ))
                    .with_help("name fewer columns, or take wm, owa or sb"));
                }
                let (rounds, work) = (rounds(family, self.effort), (WORK * self.proof) as u64);
                let found = Learning { family, rounds, work, seed: self.seed }.learn(x, y, told, watch)?;
                Ok((found.aggregator, found.links, Some(found.bound)))
            }
        }
    }

    /// The percentage of the records of a protected file that are expected to be linked. Both files are as they were published.
    pub(crate) fn percent(&self, original: &Rows, masked: &Rows, attack: Attack, watch: &dyn Watch) -> Result<f64> {
        let (x, y) = (original.standardized(), masked.standardized());
        let (_, links, _) = self.attack(&x, &y, attack, &|_| (), watch)?;
        Ok(100.0 * links.expected / links.records.len().max(1) as f64)
    }
}

/// Rounds of search for an effort of 1, by family.
fn rounds(family: Family, effort: f64) -> usize {
    let one = match family {
        Family::WeightedMean | Family::Owa => 12.0,
        Family::Choquet => 14.0,
        Family::Bilinear => 12.0,
        Family::BilinearPsd => 26.0,
    };
    (one * effort).ceil() as usize
}
