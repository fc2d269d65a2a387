//! What queries about the subject still find in masked biographies.

use crate::failure::Failure;
use scumble::assess::document::retrieval::{RetrievalQuery, evaluate};
use scumble::assess::document::search::{Index, Model};

/// Queries about the work of actors, without a name.
const QUERIES: [&str; 10] = [
    "television series role",
    "stage theatre plays",
    "feature film leading role",
    "award nomination best actor",
    "comedy comedian writer",
    "director producer screenwriter",
    "singer music album",
    "voice animated video games",
    "drama school trained studied",
    "soap opera character",
];

/// The mean F of the queries in masked texts, by the vectorial model. Relevant are the documents above the inflexion in the originals; queries of which
/// the originals have no word are left out.
pub(super) fn retrieval_f(originals: &[&str], masked: &[&str]) -> Result<Option<f64>, Failure> {
    let (before, after) = (Index::new(Model::Stems, originals), Index::new(Model::Stems, masked));
    let known = QUERIES.iter().filter(|words| !before.query(words).terms.is_empty());
    let mut all = Vec::new();
    for words in known {
        let query =
            RetrievalQuery { name: (*words).to_owned(), words: (*words).to_owned(), ..RetrievalQuery::default() };
        all.push(evaluate(&before, &after, &query, &[]).map_err(scumble::Error::from)?.after.f);
    }
    Ok((!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_again() {
        let texts = ["A singer with an album.", "She sang.", "He wrote novels.", "The album of a band."];
        assert_eq!(retrieval_f(&texts, &texts).unwrap(), Some(1.0));
        // Two of four have a word of one query, the first both words: it alone is above the inflexion, and is gone.
        let masked = ["A [REDACTED] with an [REDACTED].", "She sang.", "He wrote novels.", "The band."];
        assert_eq!(retrieval_f(&texts, &masked).unwrap(), Some(0.0));
        assert_eq!(retrieval_f(&["x"], &["x"]).unwrap(), None);
    }
}
