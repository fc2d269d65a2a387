//! Rank swapping: a value is exchanged with another whose rank is near.

use super::Percent;
use super::cells::{ordered, permuted, refused, shuffle, unfit};
use crate::attribute::Attribute;
use crate::error::Result;
use crate::rng::Rng;
use rayon::prelude::*;

/// Draws before the free places of a window are listed.
const DRAWS: usize = 32;

/// Swaps the values of every column by itself, within strata.
pub(super) fn swapped(
    attributes: &[&Attribute],
    strata: &[Vec<u32>],
    percent: Percent,
    rng: &mut Rng,
) -> Result<Vec<Attribute>> {
    // Every column draws from a generator of its own, so that threads do not matter.
    let seeds: Vec<u64> = attributes.iter().map(|_| rng.bits()).collect();
    let one = |(attribute, seed): (&&Attribute, u64)| {
        let cells = ordered(attribute)
            .ok_or_else(|| unfit(attribute, "rank-swap", "numbers, dates and ordinals", "pram or record-swap"))?;
        let mut rng = Rng::new(seed);
        let mut source: Vec<u32> = (0..cells.len() as u32).collect();
        for stratum in strata {
            let mut ranked: Vec<u32> =
                stratum.iter().copied().filter(|&record| !cells[record as usize].is_nan()).collect();
            // Records of equal values stand in a random order.
            shuffle(&mut ranked, &mut rng);
            ranked.sort_by(|&a, &b| cells[a as usize].total_cmp(&cells[b as usize]));
            let window = percent.of(ranked.len());
            let is_constant = ranked.windows(2).all(|pair| cells[pair[0] as usize] == cells[pair[1] as usize]);
            if window == 0 && !(is_constant && ranked.len() != 1) {
                let among = if strata.len() > 1 { " of one stratum" } else { "" };
                let problem = format!(
                    "{} % of the {} values{among} is less than one rank, so none would be swapped: ask for a larger percentage{}",
                    percent.get(),
                    ranked.len(),
                    if strata.len() > 1 { " or other strata" } else { "" }
                );
                return Err(refused(attribute, problem));
            }
            swap(&ranked, window, &mut rng, &mut source);
        }
        Ok(permuted(attribute, &source))
    };
    attributes.par_iter().zip(seeds).map(one).collect()
}

/// Exchanges each record, from the lowest rank up, with one of the next `window` ranks that is not swapped yet.
fn swap(ranked: &[u32], window: usize, rng: &mut Rng, source: &mut [u32]) {
    let mut taken = vec![false; ranked.len()];
    for low in 0..ranked.len() {
        if taken[low] {
            continue;
        }
        let width = window.min(ranked.len() - 1 - low);
        let drawn = (width > 0).then(|| (0..DRAWS).map(|_| low + 1 + rng.below(width)).find(|&high| !taken[high]));
        let high = drawn.flatten().or_else(|| {
            let free: Vec<usize> = (low + 1..=low + width).filter(|&high| !taken[high]).collect();
            (!free.is_empty()).then(|| free[rng.below(free.len())])
        });
        if let Some(high) = high {
            taken[high] = true;
            source.swap(ranked[low] as usize, ranked[high] as usize);
        }
    }
}
