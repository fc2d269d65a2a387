//! Known terms that look like an unknown one.

use crate::stack::Stack;
use crate::taxonomy::{Taxonomy, lookup_key};
use scumble_io::nearest_by_weight;

impl Taxonomy {
    /// Known terms that look like `term`: nearest first, among equals those of most senses, which are the commonest.
    pub fn near_terms(&self, term: &str, count: usize) -> Vec<&str> {
        let terms = self.terms_and_senses().map(|(term, senses)| (term, senses.len()));
        nearest_by_weight(&lookup_key(term), terms, count)
    }
}

impl Stack {
    /// Known terms that look like `term`, each once: those of the first taxonomy before those of the next.
    pub fn near_terms(&self, term: &str, count: usize) -> Vec<&str> {
        let mut distinct: Vec<&str> = Vec::new();
        for near in self.members().iter().flat_map(|taxonomy| taxonomy.near_terms(term, count)) {
            if !distinct.contains(&near) {
                distinct.push(near);
            }
        }
        distinct.truncate(count);
        distinct
    }
}

#[cfg(all(test, feature = "wordnet"))]
mod tests {
    use super::*;
    use crate::wordnet;

    #[test]
    fn suggestions_from_wordnet() {
        let nouns = wordnet().nouns();
        assert!(nouns.near_terms("dgo", 5).contains(&"dog"));
        assert_eq!(nouns.near_terms("hospitl", 1), ["hospital"]);
        assert!(nouns.near_terms("qqqqqqqqqqqq", 5).is_empty());
        let stack = Stack::new(vec![nouns.clone(), wordnet().verbs().clone()]);
        let near = stack.near_terms("wlak", 3);
        assert!(near.len() == 3 && near[0] == "walk" && !near[1..].contains(&"walk"), "{near:?}");
    }
}
