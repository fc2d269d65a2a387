//! What `scumble sets` publishes for every record.

use super::sets::{Arguments, Clusters};
use crate::failure::Failure;
use crate::sets_input::Sets;
use crate::sets_loss::{Losses, losses};
use scumble_mask::Rng;
use scumble_mask::sets::{Delta, Place, generalized};
use std::collections::{BTreeSet, HashMap};

/// What every record becomes.
pub(super) struct Release {
    pub(super) items: Vec<Option<Vec<String>>>,
    pub(super) concepts: Vec<Vec<Place>>,
    /// Released words that are the medoid's own, of all that were released.
    pub(super) own: (usize, usize),
}

impl Release {
    pub(super) fn new(sets: &Sets, clusters: &Clusters, arguments: &Arguments) -> Self {
        let mut rng = Rng::new(arguments.seed);
        let mut release =
            Self { items: vec![None; sets.records.len()], concepts: vec![Vec::new(); sets.records.len()], own: (0, 0) };
        let place = |concept: u32| sets.places[concept as usize];
        let said = said(sets);
        let common = |place: Place| common(sets, &said, place, arguments.rare_terms);
        for (group, medoid) in &clusters.groups {
            let set = &sets.sets[*medoid as usize];
            let mut concepts: Vec<Place> = Vec::new();
            let mut items: Vec<String> = Vec::new();
            let mut publish = |place: Option<Place>, words: Option<&str>| {
                let Some(place) = place else { return };
                let words = words.map_or_else(|| sets.taxonomies[place.0].label(place.1).to_owned(), str::to_owned);
                // Two concepts may be called the same: that is said once, and means both.
                if !items.contains(&words) {
                    items.push(words);
                }
                if !concepts.contains(&place) {
                    concepts.push(place);
                }
            };
            match arguments.release.as_str() {
                "generalized" => {
                    let places =
                        |&record: &u32| sets.sets[record as usize].iter().map(|&concept| place(concept)).collect();
                    let members: Vec<Vec<Place>> = group.iter().map(places).collect();
                    generalized(&sets.taxonomies, &members).into_iter().for_each(|place| publish(common(place), None));
                }
                "concepts" => set.iter().for_each(|&concept| publish(common(place(concept)), None)),
                _ => {
                    for &concept in set {
                        match sets.terms.drawn(concept, arguments.rare_terms, &mut rng) {
                            Some(words) => {
                                let own = sets.words[*medoid as usize].get(&concept);
                                release.own.0 += usize::from(own.is_some_and(|own| own.contains(words)));
                                release.own.1 += 1;
                                publish(Some(place(concept)), Some(words));
                            }
                            None => publish(common(place(concept)), None),
                        }
                    }
                }
            }
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
        release
    }

    /// What is written: the number of a record in the input, and its items. Ids are not: they name people.
    pub(super) fn lines(&self) -> Vec<(usize, &[String])> {
        self.items.iter().enumerate().filter_map(|(at, items)| Some((at + 1, items.as_deref()?))).collect()
    }

    pub(super) fn loss(&self, sets: &Sets, delta: Delta) -> Result<Losses, Failure> {
        losses(sets, &self.concepts, delta)
    }
}

/// How many people used each word, whatever its capitals.
pub(super) fn said(sets: &Sets) -> HashMap<String, u32> {
    let mut said: HashMap<String, u32> = HashMap::new();
    for (words, record) in sets.words.iter().zip(&sets.records) {
        // An item that was understood in part, or not at all, is a word, too.
        let own: BTreeSet<String> =
            words.values().flatten().chain(&record.items).map(|word| word.to_lowercase()).collect();
        own.into_iter().for_each(|word| *said.entry(word).or_default() += 1);
    }
    said
}

/// The concept, or the nearest above it whose label is not a word of too few people.
fn common(sets: &Sets, said: &HashMap<String, u32>, (member, concept): Place, least: u32) -> Option<Place> {
    let taxonomy = &sets.taxonomies[member];
    let mut at = concept;
    while said.get(&taxonomy.label(at).to_lowercase()).is_some_and(|&people| people < least) {
        at = *taxonomy.parents(at).first()?;
    }
    Some((member, at))
}
