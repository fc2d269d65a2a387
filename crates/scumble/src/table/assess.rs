//! The run that measures a masked table against its original, with what the run that masked it knew.

use super::columns::guessed;
use super::masked::Masked;
use super::recoded::{GeneralizedRelease, RecodedColumns, ReleasedAs};
use super::run::taxonomy;
use super::work::WorkFile;
use crate::error::{Error, Result};
use crate::policy::{Step, TablePolicy};
use scumble_assess::table::{KnownColumn, Measure, Pair, Settings, TableReading, measure, shared};
use scumble_assess::{Matched, SingledBy, SingledOut, singled_out, sse_sst};
use scumble_data::{ColumnKind, Error as DataError, Missing, Options, Place, Role, Table, read};
use scumble_io::Help;
use scumble_mask::Households;
use std::path::PathBuf;

/// What is measured, and what is known beforehand.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Assessment {
    /// The columns that are measured together; if none is named the quasi-identifiers that are known, else those that changed.
    pub columns: Vec<String>,
    /// The measures; all of them, if none is named.
    pub measures: Vec<Measure>,
    /// The window of interval disclosure, and the share of the population that the release has.
    pub settings: Settings,
    /// The column of sampling weights; if none is named, the one column whose role is weight.
    pub weight: Option<String>,
    /// The column of households; if none is named, the one column whose role is household.
    pub household: Option<String>,
    /// The values that mean "missing".
    pub missing: Missing,
    /// What is known of columns; the kind of any other is guessed.
    pub known: Vec<AssessedColumn>,
    /// Which records were released, in which order; the same records in the same order if nothing is known.
    pub alignment: Option<Alignment>,
    /// SSE and 100·SSE/SST of the grouping as the run that masked the table worked them out, before values were rounded.
    pub grouped: Option<(f64, f64)>,
    /// The k that was promised, if it is known.
    pub k: Option<usize>,
    /// The file of the population that the records were taken from.
    pub population: Option<PathBuf>,
}

/// Which records of an original were released, in which order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    /// Records of the original.
    pub input_records: usize,
    /// For each released record its record in the original.
    pub rows: Vec<u32>,
    /// Records of the original that the method left out, not those that missed a value.
    pub left_out_by_method: Vec<u32>,
}

/// A column of a release, and what it is.
#[derive(Debug, Clone, PartialEq)]
pub struct AssessedColumn {
    /// Its name.
    pub name: String,
    /// Its role, if it is known.
    pub role: Option<String>,
    /// The kind of its values.
    pub kind: ColumnKind,
    /// Why it has that kind.
    pub reason: String,
    /// What its released values are, if they were generalised and that is known.
    pub released_as: Option<ReleasedAs>,
}

impl Assessment {
    /// What is known of the released values of a column.
    pub(super) fn released_as(&self, name: &str) -> Option<&ReleasedAs> {
        self.known.iter().find(|known| known.name == name)?.released_as.as_ref()
    }

    /// Takes over what the run knew that wrote a release.
    ///
    /// # Errors
    /// If its work folder does not fit together.
    #[must_use = "the assessment with what is known"]
    pub fn with_work(mut self, work: &WorkFile) -> Result<Self> {
        let fault =
            || Error::input("the release's work folder does not fit together").with_help("make the release again");
        let rows = work.rows().ok_or_else(fault)?;
        let left_out_by_method = work.left_out_by_method().ok_or_else(fault)?;
        self.alignment = Some(Alignment { input_records: work.input_records, rows, left_out_by_method });
        let parts = work.result["parts"].as_array();
        self.k = parts.and_then(|parts| parts.iter().filter_map(|part| part["k"].as_u64()).min()).map(|k| k as usize);
        self.missing = work.missing();
        self.grouped = work.result["sse"].as_f64().zip(work.result["sse_sst"].as_f64());
        for column in &work.columns {
            let (name, role) = (column.name.clone(), Some(column.role.clone()));
            let kind = column.column_kind().ok_or_else(fault)?;
            let (reason, released_as) = (column.reason.clone(), column.released_as.clone());
            self.known.push(AssessedColumn { name, role, kind, reason, released_as });
        }
        Ok(self)
    }

    /// Takes over the roles and kinds of a policy; they come before what a work folder says.
    #[must_use]
    pub fn with_policy(mut self, policy: &TablePolicy) -> Self {
        let stepped: Vec<&str> = policy.steps.iter().flat_map(Step::columns).collect();
        for column in &policy.columns {
            let role = if stepped.contains(&column.name.as_str()) { Some(Role::Quasi) } else { column.role };
            self.know(&column.name, role.map(|role| role.name().to_owned()), column.kind.clone());
        }
        stepped.iter().for_each(|name| self.know(name, Some(Role::Quasi.name().to_owned()), None));
        if policy.missing.values != Missing::default() {
            self.missing = policy.missing.values.clone();
        }
        self
    }

    /// Says what a column is; what is not said stays as it was.
    pub fn know(&mut self, name: &str, role: Option<String>, kind: Option<ColumnKind>) {
        let at = self.known.iter().position(|known| known.name == name);
        match (at, kind) {
            (Some(at), kind) => {
                let known = &mut self.known[at];
                known.role = role.or(known.role.take());
                if let Some(kind) = kind {
                    (known.kind, known.reason) = (kind, SAID.to_owned());
                }
            }
            (None, Some(kind)) => {
                let (name, reason) = (name.to_owned(), SAID.to_owned());
                self.known.push(AssessedColumn { name, role, kind, reason, released_as: None });
            }
            (None, None) => {
                // The kind is guessed when the table is there.
                let (name, reason) = (name.to_owned(), String::new());
                let kind = ColumnKind::Nominal;
                self.known.push(AssessedColumn { name, role, kind, reason, released_as: None });
            }
        }
    }
}

impl Assessment {
    /// The column of sampling weights: the one that was named, else the only one of that role.
    fn weight_column(&self) -> Option<String> {
        self.column_of(self.weight.as_ref(), Role::Weight)
    }

    /// A column that was named, else the only one of a role.
    fn column_of(&self, named: Option<&String>, role: Role) -> Option<String> {
        let mut by_role = self.known.iter().filter(|known| known.role.as_deref() == Some(role.name()));
        match (named, by_role.next(), by_role.next()) {
            (Some(name), ..) => Some(name.trim().to_owned()),
            (None, Some(only), None) => Some(only.name.clone()),
            _ => None,
        }
    }
}

/// The sampling weights of the released records, from the release if it has the column, else from the original.
fn weights(original: &Table, rows: &[u32], masked: &Table, name: &str, missing: &Missing) -> Result<Vec<f64>> {
    let released = masked.index(name).is_some();
    let table = if released { masked } else { original };
    let weights = table.column(name)?.numbers(table.file(), missing)?;
    if let Some(row) = weights.iter().position(|weight| !weight.is_finite() || *weight <= 0.0) {
        let row = if released { row } else { rows[row] as usize };
        // The header is row 1.
        let place = Place::file(table.file()).row(row + 2).column(name);
        return Err(Error::input("the sampling weight is missing or not above 0")
            .at(place)
            .with_help(Help::set("weight", "name a column with the number of persons that each record represents")));
    }
    Ok(weights.to_vec())
}

/// Why a column has the kind that a policy or a person gave it.
const SAID: &str = "as declared";

/// What a masked table lost, and what it still discloses.
#[derive(Debug, Clone)]
pub struct Assessed {
    /// The two tables, by the columns they share.
    pub pair: Pair,
    /// The measures.
    pub reading: TableReading,
    /// Every column that both tables have, with what it was taken for.
    pub columns: Vec<AssessedColumn>,
    /// What all columns of the release single out, if classes were asked for.
    pub singled: Option<SingledOut>,
    /// Records of the original that the release left out.
    pub left_out: usize,
    /// For each released record its record in the original.
    pub rows: Vec<u32>,
    /// The column of sampling weights, if there is one.
    pub weight: Option<String>,
    /// The share of the population that the release was taken to have.
    pub fraction: f64,
    /// What generalised columns lost, if there are any.
    pub generalized: Option<GeneralizedRelease>,
    /// How many records of the population match the released ones, if a population was named.
    pub matched: Option<Matched>,
    pub(super) grouped: Option<(f64, f64)>,
}

/// Measures a masked table against its original. Records are aligned by what is known of them; else both tables must have the same
/// records in the same order.
///
/// # Errors
/// If the two tables cannot be compared.
pub fn assess(original: &Table, masked: &Table, assessment: &Assessment) -> Result<Assessed> {
    let all = original.len();
    let rows = rows_of(original, assessment)?;
    let whole = original;
    let aligned = if is_whole(&rows, all) { None } else { Some(original.select(&rows)) };
    let original = aligned.as_ref().unwrap_or(original);
    let (columns, mut known) = columns(original, masked, assessment)?;
    let open = |spec: &str, values: &[String]| {
        taxonomy(spec, values).map_err(|problem| DataError::new(Place::file(original.file()), problem))
    };
    let left_out_by_method = assessment.alignment.as_ref().map_or(&[][..], |known| &known.left_out_by_method);
    let recoded = match left_out_by_method {
        [] => RecodedColumns::find(original, masked, &mut known, assessment, open),
        left_out => {
            let seen = whole.select(&[&rows[..], left_out].concat());
            RecodedColumns::find(&seen, masked, &mut known, assessment, open)
        }
    };
    let mut pair = Pair::new(original, masked, &known, &assessment.missing, open)?;
    let weight = assessment.weight_column();
    if let Some(name) = &weight {
        pair.weights = Some(weights(original, &rows, masked, name, &assessment.missing)?);
    }
    let household = assessment.column_of(assessment.household.as_ref(), Role::Household);
    if let Some(name) = &household {
        pair.households = Some(Households::read(original, original.column(name)?, &assessment.missing)?.of);
    }
    let reading = measure(&pair, &assessment.measures, &assessment.settings)?;
    // Nobody knows the new number of a household.
    let known: Vec<&str> = household.iter().map(String::as_str).collect();
    let singled = reading.classes.then(|| singled_out(&masked.without(&known)));
    let left_out = all - rows.len();
    let matched = match &assessment.population {
        Some(file) => {
            let population = read(file, &Options::default())?;
            let found = recoded.matched(&population, masked, &assessment.missing, open)?;
            let too_many = || Error::input("the population cannot be matched: there are too many values and classes");
            Some(found.ok_or_else(too_many)?)
        }
        None => None,
    };
    let generalized = recoded.measured(assessment, &pair.classes, left_out);
    let fraction = pair.fraction(&assessment.settings);
    let grouped = assessment.grouped;
    Ok(Assessed { pair, reading, columns, singled, left_out, rows, weight, fraction, generalized, matched, grouped })
}

/// For each released record its record in the original, by what is known.
pub(super) fn rows_of(original: &Table, assessment: &Assessment) -> Result<Vec<u32>> {
    let all = original.len();
    match &assessment.alignment {
        Some(Alignment { input_records, rows, .. }) if *input_records != all => {
            let problem =
                format!("has {all} records, but the release of {} records was made from {input_records}", rows.len());
            Err(Error::input(problem)
                .at(Place::file(original.file()))
                .with_help("name the table that the release was made from"))
        }
        Some(Alignment { rows, .. }) => Ok(rows.clone()),
        None => Ok((0..all as u32).collect()),
    }
}

/// Whether these rows are all of a table, in their order.
fn is_whole(rows: &[u32], all: usize) -> bool {
    rows.len() == all && rows.iter().enumerate().all(|(at, &row)| at == row as usize)
}

/// The columns that both tables have, with what they are, and which of them are measured together.
pub(super) fn columns(
    original: &Table,
    masked: &Table,
    assessment: &Assessment,
) -> Result<(Vec<AssessedColumn>, Vec<KnownColumn>)> {
    let shared = shared(original, masked)?;
    let wanted: Vec<&str> = assessment.columns.iter().map(|name| name.trim()).collect();
    for name in &wanted {
        original.column(name)?;
        masked.column(name)?;
    }
    for known in assessment.known.iter().filter(|known| known.reason == SAID) {
        original.column(&known.name)?;
    }
    let quasi = |name: &str| {
        assessment.known.iter().any(|known| known.name == name && known.role.as_deref() == Some(Role::Quasi.name()))
    };
    let any_quasi = shared.iter().any(|(name, _)| quasi(name));
    let any_changed = shared.iter().any(|(_, changed)| *changed);
    let is_measured = |name: &str, changed: bool| match () {
        () if !wanted.is_empty() => wanted.contains(&name),
        () if any_quasi => quasi(name),
        () => changed || !any_changed,
    };
    let (mut assessed, mut measured) = (Vec::new(), Vec::new());
    for (name, changed) in shared {
        let said = assessment.known.iter().find(|known| known.name == name);
        let column = match said.filter(|said| !said.reason.is_empty()) {
            Some(said) => said.clone(),
            None => {
                let (kind, reason) =
                    guessed(original.column(&name)?, masked.column(&name)?, original.file(), &assessment.missing);
                let role = said.and_then(|said| said.role.clone());
                AssessedColumn { name, role, kind, reason, released_as: None }
            }
        };
        let is_measured = is_measured(&column.name, changed);
        measured.push(KnownColumn { name: column.name.clone(), kind: column.kind.clone(), measured: is_measured });
        assessed.push(column);
    }
    // In the order in which they were asked for.
    measured.sort_by_key(|known| wanted.iter().position(|name| *name == known.name).unwrap_or(wanted.len()));
    Ok((assessed, measured))
}

/// Pairs of columns that a result lists, at most.
const LISTED: usize = 10;

impl Assessed {
    /// 100·SSE/SST of what was published, over the measured columns with an order.
    pub fn sse_sst_published(&self) -> Option<f64> {
        sse_sst(&self.pair.measured_losses())
    }

    /// The same of the grouping before values were rounded, if the run that masked the table said it; else of what was published.
    pub fn sse_sst(&self) -> Option<f64> {
        self.grouped.map(|(_, loss)| loss).or_else(|| self.sse_sst_published())
    }

    /// The original with its records in the order of the release, without those that were left out.
    #[must_use]
    pub fn aligned(&self, original: &Table) -> Table {
        if is_whole(&self.rows, original.len()) { original.clone() } else { original.select(&self.rows) }
    }

    /// The pairs of columns that single out most records.
    pub fn worst_pairs(&self) -> &[SingledBy] {
        let pairs = self.singled.as_ref().and_then(|singled| singled.pairs.as_deref()).unwrap_or_default();
        &pairs[..pairs.len().min(LISTED)]
    }
}

impl Masked {
    /// How a release is measured with what this run knows.
    pub fn assessment(&self) -> Assessment {
        let known = self.plan.columns.iter().map(|column| AssessedColumn {
            name: column.name.clone(),
            role: Some(column.role.name().to_owned()),
            kind: column.kind.clone(),
            reason: column.reason.clone(),
            released_as: ReleasedAs::of(self.generalized(), &column.name),
        });
        Assessment {
            missing: self.plan.missing.values.clone(),
            known: known.collect(),
            alignment: Some(Alignment {
                input_records: self.input_records,
                rows: self.rows.clone(),
                left_out_by_method: self.left_out_by_method.clone(),
            }),
            k: self.groups().map(|group| group.k).min(),
            grouped: self.sse_sst().map(|loss| (self.sse(), loss)),
            ..Assessment::default()
        }
    }
}
