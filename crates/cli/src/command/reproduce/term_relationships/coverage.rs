//! Where the figures come from: how many terms the Web was asked for, and how much of them the corpus knows.

use super::hits::Hits;
use super::measure::{Measured, Term};
use serde_json::{Value, json};

/// Counts over all documents under test; a term counts once in each document.
pub(super) struct Coverage {
    documents: usize,
    terms: usize,
    as_written: usize,
    stripped: usize,
    asked_unseen: usize,
    never_asked: usize,
    never_asked_sensitive: usize,
    not_in_corpus: usize,
    sensitive: usize,
    sensitive_not_in_corpus: usize,
    marked: usize,
    marked_terms: usize,
    beta_from_web: usize,
    beta_in_corpus: usize,
    secret_is_term: usize,
    names_from_web: usize,
    names_in_corpus: usize,
    found_in_corpus: usize,
    copies: u64,
    corpus: u64,
    hits: (usize, usize),
}

impl Coverage {
    pub(super) fn of(documents: &[Measured], named: &[Measured], hits: &Hits, corpus: u64) -> Self {
        let terms = |is: &dyn Fn(&Term) -> bool| {
            documents.iter().flat_map(|document| &document.terms).filter(|term| is(term)).count()
        };
        let such = |is: &dyn Fn(&Measured) -> bool| documents.iter().filter(|document| is(document)).count();
        let marked_terms =
            |document: &Measured| document.terms.iter().filter(|term| document.gold.contains(&term.key)).count();
        Self {
            documents: documents.len(),
            terms: terms(&|_| true),
            as_written: terms(&|term| term.web.is_some_and(|answer| answer.as_written)),
            stripped: terms(&|term| term.web.is_some_and(|answer| !answer.as_written)),
            asked_unseen: terms(&|term| term.web.is_some_and(|answer| answer.pages == 0)),
            never_asked: terms(&|term| term.web.is_none()),
            never_asked_sensitive: terms(&|term| term.web.is_none() && term.sensitive),
            not_in_corpus: terms(&|term| !term.seen),
            sensitive: terms(&|term| term.sensitive),
            sensitive_not_in_corpus: terms(&|term| term.sensitive && !term.seen),
            marked: documents.iter().map(|document| document.gold.len()).sum(),
            marked_terms: documents.iter().map(marked_terms).sum(),
            beta_from_web: such(&|document| document.web_beta.is_some()),
            beta_in_corpus: such(&|document| document.secret_is_seen),
            secret_is_term: such(&|document| document.secret_is_term),
            names_from_web: named.iter().filter(|document| document.web_beta.is_some()).count(),
            names_in_corpus: named.iter().filter(|document| document.secret_is_seen).count(),
            found_in_corpus: such(&|document| document.of_name > 0),
            copies: documents.iter().map(|document| document.copies).sum(),
            corpus,
            hits: (hits.terms, hits.unseen),
        }
    }

    pub(super) fn to_json(&self) -> Value {
        json!({
            "documents": self.documents,
            "terms": self.terms,
            "asked_as_written": self.as_written,
            "asked_with_stop_words": self.stripped,
            "asked_and_unseen": self.asked_unseen,
            "never_asked": self.never_asked,
            "never_asked_and_sensitive": self.never_asked_sensitive,
            "not_in_corpus": self.not_in_corpus,
            "sensitive": self.sensitive,
            "sensitive_not_in_corpus": self.sensitive_not_in_corpus,
            "marked": self.marked,
            "marked_and_terms": self.marked_terms,
            "beta_from_web": self.beta_from_web,
            "beta_in_corpus": self.beta_in_corpus,
            "term_to_hide_is_a_term": self.secret_is_term,
            "name_from_web": self.names_from_web,
            "name_in_corpus": self.names_in_corpus,
            "left_out_by_name": self.found_in_corpus,
            "copies_left_out": self.copies,
            "corpus": self.corpus,
            "hits": { "terms": self.hits.0, "unseen": self.hits.1 },
        })
    }

    /// In sentences.
    pub(super) fn to_text(&self) -> String {
        let Self { documents, terms, as_written, stripped, asked_unseen, never_asked, .. } = self;
        format!(
            "{documents} documents with {terms} terms; annotators marked {} terms, of which {} are among them.\n\
             Web: asked for {as_written} terms as written and for {stripped} with stop words at their edges ({asked_unseen} unseen); \
             {never_asked} were never asked for and are measured by the corpus ({} of them sensitive).\n\
             Corpus: {} documents; without the document under test (contained by its name for {} of {documents}, and {} times inside another) {} terms are unseen, {} of \
             them among the {} that S1 redacts: their PMI cannot be measured.\n\
             Sensitive term (the first marked span): Web count for {} documents, in the corpus for {}, a term of {}; with the \
             actor's name instead: {} and {}.\n",
            self.marked,
            self.marked_terms,
            self.never_asked_sensitive,
            self.corpus,
            self.found_in_corpus,
            self.copies,
            self.not_in_corpus,
            self.sensitive_not_in_corpus,
            self.sensitive,
            self.beta_from_web,
            self.beta_in_corpus,
            self.secret_is_term,
            self.names_from_web,
            self.names_in_corpus,
        )
    }
}
