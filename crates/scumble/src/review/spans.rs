//! Where decisions stand in the text of their document, and spans that a person moves or marks.

use crate::document::{Decision, PublicDecision, Source, hash};
use scumble_span::{Span, word_spans};

/// Where a decision stands in the whole text of its document.
pub(super) fn span_of(source: &Source, decision: &PublicDecision) -> Option<Span> {
    source.woven().span_in(decision.part.unwrap_or(0), Span::new(decision.start, decision.end))
}

/// A decision about a span of the whole text, with its text.
pub(super) fn place(source: &Source, decision: &mut Decision, span: Span) {
    let woven = source.woven();
    let (part, local) = woven.place(span);
    let text = span.of(&woven.text).to_owned();
    (decision.public.start, decision.public.end) = (local.start, local.end);
    decision.public.part = (woven.parts.len() > 1).then_some(part);
    let related = decision.protected.take().and_then(|protected| protected.related);
    let term = scumble_corpus::normalized(&text);
    decision.protected = Some(crate::document::ProtectedText { text, term, related });
}

/// A decision that a person makes.
pub(super) fn manual(source: &Source, span: Span, kind: &str, action: &str, rule: &str) -> Decision {
    let (part, local) = source.woven().place(span);
    let id = hash(format!("{part}:{}:{}:by hand:{kind}", local.start, local.end).as_bytes())[..12].to_owned();
    let public = PublicDecision {
        id,
        start: local.start,
        end: local.end,
        part: None,
        kind: kind.to_owned(),
        rule: rule.to_owned(),
        ic: None,
        pmi: None,
        threshold: None,
        probability: None,
        match_share: None,
        action: action.to_owned(),
        replacement: None,
        state: "manual".to_owned(),
        reviewer: None,
        same_as: None,
        topic: None,
        density: None,
    };
    let mut decision = Decision { public, protected: None };
    place(source, &mut decision, span);
    decision
}

/// A selection without blanks at its ends, and with the whole of the words that it cuts. `None` if no word is in it.
pub(super) fn whole_words(text: &str, span: Span) -> Option<Span> {
    let mut touched =
        word_spans(text).skip_while(|word| word.end <= span.start).take_while(|word| word.start < span.end);
    let first = touched.next()?;
    let last = touched.last().unwrap_or(first);
    let trimmed = |span: Span| {
        let inside = span.of(text);
        let start = span.start + (inside.len() - inside.trim_start().len());
        Span::new(start, start + inside.trim().len())
    };
    let own = trimmed(Span::new(floor(text, span.start), floor(text, span.end)));
    Some(Span::new(own.start.min(first.start), own.end.max(last.end)))
}

/// The nearest place of a character at or before a byte.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// A span with one of its edges a word farther out or in. `None` if there is no word left, or no more.
pub(super) fn moved(text: &str, span: Span, at_start: bool, outwards: bool) -> Option<Span> {
    let words: Vec<Span> = word_spans(text).collect();
    let first = words.partition_point(|word| word.end <= span.start);
    let end = words.partition_point(|word| word.start < span.end);
    let moved = match (at_start, outwards) {
        (true, true) => Span::new(words.get(first.checked_sub(1)?)?.start, span.end),
        (false, true) => Span::new(span.start, words.get(end)?.end),
        (true, false) if end > first + 1 => Span::new(words[first + 1].start, span.end),
        (false, false) if end > first + 1 => Span::new(span.start, words[end - 2].end),
        _ => return None,
    };
    Some(moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_grow_and_shrink_by_words() {
        let text = "Dear Ms Jane Roe, hello.";
        let of = |span: Option<Span>| span.map(|span| span.of(text));
        let jane = Span::new(8, 12);
        assert_eq!(of(moved(text, jane, true, true)), Some("Ms Jane"));
        assert_eq!(of(moved(text, jane, false, true)), Some("Jane Roe"));
        assert_eq!(of(moved(text, jane, false, false)), None, "a word stays");
        let both = Span::new(8, 16);
        assert_eq!(
            (of(moved(text, both, true, false)), of(moved(text, both, false, false))),
            (Some("Roe"), Some("Jane"))
        );
        assert_eq!(of(moved(text, Span::new(18, 23), false, true)), None);
        assert_eq!(of(whole_words(text, Span::new(9, 14))), Some("Jane Roe"));
        assert_eq!(of(whole_words(text, Span::new(16, 18))), None);
        assert_eq!(of(whole_words(text, Span::new(7, 17))), Some("Jane Roe,"), "what was selected stays selected");
    }
}
