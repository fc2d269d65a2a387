//! From texts to a vector space: terms counted, weighted by tf × ln(N/df), and every row of length 1.

use rayon::prelude::*;
use scumble_data::{Scheme, SparseMatrix, VectorSpace};
use scumble_io::{Cancelled, Watch};
use scumble_text::{Letters, TermRule};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

/// How a vector space is made from texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildSpace {
    /// Which words are terms.
    pub terms: TermRule,
    /// Terms that occur in fewer documents of the collection are left out.
    pub min_documents: u64,
    /// Only so many terms are kept: those whose weights, in rows of length 1, have the largest sum over all documents; of equal sums the
    /// term that comes first in the alphabet.
    pub top_terms: Option<u64>,
}

/// A vector space, and what was left out of it.
#[derive(Debug, Clone, PartialEq)]
pub struct BuiltSpace {
    /// The space: terms in alphabetical order, documents in the order they were given in, without their names.
    pub space: VectorSpace,
    /// The documents that have a vector, by their places in the collection.
    pub kept: Vec<usize>,
    /// The documents that have none, because no term of theirs was kept or none has a weight.
    pub left_out: Vec<usize>,
    /// Terms that were left out because they occur in too few documents.
    pub rare_terms: usize,
    /// The smallest number of documents that a kept term occurs in; 0 without terms.
    pub fewest_documents: u64,
}

impl BuildSpace {
    /// Makes the space of a collection.
    ///
    /// # Errors
    /// If the watcher cancels the run.
    pub fn run(&self, texts: &[impl AsRef<str> + Sync], watch: &dyn Watch) -> Result<BuiltSpace, Cancelled> {
        let counts = self.count(texts, watch)?;
        let mut frequencies: BTreeMap<&str, u64> = BTreeMap::new();
        counts.iter().flat_map(BTreeMap::keys).for_each(|term| *frequencies.entry(term).or_default() += 1);
        let all = frequencies.len();
        frequencies.retain(|_, documents| *documents >= self.min_documents);
        let rare_terms = all - frequencies.len();
        let columns: HashMap<&str, u32> =
            frequencies.keys().zip(0_u32..).map(|(term, column)| (*term, column)).collect();
        let with_a_term: Vec<usize> = (0..counts.len())
            .filter(|&document| counts[document].keys().any(|term| columns.contains_key(term.as_str())))
            .collect();
        let n = with_a_term.len() as f64;
        let idf: Vec<f64> = frequencies.values().map(|&documents| (n / documents as f64).ln()).collect();
        let rows = with_a_term.iter().map(|&document| {
            let of_row = counts[document].iter().filter_map(|(term, &count)| {
                let column = *columns.get(term.as_str())?;
                Some((column, f64::from(count) * idf[column as usize]))
            });
            of_row.collect()
        });
        let matrix = SparseMatrix::from_rows(frequencies.len(), rows).expect("columns are numbered, weights finite");
        let scheme = Scheme {
            documents: with_a_term.len() as u64,
            stop_words_removed: self.terms.stop_words.is_some(),
            stemmed: self.terms.stem.is_some(),
            lexicon_only: self.terms.lexicon,
            all_letters: self.terms.letters == Letters::All,
            min_documents: self.min_documents,
            top_terms: self.top_terms,
            inverse_document_frequencies: idf,
        };
        let vocabulary = frequencies.keys().map(|term| (*term).to_owned()).collect();
        let mut space =
            VectorSpace { matrix: matrix.normalized(), vocabulary, documents: Vec::new(), scheme: Some(scheme) };
        let mut documents: Vec<u64> = frequencies.into_values().collect();
        if let Some(most) = self.top_terms {
            let kept = top(&space.matrix, usize::try_from(most).unwrap_or(usize::MAX));
            documents = kept.iter().map(|&column| documents[column as usize]).collect();
            space = restricted(space, &kept);
        }
        // A term of all documents weighs nothing, and a document may have no term of the top.
        let with_a_weight: Vec<u32> =
            (0..space.matrix.len()).filter(|&row| !space.matrix.row(row).is_empty()).map(|row| row as u32).collect();
        space.matrix = space.matrix.select(&with_a_weight);
        let kept: Vec<usize> = with_a_weight.iter().map(|&row| with_a_term[row as usize]).collect();
        let left_out = (0..texts.len()).filter(|document| kept.binary_search(document).is_err()).collect();
        Ok(BuiltSpace { space, kept, left_out, rare_terms, fewest_documents: documents.into_iter().min().unwrap_or(0) })
    }

    /// The terms of every document, and how often it has them.
    fn count(
        &self,
        texts: &[impl AsRef<str> + Sync],
        watch: &dyn Watch,
    ) -> Result<Vec<BTreeMap<String, u32>>, Cancelled> {
        let done = AtomicU64::new(0);
        let tokens: Vec<BTreeMap<String, u32>> = texts
            .par_iter()
            .map(|text| {
                let at = done.fetch_add(1, Ordering::Relaxed);
                if at.is_multiple_of(64) {
                    watch.step("counting", at, texts.len() as u64)?;
                }
                Ok(self.terms.tokens(text.as_ref()))
            })
            .collect::<Result<_, Cancelled>>()?;
        // A word is looked up once for the whole collection.
        let mut words: Vec<&str> = tokens.iter().flat_map(BTreeMap::keys).map(String::as_str).collect();
        words.par_sort_unstable();
        words.dedup();
        let terms: Vec<Option<String>> = words.par_iter().map(|word| self.terms.term(word)).collect();
        let known: HashMap<&str, &str> =
            words.iter().zip(&terms).filter_map(|(word, term)| Some((*word, term.as_deref()?))).collect();
        let of_document = |tokens: &BTreeMap<String, u32>| {
            let mut counts: BTreeMap<String, u32> = BTreeMap::new();
            for (word, &count) in tokens {
                if let Some(term) = known.get(word.as_str()) {
                    let sum = counts.entry((*term).to_owned()).or_default();
                    *sum = sum.saturating_add(count);
                }
            }
            counts
        };
        Ok(tokens.par_iter().map(of_document).collect())
    }
}

/// The columns with the largest sums of weights, in order of columns.
fn top(matrix: &SparseMatrix, most: usize) -> Vec<u32> {
    let mut sums = vec![0.0; matrix.columns()];
    matrix.rows().flat_map(|row| row.iter()).for_each(|(term, weight)| sums[term as usize] += weight);
    let mut columns: Vec<u32> = (0..matrix.columns() as u32).collect();
    columns.sort_by(|&a, &b| sums[b as usize].total_cmp(&sums[a as usize]).then(a.cmp(&b)));
    columns.truncate(most);
    columns.sort_unstable();
    columns
}

/// A space of some of its columns, in order; rows are of length 1 again.
fn restricted(space: VectorSpace, kept: &[u32]) -> VectorSpace {
    let new = |column: u32| kept.binary_search(&column).ok().map(|place| place as u32);
    let rows =
        space.matrix.rows().map(|row| row.iter().filter_map(|(term, weight)| Some((new(term)?, weight))).collect());
    let matrix = SparseMatrix::from_rows(kept.len(), rows).expect("columns are numbered, weights finite").normalized();
    let vocabulary = kept.iter().map(|&column| space.vocabulary[column as usize].clone()).collect();
    let scheme = space.scheme.map(|scheme| {
        let idf = &scheme.inverse_document_frequencies;
        Scheme { inverse_document_frequencies: kept.iter().map(|&column| idf[column as usize]).collect(), ..scheme }
    });
    VectorSpace { matrix, vocabulary, scheme, ..space }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_io::Silent;

    fn build(top_terms: Option<u64>, texts: &[&str]) -> BuiltSpace {
        BuildSpace { terms: TermRule::default(), min_documents: 2, top_terms }.run(texts, &Silent).unwrap()
    }

    /// tf × ln(N/df) of a collection small enough for paper: of four documents the last has no common word, so that N = 3.
    #[test]
    fn weights_are_those_worked_out_by_hand() {
        let built = build(None, &["a a b", "B c c", "c a", "zebra"]);
        assert_eq!((built.kept.as_slice(), built.left_out.as_slice()), (&[0, 1, 2][..], &[3][..]));
        assert_eq!((built.rare_terms, built.fewest_documents), (1, 2));
        let space = &built.space;
        assert_eq!(space.vocabulary, ["a", "b", "c"]);
        let scheme = space.scheme.as_ref().unwrap();
        assert_eq!(scheme.documents, 3);
        // ln(3/2) for every term: the first row is (2, 1, 0) / √5.
        assert!(scheme.inverse_document_frequencies.iter().all(|idf| (idf - 0.405_465_108_108_164_4).abs() < 1e-15));
        let weights: Vec<f64> = space.matrix.row(0).weights.to_vec();
        assert!(
            (weights[0] - 0.894_427_190_999_916).abs() < 1e-15 && (weights[1] - 0.447_213_595_499_958).abs() < 1e-15
        );
    }

    #[test]
    fn the_top_terms_have_the_largest_sums_of_weights() {
        // Sums of weights: a 0.894 + 0.707, b 0.447 + 0.447, c 0.894 + 0.707; b goes first, and the second row keeps c only.
        let built = build(Some(2), &["a a b", "b c c", "c a", "zebra"]);
        assert_eq!(built.space.vocabulary, ["a", "c"]);
        assert_eq!(built.space.matrix.row(1).iter().collect::<Vec<_>>(), [(1, 1.0)]);
        assert_eq!(built.space.scheme.as_ref().unwrap().inverse_document_frequencies.len(), 2);
        let one = build(Some(1), &["a a b", "b c c", "c a"]);
        assert_eq!((one.space.vocabulary.as_slice(), one.kept.as_slice()), (&["a".to_owned()][..], &[0, 2][..]));
    }

    #[test]
    fn a_word_of_all_documents_weighs_nothing() {
        let built = build(None, &["a", "a b", "a b c"]);
        assert_eq!(built.space.vocabulary, ["a", "b"]);
        assert_eq!(built.left_out, [0]);
        assert_eq!(built.space.scheme.unwrap().inverse_document_frequencies[0], 0.0);
        let none = build(None, &["", "x"]);
        assert_eq!((none.left_out.len(), none.space.matrix.len(), none.fewest_documents), (2, 0, 0));
    }
}
