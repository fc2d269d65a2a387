//! A search engine in memory: an inverted index over documents, and four ways to rank them.
//!
//! | model | terms | rank |
//! |---|---|---|
//! | [`Model::Bm25`] | lower-cased tokens (`\w+`) | BM25, k1 = 1.5, b = 0.75, each query term once |
//! | [`Model::Stems`] | words without stop words, by their Porter stems | cosine of tf-idf: the vectorial model |
//! | [`Model::Bigrams`] | pairs of neighbouring tokens | cosine of tf-idf |
//! | [`Model::Characters`] | runs of [`CHARACTERS`] characters | cosine of tf-idf |
//!
//! A query is an OR of its terms: every document with one of them has a relevance above 0, unless each such term stands in all
//! documents and the model is a cosine. In cosines a term that occurs f times weighs (1 + log2 f) · log2(N / n), where n of the N
//! documents have it. BM25 weighs it by ln(1 + (N − n + ½) / (n + ½)), which is never negative.
//!
//! ```
//! use scumble_assess::document::search::{Index, Model};
//!
//! let index = Index::new(Model::Stems, &["The singers sang.", "A dancer danced and sang.", "Nothing"]);
//! let found = index.ranked(&index.query("one singer"));
//! assert_eq!(found.iter().map(|hit| hit.document).collect::<Vec<_>>(), [0]);
//! ```

mod index;
mod model;
mod query;
mod terms;
#[cfg(test)]
mod tests;
mod vocabulary;

pub use index::Index;
pub use model::{CHARACTERS, Model};
pub use query::{Hit, Query, QueryTerm, Scores};
pub use terms::TermReader;
