//! The risk of records of a sample, by the equivalence classes of the release and the sampling weights.

use crate::classes::Classes;

/// A record in a class of fewer than five is counted as being at risk.
const AT_RISK: f64 = 0.2;

/// The risk under one model of an intruder, as probabilities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IntruderRisk {
    /// That of the record at the greatest risk.
    pub highest: f64,
    /// The mean over all records.
    pub average: f64,
    /// The share of records at the highest risk.
    pub share_at_highest: f64,
    /// The share of records whose risk exceeds 0.2.
    pub share_at_risk: f64,
}

impl IntruderRisk {
    /// Sums up the risks of all records.
    fn of(records: impl Iterator<Item = f64> + Clone) -> Self {
        let (all, highest) = records.clone().fold((0.0, 0.0_f64), |(all, most), risk| (all + 1.0, most.max(risk)));
        let share = |wanted: &dyn Fn(f64) -> bool| records.clone().filter(|&risk| wanted(risk)).count() as f64 / all;
        Self {
            highest,
            average: records.clone().sum::<f64>() / all,
            share_at_highest: share(&|risk| risk == highest),
            share_at_risk: share(&|risk| risk > AT_RISK),
        }
    }
}

/// An intruder who knows that a certain person is in the release (prosecutor): 1 over the size of the person's class. `None` if there
/// is no record.
///
/// Its average is also the risk under an intruder who links everyone (marketer) if the release is the whole population.
pub fn prosecutor(classes: &Classes) -> Option<IntruderRisk> {
    (!classes.of.is_empty())
        .then(|| IntruderRisk::of(classes.of.iter().map(|&class| 1.0 / f64::from(classes.sizes[class as usize]))))
}

/// What the sampling weights say of the population.
#[derive(Debug, Clone, PartialEq)]
pub struct PopulationRisk {
    /// For each class its estimated size in the population: the sum of its weights.
    pub population: Vec<f64>,
    /// For each class the individual risk of its records.
    pub individual: Vec<f64>,
    /// The sum of individual risks: how many records an intruder is expected to re-identify.
    pub expected: f64,
    /// How many sample uniques are expected to be unique in the population too.
    pub population_uniques: f64,
    /// An intruder who does not know who is in the sample (journalist): 1 over the size of the class in the population.
    pub journalist: IntruderRisk,
}

impl PopulationRisk {
    /// The risk of an intruder who links every record (marketer): the share that is expected to be linked rightly, which is the mean
    /// of 1 over the size of the class in the population.
    pub fn marketer(&self) -> f64 {
        self.journalist.average
    }
}

/// The individual risk of Benedetti and Franconi: the size of a class in the population, given its size f in the sample, is negative
/// binomial with f successes of probability p, the size in the sample over the sum of weights. Its classes and weights are those of
/// the release. `None` if there is no record.
///
/// A class whose weights sum to less than its size counts as if it were the whole of the population's.
pub fn population_risk(classes: &Classes, weights: &[f64]) -> Option<PopulationRisk> {
    let mut population = vec![0.0; classes.sizes.len()];
    classes.of.iter().zip(weights).for_each(|(&class, weight)| population[class as usize] += weight);
    population.iter_mut().zip(&classes.sizes).for_each(|(population, &size)| *population = population.max(size.into()));
    let both = || classes.sizes.iter().zip(&population);
    let individual: Vec<f64> = both().map(|(&size, &population)| individual_risk(size, population)).collect();
    let expected = both().zip(&individual).map(|((&size, _), risk)| f64::from(size) * risk).sum();
    // P(F = f) = p^f: of a sample unique, p.
    let population_uniques = both().filter(|(size, _)| **size == 1).map(|(_, population)| 1.0 / population).sum();
    if classes.of.is_empty() {
        return None;
    }
    let journalist = IntruderRisk::of(classes.of.iter().map(|&class| 1.0 / population[class as usize]));
    Some(PopulationRisk { journalist, population, individual, expected, population_uniques })
}

/// E(1/F | f): in closed form for f = 1 and 2, and p / (f - 1 + p) for greater f, as sdcMicro has it.
fn individual_risk(size: u32, population: f64) -> f64 {
    let p = f64::from(size) / population;
    let q = 1.0 - p;
    // Where q is small the closed forms lose all their digits to cancellation; their series in q do not.
    let series = |term: fn(f64) -> f64| p * (0..10).rev().fold(0.0, |sum, i| sum * q + term(f64::from(i)));
    match size {
        1 if q < 0.01 => series(|i| 1.0 / (i + 1.0)),
        1 => p / q * -p.ln(),
        2 if q < 0.01 => series(|i| 1.0 / ((i + 1.0) * (i + 2.0))),
        2 => p / q - (p / q) * (p / q) * -p.ln(),
        _ => p / (f64::from(size) - q),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition: E(1/F) = Σ over F ≥ f of 1/F · C(F-1, f-1) p^f q^(F-f).
    fn by_summation(f: u32, p: f64) -> f64 {
        let (mut chance, mut sum) = (p.powi(f as i32), 0.0);
        for population in f..200_000 {
            sum += chance / f64::from(population);
            chance *= (1.0 - p) * f64::from(population) / f64::from(population - f + 1);
        }
        sum
    }

    #[test]
    fn closed_forms_are_the_expectation() {
        for population in [1.0, 1.000_001, 1.005, 1.02, 1.5, 7.0, 300.0] {
            for size in [1, 2] {
                let (found, expected) =
                    (individual_risk(size, f64::from(size) * population), by_summation(size, 1.0 / population));
                assert!((found - expected).abs() < 1e-12, "{size} {population}: {found} is not {expected}");
            }
        }
        // From 3 on it is an approximation, here from above.
        let (found, exact) = (individual_risk(3, 30.0), by_summation(3, 0.1));
        assert!(found > exact && found < 1.05 * exact, "{found} {exact}");
    }

    #[test]
    fn risks_of_three_intruders() {
        // Classes of 1, 2 and 5 records with weights 4, 2 and 10 each: 4, 4 and 50 persons.
        let classes = Classes { of: vec![0, 1, 1, 2, 2, 2, 2, 2], sizes: vec![1, 2, 5] };
        let found = prosecutor(&classes).unwrap();
        assert_eq!(found.highest, 1.0);
        assert!((found.average - 3.0 / 8.0).abs() < 1e-15, "three classes of eight records");
        assert_eq!((found.share_at_highest, found.share_at_risk), (1.0 / 8.0, 3.0 / 8.0));
        let found = population_risk(&classes, &[4.0, 2.0, 2.0, 10.0, 10.0, 10.0, 10.0, 10.0]).unwrap();
        assert_eq!(found.population, [4.0, 4.0, 50.0]);
        assert_eq!((found.population_uniques, found.journalist.highest), (0.25, 0.25));
        assert!((found.marketer() - (3.0 / 4.0 + 5.0 / 50.0) / 8.0).abs() < 1e-15);
        assert_eq!(found.journalist.share_at_risk, 3.0 / 8.0);
        // Weights of a half: nobody represents less than themselves.
        assert_eq!(population_risk(&classes, &[0.5; 8]).unwrap().population, [1.0, 2.0, 5.0]);
        assert_eq!(prosecutor(&Classes { of: Vec::new(), sizes: Vec::new() }), None);
    }
}
