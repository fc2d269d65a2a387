//! Values with a place in a taxonomy: how far apart they are, and what they have in common.

use scumble_ontology::measure::{Taxonomic, best_pair};
use scumble_ontology::{Concept, Known, Stack};
use std::sync::Arc;

/// The values of a column in a stack of taxonomies.
///
/// Values are compared in the taxonomy that knows them with the least change to any of them, the first of several: the same
/// rule as [`Stack::both`].
#[derive(Debug, Clone)]
pub struct TaxonomicValues {
    stack: Arc<Stack>,
    /// What each value may mean in each taxonomy.
    known: Vec<Known>,
}

impl TaxonomicValues {
    /// Looks every value up.
    pub fn new(stack: Arc<Stack>, values: &[String]) -> Self {
        let known = values.iter().map(|value| stack.known(value)).collect();
        Self { stack, known }
    }

    /// How many values no taxonomy knows.
    pub fn unknown(&self) -> usize {
        self.known.iter().filter(|known| known.is_unknown()).count()
    }

    /// The share of ancestors that two values do not have in common, by their closest senses; 1 if no taxonomy knows both.
    pub fn distance(&self, a: usize, b: usize) -> f64 {
        if a == b {
            return 0.0;
        }
        let (a, b) = (&self.known[a], &self.known[b]);
        let best = Known::shared_member([a, b].into_iter()).and_then(|member| {
            best_pair(&Taxonomic::on(&self.stack.members()[member]), a.senses(member), b.senses(member))
        });
        best.map_or(1.0, |best| best.value)
    }

    /// All distances, row after row.
    pub fn distances(&self) -> Vec<f64> {
        let count = self.known.len();
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

    /// The most specific concept that every value is a kind of: its label, and the distance of each value to it. `None` if no
    /// taxonomy knows all the values.
    pub fn hypernym(&self, values: &[usize]) -> Option<(String, Vec<f64>)> {
        let member = Known::shared_member(values.iter().map(|&value| &self.known[value]))?;
        let taxonomy = &self.stack.members()[member];
        let senses = |value: usize| self.known[value].senses(member);
        let above = |value: usize| {
            let mut above: Vec<Concept> =
                senses(value).iter().flat_map(|&sense| taxonomy.ancestors(sense)).copied().collect();
            above.sort_unstable();
            above.dedup();
            above
        };
        let mut common = above(*values.first()?);
        for &value in &values[1..] {
            let above = above(value);
            common.retain(|concept| above.binary_search(concept).is_ok());
        }
        // The longest way to the top tells which is the most specific: a short cut, such as that of persons to organisms, does not.
        let depth = |concept: &Concept| taxonomy.max_depth(*concept);
        let lowest = common.into_iter().rev().max_by_key(depth)?;
        let measure = Taxonomic::on(taxonomy);
        let distance = |&value: &usize| best_pair(&measure, senses(value), &[lowest]).map_or(1.0, |best| best.value);
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
        let people = values(&["nurse", "surgeon", "dentist", "carpenter", "teacher"]);
        let label = |of: &[usize]| people.hypernym(of).unwrap().0;
        assert_eq!(
            (label(&[0, 1, 2]), label(&[1, 2])),
            ("health professional".to_owned(), "medical practitioner".to_owned())
        );
        assert_eq!(label(&[1, 3, 4]), "person");
        assert_eq!(animals.unknown(), 1);
    }
    #[test]
    fn the_taxonomy_that_knows_both_as_they_stand_comes_before_the_first() {
        let verbs = wordnet().verbs();
        let stack = Arc::new(Stack::new(vec![wordnet().nouns().clone(), verbs.clone()]));
        // As nouns, "set up" is respelled to "setup"; as verbs both are known as they stand.
        let values = ["set up", "go"].map(str::to_owned);
        let space = TaxonomicValues::new(stack.clone(), &values);
        let best = best_pair(&Taxonomic::on(verbs), verbs.senses("set up"), verbs.senses("go")).unwrap();
        assert_eq!(space.distance(0, 1), best.value);
        assert_eq!(stack.both("set up", "go").unwrap().0, 1);
    }
}
