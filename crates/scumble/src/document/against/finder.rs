//! The finder of words that speak for the page about a document's person.

use super::attacker::{Attacker, spans_outside};
use super::choose::choose;
use scumble_assess::document::attack::placeholders;
use scumble_assess::document::search::Index;
use scumble_mask::document::{Case, Finder, Finding, Found, Rule};
use scumble_span::{Span, token_spans};
use std::collections::BTreeMap;

/// Finds words without which the page about a document's person is below a rank.
pub(crate) struct SearchFinder<'a> {
    pub(super) indexes: &'a [Index],
    pub(super) below_rank: usize,
    pub(super) page: u32,
    /// Pages that are the document itself.
    pub(super) copies: &'a [u32],
}

impl Finder for SearchFinder<'_> {
    fn find(&self, case: &mut Case<'_>) -> scumble_mask::Result<()> {
        let (reading, language) = (case.reading(), case.knowledge().language);
        let text = reading.text();
        let mut hidden = placeholders(text);
        hidden.extend(&reading.marks);
        hidden.extend(case.found().iter().filter(|finding| finding.applies()).map(|finding| finding.span));
        let pieces = spans_outside(text.len(), hidden);
        let is_left = |span: Span| {
            let piece = pieces.partition_point(|piece| piece.end < span.end);
            pieces.get(piece).is_some_and(|piece| piece.start <= span.start)
        };
        // All words of a stem go together, because no mention of what is redacted may be left.
        let mut by_stem: BTreeMap<(bool, u64), Vec<Span>> = BTreeMap::new();
        for word in reading.words.iter().filter(|word| is_left(word.span) && !case.is_allowed(word.span)) {
            let is_stop_word = language.is_stop_word(word.span.of(text));
            by_stem.entry((is_stop_word, word.stem)).or_default().push(word.span);
        }
        // Stop words are the last resort.
        let last_resort = by_stem.keys().filter(|(is_stop_word, _)| !is_stop_word).count();
        let mut groups: Vec<Vec<Span>> = by_stem.into_values().collect();
        groups[..last_resort].sort();
        groups[last_resort..].sort();
        let sizes: Vec<usize> = groups
            .iter()
            .map(|spans| spans.iter().map(|span| token_spans(span.of(text)).count().max(1)).sum())
            .collect();
        let new = |index| Attacker::new(index, text, &pieces, &groups, self.page, self.copies);
        let mut attackers: Vec<Attacker<'_>> = self.indexes.iter().map(new).collect();
        let whole: Vec<f64> = attackers.iter().map(Attacker::own).collect();
        let parts: Vec<Vec<f64>> = attackers
            .iter()
            .map(|attacker| (0..groups.len()).map(|group| attacker.added(group, self.page)).collect())
            .collect();
        let share = |group: usize| {
            let shares = parts.iter().zip(&whole).filter(|(_, whole)| **whole > 0.0);
            shares.map(|(parts, whole)| parts[group] / whole).fold(0.0, f64::max)
        };
        for group in choose(&mut attackers, &sizes, last_resort, self.below_rank) {
            for &span in &groups[group] {
                let finding = Finding::new(span, Found::Term, Rule::Background);
                case.add(Finding { match_share: Some(share(group)), ..finding })?;
            }
        }
        Ok(())
    }
}
