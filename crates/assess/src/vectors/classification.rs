//! Classification in the three scenarios of the thesis: where the original space and where the released one is used.

use super::bayes::NaiveBayes;
use super::checked;
use super::neighbours::NearestNeighbours;
use crate::reading::{Error, Result};
use scumble_data::SparseMatrix;
use scumble_mask::Rng;
use serde::Serialize;

/// Which space a classifier learns from, and which it is tested on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scenario {
    /// Learned from and tested on original documents: what the others are compared with.
    Original,
    /// Scenario 1: learned from original, tested on masked documents.
    TestMasked,
    /// Scenario 2: learned from and tested on masked documents.
    BothMasked,
    /// Scenario 3: learned from masked, tested on original documents.
    TrainingMasked,
}

impl Scenario {
    /// All, with their names.
    pub const ALL: [(&'static str, Self); 4] = [
        ("original", Self::Original),
        ("scenario 1 (test masked)", Self::TestMasked),
        ("scenario 2 (both masked)", Self::BothMasked),
        ("scenario 3 (training masked)", Self::TrainingMasked),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, scenario)| *scenario == self).map_or("", |(name, _)| name)
    }
}

/// A classifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Classifier {
    /// The majority of so many nearest neighbours, by cosine.
    Nearest(usize),
    /// Multinomial naive Bayes.
    NaiveBayes,
}

impl Classifier {
    /// Its name: knn5, nb.
    pub fn name(self) -> String {
        match self {
            Self::Nearest(k) => format!("knn{k}"),
            Self::NaiveBayes => "nb".to_owned(),
        }
    }
}

impl Serialize for Classifier {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

/// Training and test documents, original and masked.
#[derive(Debug, Clone, Copy)]
pub struct LabelledSpaces<'s> {
    /// Original training documents.
    pub training: &'s SparseMatrix,
    /// Original test documents.
    pub test: &'s SparseMatrix,
    /// The training documents as released.
    pub masked_training: &'s SparseMatrix,
    /// The test documents as released.
    pub masked_test: &'s SparseMatrix,
    /// The label of each training document.
    pub training_labels: &'s [u32],
    /// The label of each test document.
    pub test_labels: &'s [u32],
}

/// How well a classifier did.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Classified {
    /// Where the released space was used.
    pub scenario: Scenario,
    /// The classifier.
    pub classifier: Classifier,
    /// The share of test documents with their own label.
    pub accuracy: f64,
    /// The share with the label that was predicted from original documents alone.
    pub agreement: f64,
    /// Jaccard index of documents with their labels: predicted here, and from original documents alone.
    pub jaccard: f64,
}

/// Classifies by nearest neighbours (for each of `neighbours`) and by naive Bayes, in every scenario.
///
/// # Errors
/// If labels and documents do not fit, there is no document, or a row does not have length 1.
pub fn classify(spaces: LabelledSpaces<'_>, neighbours: &[usize]) -> Result<Vec<Classified>> {
    spaces.check()?;
    let from = |training: &SparseMatrix| -> Result<_> {
        Ok((
            NearestNeighbours::new(training, spaces.training_labels),
            NaiveBayes::learn(training, spaces.training_labels)?,
        ))
    };
    let (original, masked) = (from(spaces.training)?, from(spaces.masked_training)?);
    let predict = |(nearest, bayes): &(NearestNeighbours<'_>, NaiveBayes), test: &SparseMatrix| {
        let mut predicted = nearest.predict(test, neighbours);
        predicted.push(bayes.predict(test));
        predicted
    };
    let reference = predict(&original, spaces.test);
    let mut all = Vec::new();
    for (_, scenario) in Scenario::ALL {
        let predicted = match scenario {
            Scenario::Original => reference.clone(),
            Scenario::TestMasked => predict(&original, spaces.masked_test),
            Scenario::BothMasked => predict(&masked, spaces.masked_test),
            Scenario::TrainingMasked => predict(&masked, spaces.test),
        };
        let classifiers = neighbours.iter().map(|&k| Classifier::Nearest(k)).chain([Classifier::NaiveBayes]);
        for ((classifier, predicted), reference) in classifiers.zip(&predicted).zip(&reference) {
            let agreement = share_of_equals(predicted, reference);
            all.push(Classified {
                scenario,
                classifier,
                accuracy: share_of_equals(predicted, spaces.test_labels),
                agreement,
                jaccard: agreement / (2.0 - agreement),
            });
        }
    }
    Ok(all)
}

impl LabelledSpaces<'_> {
    fn check(&self) -> Result<()> {
        for (original, masked, labels) in [
            (self.training, self.masked_training, self.training_labels),
            (self.test, self.masked_test, self.test_labels),
        ] {
            super::alike(original, masked)?;
            if original.is_empty() || original.len() != labels.len() {
                return Err(Error::Spaces(format!("{} documents and {} labels", original.len(), labels.len())));
            }
            checked("original", original)?;
            checked("masked", masked)?;
        }
        if self.training.columns() == self.test.columns() {
            return Ok(());
        }
        Err(Error::Spaces("training and test documents have different terms".to_owned()))
    }
}

fn share_of_equals(one: &[u32], other: &[u32]) -> f64 {
    one.iter().zip(other).filter(|(a, b)| a == b).count() as f64 / one.len() as f64
}

/// Documents to learn from and documents to test on, each ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// Rows to learn from.
    pub training: Vec<u32>,
    /// Rows to test on.
    pub test: Vec<u32>,
}

impl Split {
    /// Draws seven tenths of the documents to learn from (rounded down).
    pub fn drawn(documents: usize, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut all: Vec<u32> = (0..documents as u32).collect();
        for at in 0..documents {
            all.swap(at, at + rng.below(documents - at));
        }
        let mut test = all.split_off(documents * 7 / 10);
        all.sort_unstable();
        test.sort_unstable();
        Self { training: all, test }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_split_has_every_document_once() {
        let Split { training, test } = Split::drawn(25, 4);
        assert_eq!((training.len(), test.len()), (17, 8));
        let mut all = [training.clone(), test].concat();
        all.sort_unstable();
        assert_eq!(all, (0..25).collect::<Vec<u32>>());
        assert!(
            training.is_sorted()
                && Split::drawn(25, 4).training == training
                && Split::drawn(25, 5).training != training
        );
    }

    /// Labels stand on words; a masked test document with the words of the other label is predicted as that one.
    #[test]
    fn every_scenario_uses_its_own_spaces() {
        let space = |words: &[u32]| {
            SparseMatrix::from_rows(4, words.iter().map(|&word| vec![(word, 0.8), (word + 1, 0.6)])).unwrap()
        };
        let (training, test) = (space(&[0, 0, 2, 2]), space(&[0, 2]));
        let (masked_training, masked_test) = (space(&[2, 2, 0, 0]), space(&[2, 2]));
        let (training_labels, test_labels) = ([7, 7, 9, 9], [7, 9]);
        let spaces = LabelledSpaces {
            training: &training,
            test: &test,
            masked_training: &masked_training,
            masked_test: &masked_test,
            training_labels: &training_labels,
            test_labels: &test_labels,
        };
        let found = classify(spaces, &[1]).unwrap();
        let figures = |scenario| -> Vec<(f64, f64, f64)> {
            let of = found.iter().filter(|one| one.scenario == scenario);
            of.map(|one| (one.accuracy, one.agreement, one.jaccard)).collect()
        };
        assert_eq!(figures(Scenario::Original), [(1.0, 1.0, 1.0); 2]);
        assert_eq!(figures(Scenario::TestMasked), [(0.5, 0.5, 1.0 / 3.0); 2]);
        // The masked test documents have the words of 9, which the masked training documents have as 7.
        assert_eq!(figures(Scenario::BothMasked), [(0.5, 0.5, 1.0 / 3.0); 2]);
        assert_eq!(figures(Scenario::TrainingMasked), [(0.0, 0.0, 0.0); 2]);
        assert!(classify(LabelledSpaces { test_labels: &[1], ..spaces }, &[1]).is_err());
        assert!(classify(LabelledSpaces { masked_test: &training, ..spaces }, &[1]).is_err());
    }
}
