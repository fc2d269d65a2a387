//! Querying: whether a search in the released space finds the documents that a search in the original space finds.

use super::{alike, checked};
use crate::reading::{Error, Result};
use rayon::prelude::*;
use scumble_data::SparseMatrix;
use scumble_mask::Rng;
use serde::Serialize;

/// The six kinds of queries of Table 4.2, by the words they are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum QueryKind {
    /// q0: the words in most documents.
    MostFrequent,
    /// q1: the words in fewest documents, of those that occur.
    LeastFrequent,
    /// q2: words drawn at random.
    Random,
    /// q3: other words drawn at random.
    RandomAgain,
    /// q4: the words with the greatest mean weight over all documents.
    GreatestMean,
    /// q5: the words with the greatest weight in any document.
    GreatestWeight,
}

impl QueryKind {
    /// All of them, q0 to q5, with their names.
    pub const ALL: [(&'static str, Self); 6] = [
        ("most frequent words", Self::MostFrequent),
        ("least frequent words", Self::LeastFrequent),
        ("random words", Self::Random),
        ("random words again", Self::RandomAgain),
        ("greatest mean weight", Self::GreatestMean),
        ("greatest weight", Self::GreatestWeight),
    ];
}

/// How to query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Querying {
    /// Words of a query: 1, 3 and 5.
    pub words: Vec<usize>,
    /// Documents of an answer: 20 and 100.
    pub answers: Vec<usize>,
    /// Queries of random words whose mean F1 is told.
    pub random_queries: usize,
    /// What random words start from.
    pub seed: u64,
}

impl Default for Querying {
    fn default() -> Self {
        Self { words: vec![1, 3, 5], answers: vec![20, 100], random_queries: 200, seed: 42 }
    }
}

/// F1 of the answers of both spaces for queries of so many words.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct QueryScores {
    /// Words of a query.
    pub words: usize,
    /// Documents of an answer, at most.
    pub answers: usize,
    /// F1 of q0 to q5.
    pub f1: [f64; 6],
    /// The mean F1 of many queries of random words.
    pub random_mean: f64,
}

/// The inverted index of a space.
#[derive(Debug, Clone)]
pub struct Index {
    postings: SparseMatrix,
}

impl Index {
    /// Indexes a space.
    pub fn new(space: &SparseMatrix) -> Self {
        Self { postings: space.transposed() }
    }

    /// The documents nearest to a query by cosine, at most `most`, best first; of equals the first comes first. Documents without any
    /// word of the query are not found.
    pub fn search(&self, words: &[u32], most: usize) -> Vec<u32> {
        let mut scores = vec![0.0; self.postings.columns()];
        let mut found = Vec::new();
        // The length of the query divides all scores alike.
        for &word in words {
            for (document, weight) in self.postings.row(word as usize).iter() {
                let score = &mut scores[document as usize];
                if *score == 0.0 {
                    found.push(document);
                }
                *score += weight;
            }
        }
        found.sort_unstable_by(|&a, &b| scores[b as usize].total_cmp(&scores[a as usize]).then(a.cmp(&b)));
        found.truncate(most);
        found
    }
}

/// The words of a query of a kind, as columns: chosen from the original space. Of equal words the first column comes first.
pub fn query_words(space: &SparseMatrix, kind: QueryKind, count: usize, seed: u64) -> Vec<u32> {
    let frequencies = space.document_frequencies();
    let mut words: Vec<u32> = (0..space.columns() as u32).filter(|&word| frequencies[word as usize] > 0).collect();
    let descending = |words: &mut Vec<u32>, figures: &[f64]| {
        words.sort_by(|&a, &b| figures[b as usize].total_cmp(&figures[a as usize]));
    };
    match kind {
        QueryKind::MostFrequent => words.sort_by_key(|&word| std::cmp::Reverse(frequencies[word as usize])),
        QueryKind::LeastFrequent => words.sort_by_key(|&word| frequencies[word as usize]),
        QueryKind::Random => shuffle(&mut words, count, &mut Rng::new(seed)),
        QueryKind::RandomAgain => shuffle(&mut words, count, &mut Rng::new(!seed)),
        QueryKind::GreatestMean => descending(&mut words, &by_word(space, |all, weight| all + weight)),
        QueryKind::GreatestWeight => descending(&mut words, &by_word(space, f64::max)),
    }
    words.truncate(count);
    words
}

fn by_word(space: &SparseMatrix, fold: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    let mut figures = vec![0.0; space.columns()];
    for row in space.rows() {
        for (term, weight) in row.iter() {
            figures[term as usize] = fold(figures[term as usize], weight);
        }
    }
    figures
}

/// Brings `count` words, drawn at random, to the front.
fn shuffle(words: &mut [u32], count: usize, rng: &mut Rng) {
    for at in 0..count.min(words.len()) {
        words.swap(at, at + rng.below(words.len() - at));
    }
}

/// F1 of two answers: 2 |A ∩ B| / (|A| + |B|); 1 if both are empty.
pub fn f1(expected: &[u32], found: &[u32]) -> f64 {
    if expected.is_empty() && found.is_empty() {
        return 1.0;
    }
    let mut sorted = expected.to_vec();
    sorted.sort_unstable();
    let common = found.iter().filter(|document| sorted.binary_search(document).is_ok()).count();
    2.0 * common as f64 / (expected.len() + found.len()) as f64
}

/// Queries both spaces and compares their answers.
///
/// # Errors
/// If the spaces differ in size, a row does not have length 1, or the original has fewer words than a query.
pub fn query(original: &SparseMatrix, masked: &SparseMatrix, how: &Querying) -> Result<Vec<QueryScores>> {
    alike(original, masked)?;
    checked("original", original)?;
    checked("masked", masked)?;
    let occurring = original.document_frequencies().iter().filter(|&&frequency| frequency > 0).count();
    let longest = how.words.iter().copied().max().unwrap_or(0);
    if occurring < longest {
        return Err(Error::Spaces(format!(
            "a query has {longest} words, and only {occurring} occur in the original space"
        )));
    }
    let (before, after) = (Index::new(original), Index::new(masked));
    let all: Vec<u32> = query_words(original, QueryKind::LeastFrequent, occurring, 0);
    let score = |words: &[u32], answers: usize| f1(&before.search(words, answers), &after.search(words, answers));
    let mut scores = Vec::new();
    for &words in &how.words {
        let queries = QueryKind::ALL.map(|(_, kind)| query_words(original, kind, words, how.seed));
        let random: Vec<Vec<u32>> = (0..how.random_queries as u64)
            .map(|number| {
                let mut drawn = all.clone();
                shuffle(&mut drawn, words, &mut Rng::new(how.seed.wrapping_add(number + 1)));
                drawn.truncate(words);
                drawn
            })
            .collect();
        for &answers in &how.answers {
            let each: Vec<f64> = random.par_iter().map(|words| score(words, answers)).collect();
            scores.push(QueryScores {
                words,
                answers,
                f1: std::array::from_fn(|kind| score(&queries[kind], answers)),
                random_mean: each.iter().sum::<f64>() / each.len().max(1) as f64,
            });
        }
    }
    Ok(scores)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> SparseMatrix {
        let rows = [
            vec![(0, 0.6), (1, 0.8)],
            vec![(1, 1.0)],
            vec![(1, 0.8), (2, 0.6)],
            vec![(0, 0.6), (3, 0.8)],
            vec![(0, 0.8), (1, 0.6)],
        ];
        SparseMatrix::from_rows(5, rows).unwrap()
    }

    #[test]
    fn documents_are_found_by_cosine_and_then_in_order() {
        let index = Index::new(&space());
        assert_eq!(index.search(&[1], 10), [1, 0, 2, 4]);
        assert_eq!(index.search(&[0, 1], 3), [0, 4, 1]);
        assert!(index.search(&[4], 3).is_empty());
    }

    #[test]
    fn words_of_each_kind() {
        let words = |kind| query_words(&space(), kind, 2, 1);
        assert_eq!(words(QueryKind::MostFrequent), [1, 0]);
        // Word 4 does not occur.
        assert_eq!(words(QueryKind::LeastFrequent), [2, 3]);
        assert_eq!(words(QueryKind::GreatestMean), [1, 0]);
        assert_eq!(words(QueryKind::GreatestWeight), [1, 0]);
        let random = query_words(&space(), QueryKind::Random, 4, 7);
        assert_eq!(random.iter().map(|word| 1 << word).sum::<u32>(), 0b1111);
        assert_ne!(random, query_words(&space(), QueryKind::RandomAgain, 4, 7));
    }

    #[test]
    fn f1_of_answers() {
        assert_eq!(f1(&[1, 2, 3], &[3, 1]), 0.8);
        assert_eq!((f1(&[], &[]), f1(&[1], &[])), (1.0, 0.0));
    }

    #[test]
    fn the_same_space_answers_the_same() {
        let how = Querying { words: vec![1, 3], answers: vec![2], random_queries: 5, seed: 3 };
        let scores = query(&space(), &space(), &how).unwrap();
        assert_eq!(scores.len(), 2);
        assert!(scores.iter().all(|score| score.f1 == [1.0; 6] && score.random_mean == 1.0));
        let far = Querying { words: vec![5], ..how };
        assert!(query(&space(), &space(), &far).is_err());
    }
}
