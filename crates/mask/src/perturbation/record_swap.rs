//! Record swapping: pairs of records of one stratum exchange their values of some columns.

use super::Percent;
use super::cells::{permuted, shuffle};
use crate::attribute::Attribute;
use crate::rng::Rng;

/// Swaps whole combinations of values, within strata.
pub(super) fn swapped(
    attributes: &[&Attribute],
    strata: &[Vec<u32>],
    percent: Percent,
    rng: &mut Rng,
) -> Vec<Attribute> {
    let mut source: Vec<u32> = (0..attributes.first().map_or(0, |attribute| attribute.len()) as u32).collect();
    for stratum in strata {
        let mut records = stratum.clone();
        shuffle(&mut records, rng);
        // A fraction of a pair is one with that chance, so that small strata have their share.
        let pairs = (percent.share() * stratum.len() as f64 / 2.0 + rng.unit()).floor() as usize;
        for pair in records.chunks_exact(2).take(pairs) {
            source.swap(pair[0] as usize, pair[1] as usize);
        }
    }
    attributes.iter().map(|attribute| permuted(attribute, &source)).collect()
}
