//! All that is alike: decisions about the same term, and mentions of it that nobody decided on.

use super::act::Scope;
use super::collection::Review;
use super::spans::span_of;
use crate::Result;
use crate::document::Source;
use scumble_mask::document::{Removed, words};
use scumble_span::Span;
use serde::Serialize;

/// All that is like a decision, document by document. It holds protected text.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Alike {
    /// How many there are, the decision itself among them.
    pub count: usize,
    /// The documents that have any.
    pub documents: Vec<AlikeDocument>,
}

/// What is alike in one document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AlikeDocument {
    /// The document's number.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// What is alike, by place.
    pub hits: Vec<AlikeHit>,
}

/// A mention that is like another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AlikeHit {
    /// Its decision, if there is one.
    pub id: Option<String>,
    /// Its bytes in the whole text of the document.
    pub span: (usize, usize),
    /// Some text before it.
    pub before: String,
    /// The mention.
    pub text: String,
    /// Some text behind it.
    pub after: String,
    /// The state of its decision, or `unmarked`.
    pub state: String,
}

impl Review {
    /// All that is like a decision, in its document or in the whole collection: to be shown before something is done with all of it.
    ///
    /// # Errors
    /// If there is no such decision, or an original cannot be read.
    pub fn alike(&mut self, document: usize, id: &str, scope: Scope) -> Result<Alike> {
        let decision = self.document(document)?.stored.of(id)?.clone();
        let Some(protected) = decision.protected else { return Ok(Alike::default()) };
        self.mentions_of(document, &protected.text, scope)
    }

    /// All mentions of a text, decided on or not.
    pub(super) fn mentions_of(&mut self, document: usize, text: &str, scope: Scope) -> Result<Alike> {
        let numbers = match scope {
            Scope::Document => vec![document],
            Scope::Collection => (0..self.documents.len()).collect(),
        };
        let removed = Removed::of_terms([text], self.sanitizer.language());
        let term = scumble_corpus::normalized(text);
        let mut alike = Alike::default();
        for number in numbers {
            let source = self.source(number)?;
            let hits = self.hits_in(number, &source, &removed, &term);
            if !hits.is_empty() {
                alike.count += hits.len();
                let name = self.documents[number].stored.name.clone();
                alike.documents.push(AlikeDocument { number, name, hits });
            }
        }
        Ok(alike)
    }

    fn hits_in(&self, number: usize, source: &Source, removed: &Removed, term: &str) -> Vec<AlikeHit> {
        let whole = &source.woven().text;
        let decisions = &self.documents[number].stored.decisions;
        let placed: Vec<(Span, &crate::document::Decision)> =
            decisions.iter().filter_map(|one| Some((span_of(source, &one.public)?, one))).collect();
        let same = |one: &&(Span, &crate::document::Decision)| {
            one.1.public.kind != "block" && one.1.protected.as_ref().is_some_and(|protected| protected.term == term)
        };
        let mut hits: Vec<AlikeHit> = placed
            .iter()
            .filter(same)
            .map(|(span, one)| hit(whole, *span, Some(one.public.id.clone()), state_of(one)))
            .collect();
        // A mention in a longer one that is decided on is decided on with it.
        let is_free = |span: &Span| {
            !placed
                .iter()
                .any(|(other, one)| one.public.kind != "block" && other.start < span.end && span.start < other.end)
        };
        let unmarked = removed.left_in(&words(whole)).into_iter().map(|found| found.span).filter(is_free);
        hits.extend(unmarked.map(|span| hit(whole, span, None, "unmarked".to_owned())));
        hits.sort_by_key(|hit| hit.span);
        hits
    }
}

fn state_of(decision: &crate::document::Decision) -> String {
    let public = &decision.public;
    if public.action == "keep" && public.state == "accepted" { "kept".to_owned() } else { public.state.clone() }
}

fn hit(whole: &str, span: Span, id: Option<String>, state: String) -> AlikeHit {
    let (before, after) = around(whole, span, 30);
    AlikeHit {
        id,
        span: (span.start, span.end),
        before: before.to_owned(),
        text: span.of(whole).to_owned(),
        after: after.to_owned(),
        state,
    }
}

/// The text around a span, up to so many bytes on each side.
pub(super) fn around(whole: &str, span: Span, bytes: usize) -> (&str, &str) {
    let boundary = |at: usize| (at..=whole.len()).find(|&at| whole.is_char_boundary(at)).unwrap_or(whole.len());
    let start = boundary(span.start.saturating_sub(bytes)).min(span.start);
    let end = boundary((span.end + bytes).min(whole.len()));
    (&whole[start..span.start], &whole[span.end..end])
}
