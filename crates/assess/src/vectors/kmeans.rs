//! Spherical k-means (Dhillon and Modha, 2001): clusters by cosine, with normalised sums as centroids.

use super::{DistinctRows, checked};
use crate::reading::{Error, Result};
use rayon::prelude::*;
use scumble_data::SparseMatrix;
use scumble_mask::Rng;

/// Spherical k-means with restarts. The same at any number of threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SphericalKMeans {
    /// How many clusters.
    pub clusters: usize,
    /// How often it starts; the most coherent clusters are kept, of equals the first.
    pub restarts: usize,
    /// Steps of a start, at most.
    pub steps: usize,
    /// What starts are drawn from.
    pub seed: u64,
}

impl SphericalKMeans {
    /// So many clusters, ten restarts of 300 steps at most.
    pub fn new(clusters: usize, seed: u64) -> Self {
        Self { clusters, restarts: 10, steps: 300, seed }
    }
}

/// Clusters of documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Clusters {
    /// The cluster of each document.
    pub of: Vec<u32>,
    /// Coherence: the sum of the cosines of documents with their centroids.
    pub coherence: f64,
    /// Steps until nothing changed.
    pub steps: usize,
}

impl SphericalKMeans {
    /// Clusters documents.
    ///
    /// Starts are documents drawn one after the other, each with a probability in proportion to its distance to the nearest one
    /// before (k-means++). An empty cluster takes the document that is least similar to its own centroid, with all documents equal to it.
    ///
    /// # Errors
    /// If there are fewer distinct documents than clusters, no cluster or no restart is asked for, or a row does not have length 1.
    pub fn cluster(&self, which: &'static str, space: &SparseMatrix) -> Result<Clusters> {
        checked(which, space)?;
        if self.clusters == 0 || self.restarts == 0 {
            return Err(Error::Nothing("clustering needs at least one cluster and one restart"));
        }
        let weighted = Weighted::new(space);
        weighted.enough(which, self.clusters)?;
        let start = |restart: u64| {
            let mut rng = Rng::new(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(restart));
            weighted.run(&weighted.starts(self.clusters, &mut rng), self.steps)
        };
        let runs: Vec<Clusters> = (0..self.restarts as u64).into_par_iter().map(start).collect();
        let best = runs.into_iter().reduce(|best, next| if next.coherence > best.coherence { next } else { best });
        best.map(|best| weighted.spread(best)).ok_or(Error::Nothing("no restart was asked for"))
    }
}

/// Steps from given documents as the first centroids, until nothing changes.
///
/// # Errors
/// If a row does not have length 1, or there are fewer distinct documents than starts.
pub fn cluster_from(space: &SparseMatrix, starts: &[u32], steps: usize) -> Result<Clusters> {
    checked("original", space)?;
    let weighted = Weighted::new(space);
    weighted.enough("original", starts.len())?;
    let starts: Vec<usize> = starts.iter().map(|&document| weighted.distinct.of[document as usize] as usize).collect();
    Ok(weighted.spread(weighted.run(&starts, steps)))
}

/// Distinct rows, each as heavy as it has documents.
struct Weighted {
    distinct: DistinctRows,
    counts: Vec<f64>,
}

impl Weighted {
    fn new(space: &SparseMatrix) -> Self {
        let distinct = DistinctRows::new(space);
        let counts = distinct.documents.iter().map(|documents| documents.len() as f64).collect();
        Self { distinct, counts }
    }

    fn enough(&self, which: &'static str, clusters: usize) -> Result<()> {
        let rows = self.counts.len();
        if rows >= clusters {
            return Ok(());
        }
        Err(Error::Spaces(format!("the {which} space has {rows} distinct rows, fewer than {clusters} clusters")))
    }

    fn rows(&self) -> &SparseMatrix {
        &self.distinct.rows
    }

    /// From distinct rows back to documents.
    fn spread(&self, clusters: Clusters) -> Clusters {
        let of = self.distinct.of.iter().map(|&row| clusters.of[row as usize]).collect();
        Clusters { of, ..clusters }
    }

    fn starts(&self, clusters: usize, rng: &mut Rng) -> Vec<usize> {
        let mut starts = vec![drawn(&self.counts, rng)];
        let mut distances = vec![1.0_f64; self.counts.len()];
        let mut dense = vec![0.0; self.rows().columns()];
        while starts.len() < clusters {
            let newest = starts[starts.len() - 1];
            dense.fill(0.0);
            self.rows().row(newest).iter().for_each(|(term, weight)| dense[term as usize] = weight);
            for (distance, row) in distances.iter_mut().zip(self.rows().rows()) {
                *distance = distance.min((1.0 - row.dot(&dense)).max(0.0));
            }
            distances[newest] = 0.0;
            let chances: Vec<f64> =
                distances.iter().zip(&self.counts).map(|(distance, count)| distance * count).collect();
            let next = if chances.iter().any(|&chance| chance > 0.0) {
                drawn(&chances, rng)
            } else {
                // Rows that differ only by rounding.
                (0..distances.len()).find(|row| !starts.contains(row)).unwrap_or(0)
            };
            starts.push(next);
        }
        starts
    }

    fn run(&self, starts: &[usize], most: usize) -> Clusters {
        let clusters = starts.len();
        let rows = self.rows();
        // Centroids term after term, so that a row meets all clusters in one sweep.
        let mut centroids = vec![0.0; rows.columns() * clusters];
        for (cluster, &start) in starts.iter().enumerate() {
            rows.row(start).iter().for_each(|(term, weight)| centroids[term as usize * clusters + cluster] = weight);
        }
        let mut of: Vec<u32> = vec![u32::MAX; rows.len()];
        let mut steps = 0;
        loop {
            let mut next = self.nearest(&centroids, clusters);
            self.fill_empty(&mut next, clusters);
            let next: Vec<u32> = next.into_iter().map(|(cluster, _)| cluster).collect();
            let settled = next == of;
            of = next;
            let coherence = self.centre(&of, clusters, &mut centroids);
            steps += 1;
            if settled || steps >= most {
                return Clusters { of, coherence, steps };
            }
        }
    }

    /// The nearest centroid of each row and its cosine; of equally near centroids the first.
    fn nearest(&self, centroids: &[f64], clusters: usize) -> Vec<(u32, f64)> {
        let mut cosines = vec![0.0; clusters];
        let nearest = |row: scumble_data::SparseRow<'_>| {
            cosines.fill(0.0);
            for (term, weight) in row.iter() {
                let of_term = &centroids[term as usize * clusters..][..clusters];
                cosines.iter_mut().zip(of_term).for_each(|(cosine, centroid)| *cosine += weight * centroid);
            }
            let first = (0, cosines[0]);
            let others = cosines.iter().copied().enumerate().skip(1);
            let (cluster, cosine) = others.fold(first, |best, next| if next.1 > best.1 { next } else { best });
            (cluster as u32, cosine)
        };
        self.rows().rows().map(nearest).collect()
    }

    /// Gives every empty cluster the row that is least similar to its centroid, from a cluster that keeps another one.
    fn fill_empty(&self, nearest: &mut [(u32, f64)], clusters: usize) {
        let mut sizes = vec![0_usize; clusters];
        nearest.iter().for_each(|(cluster, _)| sizes[*cluster as usize] += 1);
        for empty in 0..clusters {
            if sizes[empty] > 0 {
                continue;
            }
            let movable = nearest.iter().enumerate().filter(|(_, (cluster, _))| sizes[*cluster as usize] > 1);
            let least = movable.min_by(|(_, (_, a)), (_, (_, b))| a.total_cmp(b)).map(|(row, _)| row);
            if let Some(row) = least {
                sizes[nearest[row].0 as usize] -= 1;
                sizes[empty] = 1;
                nearest[row] = (empty as u32, 1.0);
            }
        }
    }

    /// Sets centroids to the normalised sums of their rows; gives the sum of all cosines.
    fn centre(&self, of: &[u32], clusters: usize, centroids: &mut [f64]) -> f64 {
        centroids.fill(0.0);
        for ((row, &cluster), count) in self.rows().rows().zip(of).zip(&self.counts) {
            for (term, weight) in row.iter() {
                centroids[term as usize * clusters + cluster as usize] += count * weight;
            }
        }
        let mut lengths = vec![0.0_f64; clusters];
        for of_term in centroids.chunks_exact(clusters) {
            lengths.iter_mut().zip(of_term).for_each(|(length, weight)| *length += weight * weight);
        }
        lengths.iter_mut().for_each(|length| *length = length.sqrt());
        for of_term in centroids.chunks_exact_mut(clusters) {
            for (weight, &length) in of_term.iter_mut().zip(&lengths) {
                *weight = if length > 0.0 { *weight / length } else { 0.0 };
            }
        }
        lengths.iter().sum()
    }
}

/// A row, drawn with a probability in proportion to its chance.
fn drawn(chances: &[f64], rng: &mut Rng) -> usize {
    let mut left = rng.unit() * chances.iter().sum::<f64>();
    let mut last = 0;
    for (row, &chance) in chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
        last = row;
        left -= chance;
        if left < 0.0 {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::adjusted_rand_index;

    /// Documents about one of three subjects, each with words of its own and a few common ones.
    fn subjects(documents: usize, seed: u64) -> (SparseMatrix, Vec<u32>) {
        let mut rng = Rng::new(seed);
        let labels: Vec<u32> = (0..documents).map(|_| rng.below(3) as u32).collect();
        let mut row = |&label: &u32| -> Vec<(u32, f64)> {
            let own = (label * 10)..(label * 10 + 10);
            own.chain(30..33).map(|term| (term, if rng.below(2) == 0 { rng.unit() } else { 0.0 })).collect()
        };
        let rows: Vec<Vec<(u32, f64)>> = labels.iter().map(&mut row).collect();
        (SparseMatrix::from_rows(33, rows).unwrap().normalized(), labels)
    }

    #[test]
    fn subjects_are_found() {
        let (space, labels) = subjects(120, 3);
        let found = SphericalKMeans::new(3, 1).cluster("original", &space).unwrap();
        assert!(adjusted_rand_index(&found.of, &labels) > 0.95);
        // Coherence by its definition.
        let mut coherence = 0.0;
        for cluster in 0..3 {
            let members: Vec<u32> = (0..120).filter(|&row| found.of[row as usize] == cluster).collect();
            let mut sum = vec![0.0; 33];
            for &member in &members {
                space.row(member as usize).iter().for_each(|(term, weight)| sum[term as usize] += weight);
            }
            let length = sum.iter().map(|weight| weight * weight).sum::<f64>().sqrt();
            coherence += members.iter().map(|&member| space.row(member as usize).dot(&sum) / length).sum::<f64>();
        }
        assert!((found.coherence - coherence).abs() < 1e-9);
    }

    #[test]
    fn any_number_of_threads_gives_the_same() {
        let (space, _) = subjects(90, 8);
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| SphericalKMeans::new(5, 2).cluster("original", &space).unwrap())
        };
        assert_eq!(with(1), with(3));
    }

    #[test]
    fn equal_documents_stay_together_and_no_cluster_is_empty() {
        let rows = [vec![(0, 1.0)], vec![(1, 1.0)], vec![(0, 1.0)], vec![(0, 0.6), (1, 0.8)]];
        let space = SparseMatrix::from_rows(2, rows).unwrap();
        // Two starts are equal: one cluster would be empty.
        let found = cluster_from(&space, &[0, 2, 1], 50).unwrap();
        assert_eq!(found.of[0], found.of[2]);
        let mut used = found.of.clone();
        used.sort_unstable();
        used.dedup();
        assert_eq!(used, [0, 1, 2]);
        assert!(cluster_from(&space, &[0, 1, 2, 3], 50).is_err());
        assert!(SphericalKMeans::new(0, 1).cluster("original", &space).is_err());
    }
}
