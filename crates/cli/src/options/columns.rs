//! Options that say what the columns of a table are, over a policy file: the same for every command that masks one.

use crate::failure::Failure;
use crate::options::lists::split;
use scumble::data::{ColumnKind, Decimals, Role};
use scumble::mask::table::WhenMissing;
use scumble::mask::{Diversity, LDiversity, PopulationPromise, Presence, TCloseness, ValueDistance};
use scumble::ontology::load::Spec;
use scumble::policy::{OtherColumns, distance_named, diversity_checked, named, population_checked};
use scumble::{Policy, TablePolicy};
use std::path::PathBuf;

/// What the columns of a table are, and what is promised of the release.
#[derive(clap::Args)]
pub(crate) struct ColumnArguments {
    /// Policy file: roles, kinds, steps and the promise (examples/*.toml). Flags override it
    #[arg(long, value_name = "FILE", help_heading = "What")]
    pub(crate) policy: Option<PathBuf>,

    /// Quasi-identifiers: columns to mask, separated by commas
    #[arg(long, value_name = "A,B", help_heading = "What")]
    pub(crate) columns: Vec<String>,

    /// Identifiers: columns that identify a person by themselves; they are dropped
    #[arg(long, value_name = "COL", help_heading = "What")]
    pub(crate) identifier: Vec<String>,

    /// Confidential columns: released unchanged, never masked
    #[arg(long, value_name = "COL", help_heading = "What")]
    pub(crate) confidential: Vec<String>,

    /// Columns that are published as they are
    #[arg(long, value_name = "COL", help_heading = "What")]
    pub(crate) publish: Vec<String>,

    /// Weights: columns of survey weights; they are published as they are
    #[arg(long, value_name = "COL", help_heading = "What")]
    pub(crate) weight: Vec<String>,

    /// Strata: records are grouped only within one value of this column
    #[arg(long, value_name = "COL", help_heading = "What")]
    pub(crate) stratum: Vec<String>,

    /// Column that says which records belong to one household: what all members share is masked once for all of them, record-swap and
    /// sample move whole households, and the column is released as new numbers
    #[arg(long, value_name = "COL", help_heading = "What")]
    pub(crate) household: Vec<String>,

    /// What happens to all columns without a role. Without it, a table with such a column is refused
    #[arg(long, value_name = "publish|drop|mask", value_parser = ["publish", "drop", "mask"], help_heading = "What")]
    pub(crate) others: Option<String>,

    /// Taxonomy of a text column: COL=FILE, or COL=SPEC as in --taxonomy (COL=wordnet)
    #[arg(long, value_name = "COL=FILE", help_heading = "What")]
    pub(crate) hierarchy: Vec<String>,

    /// Kind of a column, if its values do not show it: COL=number, COL=nominal, COL=date:FORMAT, COL=ordinal:LOW,MIDDLE,HIGH
    #[arg(long, value_name = "COL=KIND", help_heading = "What")]
    pub(crate) kind: Vec<String>,

    /// Treatment of records with a missing value in a masked column: stop, group them among themselves, leave them out, or group
    /// them and leave out those that fewer than k records could be grouped with [default: error]
    #[arg(long, value_name = "error|group|suppress|group-or-suppress", help_heading = "What")]
    pub(crate) missing: Option<String>,

    /// Values that mean "missing", separated by commas [default: an empty cell and NA]
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "What")]
    pub(crate) missing_values: Vec<String>,

    /// Decimals of published means: as many as a column had, all (none), or a number for a column (COL=2); repeatable
    #[arg(long, value_name = "none|COL=N", value_delimiter = ',', help_heading = "How")]
    pub(crate) round: Vec<String>,

    /// l-diversity: every equivalence class has at least L distinct values of a confidential column (COL=L), an entropy of at least
    /// ln L (COL=entropy:L), or its commonest value less than C times as often as the L-th and rarer ones (COL=recursive:C:L)
    #[arg(long, value_name = "COL=MODEL", help_heading = "How")]
    pub(crate) l_diversity: Option<String>,

    /// t-closeness: the distribution of a confidential column in every equivalence class is at most T from that of all records (COL=T);
    /// how far apart two values are may follow: COL=T:equal, COL=T:ordered, COL=T:hierarchical:FILE [default: ordered for numbers,
    /// else equal]
    #[arg(long, value_name = "COL=T", help_heading = "How")]
    pub(crate) t_closeness: Option<String>,

    /// k-map: every released record matches at least K records of the population; methods full-domain and generalize
    #[arg(long, value_name = "K", requires = "population", help_heading = "How")]
    pub(crate) k_map: Option<usize>,

    /// δ-presence: of the records of the population that match a class, a share from MIN to MAX is released; method full-domain
    #[arg(long, value_name = "MIN,MAX", requires = "population", help_heading = "How")]
    pub(crate) presence: Option<String>,

    /// Table of the population that the records were taken from, with the masked columns
    #[arg(long, value_name = "FILE", help_heading = "What")]
    pub(crate) population: Option<PathBuf>,

    /// Seed of the random number generator [default: that of the policy, else 42]
    #[arg(long, value_name = "N", help_heading = "How")]
    pub(crate) seed: Option<u64>,
}

impl ColumnArguments {
    /// The quasi-identifiers by their names.
    pub(crate) fn column_names(&self) -> Vec<String> {
        self.columns.iter().flat_map(|list| split(list)).map(|name| name.trim().to_owned()).collect()
    }

    /// The policy file, if any, with these flags over it; its steps are as the file has them.
    pub(crate) fn policy(&self) -> Result<TablePolicy, Failure> {
        let mut policy = self.policy.as_deref().map(Policy::read).transpose()?.unwrap_or_default().tables;
        policy.seed = self.seed.or(policy.seed);
        let given = [
            (&self.identifier, Role::Identifier),
            (&self.confidential, Role::Confidential),
            (&self.stratum, Role::Stratum),
            (&self.household, Role::Household),
            (&self.publish, Role::Published),
            (&self.weight, Role::Weight),
        ];
        let roles = given.into_iter().flat_map(|(names, role)| {
            names.iter().flat_map(|list| split(list)).map(move |name| (name.trim().to_owned(), role))
        });
        policy.give_roles(roles.collect::<Vec<_>>())?;
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
        if let Some(file) = &self.population {
            let presence = self.presence.as_deref().map(presence_of).transpose()?;
            let promise = PopulationPromise { file: file.display().to_string(), k_map: self.k_map, presence };
            let checked = population_checked(promise);
            policy.promise.population =
                Some(checked.map_err(|problem| Failure::input(format!("--population: {problem}")))?);
        }
        if let Some(name) = &self.missing {
            policy.missing.default = named("treatment", name, &WhenMissing::ALL)
                .map_err(|problem| Failure::input(format!("--missing: {problem}")))?;
        }
        if !self.missing_values.is_empty() {
            policy.missing.values.values = self.missing_values.iter().map(|value| value.trim().to_owned()).collect();
        }
        Ok(policy)
    }
}

/// `MIN,MAX`.
fn presence_of(text: &str) -> Result<Presence, Failure> {
    let bounds =
        text.split_once(',').and_then(|(least, most)| Some((least.trim().parse().ok()?, most.trim().parse().ok()?)));
    let (least, most) = bounds.ok_or_else(|| Failure::input("--presence is written MIN,MAX"))?;
    Ok(Presence { least, most })
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

pub(crate) fn pair<'t>(text: &'t str, flag: &str, form: &str) -> Result<(&'t str, &'t str), Failure> {
    let found = text.split_once('=').filter(|(column, value)| !column.is_empty() && !value.is_empty());
    found.ok_or_else(|| Failure::input(format!("{flag} is written {form}")))
}

pub(crate) fn kind_of(text: &str) -> Result<ColumnKind, Failure> {
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
