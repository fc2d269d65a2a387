//! From a name to its senses, and to the terms of everything that is a kind of them.

use crate::stack::Stack;
use crate::taxonomy::{Concept, Taxonomy};
use std::borrow::Cow;
use std::collections::HashSet;

/// One sense of a name and its expansion.
#[derive(Clone, Debug)]
pub struct Sense<'s> {
    /// The taxonomy that knows the name.
    pub taxonomy: &'s Taxonomy,
    /// The concept that the name may mean.
    pub concept: Concept,
    /// The terms of the concept and of everything below it, nearest first, each once.
    pub terms: Vec<&'s str>,
}

impl<'s> Sense<'s> {
    /// The unique name of the concept.
    pub fn name(&self) -> Cow<'s, str> {
        self.taxonomy.name(self.concept)
    }
}

/// The senses of a word, or the one sense that is named, in the taxonomy that knows it with the least change; `None` if no
/// taxonomy knows it.
///
/// ```
/// use scumble_ontology::expansion::expand;
/// use scumble_ontology::{Stack, wordnet};
/// let stack = Stack::new(vec![wordnet().nouns().clone()]);
/// let senses = expand(&stack, "big_cat.n.01").unwrap();
/// assert_eq!((senses.len(), senses[0].terms[0]), (1, "big cat"));
/// assert!(senses[0].terms.contains(&"lioness"));
/// assert!(expand(&stack, "xyzzy").is_none());
/// ```
pub fn expand<'s>(stack: &'s Stack, name: &str) -> Option<Vec<Sense<'s>>> {
    let (taxonomy, concepts) = stack.senses(name)?;
    let one = |&concept: &Concept| {
        let below = taxonomy.hyponyms(concept);
        Sense { taxonomy, concept, terms: distinct(below.into_iter().flat_map(|below| taxonomy.labels(below))) }
    };
    Some(concepts.iter().map(one).collect())
}

/// The terms of several senses, each once, in the order of the senses.
pub fn union<'s>(senses: &[Sense<'s>]) -> Vec<&'s str> {
    distinct(senses.iter().flat_map(|sense| &sense.terms).copied())
}

fn distinct<'s>(terms: impl Iterator<Item = &'s str>) -> Vec<&'s str> {
    let mut seen = HashSet::new();
    terms.filter(|term| seen.insert(*term)).collect()
}
