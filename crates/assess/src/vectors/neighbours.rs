//! Classification by the nearest neighbours.

use super::DistinctRows;
use rayon::prelude::*;
use scumble_data::{SparseMatrix, SparseRow};

/// Labelled documents, indexed for the search of neighbours.
#[derive(Debug, Clone)]
pub struct NearestNeighbours<'l> {
    postings: SparseMatrix,
    labels: &'l [u32],
}

impl<'l> NearestNeighbours<'l> {
    /// Indexes training documents, each with its label.
    ///
    /// # Panics
    /// If there is not one label for each document.
    pub fn new(training: &SparseMatrix, labels: &'l [u32]) -> Self {
        assert_eq!(training.len(), labels.len(), "a label for each document");
        Self { postings: training.transposed(), labels }
    }

    /// The labels of documents by the majority of their `k` nearest training documents, for each of several `k`.
    ///
    /// Nearest is by cosine, of equally near documents the first; of labels with equally many neighbours, the least wins.
    pub fn predict(&self, documents: &SparseMatrix, ks: &[usize]) -> Vec<Vec<u32>> {
        let most = ks.iter().copied().max().unwrap_or(0);
        // Documents of one group are equal: each row is looked at once.
        let distinct = DistinctRows::new(documents);
        let predicted: Vec<Vec<u32>> = (0..distinct.rows.len())
            .into_par_iter()
            .map_init(
                || (vec![0.0; self.labels.len()], Vec::new()),
                |scratch, row| {
                    let nearest = self.nearest(distinct.rows.row(row), most, scratch);
                    ks.iter().map(|&k| self.majority(&nearest[..k.min(nearest.len())])).collect()
                },
            )
            .collect();
        (0..ks.len()).map(|k| distinct.of.iter().map(|&row| predicted[row as usize][k]).collect()).collect()
    }

    /// The nearest documents, best first.
    fn nearest(&self, row: SparseRow<'_>, most: usize, scratch: &mut (Vec<f64>, Vec<u32>)) -> Vec<u32> {
        let (scores, order) = scratch;
        scores.fill(0.0);
        for (term, weight) in row.iter() {
            let posting = self.postings.row(term as usize);
            for (&document, &of_document) in posting.terms.iter().zip(posting.weights) {
                scores[document as usize] += weight * of_document;
            }
        }
        order.clear();
        order.extend(0..scores.len() as u32);
        let nearer = |&a: &u32, &b: &u32| scores[b as usize].total_cmp(&scores[a as usize]).then(a.cmp(&b));
        if most < order.len() {
            order.select_nth_unstable_by(most, nearer);
            order.truncate(most);
        }
        order.sort_unstable_by(nearer);
        order.clone()
    }

    fn majority(&self, nearest: &[u32]) -> u32 {
        let mut labels: Vec<u32> = nearest.iter().map(|&document| self.labels[document as usize]).collect();
        labels.sort_unstable();
        let mut best = (0, 0);
        for same in labels.chunk_by(|a, b| a == b) {
            if same.len() > best.0 {
                best = (same.len(), same[0]);
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_mask::Rng;

    #[test]
    fn ties_are_settled_by_order() {
        let row = vec![(0, 1.0)];
        let training = SparseMatrix::from_rows(2, vec![row.clone(); 4]).unwrap();
        let labels = [3, 1, 1, 0];
        let neighbours = NearestNeighbours::new(&training, &labels);
        let predict = |ks: &[usize]| neighbours.predict(&SparseMatrix::from_rows(2, [row.clone()]).unwrap(), ks);
        assert_eq!(predict(&[1, 2, 3, 4, 9]), [[3], [1], [1], [1], [1]]);
        // A document without a common term has the first documents as neighbours.
        let other = SparseMatrix::from_rows(2, [vec![(1, 1.0)]]).unwrap();
        assert_eq!(neighbours.predict(&other, &[1]), [[3]]);
    }

    #[test]
    fn every_document_by_two_loops() {
        let mut rng = Rng::new(11);
        let mut made = |rows: usize| {
            let row = |_| (0..20).map(|term| (term, if rng.below(3) == 0 { rng.unit() } else { 0.0 })).collect();
            SparseMatrix::from_rows(20, (0..rows).map(row).collect::<Vec<Vec<(u32, f64)>>>()).unwrap().normalized()
        };
        let (training, documents) = (made(80), made(40));
        let labels: Vec<u32> = (0..80).map(|_| rng.below(4) as u32).collect();
        let found = NearestNeighbours::new(&training, &labels).predict(&documents, &[5, 10]);
        for (k, found) in [5, 10].into_iter().zip(found) {
            for (document, label) in documents.rows().zip(found) {
                let mut order: Vec<usize> = (0..80).collect();
                order.sort_by(|&a, &b| {
                    training.row(b).inner(document).total_cmp(&training.row(a).inner(document)).then(a.cmp(&b))
                });
                let votes = |label: u32| order[..k].iter().filter(|&&row| labels[row] == label).count();
                assert!(
                    (0..4).all(|other| votes(label) > votes(other) || (votes(label) == votes(other) && label <= other))
                );
            }
        }
    }
}
