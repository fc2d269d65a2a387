//! The vector space of a document collection: its matrix, its words, and how words were weighted.

use super::SparseMatrix;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// The vectors of a collection of documents.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorSpace {
    /// A row for each document, a column for each term.
    pub matrix: SparseMatrix,
    /// The term of each column; none if the matrix came without its words.
    pub vocabulary: Vec<String>,
    /// The name of each document; none if the rows have no names.
    pub documents: Vec<String>,
    /// How it was made; nothing if that is not known.
    pub scheme: Option<Scheme>,
}

/// How the weights of a space were made from texts: what a reader must do to put another text into it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scheme {
    /// Documents that were counted: N of the inverse document frequency.
    pub documents: u64,
    /// Whether stop words were left out.
    pub stop_words_removed: bool,
    /// Whether terms are stems (Porter).
    pub stemmed: bool,
    /// Whether only words of the taxonomy's lexicon were kept.
    pub lexicon_only: bool,
    /// Whether words are made of the letters of any script, not of a to z only.
    #[serde(default)]
    pub all_letters: bool,
    /// Terms in fewer documents were left out.
    pub min_documents: u64,
    /// Only so many terms of the greatest weight were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(default)]
    pub top_terms: Option<u64>,
    /// The inverse document frequency of each term, ln(N / documents with it), in the order of the vocabulary.
    #[serde(deserialize_with = "exact_numbers")]
    pub inverse_document_frequencies: Vec<f64>,
}

impl VectorSpace {
    /// A space without words, names or a scheme.
    pub fn of(matrix: SparseMatrix) -> Self {
        Self { matrix, vocabulary: Vec::new(), documents: Vec::new(), scheme: None }
    }
}

/// Numbers of JSON to the last bit: the reader of JSON itself may miss it.
fn exact_numbers<'d, D: Deserializer<'d>>(numbers: D) -> Result<Vec<f64>, D::Error> {
    let raw: Vec<&RawValue> = Vec::deserialize(numbers)?;
    let parse = |raw: &RawValue| raw.get().parse().map_err(|_| serde::de::Error::custom("not a number"));
    raw.into_iter().map(parse).collect()
}
