//! How measures of retrieval changed, and the one figure for it (thesis equation 3.1).

use super::measures::Retrieval;

/// Changes from the original to the sanitised collection, in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Change {
    /// Of precision.
    pub precision: f64,
    /// Of recall.
    pub recall: f64,
    /// Of the F-measure.
    pub f: f64,
    /// Of coverage.
    pub coverage: f64,
    /// Of novelty.
    pub novelty: f64,
    /// Of the average relevance.
    pub average_relevance: f64,
    /// Of the number of returned documents.
    pub returned: f64,
    /// Of the share of random documents among the relevant ones: a difference in percentage points.
    pub random: f64,
    /// What the normalised mutual information of the relevant documents before and after lacks to 100 %.
    pub mutual_information: f64,
}

impl Change {
    /// The changes from one collection to the other. They are relative to the original; where the original is 0, they are the
    /// difference in percentage points.
    pub fn between(before: &Retrieval, after: &Retrieval, mutual_information: f64) -> Self {
        let change = |before: f64, after: f64| match before == 0.0 {
            true => 100.0 * after,
            false => 100.0 * (after - before) / before,
        };
        Self {
            precision: change(before.precision, after.precision),
            recall: change(before.recall, after.recall),
            f: change(before.f, after.f),
            coverage: change(before.coverage, after.coverage),
            novelty: change(before.novelty, after.novelty),
            average_relevance: change(before.average_relevance, after.average_relevance),
            returned: change(before.returned as f64, after.returned as f64),
            random: 100.0 * (after.random_share() - before.random_share()),
            mutual_information: 100.0 * (1.0 - mutual_information),
        }
    }

    /// Equation 3.1: (2 F + C − N + TR − PR − 2 NMI) / 8. Below 0, information is lost or risk is reduced.
    pub fn total(&self) -> f64 {
        let Self { f, coverage, novelty, returned, random, mutual_information, .. } = *self;
        (2.0 * f + coverage - novelty + returned - random - 2.0 * mutual_information) / 8.0
    }

    /// The same with every change rounded to a whole percentage first, half away from 0: so the thesis' tables were computed.
    pub fn rounded_total(&self) -> f64 {
        Self {
            f: self.f.round(),
            coverage: self.coverage.round(),
            novelty: self.novelty.round(),
            returned: self.returned.round(),
            random: self.random.round(),
            mutual_information: self.mutual_information.round(),
            ..*self
        }
        .total()
    }
}
