//! Suppression: cells of quasi-identifiers are blanked, or whole records are left out, until every record reaches k on every chosen
//! combination of columns.

mod alike;
mod equal;
mod matches;
mod pattern;
mod records;
mod search;
mod state;

use crate::attribute::{Attribute, Values};
use crate::error::{Error, ONE_STRATUM, Result};
use crate::mask::{GroupReport, Mask, Masked, Problem, Report};
use crate::partition::GroupSize;
use crate::rng::Rng;
use equal::Equal;
use matches::Matches;
use pattern::{Columns, Keys, MOST_COLUMNS};
use rayon::prelude::*;
use scumble_io::Watch;
use state::{Distinct, State};

/// What a blank means to who compares two published records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blank {
    /// A blank matches every value, and every value matches it: sdcMicro counts so. A record reaches k if it matches k - 1 others. Who
    /// knows the value that was blanked can still tell the record from those with another value.
    MatchesAnything,
    /// A blank is a value of its own: a record reaches k if k - 1 others are published exactly alike.
    OwnValue,
}

impl Blank {
    /// Every reading with its name.
    pub const ALL: [(&'static str, Self); 2] =
        [("matches-anything", Self::MatchesAnything), ("own-value", Self::OwnValue)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, blank)| *blank == self).map_or("", |(name, _)| name)
    }
}

/// What is suppressed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Suppress {
    /// Cells.
    Cells,
    /// Whole records: all that are below k, if they are at most this share.
    Records(f64),
    /// Records below k up to this share, then cells.
    RecordsThenCells(f64),
}

impl Suppress {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cells => "cells",
            Self::Records(_) => "records",
            Self::RecordsThenCells(_) => "records-then-cells",
        }
    }

    /// The share of records that may be left out.
    pub fn limit(self) -> f64 {
        match self {
            Self::Cells => 0.0,
            Self::Records(limit) | Self::RecordsThenCells(limit) => limit,
        }
    }
}

/// Columns on which every record must reach k.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    /// The columns, by their places among the attributes.
    pub columns: Vec<usize>,
    /// Records, at least.
    pub k: GroupSize,
}

/// Parameters of a suppression.
#[derive(Debug, Clone, PartialEq)]
pub struct Suppression {
    /// The columns, by their places among the attributes.
    pub columns: Vec<usize>,
    /// What a blank costs in each of them, above 0.
    pub weights: Vec<f64>,
    /// The combinations on which every record must reach k.
    pub combinations: Vec<Combination>,
    /// What a blank means.
    pub blank: Blank,
    /// What is suppressed.
    pub suppress: Suppress,
}

/// What a suppression did.
#[derive(Debug, Clone, PartialEq)]
pub struct Suppressed {
    /// What a blank means.
    pub blank: Blank,
    /// The columns, each with its cells that were blanked.
    pub columns: Vec<(String, usize)>,
    /// Cells that were blanked.
    pub cells: usize,
    /// Records that were left out.
    pub records: usize,
    /// What all blanks cost by the weights of their columns.
    pub cost: f64,
}

/// The keys of a step: columns in the order in which they are blanked if all else is equal.
struct Understood {
    /// The places of the columns among the attributes.
    columns: Vec<usize>,
    codes: Vec<Vec<u32>>,
    keys: Keys,
    weights: Vec<f64>,
    /// The combinations as sets of the columns above.
    combinations: Vec<(Columns, u32)>,
}

/// What a search in one stratum found.
struct Found {
    blanks: Vec<(u32, Columns)>,
    /// For each combination the patterns, and the fewest and most records of one.
    sizes: Vec<(usize, usize, usize)>,
    cost: f64,
    steps: u64,
}

impl Mask for Suppression {
    fn mask(&self, problem: &Problem<'_>, rng: &mut Rng, watch: &dyn Watch) -> Result<Masked> {
        self.check(problem)?;
        let understood = self.understood(problem);
        let left_out = records::left_out(&understood, problem.strata, self.suppress)?;
        let is_kept = |record: &&u32| left_out.binary_search(record).is_err();
        let strata: Vec<Vec<u32>> = match left_out.is_empty() {
            true => problem.strata.to_vec(),
            false => problem.strata.iter().map(|stratum| stratum.iter().filter(is_kept).copied().collect()).collect(),
        };
        let strata: Vec<(Vec<u32>, u64)> =
            strata.into_iter().filter(|stratum| !stratum.is_empty()).map(|stratum| (stratum, rng.bits())).collect();
        self.check_strata(&strata)?;
        let found: Vec<Found> = strata
            .par_iter()
            .map(|(stratum, seed)| self.search(&understood, stratum, *seed, watch))
            .collect::<Result<_>>()?;
        let records = problem.attributes.first().map_or(0, Attribute::len);
        let mut blanks: Vec<Columns> = vec![0; records];
        found.iter().flat_map(|found| &found.blanks).for_each(|&(record, columns)| blanks[record as usize] = columns);
        let mut attributes = problem.attributes.to_vec();
        let mut cells = Vec::new();
        for (at, &column) in understood.columns.iter().enumerate() {
            let is_blank: Vec<bool> = blanks.iter().map(|blanks| blanks >> at & 1 == 1).collect();
            let attribute = &problem.attributes[column];
            cells.push((column, (0..records).filter(|&row| is_blank[row] && !attribute.is_missing(row)).count()));
            attributes[column] = attribute.blanked(&is_blank);
        }
        cells.sort_unstable();
        let suppressed = Suppressed {
            blank: self.blank,
            cells: cells.iter().map(|(_, cells)| cells).sum(),
            columns: cells
                .into_iter()
                .map(|(column, cells)| (problem.attributes[column].name.clone(), cells))
                .collect(),
            records: left_out.len(),
            cost: found.iter().map(|found| found.cost).sum(),
        };
        let kept = (!left_out.is_empty())
            .then(|| (0..records as u32).filter(|record| left_out.binary_search(record).is_err()).collect());
        let report = Report {
            groups: self.groups(problem, &found),
            steps: found.iter().map(|found| found.steps).sum(),
            kept,
            suppressed: Some(suppressed),
            ..Report::default()
        };
        Ok(Masked { attributes, report })
    }
}

impl Suppression {
    fn check(&self, problem: &Problem<'_>) -> Result<()> {
        let setting = |setting, problem: &str| Err(Error::Setting { setting, problem: problem.to_owned() });
        if self.columns.len() > MOST_COLUMNS {
            return setting("columns", "suppression looks at 64 columns at most");
        }
        if self.weights.len() != self.columns.len() || !self.weights.iter().all(|weight| (1e-6..=1e12).contains(weight))
        {
            return setting("importance", "the weight of a column must be a number from 0.000001 to 1000000000000");
        }
        if !(0.0..1.0).contains(&self.suppress.limit()) {
            return setting(
                "suppression-limit",
                "the share of records that may be left out must be at least 0 and below 1",
            );
        }
        let is_known = |column: &usize| self.columns.contains(column);
        if self.combinations.iter().any(|one| one.columns.is_empty() || !one.columns.iter().all(is_known)) {
            return setting("combinations", "a combination has no column, or one that is not masked");
        }
        if !problem.sensitive.is_empty() {
            return Err(Error::Parameters(
                "suppression keeps k, not l-diversity or t-closeness: generalise instead".to_owned(),
            ));
        }
        Ok(())
    }

    /// The greatest k of a combination.
    fn most(&self) -> usize {
        self.combinations.iter().map(|combination| combination.k.get()).max().unwrap_or(0)
    }

    fn check_strata(&self, strata: &[(Vec<u32>, u64)]) -> Result<()> {
        if strata.is_empty() {
            return Err(Error::Setting {
                setting: "suppression-limit",
                problem: "every record would be left out".to_owned(),
            });
        }
        match strata.iter().find(|(stratum, _)| stratum.len() < self.most()) {
            Some((stratum, _)) => Err(Error::TooFewRecords {
                k: self.most(),
                records: stratum.len(),
                among: (strata.len() > 1).then(|| ONE_STRATUM.to_owned()),
            }),
            None => Ok(()),
        }
    }

    /// Columns with the most values come first: where all else is equal their cells are blanked, as in sdcMicro.
    fn understood(&self, problem: &Problem<'_>) -> Understood {
        let coded: Vec<(Vec<u32>, usize)> =
            self.columns.par_iter().map(|&column| codes(&problem.attributes[column])).collect();
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(coded[at].1));
        let place = |column: &usize| order.iter().position(|&at| self.columns[at] == *column).unwrap_or(0);
        let set = |columns: &[usize]| columns.iter().fold(0, |set, column| set | 1 << place(column));
        let combinations = self.combinations.iter();
        let combinations = combinations.map(|one| (set(&one.columns), one.k.get() as u32)).collect();
        let keys = Keys::new(&order.iter().map(|&at| coded[at].1).collect::<Vec<_>>());
        let columns = order.iter().map(|&at| self.columns[at]).collect();
        let weights = order.iter().map(|&at| self.weights[at]).collect();
        let mut coded: Vec<Vec<u32>> = coded.into_iter().map(|(codes, _)| codes).collect();
        let codes = order.iter().map(|&at| std::mem::take(&mut coded[at])).collect();
        Understood { columns, codes, keys, weights, combinations }
    }

    fn search(&self, understood: &Understood, stratum: &[u32], seed: u64, watch: &dyn Watch) -> Result<Found> {
        let Understood { codes, keys, weights, combinations, .. } = understood;
        let distinct = Distinct::new(keys, codes, stratum);
        let mut rng = Rng::new(seed);
        match self.blank {
            Blank::MatchesAnything => {
                let counted = combinations.iter().map(|&one| Matches::new(keys, &distinct, one)).collect();
                let mut state = State::new(counted, &distinct, weights);
                let steps = search::search(&mut state, &mut rng, watch)?;
                let sizes = state.combinations.iter().map(Matches::sizes).collect();
                Ok(Found { sizes, cost: state.cost, steps, blanks: state.into_blanks(&distinct) })
            }
            Blank::OwnValue => {
                let counted = combinations.iter().map(|&one| Equal::new(keys, &distinct, one)).collect();
                let mut state = State::new(counted, &distinct, weights);
                let steps = alike::search(&mut state, &mut rng, watch)?;
                let sizes = state.combinations.iter().map(Equal::sizes).collect();
                Ok(Found { sizes, cost: state.cost, steps, blanks: state.into_blanks(&distinct) })
            }
        }
    }

    fn groups(&self, problem: &Problem<'_>, found: &[Found]) -> Vec<GroupReport> {
        let one = |(at, combination): (usize, &Combination)| {
            let sizes = || found.iter().map(|found| found.sizes[at]);
            let names = combination.columns.iter().map(|&column| problem.attributes[column].name.clone());
            GroupReport {
                columns: names.collect(),
                k: combination.k.get(),
                groups: sizes().map(|(patterns, ..)| patterns).sum(),
                smallest: sizes().map(|(_, smallest, _)| smallest).min().unwrap_or(0),
                largest: sizes().map(|(.., largest)| largest).max().unwrap_or(0),
                blocks: None,
                keeping: Vec::new(),
                blank: self.blank,
            }
        };
        self.combinations.iter().enumerate().map(one).collect()
    }
}

/// The cells of a column as codes of equal values, and how many codes there are. A missing cell has a code of its own.
fn codes(attribute: &Attribute) -> (Vec<u32>, usize) {
    match &attribute.values {
        Values::Numbers(numbers, _) | Values::Dates(numbers, _) => {
            let mut known = numbers.to_vec();
            known.sort_unstable_by(f64::total_cmp);
            known.dedup_by(|a, b| a.total_cmp(b).is_eq());
            let place = |number: &f64| known.partition_point(|known| known.total_cmp(number).is_lt()) as u32;
            (numbers.iter().map(place).collect(), known.len())
        }
        Values::Ordinal(codes, values) | Values::Nominal(codes, values) | Values::Text(codes, values, _) => {
            let missing = values.len() as u32;
            (codes.iter().map(|&code| code.min(missing)).collect(), values.len() + 1)
        }
    }
}
