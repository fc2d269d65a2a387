//! The terms with which the records of an input name concepts.

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

    /// The terms for a concept that at least `least` records used, in order.
    pub fn common(&self, concept: u32, least: u32) -> impl Iterator<Item = &str> {
        let used = self.of[concept as usize].iter();
        used.filter(move |(_, records)| **records >= least).map(|(term, _)| term.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_terms_are_left_out() {
        let mut terms = Terms::new(2);
        for (term, records) in [("dog", 3), ("hound", 1), ("puppy", 2)] {
            (0..records).for_each(|_| terms.used(0, term));
        }
        let common = |concept: u32, least: u32| terms.common(concept, least).collect::<Vec<_>>();
        assert_eq!(common(0, 1), ["dog", "hound", "puppy"]);
        assert_eq!((common(0, 2), common(0, 4).len(), common(1, 1).len()), (vec!["dog", "puppy"], 0, 0));
    }
}
