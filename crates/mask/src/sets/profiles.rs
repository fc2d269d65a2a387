//! The profiles of real people: whose set of concepts is published?

use super::publishable::read_as;
use super::{ConceptRef, Understood};
use scumble_ontology::Stack;
use std::collections::{BTreeSet, HashMap};

/// How many people have exactly a set of concepts. A person also has the concepts that the labels of her own are read as: a release
/// that lists all her concepts by their labels is her profile, although a label may have another first sense.
#[derive(Debug, Clone)]
pub struct Profiles {
    people: HashMap<Vec<ConceptRef>, usize>,
}

impl Profiles {
    /// The profiles of an input, but for people none of whose items is known.
    pub fn of(data: &Understood) -> Self {
        let stack = Stack::new(data.taxonomies.clone());
        let label = |of: &ConceptRef| data.taxonomies[of.member].label(of.concept);
        let by_label: Vec<ConceptRef> =
            data.concepts.iter().map(|of| read_as(&stack, label(of)).unwrap_or(*of)).collect();
        let mut people: HashMap<Vec<ConceptRef>, usize> = HashMap::new();
        for set in data.sets.iter().filter(|set| !set.is_empty()) {
            let own = |concepts: &[ConceptRef]| sorted(set.iter().map(|&number| concepts[number as usize]));
            for profile in BTreeSet::from([own(&data.concepts), own(&by_label)]) {
                *people.entry(profile).or_default() += 1;
            }
        }
        Self { people }
    }

    /// How many people have exactly these concepts.
    pub fn people(&self, concepts: impl IntoIterator<Item = ConceptRef>) -> usize {
        self.people.get(&sorted(concepts)).copied().unwrap_or(0)
    }
}

fn sorted(concepts: impl IntoIterator<Item = ConceptRef>) -> Vec<ConceptRef> {
    let mut set: Vec<ConceptRef> = concepts.into_iter().collect();
    set.sort_unstable();
    set.dedup();
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::Meaning;
    use scumble_data::SetRecord;
    use scumble_ontology::wordnet;

    #[test]
    fn a_profile_by_its_labels_is_a_profile() {
        let nouns = wordnet().nouns();
        let record = |id: &str, items: &[&str]| SetRecord {
            id: id.to_owned(),
            items: items.iter().map(|&item| item.to_owned()).collect(),
        };
        let records = vec![
            record("1", &["bank.n.01", "dog.n.01"]),
            record("2", &["dog.n.01", "bank.n.01"]),
            record("3", &["xyzzy"]),
        ];
        let data = Understood::all(vec![records], &Stack::new(vec![nouns.clone()]), Meaning::of_name).remove(0);
        let profiles = Profiles::of(&data);
        let people = |names: &[&str]| {
            profiles.people(names.iter().map(|name| ConceptRef { member: 0, concept: nouns.named(name).unwrap() }))
        };
        assert_eq!((people(&["dog.n.01", "bank.n.01", "dog.n.01"]), people(&["dog.n.01"]), people(&[])), (2, 0, 0));
        // The label of dog.n.03, a person, is dog, whose first sense is another concept.
        let records = vec![record("1", &["dog.n.03"])];
        let data = Understood::all(vec![records], &Stack::new(vec![nouns.clone()]), Meaning::of_name).remove(0);
        let profiles = Profiles::of(&data);
        let label = nouns.label(nouns.named("dog.n.03").unwrap());
        let read = ConceptRef { member: 0, concept: nouns.senses(label)[0] };
        assert_ne!(read, data.concepts[0]);
        assert_eq!((profiles.people([read]), profiles.people([data.concepts[0]])), (1, 1));
    }
}
