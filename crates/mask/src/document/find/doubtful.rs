//! Phrases that the rules keep, and a learned decision may mask: numbers in words, occupations, nationalities.

use crate::document::case::{Case, Finder};
use crate::document::covered::Covered;
use crate::document::finding::{Finding, Found, Rule};
use crate::error::Result;
use scumble_span::Span;
use scumble_text::Tag;
use scumble_text::entity::EntityKind;
use scumble_text::entity::gazetteer::{OCCUPATION, PEOPLE};

/// Offers noun phrases of people and numbers to the learned decision.
pub(in crate::document) struct Doubtful;

impl Finder for Doubtful {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let (reading, language, text) = (case.reading(), case.knowledge().language, case.text());
        let taken = case.found().iter().chain(case.exempted()).chain(case.published()).chain(case.doubtful());
        let entities = reading.document.entities().iter().map(|entity| entity.span);
        let covered = Covered::of(taken.map(|finding| finding.span).chain(entities).collect());
        let tokens = reading.document.tokens();
        let mut doubtful = Vec::new();
        for phrase in reading.document.phrases() {
            let last = tokens[phrase.tokens.end - 1].span;
            let known = language.known(&last.of(text).to_lowercase());
            let span = reading.document.phrase_span(phrase);
            if known & (OCCUPATION | PEOPLE) != 0 && !covered.touches(span) {
                doubtful.push((span, EntityKind::Demographic));
            }
        }
        let phrases = Covered::of(doubtful.iter().map(|(span, _)| *span).collect());
        let free = |span: Span| !covered.touches(span) && !phrases.touches(span);
        for token in tokens.iter().filter(|token| token.tag == Tag::Number && free(token.span)) {
            if token.span.of(text).chars().all(char::is_alphabetic) {
                doubtful.push((token.span, EntityKind::Quantity));
            }
        }
        for (span, kind) in doubtful {
            case.doubt(Finding::new(span, Found::Entity(kind), Rule::Entity));
        }
        Ok(())
    }
}
