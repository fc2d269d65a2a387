//! Random numbers that a seed decides, the same on every machine.

/// A xoshiro256++ generator.
#[derive(Debug, Clone)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Self {
        // SplitMix64 spreads the seed, so that near seeds do not give near sequences.
        let mut seed = seed;
        let state = std::array::from_fn(|_| {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = seed;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        });
        Self { state }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// A whole number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// A number of the standard normal distribution.
    pub fn normal(&mut self) -> f64 {
        // Box and Muller; 1 - u keeps the logarithm finite.
        (-2.0 * (1.0 - self.unit()).ln()).sqrt() * (std::f64::consts::TAU * self.unit()).cos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        // First outputs of the reference implementation from state 1, 2, 3, 4.
        let mut rng = Rng { state: [1, 2, 3, 4] };
        assert_eq!([rng.bits(), rng.bits(), rng.bits()], [41_943_041, 58_720_359, 3_588_806_011_781_223]);
    }

    #[test]
    fn numbers_stay_in_their_range_and_spread() {
        let mut rng = Rng::new(7);
        let mut seen = [0_u32; 5];
        (0..5_000).for_each(|_| seen[rng.below(5)] += 1);
        assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{seen:?}");
        let mean = (0..5_000).map(|_| rng.normal()).sum::<f64>() / 5_000.0;
        assert!(mean.abs() < 0.05 && (0..1_000).all(|_| (0.0..1.0).contains(&rng.unit())));
    }
}
