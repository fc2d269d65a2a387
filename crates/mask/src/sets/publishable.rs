//! What may be published: concepts and words that enough people share.

use super::{ConceptRef, Publish, Sharing, Typed, Understood};
use crate::rng::Rng;
use rayon::prelude::*;
use scumble_ontology::Stack;
use std::collections::HashMap;

/// Which concepts and words may be published, so that none belongs to fewer than `least` people.
pub(super) struct Publishable<'d> {
    data: &'d Understood,
    publish: Publish,
    least: u32,
    stack: Stack,
    sharing: Sharing,
    typed: Typed,
    /// The numbers of the input's concepts.
    numbers: HashMap<ConceptRef, u32>,
    /// For each of the input's concepts what is published for it.
    nearest: Vec<Option<ConceptRef>>,
}

impl<'d> Publishable<'d> {
    pub(super) fn new(data: &'d Understood, publish: Publish, least: u32) -> Self {
        let numbers = data.concepts.iter().copied().zip(0..).collect();
        let stack = Stack::new(data.taxonomies.clone());
        let sharing = Sharing::of(data);
        let words = if least > 1 { candidates(data) } else { Vec::new() };
        let typed = Typed::of(data, words);
        let mut found = Self { data, publish, least, stack, sharing, typed, numbers, nearest: Vec::new() };
        found.nearest = data.concepts.par_iter().map(|&concept| found.find_nearest(concept)).collect();
        found
    }

    /// The concept itself, or its nearest ancestor that enough people share and that has a word to publish; nothing if there is none.
    pub(super) fn nearest(&self, of: ConceptRef) -> Option<ConceptRef> {
        self.number(of).map_or_else(|| self.find_nearest(of), |number| self.nearest[number as usize])
    }

    fn find_nearest(&self, of: ConceptRef) -> Option<ConceptRef> {
        self.upwards(of).find(|&concept| self.fits(concept))
    }

    /// What may be published in place of a concept, nearest first, without the concept itself.
    pub(super) fn above(&self, of: ConceptRef) -> impl Iterator<Item = ConceptRef> {
        self.upwards(of).skip(1).filter(|&concept| self.fits(concept))
    }

    /// A concept and its ancestors: the fewest steps up first, then the most specific.
    fn upwards(&self, of: ConceptRef) -> impl Iterator<Item = ConceptRef> + use<> {
        let taxonomy = &self.data.taxonomies[of.member];
        let steps = taxonomy.edges_up(of.concept);
        let mut above: Vec<(u16, _)> =
            steps.iter().copied().zip(taxonomy.ancestors(of.concept).iter().copied()).collect();
        // Concepts are numbered from the top down.
        above.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
        above.into_iter().map(move |(_, concept)| ConceptRef { member: of.member, concept })
    }

    fn fits(&self, concept: ConceptRef) -> bool {
        self.least <= 1
            || (self.sharing.people(concept) >= self.least
                && (!self.terms(concept).is_empty() || self.label(concept).is_some()))
    }

    /// The terms of the input for a concept that may be published; none if labels are to be published.
    fn terms(&self, concept: ConceptRef) -> Vec<&'d str> {
        let number = self.numbers.get(&concept).filter(|_| self.publish == Publish::Terms);
        let common = number.into_iter().flat_map(|&number| self.data.terms.common(number, self.least));
        common.filter(|term| self.is_common(term)).collect()
    }

    /// The first label of a concept that may be published.
    fn label(&self, of: ConceptRef) -> Option<&'d str> {
        let data: &'d Understood = self.data;
        data.taxonomies[of.member].labels(of.concept).find(|label| self.is_common(label))
    }

    /// Whether a word is not one that some, but fewer than `least` people typed, and whoever reads it does not take it for a concept
    /// of so few.
    fn is_common(&self, word: &str) -> bool {
        self.least <= 1
            || (!(1..self.least).contains(&self.typed.people(word))
                && self.read(word).is_none_or(|concept| self.sharing.people(concept) >= self.least))
    }

    /// The concept that a published word is read as.
    pub(super) fn read(&self, word: &str) -> Option<ConceptRef> {
        read_as(&self.stack, word)
    }

    /// A word for a concept that may be published, and whether it was drawn from the terms of the input.
    pub(super) fn word(&self, concept: ConceptRef, rng: &mut Rng) -> (&'d str, bool) {
        let terms = self.terms(concept);
        match terms.is_empty() {
            true => (self.label(concept).unwrap_or(""), false),
            false => (terms[rng.below(terms.len())], true),
        }
    }

    /// The number of a concept in the input, if it is there.
    pub(super) fn number(&self, concept: ConceptRef) -> Option<u32> {
        self.numbers.get(&concept).copied()
    }
}

/// The concept that a word is read as, if it is known as a whole.
pub(super) fn read_as(stack: &Stack, word: &str) -> Option<ConceptRef> {
    let word = word.trim();
    let mapped = stack.map(word).filter(|mapped| mapped.phrase == word)?;
    Some(ConceptRef { member: mapped.member, concept: mapped.concepts[0] })
}

/// Every word that might be published: the terms of the input, and the labels of its concepts and of all above them.
fn candidates(data: &Understood) -> Vec<&str> {
    let mut above: Vec<ConceptRef> = Vec::new();
    let mut seen: Vec<Vec<bool>> = data.taxonomies.iter().map(|taxonomy| vec![false; taxonomy.len()]).collect();
    for &ConceptRef { member, concept } in &data.concepts {
        for &ancestor in data.taxonomies[member].ancestors(concept) {
            if !std::mem::replace(&mut seen[member][ancestor.index()], true) {
                above.push(ConceptRef { member, concept: ancestor });
            }
        }
    }
    let labels = above.into_iter().flat_map(|of| data.taxonomies[of.member].labels(of.concept));
    labels.chain(data.words.iter().flat_map(|words| words.values().flatten()).map(String::as_str)).collect()
}
