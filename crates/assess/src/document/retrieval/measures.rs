//! Precision, recall and their kin for one query (thesis table 3.2).

use crate::document::search::Hit;

/// What one query finds in one collection.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Retrieval {
    /// The share of the documents above the threshold that are truly relevant; 0 if there is none above.
    pub precision: f64,
    /// The share of the truly relevant documents that are above the threshold.
    pub recall: f64,
    /// The harmonic mean of precision and recall.
    pub f: f64,
    /// The share of the truly relevant documents that are returned at all.
    pub coverage: f64,
    /// Documents above the threshold that are not truly relevant, as a share of these and the truly relevant ones.
    pub novelty: f64,
    /// The mean relevance of the documents above the threshold.
    pub average_relevance: f64,
    /// Documents returned: those whose relevance is above 0.
    pub returned: usize,
    /// Documents above the threshold.
    pub above: usize,
    /// Random documents above the threshold.
    pub random: usize,
}

impl Retrieval {
    /// The share of random documents among those above the threshold.
    pub fn random_share(&self) -> f64 {
        self.random as f64 / self.above.max(1) as f64
    }
}

/// Measures what a query found. A document is above the threshold if its relevance is at least that; `relevant` are the truly relevant
/// documents and `random` those that were chosen at random, each sorted.
pub fn measure(hits: &[Hit], threshold: f64, relevant: &[u32], random: &[u32]) -> Retrieval {
    let has = |list: &[u32], hit: &&Hit| list.binary_search(&hit.document).is_ok();
    let above: Vec<&Hit> = hits.iter().filter(|hit| hit.relevance >= threshold).collect();
    let right = above.iter().filter(|hit| has(relevant, hit)).count();
    let wrong = above.len() - right;
    let share = |part: usize, whole: usize| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    let (precision, recall) = (share(right, above.len()), share(right, relevant.len()));
    Retrieval {
        precision,
        recall,
        f: if right == 0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) },
        coverage: share(hits.iter().filter(|hit| has(relevant, hit)).count(), relevant.len()),
        novelty: share(wrong, relevant.len() + wrong),
        average_relevance: above.iter().map(|hit| hit.relevance).sum::<f64>() / above.len().max(1) as f64,
        returned: hits.len(),
        above: above.len(),
        random: above.iter().filter(|hit| has(random, hit)).count(),
    }
}
