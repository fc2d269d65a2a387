//! Perturbation: values are swapped, redrawn, coded or blurred by noise. No k is promised.

mod cells;
mod coding;
mod linear;
mod noise;
mod pram;
mod rank_swap;
mod record_swap;
mod sample;
mod shuffle;

use crate::attribute::Attribute;
use crate::error::{Error, Result};
use crate::generalization::recode;
use crate::mask::{Mask, Masked, Problem, Report};
use crate::method::Method;
use crate::rng::Rng;
pub use coding::Ends;
pub use pram::Transition;
use scumble_io::Watch;

/// A percentage above 0 and at most 100.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Percent(f64);

impl Percent {
    /// Checks that it is one.
    ///
    /// # Errors
    /// If the number is not above 0, or is above 100.
    pub fn new(percent: f64) -> Result<Self> {
        if percent > 0.0 && percent <= 100.0 {
            return Ok(Self(percent));
        }
        let problem = "p is a percentage: it must be above 0 and at most 100".to_owned();
        Err(Error::Setting { setting: "percent", problem })
    }

    /// The percentage: 5 is 5 %.
    pub fn get(self) -> f64 {
        self.0
    }

    /// The share: 0.05 is 5 %.
    pub fn share(self) -> f64 {
        self.0 / 100.0
    }

    /// How many of so many that is, rounded down.
    pub fn of(self, count: usize) -> usize {
        // The product first: 29 % of 100 are 29. A hair is added because 0.7 % of 1,000 are 7.
        (self.0 * count as f64 / 100.0 + 1e-9).floor() as usize
    }
}

/// What is done to the columns of a perturbation.
#[derive(Debug, Clone, PartialEq)]
pub enum Perturbing {
    /// Every value is swapped with one whose rank differs by at most this percentage of the records.
    RankSwap(Percent),
    /// Noise with a standard deviation of this percentage of the column's.
    Noise(Percent),
    /// Noise with a covariance of the square of this percentage of that of the columns.
    CorrelatedNoise(Percent),
    /// This percentage of the values is drawn again.
    Pram(Percent, Transition),
    /// Values are shuffled given other attributes, by their places.
    ShuffleValues {
        /// The places of the attributes that the new order depends on.
        given: Vec<usize>,
    },
    /// This percentage of the records exchange their values.
    RecordSwap(Percent),
    /// Values beyond a bound become the bound.
    TopBottom(Ends),
    /// Numbers become the nearest multiples of this base.
    Round(f64),
    /// All values of each column go up to this level of its hierarchy (global recoding).
    Recode(Vec<usize>),
    /// This percentage of the records is released.
    Sample(Percent),
}

/// Parameters of a perturbation.
#[derive(Debug, Clone, PartialEq)]
pub struct Perturbation {
    /// What is done.
    pub perturbing: Perturbing,
    /// The places of the columns among the attributes.
    pub columns: Vec<usize>,
}

impl Perturbation {
    /// The method.
    pub fn method(&self) -> Method {
        match self.perturbing {
            Perturbing::RankSwap(_) => Method::RankSwap,
            Perturbing::Noise(_) => Method::Noise,
            Perturbing::CorrelatedNoise(_) => Method::CorrelatedNoise,
            Perturbing::Pram(..) => Method::Pram,
            Perturbing::ShuffleValues { .. } => Method::ShuffleValues,
            Perturbing::RecordSwap(_) => Method::RecordSwap,
            Perturbing::TopBottom(_) => Method::TopBottom,
            Perturbing::Round(_) => Method::Round,
            Perturbing::Recode(_) => Method::Recode,
            Perturbing::Sample(_) => Method::Sample,
        }
    }

    /// Its percentage, if it has one.
    pub fn percent(&self) -> Option<f64> {
        match &self.perturbing {
            Perturbing::RankSwap(percent)
            | Perturbing::Noise(percent)
            | Perturbing::CorrelatedNoise(percent)
            | Perturbing::Pram(percent, _)
            | Perturbing::RecordSwap(percent)
            | Perturbing::Sample(percent)
            | Perturbing::TopBottom(Ends::Percent(percent)) => Some(percent.get()),
            Perturbing::ShuffleValues { .. }
            | Perturbing::Round(_)
            | Perturbing::Recode(_)
            | Perturbing::TopBottom(Ends::Values { .. }) => None,
        }
    }

    /// What holds of the release, in a sentence; and whether that can be checked on it.
    pub fn promise(&self) -> (String, bool) {
        match &self.perturbing {
            Perturbing::RankSwap(percent) => (
                format!(
                    "every column keeps its values, and no value moves by more than {} % of the ranks (within its stratum)",
                    percent.get()
                ),
                true,
            ),
            Perturbing::Noise(percent) => (
                format!(
                    "normal noise of mean 0 with a standard deviation of {} % of the column's was added to every value, \
                     independently",
                    percent.get()
                ),
                false,
            ),
            Perturbing::CorrelatedNoise(percent) => (
                format!(
                    "normal noise of mean 0 with the correlations of the columns and standard deviations of {} % of theirs was \
                     added: correlations are expected to stay",
                    percent.get()
                ),
                false,
            ),
            Perturbing::Pram(percent, Transition::Invariant) => (
                format!(
                    "{} % of the values were drawn again from the values of the column (in the stratum): frequencies are \
                     expected to stay, and no value is new",
                    percent.get()
                ),
                true,
            ),
            Perturbing::Pram(percent, Transition::Uniform) => (
                format!(
                    "every value became another one of its column with a chance of {} %, and no value is new",
                    percent.get()
                ),
                true,
            ),
            Perturbing::ShuffleValues { .. } => {
                ("every column keeps its values (in each stratum), in another order".to_owned(), true)
            }
            Perturbing::RecordSwap(percent) => (
                format!(
                    "{} % of the records exchanged their values in pairs of one stratum: all combinations of values stay as \
                     frequent as they were",
                    percent.get()
                ),
                true,
            ),
            Perturbing::TopBottom(ends) => {
                (format!("no value is beyond {}, and the others are unchanged", ends.told()), true)
            }
            Perturbing::Round(base) => {
                (format!("every number is a multiple of {base}, at most half of that from the true one"), true)
            }
            Perturbing::Recode(_) => (
                "equal values became equal values of the chosen level of their hierarchy; every value is still true"
                    .to_owned(),
                true,
            ),
            Perturbing::Sample(percent) => {
                (format!("a random {} % of the records (of each stratum) are released", percent.get()), true)
            }
        }
    }
}

impl Mask for Perturbation {
    /// Records are exchanged only within `problem.strata`; a missing cell stays missing.
    fn mask(&self, problem: &Problem<'_>, rng: &mut Rng, watch: &dyn Watch) -> Result<Masked> {
        watch.step("perturbing", 0, 0)?;
        let mut attributes = problem.attributes.to_vec();
        let mut report = Report::default();
        let chosen: Vec<&Attribute> = self.columns.iter().map(|&column| &problem.attributes[column]).collect();
        let masked = match &self.perturbing {
            Perturbing::RankSwap(percent) => rank_swap::swapped(&chosen, problem.strata, *percent, rng)?,
            Perturbing::Noise(percent) => noise::independent(&chosen, *percent, rng)?,
            Perturbing::CorrelatedNoise(percent) => noise::correlated(&chosen, *percent, rng)?,
            Perturbing::Pram(percent, transition) => {
                pram::redrawn(&chosen, problem.strata, *percent, *transition, rng)?
            }
            Perturbing::ShuffleValues { given } => {
                let given: Vec<&Attribute> = given.iter().map(|&column| &problem.attributes[column]).collect();
                shuffle::shuffled(&chosen, &given, problem.strata, rng)?
            }
            Perturbing::RecordSwap(percent) => {
                record_swap::swapped(&chosen, problem.strata, problem.households, *percent, rng)
            }
            Perturbing::TopBottom(ends) => coding::coded(&chosen, *ends)?,
            Perturbing::Round(base) => coding::rounded(&chosen, *base)?,
            Perturbing::Recode(levels) => {
                let (recoded, generalized) = recode(&chosen, levels)?;
                report.generalized = Some(generalized);
                recoded
            }
            Perturbing::Sample(percent) => {
                let kept = |strata: &[Vec<u32>], rng| sample::sampled(strata, *percent, rng);
                report.kept = Some(match problem.households {
                    Some(households) => households.records(&kept(&households.strata(problem.strata), rng)?),
                    None => kept(problem.strata, rng)?,
                });
                Vec::new()
            }
        };
        // What a hierarchy changes is no longer of the column's kind, and every level changes something.
        let is_same_kind = !matches!(self.perturbing, Perturbing::Recode(_));
        for (before, after) in chosen.iter().zip(&masked).filter(|_| is_same_kind) {
            cells::is_changed(before, after, self.method().name())?;
        }
        for (&column, masked) in self.columns.iter().zip(masked) {
            attributes[column] = masked;
        }
        Ok(Masked { attributes, report })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_is_checked_and_counts_exactly() {
        for bad in [0.0, -1.0, 100.1, f64::NAN, f64::INFINITY] {
            assert!(Percent::new(bad).unwrap_err().to_string().contains("p is a percentage"));
        }
        let of = |percent, count| Percent::new(percent).unwrap().of(count);
        assert_eq!([of(29.0, 100), of(7.0, 100), of(0.7, 1000), of(100.0, 3), of(5.0, 19)], [29, 7, 7, 3, 0]);
    }
}
