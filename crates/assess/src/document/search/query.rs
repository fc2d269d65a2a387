//! Queries, and what they find.

/// A term of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueryTerm {
    /// Its number in the index.
    pub term: u32,
    /// How often the query has it.
    pub times: u32,
    /// Its weight in the query.
    pub weight: f64,
}

/// The terms of a query that an index knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Distinct terms, by their numbers.
    pub terms: Vec<QueryTerm>,
    /// Occurrences of terms that the index does not know.
    pub unknown: usize,
}

/// A document that a query finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The number of the document.
    pub document: u32,
    /// Its relevance.
    pub relevance: f64,
}

/// The relevance of every document: made once for many queries.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    by_document: Vec<f64>,
    /// The documents whose score is not 0, and maybe some whose is.
    touched: Vec<u32>,
}

impl Scores {
    /// The relevance of a document.
    pub fn of(&self, document: u32) -> f64 {
        self.by_document[document as usize]
    }

    /// The documents with a relevance above 0, in the order in which they were found.
    pub fn hits(&self) -> impl Iterator<Item = Hit> + '_ {
        let hit = |&document: &u32| Hit { document, relevance: self.of(document) };
        self.touched.iter().map(hit).filter(|hit| hit.relevance > 0.0)
    }

    /// The documents with a relevance above 0, the most relevant first; of equal ones the first.
    pub fn ranked(&self) -> Vec<Hit> {
        let mut hits: Vec<Hit> = self.hits().collect();
        hits.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then(a.document.cmp(&b.document)));
        hits
    }

    pub(super) fn clear(&mut self, documents: usize) {
        match self.by_document.len() == documents {
            true => self.touched.iter().for_each(|&document| self.by_document[document as usize] = 0.0),
            false => self.by_document = vec![0.0; documents],
        }
        self.touched.clear();
    }

    pub(super) fn add(&mut self, document: u32, relevance: f64) {
        let score = &mut self.by_document[document as usize];
        if *score == 0.0 {
            self.touched.push(document);
        }
        *score += relevance;
    }
}
