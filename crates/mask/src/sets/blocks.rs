//! Large inputs: an order in which neighbouring records have similar concepts, to be cut into blocks.

use super::{ConceptRef, ConceptSet};
use scumble_ontology::Taxonomy;
use std::sync::Arc;

/// Records in an order in which neighbours have similar concepts: by the most specific category that covers at least half of a
/// record's concepts, as a path from the top; without categories, by the rarest concept that it shares with at least `k - 1`
/// others.
pub(super) fn order(
    taxonomies: &[Arc<Taxonomy>],
    concepts: &[ConceptRef],
    sets: &[ConceptSet],
    k: usize,
    flat: bool,
) -> Vec<u32> {
    let mut order: Vec<u32> = (0..sets.len() as u32).collect();
    if flat {
        let mut counts = vec![0_usize; concepts.len()];
        sets.iter().flatten().for_each(|&concept| counts[concept as usize] += 1);
        let key = |&record: &u32| {
            let shared = sets[record as usize].iter().filter(|&&concept| counts[concept as usize] >= k);
            let rarest = shared.min_by_key(|&&concept| (counts[concept as usize], concept)).copied();
            (rarest.map_or(u32::MAX, |concept| concept), sets[record as usize].len(), record)
        };
        order.sort_by_cached_key(key);
        return order;
    }
    let key = |&record: &u32| (Category::of(taxonomies, concepts, &sets[record as usize]), record);
    order.sort_by_cached_key(key);
    order
}

/// The path, from the top of a taxonomy, to the most specific concept above at least half of a set. Sets in the order of their
/// categories have similar neighbours.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Category {
    taxonomy: usize,
    path: Vec<u32>,
}

impl Category {
    pub(super) fn of(taxonomies: &[Arc<Taxonomy>], concepts: &[ConceptRef], set: &[u32]) -> Self {
        let (taxonomy, path) = covering(taxonomies, concepts, set);
        Self { taxonomy, path }
    }

    /// A text that sorts as the category does, the same in every run on the same taxonomies.
    pub fn key(&self) -> String {
        let path: Vec<String> = self.path.iter().map(|concept| format!("{concept:08x}")).collect();
        format!("{:04x}.{}", self.taxonomy.min(0xffff), path.join("."))
    }
}

fn covering(taxonomies: &[Arc<Taxonomy>], concepts: &[ConceptRef], set: &[u32]) -> (usize, Vec<u32>) {
    let mut above: Vec<(usize, u32)> = set
        .iter()
        .flat_map(|&concept| {
            let ConceptRef { member, concept } = concepts[concept as usize];
            taxonomies[member].ancestors(concept).iter().map(move |ancestor| (member, ancestor.index() as u32))
        })
        .collect();
    above.sort_unstable();
    let covering = above.chunk_by(|a, b| a == b).filter(|same| same.len() * 2 >= set.len()).map(|same| same[0]);
    // Concepts are numbered from the top down: the last that covers enough is the most specific.
    let covering: Vec<(usize, u32)> = covering.collect();
    let member = covering.last().map_or(usize::MAX, |last| last.0);
    (member, covering.into_iter().filter(|(of, _)| *of == member).map(|(_, concept)| concept).collect())
}
