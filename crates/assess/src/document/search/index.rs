//! The inverted index.

use super::model::{B, K1, Model, frequency, rarity};
use super::query::{Hit, Query, QueryTerm, Scores};
use super::terms::TermReader;
use super::vocabulary::Vocabulary;

/// An inverted index over documents: for every term the documents that have it, in flat arrays.
#[derive(Clone, Debug)]
pub struct Index {
    model: Model,
    vocabulary: Vocabulary,
    /// Where the postings of each term begin, and the end of the last.
    starts: Vec<usize>,
    /// The documents of the postings, ascending for each term.
    documents: Vec<u32>,
    /// The weight of the term in them.
    weights: Vec<f64>,
    /// How much each term weighs for being rare.
    rarities: Vec<f64>,
    /// How many documents there are.
    len: usize,
}

impl Index {
    /// Indexes texts; their places are the numbers of the documents.
    pub fn new(model: Model, texts: &[impl AsRef<str>]) -> Self {
        let mut vocabulary = Vocabulary::new();
        let mut reader = TermReader::new(model);
        // For each document its distinct terms and how often it has them.
        let (mut terms, mut counts, mut ends, mut sizes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut one: Vec<u32> = Vec::new();
        for text in texts {
            one.clear();
            reader.read(text.as_ref(), |term, _| one.push(vocabulary.add(term)));
            sizes.push(one.len());
            one.sort_unstable();
            for equal in one.chunk_by(|a, b| a == b) {
                terms.push(equal[0]);
                counts.push(equal.len() as u32);
            }
            ends.push(terms.len());
        }
        let mut starts = vec![0_usize; vocabulary.len() + 1];
        terms.iter().for_each(|&term| starts[term as usize + 1] += 1);
        let rarities: Vec<f64> = starts[1..].iter().map(|&n| rarity(model, texts.len(), n)).collect();
        for term in 0..vocabulary.len() {
            starts[term + 1] += starts[term];
        }
        let mut next = starts.clone();
        let (mut documents, mut weights) = (vec![0; terms.len()], vec![0.0; terms.len()]);
        let average = sizes.iter().sum::<usize>() as f64 / texts.len().max(1) as f64;
        let mut from = 0;
        for (document, (&end, &size)) in ends.iter().zip(&sizes).enumerate() {
            let own = terms[from..end].iter().zip(&counts[from..end]).map(|(&term, &times)| (term as usize, times));
            from = end;
            // What BM25 adds to a term's frequency, or the length of the vector.
            let length = match model {
                Model::Bm25 => K1 * (1.0 - B + B * size as f64 / average),
                _ => own.clone().map(|(term, times)| (frequency(times) * rarities[term]).powi(2)).sum::<f64>().sqrt(),
            };
            for (term, times) in own {
                documents[next[term]] = document as u32;
                weights[next[term]] = match model {
                    Model::Bm25 => rarities[term] * f64::from(times) * (K1 + 1.0) / (f64::from(times) + length),
                    _ if length > 0.0 => frequency(times) * rarities[term] / length,
                    _ => 0.0,
                };
                next[term] += 1;
            }
        }
        Self { model, vocabulary, starts, documents, weights, rarities, len: texts.len() }
    }

    /// How it ranks.
    pub fn model(&self) -> Model {
        self.model
    }

    /// How many documents it has.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no document.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A term by its number.
    pub fn term(&self, number: u32) -> &str {
        self.vocabulary.term(number)
    }

    /// The number of a term.
    pub fn find(&self, term: &str) -> Option<u32> {
        self.vocabulary.find(term)
    }

    /// How many documents have a term.
    pub fn documents_with(&self, term: u32) -> usize {
        self.starts[term as usize + 1] - self.starts[term as usize]
    }

    /// The query that a text is.
    pub fn query(&self, text: &str) -> Query {
        self.query_of(&mut TermReader::new(self.model), std::iter::once(text))
    }

    /// The query that the pieces of a text are, read by a reader of this index's model. No term reaches over the end of a piece.
    pub fn query_of<'t>(&self, reader: &mut TermReader, pieces: impl Iterator<Item = &'t str>) -> Query {
        let (mut known, mut unknown) = (Vec::new(), 0);
        for piece in pieces {
            reader.read(piece, |term, _| match self.find(term) {
                Some(term) => known.push(term),
                None => unknown += 1,
            });
        }
        known.sort_unstable();
        let mut terms: Vec<QueryTerm> = known
            .chunk_by(|a, b| a == b)
            .map(|equal| {
                let (term, times) = (equal[0], equal.len() as u32);
                QueryTerm { term, times, weight: self.query_weight(term, times) }
            })
            .collect();
        if self.model != Model::Bm25 {
            let length = terms.iter().map(|term| term.weight.powi(2)).sum::<f64>().sqrt();
            if length > 0.0 {
                terms.iter_mut().for_each(|term| term.weight /= length);
            }
        }
        Query { terms, unknown }
    }

    /// The weight of a term that a query has so many times, before the length of the query is taken into account, which changes no rank.
    pub fn query_weight(&self, term: u32, times: u32) -> f64 {
        match (times, self.model) {
            (0, _) => 0.0,
            (_, Model::Bm25) => 1.0,
            _ => frequency(times) * self.rarities[term as usize],
        }
    }

    /// The documents that have a term, and its weight in each.
    pub fn weights(&self, term: u32) -> impl Iterator<Item = (u32, f64)> + '_ {
        let postings = self.postings(term);
        self.documents[postings.clone()].iter().copied().zip(self.weights[postings].iter().copied())
    }

    /// The weight of a term in a document; 0 if the document does not have it.
    pub fn weight(&self, term: u32, document: u32) -> f64 {
        let postings = self.postings(term);
        match self.documents[postings.clone()].binary_search(&document) {
            Ok(at) => self.weights[postings.start + at],
            Err(_) => 0.0,
        }
    }

    /// The relevance of every document to a query, into scores that are used again.
    pub fn score(&self, query: &Query, scores: &mut Scores) {
        scores.clear(self.len());
        for term in &query.terms {
            let postings = self.postings(term.term);
            for (&document, &weight) in self.documents[postings.clone()].iter().zip(&self.weights[postings]) {
                scores.add(document, term.weight * weight);
            }
        }
    }

    /// The documents with a relevance above 0, the most relevant first; of equal ones the first.
    pub fn ranked(&self, query: &Query) -> Vec<Hit> {
        let mut scores = Scores::default();
        self.score(query, &mut scores);
        scores.ranked()
    }

    /// What one term of a query adds to the relevance of a document.
    pub fn contribution(&self, term: &QueryTerm, document: u32) -> f64 {
        term.weight * self.weight(term.term, document)
    }

    fn postings(&self, term: u32) -> std::ops::Range<usize> {
        self.starts[term as usize]..self.starts[term as usize + 1]
    }
}
