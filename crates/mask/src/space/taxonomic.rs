//! Values with a place in a taxonomy: how far apart they are, and what they have in common.

use scumble_ontology::measure::{Taxonomic, best_pair};
use scumble_ontology::{Concept, Stack};
use std::sync::Arc;

/// The values of a column in a stack of taxonomies.
#[derive(Debug, Clone)]
pub struct TaxonomicValues {
    stack: Arc<Stack>,
    /// For each value and each taxonomy, what it may mean there.
    senses: Vec<Vec<Vec<Concept>>>,
}

impl TaxonomicValues {
    /// Looks every value up.
    pub fn new(stack: Arc<Stack>, values: &[String]) -> Self {
        let senses = values.iter().map(|value| {
            let members = stack.members().iter();
            members.map(|taxonomy| taxonomy.senses(value.trim()).to_vec()).collect()
        });
        let senses = senses.collect();
        Self { stack, senses }
    }

    /// How many values no taxonomy knows.
    pub fn unknown(&self) -> usize {
        self.senses.iter().filter(|members| members.iter().all(Vec::is_empty)).count()
    }

    /// The share of ancestors that two values do not have in common, by their closest senses; 1 if no taxonomy knows both.
    pub fn distance(&self, a: usize, b: usize) -> f64 {
        if a == b {
            return 0.0;
        }
        let known = self.stack.members().iter().zip(self.senses[a].iter().zip(&self.senses[b]));
        let best = known.filter_map(|(taxonomy, (a, b))| best_pair(&Taxonomic::on(taxonomy), a, b)).next();
        best.map_or(1.0, |best| best.value)
    }

    /// All distances, row after row.
    pub fn distances(&self) -> Vec<f64> {
        let count = self.senses.len();
        let mut table = vec![0.0; count * count];
        for a in 0..count {
            for b in 0..a {
                let distance = self.distance(a, b);
                table[a * count + b] = distance;
                table[b * count + a] = distance;
            }
        }
        table
    }

    /// The most specific concept that every value is a kind of: its label, and each value's distance to it. Nothing if no
    /// taxonomy knows them all.
    pub fn hypernym(&self, values: &[usize]) -> Option<(String, Vec<f64>)> {
        let (at, taxonomy) = self
            .stack
            .members()
            .iter()
            .enumerate()
            .find(|&(member, _)| values.iter().all(|&value| !self.senses[value][member].is_empty()))?;
        let above = |value: usize| {
            let mut above: Vec<Concept> =
                self.senses[value][at].iter().flat_map(|&sense| taxonomy.ancestors(sense)).copied().collect();
            above.sort_unstable();
            above.dedup();
            above
        };
        let mut common = above(*values.first()?);
        for &value in &values[1..] {
            let above = above(value);
            common.retain(|concept| above.binary_search(concept).is_ok());
        }
        let depth = |concept: &Concept| taxonomy.min_depth(*concept);
        let lowest = common.into_iter().rev().max_by_key(depth)?;
        let measure = Taxonomic::on(taxonomy);
        let distance =
            |&value: &usize| best_pair(&measure, &self.senses[value][at], &[lowest]).map_or(1.0, |best| best.value);
        Some((taxonomy.label(lowest).to_owned(), values.iter().map(distance).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_ontology::wordnet;

    fn values(values: &[&str]) -> TaxonomicValues {
        let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
        TaxonomicValues::new(Arc::new(Stack::new(vec![wordnet().nouns().clone()])), &values)
    }

    #[test]
    fn near_values_are_near_and_share_a_kind() {
        let animals = values(&["cat", "dog", "airplane", "qwxyz"]);
        let table = animals.distances();
        assert!(table[1] < table[2] && table[3] == 1.0 && table[0] == 0.0);
        assert_eq!(table[1], table[4], "the same both ways");
        let (label, distances) = animals.hypernym(&[0, 1]).unwrap();
        assert_eq!(label, "carnivore");
        assert!(distances.iter().all(|&distance| distance > 0.0 && distance < table[1]));
        assert!(animals.hypernym(&[0, 3]).is_none());
        assert_eq!(animals.unknown(), 1);
    }
}
