//! The index against values worked out by hand, and against plain loops over maps.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

const DOCUMENTS: [&str; 3] = ["a b b", "a c", "C c c d"];

#[test]
fn bm25_by_hand() {
    let index = Index::new(Model::Bm25, &DOCUMENTS);
    // Three documents of 3 tokens on average. b is in one: ln(1 + 2.5 / 1.5) = 0.98083; a in two: ln 1.6 = 0.47000.
    // First document: 0.98083 · 2 · 2.5 / (2 + 1.5) + 0.47000 · 2.5 / (1 + 1.5). Second: 0.47000 · 2.5 / (1 + 1.125).
    let found = index.ranked(&index.query("B a b, a zzz"));
    assert_eq!(found.iter().map(|hit| hit.document).collect::<Vec<_>>(), [0, 1]);
    assert!((found[0].relevance - 1.871_188_276_405_202).abs() < 1e-12, "{}", found[0].relevance);
    assert!((found[1].relevance - 0.552_945_446_171_453_5).abs() < 1e-12);
    assert_eq!(index.query("B a b, a zzz").unknown, 1);
}

#[test]
fn cosine_by_hand() {
    let index = Index::new(Model::Bigrams, &["x y z", "x y x y", "p q", "q p"]);
    // x y: in two of four, log2 2 = 1; y z: in one, 2; y x: 2; in the second document x y occurs twice, 1 + log2 2 = 2.
    // The query x y is a unit vector: 1 / √(1 + 4) and 2 / √(4 + 4).
    let found = index.ranked(&index.query("x, y"));
    let expected = [(1, 2.0 / 8_f64.sqrt()), (0, 1.0 / 5_f64.sqrt())];
    for (hit, (document, relevance)) in found.iter().zip(expected) {
        assert_eq!(hit.document, document);
        assert!((hit.relevance - relevance).abs() < 1e-12);
    }
    assert_eq!(found.len(), 2);
}

#[test]
fn what_stands_in_every_document_says_nothing_in_a_cosine() {
    let index = Index::new(Model::Stems, &["weapon", "weapons"]);
    assert!(index.ranked(&index.query("weapon")).is_empty());
    assert_eq!(index.query("the unknown").terms.len(), 0);
    assert!(Index::new(Model::Bm25, &[""; 0]).is_empty());
    assert_eq!(Index::new(Model::Bm25, &["", ""]).ranked(&Query::default()).len(), 0);
}

#[test]
fn pieces_share_no_term() {
    let index = Index::new(Model::Bigrams, &["a b c", "c d"]);
    let mut reader = TermReader::new(Model::Bigrams);
    let query = index.query_of(&mut reader, ["a", "b c"].into_iter());
    assert_eq!(query.terms.iter().map(|term| index.term(term.term)).collect::<Vec<_>>(), ["b c"]);
}

#[test]
fn scores_of_one_query_do_not_leak_into_the_next() {
    let index = Index::new(Model::Bm25, &DOCUMENTS);
    let mut scores = Scores::default();
    index.score(&index.query("a b c d"), &mut scores);
    index.score(&index.query("d"), &mut scores);
    assert_eq!(scores.ranked(), index.ranked(&index.query("d")));
    assert_eq!((scores.of(0), scores.of(1)), (0.0, 0.0));
}

/// The terms of a text and how often it has them.
fn counted(model: Model, text: &str) -> BTreeMap<String, f64> {
    let mut counts = BTreeMap::new();
    TermReader::new(model).read(text, |term, _| *counts.entry(term.to_owned()).or_insert(0.0) += 1.0);
    counts
}

/// The relevance of every document, by the formulas as they are written.
fn plain(model: Model, texts: &[String], query: &str) -> Vec<f64> {
    let documents: Vec<BTreeMap<String, f64>> = texts.iter().map(|text| counted(model, text)).collect();
    let all = documents.len() as f64;
    let having = |term: &String| documents.iter().filter(|document| document.contains_key(term)).count() as f64;
    let mut query = counted(model, query);
    query.retain(|term, _| having(term) > 0.0);
    if model == Model::Bm25 {
        let sizes: Vec<f64> = documents.iter().map(|document| document.values().sum()).collect();
        let average = sizes.iter().sum::<f64>() / all;
        let score = |(document, size): (&BTreeMap<String, f64>, &f64)| {
            let one = |term: &String| {
                let (n, f) = (having(term), document.get(term).copied().unwrap_or(0.0));
                (1.0 + (all - n + 0.5) / (n + 0.5)).ln() * f * 2.5 / (f + 1.5 * (0.25 + 0.75 * size / average))
            };
            query.keys().map(one).filter(|part| !part.is_nan()).sum()
        };
        return documents.iter().zip(&sizes).map(score).collect();
    }
    let vector = |counts: &BTreeMap<String, f64>| -> BTreeMap<String, f64> {
        counts.iter().map(|(term, f)| (term.clone(), (1.0 + f.log2()) * (all / having(term)).log2())).collect()
    };
    let length = |vector: &BTreeMap<String, f64>| vector.values().map(|w| w * w).sum::<f64>().sqrt();
    let asked = vector(&query);
    let score = |document: &BTreeMap<String, f64>| {
        let document = vector(document);
        let dot: f64 = asked.iter().map(|(term, weight)| weight * document.get(term).unwrap_or(&0.0)).sum();
        let lengths = length(&asked) * length(&document);
        if lengths > 0.0 { dot / lengths } else { 0.0 }
    };
    documents.iter().map(score).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn an_index_ranks_as_plain_loops_do(
        texts in prop::collection::vec("([a-d]{1,3} |Ünder_1, |running ){0,12}", 1..8),
        query in "([a-d]{1,3} |Ünder_1, |runs ){0,9}",
    ) {
        for model in Model::ALL {
            let index = Index::new(model, &texts);
            let asked = index.query(&query);
            let mut scores = Scores::default();
            index.score(&asked, &mut scores);
            for (document, expected) in plain(model, &texts, &query).into_iter().enumerate() {
                let document = document as u32;
                let parts: f64 = asked.terms.iter().map(|term| index.contribution(term, document)).sum();
                prop_assert!((scores.of(document) - expected).abs() < 1e-9, "{model:?}");
                prop_assert!((parts - expected).abs() < 1e-9, "{model:?}");
            }
        }
    }
}
