//! The meaning of term vectors: how unlike two of them are (eqs 4.17 and 4.18), and what stands for both (eq. 4.19).

use super::pairs::{Pair, Term, TermPairs};
use crate::space::{Aggregate, Distance};
use scumble_ontology::{Result, Stack};
use std::sync::Arc;

/// Distances that differ by less are the same: the terms of a tie are told by their weights.
const TIE: f64 = 1e-12;

/// The terms of a document with their weights, heaviest first; a term may stand there more than once.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TermVector {
    entries: Vec<(Term, f64)>,
}

impl TermVector {
    /// How many terms it has.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Term vectors by the meaning of their terms.
pub struct SemanticSpace {
    pairs: TermPairs,
}

/// A term of one vector with its most similar term of another.
#[derive(Debug, Clone, Copy)]
struct Match {
    pair: Pair,
    /// The mean weight of the two.
    weight: f64,
}

impl SemanticSpace {
    /// The terms of the taxonomies, by the measure of Wu and Palmer.
    ///
    /// # Errors
    /// If the taxonomies cannot be compared.
    pub fn new(stack: Arc<Stack>) -> Result<Self> {
        Ok(Self { pairs: TermPairs::new(stack)? })
    }

    /// The vector of a document, and how many of its terms no taxonomy knows: these are left out.
    pub fn vector<'t>(&self, terms: impl IntoIterator<Item = (&'t str, f64)>) -> (TermVector, usize) {
        let (known, unknown): (Vec<_>, Vec<_>) = terms.into_iter().partition(|(term, _)| self.pairs.knows(term));
        let entries = known.into_iter().map(|(term, weight)| (self.pairs.number(term), weight)).collect();
        (heaviest_first(entries), unknown.len())
    }

    /// The terms of a vector with their weights, in alphabetical order; weights of the same term are added.
    pub fn terms(&self, vector: &TermVector) -> Vec<(Arc<str>, f64)> {
        let mut terms: Vec<(Arc<str>, f64)> =
            vector.entries.iter().map(|&(term, weight)| (self.pairs.name(term), weight)).collect();
        terms.sort_by(|a, b| a.0.cmp(&b.0));
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        terms
    }

    /// How many pairs of terms were compared so far: the others were never needed.
    pub fn compared(&self) -> usize {
        self.pairs.compared()
    }

    /// Each term of `a` in turn takes the most similar term of `b` that is left; of several the lighter, then the earlier.
    fn matches(&self, a: &TermVector, b: &TermVector) -> Vec<Match> {
        let mut left: Vec<(Term, f64)> = b.entries.clone();
        let mut matches = Vec::with_capacity(a.len().min(b.len()));
        for &(term, weight) in &a.entries {
            let mut best: Option<(usize, Pair)> = None;
            for (at, &(other, other_weight)) in left.iter().enumerate() {
                let Some(pair) = self.pairs.pair(term, other) else { continue };
                let closer = best.is_none_or(|(kept, best)| {
                    pair.distance < best.distance - TIE
                        || ((pair.distance - best.distance).abs() <= TIE && other_weight < left[kept].1 - TIE)
                });
                if closer {
                    best = Some((at, pair));
                }
            }
            if let Some((at, pair)) = best {
                let (_, other_weight) = left.remove(at);
                matches.push(Match { pair, weight: f64::midpoint(weight, other_weight) });
            }
        }
        matches
    }

    /// The distance and the matches of the direction in which it is less; of two equal ones the first.
    fn compare(&self, a: &TermVector, b: &TermVector) -> (f64, Vec<Match>) {
        let one_way = |from: &TermVector, to: &TermVector| {
            let matches = self.matches(from, to);
            let sum: f64 = matches.iter().map(|found| found.pair.distance * found.weight).sum();
            (sum / from.len().max(1) as f64, matches)
        };
        let (there, back) = (one_way(a, b), one_way(b, a));
        if there.0 <= back.0 + 1e-15 { there } else { back }
    }

    /// What stands for two vectors: the lowest common hypernym of each pair of terms, with their mean weight.
    fn merged(&self, a: &TermVector, b: &TermVector) -> TermVector {
        let (_, matches) = self.compare(a, b);
        heaviest_first(matches.iter().filter_map(|found| Some((found.pair.hypernym?, found.weight))).collect())
    }
}

/// Entries of equal weight stay in their order.
fn heaviest_first(mut entries: Vec<(Term, f64)>) -> TermVector {
    entries.sort_by(|a, b| b.1.total_cmp(&a.1));
    TermVector { entries }
}

impl Distance<TermVector> for SemanticSpace {
    fn distance(&self, a: &TermVector, b: &TermVector) -> f64 {
        self.compare(a, b).0
    }
}

impl Aggregate<TermVector> for SemanticSpace {
    /// The first two become one, which then becomes one with the third, and so on.
    fn aggregate(&self, group: &[&TermVector]) -> TermVector {
        let mut vectors = group.iter();
        let first = vectors.next().map(|&vector| vector.clone()).unwrap_or_default();
        vectors.fold(first, |whole, vector| self.merged(&whole, vector))
    }
}

/// What stands for some of the documents, in ascending order.
pub(super) fn aggregate_of(space: &SemanticSpace, documents: &[TermVector], group: &[u32]) -> TermVector {
    let members: Vec<&TermVector> = group.iter().map(|&record| &documents[record as usize]).collect();
    space.aggregate(&members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partition::{GroupSize, Mdav, Partitioner};

    fn space() -> SemanticSpace {
        SemanticSpace::new(Arc::new(Stack::new(vec![scumble_ontology::wordnet().nouns().clone()]))).unwrap()
    }

    fn vector(space: &SemanticSpace, terms: &[(&str, f64)]) -> TermVector {
        let (vector, unknown) = space.vector(terms.iter().copied());
        assert_eq!(unknown, 0);
        vector
    }

    const FIRST: [(&str, f64); 4] = [("butterfly", 0.4), ("performance", 0.2), ("pen", 0.1), ("dog", 0.3)];
    const SECOND: [(&str, f64); 4] = [("computer", 0.1), ("cat", 0.2), ("approach", 0.2), ("beetle", 0.5)];
    const DOCUMENTS: [[(&str, f64); 3]; 4] = [
        [("keyboard", 0.3), ("laptop", 0.4), ("software", 0.3)],
        [("horse", 0.7), ("dog", 0.2), ("cat", 0.1)],
        [("hardware", 0.3), ("screen", 0.3), ("computer", 0.4)],
        [("lion", 0.5), ("monkey", 0.3), ("tiger", 0.2)],
    ];

    fn written(space: &SemanticSpace, vector: &TermVector) -> Vec<(String, String)> {
        space.terms(vector).iter().map(|(term, weight)| (term.replace(' ', "_"), format!("{weight:.4}"))).collect()
    }

    #[test]
    fn example_8_of_the_thesis() {
        let space = space();
        let (a, b) = (vector(&space, &FIRST), vector(&space, &SECOND));
        assert!((space.distance(&a, &b) - 0.044_435_817_805_383_03).abs() < 1e-15);
        assert!((space.distance(&b, &a) - 0.044_435_817_805_383_03).abs() < 1e-15);
        assert_eq!(space.distance(&a, &a), 0.0);
    }

    #[test]
    fn example_9_of_the_thesis() {
        let space = space();
        let both = space.aggregate(&[&vector(&space, &FIRST), &vector(&space, &SECOND)]);
        let expected =
            [("action", "0.2000"), ("carnivore", "0.2500"), ("insect", "0.4500"), ("instrumentality", "0.1000")];
        assert_eq!(written(&space, &both), expected.map(|(term, weight)| (term.to_owned(), weight.to_owned())));
    }

    #[test]
    fn distances_and_centroid_of_table_4_7() {
        let space = space();
        let documents = DOCUMENTS.map(|document| vector(&space, &document));
        let expected = [
            [0.0, 0.144_550_770_866_560_35, 0.122_020_202_020_202_01, 0.213_266_443_701_226_3],
            [0.144_550_770_866_560_35, 0.0, 0.090_849_673_202_614_38, 0.050_656_814_449_917_9],
            [0.122_020_202_020_202_01, 0.090_849_673_202_614_38, 0.0, 0.135_947_712_418_300_64],
            [0.213_266_443_701_226_3, 0.050_656_814_449_917_9, 0.135_947_712_418_300_64, 0.0],
        ];
        for (a, row) in documents.iter().zip(expected) {
            for (b, expected) in documents.iter().zip(row) {
                assert!((space.distance(a, b) - expected).abs() < 1e-12, "{expected}");
            }
        }
        let all: Vec<&TermVector> = documents.iter().collect();
        let centroid = space.aggregate(&all);
        assert_eq!(written(&space, &centroid), [("whole".to_owned(), "1.0000".to_owned())]);
        assert_eq!(centroid.entries.iter().map(|entry| entry.1).collect::<Vec<_>>(), [0.375, 0.35, 0.275]);
        let to_centroid =
            [0.175_551_470_588_235_28, 0.130_952_380_952_380_93, 0.103_496_503_496_503_48, 0.120_238_095_238_095_26];
        for (document, expected) in documents.iter().zip(to_centroid) {
            assert!((space.distance(document, &centroid) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn table_4_7_of_the_thesis() {
        let space = space();
        let documents = DOCUMENTS.map(|document| vector(&space, &document));
        let records: Vec<&TermVector> = documents.iter().collect();
        let mdav = Mdav { k: GroupSize::new(2).unwrap(), distance: &space, average: &space };
        let partition = mdav.partition(&records).unwrap();
        assert_eq!(partition.groups().collect::<Vec<_>>(), [&[0, 2][..], &[1, 3]]);
        let published = |group: &[u32]| {
            let members: Vec<&TermVector> = group.iter().map(|&record| records[record as usize]).collect();
            written(&space, &space.aggregate(&members))
        };
        let owned = |terms: [(&str, &str); 3]| terms.map(|(term, weight)| (term.to_owned(), weight.to_owned()));
        let things = owned([("abstraction", "0.3000"), ("computer", "0.4000"), ("instrumentality", "0.3000")]);
        let animals = owned([("big_cat", "0.3000"), ("carnivore", "0.2000"), ("placental", "0.5000")]);
        assert_eq!(published(partition.group(0)), things);
        assert_eq!(published(partition.group(1)), animals);
    }
}
