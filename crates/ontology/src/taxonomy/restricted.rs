//! A taxonomy restricted to one concept: senses outside of it are not considered.

use super::{Builder, Concept, Draft, Taxonomy, lookup_key};
use crate::error::Result;

impl Taxonomy {
    /// The same taxonomy, whose terms mean only what is a kind of `concept`. What lies above stays, so that depths and distances are
    /// those of the whole; but it has no terms any more.
    ///
    /// ```
    /// use scumble_ontology::wordnet;
    /// let nouns = wordnet().nouns();
    /// let people = nouns.below(nouns.named("person.n.01").unwrap())?;
    /// let names = |taxonomy: &scumble_ontology::Taxonomy| -> Vec<String> {
    ///     taxonomy.senses("nurse").iter().map(|&sense| taxonomy.name(sense).into_owned()).collect()
    /// };
    /// assert_eq!(names(&people), ["nurse.n.01", "nanny.n.01"]);
    /// assert!(people.senses("table").is_empty());
    /// # Ok::<(), scumble_ontology::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it cannot be built: it is smaller than this one, so that does not happen.
    pub fn below(&self, concept: Concept) -> Result<Self> {
        let mut is_below = vec![false; self.len()];
        self.hyponyms(concept).iter().for_each(|kind| is_below[kind.index()] = true);
        let mut is_there = vec![false; self.len()];
        for kind in self.concepts().filter(|kind| is_below[kind.index()]) {
            self.ancestors(kind).iter().for_each(|above| is_there[above.index()] = true);
        }
        let mut builder = Builder::new(&self.name(concept)).with_part_of_speech(self.part_of_speech());
        let mut drafts: Vec<Option<Draft>> = vec![None; self.len()];
        // Parents come before their children.
        for kind in self.concepts().filter(|kind| is_there[kind.index()]) {
            let draft = builder.concept(&self.name(kind), 0);
            self.parents(kind).iter().filter_map(|parent| drafts[parent.index()]).for_each(|parent| {
                builder.parent(draft, parent, 0);
            });
            if let Some(gloss) = self.gloss(kind) {
                builder.gloss(draft, gloss);
            }
            drafts[kind.index()] = Some(draft);
        }
        // Term by term, each with its senses in their order.
        for (term, senses) in self.terms_and_senses() {
            for &sense in senses.iter().filter(|sense| is_below[sense.index()]) {
                let written = self.labels(sense).enumerate().find(|(_, label)| lookup_key(label) == term);
                if let (Some(draft), Some((rank, label))) = (drafts[sense.index()], written) {
                    builder.ranked_label(draft, label, rank);
                }
            }
        }
        builder.build(false)
    }
}

#[cfg(all(test, feature = "wordnet"))]
mod tests {
    use crate::wordnet;

    /// Every sense of every term, by the ancestors of the whole taxonomy.
    #[test]
    fn senses_are_those_below_the_concept() {
        let nouns = wordnet().nouns();
        let person = nouns.named("person.n.01").unwrap();
        let people = nouns.below(person).unwrap();
        let mut restricted = 0;
        for term in nouns.terms() {
            let all = nouns.exact_senses(term);
            let expected: Vec<_> =
                all.iter().filter(|&&sense| nouns.ancestors(sense).contains(&person)).copied().collect();
            let found = people.exact_senses(term);
            let names: Vec<_> = found.iter().map(|&sense| people.name(sense)).collect();
            assert_eq!(names, expected.iter().map(|&sense| nouns.name(sense)).collect::<Vec<_>>(), "{term}");
            for (&a, &b) in found.iter().zip(&expected) {
                assert_eq!((people.max_depth(a), people.min_depth(a)), (nouns.max_depth(b), nouns.min_depth(b)));
                assert_eq!((people.label(a), people.ancestors(a).len()), (nouns.label(b), nouns.ancestors(b).len()));
            }
            restricted += usize::from(!expected.is_empty() && expected.len() < all.len());
        }
        assert!(restricted > 500, "{restricted}");
        assert_eq!(people.senses("nurses"), people.senses("nurse"), "base forms stay");
    }
}
