//! Fuzzy measures and what is known of them: Möbius transform, Choquet integral, Shapley values, interaction.

/// A fuzzy measure: a weight for every set of columns. Bit i of a set's number is column i.
#[derive(Debug, Clone, PartialEq)]
pub struct FuzzyMeasure {
    width: usize,
    weights: Vec<f64>,
}

/// The greatest number of columns of a fuzzy measure: 4,096 sets.
pub(crate) const MOST_COLUMNS: usize = 12;

impl FuzzyMeasure {
    /// A measure by the weights of all sets, the empty one first. `None` if their number is no power of 2, or there are too many.
    pub fn new(weights: Vec<f64>) -> Option<Self> {
        let width = weights.len().checked_ilog2()? as usize;
        (weights.len() == 1 << width && (1..=MOST_COLUMNS).contains(&width)).then_some(Self { width, weights })
    }

    /// The measure by its Möbius transform.
    pub fn from_mobius(mobius: &[f64]) -> Option<Self> {
        let mut weights = mobius.to_vec();
        Self::new(zeta(&mut weights).to_vec())
    }

    /// The measure of a weighted mean.
    pub fn additive(weights: &[f64]) -> Self {
        let sum = |set: usize| weights.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, w)| w).sum();
        Self { width: weights.len(), weights: (0..1 << weights.len()).map(sum).collect() }
    }

    /// The measure of an ordered weighted average: a set's weight depends on its size alone.
    pub fn symmetric(weights: &[f64]) -> Self {
        let sum = |set: usize| weights.iter().take(set.count_ones() as usize).sum();
        Self { width: weights.len(), weights: (0..1_usize << weights.len()).map(sum).collect() }
    }

    /// How many columns it has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The weights of all sets, the empty one first.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The Möbius transform.
    pub fn mobius(&self) -> Vec<f64> {
        let mut all = self.weights.clone();
        for column in 0..self.width {
            for set in (0..all.len()).filter(|set| set >> column & 1 == 1) {
                all[set] -= all[set & !(1 << column)];
            }
        }
        all
    }

    /// The Choquet integral of values, one for each column.
    pub fn choquet(&self, values: &[f64]) -> f64 {
        let mut order = [0_u8; MOST_COLUMNS];
        for at in 0..self.width {
            let mut to = at;
            while to > 0 && values[usize::from(order[to - 1])] > values[at] {
                order[to] = order[to - 1];
                to -= 1;
            }
            order[to] = at as u8;
        }
        let (mut set, mut below, mut sum) = (self.weights.len() - 1, 0.0, 0.0);
        for &at in &order[..self.width] {
            let value = values[usize::from(at)];
            sum += (value - below) * self.weights[set];
            below = value;
            set &= !(1 << at);
        }
        sum
    }

    /// The same by the Möbius transform: the sum over all sets of its weight and the least value in the set.
    pub fn choquet_by_mobius(&self, values: &[f64]) -> f64 {
        let least = |set: usize| {
            let inside = values.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            inside.map(|(_, value)| *value).fold(f64::INFINITY, f64::min)
        };
        self.mobius().iter().enumerate().skip(1).map(|(set, weight)| weight * least(set)).sum()
    }

    /// Pairs of a set and a column outside it.
    fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.weights.len())
            .flat_map(|set| (0..self.width).filter(move |at| set >> at & 1 == 0).map(move |at| (set, set | 1 << at)))
    }

    /// Whether no set weighs more than one that contains it, up to a tolerance.
    pub fn is_monotone(&self, tolerance: f64) -> bool {
        self.edges().all(|(set, larger)| self.weights[set] <= self.weights[larger] + tolerance)
    }

    /// How many pairs of sets break submodularity, μ(A) + μ(B) ≥ μ(A ∪ B) + μ(A ∩ B), by more than a tolerance.
    pub fn submodularity_violations(&self, tolerance: f64) -> usize {
        let sets = self.weights.len();
        let broken = |a: usize, b: usize| {
            self.weights[a] + self.weights[b] + tolerance < self.weights[a | b] + self.weights[a & b]
        };
        (0..sets).map(|a| (a + 1..sets).filter(|&b| broken(a, b)).count()).sum()
    }

    /// Whether the measure is submodular: its Choquet integral is then a metric. Local pairs suffice.
    pub fn is_submodular(&self, tolerance: f64) -> bool {
        let local = |set: usize, a: usize, b: usize| {
            let (a, b) = (1 << a, 1 << b);
            self.weights[set | a] + self.weights[set | b] + tolerance >= self.weights[set | a | b] + self.weights[set]
        };
        let free = |set: usize, at: usize| set >> at & 1 == 0;
        (0..self.weights.len()).all(|set| {
            (0..self.width).all(|a| (a + 1..self.width).all(|b| !free(set, a) || !free(set, b) || local(set, a, b)))
        })
    }

    /// The least k so that the measure is k-additive: no set of more columns has a Möbius weight beyond the tolerance.
    pub fn additivity(&self, tolerance: f64) -> usize {
        let mobius = self.mobius();
        let heavy = mobius.iter().enumerate().filter(|(_, weight)| weight.abs() > tolerance);
        heavy.map(|(set, _)| set.count_ones() as usize).max().unwrap_or(0)
    }

    /// The Shapley value of each column: what it adds to a set, on average. They sum to the weight of all columns.
    pub fn shapley(&self) -> Vec<f64> {
        let mobius = self.mobius();
        let shares = |column: usize| {
            let with = mobius.iter().enumerate().filter(|(set, _)| set >> column & 1 == 1);
            with.map(|(set, weight)| weight / f64::from(set.count_ones())).sum()
        };
        (0..self.width).map(shares).collect()
    }

    /// The interaction index of each pair of columns: above 0 where two columns give more away together than each by itself.
    pub fn interactions(&self) -> Vec<(usize, usize, f64)> {
        let mobius = self.mobius();
        let index = |pair: usize| {
            let with = mobius.iter().enumerate().filter(|(set, _)| set & pair == pair);
            with.map(|(set, weight)| weight / f64::from(set.count_ones() - 1)).sum()
        };
        let pairs = (0..self.width).flat_map(|a| (a + 1..self.width).map(move |b| (a, b)));
        pairs.map(|(a, b)| (a, b, index(1 << a | 1 << b))).collect()
    }
}

/// From a Möbius transform to the weights of sets, in place.
fn zeta(all: &mut [f64]) -> &[f64] {
    let width = all.len().ilog2();
    for column in 0..width {
        for set in (0..all.len()).filter(|set| set >> column & 1 == 1) {
            all[set] += all[set & !(1 << column)];
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_columns_by_hand() {
        let measure = FuzzyMeasure::new(vec![0.0, 0.2, 0.3, 1.0]).unwrap();
        assert!(
            (measure.choquet(&[0.3, 0.9]) - 0.48).abs() < 1e-15 && (measure.choquet(&[0.9, 0.3]) - 0.42).abs() < 1e-15
        );
        let found = measure.mobius();
        assert!((found[3] - 0.5).abs() < 1e-15 && measure.additivity(1e-9) == 2);
        assert!(measure.is_monotone(0.0) && !measure.is_submodular(1e-12));
        assert!(FuzzyMeasure::new(vec![0.0, 0.6, 0.7, 1.0]).unwrap().is_submodular(1e-12));
        // Shapley: 0.2 + 0.25 and 0.3 + 0.25; the pair's interaction is its Möbius weight.
        assert!(measure.shapley().iter().zip([0.45, 0.55]).all(|(found, expected)| (found - expected).abs() < 1e-15));
        assert!((measure.interactions()[0].2 - 0.5).abs() < 1e-15);
        let back = FuzzyMeasure::from_mobius(&found).unwrap();
        assert!(back.weights().iter().zip(measure.weights()).all(|(a, b)| (a - b).abs() < 1e-15));
        assert!(FuzzyMeasure::new(vec![0.0; 3]).is_none() && FuzzyMeasure::new(vec![0.0; 1 << 13]).is_none());
    }
}
