//! The loss of a release of sets: equation 8 of Batet, Erola, Sánchez and Castellà-Roca, "Semantic Anonymisation of Set-valued Data",
//! in every form.

use crate::reading::Result;
use rayon::prelude::*;
use scumble_mask::sets::{ConceptRef, ConceptTable, Delta, SetDistance, Understood};
use std::collections::HashMap;

/// Losses over all records that have known concepts.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Losses {
    /// Σ D_avg.
    pub sum: f64,
    /// Σ D_avg².
    pub sum_squared: f64,
    /// Σ D_min-sum, which is 0 if nothing changed.
    pub sum_min_sum: f64,
    /// Records that were measured.
    pub records: usize,
}

impl Losses {
    /// The mean of D_avg.
    pub fn mean(&self) -> f64 {
        self.sum / self.records.max(1) as f64
    }
}

/// A table of all concepts is quick up to this size and too large beyond: then each pair of records has a table of its own.
const MOST: usize = 20_000;

/// Measures every record against the concepts that are released for it. A record released with no concept at all has the greatest
/// loss.
///
/// # Errors
/// If a record has too many concepts to be compared.
pub fn losses(data: &Understood, released: &[Vec<ConceptRef>], delta: Delta) -> Result<Losses> {
    Ok(losses_of_all(data, &[released], delta)?.pop().unwrap_or_default())
}

/// The [losses] of several releases.
///
/// # Errors
/// If a record has too many concepts to be compared.
pub fn losses_of_all(data: &Understood, releases: &[&[Vec<ConceptRef>]], delta: Delta) -> Result<Vec<Losses>> {
    // Generalization releases concepts that are not among the input's.
    let mut numbers: HashMap<ConceptRef, u32> =
        data.concepts.iter().enumerate().map(|(at, &concept)| (concept, at as u32)).collect();
    let mut concepts = data.concepts.clone();
    for &concept in releases.iter().copied().flatten().flatten() {
        numbers.entry(concept).or_insert_with(|| {
            concepts.push(concept);
            concepts.len() as u32 - 1
        });
    }
    let table = match delta {
        Delta::Semantic if concepts.len() <= MOST => Some(ConceptTable::semantic(&data.taxonomies, &concepts)?),
        Delta::Semantic => None,
        Delta::Equality => Some(ConceptTable::equality(concepts.len())),
    };
    let one = |released: &&[Vec<ConceptRef>]| one_release(data, released, &numbers, &concepts, table.as_ref());
    releases.iter().map(one).collect()
}

/// Measures one release; without a table of all concepts each pair of records has one of its own.
fn one_release(
    data: &Understood,
    released: &[Vec<ConceptRef>],
    numbers: &HashMap<ConceptRef, u32>,
    concepts: &[ConceptRef],
    table: Option<&ConceptTable>,
) -> Result<Losses> {
    let each: Vec<Option<(f64, f64)>> = data
        .sets
        .par_iter()
        .zip(released)
        .map(|(set, released)| {
            if set.is_empty() {
                return Ok(None);
            }
            if released.is_empty() {
                return Ok(Some((1.0, 1.0)));
            }
            let own: Vec<u32> = released.iter().map(|concept| numbers[concept]).collect();
            let few;
            let (table, set, own) = match table {
                Some(table) => (table, set.clone(), own),
                None => {
                    let mut used: Vec<u32> = set.iter().chain(&own).copied().collect();
                    used.sort_unstable();
                    used.dedup();
                    let some: Vec<ConceptRef> = used.iter().map(|&concept| concepts[concept as usize]).collect();
                    few = ConceptTable::semantic(&data.taxonomies, &some)?;
                    let number = |concept: &u32| used.partition_point(|known| known < concept) as u32;
                    (&few, set.iter().map(number).collect(), own.iter().map(number).collect())
                }
            };
            Ok(Some((SetDistance::Avg.between(table, &set, &own), SetDistance::MinSum.between(table, &set, &own))))
        })
        .collect::<Result<_>>()?;
    let mut losses = Losses::default();
    for (average, least) in each.into_iter().flatten() {
        losses.sum += average;
        losses.sum_squared += average * average;
        losses.sum_min_sum += least;
        losses.records += 1;
    }
    Ok(losses)
}
