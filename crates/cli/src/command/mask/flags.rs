//! The flags of `scumble mask`, over a policy file.

use super::Arguments;
use crate::failure::Failure;
use crate::options::lists::split;
use scumble::data::{ColumnKind, Decimals, Role};
use scumble::mask::partition::Blocks;
use scumble::mask::table::WhenMissing;
use scumble::mask::{Centroid, Cutting, Diversity, LDiversity, Method, TCloseness, ValueDistance};
use scumble::ontology::load::Spec;
use scumble::policy::{OtherColumns, StepGroup, distance_named, diversity_checked, named};
use scumble::table::Plan;
use scumble::{Policy, TablePolicy};

impl Arguments {
    /// The policy file, if any, with the flags over it.
    pub(super) fn policy(&self) -> Result<TablePolicy, Failure> {
        let mut policy = self.policy.as_deref().map(Policy::read).transpose()?.unwrap_or_default().tables;
        policy.cutting = self.cutting()?;
        policy.seed = self.seed.or(policy.seed);
        policy.shuffle |= self.shuffle;
        for (names, role) in [
            (&self.identifier, Role::Identifier),
            (&self.confidential, Role::Confidential),
            (&self.stratum, Role::Stratum),
            (&self.publish, Role::Published),
            (&self.weight, Role::Weight),
        ] {
            names.iter().flat_map(|list| split(list)).for_each(|name| policy.column(name.trim()).role = Some(role));
        }
        if let Some(name) = &self.others {
            policy.others = Some(named("choice", name, &OtherColumns::ALL).map_err(Failure::input)?);
        }
        for text in &self.round {
            match text.as_str() {
                "none" => policy.decimals = Decimals::All,
                text => {
                    let (column, decimals) = pair(text, "--round", "none or COL=N")?;
                    let decimals = decimals.parse().ok().filter(|&decimals| decimals <= 17);
                    let decimals = decimals.ok_or_else(|| Failure::input("--round: N is a number from 0 to 17"))?;
                    policy.column(column).decimals = Some(Decimals::Exactly(decimals));
                }
            }
        }
        for text in &self.hierarchy {
            let (column, file) = pair(text, "--hierarchy", "COL=FILE")?;
            policy.column(column).kind = Some(ColumnKind::Text(Spec::list(&Spec::hierarchy(file)?)));
        }
        for text in &self.kind {
            let (column, kind) = pair(text, "--kind", "COL=KIND")?;
            policy.column(column).kind = Some(kind_of(kind)?);
        }
        if let Some(text) = &self.l_diversity {
            policy.promise.l = Some(l_diversity(text)?);
        }
        if let Some(text) = &self.t_closeness {
            policy.promise.t = Some(t_closeness(text)?);
        }
        if let Some(name) = &self.missing {
            policy.missing.default = named("treatment", name, &WhenMissing::ALL)
                .map_err(|problem| Failure::input(format!("--missing: {problem}")))?;
        }
        if !self.missing_values.is_empty() {
            policy.missing.values.values = self.missing_values.iter().map(|value| value.trim().to_owned()).collect();
        }
        if self.time.is_some_and(|seconds| !(0.0..=1e9).contains(&seconds)) {
            return Err(Failure::input("--time is a number of seconds"));
        }
        self.change_steps(&mut policy)?;
        Ok(policy)
    }

    fn change_steps(&self, policy: &mut TablePolicy) -> Result<(), Failure> {
        let untouched = self.method.is_none() && self.k.is_none() && self.columns.is_empty() && self.groups.is_none();
        if untouched
            && self.effort.is_none()
            && self.standardize.is_none()
            && self.centroid.is_none()
            && self.suppression_limit.is_none()
            && !self.has_suppression()
        {
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
        if !self.columns.is_empty() {
            step.columns =
                self.columns.iter().flat_map(|list| split(list)).map(|name| name.trim().to_owned()).collect();
        }
        if let Some(groups) = &self.groups {
            step.groups = groups_of(groups)?;
            if self.columns.is_empty() {
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
        policy.steps.push(step);
        Ok(())
    }

    /// Refuses options that would do nothing in this plan.
    pub(super) fn check(&self, plan: &Plan) -> Result<(), Failure> {
        if self.time.is_some() && !plan.uses(&[Method::Refined]) {
            return Err(Failure::input("--time applies only to the method refined"));
        }
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

/// `COL=L`, `COL=entropy:L` or `COL=recursive:C:L`.
fn l_diversity(text: &str) -> Result<LDiversity, Failure> {
    let (column, model) = pair(text, "--l-diversity", "COL=L, COL=entropy:L or COL=recursive:C:L")?;
    let whole =
        |text: &str| text.parse().map_err(|_| Failure::input("--l-diversity: L must be a positive whole number"));
    let number = |text: &str| text.parse().map_err(|_| Failure::input("--l-diversity: a number is expected"));
    let model = match model.split(':').collect::<Vec<_>>()[..] {
        [least] => Diversity::Distinct(whole(least)?),
        ["distinct", least] => Diversity::Distinct(whole(least)?),
        ["entropy", least] => Diversity::Entropy(number(least)?),
        ["recursive", c, l] => Diversity::Recursive { c: number(c)?, l: whole(l)? },
        _ => return Err(Failure::input("--l-diversity is written COL=L, COL=entropy:L or COL=recursive:C:L")),
    };
    let model = diversity_checked(model).map_err(|problem| Failure::input(format!("--l-diversity: {problem}")))?;
    Ok(LDiversity { column: column.to_owned(), model })
}

/// `COL=T`, `COL=T:equal`, `COL=T:ordered` or `COL=T:hierarchical:SPEC`.
fn t_closeness(text: &str) -> Result<TCloseness, Failure> {
    let (column, rest) = pair(text, "--t-closeness", "COL=T or COL=T:DISTANCE")?;
    let (most, distance) = rest.split_once(':').map_or((rest, None), |(most, distance)| (most, Some(distance)));
    let most = most.parse().ok().filter(|most| (0.0..=1.0).contains(most));
    let at_most = most.ok_or_else(|| Failure::input("--t-closeness: T must be between 0 and 1"))?;
    let distance = match distance {
        None => ValueDistance::ByKind,
        Some(text) => {
            let (name, spec) = text.split_once(':').map_or((text, None), |(name, spec)| (name, Some(spec)));
            let spec = spec.map(|spec| Spec::hierarchy(spec).map(|specs| Spec::list(&specs))).transpose()?;
            distance_named(name, spec).map_err(|problem| Failure::input(format!("--t-closeness: {problem}")))?
        }
    };
    Ok(TCloseness { column: column.to_owned(), at_most, distance })
}

pub(in crate::command) fn pair<'t>(text: &'t str, flag: &str, form: &str) -> Result<(&'t str, &'t str), Failure> {
    let found = text.split_once('=').filter(|(column, value)| !column.is_empty() && !value.is_empty());
    found.ok_or_else(|| Failure::input(format!("{flag} is written {form}")))
}

pub(in crate::command) fn kind_of(text: &str) -> Result<ColumnKind, Failure> {
    match text.split_once(':').map_or((text, None), |(kind, rest)| (kind, Some(rest))) {
        ("number", None) => Ok(ColumnKind::Number),
        ("nominal", None) => Ok(ColumnKind::Nominal),
        ("date", format) => Ok(ColumnKind::Date(format.unwrap_or("%Y-%m-%d").to_owned())),
        ("ordinal", Some(order)) if order.contains(',') => {
            Ok(ColumnKind::Ordinal(order.split(',').map(|value| value.trim().to_owned()).collect()))
        }
        _ => Err(Failure::input(
            "--kind must be COL=number, COL=nominal, COL=date:FORMAT or COL=ordinal:LOW,MIDDLE,HIGH",
        )),
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
