//! What an attack found, for programs: the distance, and which columns give people away.

use super::{Attacked, Rate};
use scumble_assess::combine::Aggregator;
use serde_json::{Map, Value, json};

/// Sets of columns of a fuzzy measure that are named, at most.
const NAMED: usize = 12;

impl Attacked {
    /// One object with all figures.
    pub fn to_json(&self) -> Value {
        json!({
            "distance": self.attack.name(),
            "columns": self.columns,
            "records": self.links.records.len(),
            "links": self.links.expected,
            "strict": self.links.strict,
            "rate": self.rate(),
            "one_to_one": self.one_to_one,
            "proven": self.bound.map(|_| self.is_proven()),
            "bound": self.bound,
            "parameters": self.parameters(),
            "shares": self.shares().into_iter().map(|(name, share)| (name, json!(share))).collect::<Map<_, _>>(),
            "notes": self.notes,
        })
    }

    /// What each column weighs in the distance, in shares of 1: weights, Shapley values, or the diagonal of the matrix. An ordered
    /// weighted average knows no columns.
    pub fn shares(&self) -> Vec<(String, f64)> {
        let values: Vec<f64> = match &self.aggregator {
            Aggregator::WeightedMean(weights) => weights.clone(),
            Aggregator::Owa(_) => return Vec::new(),
            Aggregator::Bilinear(matrix) => (0..matrix.width()).map(|at| matrix.cell(at, at).max(0.0)).collect(),
            Aggregator::Choquet(measure) => measure.shapley(),
        };
        let all: f64 = values.iter().sum();
        let share = |value: f64| if all > 0.0 { value / all } else { 0.0 };
        self.columns.iter().cloned().zip(values.into_iter().map(share)).collect()
    }

    fn parameters(&self) -> Value {
        match &self.aggregator {
            Aggregator::WeightedMean(weights) => {
                let weights = self.columns.iter().cloned().zip(weights.iter().map(|weight| json!(weight)));
                json!({ "weights": weights.collect::<Map<_, _>>() })
            }
            Aggregator::Owa(weights) => json!({ "weights_from_the_greatest": weights }),
            Aggregator::Bilinear(matrix) => {
                let row = |a: usize| (0..matrix.width()).map(|b| matrix.cell(a, b)).collect::<Vec<_>>();
                json!({
                    "matrix": (0..matrix.width()).map(row).collect::<Vec<_>>(),
                    "least_eigenvalue": matrix.least_eigenvalue(),
                })
            }
            Aggregator::Choquet(measure) => {
                let sets = self.sets().into_iter().map(|(set, weight)| (set, json!(weight)));
                let interactions = measure
                    .interactions()
                    .into_iter()
                    .map(|(a, b, index)| json!({ "columns": [self.columns[a], self.columns[b]], "index": index }));
                json!({
                    "measure": sets.collect::<Map<_, _>>(),
                    "interactions": interactions.collect::<Vec<_>>(),
                    "monotone": measure.is_monotone(1e-9),
                    "submodular": measure.is_submodular(1e-9),
                    "additivity": measure.additivity(1e-9),
                })
            }
        }
    }

    /// The weights of all sets of columns of a Choquet integral, each written with the leftmost bit for the first column.
    pub fn sets(&self) -> Vec<(String, f64)> {
        let Aggregator::Choquet(measure) = &self.aggregator else { return Vec::new() };
        let written = |set: usize| (0..measure.width()).map(|at| if set >> at & 1 == 1 { '1' } else { '0' }).collect();
        measure.weights().iter().enumerate().skip(1).map(|(set, &weight)| (written(set), weight)).collect()
    }

    /// The sets of columns that weigh most for their size: those whose Möbius weight is greatest, with their columns.
    pub fn telling_sets(&self) -> Vec<(Vec<&str>, f64)> {
        let Aggregator::Choquet(measure) = &self.aggregator else { return Vec::new() };
        let mut sets: Vec<(usize, f64)> = measure.mobius().into_iter().enumerate().skip(1).collect();
        sets.sort_by(|a, b| b.1.total_cmp(&a.1));
        let names = |set: usize| {
            self.columns
                .iter()
                .enumerate()
                .filter(|(at, _)| set >> at & 1 == 1)
                .map(|(_, name)| name.as_str())
                .collect()
        };
        sets.into_iter()
            .take(NAMED)
            .filter(|(_, weight)| *weight > 1e-6)
            .map(|(set, weight)| (names(set), weight))
            .collect()
    }
}
