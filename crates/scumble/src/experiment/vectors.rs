//! The experiments of chapter 4 of the thesis: a vector space masked with growing k, and how well it is searched, classified and
//! clustered (Figures 4.5 to 4.11).

use crate::error::Result;
use crate::vectors::Labels;
use rayon::prelude::*;
use scumble_assess::vectors::{
    Classified, LabelledSpaces, QueryScores, Querying, SphericalKMeans, Split, adjusted_rand_index, classical_loss,
    classify, query, spherical_loss,
};
use scumble_data::SparseMatrix;
use scumble_io::{Silent, Watch};
use scumble_mask::partition::GroupSize;
use scumble_mask::vectors::SphericalMasking;
use serde::Serialize;

/// Group sizes of the thesis.
pub const GROUP_SIZES: std::ops::RangeInclusive<usize> = 2..=20;

/// Numbers of clusters of the thesis; the number of labels is added.
pub const CLUSTERS: [usize; 5] = [5, 10, 15, 20, 25];

/// Figure 4.6 at one k: F1 of the answers of the original and of the masked space.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QueriedAt {
    /// Documents in a group, at least.
    pub k: usize,
    /// F1 by words and answers.
    pub scores: Vec<QueryScores>,
}

/// Figures 4.7 to 4.9 at one k: classification in three scenarios.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClassifiedAt {
    /// Documents in a group, at least.
    pub k: usize,
    /// What each classifier did in each scenario.
    pub classified: Vec<Classified>,
}

/// Figure 4.11 (and 4.10, at k = 1): adjusted Rand index of the clusters of the original and of the masked space.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ClusteredAt {
    /// Documents in a group, at least; 1 for the original clustered again from another start.
    pub k: usize,
    /// Clusters.
    pub clusters: usize,
    /// With the clusters of the original.
    pub with_original: f64,
    /// With the labels.
    pub with_labels: f64,
}

/// Figure 4.5 at one k: information loss, spherical and classical, of the same groups.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LostAt {
    /// Documents in a group, at least.
    pub k: usize,
    /// Cosine distance to normalised sums.
    pub spherical: f64,
    /// Euclid's distance to means.
    pub classical: f64,
}

/// Figure 4.5; group sizes are taken side by side.
///
/// # Errors
/// If the space cannot be grouped, or the watcher cancels the run.
pub fn figure_4_5(space: &SparseMatrix, ks: &[usize], watch: &dyn Watch) -> Result<Vec<LostAt>> {
    let done = std::sync::atomic::AtomicU64::new(0);
    let at = |&k: &usize| {
        let masking = SphericalMasking::new(GroupSize::new(k)?);
        let (unit, partition, _) = masking.partition(space, &Silent)?;
        let spherical = spherical_loss(&unit, &partition)?.loss();
        let classical = classical_loss(&unit, &partition)?.loss();
        watch.step("grouping", done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1, ks.len() as u64)?;
        Ok(LostAt { k, spherical, classical })
    };
    ks.par_iter().map(at).collect()
}

/// The released rows of spherical masking.
fn masked(space: &SparseMatrix, k: usize) -> Result<SparseMatrix> {
    Ok(SphericalMasking::new(GroupSize::new(k)?).mask(space, &Silent)?.matrix)
}

/// Figure 4.6.
///
/// # Errors
/// If the space cannot be masked or queried, or the watcher cancels the run.
pub fn figure_4_6(
    space: &SparseMatrix,
    ks: &[usize],
    querying: &Querying,
    watch: &dyn Watch,
) -> Result<Vec<QueriedAt>> {
    let at = |(number, &k): (usize, &usize)| {
        watch.step("querying", number as u64, ks.len() as u64)?;
        Ok(QueriedAt { k, scores: query(space, &masked(space, k)?, querying)? })
    };
    ks.iter().enumerate().map(at).collect()
}

/// Figures 4.7, 4.8 and 4.9. Training and test documents are masked each on their own, as in the thesis. `seed` splits documents if the
/// labels do not say how.
///
/// # Errors
/// If a part cannot be masked or classified, or the watcher cancels the run.
pub fn figures_4_7_to_4_9(
    space: &SparseMatrix,
    labels: &Labels,
    ks: &[usize],
    seed: u64,
    watch: &dyn Watch,
) -> Result<Vec<ClassifiedAt>> {
    labels.fit(space.len())?;
    let split = labels.split.clone().unwrap_or_else(|| Split::drawn(space.len(), seed));
    let of = |rows: &[u32]| -> Vec<u32> { rows.iter().map(|&row| labels.of[row as usize]).collect() };
    let (training, test) = (space.select(&split.training), space.select(&split.test));
    let (training_labels, test_labels) = (of(&split.training), of(&split.test));
    let at = |(number, &k): (usize, &usize)| {
        watch.step("classifying", number as u64, ks.len() as u64)?;
        let spaces = LabelledSpaces {
            training: &training,
            test: &test,
            masked_training: &masked(&training, k)?,
            masked_test: &masked(&test, k)?,
            training_labels: &training_labels,
            test_labels: &test_labels,
        };
        Ok(ClassifiedAt { k, classified: classify(spaces, &[5, 10])? })
    };
    ks.iter().enumerate().map(at).collect()
}

/// Figure 4.11, with Figure 4.10 as k = 1. Clusters are as many as [`CLUSTERS`] says and as there are labels.
///
/// # Errors
/// If the space cannot be masked or clustered, or the watcher cancels the run.
pub fn figure_4_11(
    space: &SparseMatrix,
    labels: &Labels,
    ks: &[usize],
    seed: u64,
    watch: &dyn Watch,
) -> Result<Vec<ClusteredAt>> {
    labels.fit(space.len())?;
    let mut numbers: Vec<usize> = CLUSTERS.into_iter().chain([labels.count()]).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let cluster = |which, space: &SparseMatrix, clusters, seed| -> Result<Vec<u32>> {
        Ok(SphericalKMeans::new(clusters, seed).cluster(which, space)?.of)
    };
    let originals: Vec<Vec<u32>> =
        numbers.iter().map(|&clusters| cluster("original", space, clusters, seed)).collect::<Result<_>>()?;
    let mut found = Vec::new();
    for (number, &k) in std::iter::once(&1).chain(ks).enumerate() {
        watch.step("clustering", number as u64, ks.len() as u64 + 1)?;
        let released = if k == 1 { None } else { Some(masked(space, k)?) };
        for (&clusters, original) in numbers.iter().zip(&originals) {
            let of = match &released {
                None => cluster("original", space, clusters, seed.wrapping_add(1))?,
                Some(released) => cluster("masked", released, clusters, seed.wrapping_add(1))?,
            };
            let with_original = adjusted_rand_index(original, &of);
            found.push(ClusteredAt { k, clusters, with_original, with_labels: adjusted_rand_index(&of, &labels.of) });
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_mask::Rng;

    /// 120 documents about two subjects.
    fn made() -> (SparseMatrix, Labels) {
        let mut rng = Rng::new(9);
        let row = |document: u32| -> Vec<(u32, f64)> {
            let subject = document % 2 * 20;
            (subject..subject + 20)
                .map(|term| (term, if rng.below(3) == 0 { rng.unit() } else { 0.0 }))
                .chain([(40, 0.1)])
                .collect()
        };
        let space = SparseMatrix::from_rows(41, (0..120).map(row).collect::<Vec<_>>()).unwrap().normalized();
        (space, Labels::new(&(0..120).map(|document| (document % 2).to_string()).collect::<Vec<_>>()))
    }

    #[test]
    fn queries_get_worse_with_k() {
        let (space, _) = made();
        let found = figure_4_6(&space, &[2, 10], &Querying::default(), &Silent).unwrap();
        assert_eq!(found.iter().map(|at| (at.k, at.scores.len())).collect::<Vec<_>>(), [(2, 6), (10, 6)]);
        assert!(found[0].scores[0].random_mean > found[1].scores[0].random_mean);
    }

    /// Each part is masked by itself: 84 documents to learn from and 36 to test on allow k = 36, and no more.
    #[test]
    fn parts_are_masked_on_their_own() {
        let (space, labels) = made();
        let found = figures_4_7_to_4_9(&space, &labels, &[2, 36], 3, &Silent).unwrap();
        assert_eq!(found[0].classified.len(), 12);
        assert!(found[0].classified[..3].iter().all(|one| one.accuracy > 0.9));
        assert!(figures_4_7_to_4_9(&space, &labels, &[37], 3, &Silent).is_err());
    }

    #[test]
    fn clusters_of_the_original_and_of_every_k() {
        let (space, labels) = made();
        let found = figure_4_11(&space, &labels, &[2, 4], 5, &Silent).unwrap();
        let ks: Vec<(usize, usize)> = found.iter().map(|at| (at.k, at.clusters)).collect();
        let numbers = [2, 5, 10, 15, 20, 25];
        assert_eq!(ks, [1, 2, 4].into_iter().flat_map(|k| numbers.map(|clusters| (k, clusters))).collect::<Vec<_>>());
        assert!(found[0].with_labels > 0.9, "{:?}", found[0]);
    }
}
