//! The flags of `scumble mask`, over a policy file.

use super::Arguments;
use crate::failure::Failure;
use scumble::TablePolicy;
use scumble::mask::partition::Blocks;
use scumble::mask::{Centroid, Cutting, Method};
use scumble::policy::{StepGroup, named};
use scumble::table::Plan;

impl Arguments {
    /// The policy file, if any, with the flags over it.
    pub(super) fn policy(&self) -> Result<TablePolicy, Failure> {
        let mut policy = self.what.policy()?;
        policy.cutting = self.cutting()?;
        policy.shuffle |= self.shuffle;
        self.change_steps(&mut policy)?;
        Ok(policy)
    }

    fn change_steps(&self, policy: &mut TablePolicy) -> Result<(), Failure> {
        let untouched =
            self.method.is_none() && self.k.is_none() && self.what.columns.is_empty() && self.groups.is_none();
        let untouched =
            untouched && self.perturbation.is_empty() && self.suppression_limit.is_none() && !self.has_suppression();
        if untouched && self.effort.is_none() && self.standardize.is_none() && self.centroid.is_none() {
            return Ok(());
        }
        if policy.steps.len() > 1 {
            return Err(Failure::input("the policy has several steps, but the flags describe one")
                .with_help("change the policy instead"));
        }
        let mut step = policy.steps.pop().unwrap_or_default();
        if let Some(name) = &self.method {
            step.method = Some(
                named("method", name, &Method::ALL)
                    .map_err(|problem| Failure::input(format!("--method: {problem}")))?,
            );
        }
        step.k = self.k.or(step.k);
        if !self.what.columns.is_empty() {
            step.columns = self.what.column_names();
        }
        if let Some(groups) = &self.groups {
            step.groups = groups_of(groups)?;
            if self.what.columns.is_empty() {
                step.columns.clear();
            }
        }
        step.effort = self.effort.or(step.effort);
        step.suppression_limit = self.suppression_limit.or(step.suppression_limit);
        self.change_suppression(&mut step.suppression)?;
        step.standardize = self.standardize.as_deref().map(|yes| yes == "yes").or(step.standardize);
        if let Some(name) = &self.centroid {
            step.centroid = Some(named("centroid", name, &Centroid::ALL).map_err(Failure::input)?);
        }
        self.perturbation.change(&mut step.perturbation)?;
        policy.steps.push(step);
        Ok(())
    }

    /// Refuses options that would do nothing in this plan.
    pub(super) fn check(&self, plan: &Plan) -> Result<(), Failure> {
        if self.blocks != "auto" && !plan.uses(&[Method::Mdav, Method::Refined, Method::Grouped]) {
            return Err(Failure::input("--blocks applies only to the methods mdav, refined and grouped"));
        }
        Ok(())
    }

    fn cutting(&self) -> Result<Cutting, Failure> {
        match self.blocks.as_str() {
            "auto" => Ok(Cutting::Auto),
            "no" => Ok(Cutting::Never),
            number => match number.parse() {
                Ok(records) if records >= 16 => Ok(Cutting::Always(Blocks { records, ..Blocks::default() })),
                _ => Err(Failure::input("--blocks must be auto, no, or a number of records of at least 16")),
            },
        }
    }
}

/// `A,B:3;C,D:8`.
fn groups_of(text: &str) -> Result<Vec<StepGroup>, Failure> {
    let group = |text: &str| {
        let (columns, k) = match text.rsplit_once(':') {
            Some((columns, k)) => {
                let k = k.trim().parse().map_err(|_| Failure::input("--groups must have the form \"A,B:3;C,D:8\""))?;
                (columns, Some(k))
            }
            None => (text, None),
        };
        Ok(StepGroup { columns: columns.split(',').map(|column| column.trim().to_owned()).collect(), k })
    };
    text.split(';').filter(|text| !text.trim().is_empty()).map(group).collect()
}
