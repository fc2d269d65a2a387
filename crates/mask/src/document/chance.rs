//! Where random choices come from.

use crate::rng::Rng;

/// Where random choices come from: a seed, so that they are the same again, or a source of secret random numbers.
#[derive(Clone, Debug)]
pub enum Chance {
    /// The same choices for the same seed. Who knows the seed knows the choices.
    Seeded(Rng),
    /// Numbers from outside, such as those of the operating system; `None` if there are none.
    Source(fn() -> Option<u64>),
}

impl Chance {
    /// The same choices for the same seed: for tests.
    pub fn seeded(seed: u64) -> Self {
        Self::Seeded(Rng::new(seed))
    }

    /// A whole number below `bound`; `None` if the source has no more.
    pub(super) fn below(&mut self, bound: usize) -> Option<usize> {
        match self {
            _ if bound == 0 => None,
            Self::Seeded(rng) => Some(rng.below(bound)),
            Self::Source(next) => Some(((u128::from(next()?) * bound as u128) >> 64) as usize),
        }
    }
}
