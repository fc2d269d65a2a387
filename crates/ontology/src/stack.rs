//! Several taxonomies asked in turn, and the mapping of phrases to concepts.

use crate::lookup::Match;
use crate::taxonomy::{Concept, Taxonomy};
use std::sync::Arc;

/// Taxonomies in order: the first that knows a term answers (as it stands, before any that must change it).
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

    /// The taxonomy that knows a term with the least change to it, and its concepts there; the first of several.
    ///
    /// ```
    /// use scumble_ontology::{Stack, wordnet};
    /// let stack = Stack::new(vec![wordnet().nouns().clone(), wordnet().verbs().clone()]);
    /// let (taxonomy, senses) = stack.senses("set up").unwrap(); // a verb as it stands; the noun is "setup"
    /// assert!(taxonomy.name(senses[0]).contains(".v."));
    /// ```
    pub fn senses(&self, term: &str) -> Option<(&Taxonomy, &[Concept])> {
        self.find(term).map(|(member, senses)| (&*self.members[member], senses))
    }

    fn find(&self, term: &str) -> Option<(usize, &[Concept])> {
        let ways = Match::ALL.iter().flat_map(|&how| (0..self.members.len()).map(move |member| (how, member)));
        ways.map(|(how, member)| (member, self.members[member].senses_by(term, how)))
            .find(|(_, senses)| !senses.is_empty())
    }

    /// Which taxonomy knows both terms with the least change to either (the first of several), and the concepts of each there.
    pub fn both(&self, a: &str, b: &str) -> Option<(usize, &[Concept], &[Concept])> {
        Match::ALL.iter().find_map(|&most| {
            let known = |member: usize, term: &str| {
                let ways = Match::ALL.iter().take_while(|&&how| how <= most);
                ways.map(|&how| self.members[member].senses_by(term, how)).find(|senses| !senses.is_empty())
            };
            (0..self.members.len()).find_map(|member| Some((member, known(member, a)?, known(member, b)?)))
        })
    }

    /// Looks a phrase up whole, then without its leftmost word, and so on until some taxonomy knows it.
    pub fn map<'p>(&self, phrase: &'p str) -> Option<Mapping<'_, 'p>> {
        // What is longer than any term cannot be one, but for a few blanks and endings.
        let longest = self.members.iter().map(|taxonomy| taxonomy.longest_term()).max().unwrap_or(0) + 16;
        let mut rest = phrase.trim();
        while !rest.is_empty() {
            if let Some((member, concepts)) = (rest.len() <= longest).then(|| self.find(rest)).flatten() {
                return Some(Mapping { member, concepts, phrase: rest });
            }
            rest = rest.find(char::is_whitespace).map_or("", |blank| rest[blank..].trim_start());
        }
        None
    }
}
