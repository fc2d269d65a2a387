//! Who is grouped with whom: medoid MDAV on a triangle of distances, in blocks where there are many records.

use super::concepts::ConceptTable;
use super::distance::SetDistance;
use super::triangle::{Triangle, TriangleCrowd};
use super::{ConceptSet, Delta, Place, blocks};
use crate::error::Result;
use crate::partition::{GroupSize, Partition, mdav};
use scumble_ontology::Taxonomy;
use std::sync::Arc;

/// How sets are grouped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SetGrouping {
    /// Records in a group, at least.
    pub k: GroupSize,
    /// How far two sets are.
    pub distance: SetDistance,
    /// How far two concepts are.
    pub delta: Delta,
    /// Records that are grouped at once, at most; more are cut into blocks.
    pub at_once: usize,
}

/// Groups of sets, and who stands for each.
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
    /// Groups sets, none of which is empty. `told` hears how many records are compared.
    pub fn group(
        &self,
        taxonomies: &[Arc<Taxonomy>],
        places: &[Place],
        sets: &[ConceptSet],
        told: &(dyn Fn(usize) + Sync),
    ) -> Result<Grouped> {
        self.k.check(sets.len())?;
        if sets.len() <= self.at_once {
            let table = self.table(taxonomies, places)?;
            let (partition, medoids) = self.one_block(&table, sets, told)?;
            return Ok(Grouped { partition, medoids, blocks: 1 });
        }
        let order = blocks::order(taxonomies, places, sets, self.k.get(), self.delta == Delta::Equality);
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
            let own: Vec<Place> = known.iter().map(|&concept| places[concept as usize]).collect();
            let (partition, medoids) = self.one_block(&self.table(taxonomies, &own)?, &inside, &|_| ())?;
            let outside = |at: u32| members[at as usize];
            groups.extend(
                partition
                    .groups()
                    .zip(medoids)
                    .map(|(group, medoid)| (group.iter().map(|&at| outside(at)).collect(), outside(medoid))),
            );
            told(sets.len() * (block + 1) / count);
        }
        let medoid_of: std::collections::HashMap<u32, u32> =
            groups.iter().flat_map(|(group, medoid)| group.iter().map(|&record| (record, *medoid))).collect();
        let partition = Partition::new(groups.into_iter().map(|(group, _)| group).collect(), sets.len(), self.k)?;
        let medoids = partition.groups().map(|group| medoid_of[&group[0]]).collect();
        Ok(Grouped { partition, medoids, blocks: count })
    }

    fn table(&self, taxonomies: &[Arc<Taxonomy>], places: &[Place]) -> Result<ConceptTable> {
        match self.delta {
            Delta::Semantic => ConceptTable::semantic(taxonomies, places),
            Delta::Equality => Ok(ConceptTable::equality(places.len())),
        }
    }

    fn one_block(
        &self,
        table: &ConceptTable,
        sets: &[ConceptSet],
        told: &(dyn Fn(usize) + Sync),
    ) -> Result<(Partition, Vec<u32>)> {
        let triangle = Triangle::new(table, sets, self.distance, told);
        let partition = mdav(TriangleCrowd::new(&triangle), self.k)?;
        let medoids = partition.groups().map(|group| triangle.medoid(group)).collect();
        Ok((partition, medoids))
    }
}
