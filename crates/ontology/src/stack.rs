//! Several taxonomies asked in turn, and the mapping of phrases to concepts.

use crate::taxonomy::{Concept, Taxonomy};
use std::sync::Arc;

/// Taxonomies in order: the first that knows a term answers.
///
/// ```
/// use scumble_ontology::{Stack, Taxonomy, wordnet};
/// use std::sync::Arc;
///
/// let gadgets = Arc::new(Taxonomy::flat(["iPhone"]));
/// let stack = Stack::new(vec![gadgets, wordnet().nouns().clone()]);
/// let mapped = stack.map("a new iPhone").unwrap();
/// assert_eq!((mapped.member, mapped.phrase), (0, "iPhone"));
/// let mapped = stack.map("my old telephone").unwrap();
/// assert_eq!((mapped.member, mapped.phrase), (1, "telephone"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stack {
    members: Vec<Arc<Taxonomy>>,
}

/// What a phrase was understood as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping<'s, 'p> {
    /// Which member of the stack knew it.
    pub member: usize,
    /// The concepts it may mean there, the commonest first; never empty.
    pub concepts: &'s [Concept],
    /// The end of the phrase that was known.
    pub phrase: &'p str,
}

impl Stack {
    /// Puts taxonomies in order.
    pub fn new(members: Vec<Arc<Taxonomy>>) -> Self {
        Self { members }
    }

    /// The taxonomies.
    pub fn members(&self) -> &[Arc<Taxonomy>] {
        &self.members
    }

    /// The first taxonomy that knows a term, and its concepts there.
    pub fn senses(&self, term: &str) -> Option<(&Taxonomy, &[Concept])> {
        let known = self.members.iter().map(|taxonomy| (&**taxonomy, taxonomy.senses(term)));
        known.into_iter().find(|(_, senses)| !senses.is_empty())
    }

    /// The first taxonomy that knows both terms, with the concepts of each.
    pub fn both(&self, a: &str, b: &str) -> Option<(&Taxonomy, &[Concept], &[Concept])> {
        let known = self.members.iter().map(|taxonomy| (&**taxonomy, taxonomy.senses(a), taxonomy.senses(b)));
        known.into_iter().find(|(_, a, b)| !a.is_empty() && !b.is_empty())
    }

    /// Looks a phrase up whole, then without its leftmost word, and so on until some taxonomy knows it.
    pub fn map<'p>(&self, phrase: &'p str) -> Option<Mapping<'_, 'p>> {
        self.map_if(phrase, |_| true)
    }

    /// The same, for the endings of the phrase that `accept` allows.
    pub fn map_if<'p>(&self, phrase: &'p str, accept: impl Fn(&str) -> bool) -> Option<Mapping<'_, 'p>> {
        let mut rest = phrase.trim();
        while !rest.is_empty() {
            if accept(rest) {
                for (member, taxonomy) in self.members.iter().enumerate() {
                    let concepts = taxonomy.senses(rest);
                    if !concepts.is_empty() {
                        return Some(Mapping { member, concepts, phrase: rest });
                    }
                }
            }
            rest = rest.find(char::is_whitespace).map_or("", |blank| rest[blank..].trim_start());
        }
        None
    }
}
