//! Concepts of a run, numbered from 0, and how far every two of them are.

use rayon::prelude::*;
use scumble_ontology::{Concept, Taxonomy};
use std::sync::Arc;

/// How far concepts are from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delta {
    /// By the share of ancestors that they do not have in common.
    Semantic,
    /// Equal or not.
    Equality,
}

/// The concepts that occur in a run, with a table of their distances.
///
/// There are few different distances (a number of common ancestors over a number of all), so the table holds small places in
/// the ascending list of them: the least of two places is the place of the least distance.
#[derive(Debug, Clone)]
pub struct ConceptTable {
    count: usize,
    /// One row a concept; empty for equality.
    places: Vec<u16>,
    values: Vec<f64>,
}

impl ConceptTable {
    /// Concepts that are equal or not.
    pub fn equality(count: usize) -> Self {
        Self { count, places: Vec::new(), values: vec![0.0, 1.0] }
    }

    /// Concepts of several taxonomies; those of different ones are 1 apart.
    pub fn semantic(taxonomies: &[Arc<Taxonomy>], concepts: &[(usize, Concept)]) -> Self {
        let count = concepts.len();
        // Distances as fractions, to find the distinct ones without rounding.
        let fractions: Vec<Vec<(u16, u16)>> = (0..count)
            .into_par_iter()
            .map_init(
                || taxonomies.iter().map(|taxonomy| vec![false; taxonomy.len()]).collect::<Vec<_>>(),
                |marks, at| {
                    let (member, concept) = concepts[at];
                    let (taxonomy, mark) = (&taxonomies[member], &mut marks[member]);
                    let above = taxonomy.ancestors(concept);
                    above.iter().for_each(|ancestor| mark[ancestor.index()] = true);
                    let row = concepts.iter().map(|&(other_member, other)| {
                        if other_member != member {
                            return (1, 1);
                        }
                        let others = taxonomy.ancestors(other);
                        let shared = others.iter().filter(|ancestor| mark[ancestor.index()]).count();
                        let union = above.len() + others.len() - shared;
                        ((union - shared) as u16, union as u16)
                    });
                    let row = row.collect();
                    above.iter().for_each(|ancestor| mark[ancestor.index()] = false);
                    row
                },
            )
            .collect();
        let value = |&(part, whole): &(u16, u16)| f64::from(part) / f64::from(whole);
        let mut distinct: Vec<(u16, u16)> = fractions
            .par_iter()
            .map(|row| {
                let mut row = row.clone();
                row.sort_unstable();
                row.dedup();
                row
            })
            .reduce(Vec::new, |mut all, row| {
                all.extend(row);
                all.sort_unstable();
                all.dedup();
                all
            });
        distinct.sort_by(|a, b| value(a).total_cmp(&value(b)));
        let mut values: Vec<f64> = Vec::new();
        let mut place_of = std::collections::HashMap::new();
        for fraction in &distinct {
            if values.last() != Some(&value(fraction)) {
                values.push(value(fraction));
            }
            place_of.insert(*fraction, (values.len() - 1) as u16);
        }
        let places = fractions
            .into_par_iter()
            .flat_map_iter(|row| row.into_iter().map(|fraction| place_of[&fraction]).collect::<Vec<_>>());
        Self { count, places: places.collect(), values }
    }

    /// How many concepts there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How far two concepts are.
    pub fn distance(&self, a: u32, b: u32) -> f64 {
        match self.places.is_empty() {
            true => f64::from(u8::from(a != b)),
            false => self.values[self.places[a as usize * self.count + b as usize] as usize],
        }
    }

    /// For every concept the sum of its distances to the concepts of a set.
    pub(super) fn sums(&self, set: &[u32], into: &mut [f64]) {
        into.fill(if self.places.is_empty() { set.len() as f64 } else { 0.0 });
        for &concept in set {
            if self.places.is_empty() {
                into[concept as usize] -= 1.0;
                continue;
            }
            let row = &self.places[concept as usize * self.count..(concept as usize + 1) * self.count];
            into.iter_mut().zip(row).for_each(|(sum, &place)| *sum += self.values[place as usize]);
        }
    }

    /// For every concept the least, or greatest, of its distances to the concepts of a set.
    pub(super) fn extremes(&self, set: &[u32], least: bool, scratch: &mut [u16], into: &mut [f64]) {
        if self.places.is_empty() {
            // The least is 0 for members; the greatest is 0 only for the one member of a set of one.
            into.fill(1.0);
            if least || set.len() == 1 {
                set.iter().for_each(|&concept| into[concept as usize] = 0.0);
            }
            return;
        }
        scratch.fill(if least { u16::MAX } else { 0 });
        for &concept in set {
            let row = &self.places[concept as usize * self.count..(concept as usize + 1) * self.count];
            if least {
                scratch.iter_mut().zip(row).for_each(|(best, &place)| *best = (*best).min(place));
            } else {
                scratch.iter_mut().zip(row).for_each(|(best, &place)| *best = (*best).max(place));
            }
        }
        into.iter_mut().zip(&*scratch).for_each(|(value, &place)| *value = self.values[place as usize]);
    }
}
