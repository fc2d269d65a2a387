//! The flags of `scumble mask` that are about suppression.

use super::Arguments;
use crate::failure::Failure;
use scumble::mask::Blank;
use scumble::policy::{CombinationPolicy, Combined, Importance, SuppressChoice, SuppressionPolicy, named};

const COMBINATIONS: &str = "--combinations is written \"2,3:5\" or \"A+B,A+C+D:3\"";
const IMPORTANCE: &str = "--importance is written A,B (the most important first) or A=5,B=2";

impl Arguments {
    /// Whether one of these flags is given.
    pub(super) fn has_suppression(&self) -> bool {
        let given = [&self.combinations, &self.importance, &self.blank, &self.suppress];
        given.into_iter().any(Option::is_some)
    }

    /// Puts these flags over what a step says.
    pub(super) fn change_suppression(&self, policy: &mut SuppressionPolicy) -> Result<(), Failure> {
        if let Some(text) = &self.combinations {
            policy.combinations = text.split(',').map(combination).collect::<Result<_, _>>()?;
        }
        if let Some(text) = &self.importance {
            policy.importance = Some(importance(text)?);
        }
        if let Some(name) = &self.blank {
            let blank = named("reading", name, &Blank::ALL);
            policy.blank = Some(blank.map_err(|problem| Failure::input(format!("--blank: {problem}")))?);
        }
        if let Some(name) = &self.suppress {
            let choice = named("choice", name, &SuppressChoice::ALL);
            policy.suppress = Some(choice.map_err(|problem| Failure::input(format!("--suppress: {problem}")))?);
        }
        Ok(())
    }
}

/// `2`, `2:5`, `A+B` or `A+B:3`.
fn combination(text: &str) -> Result<CombinationPolicy, Failure> {
    let fault = || Failure::input(COMBINATIONS);
    let (of, k) = match text.rsplit_once(':') {
        Some((of, k)) => (of.trim(), Some(k.trim().parse().map_err(|_| fault())?)),
        None => (text.trim(), None),
    };
    if let Ok(size) = of.parse() {
        return Ok(CombinationPolicy { of: Combined::Size(size), k });
    }
    let columns: Vec<String> = of.split('+').map(|name| name.trim().to_owned()).collect();
    if columns.iter().any(String::is_empty) {
        return Err(fault());
    }
    Ok(CombinationPolicy { of: Combined::Columns(columns), k })
}

/// `A,B` or `A=5,B=2`.
fn importance(text: &str) -> Result<Importance, Failure> {
    let fault = || Failure::input(IMPORTANCE);
    let names: Vec<&str> = text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    if names.is_empty() {
        return Err(fault());
    }
    if !text.contains('=') {
        return Ok(Importance::Order(names.into_iter().map(str::to_owned).collect()));
    }
    let weight = |name: &str| {
        let (name, weight) = name.split_once('=').ok_or_else(fault)?;
        Ok((name.trim().to_owned(), weight.trim().parse().map_err(|_| fault())?))
    };
    Ok(Importance::Weights(names.into_iter().map(weight).collect::<Result<_, Failure>>()?))
}
