//! Generalization of a group of sets to the common ancestors of their concepts.

use super::ConceptRef;
use scumble_ontology::Taxonomy;
use scumble_ontology::measure::{Measure, Taxonomic};
use std::sync::Arc;

/// Folds the sets of a group into one: the concepts of two sets are paired, the nearest first, and each pair becomes its lowest common
/// ancestor. A concept without a partner, or without a common ancestor, is left out.
pub fn generalized(taxonomies: &[Arc<Taxonomy>], group: &[Vec<ConceptRef>]) -> Vec<ConceptRef> {
    let mut whole = group[0].clone();
    for set in &group[1..] {
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (a, one) in whole.iter().enumerate() {
            for (b, other) in set.iter().enumerate() {
                if one.member == other.member {
                    let distance = Taxonomic::on(&taxonomies[one.member]).between(one.concept, other.concept);
                    pairs.push((distance, a, b));
                }
            }
        }
        pairs.sort_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        let (mut used_a, mut used_b) = (vec![false; whole.len()], vec![false; set.len()]);
        let mut next: Vec<ConceptRef> = Vec::new();
        for (_, a, b) in pairs {
            if !used_a[a] && !used_b[b] {
                (used_a[a], used_b[b]) = (true, true);
                let ConceptRef { member, concept } = whole[a];
                let common = taxonomies[member].lowest_common_hypernym(concept, set[b].concept);
                next.extend(common.map(|concept| ConceptRef { member, concept }));
            }
        }
        next.sort_unstable();
        next.dedup();
        whole = next;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_ontology::wordnet;

    #[test]
    fn pairs_become_what_they_have_in_common() {
        let nouns = wordnet().nouns();
        let named = |name: &str| ConceptRef { member: 0, concept: nouns.named(name).unwrap() };
        let group = [vec![named("dog.n.01"), named("car.n.01")], vec![named("truck.n.01"), named("cat.n.01")]];
        let common = generalized(std::slice::from_ref(nouns), &group);
        let mut names: Vec<_> = common.iter().map(|of| nouns.name(of.concept).into_owned()).collect();
        names.sort();
        assert_eq!(names, ["carnivore.n.01", "motor_vehicle.n.01"]);
    }
}
