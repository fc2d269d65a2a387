//! How many people share a concept, and how many typed a word.

use super::{ConceptRef, Understood};
use scumble_span::{normalized, word_spans};
use std::collections::HashMap;

/// How many people share each concept. A person shares a concept if one of her concepts is it, or lies below it.
#[derive(Debug, Clone)]
pub struct Sharing {
    /// For each taxonomy and each concept of it.
    people: Vec<Vec<u32>>,
}

impl Sharing {
    /// Counts the people of an input.
    pub fn of(data: &Understood) -> Self {
        let mut people: Vec<Vec<u32>> = data.taxonomies.iter().map(|taxonomy| vec![0; taxonomy.len()]).collect();
        // The last record that was counted for each concept, so that none is counted twice.
        let mut last: Vec<Vec<u32>> = data.taxonomies.iter().map(|taxonomy| vec![u32::MAX; taxonomy.len()]).collect();
        for (record, set) in data.sets.iter().enumerate() {
            for &number in set {
                let ConceptRef { member, concept } = data.concepts[number as usize];
                for ancestor in data.taxonomies[member].ancestors(concept) {
                    if std::mem::replace(&mut last[member][ancestor.index()], record as u32) != record as u32 {
                        people[member][ancestor.index()] += 1;
                    }
                }
            }
        }
        Self { people }
    }

    /// How many people share a concept.
    pub fn people(&self, of: ConceptRef) -> u32 {
        self.people[of.member][of.concept.index()]
    }
}

/// How many people typed each of some words: as an item, as the term of a concept, or as words in a row somewhere in an item.
#[derive(Debug, Clone)]
pub struct Typed {
    /// By normal form, in a row somewhere in an item.
    in_a_row: HashMap<String, Count>,
    /// As they stand, in small letters: whole items and terms.
    whole: HashMap<String, Count>,
}

/// People, and the last of them, so that nobody is counted twice.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    people: u32,
    last: Option<u32>,
}

impl Count {
    fn add(&mut self, person: u32) {
        if self.last.replace(person) != Some(person) {
            self.people += 1;
        }
    }
}

impl Typed {
    /// Counts the people of an input who typed each of these words.
    pub fn of<'w>(data: &Understood, words: impl IntoIterator<Item = &'w str>) -> Self {
        let mut found = Self { in_a_row: HashMap::new(), whole: HashMap::new() };
        for word in words {
            found.whole.entry(word.to_lowercase()).or_default();
            found.in_a_row.entry(normalized(word)).or_default();
        }
        found.in_a_row.remove("");
        let longest = found.in_a_row.keys().map(|word| word.split(' ').count()).max().unwrap_or(0);
        for (person, (words, record)) in (0_u32..).zip(data.words.iter().zip(&data.records)) {
            for term in words.values().flatten().chain(&record.items) {
                if let Some(count) = found.whole.get_mut(&term.to_lowercase()) {
                    count.add(person);
                }
                found.add_rows(&normalized(term), longest, person);
            }
        }
        found
    }

    /// Counts every row of at most `longest` words of an item in its normal form.
    fn add_rows(&mut self, item: &str, longest: usize, person: u32) {
        let words: Vec<_> = word_spans(item).collect();
        for (at, first) in words.iter().enumerate() {
            for last in words[at..].iter().take(longest) {
                if let Some(count) = self.in_a_row.get_mut(&item[first.start..last.end]) {
                    count.add(person);
                }
            }
        }
    }

    /// How many people typed a word, of those that were asked for. If some typed it as it stands and others with other marks between
    /// its words, the smaller number of both.
    pub fn people(&self, word: &str) -> u32 {
        let count = |of: Option<&Count>| of.map_or(0, |count| count.people);
        let normal = normalized(word);
        let (whole, in_a_row) = (count(self.whole.get(&word.to_lowercase())), count(self.in_a_row.get(&normal)));
        match (whole, in_a_row) {
            (0, people) | (people, 0) => people,
            (_, in_a_row) if normal == word.to_lowercase() => in_a_row,
            (whole, in_a_row) => whole.min(in_a_row),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::Meaning;
    use scumble_data::SetRecord;
    use scumble_ontology::{Stack, wordnet};

    fn understood(records: &[&[&str]]) -> Understood {
        let record = |items: &&[&str]| SetRecord {
            id: String::new(),
            items: items.iter().map(|&item| item.to_owned()).collect(),
        };
        let stack = Stack::new(vec![wordnet().nouns().clone()]);
        Understood::all(vec![records.iter().map(record).collect()], &stack, Meaning::of_name).remove(0)
    }

    #[test]
    fn a_person_shares_what_lies_above_her_concepts() {
        let data = understood(&[&["dog.n.01", "cat.n.01"], &["dog.n.01"], &["airplane.n.01"]]);
        let sharing = Sharing::of(&data);
        let people =
            |name: &str| sharing.people(ConceptRef { member: 0, concept: data.taxonomies[0].named(name).unwrap() });
        let found = ["dog.n.01", "cat.n.01", "carnivore.n.01", "entity.n.01", "tree.n.01"].map(people);
        assert_eq!(found, [2, 1, 2, 3, 0]);
    }

    #[test]
    fn words_are_found_wherever_they_were_typed() {
        let data = understood(&[
            &["cheap flight to Rome", "Flight"],
            &["flight"],
            &["well being"],
            &["well-being", "flights"],
        ]);
        let typed = Typed::of(&data, ["flight", "Rome", "well-being", "wellness", "to rome", "ROME to"]);
        let found = ["flight", "rome", "well-being", "wellness", "To Rome", "rome to"].map(|word| typed.people(word));
        assert_eq!(
            found,
            [3, 1, 1, 0, 1, 0],
            "flights names the concept flight; as it stands, only one typed well-being"
        );
    }
}
