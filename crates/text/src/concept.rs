//! From an item (a query, a product, a code) to its concepts.

use crate::language::Language;
use scumble_ontology::{Concept, Stack};

/// The concepts of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemConcepts {
    /// Each concept once: the taxonomy, the first sense there, and the words that named it (as they stand if they are the whole
    /// item, which may be a code; else in small letters).
    pub concepts: Vec<(usize, Concept, String)>,
    /// Whether a phrase, or a part of one, was left over.
    pub partly: bool,
}

/// The [concepts of an item](Language::item_concepts) in English.
#[cfg(feature = "models")]
pub fn item_concepts(item: &str, stack: &Stack) -> ItemConcepts {
    Language::english().item_concepts(item, stack)
}

impl Language {
    /// The concepts of an item: itself if a taxonomy knows it whole, else those of its noun phrases, each by the longest ending that is
    /// known; else that of the item's own longest ending. Each means its first sense. An item that looks like another language
    /// has none.
    pub fn item_concepts(&self, item: &str, stack: &Stack) -> ItemConcepts {
        let mut found = ItemConcepts::default();
        let item = item.trim();
        if let Some(mapped) = stack.map(item).filter(|mapped| mapped.phrase == item) {
            found.add(mapped.member, mapped.concepts[0], item);
            return found;
        }
        if self.analyzer().is_foreign_item(item) {
            // Its words are not those of an English taxonomy, whatever they look like.
            return ItemConcepts { partly: true, ..found };
        }
        if item.contains(char::is_whitespace) {
            let document = self.analyzer().read_phrases(item);
            for phrase in document.phrases() {
                let words = document.phrase_text(phrase);
                match meaning(words, stack, self) {
                    Some((member, concept, known)) => {
                        found.partly |= known != words;
                        found.add(member, concept, &known.to_lowercase());
                    }
                    None => found.partly = true,
                }
            }
        }
        if found.concepts.is_empty() {
            if let Some((member, concept, known)) = meaning(item, stack, self) {
                found.add(member, concept, &known.to_lowercase());
            }
            found.partly = true;
        }
        found
    }
}

impl ItemConcepts {
    fn add(&mut self, member: usize, concept: Concept, words: &str) {
        if !self.concepts.iter().any(|(known_member, known, _)| (*known_member, *known) == (member, concept)) {
            self.concepts.push((member, concept, words.to_owned()));
        }
    }
}

/// The longest ending of a phrase that is known; not if that is a single letter, a number or a word that says nothing.
fn meaning<'p>(phrase: &'p str, stack: &Stack, language: &Language) -> Option<(usize, Concept, &'p str)> {
    let mapped = stack.map(phrase)?;
    let words = mapped.phrase;
    let alone = !words.contains(char::is_whitespace);
    let empty = alone
        && words != phrase
        && (words.chars().count() < 2
            || words.bytes().all(|byte| byte.is_ascii_digit())
            || language.is_stop_word(words));
    (!empty).then(|| (mapped.member, mapped.concepts[0], words))
}

#[cfg(all(test, feature = "models"))]
mod tests {
    use super::*;
    use scumble_ontology::{Taxonomy, wordnet};
    use std::sync::Arc;

    fn names(item: &str) -> Vec<String> {
        let stack = Stack::new(vec![wordnet().nouns().clone()]);
        let found = item_concepts(item, &stack);
        found.concepts.iter().map(|(_, concept, _)| wordnet().nouns().name(*concept).into_owned()).collect()
    }

    #[test]
    fn queries_give_their_concepts() {
        assert_eq!(names("dog"), ["dog.n.01"]);
        assert!(names("lyrics of the civil war").contains(&"civil_war.n.01".to_owned()));
        assert!(names("xyzzy qwop").is_empty());
        assert_eq!(names("chicken beak problems"), ["problem.n.01"]);
        assert!(
            names("Die Rolle der Banken in der Finanzierung kleiner Unternehmen in Wien").is_empty(),
            "not English"
        );
    }

    #[test]
    fn what_a_taxonomy_knows_whole_is_itself() {
        let stack = Stack::new(vec![Arc::new(Taxonomy::flat(["whole milk", "milk"]))]);
        let found = item_concepts("whole milk", &stack);
        assert_eq!((found.concepts.len(), found.partly), (1, false));
        assert_eq!(found.concepts[0].2, "whole milk");
        assert!(item_concepts("sour milk", &stack).partly);
    }
}
