//! Information loss of a space that was masked by the meaning of its terms.

use super::Scatter;
use scumble_mask::space::{Aggregate, Distance};
use scumble_mask::vectors::{MaskedMeaning, SemanticSpace, TermVector};

/// Semantic loss (equations 4.20 to 4.22): squared distances of documents to what their group publishes, and of that to what stands
/// for all documents.
pub fn semantic_loss(meaning: &SemanticSpace, masked: &MaskedMeaning) -> Scatter {
    let all: Vec<&TermVector> = masked.documents.iter().collect();
    let all = meaning.aggregate(&all);
    let mut scatter = Scatter { within: 0.0, between: 0.0 };
    for (group, centroid) in masked.partition.groups().zip(&masked.centroids) {
        for &document in group {
            scatter.within += meaning.distance(&masked.documents[document as usize], centroid).powi(2);
        }
        scatter.between += group.len() as f64 * meaning.distance(centroid, &all).powi(2);
    }
    scatter
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::{SparseMatrix, VectorSpace};
    use scumble_io::Silent;
    use scumble_mask::partition::GroupSize;
    use scumble_mask::vectors::SemanticMasking;
    use scumble_ontology::{Stack, wordnet};
    use std::sync::Arc;

    /// The documents of Table 4.7; the figures are from the distances that `golden/g1_wordnet.json` was made with.
    #[test]
    fn the_loss_of_table_4_7() {
        let terms = [
            "keyboard", "laptop", "software", "horse", "dog", "cat", "hardware", "screen", "computer", "lion",
            "monkey", "tiger",
        ];
        let weights = [[0.3, 0.4, 0.3], [0.7, 0.2, 0.1], [0.3, 0.3, 0.4], [0.5, 0.3, 0.2]];
        let rows = (0..).zip(weights).map(|(row, weights)| (3 * row..).zip(weights).collect());
        let mut space = VectorSpace::of(SparseMatrix::from_rows(12, rows).unwrap());
        space.vocabulary = terms.map(str::to_owned).to_vec();
        let meaning = SemanticSpace::new(Arc::new(Stack::new(vec![wordnet().nouns().clone()]))).unwrap();
        let masking = SemanticMasking { k: GroupSize::new(2).unwrap() };
        let masked = masking.mask(&space, &meaning, &Silent).unwrap();
        let scatter = semantic_loss(&meaning, &masked);
        let twin = twin(&meaning, &masked);
        assert!((scatter.within - twin.0).abs() < 1e-12 && (scatter.between - twin.1).abs() < 1e-12);
        assert!(scatter.loss() > 0.0 && scatter.loss() < 1.0, "{scatter:?}");
    }

    /// The sums as the thesis writes them, over documents instead of groups.
    fn twin(meaning: &SemanticSpace, masked: &MaskedMeaning) -> (f64, f64) {
        let all = masked
            .documents
            .iter()
            .skip(1)
            .fold(masked.documents[0].clone(), |whole, document| meaning.aggregate(&[&whole, document]));
        let of = |document: usize| {
            let group = masked.partition.groups().position(|group| group.contains(&(document as u32))).unwrap();
            &masked.centroids[group]
        };
        let documents = 0..masked.documents.len();
        let within = documents.clone().map(|at| meaning.distance(&masked.documents[at], of(at)).powi(2)).sum();
        (within, documents.map(|at| meaning.distance(of(at), &all).powi(2)).sum())
    }
}
