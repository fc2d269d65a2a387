//! What was measured of two tables, as a whole and for each record.

use super::Pair;
use crate::reading::Reading;
use crate::risk::{HouseholdClasses, Mixture, PopulationRisk, SpecialUniques};

/// The measures of two tables that were asked for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TableReading {
    /// Information loss.
    pub information: Option<Reading>,
    /// Probabilistic information loss.
    pub probabilistic: Option<Reading>,
    /// Sums of squares.
    pub squares: Option<Reading>,
    /// Distance-based record linkage.
    pub linkage: Option<Reading>,
    /// Interval disclosure.
    pub interval: Option<Reading>,
    /// Whether equivalence classes were asked for.
    pub classes: bool,
    /// What the sampling weights say of the population, if there are any.
    pub population: Option<PopulationRisk>,
    /// The risk of households, if there are any.
    pub households: Option<HouseholdReading>,
    /// Special uniques.
    pub special: Option<SpecialUniques>,
    /// Probabilistic record linkage, and the mixture that it found.
    pub probability: Option<(Reading, Mixture)>,
    /// Matching and semantic record linkage of the columns of words.
    pub words: Option<WordLinkage>,
}

/// The risk of households.
#[derive(Debug, Clone, PartialEq)]
pub struct HouseholdReading {
    /// Households whose members are, all together, equal.
    pub classes: HouseholdClasses,
    /// For each record the risk that some member of its household is re-identified.
    pub risk: Vec<f64>,
    /// Whether the risk of a member is its individual risk by sampling weights; else it is 1 over the size of its class.
    pub by_weights: bool,
}

impl HouseholdReading {
    /// How many records are expected to be given away by some member of their household.
    pub fn expected(&self) -> f64 {
        self.risk.iter().sum()
    }
}

/// Record linkage by words.
#[derive(Debug, Clone, PartialEq)]
pub struct WordLinkage {
    /// By equality.
    pub matching: Reading,
    /// By meaning, each with the name of its measure; nothing where there are too many distinct records.
    pub semantic: Vec<(&'static str, Option<Reading>)>,
}

impl TableReading {
    /// Disclosure risk DR, in percent: the mean of the mean of both linkages and of interval disclosure.
    pub fn disclosure_risk(&self) -> Option<f64> {
        let (distance, probability) = (self.linkage.as_ref()?.value, self.probability.as_ref()?.0.value);
        Some(((distance + probability) / 2.0 + self.interval.as_ref()?.value) / 2.0)
    }

    /// The score, in percent: the mean of information loss IL and disclosure risk DR.
    pub fn score(&self) -> Option<f64> {
        Some((self.information.as_ref()?.value + self.disclosure_risk()?) / 2.0)
    }
}

/// The figures of one record; nothing where it was left out or a measure was not asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RecordRow {
    /// The record's loss, in units of √2 standard deviations.
    pub il1s: Option<f64>,
    /// Its squared distance to its masked twin.
    pub sse: Option<f64>,
    /// The chance that it is linked.
    pub dbrl: Option<f64>,
    /// The share of its cells that interval disclosure gives away.
    pub id: Option<f64>,
    /// Records in its equivalence class.
    pub class_size: usize,
    /// Persons of the population in its class, by the sampling weights.
    pub population: Option<f64>,
    /// Its individual risk, by the sampling weights.
    pub individual: Option<f64>,
    /// The risk of its household.
    pub household: Option<f64>,
    /// Its SUDA score.
    pub suda: Option<f64>,
    /// Its DIS-SUDA score.
    pub dis_suda: Option<f64>,
    /// The size of the smallest combination of columns that singles it out.
    pub smallest: Option<u8>,
    /// The chance that it is linked by weights of agreement.
    pub prl: Option<f64>,
}

impl TableReading {
    /// The figures of every record, in order.
    pub fn per_record<'r>(&'r self, pair: &'r Pair) -> impl Iterator<Item = RecordRow> + 'r {
        let mut measured = pair.rows.iter().enumerate().peekable();
        pair.classes.of.iter().enumerate().map(move |(row, &class)| {
            let at = measured.next_if(|&(_, &at)| at == row).map(|(at, _)| at);
            let figure = |reading: &Option<Reading>| Some(reading.as_ref()?.records[at?]);
            let (population, special) = (self.population.as_ref(), self.special.as_ref());
            RecordRow {
                population: population.map(|found| found.population[class as usize]),
                individual: population.map(|found| found.individual[class as usize]),
                household: self.households.as_ref().map(|found| found.risk[row]),
                suda: special.map(|found| found.scores[row]),
                dis_suda: special.map(|found| found.dis_scores[row]),
                smallest: special.map(|found| found.smallest[row]).filter(|&size| size > 0),
                prl: self.probability.as_ref().map(|(reading, _)| reading.records[row]),
                il1s: figure(&self.information),
                sse: self.squares.as_ref().map(|squares| squares.records[row]),
                dbrl: figure(&self.linkage),
                id: figure(&self.interval),
                class_size: pair.classes.sizes[class as usize] as usize,
            }
        })
    }
}
