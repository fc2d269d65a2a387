//! A step of a policy as it will be done: gaps filled, and settings refused that its method does not have.

use super::step::PlannedStep;
use super::suppress;
use crate::error::{Error, Result};
use crate::policy::{Step, TablePolicy};
use scumble_io::Help;
use scumble_mask::partition::GroupSize;
use scumble_mask::table::MaskedColumn;
use scumble_mask::{
    ColumnGroup, Cutting, Ends, Generalization, Method, Microaggregation, Percent, Perturbation, Perturbing, Recoding,
};

/// Effort of a refined grouping, unless something else is asked for.
const EFFORT: f64 = 5.0;

pub(super) fn planned(step: &Step, masked: &[MaskedColumn], k: usize, policy: &TablePolicy) -> Result<PlannedStep> {
    let method = step.method.unwrap_or(if step.groups.is_empty() { Method::Mdav } else { Method::Grouped });
    only_its_own(step, method)?;
    let recoding = match method {
        Method::FullDomain => Recoding::FullDomain { suppression: step.suppression_limit.unwrap_or(0.0) },
        Method::Generalize => Recoding::Local,
        Method::Suppress => {
            let groups = column_groups(step, method, masked, k)?;
            let group = groups.first().ok_or_else(|| Error::input("a step without columns"))?;
            return Ok(PlannedStep::Suppression(suppress::planned(step, group, masked, &policy.promise)?));
        }
        _ if method.is_microaggregation() => return microaggregation(step, method, masked, k, policy.cutting),
        _ => return Ok(PlannedStep::Perturbation(perturbation(step, method, masked)?)),
    };
    let groups = column_groups(step, method, masked, k)?;
    let ColumnGroup { columns, k } = groups.into_iter().next().ok_or_else(|| Error::input("a step without columns"))?;
    Ok(PlannedStep::Generalization(Generalization { recoding, columns, k }))
}

fn microaggregation(
    step: &Step,
    method: Method,
    masked: &[MaskedColumn],
    k: usize,
    cutting: Cutting,
) -> Result<PlannedStep> {
    let groups = column_groups(step, method, masked, k)?;
    let effort = step.effort.unwrap_or(EFFORT);
    if !(0.0..=1e6).contains(&effort) {
        return Err(Error::input("effort must be a number from 0 to 1000000"));
    }
    Ok(PlannedStep::Microaggregation(Microaggregation {
        method,
        effort,
        standardize: step.standardize.unwrap_or(true),
        centroid: step.centroid.unwrap_or_default(),
        cutting,
        groups,
    }))
}

/// The settings that a method has.
fn settings_of(method: Method) -> &'static [&'static str] {
    use Method as Of;
    match method {
        Of::Mdav | Of::VMdav | Of::IndividualRanking | Of::ZScores | Of::PrincipalComponent => {
            &["k", "standardize", "centroid"]
        }
        Of::Refined => &["k", "effort", "standardize", "centroid"],
        Of::Grouped => &["k", "groups", "standardize", "centroid"],
        Of::FullDomain => &["k", "suppression limit"],
        Of::Generalize => &["k"],
        Of::Suppress => &["k", "suppression limit", "combinations", "importance", "blank", "suppress"],
        Of::RankSwap | Of::Noise | Of::CorrelatedNoise | Of::RecordSwap | Of::Sample => &["percent"],
        Of::Pram => &["percent", "transition"],
        Of::ShuffleValues => &["given"],
        Of::TopBottom => &["percent", "top", "bottom"],
        Of::Round => &["base"],
        Of::Recode => &["levels"],
    }
}

/// Refuses a setting that the method would leave out.
fn only_its_own(step: &Step, method: Method) -> Result<()> {
    let settings = &step.perturbation;
    let given = [
        ("k", step.k.is_some()),
        ("groups", !step.groups.is_empty()),
        ("effort", step.effort.is_some()),
        ("standardize", step.standardize.is_some()),
        ("centroid", step.centroid.is_some()),
        ("suppression limit", step.suppression_limit.is_some()),
        ("combinations", !step.suppression.combinations.is_empty()),
        ("importance", step.suppression.importance.is_some()),
        ("blank", step.suppression.blank.is_some()),
        ("suppress", step.suppression.suppress.is_some()),
        ("percent", settings.percent.is_some()),
        ("transition", settings.transition.is_some()),
        ("given", !settings.given.is_empty()),
        ("top", settings.top.is_some()),
        ("bottom", settings.bottom.is_some()),
        ("base", settings.base.is_some()),
        ("levels", !settings.levels.is_empty()),
    ];
    let name = method.name();
    match given.iter().find(|(setting, given)| *given && !settings_of(method).contains(setting)) {
        None => Ok(()),
        Some(("k", _)) => Err(Error::input(format!("k does not apply to the method {name}: it groups no records"))
            .with_help("a promise of k can be made in a policy, and is checked")),
        Some((setting, _)) => {
            let with = Method::ALL.iter().filter(|(_, method)| settings_of(*method).contains(setting));
            let with: Vec<&str> = with.map(|(name, _)| *name).collect();
            Err(Error::input(format!("{setting} does not apply to the method {name}, but to {}", with.join(", "))))
        }
    }
}

/// The columns of a step that are grouped together, by their places among the masked, each with its k.
fn column_groups(step: &Step, method: Method, masked: &[MaskedColumn], k: usize) -> Result<Vec<ColumnGroup>> {
    let place = |name: &String| masked.iter().position(|masked| masked.name == *name).unwrap_or(0);
    let size = |own: Option<usize>| GroupSize::new(own.or(step.k).unwrap_or(k));
    match (method, step.groups.is_empty()) {
        (Method::Grouped, true) => Err(Error::input("the method grouped needs groups of columns").with_help(
            Help::set("groups", "name columns that are grouped together, each group with its k")
                .to("AGE,SEX:3;INCOME,TAX:5"),
        )),
        (Method::Grouped, false) => {
            if step.groups.iter().any(|group| group.columns.is_empty()) {
                return Err(Error::input("a group without columns"));
            }
            if !step.columns.is_empty() {
                return Err(Error::input("a step has either columns or groups of columns, not both"));
            }
            let groups = step.groups.iter();
            groups
                .map(|group| Ok(ColumnGroup { columns: group.columns.iter().map(place).collect(), k: size(group.k)? }))
                .collect()
        }
        (_, false) => {
            Err(Error::input(format!("groups of columns apply only to the method grouped, not to {}", method.name())))
        }
        (_, true) if step.columns.is_empty() => {
            Ok(vec![ColumnGroup { columns: (0..masked.len()).collect(), k: size(None)? }])
        }
        (_, true) => Ok(vec![ColumnGroup { columns: step.columns.iter().map(place).collect(), k: size(None)? }]),
    }
}

/// A perturbation as a step describes it. Other columns that it looks at have places behind the masked ones.
pub(super) fn perturbation(step: &Step, method: Method, masked: &[MaskedColumn]) -> Result<Perturbation> {
    use Method as Of;
    let (settings, name) = (&step.perturbation, method.name());
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
        // Its columns decide.
        Of::Recode => Perturbing::Recode(Vec::new()),
        _ => return Err(Error::input(format!("the method {name} is no perturbation"))),
    };
    let place = |name: &String| masked.iter().position(|masked| masked.name == *name).unwrap_or(0);
    let columns = match (method, step.columns.is_empty()) {
        (Of::Sample, false) => return Err(Error::input("a sample is one of records: its step has no columns")),
        (Of::Sample, true) => Vec::new(),
        (_, false) => step.columns.iter().map(place).collect(),
        (_, true) => (0..masked.len()).collect(),
    };
    let perturbing = match method {
        Of::Recode => Perturbing::Recode(levels(step, masked, &columns)?),
        _ => perturbing,
    };
    let is_own = |given: &&String| columns.iter().any(|&column| masked[column].name == **given);
    if let Some(column) = settings.given.iter().find(is_own) {
        return Err(Error::input(format!("column “{column}” cannot be shuffled and given at once")));
    }
    Ok(Perturbation { perturbing, columns })
}

/// The level of each column of a global recoding.
fn levels(step: &Step, masked: &[MaskedColumn], columns: &[usize]) -> Result<Vec<usize>> {
    let levels = &step.perturbation.levels;
    if let Some((name, _)) = levels.iter().find(|(name, _)| columns.iter().all(|&column| masked[column].name != *name))
    {
        return Err(Error::input(format!("column “{name}” has a level, but the step does not mask it")));
    }
    let level = |&column: &usize| {
        let name = &masked[column].name;
        levels.iter().find(|(own, _)| own == name).map(|(_, level)| *level).ok_or_else(|| {
            Error::input(format!("the method recode needs a level of the hierarchy for column “{name}”"))
                .with_help(Help::set("levels", "1 is the first level above the values").to(format!("{name}=1")))
        })
    };
    columns.iter().map(level).collect()
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
