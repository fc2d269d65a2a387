//! The centroid of a group of sets: its medoid, or concepts that are drawn from all its records.

use super::publishable::Publishable;
use super::{ConceptRef, DrawnTerms, Profiles, Publish, SetGroup, Understood, generalized};
use crate::rng::Rng;
use std::collections::BTreeMap;

/// What is published as the centroid of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SetCentroid {
    /// Concepts drawn from the records of the group, those that more of them share more often; as many as a record has in the median.
    /// No published record is the profile of a real person, unless k people have it.
    #[default]
    Drawn,
    /// The concepts of the record with the least sum of distances to the others: the profile of a real person.
    Medoid,
}

impl SetCentroid {
    /// Both with their names.
    pub const ALL: [(&'static str, Self); 2] = [("drawn", Self::Drawn), ("medoid", Self::Medoid)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, centroid)| *centroid == self).map_or("", |(name, _)| name)
    }
}

/// How often a centroid of one size is drawn, until it is nobody's profile.
const DRAWS: usize = 24;

/// The published record of one group.
#[derive(Debug, Clone, Default)]
pub(super) struct Synthetic {
    pub(super) items: Vec<String>,
    pub(super) concepts: Vec<ConceptRef>,
    pub(super) drawn: DrawnTerms,
}

/// What the centroids of all groups are made from.
pub(super) struct Centroids<'d> {
    pub(super) data: &'d Understood,
    pub(super) publishable: Publishable<'d>,
    pub(super) profiles: Profiles,
    pub(super) publish: Publish,
    pub(super) k: usize,
}

impl Centroids<'_> {
    /// The medoid, or what the group has in common if that is to be published.
    pub(super) fn medoid(&self, group: &SetGroup, rng: &mut Rng) -> Synthetic {
        let concepts: Vec<ConceptRef> = match self.publish {
            Publish::Generalized => self.common(group),
            Publish::Terms | Publish::Concepts => self.concepts(group.medoid).collect(),
        };
        self.worded(group, concepts.into_iter().filter_map(|concept| self.publishable.nearest(concept)), rng)
    }

    /// A centroid that is drawn from the group, and the profile of nobody: as large as possible, else with one of its concepts
    /// generalized, else smaller.
    pub(super) fn drawn(&self, group: &SetGroup, rng: &mut Rng) -> Synthetic {
        let pool = self.pool(group);
        for size in (1..=self.median_size(group).min(pool.len())).rev() {
            let mut concepts = Vec::new();
            // All of the pool can be drawn in one way only.
            for _ in 0..if size == pool.len() { 1 } else { DRAWS } {
                concepts = draw(&pool, size, rng);
                let synthetic = self.worded(group, concepts.iter().copied(), rng);
                if !self.is_a_profile(&synthetic) {
                    return synthetic;
                }
            }
            for at in 0..concepts.len() {
                for above in self.publishable.above(concepts[at]) {
                    let mut concepts = concepts.clone();
                    concepts[at] = above;
                    let synthetic = self.worded(group, concepts.into_iter(), rng);
                    if !self.is_a_profile(&synthetic) {
                        return synthetic;
                    }
                }
            }
        }
        Synthetic::default()
    }

    /// What is drawn from: the concepts of the group as they may be published, and how many records share each. Common ancestors are
    /// shared by all records.
    fn pool(&self, group: &SetGroup) -> Vec<(ConceptRef, usize)> {
        let mut shared: BTreeMap<ConceptRef, usize> = BTreeMap::new();
        let mut add = |concepts: &mut dyn Iterator<Item = ConceptRef>| {
            let mut own: Vec<ConceptRef> = concepts.filter_map(|concept| self.publishable.nearest(concept)).collect();
            own.sort_unstable();
            own.dedup();
            own.into_iter().for_each(|concept| *shared.entry(concept).or_default() += 1);
        };
        match self.publish {
            Publish::Generalized => add(&mut self.common(group).into_iter()),
            Publish::Terms | Publish::Concepts => {
                group.members.iter().for_each(|&record| add(&mut self.concepts(record)));
            }
        }
        shared.into_iter().collect()
    }

    /// The median number of concepts of a record; between two numbers their mean, rounded down.
    fn median_size(&self, group: &SetGroup) -> usize {
        let mut sizes: Vec<usize> = group.members.iter().map(|&record| self.data.sets[record as usize].len()).collect();
        sizes.sort_unstable();
        let middle = sizes.len() / 2;
        if sizes.len() % 2 == 1 { sizes[middle] } else { (sizes[middle - 1] + sizes[middle]) / 2 }
    }

    fn concepts(&self, record: u32) -> impl Iterator<Item = ConceptRef> {
        self.data.sets[record as usize].iter().map(|&number| self.data.concepts[number as usize])
    }

    /// The common ancestors of the records of a group.
    fn common(&self, group: &SetGroup) -> Vec<ConceptRef> {
        let members: Vec<Vec<ConceptRef>> =
            group.members.iter().map(|&record| self.concepts(record).collect()).collect();
        generalized(&self.data.taxonomies, &members)
    }

    /// Concepts by words. Two concepts of the same word are one item that means both.
    fn worded(&self, group: &SetGroup, concepts: impl Iterator<Item = ConceptRef>, rng: &mut Rng) -> Synthetic {
        let mut synthetic = Synthetic::default();
        let own = &self.data.words[group.medoid as usize];
        for concept in concepts {
            if synthetic.concepts.contains(&concept) {
                continue;
            }
            synthetic.concepts.push(concept);
            let (word, drawn) = self.publishable.word(concept, rng);
            if drawn {
                let used = self.publishable.number(concept).and_then(|number| own.get(&number));
                synthetic.drawn.all += 1;
                synthetic.drawn.of_the_medoid += usize::from(used.is_some_and(|used| used.contains(word)));
            }
            if !synthetic.items.iter().any(|item| item == word) {
                synthetic.items.push(word.to_owned());
            }
        }
        synthetic
    }

    /// Whether the concepts of a record, or those that its words are read as, are exactly those of some, but fewer than k people.
    fn is_a_profile(&self, synthetic: &Synthetic) -> bool {
        let rare = |people: usize| (1..self.k).contains(&people);
        let read = synthetic.items.iter().filter_map(|item| self.publishable.read(item));
        rare(self.profiles.people(synthetic.concepts.iter().copied())) || rare(self.profiles.people(read))
    }
}

/// Draws that many concepts, each at most once, with a chance in proportion to its weight; in the order of the pool.
fn draw(pool: &[(ConceptRef, usize)], size: usize, rng: &mut Rng) -> Vec<ConceptRef> {
    let mut left: Vec<(ConceptRef, usize)> = pool.to_vec();
    let mut total: usize = left.iter().map(|(_, weight)| weight).sum();
    let mut drawn = Vec::with_capacity(size);
    for _ in 0..size {
        let mut place = rng.below(total);
        let at = left.iter().position(|(_, weight)| {
            let here = place < *weight;
            place = place.saturating_sub(*weight);
            here
        });
        let (concept, weight) = left.remove(at.unwrap_or(0));
        total -= weight;
        drawn.push(concept);
    }
    drawn.sort_unstable();
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_ontology::Taxonomy;

    #[test]
    fn concepts_are_drawn_by_their_weights() {
        let flat = Taxonomy::flat(["a", "b", "c"]);
        let pool: Vec<(ConceptRef, usize)> = flat
            .concepts()
            .zip([6, 3, 1])
            .map(|(concept, weight)| (ConceptRef { member: 0, concept }, weight))
            .collect();
        let mut rng = Rng::new(5);
        let mut first = [0_usize; 3];
        let mut pairs = [0_usize; 3];
        for _ in 0..10_000 {
            first[draw(&pool, 1, &mut rng)[0].concept.index()] += 1;
            let pair = draw(&pool, 2, &mut rng);
            assert!(pair[0] < pair[1]);
            pairs[3 - pair[0].concept.index() - pair[1].concept.index()] += 1;
        }
        // 6/10, 3/10, 1/10; and the chance of being the one left out: a 3/10·1/7 + 1/10·3/9, b 6/10·1/4 + 1/10·6/9,
        // c 6/10·3/4 + 3/10·6/7.
        for (found, expected) in first.iter().zip([6_000.0, 3_000.0, 1_000.0]) {
            assert!((*found as f64 - expected).abs() < 200.0, "{first:?}");
        }
        for (found, expected) in pairs.iter().zip([761.9, 2_166.7, 7_071.4]) {
            assert!((*found as f64 - expected).abs() < 200.0, "{pairs:?}");
        }
        assert_eq!(draw(&pool, 3, &mut rng).len(), 3);
    }
}
