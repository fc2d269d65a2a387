//! Which bytes of a text are covered.

use super::finding::Finding;
use scumble_span::Span;

/// Bytes of a text, as spans in order that do not touch.
pub(super) struct Covered(Vec<Span>);

impl Covered {
    /// The bytes of all findings that apply.
    pub(super) fn by(found: &[Finding]) -> Self {
        Self::of(found.iter().filter(|finding| finding.applies()).map(|finding| finding.span).collect())
    }

    /// The bytes of these spans.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_merged() {
        let covered = Covered::of(vec![Span::new(8, 9), Span::new(0, 3), Span::new(2, 5), Span::new(5, 6)]);
        assert_eq!(covered.spans(), [Span::new(0, 6), Span::new(8, 9)]);
        assert!(covered.touches(Span::new(5, 8)) && !covered.touches(Span::new(6, 8)));
        assert!(covered.holds(Span::new(1, 6)) && !covered.holds(Span::new(1, 7)));
    }
}
