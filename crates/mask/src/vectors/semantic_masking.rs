//! Semantic microaggregation: MDAV by the meaning of terms, and hypernyms for each group.

use super::remaining_terms::RemainingTerms;
use super::semantic::{SemanticSpace, TermVector, aggregate_of};
use crate::error::{Error, Result};
use crate::partition::{GroupSize, Partition, mdav_watched};
use crate::progress::Grouping;
use scumble_data::VectorSpace;
use scumble_io::Watch;

/// How a vector space is masked by the meaning of its terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SemanticMasking {
    /// Documents in a group, at least.
    pub k: GroupSize,
}

/// Documents by the meaning of their terms, and what each group publishes.
#[derive(Debug, Clone)]
pub struct MaskedMeaning {
    /// The vector of each document.
    pub documents: Vec<TermVector>,
    /// The groups.
    pub partition: Partition,
    /// What each group publishes.
    pub centroids: Vec<TermVector>,
    /// Entries of the matrix whose term no taxonomy knows: they are not published.
    pub unknown: usize,
}

impl SemanticMasking {
    /// Masks a space whose vocabulary is known. The stage that is watched is "grouping".
    ///
    /// # Errors
    /// If the space has no vocabulary, there are too few documents, no taxonomy knows a term of a document, what a group has in
    /// common is nothing, or the watcher cancels the run.
    pub fn mask(&self, space: &VectorSpace, meaning: &SemanticSpace, watch: &dyn Watch) -> Result<MaskedMeaning> {
        self.k.check(space.matrix.len())?;
        if space.vocabulary.len() != space.matrix.columns() {
            return Err(Error::Setting {
                setting: "vocabulary",
                problem: "the meaning of terms needs the term of each column".into(),
            });
        }
        let mut unknown = 0;
        let mut documents = Vec::with_capacity(space.matrix.len());
        for row in space.matrix.rows() {
            let terms = row.iter().map(|(term, weight)| (&*space.vocabulary[term as usize], weight));
            let (vector, left_out) = meaning.vector(terms);
            unknown += left_out;
            documents.push(vector);
        }
        if let Some(empty) = documents.iter().position(TermVector::is_empty) {
            let count = documents.iter().filter(|vector| vector.is_empty()).count();
            return Err(Error::EmptyVector { record: empty, count });
        }
        let grouping = Grouping::new(watch, documents.len() as u64);
        let partition = mdav_watched(RemainingTerms::new(meaning, &documents), self.k, &grouping)?;
        let centroids: Vec<TermVector> =
            partition.groups().map(|group| aggregate_of(meaning, &documents, group)).collect();
        if centroids.iter().any(TermVector::is_empty) {
            return Err(Error::Unknown("the documents of a group have no concept in common".into()));
        }
        Ok(MaskedMeaning { documents, partition, centroids, unknown })
    }
}
