//! A document as the finders see it.

use super::finding::Finding;
use super::marks::{marks, outside};
use super::words::{Word, words};
use crate::error::Result;
use scumble_text::{Document, Span, Tag};

/// A text that was read, its words by stems, and what this program has put into it before.
pub struct Reading<'t> {
    /// The whole text.
    text: &'t str,
    /// What was understood of it; what lies behind is no language, and only what goes elsewhere is looked for there.
    pub document: Document<'t>,
    /// Its words.
    pub words: Vec<Word>,
    /// Labels and other marks of our own.
    pub marks: Vec<Span>,
    /// Places that no finding may reach over, in order: between two values that only stand beside each other.
    pub breaks: Vec<usize>,
}

impl<'t> Reading<'t> {
    /// Of a document that was read.
    pub fn new(document: Document<'t>) -> Self {
        Self::with_rest(document.text(), document, Vec::new())
    }

    /// Of a text whose beginning was read, with places that no finding may reach over.
    pub fn with_rest(text: &'t str, document: Document<'t>, breaks: Vec<usize>) -> Self {
        Self { text, words: words(text), marks: marks(text), document, breaks }
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The noun phrases, without our own marks.
    pub fn phrases(&self) -> Vec<Span> {
        let spans = self.document.phrases().iter().map(|phrase| self.document.phrase_span(phrase));
        spans.flat_map(|span| self.free(span)).collect()
    }

    /// The noun phrases, and the pronouns that stand in none: what the paper's two steps look at.
    pub fn phrases_and_pronouns(&self) -> Vec<Span> {
        let mut spans = self.phrases();
        let phrases = Covered::of(spans.clone());
        let pronouns = self.document.tokens().iter().filter(|token| token.tag == Tag::Pronoun).map(|token| token.span);
        spans.extend(pronouns.filter(|&span| !phrases.touches(span)));
        spans.sort();
        spans
    }

    /// The pieces of a span without our own marks, none of them over a break.
    pub fn free(&self, span: Span) -> Vec<Span> {
        let first = self.marks.partition_point(|mark| mark.end <= span.start);
        let marked = self.marks.get(first).is_some_and(|mark| mark.start < span.end);
        let from = self.breaks.partition_point(|&place| place <= span.start);
        let inside: Vec<usize> = self.breaks[from..].iter().copied().take_while(|&place| place < span.end).collect();
        if !marked && inside.is_empty() {
            return vec![span];
        }
        let mut out = Vec::new();
        let mut start = span.start;
        for end in inside.into_iter().chain([span.end]) {
            out.extend(outside(self.text(), Span::new(start, end), &self.marks));
            start = end;
        }
        out
    }
}

/// Finds something in a document, knowing what was found before.
pub trait Finder: Sync {
    /// What is found.
    fn find(&self, reading: &Reading<'_>, found: &[Finding]) -> Result<Vec<Finding>>;
}

/// Which bytes findings that apply cover.
pub(super) struct Covered(Vec<Span>);

impl Covered {
    /// By these findings.
    pub(super) fn by(found: &[Finding]) -> Self {
        Self::of(found.iter().filter(|finding| finding.applies()).map(|finding| finding.span).collect())
    }

    /// These spans.
    pub(super) fn of(mut spans: Vec<Span>) -> Self {
        spans.sort();
        let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
        for span in spans {
            match merged.last_mut() {
                Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
                _ => merged.push(span),
            }
        }
        Self(merged)
    }

    /// Whether a byte of the span is covered.
    pub(super) fn touches(&self, span: Span) -> bool {
        let first = self.0.partition_point(|covered| covered.end <= span.start);
        self.0.get(first).is_some_and(|covered| covered.start < span.end)
    }

    /// Whether the whole span is covered.
    pub(super) fn holds(&self, span: Span) -> bool {
        let first = self.0.partition_point(|covered| covered.end <= span.start);
        self.0.get(first).is_some_and(|covered| covered.start <= span.start && span.end <= covered.end)
    }

    /// The spans, in order and apart.
    pub(super) fn spans(&self) -> &[Span] {
        &self.0
    }
}
