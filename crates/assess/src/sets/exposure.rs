//! How many people of the input share what is published.

use scumble_mask::sets::{Anonymized, ConceptRef, Typed, Understood};
use std::collections::{BTreeMap, BTreeSet};

/// How many published concepts, words and pairs of concepts belong to one person of the input only. A concept belongs to whoever has it,
/// or a concept below it; a word to whoever typed it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exposure {
    /// Published concepts, each counted once.
    pub concepts: usize,
    /// Those that belong to one person only.
    pub concepts_of_one: usize,
    /// The fewest people that a published concept belongs to.
    pub fewest_of_a_concept: usize,
    /// Published words, each counted once.
    pub terms: usize,
    /// Those that one person only typed.
    pub terms_of_one: usize,
    /// The fewest people who typed a published word, of the words that anybody typed.
    pub fewest_of_a_term: usize,
    /// Pairs of concepts that are published together, each counted once.
    pub pairs: usize,
    /// Those that belong to one person only.
    pub pairs_of_one: usize,
}

/// Counts whom published words belong to, and the concepts that each released record is read as.
pub fn exposure(data: &Understood, released: &Anonymized, read: &[Vec<ConceptRef>]) -> Exposure {
    let words: BTreeSet<&str> = released.released().flat_map(|(_, items)| items).map(String::as_str).collect();
    let typed = Typed::of(data, words.iter().copied());
    let people: Vec<u32> = words.iter().map(|word| typed.people(word)).collect();
    let records: BTreeSet<&[ConceptRef]> = read.iter().map(Vec::as_slice).collect();
    let holders = holders(data, records.iter().copied().flatten().copied().collect());
    let mut pairs: BTreeMap<(ConceptRef, ConceptRef), bool> = BTreeMap::new();
    for concepts in records {
        for (at, a) in concepts.iter().enumerate() {
            for b in &concepts[..at] {
                let pair = (*a.min(b), *a.max(b));
                pairs.entry(pair).or_insert_with(|| both(&holders[a], &holders[b]) == 1);
            }
        }
    }
    let fewest = |people: &mut dyn Iterator<Item = usize>| people.min().unwrap_or(0);
    Exposure {
        concepts: holders.len(),
        concepts_of_one: holders.values().filter(|people| people.len() == 1).count(),
        fewest_of_a_concept: fewest(&mut holders.values().map(Vec::len)),
        terms: words.len(),
        terms_of_one: people.iter().filter(|&&people| people == 1).count(),
        fewest_of_a_term: fewest(&mut people.iter().filter(|&&people| people > 0).map(|&people| people as usize)),
        pairs: pairs.len(),
        pairs_of_one: pairs.values().filter(|&&one| one).count(),
    }
}

/// The people who share each of some concepts, ascending.
fn holders(data: &Understood, of: BTreeSet<ConceptRef>) -> BTreeMap<ConceptRef, Vec<u32>> {
    let mut people: BTreeMap<ConceptRef, Vec<u32>> = of.into_iter().map(|concept| (concept, Vec::new())).collect();
    for (person, set) in (0_u32..).zip(&data.sets) {
        for &number in set {
            let ConceptRef { member, concept } = data.concepts[number as usize];
            for &ancestor in data.taxonomies[member].ancestors(concept) {
                if let Some(people) = people.get_mut(&ConceptRef { member, concept: ancestor })
                    && people.last() != Some(&person)
                {
                    people.push(person);
                }
            }
        }
    }
    people
}

/// How many people are in both lists, two at most.
fn both(a: &[u32], b: &[u32]) -> usize {
    let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    few.iter().filter(|person| many.binary_search(person).is_ok()).take(2).count()
}
