//! What is published for a group of records.

use super::{Anonymize, Anonymized, ConceptRef, Understood, generalized};
use crate::rng::Rng;
use std::collections::{BTreeSet, HashMap};

/// What is published for a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Publish {
    /// The medoid's concepts, each by a term that some record of the input used.
    #[default]
    Terms,
    /// The medoid's concepts by their labels.
    Concepts,
    /// The common ancestors of the group's concepts.
    Generalized,
}

impl Publish {
    /// Every form with its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("terms", Self::Terms), ("concepts", Self::Concepts), ("generalized", Self::Generalized)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, publish)| *publish == self).map_or("", |(name, _)| name)
    }
}

/// Published terms that were drawn from those of the input.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DrawnTerms {
    /// How many were drawn.
    pub all: usize,
    /// How many of them the medoid used itself.
    pub of_the_medoid: usize,
}

/// The published record of one group, in the making.
#[derive(Default)]
struct Synthetic {
    items: Vec<String>,
    concepts: Vec<ConceptRef>,
}

impl Synthetic {
    /// Adds a concept by a term, or by its label. Two concepts of the same label are one item that means both.
    fn add(&mut self, data: &Understood, concept: ConceptRef, term: Option<&str>) {
        let label = || data.taxonomies[concept.member].label(concept.concept);
        let term = term.unwrap_or_else(label).to_owned();
        if !self.items.contains(&term) {
            self.items.push(term);
        }
        if !self.concepts.contains(&concept) {
            self.concepts.push(concept);
        }
    }
}

/// Fills in what every record publishes.
pub(super) fn published(parameters: &Anonymize, data: &Understood, found: &mut Anonymized) {
    found.items = vec![None; data.records.len()];
    found.concepts = vec![Vec::new(); data.records.len()];
    let mut rng = Rng::new(parameters.seed);
    let using = records_using(data);
    let common = |concept: ConceptRef| common(data, &using, concept, parameters.rare_terms);
    let numbered = |concept: &u32| data.concepts[*concept as usize];
    for group in &found.groups {
        let mut synthetic = Synthetic::default();
        let set = &data.sets[group.medoid as usize];
        match parameters.publish {
            Publish::Generalized => {
                let concepts = |record: &u32| data.sets[*record as usize].iter().map(numbered).collect();
                let members: Vec<Vec<ConceptRef>> = group.members.iter().map(concepts).collect();
                let ancestors = generalized(&data.taxonomies, &members);
                ancestors.into_iter().filter_map(common).for_each(|concept| synthetic.add(data, concept, None));
            }
            Publish::Concepts => {
                set.iter().map(numbered).filter_map(common).for_each(|concept| synthetic.add(data, concept, None));
            }
            Publish::Terms => {
                for number in set {
                    let Some(term) = data.terms.drawn(*number, parameters.rare_terms, &mut rng) else {
                        common(numbered(number)).into_iter().for_each(|concept| synthetic.add(data, concept, None));
                        continue;
                    };
                    let own = data.words[group.medoid as usize].get(number);
                    found.drawn.of_the_medoid += usize::from(own.is_some_and(|own| own.contains(term)));
                    found.drawn.all += 1;
                    synthetic.add(data, numbered(number), Some(term));
                }
            }
        }
        for &record in &group.members {
            found.items[record as usize] = Some(synthetic.items.clone());
            found.concepts[record as usize].clone_from(&synthetic.concepts);
        }
    }
    let least = parameters.k.get().max(parameters.rare_terms as usize);
    shared_items(data, least, &found.unmapped, &mut found.items);
}

/// Groups of records none of whose items is known publish the items that all of them have, if at least `least` records of the input
/// have them.
fn shared_items(data: &Understood, least: usize, groups: &[Vec<u32>], items: &mut [Option<Vec<String>>]) {
    let mut records: HashMap<&str, usize> = HashMap::new();
    data.records.iter().flat_map(|record| &record.items).for_each(|item| *records.entry(item).or_default() += 1);
    for group in groups {
        let mut all: Vec<&String> = group.iter().flat_map(|&record| &data.records[record as usize].items).collect();
        all.sort_unstable();
        let shared: Vec<String> = all
            .chunk_by(|a, b| a == b)
            .filter(|same| same.len() == group.len() && records[same[0].as_str()] >= least)
            .map(|same| same[0].clone())
            .collect();
        group.iter().for_each(|&record| items[record as usize] = Some(shared.clone()));
    }
}

/// How many records used each term, in small letters. An item that was understood in part, or not at all, is a term as well.
fn records_using(data: &Understood) -> HashMap<String, u32> {
    let mut using: HashMap<String, u32> = HashMap::new();
    for (words, record) in data.words.iter().zip(&data.records) {
        let own: BTreeSet<String> =
            words.values().flatten().chain(&record.items).map(|term| term.to_lowercase()).collect();
        own.into_iter().for_each(|term| *using.entry(term).or_default() += 1);
    }
    using
}

/// The concept, or its nearest ancestor whose label is not a term of fewer than `least` records.
fn common(data: &Understood, using: &HashMap<String, u32>, concept: ConceptRef, least: u32) -> Option<ConceptRef> {
    let taxonomy = &data.taxonomies[concept.member];
    let mut at = concept.concept;
    while using.get(&taxonomy.label(at).to_lowercase()).is_some_and(|&records| records < least) {
        at = *taxonomy.parents(at).first()?;
    }
    Some(ConceptRef { member: concept.member, concept: at })
}
