//! From findings to edits. Every byte that a finding covers goes; where two overlap, the stronger keeps its whole span (a block, else the rule that
//! stands first in [`Rule`](super::Rule), then the longer, then the earlier), and the other keeps what is left of it.

use super::finding::{Finding, Found, Rule};
use super::marks::outside;
use super::text::Covered;
use scumble_text::Span;
use std::collections::BTreeMap;

/// A piece of a text that goes, and the finding it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it stands.
    pub span: Span,
    /// The number of its finding.
    pub finding: usize,
}

/// The spans of findings; one that names a part of an entity of its kind has the whole of it: "Roe" of "Ms Jane Roe".
fn widened(findings: &[Finding]) -> Vec<Span> {
    let mut wholes: Vec<(Span, Found)> = findings
        .iter()
        .filter(|one| one.applies() && one.rule == Rule::Entity)
        .map(|one| (one.span, one.kind))
        .collect();
    wholes.sort();
    let whole = |one: &Finding| {
        let at = wholes.partition_point(|(span, _)| span.start <= one.span.start);
        let around = at.checked_sub(1).map(|i| wholes[i]);
        around.filter(|(span, kind)| *kind == one.kind && one.span.end <= span.end).map_or(one.span, |(span, _)| span)
    };
    findings.iter().map(whole).collect()
}

/// The pieces that go, in order and without overlaps.
pub fn pieces(text: &str, findings: &[Finding]) -> Vec<Piece> {
    let spans = widened(findings);
    let mut order: Vec<usize> = (0..findings.len()).filter(|&i| findings[i].applies()).collect();
    order.sort_by_key(|&i| {
        let finding = &findings[i];
        // A block goes as a whole.
        (finding.kind != Found::Block, finding.rule, std::cmp::Reverse(spans[i].len()), spans[i].start, i)
    });
    let mut taken: BTreeMap<usize, Piece> = BTreeMap::new();
    for i in order {
        let span = spans[i];
        let before = taken.range(..span.end).rev().map(|(_, piece)| piece.span);
        let around: Vec<Span> = before.take_while(|piece| piece.end > span.start).collect();
        if around.is_empty() {
            taken.insert(span.start, Piece { span, finding: i });
            continue;
        }
        for left in outside(text, span, Covered::of(around).spans()) {
            taken.insert(left.start, Piece { span: left, finding: i });
        }
    }
    taken.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_keeps_its_span_and_nothing_stays() {
        let text = "the Smith Holdings revenue";
        let findings = [
            Finding::new(Span::new(4, 26), Found::Term, Rule::Informative),
            Finding::new(Span::new(4, 9), Found::Term, Rule::Person),
        ];
        let pieces: Vec<_> = pieces(text, &findings).into_iter().map(|p| (p.span.of(text), p.finding)).collect();
        assert_eq!(pieces, [("Smith", 1), ("Holdings revenue", 0)]);
    }
}
