//! What is published for a group: the medoid's concepts, each said in words that someone in the input used.

use crate::rng::Rng;
use std::collections::BTreeMap;

/// The words in which the whole input named each concept, and how many people used them.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    of: Vec<BTreeMap<String, u32>>,
}

impl Terms {
    /// No words yet for that many concepts.
    pub fn new(concepts: usize) -> Self {
        Self { of: vec![BTreeMap::new(); concepts] }
    }

    /// One more person used these words for a concept. (Each person is to be told once.)
    pub fn used(&mut self, concept: u32, words: &str) {
        *self.of[concept as usize].entry(words.to_owned()).or_default() += 1;
    }

    /// Words for a concept, drawn from those of at least `least` people, each equally likely; nothing if there are none.
    pub fn drawn(&self, concept: u32, least: u32, rng: &mut Rng) -> Option<&str> {
        let common: Vec<&String> =
            self.of[concept as usize].iter().filter(|(_, people)| **people >= least).map(|(words, _)| words).collect();
        (!common.is_empty()).then(|| common[rng.below(common.len())].as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_drawn_evenly_and_rare_ones_not_at_all() {
        let mut terms = Terms::new(2);
        for (words, people) in [("dog", 3), ("hound", 1), ("puppy", 2)] {
            (0..people).for_each(|_| terms.used(0, words));
        }
        let mut rng = Rng::new(1);
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for _ in 0..3_000 {
            *seen.entry(terms.drawn(0, 1, &mut rng).unwrap().to_owned()).or_default() += 1;
        }
        assert!(seen.len() == 3 && seen.values().all(|count| (850..1150).contains(count)), "{seen:?}");
        assert!((0..100).all(|_| terms.drawn(0, 2, &mut rng) != Some("hound")));
        assert_eq!((terms.drawn(0, 4, &mut rng), terms.drawn(1, 1, &mut rng)), (None, None));
    }
}
