//! A document as the finders see it.

use super::covered::Covered;
use super::knowledge::Knowledge;
use super::mended::Mended;
use super::replace::{labels, marks, outside};
use super::source::SourceText;
use super::words::{Words, words};
use scumble_span::Span;
use scumble_text::{Document, Tag};

/// A text that was read: its prose analyzed, its words by stems, and the labels that it has already.
pub struct Reading<'t> {
    text: &'t str,
    /// The analyzed prose, a prefix of the text. The rest is only searched for what is redacted elsewhere.
    pub document: Document<'t>,
    /// The words of the whole text.
    pub words: Words,
    /// What no finding may touch: labels and other marks of an earlier release, and words of the file's format.
    pub marks: Vec<Span>,
    /// Words of the file's format.
    pub vocabulary: Vec<Span>,
    /// Places that no finding may reach over, in order: where blocks and cells of the text end, and those of the source.
    pub breaks: Vec<usize>,
    /// Those of the source.
    pub(super) given: Vec<usize>,
}

/// What a reading has beside its text and analysis.
#[derive(Default)]
struct Rest {
    words: Words,
    given: Vec<usize>,
    vocabulary: Vec<Span>,
}

impl<'t> Reading<'t> {
    /// Of a document that was analyzed.
    pub fn new(document: Document<'t>) -> Self {
        let words = words(document.text());
        Self::with_rest(document.text(), document, Rest { words, ..Rest::default() })
    }

    /// Reads a text as it is written.
    pub fn of(source: &'t SourceText, knowledge: &Knowledge) -> Self {
        Self::with_words(source, knowledge, words(&source.text))
    }

    /// Reads a text whose broken words are put together.
    pub fn of_mended(mended: &'t Mended, knowledge: &Knowledge) -> Self {
        Self::with_words(mended.source(), knowledge, mended.words())
    }

    fn with_words(source: &'t SourceText, knowledge: &Knowledge, words: Words) -> Self {
        // The models must not see which number a label has: a release would be read otherwise than the draft it was settled on.
        let prose = &source.text[..source.prose];
        let mut blind = prose.to_owned().into_bytes();
        for label in labels(prose) {
            blind[label.range()].iter_mut().filter(|byte| byte.is_ascii_digit()).for_each(|byte| *byte = b'1');
        }
        let blind = String::from_utf8(blind).unwrap_or_else(|_| prose.to_owned());
        let within = &source.breaks[..source.breaks.partition_point(|&place| place < prose.len())];
        let document = knowledge.language.analyzer().read_within(&blind, &knowledge.recognizers, within).on(prose);
        let rest = Rest { given: source.breaks.clone(), vocabulary: source.vocabulary.clone(), words };
        Self::with_rest(&source.text, document, rest)
    }

    /// A text that is searched for words only.
    pub(super) fn unread(text: &'t str) -> Self {
        Self::with_rest(text, Document::default(), Rest { words: words(text), ..Rest::default() })
    }

    fn with_rest(text: &'t str, document: Document<'t>, rest: Rest) -> Self {
        let Rest { words, given, vocabulary } = rest;
        let mut breaks = [document.breaks(), &given[..], &cells(document.text())[..]].concat();
        breaks.sort_unstable();
        breaks.dedup();
        let marks = match vocabulary.is_empty() {
            true => marks(text),
            false => Covered::of([marks(text), vocabulary.clone()].concat()).spans().to_vec(),
        };
        Self { text, words, marks, vocabulary, document, breaks, given }
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The noun phrases, without labels.
    pub fn phrases(&self) -> Vec<Span> {
        let spans = self.document.phrases().iter().map(|phrase| self.document.phrase_span(phrase));
        spans.flat_map(|span| self.free(span)).collect()
    }

    /// The noun phrases and the pronouns that stand in none: the terms of Sánchez, Batet and Viejo (2013).
    pub fn phrases_and_pronouns(&self) -> Vec<Span> {
        let mut spans = self.phrases();
        let phrases = Covered::of(spans.clone());
        let pronouns = self.document.tokens().iter().filter(|token| token.tag == Tag::Pronoun).map(|token| token.span);
        spans.extend(pronouns.filter(|&span| !phrases.touches(span)));
        spans.sort();
        spans
    }

    /// Whether a break lies between two places, or at one of them.
    pub(super) fn is_broken(&self, from: usize, to: usize) -> bool {
        let first = self.breaks.partition_point(|&place| place < from);
        self.breaks.get(first).is_some_and(|&place| place <= to)
    }

    /// The pieces of a span without labels, none of them over a break.
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
            out.extend(outside(self.text, Span::new(start, end), &self.marks));
            start = end;
        }
        out
    }
}

/// Where the cells of a line end: at tabs and wide gaps between words.
fn cells(text: &str) -> Vec<usize> {
    const GAP: &str = "    ";
    let mut out = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        if line.contains(['\t']) || line[indent..].contains(GAP) {
            let gaps = line[indent..].match_indices('\t').chain(line[indent..].match_indices(GAP));
            out.extend(gaps.map(|(place, _)| at + indent + place));
        }
        at += line.len();
    }
    out
}
