//! What a release of sets loses (seed 001, equation 8, in every form).

use crate::failure::Failure;
use crate::sets_input::Sets;
use rayon::prelude::*;
use scumble_mask::sets::{ConceptTable, Delta, Place, SetDistance};
use std::collections::HashMap;

/// Losses over all records that are released with concepts.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Losses {
    /// Σ D_avg.
    pub(crate) sum: f64,
    /// Σ D_avg².
    pub(crate) sum_squared: f64,
    /// Σ D_min-sum, which is 0 if nothing changed.
    pub(crate) sum_min_sum: f64,
    /// Records that were measured.
    pub(crate) records: usize,
}

impl Losses {
    pub(crate) fn mean(&self) -> f64 {
        self.sum / self.records.max(1) as f64
    }
}

/// Measures every record against the concepts that are released for it. A record released with no concept at all loses
/// everything.
pub(crate) fn losses(sets: &Sets, released: &[Vec<Place>], delta: Delta) -> Result<Losses, Failure> {
    // What generalisation released is not among the input's concepts.
    let mut numbers: HashMap<Place, u32> =
        sets.places.iter().enumerate().map(|(at, &place)| (place, at as u32)).collect();
    let mut places = sets.places.clone();
    for &place in released.iter().flatten() {
        numbers.entry(place).or_insert_with(|| {
            places.push(place);
            places.len() as u32 - 1
        });
    }
    // A table of all concepts is quick for the papers' sizes and too large beyond: then each pair is compared by itself.
    const MOST: usize = 20_000;
    let table = match delta {
        Delta::Semantic if places.len() <= MOST => Some(ConceptTable::semantic(&sets.taxonomies, &places)?),
        Delta::Semantic => None,
        Delta::Equality => Some(ConceptTable::equality(places.len())),
    };
    let each: Vec<Option<(f64, f64)>> = sets
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
            let own: Vec<u32> = released.iter().map(|place| numbers[place]).collect();
            let few;
            let (table, set, own) = match &table {
                Some(table) => (table, set.clone(), own),
                None => {
                    let mut used: Vec<u32> = set.iter().chain(&own).copied().collect();
                    used.sort_unstable();
                    used.dedup();
                    let some: Vec<Place> = used.iter().map(|&concept| places[concept as usize]).collect();
                    few = ConceptTable::semantic(&sets.taxonomies, &some)?;
                    let number = |concept: &u32| used.partition_point(|known| known < concept) as u32;
                    (&few, set.iter().map(number).collect(), own.iter().map(number).collect())
                }
            };
            Ok(Some((SetDistance::Avg.between(table, &set, &own), SetDistance::MinSum.between(table, &set, &own))))
        })
        .collect::<Result<_, Failure>>()?;
    let mut losses = Losses::default();
    for (average, least) in each.into_iter().flatten() {
        losses.sum += average;
        losses.sum_squared += average * average;
        losses.sum_min_sum += least;
        losses.records += 1;
    }
    Ok(losses)
}
