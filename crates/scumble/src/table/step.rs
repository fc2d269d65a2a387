//! A step that is planned: a microaggregation, or a perturbation.

use crate::error::{Error, Result};
use crate::policy::{Step, StepMethod};
use scumble_io::{Help, Watch};
use scumble_mask::table::MaskedColumn;
use scumble_mask::{
    ColumnGroup, Ends, Mask, Masked, Microaggregation, Percent, Perturbation, PerturbationMethod, Perturbing, Problem,
    Rng,
};

/// What a step will do, with nothing left open.
#[derive(Debug, Clone, PartialEq)]
pub enum PlannedStep {
    /// Groups of at least k records publish their centroid.
    Microaggregation(Microaggregation),
    /// Values are swapped, redrawn, coded or blurred.
    Perturbation(Perturbation),
}

impl PlannedStep {
    /// The method.
    pub fn method(&self) -> StepMethod {
        match self {
            Self::Microaggregation(step) => step.method.into(),
            Self::Perturbation(step) => step.method().into(),
        }
    }

    /// The columns that are grouped together, each with its k; none in a perturbation.
    pub fn groups(&self) -> &[ColumnGroup] {
        match self {
            Self::Microaggregation(step) => &step.groups,
            Self::Perturbation(_) => &[],
        }
    }

    /// The places of its columns among those that are masked.
    pub fn columns(&self) -> Vec<usize> {
        match self {
            Self::Microaggregation(step) => step.groups.iter().flat_map(|group| group.columns.clone()).collect(),
            Self::Perturbation(step) => step.columns.clone(),
        }
    }

    /// The perturbation, if it is one.
    pub fn perturbation(&self) -> Option<&Perturbation> {
        match self {
            Self::Microaggregation(_) => None,
            Self::Perturbation(step) => Some(step),
        }
    }

    /// Whether it takes a sample of the records, and leaves their values.
    pub(super) fn is_sample(&self) -> bool {
        self.method() == PerturbationMethod::Sample.into()
    }

    pub(super) fn mask(&self, problem: &Problem<'_>, rng: &mut Rng, watch: &dyn Watch) -> scumble_mask::Result<Masked> {
        match self {
            Self::Microaggregation(step) => step.mask(problem, rng, watch),
            Self::Perturbation(step) => step.mask(problem, rng, watch),
        }
    }
}

/// The settings that are given, by name.
fn given(step: &Step) -> Vec<&'static str> {
    let settings = &step.perturbation;
    let all = [
        ("k", step.k.is_some()),
        ("groups", !step.groups.is_empty()),
        ("effort", step.effort.is_some()),
        ("standardize", step.standardize.is_some()),
        ("centroid", step.centroid.is_some()),
        ("percent", settings.percent.is_some()),
        ("transition", settings.transition.is_some()),
        ("given", !settings.given.is_empty()),
        ("top", settings.top.is_some()),
        ("bottom", settings.bottom.is_some()),
        ("base", settings.base.is_some()),
    ];
    all.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect()
}

/// The settings of perturbations that a microaggregation would leave out are refused.
pub(super) fn only_grouping(step: &Step, method: &str) -> Result<()> {
    const GROUPING: [&str; 5] = ["k", "groups", "effort", "standardize", "centroid"];
    refuse_others(step, method, &GROUPING)
}

fn refuse_others(step: &Step, method: &str, own: &[&str]) -> Result<()> {
    match given(step).into_iter().find(|setting| !own.contains(setting)) {
        None => Ok(()),
        Some("k") => Err(Error::input(format!("k does not apply to the method {method}: it groups no records"))
            .with_help("a promise of k can be made in a policy, and is checked")),
        Some(setting) => Err(Error::input(format!("{setting} does not apply to the method {method}"))),
    }
}

/// A perturbation as a step describes it. Other columns that it looks at have places behind the masked ones.
pub(super) fn perturbation(step: &Step, method: PerturbationMethod, masked: &[MaskedColumn]) -> Result<Perturbation> {
    use PerturbationMethod as Of;
    let (settings, name) = (&step.perturbation, method.name());
    let own: &[&str] = match method {
        Of::RankSwap | Of::Noise | Of::CorrelatedNoise | Of::RecordSwap | Of::Sample => &["percent"],
        Of::Pram => &["percent", "transition"],
        Of::ShuffleValues => &["given"],
        Of::TopBottom => &["percent", "top", "bottom"],
        Of::Round => &["base"],
    };
    refuse_others(step, name, own)?;
    let percent = |meaning: &str| match settings.percent {
        Some(percent) => Ok(Percent::new(percent)?),
        None => Err(Error::input(format!("the method {name} needs a percentage p: {meaning}"))
            .with_help(Help::set("percent", "give it").to("5"))),
    };
    let below = |percent: Percent, bound: f64| match percent.get() < bound {
        true => Ok(percent),
        false => Err(Error::input(format!("p is a percentage: for {name} it must be below {bound}"))
            .with_help(Help::set("percent", "give it another value"))),
    };
    let perturbing = match method {
        Of::RankSwap => Perturbing::RankSwap(percent("how many of all ranks a value may move")?),
        Of::Noise => Perturbing::Noise(percent("the deviation of the noise, of that of the column")?),
        Of::CorrelatedNoise => {
            Perturbing::CorrelatedNoise(percent("the deviation of the noise, of that of the column")?)
        }
        Of::Pram => {
            Perturbing::Pram(percent("how many values are drawn again")?, settings.transition.unwrap_or_default())
        }
        Of::ShuffleValues => {
            Perturbing::ShuffleValues { given: (0..settings.given.len()).map(|at| masked.len() + at).collect() }
        }
        Of::RecordSwap => Perturbing::RecordSwap(percent("how many records are swapped")?),
        Of::Sample => Perturbing::Sample(below(percent("how many records are released")?, 100.0)?),
        Of::TopBottom => Perturbing::TopBottom(ends(step, percent, below)?),
        Of::Round => match settings.base {
            Some(base) if base > 0.0 && base.is_finite() => Perturbing::Round(base),
            Some(_) => return Err(Error::input("the base of round must be a number above 0")),
            None => {
                return Err(Error::input("the method round needs a base")
                    .with_help(Help::set("base", "numbers become its multiples").to("100")));
            }
        },
    };
    let place = |name: &String| masked.iter().position(|masked| masked.name == *name).unwrap_or(0);
    let columns = match (method, step.columns.is_empty()) {
        (Of::Sample, false) => return Err(Error::input("a sample is one of records: its step has no columns")),
        (Of::Sample, true) => Vec::new(),
        (_, false) => step.columns.iter().map(place).collect(),
        (_, true) => (0..masked.len()).collect(),
    };
    let is_own = |given: &&String| columns.iter().any(|&column| masked[column].name == **given);
    if let Some(column) = settings.given.iter().find(is_own) {
        return Err(Error::input(format!("column “{column}” cannot be shuffled and given at once")));
    }
    Ok(Perturbation { perturbing, columns })
}

/// The bounds of top and bottom coding: a percentage, or one or two values.
fn ends(
    step: &Step,
    percent: impl Fn(&str) -> Result<Percent>,
    below: impl Fn(Percent, f64) -> Result<Percent>,
) -> Result<Ends> {
    let settings = &step.perturbation;
    match (settings.percent, settings.bottom, settings.top) {
        (None, None, None) => {
            Err(Error::input("the method top-bottom needs bounds, or a percentage of the records at each end")
                .with_help(Help::set("percent", "give it, or the bounds top and bottom").to("5")))
        }
        (Some(_), None, None) => Ok(Ends::Percent(below(percent("how many records are coded at each end")?, 50.0)?)),
        (Some(_), ..) => Err(Error::input("the method top-bottom takes a percentage or bounds, not both")),
        (None, bottom, top) => match bottom.into_iter().chain(top).all(f64::is_finite) {
            false => Err(Error::input("a bound must be a number")),
            true if bottom.zip(top).is_some_and(|(bottom, top)| bottom >= top) => {
                Err(Error::input("the bottom bound must be below the top bound"))
            }
            true => Ok(Ends::Values { bottom, top }),
        },
    }
}
