//! The distinct records of a table, as nodes of the hierarchies of their columns.

use super::hierarchy::ValueHierarchy;
use std::collections::HashMap;

/// The distinct tuples of nodes of some columns, each with its records. Records of different strata are never one tuple.
#[derive(Debug, Clone)]
pub(super) struct Tuples {
    /// Columns.
    pub(super) width: usize,
    /// The nodes of each tuple, one after the other.
    pub(super) nodes: Vec<u32>,
    /// The stratum of each tuple.
    pub(super) strata: Vec<u32>,
    /// The records of each tuple, ascending.
    pub(super) records: Vec<Vec<u32>>,
}

impl Tuples {
    /// The tuples of a table by the codes of its columns, in order of strata and first records.
    pub(super) fn new(columns: &[Vec<u32>], hierarchies: &[ValueHierarchy], strata: &[Vec<u32>]) -> Self {
        let width = columns.len();
        let mut tuples = Self { width, nodes: Vec::new(), strata: Vec::new(), records: Vec::new() };
        let mut tuple = vec![0; width];
        for (stratum, members) in (0..).zip(strata) {
            let mut known: HashMap<Vec<u32>, usize> = HashMap::new();
            for &record in members {
                for ((node, codes), hierarchy) in tuple.iter_mut().zip(columns).zip(hierarchies) {
                    *node = hierarchy.node(codes[record as usize]);
                }
                match known.get(&tuple) {
                    Some(&at) => tuples.records[at].push(record),
                    None => {
                        known.insert(tuple.clone(), tuples.records.len());
                        tuples.nodes.extend_from_slice(&tuple);
                        tuples.strata.push(stratum);
                        tuples.records.push(vec![record]);
                    }
                }
            }
        }
        tuples
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// The nodes of one.
    pub(super) fn tuple(&self, at: usize) -> &[u32] {
        &self.nodes[at * self.width..(at + 1) * self.width]
    }

    /// How many records one has.
    pub(super) fn weight(&self, at: usize) -> usize {
        self.records[at].len()
    }
}
