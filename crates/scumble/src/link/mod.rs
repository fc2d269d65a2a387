//! The run of an attack: how many records of a release an intruder links with the original, by a distance that is given or learned.

mod against;
mod figures;
mod files;
mod known;
mod page;
mod programme;
mod search;

pub use against::{Round, mask_against};
pub use known::{AttackedByKnown, attack_with_known};
pub use page::link_page;
pub use programme::programme;
pub(crate) use search::Search;

use crate::error::{Error, Result};
use files::Files;
use scumble_assess::combine::Aggregator;
use scumble_assess::learn::Family;
use scumble_assess::link::{Links, assigned};
use scumble_data::{Missing, Table};
use scumble_io::Watch;

/// The distance that an intruder takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attack {
    /// The arithmetic mean of squared differences.
    Arithmetic,
    /// Mahalanobis' distance, by the covariance of the differences of twins.
    Mahalanobis,
    /// The best distance of a family.
    Learned(Family),
}

impl Attack {
    /// Every attack with its name.
    pub const ALL: [(&'static str, Self); 7] = [
        ("am", Self::Arithmetic),
        ("md", Self::Mahalanobis),
        ("wm", Self::Learned(Family::WeightedMean)),
        ("owa", Self::Learned(Family::Owa)),
        ("sb", Self::Learned(Family::Bilinear)),
        ("sb-psd", Self::Learned(Family::BilinearPsd)),
        ("ci", Self::Learned(Family::Choquet)),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, attack)| *attack == self).map_or("", |(name, _)| name)
    }
}

/// What is linked, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkSettings {
    /// The distance.
    pub attack: Attack,
    /// The columns; all columns of numbers that both tables have, if none is named.
    pub columns: Vec<String>,
    /// A column of both tables that says which records are twins; without one they stand in the same order.
    pub key: Option<String>,
    /// Work of the search: 1 takes some seconds for a few hundred records.
    pub effort: f64,
    /// What random choices start from.
    pub seed: u64,
    /// Whether every masked record is linked once: both files hold the same people, and the intruder knows it.
    pub one_to_one: bool,
    /// The values that mean "missing".
    pub missing: Missing,
}

impl Default for LinkSettings {
    fn default() -> Self {
        Self {
            attack: Attack::Learned(Family::WeightedMean),
            columns: Vec::new(),
            key: None,
            effort: 1.0,
            seed: 42,
            one_to_one: false,
            missing: Missing::default(),
        }
    }
}

/// What an attack found.
#[derive(Debug, Clone, PartialEq)]
pub struct Attacked {
    /// The attack.
    pub attack: Attack,
    /// The columns.
    pub columns: Vec<String>,
    /// The distance of standardised records.
    pub aggregator: Aggregator,
    /// Who is linked.
    pub links: Links,
    /// No distance of the family is expected to link more; nothing for a distance that is given, or if records are linked once.
    pub bound: Option<f64>,
    /// Whether every masked record was linked once.
    pub one_to_one: bool,
    /// What a person should know.
    pub notes: Vec<String>,
}

/// How much an attack links.
pub trait Rate {
    /// The share of records that are expected to be linked rightly, in percent.
    fn rate(&self) -> f64;
}

impl Rate for Attacked {
    fn rate(&self) -> f64 {
        100.0 * self.links.expected / self.links.records.len().max(1) as f64
    }
}

impl Attacked {
    /// Whether no distance of the family links more.
    pub fn is_proven(&self) -> bool {
        self.bound.is_some_and(|bound| self.links.expected >= bound - 1e-9)
    }
}

/// Links the records of a release with the original's. `told` hears of the best number of links so far.
///
/// # Errors
/// If the tables cannot be compared, or the watcher cancels the run.
pub fn attack(
    original: &Table,
    masked: &Table,
    settings: &LinkSettings,
    told: &dyn Fn(f64),
    watch: &dyn Watch,
) -> Result<Attacked> {
    if !(0.0..=1e6).contains(&settings.effort) {
        return Err(Error::input("effort must be a number from 0 to 1000000"));
    }
    watch.step("reading", 0, 0)?;
    let Files { columns, original: x, masked: y, notes } = Files::new(original, masked, settings)?;
    let (x, y) = (x.standardized(), y.standardized());
    let search = Search { effort: settings.effort, proof: settings.effort, seed: settings.seed };
    let (aggregator, links, bound) = search.attack(&x, &y, settings.attack, told, watch)?;
    let (links, bound) = match settings.one_to_one {
        false => (links, bound),
        true => {
            watch.step("assigning", 0, 0)?;
            let found = assigned(&x, &y, &aggregator);
            let found = found.ok_or_else(|| {
                Error::input("too many records to link each once").with_help("link each with its nearest instead")
            })?;
            (found, None)
        }
    };
    Ok(Attacked { attack: settings.attack, columns, aggregator, links, bound, one_to_one: settings.one_to_one, notes })
}
