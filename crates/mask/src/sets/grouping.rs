//! Groups of sets: MDAV around medoids on a triangle of distances, in blocks where there are many records.

use super::concepts::ConceptTable;
use super::distance::SetDistance;
use super::triangle::{RemainingSets, Triangle};
use super::{ConceptRef, ConceptSet, Delta, blocks};
use crate::error::Result;
use crate::partition::{GroupSize, Partition, mdav};
use scumble_io::{Silent, Watch};
use scumble_ontology::Taxonomy;
use std::sync::Arc;

/// How sets are grouped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SetGrouping {
    /// Records in a group, at least.
    pub k: GroupSize,
    /// The distance of two sets.
    pub distance: SetDistance,
    /// The distance of two concepts.
    pub delta: Delta,
    /// Records that are grouped at once, at most; more are cut into blocks.
    pub at_once: usize,
}

/// Groups of sets, each with its medoid.
#[derive(Debug, Clone, PartialEq)]
pub struct Grouped {
    /// The groups.
    pub partition: Partition,
    /// The medoid of each group.
    pub medoids: Vec<u32>,
    /// Into how many blocks the records were cut.
    pub blocks: usize,
}

/// Records in a block where there are too many to be grouped at once.
const BLOCK: usize = 4096;

impl SetGrouping {
    /// Groups sets, none of which is empty; the stage that is watched is "comparing".
    ///
    /// # Errors
    /// If there are too few sets or too many concepts, or the watcher cancels the run.
    pub fn group(
        &self,
        taxonomies: &[Arc<Taxonomy>],
        concepts: &[ConceptRef],
        sets: &[ConceptSet],
        watch: &dyn Watch,
    ) -> Result<Grouped> {
        self.k.check(sets.len())?;
        if sets.len() <= self.at_once {
            let table = self.table(taxonomies, concepts)?;
            let (partition, medoids) = self.one_block(&table, sets, watch)?;
            return Ok(Grouped { partition, medoids, blocks: 1 });
        }
        let order = blocks::order(taxonomies, concepts, sets, self.k.get(), self.delta == Delta::Equality);
        let count = sets.len().div_ceil(BLOCK.max(4 * self.k.get()).min(self.at_once.max(4 * self.k.get())));
        let mut groups: Vec<(Vec<u32>, u32)> = Vec::new();
        for block in 0..count {
            let members = &order[sets.len() * block / count..sets.len() * (block + 1) / count];
            // The block's own concepts, numbered anew: a table of all would be too large.
            let mut known: Vec<u32> =
                members.iter().flat_map(|&record| sets[record as usize].iter().copied()).collect();
            known.sort_unstable();
            known.dedup();
            let number = |concept: &u32| known.partition_point(|known| known < concept) as u32;
            let inside: Vec<ConceptSet> =
                members.iter().map(|&record| sets[record as usize].iter().map(number).collect()).collect();
            let own: Vec<ConceptRef> = known.iter().map(|&concept| concepts[concept as usize]).collect();
            let (partition, medoids) = self.one_block(&self.table(taxonomies, &own)?, &inside, &Silent)?;
            let outside = |at: u32| members[at as usize];
            groups.extend(
                partition
                    .groups()
                    .zip(medoids)
                    .map(|(group, medoid)| (group.iter().map(|&at| outside(at)).collect(), outside(medoid))),
            );
            watch.step("comparing", (sets.len() * (block + 1) / count) as u64, sets.len() as u64)?;
        }
        let medoid_of: std::collections::HashMap<u32, u32> =
            groups.iter().flat_map(|(group, medoid)| group.iter().map(|&record| (record, *medoid))).collect();
        let partition = Partition::new(groups.into_iter().map(|(group, _)| group).collect(), sets.len(), self.k)?;
        let medoids = partition.groups().map(|group| medoid_of[&group[0]]).collect();
        Ok(Grouped { partition, medoids, blocks: count })
    }

    fn table(&self, taxonomies: &[Arc<Taxonomy>], concepts: &[ConceptRef]) -> Result<ConceptTable> {
        match self.delta {
            Delta::Semantic => ConceptTable::semantic(taxonomies, concepts),
            Delta::Equality => Ok(ConceptTable::equality(concepts.len())),
        }
    }

    fn one_block(&self, table: &ConceptTable, sets: &[ConceptSet], watch: &dyn Watch) -> Result<(Partition, Vec<u32>)> {
        let triangle = Triangle::new(table, sets, self.distance, watch)?;
        let partition = mdav(RemainingSets::new(&triangle), self.k)?;
        let medoids = partition.groups().map(|group| triangle.medoid(group)).collect();
        Ok((partition, medoids))
    }
}
