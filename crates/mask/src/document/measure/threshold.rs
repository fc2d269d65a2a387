//! Thresholds of information, with the one tolerance.

/// A number of bits that must not be reached: β for information content, τ for mutual information.
///
/// ```
/// use scumble_mask::document::Threshold;
/// let beta = Threshold::new(14.33);
/// assert!(beta.reached_by(14.33) && !beta.reached_by(14.32));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Threshold(f64);

/// Rounding of logarithms must not let a term stay below the β that it gave itself.
const TOLERANCE: f64 = 1e-9;

impl Threshold {
    /// A threshold of that many bits.
    pub const fn new(bits: f64) -> Self {
        Self(bits)
    }

    /// The bits.
    pub const fn bits(self) -> f64 {
        self.0
    }

    /// Whether a figure is at least the threshold, but for rounding.
    pub fn reached_by(self, bits: f64) -> bool {
        bits >= self.0 - TOLERANCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_does_not_keep_a_term_below_its_own_threshold() {
        let beta = Threshold::new(0.1 + 0.2);
        assert!(beta.reached_by(0.3) && beta.reached_by(0.3 - 1e-10));
        assert!(!beta.reached_by(0.3 - 1e-8) && !beta.reached_by(f64::NEG_INFINITY) && !beta.reached_by(f64::NAN));
    }
}
