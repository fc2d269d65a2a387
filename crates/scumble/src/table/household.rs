//! Households in the run of a table: what belongs to all members is masked once for all of them.

use super::masked::Masked;
use super::shuffle::shuffled;
use super::step::PlannedStep;
use crate::error::{Error, Result};
use scumble_assess::{HouseholdClasses, Unperturbed, check_perturbed, classes, household_classes};
use scumble_data::{Column, NumberFormat, Table};
use scumble_io::Watch;
use scumble_mask::table::Prepared;
use scumble_mask::{
    Attribute, Error as MaskError, Households, Mask, Masked as MaskedColumns, Method, Perturbation, Population,
    Problem, Rng, Values,
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Runs one step. With households, columns that are the same for all members are masked once for each household.
pub(super) fn masked_step(
    step: &PlannedStep,
    attributes: &[Attribute],
    prepared: &Prepared,
    population: Option<&Population>,
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<std::result::Result<MaskedColumns, MaskError>> {
    let whole = step.perturbation().is_some();
    let strata = if whole { &prepared.whole_strata } else { &prepared.strata };
    let (sensitive, households) = (prepared.sensitive.as_slice(), prepared.households.as_ref());
    let problem = Problem { attributes, strata, sensitive, households, population };
    let moves_records = [Method::Sample, Method::RecordSwap].contains(&step.method());
    let Some(households) = households.filter(|_| !moves_records) else { return Ok(step.mask(&problem, rng, watch)) };
    let (shared, own) = levels(step, attributes, households);
    if shared.is_empty() {
        if step.leaves_out() {
            return Err(Error::input("a step that may leave out records would leave parts of households behind")
                .with_help("set the limit of suppression to 0"));
        }
        return Ok(step.mask(&problem, rng, watch));
    }
    let split = step.perturbation().filter(|step| !own.is_empty() && is_by_column(step));
    if !own.is_empty() && split.is_none() {
        let name = |columns: &[usize]| attributes[columns[0]].name.clone();
        return Err(Error::input(format!(
            "column “{}” is the same for all members of a household and column “{}” is not: the method {} would give members \
             different values",
            name(&shared),
            name(&own),
            step.method().name()
        ))
        .with_help("mask what belongs to households and what belongs to persons in two steps of a policy"));
    }
    if !sensitive.is_empty() || population.is_some() {
        return Err(Error::input("l, t, k-map and presence are promised for records, but this step groups households")
            .with_help("mask the columns of households in a run of their own"));
    }
    let gaps = by_gaps(&prepared.whole_strata, attributes, &shared);
    let of_households = Problem { strata: if whole { &prepared.whole_strata } else { &gaps }, ..problem };
    let Some(part) = split else {
        return Ok(households.mask(step, &shared, &of_households, rng, watch));
    };
    let with = |columns: &[usize]| Perturbation { columns: columns.to_vec(), ..part.clone() };
    let first = households.mask(&with(&shared), &shared, &of_households, rng, watch);
    let Ok(first) = first else { return Ok(first) };
    let rest = Problem { attributes: &first.attributes, ..problem };
    Ok(with(&own).mask(&rest, rng, watch))
}

/// Whether a perturbation masks each of its columns by itself.
fn is_by_column(step: &Perturbation) -> bool {
    use Method as Of;
    [Of::RankSwap, Of::Noise, Of::Pram, Of::Round, Of::TopBottom].contains(&step.method())
}

/// The columns of a step that are the same for all members of every household, and the others.
pub(super) fn levels(
    step: &PlannedStep,
    attributes: &[Attribute],
    households: &Households,
) -> (Vec<usize>, Vec<usize>) {
    step.columns().into_iter().partition(|&column| households.differs(&attributes[column]).is_none())
}

/// Strata, each cut into the records that miss the same of these columns.
fn by_gaps(strata: &[Vec<u32>], attributes: &[Attribute], columns: &[usize]) -> Vec<Vec<u32>> {
    let mut found: Vec<Vec<u32>> = Vec::new();
    for stratum in strata {
        let mut known: HashMap<Vec<bool>, usize> = HashMap::new();
        for &record in stratum {
            let gaps = columns.iter().map(|&column| attributes[column].is_missing(record as usize)).collect();
            let at = *known.entry(gaps).or_insert(found.len());
            if at == found.len() {
                found.push(Vec::new());
            }
            found[at].push(record);
        }
    }
    found
}

/// The households of a release: which records they have, and which columns were masked once for all members.
#[derive(Debug, Clone)]
pub(super) struct ReleasedHouseholds {
    /// Their column.
    pub(super) column: String,
    /// Which released records belong together.
    pub(super) households: Households,
    /// The columns that all members share.
    pub(super) shared: Vec<String>,
}

impl ReleasedHouseholds {
    /// The column of households as it is released: new numbers in a random order.
    pub(super) fn numbered(&self, seed: u64) -> Column {
        let numbers = shuffled(self.households.members.len(), seed);
        let cells = self.households.of.iter().map(|&household| f64::from(numbers[household as usize]) + 1.0).collect();
        Attribute { name: self.column.clone(), values: Values::Numbers(cells, NumberFormat::default()) }.column("")
    }

    /// Checks that a release has these households, and that members share what they shared.
    pub(super) fn check(&self, release: &Table) -> Result<()> {
        let broken = |problem: String| {
            Error::promise(format!("the release would break its promise: {problem}; nothing was written"))
        };
        let column = release.column(&self.column)?;
        let mut known: HashMap<String, u32> = HashMap::new();
        for (record, &household) in self.households.of.iter().enumerate() {
            let of = *known.entry(column.cells.text(record).into_owned()).or_insert(household);
            if of != household {
                return Err(broken(format!("column “{}” mixes two households", self.column)));
            }
        }
        if known.len() != self.households.members.len() {
            return Err(broken(format!("column “{}” divides a household", self.column)));
        }
        for name in &self.shared {
            let cells = &release.column(name)?.cells;
            let differ = |members: &Vec<u32>| {
                members.iter().any(|&record| cells.text(record as usize) != cells.text(members[0] as usize))
            };
            if self.households.members.iter().any(differ) {
                return Err(broken(format!("members of a household differ in column “{name}”")));
            }
        }
        Ok(())
    }
}

/// Checks a perturbation on a release; columns that members of households share are compared once for each household. `all` are the
/// households of the original.
pub(super) fn check_perturbation(
    release: &Table,
    step: &Perturbation,
    original: &Unperturbed<'_>,
    all: Option<&Households>,
    released: Option<&ReleasedHouseholds>,
) -> Result<()> {
    let by_column = step.method() != Method::RecordSwap;
    let (Some(all), Some(released)) = (all.filter(|_| by_column), released) else {
        return Ok(check_perturbed(release, step, original)?);
    };
    let is_shared = |column: &usize| released.shared.contains(&original.attributes[*column].name);
    let (shared, own): (Vec<usize>, Vec<usize>) = step.columns.iter().copied().partition(is_shared);
    check_perturbed(release, &Perturbation { columns: own, ..step.clone() }, original)?;
    let first = released.households.first();
    let attributes: Vec<Attribute> =
        original.attributes.iter().map(|attribute| attribute.select(&all.first())).collect();
    let rows: Vec<u32> = first.iter().map(|&record| all.of[original.rows[record as usize] as usize]).collect();
    let strata = all.strata(original.strata);
    let of_households = Unperturbed { attributes: &attributes, strata: &strata, rows: &rows, ..*original };
    Ok(check_perturbed(&release.select(&first), &Perturbation { columns: shared, ..step.clone() }, &of_households)?)
}

impl Masked {
    /// The classes of whole households, if there are households: those whose members are equal on all masked columns.
    pub fn household_classes(&self) -> Option<HouseholdClasses> {
        let released = self.households.as_ref()?;
        let columns = self.plan.roles.masked.iter().map(|masked| self.table.column(&masked.name));
        let columns: Vec<&Column> = columns.collect::<std::result::Result<_, _>>().ok()?;
        Some(household_classes(&released.households.of, &classes(&columns)))
    }

    /// What is said of households, as one object.
    pub(super) fn households_to_json(&self) -> Value {
        let (Some(released), Some(found)) = (&self.households, self.household_classes()) else { return Value::Null };
        json!({
            "column": released.column,
            "households": released.households.members.len(),
            "shared_columns": released.shared,
            "smallest": found.smallest,
            "uniques": found.uniques,
        })
    }
}
