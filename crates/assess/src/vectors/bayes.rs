//! Classification by multinomial naive Bayes.

use crate::reading::{Error, Result};
use rayon::prelude::*;
use scumble_data::SparseMatrix;

/// What is added to the weight of every term in every class.
pub const SMOOTHING: f64 = 1.0;

/// A multinomial model with additive smoothing: weights of terms stand for counts.
#[derive(Debug, Clone, PartialEq)]
pub struct NaiveBayes {
    /// The labels, ascending.
    labels: Vec<u32>,
    /// The logarithm of each label's share.
    priors: Vec<f64>,
    /// For each term the logarithm of its probability by label.
    terms: Vec<f64>,
}

impl NaiveBayes {
    /// Learns from training documents, each with its label.
    ///
    /// # Errors
    /// If there is no document, not one label for each, or a weight is negative.
    pub fn learn(training: &SparseMatrix, of: &[u32]) -> Result<Self> {
        if training.is_empty() || training.len() != of.len() {
            return Err(Error::Spaces(format!("{} training documents and {} labels", training.len(), of.len())));
        }
        let mut labels = of.to_vec();
        labels.sort_unstable();
        labels.dedup();
        let classes = labels.len();
        let mut counts = vec![0.0; classes];
        let mut terms = vec![SMOOTHING; training.columns() * classes];
        for (number, (row, label)) in training.rows().zip(of).enumerate() {
            let class = labels.partition_point(|other| other < label);
            counts[class] += 1.0;
            for (term, weight) in row.iter() {
                if weight < 0.0 {
                    let problem = "has a negative weight";
                    return Err(Error::BadVector { which: "training", row: number + 1, problem });
                }
                terms[term as usize * classes + class] += weight;
            }
        }
        let mut totals = vec![0.0; classes];
        for of_term in terms.chunks_exact(classes) {
            totals.iter_mut().zip(of_term).for_each(|(total, weight)| *total += weight);
        }
        for of_term in terms.chunks_exact_mut(classes) {
            of_term.iter_mut().zip(&totals).for_each(|(weight, total)| *weight = weight.ln() - total.ln());
        }
        let priors = counts.iter().map(|count: &f64| (count / training.len() as f64).ln()).collect();
        Ok(Self { labels, priors, terms })
    }

    /// The most probable label of each document; of equally probable ones the least.
    pub fn predict(&self, documents: &SparseMatrix) -> Vec<u32> {
        let predict = |row: usize| {
            let best = self.joint(documents, row).into_iter().enumerate();
            let (class, _) = best.fold((0, f64::NEG_INFINITY), |best, next| if next.1 > best.1 { next } else { best });
            self.labels[class]
        };
        (0..documents.len()).into_par_iter().map(predict).collect()
    }

    /// The logarithm of each label's probability together with the document, in the order of labels.
    pub fn joint(&self, documents: &SparseMatrix, row: usize) -> Vec<f64> {
        let mut joint = self.priors.clone();
        for (term, weight) in documents.row(row).iter() {
            let of_term = &self.terms[term as usize * joint.len()..][..joint.len()];
            joint.iter_mut().zip(of_term).for_each(|(sum, probability)| *sum += weight * probability);
        }
        joint
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Manning, Raghavan and Schütze (13.1): China or not, with P(c|d5) ≈ 0.0003 and P(j|d5) ≈ 0.0001.
    #[test]
    fn the_textbook_example() {
        // Chinese, Beijing, Shanghai, Macao, Tokyo, Japan
        let training = [
            vec![(0, 2.0), (1, 1.0)],
            vec![(0, 2.0), (2, 1.0)],
            vec![(0, 1.0), (3, 1.0)],
            vec![(0, 1.0), (4, 1.0), (5, 1.0)],
        ];
        let training = SparseMatrix::from_rows(6, training).unwrap();
        let model = NaiveBayes::learn(&training, &[1, 1, 1, 4]).unwrap();
        let test = SparseMatrix::from_rows(6, [vec![(0, 3.0), (4, 1.0), (5, 1.0)], vec![(4, 2.0), (5, 2.0)]]).unwrap();
        let joint = model.joint(&test, 0);
        let china = 0.75 * (3.0_f64 / 7.0).powi(3) / 14.0 / 14.0;
        let japan = 0.25 * (2.0_f64 / 9.0).powi(5);
        assert!((joint[0].exp() - china).abs() < 1e-15 && (joint[1].exp() - japan).abs() < 1e-15);
        assert_eq!(model.predict(&test), [1, 4]);
    }

    #[test]
    fn what_cannot_be_learned_is_refused() {
        let negative = SparseMatrix::from_rows(1, [vec![(0, -1.0)]]).unwrap();
        assert!(NaiveBayes::learn(&negative, &[0]).is_err());
        assert!(NaiveBayes::learn(&SparseMatrix::new(1), &[]).is_err());
        assert!(NaiveBayes::learn(&negative, &[0, 1]).is_err());
    }
}
