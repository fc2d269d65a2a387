//! The lowest common hypernym, against a walk over the links of the taxonomy.

use scumble_mask::Rng;
use scumble_mask::space::TaxonomicValues;
use scumble_ontology::load::{Options, Spec, open};
use scumble_ontology::{Concept, Stack, Taxonomy, wordnet};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Everything above a concept, by its links alone.
fn above(taxonomy: &Taxonomy, concept: Concept) -> BTreeSet<Concept> {
    let mut found = BTreeSet::from([concept]);
    let mut open = vec![concept];
    while let Some(next) = open.pop() {
        open.extend(taxonomy.parents(next).iter().copied().filter(|&parent| found.insert(parent)));
    }
    found
}

/// The longest way to a top.
fn depth(taxonomy: &Taxonomy, concept: Concept, known: &mut HashMap<Concept, usize>) -> usize {
    if let Some(&depth) = known.get(&concept) {
        return depth;
    }
    let parents = taxonomy.parents(concept).to_vec();
    let longest = parents.into_iter().map(|parent| depth(taxonomy, parent, known) + 1).max().unwrap_or(0);
    known.insert(concept, longest);
    longest
}

#[test]
fn the_deepest_by_the_longest_way() {
    let nouns = wordnet().nouns();
    let person = nouns.named("person.n.01").unwrap();
    let words: Vec<String> = nouns
        .terms()
        .filter(|term| matches!(nouns.exact_senses(term), [one] if nouns.ancestors(*one).contains(&person)))
        .step_by(7)
        .map(str::to_owned)
        .collect();
    let values = TaxonomicValues::new(Arc::new(Stack::new(vec![nouns.clone()])), &words);
    let (mut rng, mut depths, mut specific) = (Rng::new(4), HashMap::new(), 0);
    for _ in 0..300 {
        // Half of the groups are of kin, by a grandparent of the first.
        let first = rng.below(words.len());
        let ancestors = nouns.ancestors(nouns.exact_senses(&words[first])[0]);
        let kind = ancestors[ancestors.len().saturating_sub(1 + 2 * rng.below(2)).max(1) - 1];
        let is_kin = |&value: &usize| nouns.ancestors(nouns.exact_senses(&words[value])[0]).contains(&kind);
        let kin: Vec<usize> = (0..words.len()).filter(is_kin).collect();
        let others = (0..1 + rng.below(3)).map(|_| kin[rng.below(kin.len())]);
        let group: Vec<usize> = std::iter::once(first).chain(others).collect();
        let mut common = above(nouns, nouns.exact_senses(&words[group[0]])[0]);
        for &value in &group[1..] {
            let other = above(nouns, nouns.exact_senses(&words[value])[0]);
            common.retain(|concept| other.contains(concept));
        }
        let deepest = common.iter().map(|&concept| depth(nouns, concept, &mut depths)).max().unwrap();
        let labels: Vec<&str> = common
            .iter()
            .filter(|&&concept| depth(nouns, concept, &mut depths) == deepest)
            .map(|&concept| nouns.label(concept))
            .collect();
        let (label, _) = values.hypernym(&group).unwrap();
        assert!(labels.contains(&label.as_str()), "{label} is none of {labels:?}");
        assert_ne!(label, "organism", "people are persons");
        specific += usize::from(label != "person");
    }
    assert!(specific > 50, "{specific}");
}

#[test]
fn senses_outside_of_a_concept_are_not_considered() {
    let opened = |spec: &str| Arc::new(open(&Spec::parse(spec).unwrap(), &Options::default(), &[]).unwrap());
    let words = ["nurse", "mason", "carpenter", "butcher", "baker"].map(str::to_owned);
    let within = TaxonomicValues::new(opened("wordnet:person.n.01"), &words);
    let everywhere = TaxonomicValues::new(opened("wordnet"), &words);
    let nouns = wordnet().nouns();
    let person = nouns.named("person.n.01").unwrap();
    for group in [vec![0, 1], vec![2, 3, 4], vec![0, 1, 2, 3, 4]] {
        let (label, distances) = within.hypernym(&group).unwrap();
        let is_person = nouns.senses(&label).iter().any(|&sense| nouns.ancestors(sense).contains(&person));
        assert!(is_person && distances.iter().all(|&distance| distance < 1.0), "{label}");
    }
    // Fewer senses are never closer.
    assert!(within.distances().iter().zip(everywhere.distances()).all(|(a, b)| *a >= b - 1e-12));
    assert_eq!(TaxonomicValues::new(opened("wordnet:person.n.01"), &["table".to_owned()]).unknown(), 1);
}
