//! One query, put to the original and to the sanitised collection.

use super::change::Change;
use super::measures::{Retrieval, measure};
use super::mutual::mutual_information;
use super::threshold::inflexion;
use crate::document::search::{Hit, Index};
use crate::reading::{Error, Result};

/// A query and what is known about its answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RetrievalQuery {
    /// What it is called.
    pub name: String,
    /// Its words.
    pub words: String,
    /// The relevance from which on a document is relevant; found in the original collection if it is not given.
    pub threshold: Option<f64>,
    /// The documents that are truly relevant, sorted; without them, those above the threshold in the original collection.
    pub relevant: Option<Vec<u32>>,
}

/// What a query finds before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// The name of the query.
    pub name: String,
    /// The relevance from which on a document is relevant; 0 if all returned documents are equally relevant.
    pub threshold: f64,
    /// In the original collection.
    pub before: Retrieval,
    /// In the sanitised collection.
    pub after: Retrieval,
    /// The normalised mutual information of being above the threshold before and after.
    pub mutual_information: f64,
    /// How the measures changed.
    pub change: Change,
    /// The ranked relevances in the original collection.
    pub ranked: Vec<f64>,
}

/// Puts a query to two indexes over the same documents in the same order. `random` are the documents that were chosen at random, sorted.
///
/// # Errors
/// If there is no document, the indexes differ in size, or the original collection has no word of the query.
pub fn evaluate(original: &Index, sanitised: &Index, query: &RetrievalQuery, random: &[u32]) -> Result<Evaluated> {
    if original.is_empty() {
        return Err(Error::Nothing("the collection has no document"));
    }
    if original.len() != sanitised.len() {
        return Err(Error::Lengths { original: original.len(), masked: sanitised.len() });
    }
    let asked = original.query(&query.words);
    if asked.terms.is_empty() {
        return Err(Error::UnknownQuery { name: query.name.clone() });
    }
    let before = original.ranked(&asked);
    let after = sanitised.ranked(&sanitised.query(&query.words));
    let threshold = query.threshold.or_else(|| inflexion(&before)).unwrap_or(0.0);
    let above = |hits: &[Hit]| {
        let mut set: Vec<u32> = hits.iter().filter(|hit| hit.relevance >= threshold).map(|hit| hit.document).collect();
        set.sort_unstable();
        set
    };
    let (relevant_before, relevant_after) = (above(&before), above(&after));
    let relevant = query.relevant.as_deref().unwrap_or(&relevant_before);
    let ranked = before.iter().map(|hit| hit.relevance).collect();
    let (before, after) = (measure(&before, threshold, relevant, random), measure(&after, threshold, relevant, random));
    let mutual_information = mutual_information(&relevant_before, &relevant_after, original.len());
    let change = Change::between(&before, &after, mutual_information);
    Ok(Evaluated { name: query.name.clone(), threshold, before, after, mutual_information, change, ranked })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::search::Model;

    fn query(words: &str) -> RetrievalQuery {
        RetrievalQuery { name: "q".into(), words: words.into(), ..RetrievalQuery::default() }
    }

    #[test]
    fn an_unchanged_collection_loses_nothing_and_an_emptied_one_everything() {
        let texts = ["putin met berlusconi", "putin slept", "the sea", "relations of putin and berlusconi"];
        let index = Index::new(Model::Stems, &texts);
        let same = evaluate(&index, &index, &query("putin berlusconi relations"), &[2]).unwrap();
        assert_eq!((same.change.total(), same.mutual_information), (0.0, 1.0));
        assert_eq!((same.before.returned, same.before.f), (3, 1.0));
        let masked = Index::new(Model::Stems, &["x", "y", "z", "z"]);
        let gone = evaluate(&index, &masked, &query("putin berlusconi relations"), &[2]).unwrap();
        assert_eq!((gone.change.f, gone.change.coverage, gone.change.returned), (-100.0, -100.0, -100.0));
        assert_eq!((gone.after.above, gone.change.mutual_information), (0, 100.0));
        assert_eq!(gone.change.total(), (-200.0 - 100.0 - 100.0 - 200.0) / 8.0);
    }

    #[test]
    fn a_query_without_a_known_word_is_an_error_with_its_name() {
        let index = Index::new(Model::Stems, &["a sea"]);
        assert_eq!(evaluate(&index, &index, &query("the ocean"), &[]), Err(Error::UnknownQuery { name: "q".into() }));
        let empty = Index::new(Model::Stems, &[""; 0]);
        assert!(evaluate(&empty, &empty, &query("sea"), &[]).is_err());
    }
}
