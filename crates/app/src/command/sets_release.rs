//! What `scumble sets` publishes for every record.

use super::sets::{Arguments, Clusters};
use crate::failure::Failure;
use crate::sets_input::Sets;
use crate::sets_loss::{Losses, losses};
use scumble_mask::Rng;
use scumble_mask::sets::{Delta, Place, generalized, synthetic};
use std::collections::HashMap;

/// What every record becomes.
pub(super) struct Release {
    pub(super) items: Vec<Option<Vec<String>>>,
    pub(super) concepts: Vec<Vec<Place>>,
    /// Released words that are the medoid's own, of all that were released.
    pub(super) own: (usize, usize),
}

impl Release {
    pub(super) fn new(sets: &Sets, clusters: &Clusters, arguments: &Arguments) -> Result<Self, Failure> {
        let mut rng = Rng::new(arguments.seed);
        let mut release =
            Self { items: vec![None; sets.records.len()], concepts: vec![Vec::new(); sets.records.len()], own: (0, 0) };
        let place = |concept: u32| sets.places[concept as usize];
        let said = said(sets);
        let label = |place: Place| common_label(sets, &said, place, arguments.rare_terms);
        for (group, medoid) in &clusters.groups {
            let set = &sets.sets[*medoid as usize];
            let (concepts, items): (Vec<Place>, Vec<String>) = match arguments.release.as_str() {
                "generalized" => {
                    let members: Vec<Vec<Place>> = group
                        .iter()
                        .map(|&record| sets.sets[record as usize].iter().map(|&concept| place(concept)).collect())
                        .collect();
                    let concepts = generalized(&sets.taxonomies, &members);
                    let items = concepts.iter().map(|&concept| label(concept)).collect();
                    (concepts, items)
                }
                "concepts" => (
                    set.iter().map(|&concept| place(concept)).collect(),
                    set.iter().map(|&concept| label(place(concept))).collect(),
                ),
                _ => {
                    let items =
                        synthetic(set, &sets.terms, arguments.rare_terms, |concept| label(place(concept)), &mut rng);
                    let words = &sets.words[*medoid as usize];
                    release.own.0 +=
                        set.iter().zip(&items).filter(|(concept, item)| words.get(concept) == Some(*item)).count();
                    release.own.1 += items.len();
                    (set.iter().map(|&concept| place(concept)).collect(), items)
                }
            };
            for &record in group {
                release.items[record as usize] = Some(items.clone());
                release.concepts[record as usize].clone_from(&concepts);
            }
        }
        // Of what no taxonomy knows, only what at least k people in the input have can be said.
        let mut people: HashMap<&str, usize> = HashMap::new();
        sets.records.iter().flat_map(|record| &record.items).for_each(|item| *people.entry(item).or_default() += 1);
        let least = arguments.k.max(arguments.rare_terms as usize);
        for group in &clusters.unknown {
            let mut shared: Vec<String> =
                group.iter().flat_map(|&record| &sets.records[record as usize].items).cloned().collect();
            shared.sort_unstable();
            let all = group.len();
            let shared: Vec<String> = shared
                .chunk_by(|a, b| a == b)
                .filter(|same| same.len() == all && people[same[0].as_str()] >= least)
                .map(|same| same[0].clone())
                .collect();
            for &record in group {
                release.items[record as usize] = Some(shared.clone());
            }
        }
        Ok(release)
    }

    /// What is written: the number of a record in the input, and its items. Ids are not: they name people.
    pub(super) fn lines(&self) -> Vec<(usize, &[String])> {
        self.items.iter().enumerate().filter_map(|(at, items)| Some((at + 1, items.as_deref()?))).collect()
    }

    pub(super) fn loss(&self, sets: &Sets, delta: Delta) -> Losses {
        losses(sets, &self.concepts, delta)
    }
}

/// How many people used each word.
fn said(sets: &Sets) -> HashMap<&str, u32> {
    let mut said: HashMap<&str, u32> = HashMap::new();
    sets.words.iter().flat_map(|words| words.values()).for_each(|word| *said.entry(word).or_default() += 1);
    said
}

/// What a concept is called, or the nearest above it whose name is not a word of too few people.
fn common_label(sets: &Sets, said: &HashMap<&str, u32>, (member, concept): Place, least: u32) -> String {
    let taxonomy = &sets.taxonomies[member];
    let rare = |label: &str| said.get(label.to_lowercase().as_str()).is_some_and(|&people| people < least);
    let mut at = concept;
    while rare(taxonomy.label(at)) {
        match taxonomy.parents(at).first() {
            Some(&parent) => at = parent,
            None => return "*".to_owned(),
        }
    }
    taxonomy.label(at).to_owned()
}
