//! From findings to the pieces that are replaced. Every byte that an applied finding covers is replaced; where two overlap, the
//! stronger keeps its whole span and the other the rest of its own. Risky blocks are strongest, then addresses and numbers that are
//! written by rule, then the rule that stands first in [`Rule`](super::Rule), then the longer, then the earlier.

use super::covered::Covered;
use super::finding::{Finding, Found, Rule, State};
use super::replace::outside;
use scumble_span::Span;
use scumble_text::entity::EntityKind;
use std::collections::BTreeMap;

/// A piece of a text that is replaced, and the finding it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Where it stands.
    pub(super) span: Span,
    /// The number of its finding.
    pub(super) finding: usize,
}

/// Gives a finding that names a part of an entity of its kind the whole of it: "Roe" of "Ms Jane Roe".
pub(super) fn widen(findings: &mut [Finding]) {
    let mut wholes: Vec<(Span, Found)> = findings
        .iter()
        .filter(|one| one.applies() && one.rule == Rule::Entity)
        .map(|one| (one.span, one.kind))
        .collect();
    wholes.sort();
    for one in findings.iter_mut().filter(|one| one.state == State::Accepted && one.applies()) {
        let at = wholes.partition_point(|(span, _)| span.start <= one.span.start);
        let around = at.checked_sub(1).map(|i| wholes[i]);
        if let Some((span, _)) = around.filter(|(span, kind)| *kind == one.kind && one.span.end <= span.end) {
            one.span = span;
        }
    }
}

/// Whether it is written by rule, as an address is: a name inside of it is a part of it.
fn is_structured(kind: Found) -> bool {
    use EntityKind::{Email, Handle, Iban, Ip, NationalId, PaymentCard, Phone, Secret, Url};
    matches!(kind, Found::Entity(Email | Url | Phone | Ip | Iban | PaymentCard | NationalId | Handle | Secret))
}

/// The pieces that are replaced, in order and without overlaps.
pub(super) fn pieces(text: &str, findings: &[Finding]) -> Vec<Piece> {
    let mut order: Vec<usize> = (0..findings.len()).filter(|&i| findings[i].applies()).collect();
    order.sort_by_key(|&i| {
        let finding = &findings[i];
        // A risky block is replaced as a whole.
        (
            finding.kind != Found::Block,
            !is_structured(finding.kind),
            finding.rule,
            std::cmp::Reverse(finding.span.len()),
            finding.span.start,
            i,
        )
    });
    let mut taken: BTreeMap<usize, Piece> = BTreeMap::new();
    for i in order {
        let span = findings[i].span;
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
    fn the_stronger_keeps_its_span_and_every_byte_is_replaced() {
        let text = "the Smith Holdings revenue";
        let findings = [
            Finding::new(Span::new(4, 26), Found::Term, Rule::Informative),
            Finding::new(Span::new(4, 9), Found::Term, Rule::Person),
        ];
        let pieces: Vec<_> = pieces(text, &findings).into_iter().map(|p| (p.span.of(text), p.finding)).collect();
        assert_eq!(pieces, [("Smith", 1), ("Holdings revenue", 0)]);
    }
}
