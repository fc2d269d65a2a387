//! Spherical microaggregation: MDAV by the cosine distance, and a normalised sum for each group.

use super::blocks::blocks_of;
use super::centroid::centroid_of;
use super::remaining::RemainingVectors;
use crate::error::{Error, Result};
use crate::partition::{GroupSize, Partition, mdav_watched};
use crate::progress::Grouping;
use rayon::prelude::*;
use scumble_data::SparseMatrix;
use scumble_io::Watch;

/// How a vector space is masked by the angle between documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SphericalMasking {
    /// Documents in a group, at least.
    pub k: GroupSize,
    /// Documents that are grouped at once, at most; more are cut into blocks.
    pub at_once: usize,
}

impl SphericalMasking {
    /// Documents that are grouped at once, unless somebody asks for more.
    pub const AT_ONCE: usize = 20_000;

    /// The usual settings for groups of at least k documents.
    pub fn new(k: GroupSize) -> Self {
        Self { k, at_once: Self::AT_ONCE }
    }
}

/// A masked matrix: every row is shared by the rows of its group.
#[derive(Debug, Clone, PartialEq)]
pub struct MaskedMatrix {
    /// The published rows, in the order of the original ones.
    pub matrix: SparseMatrix,
    /// The groups.
    pub partition: Partition,
    /// Into how many blocks the rows were cut.
    pub blocks: usize,
}

impl SphericalMasking {
    /// Masks a matrix; rows are first brought to length 1. The stage that is watched is "grouping".
    ///
    /// # Errors
    /// If there are too few rows, a row has no weight at all, a group's sum has no direction, or the watcher cancels the run.
    pub fn mask(&self, matrix: &SparseMatrix, watch: &dyn Watch) -> Result<MaskedMatrix> {
        let (unit, partition, blocks) = self.partition(matrix, watch)?;
        let published: Vec<Vec<(u32, f64)>> = partition
            .groups()
            .collect::<Vec<_>>()
            .into_par_iter()
            .map_init(
                || vec![0.0; unit.columns()],
                |scratch, group| {
                    centroid_of(&unit, group, scratch).map_err(|error| Error::Parameters(error.to_string()))
                },
            )
            .collect::<Result<_>>()?;
        let mut of = vec![0; unit.len()];
        for (number, group) in partition.groups().enumerate() {
            group.iter().for_each(|&record| of[record as usize] = number);
        }
        let mut masked = SparseMatrix::new(unit.columns());
        for group in of {
            masked.push(&mut published[group].clone()).expect("a centroid is a row of the same width");
        }
        Ok(MaskedMatrix { matrix: masked, partition, blocks })
    }

    /// The rows with length 1, their groups, and into how many blocks they were cut.
    ///
    /// # Errors
    /// If there are too few rows, a row has no weight at all, or the watcher cancels the run.
    pub fn partition(&self, matrix: &SparseMatrix, watch: &dyn Watch) -> Result<(SparseMatrix, Partition, usize)> {
        self.k.check(matrix.len())?;
        if let Some(empty) = matrix.rows().position(|row| row.is_empty()) {
            let others = matrix.rows().filter(|row| row.is_empty()).count();
            return Err(Error::EmptyVector { record: empty, count: others });
        }
        let unit = matrix.clone().normalized();
        let grouping = Grouping::new(watch, unit.len() as u64);
        if unit.len() <= self.at_once {
            let partition = group(&unit, self.k, &grouping)?;
            return Ok((unit, partition, 1));
        }
        let blocks = blocks_of(&unit, self.at_once.max(4 * self.k.get()));
        let groups: Vec<Vec<Vec<u32>>> = blocks
            .par_iter()
            .map(|block| {
                let inside = unit.select(block);
                let outside = |group: &[u32]| group.iter().map(|&at| block[at as usize]).collect();
                Ok(group(&inside, self.k, &grouping)?.groups().map(outside).collect())
            })
            .collect::<Result<_>>()?;
        let partition = Partition::new(groups.into_iter().flatten().collect(), unit.len(), self.k)?;
        Ok((unit, partition, blocks.len()))
    }
}

/// Groups rows of length 1 by MDAV.
fn group(unit: &SparseMatrix, k: GroupSize, watch: &Grouping<'_>) -> Result<Partition> {
    mdav_watched(RemainingVectors::new(unit), k, watch)
}
