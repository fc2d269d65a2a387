//! Files of queries.

use super::collection::{Collection, stem};
use crate::{Error, Result};
use scumble_assess::document::retrieval::RetrievalQuery;
use serde::Deserialize;
use std::path::Path;

/// Queries, and the documents that were chosen at random.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryFile {
    /// The queries.
    pub queries: Vec<RetrievalQuery>,
    /// Numbers of random documents, sorted.
    pub random: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    threshold: Option<f64>,
    #[serde(default)]
    random: Vec<String>,
    query: Vec<WrittenQuery>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenQuery {
    name: String,
    words: String,
    threshold: Option<f64>,
    relevant: Option<Vec<String>>,
}

/// Reads a file of queries (TOML): for each `[[query]]` its `name`, its `words`, and, where they are known, the `relevant` documents and
/// the `threshold` of relevance; above them a `threshold` for all and the `random` documents.
///
/// # Errors
/// If it cannot be read, is no such TOML, has no query, or names a document that the collection does not have.
pub fn read_queries(path: &Path, collection: &Collection) -> Result<QueryFile> {
    let name = path.display();
    let text =
        std::fs::read_to_string(path).map_err(|error| Error::input(format!("{name}: cannot be read: {error}")))?;
    let written: Written = toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        Error::input(format!("{name}, line {line}: {}", error.message()))
            .with_help("each [[query]] has a name and words; it may have relevant documents and a threshold")
    })?;
    if written.query.is_empty() {
        return Err(Error::input(format!("{name}: has no query")));
    }
    let numbers = |names: &[String]| -> Result<Vec<u32>> {
        let mut numbers = Vec::with_capacity(names.len());
        for document in names {
            let place = collection.place(stem(document)).ok_or_else(|| {
                Error::input(format!("{name}: the collection has no document “{document}”"))
                    .with_help("documents are named as their files are")
            })?;
            numbers.push(place as u32);
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    };
    let mut queries = Vec::with_capacity(written.query.len());
    for query in &written.query {
        let threshold = query.threshold.or(written.threshold);
        if threshold.is_some_and(|threshold| !(0.0..=1.0).contains(&threshold)) {
            return Err(Error::input(format!("{name}: the threshold of “{}” is not between 0 and 1", query.name)));
        }
        let relevant = query.relevant.as_deref().map(numbers).transpose()?;
        queries.push(RetrievalQuery { name: query.name.clone(), words: query.words.clone(), threshold, relevant });
    }
    Ok(QueryFile { queries, random: numbers(&written.random)? })
}
