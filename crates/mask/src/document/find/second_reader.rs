//! What the network reads: an opinion about every piece, and pieces that nobody else found.

use crate::document::case::{Case, Finder};
use crate::document::covered::Covered;
use crate::document::finding::{Finding, Found, Rule};
use crate::document::judge::TextKind;
use crate::document::reading::Reading;
use crate::error::Result;
use scumble_span::Span;
use scumble_text::Tag;
use scumble_text::entity::EntityKind;
use scumble_text::network::{Domain, MENTION_KINDS, Network};
use std::sync::Arc;

/// Offers what the network would mask to the learned decision.
pub(in crate::document) struct SecondReader {
    pub(in crate::document) network: Arc<Network>,
}

/// A word that the network would mask with less than this probability is no piece of its own.
const LEAST: f32 = 0.15;

impl TextKind {
    /// How the network knows a kind of text.
    fn domain(self) -> Domain {
        match self {
            Self::Court => Domain::Court,
            Self::Biography => Domain::Biography,
            Self::Clinical => Domain::Clinical,
            Self::Mail | Self::Form | Self::Other => Domain::Everyday,
        }
    }
}

/// From the first number to the last one of a piece.
fn numbers(reading: &Reading<'_>, span: Span) -> Option<Span> {
    let text = reading.text();
    let tokens = reading.document.tokens();
    let from = tokens.partition_point(|token| token.span.end <= span.start);
    let inside = tokens[from..].iter().take_while(|token| token.span.start < span.end);
    let mut numbers = inside
        .filter(|token| token.tag == Tag::Number || token.span.of(text).contains(char::is_numeric))
        .map(|token| token.span);
    let first = numbers.next()?;
    Some(Span::new(first.start, numbers.last().unwrap_or(first).end))
}

impl Finder for SecondReader {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let (reading, text) = (case.reading(), case.text());
        let Some(kind) = case.figures.text_kind.filter(|_| case.settled.is_none()) else { return Ok(()) };
        let read = self.network.read(reading.document.text(), kind.domain());
        let taken = case.found().iter().chain(case.exempted()).chain(case.published()).chain(case.doubtful());
        let taken = taken.map(|finding| finding.span).chain(reading.marks.iter().copied());
        let covered = Covered::of(taken.collect());
        let mut pieces: Vec<Span> = Vec::new();
        let mut sentence_of_last = usize::MAX;
        for (number, sentence) in reading.document.sentences().iter().enumerate() {
            for token in &reading.document.tokens()[sentence.clone()] {
                let is_word = token.span.of(text).contains(char::is_alphanumeric);
                let masked = read.mean_mask(token.span).is_some_and(|p| p >= LEAST);
                if !is_word || !masked || covered.touches(token.span) {
                    continue;
                }
                // Words that only blanks and small signs part belong together.
                match pieces.last_mut() {
                    Some(last)
                        if sentence_of_last == number
                            && text[last.end..token.span.start]
                                .chars()
                                .all(|c| matches!(c, ' ' | '-' | '.' | '\'')) =>
                    {
                        last.end = token.span.end;
                    }
                    _ => pieces.push(token.span),
                }
                sentence_of_last = number;
            }
        }
        for span in pieces {
            let kinds = read.kinds(span).unwrap_or_default();
            let likeliest = (0..kinds.len()).max_by(|&a, &b| kinds[a].total_cmp(&kinds[b])).unwrap_or(0);
            let kind = MENTION_KINDS[likeliest];
            // Of an amount, the number is telling and what is counted is not.
            let span = if kind == EntityKind::Quantity { numbers(reading, span) } else { Some(span) };
            if let Some(span) = span {
                case.doubt(Finding::new(span, Found::Entity(kind), Rule::SecondReader));
            }
        }
        case.opinions = Some(read);
        Ok(())
    }
}
