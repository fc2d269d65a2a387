//! The population that records were taken from: how many of its records a generalised record matches.

use super::hierarchy::{NoHierarchy, ValueHierarchy};
use super::tuples::Tuples;
use crate::attribute::{Attribute, Values};
use crate::error::Result;
use crate::promise::{PopulationPromise, Presence};
use crate::table::MaskedColumn;
use scumble_data::{Error as DataError, Missing, Place, Table};
use scumble_io::Help;
use std::sync::Arc;

/// The table of a population, and what is promised against it.
#[derive(Debug, Clone)]
pub struct Population {
    /// What is promised.
    pub promise: PopulationPromise,
    /// The masked columns of the population, in the order of the table's.
    pub attributes: Vec<Attribute>,
}

impl Population {
    /// Reads the masked columns of a population as the table's are read.
    ///
    /// # Errors
    /// If a column is not there, or has a value that is not of its kind or not in its hierarchy; the row is named.
    pub fn new(
        promise: PopulationPromise,
        population: &Table,
        masked: &[MaskedColumn],
        attributes: &[Attribute],
        missing: &Missing,
    ) -> Result<Self> {
        let mut found = Vec::new();
        for (MaskedColumn { name, kind, .. }, own) in masked.iter().zip(attributes) {
            let column = population.column(name)?;
            let attribute = Attribute::read(column, kind, population.file(), missing, |_, _| match &own.values {
                Values::Text(.., stack) => Ok(Arc::clone(stack)),
                _ => Err(DataError::new(Place::file(population.file()).column(name), "it has no taxonomy")),
            })?;
            if let Some(row) = unknown(&attribute) {
                // The header is row 1.
                let place = Place::file(population.file()).row(row + 2).column(name);
                return Err(DataError::new(place, "the value is not in the column's hierarchy")
                    .with_help(Help::set(
                        "hierarchy",
                        "add the value to the hierarchy, or name a hierarchy that has it",
                    ))
                    .into());
            }
            found.push(attribute);
        }
        Ok(Self { promise, attributes: found })
    }

    /// How many records it has.
    pub fn len(&self) -> usize {
        self.attributes.first().map_or(0, Attribute::len)
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The first record with a value that the hierarchy of its column does not have.
fn unknown(attribute: &Attribute) -> Option<usize> {
    let Values::Text(codes, values, stack) = &attribute.values else { return None };
    let Err(NoHierarchy::Unknown(unknown)) = ValueHierarchy::of(stack, values) else { return None };
    codes.iter().position(|code| unknown.binary_search(code).is_ok())
}

/// The distinct records of a population, and what is promised against them.
pub(super) struct Inhabitants {
    pub(super) tuples: Tuples,
    /// Matching records, at least.
    k_map: u64,
    presence: Option<Presence>,
}

impl Inhabitants {
    pub(super) fn new(population: &Population, codes: &[Vec<u32>], hierarchies: &[ValueHierarchy]) -> Self {
        let everyone = [(0..population.len() as u32).collect()];
        let k_map = population.promise.k_map.unwrap_or(0) as u64;
        Self { tuples: Tuples::new(codes, hierarchies, &everyone), k_map, presence: population.promise.presence }
    }

    /// Whether a class of so many released records may match so many of the population.
    pub(super) fn allows(&self, released: u64, population: u64) -> bool {
        population >= self.k_map && self.presence.is_none_or(|presence| presence.allows(released, population))
    }

    /// Whether so many records of the population may match no class.
    pub(super) fn allows_elsewhere(&self, population: u64) -> bool {
        population == 0 || self.presence.is_none_or(|presence| presence.least <= 0.0)
    }
}

/// Words of memory for sets of inhabitants, at most.
const MOST_WORDS: usize = 1 << 25;

/// How many inhabitants the nodes of a class cover.
pub(super) struct Covered<'a> {
    inhabitants: &'a Inhabitants,
    hierarchies: &'a [ValueHierarchy],
    /// For each column and node the tuples that lie below it; empty where that would take too much memory.
    sets: Vec<Vec<Vec<u64>>>,
}

impl<'a> Covered<'a> {
    pub(super) fn new(inhabitants: &'a Inhabitants, hierarchies: &'a [ValueHierarchy]) -> Self {
        let words = inhabitants.tuples.len().div_ceil(64);
        let nodes: usize = hierarchies.iter().map(ValueHierarchy::len).sum();
        let set = |(column, tree): (usize, &ValueHierarchy)| {
            let mut sets = vec![vec![0_u64; words]; tree.len()];
            for at in 0..inhabitants.tuples.len() {
                sets[inhabitants.tuples.tuple(at)[column] as usize][at / 64] |= 1 << (at % 64);
            }
            // Parents come before their children.
            for node in (0..tree.len()).rev() {
                let parent = tree.parent(node as u32) as usize;
                if parent != node {
                    let own = std::mem::take(&mut sets[node]);
                    sets[parent].iter_mut().zip(&own).for_each(|(all, own)| *all |= own);
                    sets[node] = own;
                }
            }
            sets
        };
        let fits = nodes.saturating_mul(words) <= MOST_WORDS;
        let sets = if fits { hierarchies.iter().enumerate().map(set).collect() } else { Vec::new() };
        Self { inhabitants, hierarchies, sets }
    }

    /// Whether a class with these nodes covers as many inhabitants as are promised.
    pub(super) fn allows(&self, nodes: &[u32]) -> bool {
        let tuples = &self.inhabitants.tuples;
        let mut count = 0;
        let mut enough = |at: usize| {
            count += tuples.weight(at) as u64;
            count >= self.inhabitants.k_map
        };
        if self.inhabitants.k_map == 0 {
            return true;
        }
        if self.sets.is_empty() {
            let below = |at: usize| {
                let own = tuples.tuple(at).iter().zip(nodes).zip(self.hierarchies);
                own.into_iter().all(|((&own, &node), tree)| tree.is_below(own, node))
            };
            return (0..tuples.len()).filter(|&at| below(at)).any(enough);
        }
        let words = tuples.len().div_ceil(64);
        (0..words).any(|word| {
            let mut set =
                self.sets.iter().zip(nodes).fold(u64::MAX, |all, (sets, &node)| all & sets[node as usize][word]);
            while set != 0 {
                if enough(64 * word + set.trailing_zeros() as usize) {
                    return true;
                }
                set &= set - 1;
            }
            false
        })
    }
}
