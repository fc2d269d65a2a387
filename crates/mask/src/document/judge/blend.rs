//! How the linear decision and the network's opinion are put together.

use super::evidence::Opinion;

/// Weights of log odds: a few numbers, since few documents are new to both readers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Blend {
    /// Of pieces that the rules found or considered: 1, the linear decision, the network's mask, its mention.
    pub both: [f32; 4],
    /// Of pieces that only the network found: 1, its mask, its mention.
    pub alone: [f32; 3],
}

impl Blend {
    /// How many bytes a packed blend has.
    pub const BYTES: usize = 28;

    /// From packed bytes.
    pub fn unpack(bytes: &[u8; Self::BYTES]) -> Self {
        let number =
            |i: usize| f32::from_le_bytes([bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]]);
        Self { both: [0, 1, 2, 3].map(number), alone: [4, 5, 6].map(number) }
    }

    /// As bytes.
    pub fn pack(&self) -> Vec<u8> {
        self.both.iter().chain(&self.alone).flat_map(|number| number.to_le_bytes()).collect()
    }

    /// What weighs for a piece: the linear decision's probability, if the rules found or considered it, and the opinion.
    pub fn parts(linear: Option<f64>, opinion: &Opinion) -> Vec<f64> {
        let network = [log_odds(opinion.mean.into()), log_odds(opinion.mention.into())];
        [1.0].into_iter().chain(linear.map(log_odds)).chain(network).collect()
    }

    /// The probability that people would mask a piece.
    pub fn probability(&self, linear: Option<f64>, opinion: &Opinion) -> f64 {
        let weights: &[f32] = if linear.is_some() { &self.both } else { &self.alone };
        let parts = Self::parts(linear, opinion);
        let sum: f64 = parts.iter().zip(weights).map(|(part, weight)| part * f64::from(*weight)).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// The log odds of a probability, never beyond 7 either way.
pub(super) fn log_odds(p: f64) -> f64 {
    let p = p.clamp(0.001, 0.999);
    (p / (1.0 - p)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blend_weighs_log_odds() {
        let blend = Blend { both: [0.5, 1.0, 2.0, 0.0], alone: [-1.0, 1.0, 0.0] };
        let bytes: [u8; Blend::BYTES] = blend.pack().try_into().unwrap();
        assert_eq!(Blend::unpack(&bytes), blend);
        let opinion = Opinion { mean: 0.8, mention: 0.9, ..Opinion::default() };
        // 0.5 + ln(0.6/0.4) + 2 ln(0.8/0.2) = 3.678054; 1 / (1 + e^-3.678054) = 0.975350.
        assert!((blend.probability(Some(0.6), &opinion) - 0.975_350).abs() < 1e-5);
        // -1 + ln 4 = 0.386294: 0.595390.
        assert!((blend.probability(None, &opinion) - 0.595_390).abs() < 1e-5);
    }
}
