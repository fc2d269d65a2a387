//! Record swapping: pairs of records of one stratum exchange their values of some columns; households of one size as wholes.

use super::Percent;
use super::cells::{permuted, shuffle};
use crate::attribute::Attribute;
use crate::household::Households;
use crate::rng::Rng;
use std::collections::BTreeMap;

/// Swaps whole combinations of values, within strata: those of records, or of all members of households of the same size.
pub(super) fn swapped(
    attributes: &[&Attribute],
    strata: &[Vec<u32>],
    households: Option<&Households>,
    percent: Percent,
    rng: &mut Rng,
) -> Vec<Attribute> {
    let mut source: Vec<u32> = (0..attributes.first().map_or(0, |attribute| attribute.len()) as u32).collect();
    let Some(households) = households else {
        for stratum in strata {
            for (a, b) in pairs(stratum, percent, rng) {
                source.swap(a as usize, b as usize);
            }
        }
        return attributes.iter().map(|attribute| permuted(attribute, &source)).collect();
    };
    for stratum in households.strata(strata) {
        let mut by_size: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for household in stratum {
            by_size.entry(households.members[household as usize].len()).or_default().push(household);
        }
        for alike in by_size.values() {
            for (a, b) in pairs(alike, percent, rng) {
                let both = households.members[a as usize].iter().zip(&households.members[b as usize]);
                both.for_each(|(&a, &b)| source.swap(a as usize, b as usize));
            }
        }
    }
    attributes.iter().map(|attribute| permuted(attribute, &source)).collect()
}

/// Random pairs that have a percentage of all of these.
fn pairs(all: &[u32], percent: Percent, rng: &mut Rng) -> Vec<(u32, u32)> {
    let mut all = all.to_vec();
    shuffle(&mut all, rng);
    // A fraction of a pair is one with that chance, so that small strata have their share.
    let count = (percent.share() * all.len() as f64 / 2.0 + rng.unit()).floor() as usize;
    all.chunks_exact(2).take(count).map(|pair| (pair[0], pair[1])).collect()
}
