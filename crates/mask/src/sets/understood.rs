//! Set-valued records, understood: the concepts of their items.

use super::{Category, ConceptRef, ConceptSet, Delta, Terms};
use rayon::prelude::*;
use scumble_data::SetRecord;
use scumble_ontology::{Stack, Taxonomy};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The concepts of a record, each with all the terms that named it.
pub type Words = BTreeMap<u32, BTreeSet<String>>;

/// The meaning of an item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meaning {
    /// Its concepts, each once.
    pub concepts: Vec<NamedConcept>,
    /// Whether a part of the item was not understood.
    pub partly: bool,
}

/// A concept and the term that named it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedConcept {
    /// The concept.
    pub concept: ConceptRef,
    /// The term.
    pub term: String,
}

impl Meaning {
    /// The meaning of an item that is the name of a concept (`dog.n.01`).
    pub fn of_name(item: &str, stack: &Stack) -> Self {
        let mut members = stack.members().iter().enumerate();
        let named = members.find_map(|(member, taxonomy)| Some(ConceptRef { member, concept: taxonomy.named(item)? }));
        let named = named.or_else(|| {
            let mapped = stack.map(item).filter(|mapped| mapped.phrase == item.trim())?;
            Some(ConceptRef { member: mapped.member, concept: mapped.concepts[0] })
        });
        let with_label = |concept: ConceptRef| {
            let term = stack.members()[concept.member].label(concept.concept).to_owned();
            NamedConcept { concept, term }
        };
        Self { concepts: named.map(with_label).into_iter().collect(), partly: false }
    }

    /// The meaning of an item in natural language: of itself as a whole, or of its noun phrases.
    #[cfg(feature = "models")]
    pub fn of_phrase(item: &str, stack: &Stack) -> Self {
        let found = scumble_text::item_concepts(item, stack);
        let named = |(member, concept, term)| NamedConcept { concept: ConceptRef { member, concept }, term };
        Self { concepts: found.concepts.into_iter().map(named).collect(), partly: found.partly }
    }
}

/// How many items were understood.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ItemCounts {
    /// Items that were understood as a whole.
    pub mapped: usize,
    /// Items of which a part was understood.
    pub partly: usize,
    /// Items that were not understood.
    pub unmapped: usize,
}

/// Set-valued records, and the concepts of their items.
#[derive(Debug, Clone)]
pub struct Understood {
    /// The records.
    pub records: Vec<SetRecord>,
    /// The taxonomies in which items were looked up.
    pub taxonomies: Vec<Arc<Taxonomy>>,
    /// Every concept that occurs.
    pub concepts: Vec<ConceptRef>,
    /// For each record the numbers of its concepts; empty if no item is known.
    pub sets: Vec<ConceptSet>,
    /// The terms that name each concept.
    pub terms: Terms,
    /// For each record the terms with which it named each of its concepts.
    pub words: Vec<Words>,
    /// How many items were understood.
    pub items: ItemCounts,
}

impl Understood {
    /// Understands the items of several inputs in one numbering of concepts; `meaning` gives that of an item.
    pub fn all(
        inputs: Vec<Vec<SetRecord>>,
        stack: &Stack,
        meaning: impl Fn(&str, &Stack) -> Meaning + Sync,
    ) -> Vec<Self> {
        let meanings: HashMap<&str, Meaning> =
            distinct_items(&inputs).par_iter().map(|&item| (item, meaning(item, stack))).collect();
        let mut numbers: HashMap<ConceptRef, u32> = HashMap::new();
        let mut concepts: Vec<ConceptRef> = Vec::new();
        let mut of_record = |record: &SetRecord, counts: &mut ItemCounts| {
            let mut words = Words::new();
            for item in &record.items {
                let meaning = &meanings[item.as_str()];
                counts.add(meaning);
                for NamedConcept { concept, term } in &meaning.concepts {
                    let number = *numbers.entry(*concept).or_insert_with(|| {
                        concepts.push(*concept);
                        concepts.len() as u32 - 1
                    });
                    words.entry(number).or_default().insert(term.clone());
                }
            }
            words
        };
        let understood: Vec<(Vec<Words>, ItemCounts)> = inputs
            .iter()
            .map(|records| {
                let mut counts = ItemCounts::default();
                (records.iter().map(|record| of_record(record, &mut counts)).collect(), counts)
            })
            .collect();
        let one = |(records, (words, items)): (Vec<SetRecord>, (Vec<Words>, ItemCounts))| {
            let mut terms = Terms::new(concepts.len());
            for (&concept, own) in words.iter().flatten() {
                own.iter().for_each(|term| terms.used(concept, term));
            }
            let sets = words.iter().map(|words| words.keys().copied().collect()).collect();
            Self {
                records,
                taxonomies: stack.members().to_vec(),
                concepts: concepts.clone(),
                sets,
                terms,
                words,
                items,
            }
        };
        inputs.into_iter().zip(understood).map(one).collect()
    }

    /// The records none of whose items is known.
    pub fn unmapped(&self) -> Vec<u32> {
        (0..self.sets.len() as u32).filter(|&record| self.sets[record as usize].is_empty()).collect()
    }

    /// The category of each record; of a record none of whose items is known there is none.
    pub fn categories(&self) -> Vec<Option<Category>> {
        let of = |set: &ConceptSet| (!set.is_empty()).then(|| Category::of(&self.taxonomies, &self.concepts, set));
        self.sets.iter().map(of).collect()
    }

    /// Whether no concept of any taxonomy has a parent: then concepts are equal or not, and nothing else.
    pub fn is_flat(&self) -> bool {
        self.taxonomies.iter().all(|taxonomy| taxonomy.concepts().all(|concept| taxonomy.parents(concept).is_empty()))
    }

    /// The distance by which loss is measured, whatever distance records are grouped by: in a hierarchy it is semantic.
    pub fn delta(&self) -> Delta {
        if self.is_flat() { Delta::Equality } else { Delta::Semantic }
    }
}

impl ItemCounts {
    fn add(&mut self, meaning: &Meaning) {
        let count = match (meaning.concepts.is_empty(), meaning.partly) {
            (true, _) => &mut self.unmapped,
            (false, true) => &mut self.partly,
            (false, false) => &mut self.mapped,
        };
        *count += 1;
    }
}

/// The distinct items of some inputs, in order.
fn distinct_items(inputs: &[Vec<SetRecord>]) -> Vec<&str> {
    let items = inputs.iter().flatten().flat_map(|record| &record.items).map(String::as_str);
    items.collect::<BTreeSet<&str>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_ontology::wordnet;

    #[test]
    fn inputs_share_one_numbering_of_concepts() {
        let record = |id: &str, items: &[&str]| SetRecord {
            id: id.to_owned(),
            items: items.iter().map(|&item| item.to_owned()).collect(),
        };
        let inputs = vec![vec![record("1", &["dog.n.01", "qwxz"])], vec![record("1", &["cat.n.01", "dog.n.01"])]];
        let stack = Stack::new(vec![wordnet().nouns().clone()]);
        let understood = Understood::all(inputs, &stack, Meaning::of_name);
        assert_eq!((&understood[0].sets[0], &understood[1].sets[0]), (&vec![0], &vec![0, 1]));
        assert_eq!(understood[0].items, ItemCounts { mapped: 1, partly: 0, unmapped: 1 });
        assert_eq!((understood[0].is_flat(), understood[0].delta()), (false, Delta::Semantic));
        let flat = Stack::new(vec![Arc::new(Taxonomy::flat(["a", "b"]))]);
        let understood = Understood::all(vec![vec![record("1", &["a", "b"])]], &flat, Meaning::of_name);
        assert!(understood[0].is_flat() && understood[0].unmapped().is_empty());
    }
}
