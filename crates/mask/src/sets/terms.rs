//! The terms with which the records of an input name concepts.

use crate::rng::Rng;
use std::collections::BTreeMap;

/// The terms with which the whole input named each concept, and how many records used them.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    of: Vec<BTreeMap<String, u32>>,
}

impl Terms {
    /// No terms yet for that many concepts.
    pub fn new(concepts: usize) -> Self {
        Self { of: vec![BTreeMap::new(); concepts] }
    }

    /// Counts one more record that used this term for a concept; each record is counted once.
    pub fn used(&mut self, concept: u32, term: &str) {
        *self.of[concept as usize].entry(term.to_owned()).or_default() += 1;
    }

    /// A term for a concept, drawn from those of at least `least` records, each equally likely; nothing if there is none.
    pub fn drawn(&self, concept: u32, least: u32, rng: &mut Rng) -> Option<&str> {
        let common: Vec<&String> =
            self.of[concept as usize].iter().filter(|(_, records)| **records >= least).map(|(term, _)| term).collect();
        (!common.is_empty()).then(|| common[rng.below(common.len())].as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_drawn_evenly_and_rare_ones_not_at_all() {
        let mut terms = Terms::new(2);
        for (term, records) in [("dog", 3), ("hound", 1), ("puppy", 2)] {
            (0..records).for_each(|_| terms.used(0, term));
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
