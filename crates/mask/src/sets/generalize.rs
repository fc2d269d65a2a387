//! The other way to publish a group: what its records have in common, one step up.

use super::Place;
use scumble_ontology::Taxonomy;
use scumble_ontology::measure::{Measure, Taxonomic};
use std::sync::Arc;

/// Folds the sets of a group into one: concepts of two sets are paired, the nearest first, and each pair becomes its lowest common
/// ancestor; who finds no partner, or has nothing in common with any, is left out.
pub fn generalized(taxonomies: &[Arc<Taxonomy>], group: &[Vec<Place>]) -> Vec<Place> {
    let mut whole = group[0].clone();
    for set in &group[1..] {
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (a, &(member, concept)) in whole.iter().enumerate() {
            for (b, &(other_member, other)) in set.iter().enumerate() {
                if member == other_member {
                    pairs.push((Taxonomic::on(&taxonomies[member]).between(concept, other), a, b));
                }
            }
        }
        pairs.sort_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        let (mut used_a, mut used_b) = (vec![false; whole.len()], vec![false; set.len()]);
        let mut next: Vec<Place> = Vec::new();
        for (_, a, b) in pairs {
            if !used_a[a] && !used_b[b] {
                (used_a[a], used_b[b]) = (true, true);
                let (member, concept) = whole[a];
                next.extend(
                    taxonomies[member].lowest_common_hypernym(concept, set[b].1).map(|common| (member, common)),
                );
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
        let place = |name: &str| (0, nouns.named(name).unwrap());
        let group = [vec![place("dog.n.01"), place("car.n.01")], vec![place("truck.n.01"), place("cat.n.01")]];
        let common = generalized(std::slice::from_ref(nouns), &group);
        let mut names: Vec<_> = common.iter().map(|&(_, concept)| nouns.name(concept).into_owned()).collect();
        names.sort();
        assert_eq!(names, ["carnivore.n.01", "motor_vehicle.n.01"]);
    }
}
