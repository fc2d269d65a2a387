//! The run that measures what the release of a vector space is still worth.

use super::labels::Labels;
use crate::error::{Error, Result};
use scumble_assess::vectors::{
    Classified, DistinctRows, LabelledSpaces, QueryScores, Querying, ReleaseLoss, Shape, SphericalKMeans, Split,
    adjusted_rand_index, classify, query, release_loss, shape,
};
use scumble_data::{SparseMatrix, VectorSpace};
use scumble_io::Watch;
use serde::Serialize;

/// How to measure a released space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpaceMeasures {
    /// How to query.
    pub querying: Querying,
    /// Numbers of neighbours to classify by.
    pub neighbours: Vec<usize>,
    /// Numbers of clusters; the number of labels is added if labels are given.
    pub clusters: Vec<usize>,
    /// What random choices start from.
    pub seed: u64,
}

impl SpaceMeasures {
    /// The measures of the thesis: 5 and 10 neighbours; 5, 10, 15, 20 and 25 clusters.
    pub fn new(seed: u64) -> Self {
        let querying = Querying { seed, ..Querying::default() };
        Self { querying, neighbours: vec![5, 10], clusters: vec![5, 10, 15, 20, 25], seed }
    }
}

/// What a released space is still worth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpaceReport {
    /// IL of spherical microaggregation: SSE / (SSE + SSA) by cosine distance.
    pub spherical_loss: f64,
    /// IL of the same groups by Euclid's distance and means.
    pub classical_loss: f64,
    /// What these are made of, and the groups.
    pub loss: ReleaseLoss,
    /// The shape of the original.
    pub original: Shape,
    /// The shape of the release.
    pub masked: Shape,
    /// Whether rows were normalised before they were measured; else they had length 1.
    pub normalized: bool,
    /// F1 of the answers of both spaces.
    pub queries: Vec<QueryScores>,
    /// Classification in every scenario; empty without labels.
    pub classification: Vec<Classified>,
    /// Documents that classifiers learned from, and were tested on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<[usize; 2]>,
    /// How alike both spaces are clustered.
    pub clustering: Vec<ClusteringScore>,
    /// Numbers of clusters that were left out: a space has fewer distinct rows.
    pub too_many_clusters: Vec<usize>,
    /// What random choices started from.
    pub seed: u64,
}

/// How alike the original space and its release are clustered.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ClusteringScore {
    /// Clusters of either space.
    pub clusters: usize,
    /// Adjusted Rand index of the clusters of the original and of the release.
    pub adjusted_rand_index: f64,
    /// The same of two clusterings of the original that started differently: more cannot be expected.
    pub rerun: f64,
    /// The same of the labels and the clusters of the original.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original_with_labels: Option<f64>,
    /// The same of the labels and the clusters of the release.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub masked_with_labels: Option<f64>,
}

/// Measures a released space against its original: the same documents in the same order, over the same terms. Rows are normalised first.
///
/// With labels, documents are classified. Training and test documents are rows of the one release: the groups of the release may have
/// documents of both.
///
/// # Errors
/// If the spaces do not have the same documents and terms, a weight is negative, there are not as many labels as documents, or the watcher cancels the run.
pub fn assess_space(
    original: &VectorSpace,
    masked: &VectorSpace,
    labels: Option<&Labels>,
    measures: &SpaceMeasures,
    watch: &dyn Watch,
) -> Result<SpaceReport> {
    same_names("terms", &original.vocabulary, &masked.vocabulary)?;
    same_names("documents", &original.documents, &masked.documents)?;
    let (original, masked) = (&original.matrix, &masked.matrix);
    if let Some(labels) = labels {
        labels.fit(original.len())?;
    }
    let steps = 4;
    watch.step("loss", 0, steps)?;
    let (before, after) = (original.clone().normalized(), masked.clone().normalized());
    let loss = release_loss(&before, &after)?;
    watch.step("distances", 1, steps)?;
    let shapes = (shape("original", &before, measures.seed)?, shape("masked", &after, measures.seed)?);
    watch.step("querying", 2, steps)?;
    let queries = query(&before, &after, &measures.querying)?;
    let mut report = SpaceReport {
        spherical_loss: loss.spherical.loss(),
        classical_loss: loss.classical.loss(),
        loss,
        original: shapes.0,
        masked: shapes.1,
        normalized: !of_length_one(original) || !of_length_one(masked),
        queries,
        classification: Vec::new(),
        split: None,
        clustering: Vec::new(),
        too_many_clusters: Vec::new(),
        seed: measures.seed,
    };
    if let Some(labels) = labels {
        watch.step("classifying", 3, steps)?;
        let split = labels.split.clone().unwrap_or_else(|| Split::drawn(labels.of.len(), measures.seed));
        report.split = Some([split.training.len(), split.test.len()]);
        report.classification = classified(&before, &after, labels, &split, &measures.neighbours)?;
    }
    let mut clusters = measures.clusters.clone();
    clusters.extend(labels.map(Labels::count));
    clusters.sort_unstable();
    clusters.dedup();
    let distinct = DistinctRows::new(&before).rows.len().min(DistinctRows::new(&after).rows.len());
    let fitting: Vec<usize>;
    (fitting, report.too_many_clusters) = clusters.into_iter().partition(|&clusters| clusters <= distinct);
    for (number, &clusters) in fitting.iter().enumerate() {
        watch.step("clustering", number as u64, fitting.len() as u64)?;
        report.clustering.push(clustered(&before, &after, labels, clusters, measures.seed)?);
    }
    Ok(report)
}

/// Refuses names that differ, if both spaces have names.
fn same_names(what: &str, original: &[String], masked: &[String]) -> Result<()> {
    if original.is_empty() || masked.is_empty() || original == masked {
        return Ok(());
    }
    Err(Error::input(format!("the {what} of the original and of the masked space are not the same in the same order"))
        .with_help("name the space that the release was made from"))
}

fn of_length_one(space: &SparseMatrix) -> bool {
    space.rows().all(|row| row.is_empty() || (row.norm() - 1.0).abs() < 1e-6)
}

fn classified(
    before: &SparseMatrix,
    after: &SparseMatrix,
    labels: &Labels,
    split: &Split,
    neighbours: &[usize],
) -> Result<Vec<Classified>> {
    if split.training.is_empty() || split.test.is_empty() {
        return Err(Error::input("there is no document to learn from, or none to test on"));
    }
    let of = |rows: &[u32]| -> Vec<u32> { rows.iter().map(|&row| labels.of[row as usize]).collect() };
    let spaces = LabelledSpaces {
        training: &before.select(&split.training),
        test: &before.select(&split.test),
        masked_training: &after.select(&split.training),
        masked_test: &after.select(&split.test),
        training_labels: &of(&split.training),
        test_labels: &of(&split.test),
    };
    Ok(classify(spaces, neighbours)?)
}

fn clustered(
    before: &SparseMatrix,
    after: &SparseMatrix,
    labels: Option<&Labels>,
    clusters: usize,
    seed: u64,
) -> Result<ClusteringScore> {
    let original = SphericalKMeans::new(clusters, seed).cluster("original", before)?.of;
    let again = SphericalKMeans::new(clusters, seed.wrapping_add(1)).cluster("original", before)?.of;
    let masked = SphericalKMeans::new(clusters, seed.wrapping_add(1)).cluster("masked", after)?.of;
    Ok(ClusteringScore {
        clusters,
        adjusted_rand_index: adjusted_rand_index(&original, &masked),
        rerun: adjusted_rand_index(&original, &again),
        original_with_labels: labels.map(|labels| adjusted_rand_index(&original, &labels.of)),
        masked_with_labels: labels.map(|labels| adjusted_rand_index(&masked, &labels.of)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_io::Silent;
    use scumble_mask::Rng;

    /// Pairs of documents about one of two subjects, weights not normalised.
    fn original() -> (VectorSpace, Labels) {
        let mut rng = Rng::new(2);
        let row = |document: u32| -> Vec<(u32, f64)> {
            let subject = document % 2 * 6;
            (subject..subject + 6).map(|term| (term, 1.0 + rng.below(4) as f64)).chain([(12, 0.5)]).collect()
        };
        let matrix = SparseMatrix::from_rows(13, (0..40).map(row).collect::<Vec<_>>()).unwrap();
        let names: Vec<String> = (0..40).map(|document| ["a", "b"][document % 2].to_owned()).collect();
        (VectorSpace::of(matrix), Labels::new(&names))
    }

    fn measures() -> SpaceMeasures {
        SpaceMeasures { clusters: vec![3, 35], ..SpaceMeasures::new(7) }
    }

    #[test]
    fn a_space_that_did_not_change_lost_nothing() {
        let (space, labels) = original();
        let report = assess_space(&space, &space, Some(&labels), &measures(), &Silent).unwrap();
        assert!(report.spherical_loss < 1e-12 && report.normalized && report.original == report.masked);
        assert!(report.queries.len() == 6 && report.queries.iter().all(|scores| scores.f1 == [1.0; 6]));
        assert!(report.classification.len() == 12 && report.classification.iter().all(|one| one.accuracy == 1.0));
        assert_eq!(report.split, Some([28, 12]));
        assert_eq!(report.clustering.iter().map(|one| one.clusters).collect::<Vec<_>>(), [2, 3, 35]);
        assert_eq!(report.clustering[0].original_with_labels, Some(1.0));
    }

    /// All documents of a subject publish one row: labels stay, clusters beyond the two are left out.
    #[test]
    fn a_space_of_two_rows() {
        let (space, labels) = original();
        let first = |document: u32| document % 2;
        let masked = VectorSpace::of(space.matrix.select(&(0..40).map(first).collect::<Vec<_>>()));
        let report = assess_space(&space, &masked, Some(&labels), &measures(), &Silent).unwrap();
        assert_eq!((report.loss.groups, report.loss.smallest_group), (2, 20));
        let (before, after) = (space.matrix.normalized(), masked.matrix.clone().normalized());
        let within: f64 = before.rows().zip(after.rows()).map(|(one, other)| 1.0 - one.inner(other)).sum();
        assert!((report.loss.spherical.within - within).abs() < 1e-9 && report.spherical_loss > 0.0);
        assert_eq!((report.too_many_clusters.as_slice(), report.clustering.len()), (&[3, 35][..], 1));
        assert_eq!(report.clustering[0].adjusted_rand_index, 1.0);
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["classification"][3]["scenario"], "test-masked");
        assert_eq!(json["classification"][0]["classifier"], "knn5");
    }

    #[test]
    fn spaces_that_do_not_fit_are_refused() {
        let (space, labels) = original();
        let shorter = VectorSpace::of(space.matrix.select(&[0, 1, 2]));
        let assess = |masked: &VectorSpace, labels| assess_space(&space, masked, labels, &measures(), &Silent);
        assert!(assess(&shorter, None).is_err());
        let none = Labels::new(&[]);
        assert!(assess(&space, Some(&none)).is_err());
        let mut renamed = space.clone();
        renamed.vocabulary = (0..13).map(|term| format!("t{term}")).collect();
        assert!(assess(&renamed, Some(&labels)).is_ok());
        let mut other = renamed.clone();
        other.vocabulary.swap(0, 1);
        assert!(assess_space(&renamed, &other, None, &measures(), &Silent).is_err());
        assert!(
            assess_space(&space, &space, None, &measures(), &|_: &'static str, _: u64, _: u64| {
                std::ops::ControlFlow::Break(())
            })
            .is_err()
        );
    }
}
