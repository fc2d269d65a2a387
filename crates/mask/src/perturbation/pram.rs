//! PRAM, the post-randomisation method: categories are drawn again by a transition matrix.

use super::Percent;
use super::cells::unfit;
use crate::attribute::{Attribute, Values};
use crate::error::Result;
use crate::rng::Rng;
use rayon::prelude::*;

/// The transition matrix of PRAM. With θ the percentage as a share, m categories and their frequencies ξ:
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Transition {
    /// (1 - θ)·I + θ·1ξᵀ: a value is drawn again from all values. It keeps the expected frequencies: ξᵀP = ξᵀ.
    #[default]
    Invariant,
    /// 1 - θ on the diagonal and θ / (m - 1) elsewhere: a value becomes any of the others.
    Uniform,
}

impl Transition {
    /// Every transition matrix with its name.
    pub const ALL: [(&'static str, Self); 2] = [("invariant", Self::Invariant), ("uniform", Self::Uniform)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, transition)| *transition == self).map_or("", |(name, _)| name)
    }
}

/// Draws values of every column by itself again, within strata.
pub(super) fn redrawn(
    attributes: &[&Attribute],
    strata: &[Vec<u32>],
    percent: Percent,
    transition: Transition,
    rng: &mut Rng,
) -> Result<Vec<Attribute>> {
    let seeds: Vec<u64> = attributes.iter().map(|_| rng.bits()).collect();
    let one = |(attribute, seed): (&&Attribute, u64)| {
        let mut masked = (*attribute).clone();
        let (codes, known) = match &mut masked.values {
            Values::Ordinal(codes, values) | Values::Nominal(codes, values) | Values::Text(codes, values, _) => {
                (codes, values.len())
            }
            Values::Numbers(..) | Values::Dates(..) => {
                let instead = "rank-swap or noise, or give the column the kind nominal";
                return Err(unfit(attribute, "pram", "nominal, ordinal and text columns", instead));
            }
        };
        let mut rng = Rng::new(seed);
        for stratum in strata {
            let present: Vec<(u32, u32)> = stratum
                .iter()
                .map(|&record| (record, codes[record as usize]))
                .filter(|&(_, code)| (code as usize) < known)
                .collect();
            let mut values: Vec<u32> = present.iter().map(|&(_, code)| code).collect();
            if transition == Transition::Uniform {
                values.sort_unstable();
                values.dedup();
            }
            for (record, code) in present {
                if rng.unit() < percent.share() {
                    codes[record as usize] = drawn(code, &values, transition, &mut rng);
                }
            }
        }
        Ok(masked)
    };
    attributes.par_iter().zip(seeds).map(one).collect()
}

/// A value that takes the place of another: any cell's, or any value but the old one (`values` are distinct and sorted then).
fn drawn(code: u32, values: &[u32], transition: Transition, rng: &mut Rng) -> u32 {
    match transition {
        Transition::Invariant => values[rng.below(values.len())],
        Transition::Uniform if values.len() < 2 => code,
        Transition::Uniform => {
            let own = values.binary_search(&code).unwrap_or(0);
            let other = rng.below(values.len() - 1);
            values[other + usize::from(other >= own)]
        }
    }
}
