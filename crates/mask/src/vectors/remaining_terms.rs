//! The term vectors that are still to be grouped: distances of documents are worked out once, side by side.

use super::semantic::{SemanticSpace, TermVector, aggregate_of};
use crate::partition::Remaining;
use crate::space::Distance;
use rayon::prelude::*;

/// Remaining documents by the meaning of their terms.
pub(super) struct RemainingTerms<'a> {
    meaning: &'a SemanticSpace,
    documents: &'a [TermVector],
    /// For each document its distances to those before it.
    triangle: Vec<Vec<f64>>,
    left: Vec<u32>,
}

impl<'a> RemainingTerms<'a> {
    /// All documents, none taken.
    pub(super) fn new(meaning: &'a SemanticSpace, documents: &'a [TermVector]) -> Self {
        let row = |at: usize| documents[..at].iter().map(|other| meaning.distance(&documents[at], other)).collect();
        let triangle = (0..documents.len()).into_par_iter().map(row).collect();
        Self { meaning, documents, triangle, left: (0..documents.len() as u32).collect() }
    }

    fn distance(&self, a: u32, b: u32) -> f64 {
        if a == b { 0.0 } else { self.triangle[a.max(b) as usize][a.min(b) as usize] }
    }
}

fn farthest(distances: impl Iterator<Item = (f64, u32)>) -> u32 {
    let farther = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1));
    distances.max_by(farther).expect("a record remains").1
}

impl Remaining for RemainingTerms<'_> {
    fn len(&self) -> usize {
        self.left.len()
    }

    fn farthest_from_centroid(&mut self) -> u32 {
        let centroid = aggregate_of(self.meaning, self.documents, &self.left);
        let to_centroid = |&other: &u32| (self.meaning.distance(&centroid, &self.documents[other as usize]), other);
        let distances: Vec<(f64, u32)> = self.left.par_iter().map(to_centroid).collect();
        farthest(distances.into_iter())
    }

    fn farthest_from(&mut self, record: u32) -> u32 {
        farthest(self.left.iter().map(|&other| (self.distance(record, other), other)))
    }

    fn nearest(&mut self, record: u32, count: usize) -> Vec<(f64, u32)> {
        let others = self.left.iter().filter(|&&other| other != record);
        let mut near: Vec<(f64, u32)> = others.map(|&other| (self.distance(record, other), other)).collect();
        near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.truncate(count);
        near
    }

    fn take(&mut self, record: u32) {
        self.left.retain(|&other| other != record);
    }

    fn take_rest(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partition::{GroupSize, RemainingRecords, mdav};
    use crate::rng::Rng;
    use scumble_ontology::{Stack, wordnet};
    use std::sync::Arc;

    #[test]
    fn groups_are_those_of_the_plain_way() {
        let meaning = SemanticSpace::new(Arc::new(Stack::new(vec![wordnet().nouns().clone()]))).unwrap();
        let words: Vec<&str> = wordnet().nouns().terms().step_by(997).collect();
        let mut rng = Rng::new(4);
        let mut document = || {
            let terms = (0..rng.below(6) + 1).map(|_| (words[rng.below(words.len())], (rng.below(4) + 1) as f64));
            meaning.vector(terms.collect::<Vec<_>>()).0
        };
        let documents: Vec<TermVector> = (0..24).map(|_| document()).collect();
        let records: Vec<&TermVector> = documents.iter().collect();
        for k in [2, 3, 5] {
            let k = GroupSize::new(k).unwrap();
            let plain = mdav(RemainingRecords::new(&records, &meaning, &meaning), k).unwrap();
            assert_eq!(mdav(RemainingTerms::new(&meaning, &documents), k).unwrap(), plain);
        }
    }
}
