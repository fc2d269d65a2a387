//! The concepts of a run, numbered from 0, and the distance of every two of them.

use super::ConceptRef;
use crate::error::{Error, Result};
use rayon::prelude::*;
use scumble_ontology::Taxonomy;
use std::sync::Arc;

/// The distance δ of two concepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delta {
    /// By the share of ancestors that they do not have in common.
    Semantic,
    /// Equal or not.
    Equality,
}

/// Concepts of which all pairs fit in 1.8 GB.
const MOST_CONCEPTS: usize = 30_000;

/// Concepts of different taxonomies, while the table is made.
const APART: u16 = u16::MAX;

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

    /// Concepts of several taxonomies; those of different ones are 1 apart. Refuses more than a table of all pairs has room for.
    pub fn semantic(taxonomies: &[Arc<Taxonomy>], concepts: &[ConceptRef]) -> Result<Self> {
        let count = concepts.len();
        if count > MOST_CONCEPTS {
            return Err(Error::Parameters(format!(
                "{count} distinct concepts, where a table of all pairs has room for {MOST_CONCEPTS}"
            )));
        }
        let sizes: Vec<usize> = concepts.iter().map(|of| taxonomies[of.member].ancestors(of.concept).len()).collect();
        // First how many ancestors every two have in common; then, in the same place, where their distance is in the list.
        let mut places = vec![APART; count * count];
        places.par_chunks_mut(count.max(1)).enumerate().for_each_init(
            || taxonomies.iter().map(|taxonomy| vec![false; taxonomy.len()]).collect::<Vec<_>>(),
            |marks, (at, row)| {
                let ConceptRef { member, concept } = concepts[at];
                let (taxonomy, mark) = (&taxonomies[member], &mut marks[member]);
                let above = taxonomy.ancestors(concept);
                above.iter().for_each(|ancestor| mark[ancestor.index()] = true);
                for (cell, other) in row.iter_mut().zip(concepts) {
                    if other.member == member {
                        *cell = taxonomy
                            .ancestors(other.concept)
                            .iter()
                            .filter(|ancestor| mark[ancestor.index()])
                            .count()
                            .min(usize::from(APART) - 1) as u16;
                    }
                }
                above.iter().for_each(|ancestor| mark[ancestor.index()] = false);
            },
        );
        // A distance is the number of ancestors that are not shared over the number of all: few such fractions occur.
        let width = 2 * sizes.iter().max().copied().unwrap_or(0) + 1;
        let fraction = |row: usize, column: usize, shared: u16| match shared {
            APART => (1, 1),
            shared => {
                let union = sizes[row] + sizes[column] - usize::from(shared);
                (union - usize::from(shared), union)
            }
        };
        let seen = places.par_chunks(count.max(1)).enumerate().fold(
            || vec![false; width * width],
            |mut seen, (row, cells)| {
                for (column, &shared) in cells.iter().enumerate() {
                    let (part, whole) = fraction(row, column, shared);
                    seen[part * width + whole] = true;
                }
                seen
            },
        );
        let seen = seen.reduce(|| vec![false; width * width], |a, b| a.iter().zip(&b).map(|(a, b)| a | b).collect());
        let mut fractions: Vec<(f64, usize)> =
            (0..seen.len()).filter(|&at| seen[at]).map(|at| ((at / width) as f64 / (at % width) as f64, at)).collect();
        fractions.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut values: Vec<f64> = Vec::new();
        let mut place_of = vec![0_u16; width * width];
        let coarse = fractions.len() > usize::from(APART);
        for (value, at) in fractions {
            // More different distances than there are places, as in a hierarchy hundreds of levels deep, are rounded.
            let value = if coarse { (value * 32_768.0).round() / 32_768.0 } else { value };
            if values.last() != Some(&value) {
                values.push(value);
            }
            place_of[at] = (values.len() - 1) as u16;
        }
        places.par_chunks_mut(count.max(1)).enumerate().for_each(|(row, cells)| {
            for (column, cell) in cells.iter_mut().enumerate() {
                let (part, whole) = fraction(row, column, *cell);
                *cell = place_of[part * width + whole];
            }
        });
        Ok(Self { count, places, values })
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

    /// For every concept the distance to the nearest concept of a set, which must not be empty.
    pub fn nearest(&self, set: &[u32]) -> Vec<f64> {
        let (mut scratch, mut into) = (vec![0; self.count], vec![0.0; self.count]);
        self.extremes(set, true, &mut scratch, &mut into);
        into
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
