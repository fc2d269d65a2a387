//! All measures of sanitised documents.

use super::collection::Collection;
use super::queries::QueryFile;
use crate::{Error, Result};
use rayon::prelude::*;
use scumble_assess::document::attack::{
    Background, Found, KeptTokens, Ranks, kept_by_edits, kept_by_text, worst_ranks,
};
use scumble_assess::document::gold::{GoldDocument, GoldSums, Hidden, measure};
use scumble_assess::document::retrieval::{Evaluated, evaluate};
use scumble_assess::document::search::{Index, Model};
use scumble_corpus::Counts;
use scumble_io::Watch;
use scumble_mask::document::is_label;
use scumble_span::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What is measured beyond what is kept.
#[derive(Clone, Debug, Default)]
pub struct DocumentsAssessment {
    /// Pages that an attacker searches, by name.
    pub background: Option<Vec<(String, String)>>,
    /// Queries about the subject of the documents.
    pub utility: Option<QueryFile>,
    /// Queries about what must not be disclosed.
    pub risk: Option<QueryFile>,
    /// Annotated documents.
    pub gold: Option<Vec<GoldDocument>>,
}

/// One document.
#[derive(Clone, Debug, PartialEq)]
pub struct AssessedDocument {
    /// Its name.
    pub name: String,
    /// The share of its tokens that are kept.
    pub tokens_kept: f64,
    /// The share of its information that is kept.
    pub information_kept: f64,
    /// What each attacker found; empty if it was not attacked.
    pub found: Vec<Found>,
}

/// The attack by search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchAttack {
    /// Pages that were searched.
    pub pages: usize,
    /// Names of pages that were an original itself, and were taken out.
    pub taken_out: Vec<String>,
    /// Names of documents without a page in the background: they were not attacked.
    pub without_page: Vec<String>,
    /// By attacker.
    pub by_model: Vec<(Model, Ranks)>,
    /// By whoever finds a person first.
    pub worst: Ranks,
}

/// Measures against annotations.
#[derive(Clone, Debug, PartialEq)]
pub struct GoldFigures {
    /// The sums of each document.
    pub documents: Vec<GoldSums>,
    /// Names of documents that are not annotated.
    pub not_annotated: Vec<String>,
}

/// All figures of sanitised documents.
#[derive(Clone, Debug, PartialEq)]
pub struct AssessedDocuments {
    /// Each document.
    pub documents: Vec<AssessedDocument>,
    /// The share of tokens that are kept, of all documents together.
    pub tokens_kept: f64,
    /// The share of information that is kept, of all documents together.
    pub information_kept: f64,
    /// Documents whose redactions are known from the work folder of the release; those of others are told from the two texts.
    pub by_decisions: usize,
    /// The attack, if there is a background.
    pub attack: Option<SearchAttack>,
    /// What utility queries find before and after.
    pub utility: Vec<Evaluated>,
    /// What risk queries find before and after.
    pub risk: Vec<Evaluated>,
    /// Measures against annotations.
    pub gold: Option<GoldFigures>,
}

/// Measures sanitised documents. A token carries the information that `counts` gives for it alone.
///
/// # Errors
/// If the background, the queries or the annotations do not fit the documents, no counts are given, or the watcher cancels the run.
pub fn assess_documents(
    collection: &Collection,
    what: &DocumentsAssessment,
    counts: &dyn Counts,
    watch: &dyn Watch,
) -> Result<AssessedDocuments> {
    watch.step("comparing", 0, 0)?;
    let kept: Vec<KeptTokens> = (0..collection.names.len()).into_par_iter().map(|at| kept(collection, at)).collect();
    let bits = information(collection, &kept, counts)?;
    let all = |text: &str, kept: &KeptTokens| kept.weighted(|span| bits[&span.of(text).to_lowercase()]);
    let mut documents: Vec<AssessedDocument> = Vec::with_capacity(kept.len());
    let (mut tokens, mut information) = ((0.0, 0.0), (0.0, 0.0));
    for ((name, text), kept) in collection.names.iter().zip(&collection.originals).zip(&kept) {
        let total: f64 = kept.tokens.iter().map(|(span, _)| bits[&span.of(text).to_lowercase()]).sum();
        let (tokens_kept, information_kept) = (kept.share(), all(text, kept));
        let count = kept.tokens.len() as f64;
        tokens = (tokens.0 + tokens_kept * count, tokens.1 + count);
        information = (information.0 + information_kept * total, information.1 + total);
        documents.push(AssessedDocument { name: name.clone(), tokens_kept, information_kept, found: Vec::new() });
    }
    let share = |(part, whole): (f64, f64)| if whole > 0.0 { part / whole } else { 1.0 };
    let attack = match &what.background {
        Some(pages) => {
            watch.step("indexing the background", 0, 0)?;
            Some(attack(collection, pages, &mut documents, watch)?)
        }
        None => None,
    };
    watch.step("searching", 0, 0)?;
    let (utility, risk) = retrieval(collection, what)?;
    let gold = what.gold.as_deref().map(|gold| against_gold(collection, &kept, gold)).transpose()?;
    Ok(AssessedDocuments {
        tokens_kept: share(tokens),
        information_kept: share(information),
        by_decisions: collection.redacted.iter().flatten().count(),
        documents,
        attack,
        utility,
        risk,
        gold,
    })
}

fn kept(collection: &Collection, at: usize) -> KeptTokens {
    match &collection.redacted[at] {
        Some(pieces) => {
            let edits: Vec<Span> = pieces.iter().map(|(span, _)| *span).collect();
            kept_by_edits(&collection.originals[at], &edits)
        }
        None => kept_by_text(&collection.originals[at], &collection.sanitised[at]),
    }
}

/// The information content of every token; one that the corpus does not have counts as half a document.
fn information(collection: &Collection, kept: &[KeptTokens], counts: &dyn Counts) -> Result<BTreeMap<String, f64>> {
    let mut tokens: BTreeSet<String> = BTreeSet::new();
    for (text, kept) in collection.originals.iter().zip(kept) {
        tokens.extend(kept.tokens.iter().map(|(span, _)| span.of(text).to_lowercase()));
    }
    let total = counts.total()? as f64;
    let words: Vec<[&str; 1]> = tokens.iter().map(|token| [token.as_str()]).collect();
    let groups: Vec<[&[&str]; 1]> = words.iter().map(|word| [&word[..]]).collect();
    let questions: Vec<&[&[&str]]> = groups.iter().map(|group| &group[..]).collect();
    let found = counts.count_batch(&questions)?;
    let bits = found.into_iter().map(|count| (total / if count == 0 { 0.5 } else { count as f64 }).log2());
    Ok(tokens.iter().cloned().zip(bits).collect())
}

fn attack(
    collection: &Collection,
    pages: &[(String, String)],
    documents: &mut [AssessedDocument],
    watch: &dyn Watch,
) -> Result<SearchAttack> {
    let originals = collection.originals.iter().map(String::as_str);
    let background = Background::new(pages, originals, &Model::ALL)?;
    let pages: Vec<Option<u32>> = collection.names.iter().map(|name| background.page(name)).collect();
    let texts: Vec<(&str, u32)> =
        collection.sanitised.iter().zip(&pages).filter_map(|(text, page)| Some((text.as_str(), (*page)?))).collect();
    if texts.is_empty() {
        return Err(Error::input("no document has a page of its own name in the background")
            .with_help("the page about the person of a document is called as the document is"));
    }
    watch.step("attacking", 0, 0)?;
    let mut found = background.attack(&texts).into_iter();
    let mut ranks: Vec<Vec<usize>> = vec![Vec::new(); Model::ALL.len()];
    for (document, page) in documents.iter_mut().zip(&pages) {
        if page.is_some() {
            document.found = found.next().unwrap_or_default();
            document.found.iter().zip(&mut ranks).for_each(|(found, ranks)| ranks.push(found.rank));
        }
    }
    let without = collection.names.iter().zip(&pages).filter(|(_, page)| page.is_none());
    Ok(SearchAttack {
        pages: background.names().len(),
        without_page: without.map(|(name, _)| name.clone()).collect(),
        by_model: Model::ALL.into_iter().zip(ranks.iter().map(|ranks| Ranks::of(ranks))).collect(),
        worst: Ranks::of(&worst_ranks(&ranks)),
        taken_out: background.taken_out,
    })
}

fn retrieval(collection: &Collection, what: &DocumentsAssessment) -> Result<(Vec<Evaluated>, Vec<Evaluated>)> {
    if what.utility.is_none() && what.risk.is_none() {
        return Ok((Vec::new(), Vec::new()));
    }
    let (original, sanitised) = rayon::join(
        || Index::new(Model::Stems, &collection.originals),
        || Index::new(Model::Stems, &collection.sanitised),
    );
    let of = |file: &Option<QueryFile>| -> Result<Vec<Evaluated>> {
        let file = file.clone().unwrap_or_default();
        let all = file.queries.iter().map(|query| evaluate(&original, &sanitised, query, &file.random));
        Ok(all.collect::<Result<_, _>>()?)
    };
    Ok((of(&what.utility)?, of(&what.risk)?))
}

fn against_gold(collection: &Collection, kept: &[KeptTokens], gold: &[GoldDocument]) -> Result<GoldFigures> {
    let by_name: BTreeMap<&str, &GoldDocument> = gold.iter().map(|one| (one.name.as_str(), one)).collect();
    let mut figures = GoldFigures { documents: Vec::new(), not_annotated: Vec::new() };
    for (at, name) in collection.names.iter().enumerate() {
        let Some(document) = by_name.get(name.as_str()) else {
            figures.not_annotated.push(name.clone());
            continue;
        };
        if document.text != collection.originals[at] {
            return Err(Error::input(format!("{name}: the annotated text is not that of the original"))
                .with_help("offsets of annotations belong to one text; compare with the document that was annotated"));
        }
        let masked = kept[at].masked();
        let pieces: Vec<Hidden<'_>> = match &collection.redacted[at] {
            Some(pieces) => pieces
                .iter()
                .map(|(span, text)| Hidden { span: *span, pseudonym: text.as_deref().filter(|text| is_label(text)) })
                .collect(),
            None => masked.iter().map(|&span| Hidden { span, pseudonym: None }).collect(),
        };
        figures.documents.push(measure(document, &pieces));
    }
    if figures.documents.is_empty() {
        return Err(
            Error::input("no document is annotated").with_help("annotated documents have the names of the files")
        );
    }
    Ok(figures)
}
