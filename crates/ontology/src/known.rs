//! A term as every taxonomy of a stack knows it, and which of them knows several terms best.

use crate::lookup::Match;
use crate::stack::Stack;
use crate::taxonomy::Concept;

/// The senses of a term in every taxonomy of a [`Stack`], and how much the term had to be changed to be known there.
///
/// It is looked up once ([`Stack::known`]) and then compared with many others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    members: Vec<Option<(Match, Vec<Concept>)>>,
}

impl Known {
    /// The senses of the term in a member of the stack, the commonest first; empty if that member does not know it.
    pub fn senses(&self, member: usize) -> &[Concept] {
        self.members.get(member).and_then(Option::as_ref).map_or(&[], |(_, senses)| senses)
    }

    /// Whether no taxonomy knows the term.
    pub fn is_unknown(&self) -> bool {
        self.members.iter().all(Option::is_none)
    }

    /// The member that knows all these terms with the least change to any of them; the first of several.
    ///
    /// Two terms are compared in this member, as by [`Stack::both`].
    pub fn shared_member<'k>(terms: impl Iterator<Item = &'k Self> + Clone) -> Option<usize> {
        let members = terms.clone().next()?.members.len();
        let change = |member: usize| {
            terms.clone().try_fold(Match::Exact, |most, term| Some(most.max(term.members.get(member)?.as_ref()?.0)))
        };
        (0..members).filter_map(|member| Some((change(member)?, member))).min().map(|(_, member)| member)
    }
}

impl Stack {
    /// Looks a term up in every taxonomy.
    pub fn known(&self, term: &str) -> Known {
        let in_member = |taxonomy: &std::sync::Arc<crate::Taxonomy>| {
            let ways = Match::ALL.iter().map(|&how| (how, taxonomy.senses_by(term, how)));
            ways.into_iter().find(|(_, senses)| !senses.is_empty()).map(|(how, senses)| (how, senses.to_vec()))
        };
        Known { members: self.members().iter().map(in_member).collect() }
    }
}

#[cfg(all(test, feature = "wordnet"))]
mod tests {
    use super::*;
    use crate::{Taxonomy, wordnet};
    use std::sync::Arc;

    #[test]
    fn the_rule_of_a_stack_for_two_terms() {
        let flat = Arc::new(Taxonomy::flat(["guitars", "set-up", "iPhone"]));
        let stack = Stack::new(vec![wordnet().nouns().clone(), flat, wordnet().verbs().clone()]);
        let terms =
            ["guitar", "guitars", "set up", "setup", "iphone", "run", "running", "datas-base", "xyzzy", "set-ups"];
        let known: Vec<Known> = terms.iter().map(|term| stack.known(term)).collect();
        for (a, known_a) in terms.iter().zip(&known) {
            for (b, known_b) in terms.iter().zip(&known) {
                let member = Known::shared_member([known_a, known_b].into_iter());
                let both = member.map(|member| (member, known_a.senses(member), known_b.senses(member)));
                assert_eq!(both, stack.both(a, b), "{a} {b}");
            }
        }
        assert!(known[8].is_unknown() && !known[4].is_unknown());
        // The nouns come first and know both, but reduced and respelled; the verbs know both as they stand.
        let [set_up, go] = ["set up", "go"].map(|term| stack.known(term));
        assert_eq!(Known::shared_member([&set_up, &go].into_iter()), Some(2));
    }
}
