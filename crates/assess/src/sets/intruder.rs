//! An intruder who knows m of a person's concepts.

use super::link::{Known, links};
use crate::reading::Result;
use scumble_mask::Rng;
use scumble_mask::sets::{ConceptTable, Delta, Understood};
use std::collections::HashMap;

/// People that an intruder looks for, at most: more are sampled.
pub const PEOPLE: usize = 5_000;

/// The distinct records of a release, and which of them stands for each original record.
pub struct Release<'r> {
    /// The concepts of each distinct record.
    pub concepts: Vec<&'r [u32]>,
    /// How many released records equal it.
    pub counts: Vec<usize>,
    /// For each original record its distinct released record; past the end if it was not released.
    pub of: Vec<usize>,
}

impl<'r> Release<'r> {
    /// Collects the distinct records of a release; `places` gives the original record of each released one.
    pub fn new(original: &Understood, released: &'r Understood, places: &[usize]) -> Self {
        let mut numbers: HashMap<&[String], usize> = HashMap::new();
        let mut found = Self { concepts: Vec::new(), counts: Vec::new(), of: vec![usize::MAX; original.sets.len()] };
        for ((record, set), &place) in released.records.iter().zip(&released.sets).zip(places) {
            let at = *numbers.entry(&record.items).or_insert(found.counts.len());
            if at == found.counts.len() {
                found.concepts.push(set);
                found.counts.push(0);
            }
            found.counts[at] += 1;
            found.of[place] = at;
        }
        found
    }

    /// How many released records equal the rarest one.
    pub fn smallest(&self) -> usize {
        self.counts.iter().min().copied().unwrap_or(0)
    }
}

/// An intruder who looks for people in a release.
pub struct Intruder<'r> {
    original: &'r Understood,
    release: &'r Release<'r>,
    table: ConceptTable,
    /// The original records that the intruder looks for.
    pub people: Vec<usize>,
    rng: Rng,
}

impl<'r> Intruder<'r> {
    /// An intruder who looks for every person with known concepts, or for a sample of [`PEOPLE`] of them.
    ///
    /// # Errors
    /// If there are too many concepts to be compared.
    pub fn new(original: &'r Understood, release: &'r Release<'r>, delta: Delta, seed: u64) -> Result<Self> {
        let table = match delta {
            Delta::Semantic => ConceptTable::semantic(&original.taxonomies, &original.concepts)?,
            Delta::Equality => ConceptTable::equality(original.concepts.len()),
        };
        let mut rng = Rng::new(seed);
        let mut people: Vec<usize> =
            (0..original.sets.len()).filter(|&record| !original.sets[record].is_empty()).collect();
        while people.len() > PEOPLE {
            let left_out = rng.below(people.len());
            people.swap_remove(left_out);
        }
        Ok(Self { original, release, table, people, rng })
    }

    /// The expected number of people that are linked to their own release by someone who knows `most` of their concepts.
    pub fn links(&mut self, most: usize) -> f64 {
        let mut known = Vec::with_capacity(self.people.len());
        for &record in &self.people {
            let mut concepts = self.original.sets[record].clone();
            while concepts.len() > most {
                let left_out = self.rng.below(concepts.len());
                concepts.swap_remove(left_out);
            }
            known.push(Known { concepts, release: self.release.of[record] });
        }
        let nearest = |release: usize| match self.release.concepts[release] {
            [] => vec![1.0; self.table.len()],
            set => self.table.nearest(set),
        };
        links(&known, &self.release.counts, nearest)
    }
}
