//! Generalisation: values are replaced by what lies above them in the hierarchy of their column, until every class keeps the promise.

mod blocks;
mod hierarchy;
mod lattice;
mod local;
mod made;
mod population;
mod tuples;
mod understood;

pub use hierarchy::{ANY, NoHierarchy, ValueHierarchy};
pub use population::Population;
pub use understood::UnderstoodColumn;

use crate::attribute::{Attribute, Values};
use crate::error::{Error, ONE_STRATUM, Result};
use crate::mask::{GroupReport, Mask, Masked, Problem, Report};
use crate::partition::GroupSize;
use crate::promise::{Constraint, Demand, Diversity, Judge, Sensitive};
use crate::rng::Rng;
use lattice::Lattice;
use population::{Covered, Inhabitants};
use rayon::prelude::*;
use scumble_io::Watch;
use std::collections::HashMap;
use std::sync::Arc;
use tuples::Tuples;

/// Parameters of a generalisation.
#[derive(Debug, Clone, PartialEq)]
pub struct Generalization {
    /// Which values are replaced together.
    pub recoding: Recoding,
    /// The columns, by their places among the attributes.
    pub columns: Vec<usize>,
    /// Records in a class, at least.
    pub k: GroupSize,
}

/// Which values are replaced together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Recoding {
    /// All values of a column go up to the same level; the best levels are found.
    FullDomain {
        /// The share of records that may be left out.
        suppression: f64,
    },
    /// Every class has its own generalised values.
    Local,
}

/// What a generalisation did.
#[derive(Debug, Clone, PartialEq)]
pub struct Generalized {
    /// What each column lost.
    pub columns: Vec<GeneralizedColumn>,
    /// The normalised certainty penalty: the mean leaf share of what is published for a cell, from 0 to 1. Cells of a record that is
    /// left out count as 1, missing cells do not count.
    pub certainty_penalty: f64,
    /// The combinations of levels that there are; nothing for local recoding.
    pub lattice: Option<u64>,
    /// The combinations of levels that were tested.
    pub tested: u64,
}

/// What a generalised column lost.
#[derive(Debug, Clone, PartialEq)]
pub struct GeneralizedColumn {
    /// Its name.
    pub name: String,
    /// Its level, from 0; nothing for local recoding.
    pub level: Option<usize>,
    /// The levels of its hierarchy.
    pub levels: usize,
    /// Its normalised certainty penalty.
    pub certainty_penalty: f64,
    /// Whether its hierarchy was made from its values.
    pub made: bool,
}

/// What a search found: the node of every record in every column, and the records that are left out.
pub(crate) struct Recoded {
    nodes: Vec<Vec<u32>>,
    left_out: Vec<u32>,
    levels: Option<Vec<usize>>,
    lattice: Option<u64>,
    tested: u64,
    classes: (usize, usize, usize),
}

impl Mask for Generalization {
    fn mask(&self, problem: &Problem<'_>, _: &mut Rng, watch: &dyn Watch) -> Result<Masked> {
        self.check(problem)?;
        let attributes: Vec<&Attribute> = self.columns.iter().map(|&column| &problem.attributes[column]).collect();
        let understood = |(&column, attribute): (&usize, &&Attribute)| {
            let others = problem.population.map(|population| &population.attributes[column]);
            UnderstoodColumn::with_others(attribute, others)
        };
        let columns = self.columns.iter().zip(&attributes).map(understood).collect::<Result<Vec<_>>>()?;
        let (columns, others): (Vec<UnderstoodColumn>, Vec<Vec<u32>>) = columns.into_iter().unzip();
        let (codes, rest): (Vec<Vec<u32>>, Vec<(ValueHierarchy, bool)>) =
            columns.into_iter().map(|column| (column.codes, (column.hierarchy, column.made))).unzip();
        let (hierarchies, made): (Vec<ValueHierarchy>, Vec<bool>) = rest.into_iter().unzip();
        let tuples = Tuples::new(&codes, &hierarchies, problem.strata);
        let judges: Vec<Judge<'_>> = problem.sensitive.iter().map(Sensitive::judge).collect();
        let inhabitants = problem.population.map(|population| Inhabitants::new(population, &others, &hierarchies));
        let recoded = match self.recoding {
            Recoding::FullDomain { suppression } => {
                let searched = (&tuples, inhabitants.as_ref());
                self.full_domain(problem, &hierarchies, searched, &judges, suppression, watch)?
            }
            Recoding::Local => {
                let covered = inhabitants.as_ref().map(|inhabitants| Covered::new(inhabitants, &hierarchies));
                local::recoded(&hierarchies, &tuples, self.k.get(), (&judges, covered.as_ref()), watch)?
            }
        };
        let mut masked = problem.attributes.to_vec();
        let published: Vec<Attribute> = attributes
            .par_iter()
            .zip(&hierarchies)
            .zip(&recoded.nodes)
            .map(|((attribute, hierarchy), nodes)| published(attribute, hierarchy, nodes))
            .collect();
        for (&column, attribute) in self.columns.iter().zip(published) {
            masked[column] = attribute;
        }
        let (classes, smallest, largest) = recoded.classes;
        let group = GroupReport {
            columns: attributes.iter().map(|attribute| attribute.name.clone()).collect(),
            k: self.k.get(),
            groups: classes,
            smallest,
            largest,
            blocks: None,
            keeping: Vec::new(),
            blank: crate::suppression::Blank::OwnValue,
        };
        let generalized = Some(generalized(&attributes, &codes, &hierarchies, &made, &recoded));
        let kept = kept(&recoded);
        let report = Report { groups: vec![group], generalized, kept, ..Report::default() };
        Ok(Masked { attributes: masked, report })
    }
}

impl Generalization {
    /// Refuses what no classes can keep.
    fn check(&self, problem: &Problem<'_>) -> Result<()> {
        if let Some(population) = problem.population {
            self.check_population(problem, population)?;
        }
        let Recoding::FullDomain { suppression } = self.recoding else { return self.check_strata(problem) };
        if !(0.0..1.0).contains(&suppression) {
            return Err(Error::Setting {
                setting: "suppression-limit",
                problem: "the share of records that may be left out must be at least 0 and below 1".to_owned(),
            });
        }
        if suppression == 0.0 {
            return self.check_strata(problem);
        }
        // Elsewhere a class that is left out can break a greater one, and what is left has another distribution.
        let plain = |sensitive: &Sensitive| matches!(sensitive.demand, Demand::Diversity(Diversity::Distinct(_)));
        match problem.sensitive.iter().find(|sensitive| !plain(sensitive)) {
            Some(_) => Err(Error::Setting {
                setting: "suppression-limit",
                problem: "records can be left out only for k and for distinct values: set the limit to 0 for t-closeness, entropy \
                          and recursive l-diversity"
                    .to_owned(),
            }),
            None => Ok(()),
        }
    }

    /// Refuses promises against a population that the method cannot keep.
    fn check_population(&self, problem: &Problem<'_>, population: &Population) -> Result<()> {
        let refused = |setting, problem: &str| Err(Error::Setting { setting, problem: problem.to_owned() });
        if problem.strata.len() > 1 {
            let problem = "a promise against a population cannot be combined with strata, nor with missing values in masked columns";
            return refused("population", problem);
        }
        if population.promise.k_map.is_some_and(|k| k > population.len()) {
            return refused("k-map", "the population has fewer records than every class must match");
        }
        match (population.promise.presence, self.recoding) {
            (Some(_), Recoding::Local) => refused(
                "presence",
                "the classes of local recoding can overlap, so δ-presence is kept only by full-domain recoding",
            ),
            (Some(_), Recoding::FullDomain { suppression }) if suppression > 0.0 => refused(
                "suppression-limit",
                "records that are left out are not present: set the limit to 0 for δ-presence",
            ),
            _ => Ok(()),
        }
    }

    fn check_strata(&self, problem: &Problem<'_>) -> Result<()> {
        let judges: Vec<Judge<'_>> = problem.sensitive.iter().map(Sensitive::judge).collect();
        let among = (problem.strata.len() > 1).then(|| ONE_STRATUM.to_owned());
        for stratum in problem.strata {
            if stratum.len() < self.k.get() {
                return Err(Error::TooFewRecords { k: self.k.get(), records: stratum.len(), among });
            }
            if let Some(judge) = Constraint::new(&judges, stratum).impossible() {
                let column = judge.sensitive().column.clone();
                let problem = "even all records of one stratum together do not keep what is promised of it".to_owned();
                return Err(Error::Impossible { column, problem });
            }
        }
        Ok(())
    }

    fn full_domain(
        &self,
        problem: &Problem<'_>,
        hierarchies: &[ValueHierarchy],
        (tuples, inhabitants): (&Tuples, Option<&Inhabitants>),
        judges: &[Judge<'_>],
        suppression: f64,
        watch: &dyn Watch,
    ) -> Result<Recoded> {
        let records: usize = problem.strata.iter().map(Vec::len).sum();
        let everyone: Vec<u32> = (0..records as u32).collect();
        let constraint = Constraint::new(judges, &everyone);
        let limit = (suppression * records as f64).floor() as usize;
        let lattice = Lattice::new(hierarchies, (tuples, inhabitants), self.k.get(), limit, &constraint);
        let found = lattice.search(watch)?.ok_or_else(|| {
            let problem = match inhabitants {
                Some(_) => {
                    "even with all columns at their highest level the promise against the population is not kept"
                }
                None => "even with all columns at their highest level too many records would be left out",
            };
            Error::Parameters(problem.to_owned())
        })?;
        let mut nodes = vec![vec![0; records]; tuples.width];
        let mut is_out = vec![false; tuples.len()];
        found.outcome.left_out.iter().for_each(|&at| is_out[at as usize] = true);
        let mut left_out = Vec::new();
        let mut sizes: HashMap<(u32, Vec<u32>), usize> = HashMap::new();
        for (at, &is_out) in is_out.iter().enumerate() {
            let tuple = tuples.tuple(at).iter().zip(hierarchies).zip(&found.levels);
            let tuple: Vec<u32> = tuple.map(|((&node, tree), &level)| tree.at_level(node, level)).collect();
            for (column, &node) in nodes.iter_mut().zip(&tuple) {
                tuples.records[at].iter().for_each(|&record| column[record as usize] = node);
            }
            if is_out {
                left_out.extend_from_slice(&tuples.records[at]);
            } else {
                *sizes.entry((tuples.strata[at], tuple)).or_default() += tuples.weight(at);
            }
        }
        left_out.sort_unstable();
        let classes =
            (sizes.len(), sizes.values().min().copied().unwrap_or(0), sizes.values().max().copied().unwrap_or(0));
        Ok(Recoded {
            nodes,
            left_out,
            levels: Some(found.levels),
            lattice: lattice.len().map(|nodes| nodes as u64),
            tested: found.tested,
            classes,
        })
    }
}

/// Global recoding: all values of each column go up to a given level of its hierarchy.
pub(crate) fn recode(attributes: &[&Attribute], levels: &[usize]) -> Result<(Vec<Attribute>, Generalized)> {
    let columns = attributes.iter().map(|attribute| UnderstoodColumn::with_others(attribute, None));
    let columns: Vec<UnderstoodColumn> = columns.map(|column| Ok(column?.0)).collect::<Result<_>>()?;
    let (mut nodes, mut published_columns) = (Vec::new(), Vec::new());
    for ((attribute, column), &level) in attributes.iter().zip(&columns).zip(levels) {
        let hierarchy = &column.hierarchy;
        if level == 0 || level >= hierarchy.levels() {
            let problem = format!(
                "column “{}”: level {level} is not one of its hierarchy, which goes from 1 to {}",
                attribute.name,
                hierarchy.levels().saturating_sub(1)
            );
            return Err(Error::Setting { setting: "levels", problem });
        }
        let own: Vec<u32> = column.codes.iter().map(|&code| hierarchy.at_level(hierarchy.node(code), level)).collect();
        published_columns.push(published(attribute, hierarchy, &own));
        nodes.push(own);
    }
    let (codes, rest): (Vec<_>, Vec<_>) =
        columns.into_iter().map(|column| (column.codes, (column.hierarchy, column.made))).unzip();
    let (hierarchies, made): (Vec<_>, Vec<_>) = rest.into_iter().unzip();
    let recoded = Recoded {
        nodes,
        left_out: Vec::new(),
        levels: Some(levels.to_vec()),
        lattice: None,
        tested: 0,
        classes: (0, 0, 0),
    };
    Ok((published_columns, generalized(attributes, &codes, &hierarchies, &made, &recoded)))
}

/// The records that are released, if not all of them are.
fn kept(recoded: &Recoded) -> Option<Vec<u32>> {
    let records = recoded.nodes.first().map_or(0, Vec::len) as u32;
    let is_kept = |record: &u32| recoded.left_out.binary_search(record).is_err();
    (!recoded.left_out.is_empty()).then(|| (0..records).filter(is_kept).collect())
}

/// A column with the label of a node for every record.
fn published(attribute: &Attribute, hierarchy: &ValueHierarchy, nodes: &[u32]) -> Attribute {
    let mut codes_of: Vec<Option<u32>> = vec![None; hierarchy.len()];
    let mut known: HashMap<&str, u32> = HashMap::new();
    let mut labels: Vec<String> = Vec::new();
    let code = |&node: &u32| {
        if let Some(code) = codes_of[node as usize] {
            return code;
        }
        let code = hierarchy.label(node).map_or(u32::MAX, |label| {
            *known.entry(label).or_insert_with(|| {
                labels.push(label.to_owned());
                labels.len() as u32 - 1
            })
        });
        codes_of[node as usize] = Some(code);
        code
    };
    let codes: Vec<u32> = nodes.iter().map(code).collect();
    let values = match &attribute.values {
        Values::Text(_, _, stack) => Values::Text(codes, labels, Arc::clone(stack)),
        _ => Values::Nominal(codes, labels),
    };
    Attribute { name: attribute.name.clone(), values }
}

fn generalized(
    attributes: &[&Attribute],
    codes: &[Vec<u32>],
    hierarchies: &[ValueHierarchy],
    made: &[bool],
    recoded: &Recoded,
) -> Generalized {
    let mut is_out = vec![false; recoded.nodes.first().map_or(0, Vec::len)];
    recoded.left_out.iter().for_each(|&record| is_out[record as usize] = true);
    let (mut lost, mut cells) = (0.0, 0);
    let mut one = |at: usize| {
        let hierarchy = &hierarchies[at];
        let (mut own, mut count) = (0.0, 0);
        for ((&code, &node), &is_out) in codes[at].iter().zip(&recoded.nodes[at]).zip(&is_out) {
            let value = hierarchy.node(code);
            if !hierarchy.is_missing(value) {
                own += if is_out { 1.0 } else { hierarchy.penalty(value, node) };
                count += 1;
            }
        }
        lost += own;
        cells += count;
        GeneralizedColumn {
            name: attributes[at].name.clone(),
            level: recoded.levels.as_ref().map(|levels| levels[at]),
            levels: hierarchy.levels(),
            certainty_penalty: own / f64::from(count.max(1)),
            made: made[at],
        }
    };
    let columns = (0..codes.len()).map(&mut one).collect();
    let certainty_penalty = lost / f64::from(cells.max(1));
    Generalized { columns, certainty_penalty, lattice: recoded.lattice, tested: recoded.tested }
}
