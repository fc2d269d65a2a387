//! A share of a whole, with the interval that it leaves open.

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The part.
    pub part: usize,
    /// The whole.
    pub whole: usize,
}

/// What an interval leaves out at either end: it covers 95 %.
const OUTSIDE: f64 = 0.025;

impl Share {
    /// How many of some are so.
    pub fn of(all: impl IntoIterator<Item = bool>) -> Self {
        all.into_iter().fold(Self::default(), |sum, is| Self { part: sum.part + usize::from(is), whole: sum.whole + 1 })
    }

    /// The share; of nothing it is 0.
    pub fn value(self) -> f64 {
        self.part as f64 / self.whole.max(1) as f64
    }

    /// The exact 95 % interval of Clopper and Pearson; of nothing it is everything.
    pub fn interval(self) -> (f64, f64) {
        let Self { part, whole } = self;
        if whole == 0 {
            return (0.0, 1.0);
        }
        // ln of the binomial coefficients.
        let mut ways = vec![0.0; whole + 1];
        for i in 1..=whole {
            ways[i] = ways[i - 1] + ((whole - i + 1) as f64 / i as f64).ln();
        }
        // The chance of at least `least` when each has the chance p.
        let at_least = |least: usize, p: f64| -> f64 {
            (least..=whole).map(|i| (ways[i] + i as f64 * p.ln() + (whole - i) as f64 * (-p).ln_1p()).exp()).sum()
        };
        let solve = |least: usize, chance: f64| {
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                match at_least(least, middle) < chance {
                    true => low = middle,
                    false => high = middle,
                }
            }
            0.5 * (low + high)
        };
        let low = if part == 0 { 0.0 } else { solve(part, OUTSIDE) };
        let high = if part == whole { 1.0 } else { solve(part + 1, 1.0 - OUTSIDE) };
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_interval() {
        // None or all of n: 1 - 0.025^(1/n), which is the rule for the ends.
        let end = 1.0 - 0.025_f64.powf(1.0 / 25.0);
        let close = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 1e-9 && (b - d).abs() < 1e-9;
        assert!(close(Share { part: 0, whole: 25 }.interval(), (0.0, end)));
        assert!(close(Share { part: 25, whole: 25 }.interval(), (1.0 - end, 1.0)));
        // One of two: at least one has the chance 1 - (1 - p)², so p = 1 - √0.975; and the mirror of it.
        let low = 1.0 - 0.975_f64.sqrt();
        assert!(close(Share { part: 1, whole: 2 }.interval(), (low, 1.0 - low)));
        // Eleven of twenty-five, by the quantiles of the beta distribution, worked out with another program.
        let (low, high) = Share { part: 11, whole: 25 }.interval();
        assert!((low - 0.244).abs() < 5e-4 && (high - 0.651).abs() < 5e-4, "{low} {high}");
        assert_eq!(Share::default().interval(), (0.0, 1.0));
    }
}
