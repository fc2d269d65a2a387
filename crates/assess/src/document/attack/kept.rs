//! How much of a document a release keeps.

use super::aligned::common;
use super::placeholder::{outside_placeholders, placeholders};
use scumble_span::{Span, token_spans};
use std::collections::HashMap;

/// The tokens of an original document, and which of them a release keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptTokens {
    /// Every token of the original and whether it is kept.
    pub tokens: Vec<(Span, bool)>,
}

/// The tokens that no edit touches.
pub fn kept_by_edits(original: &str, edits: &[Span]) -> KeptTokens {
    let mut sorted = edits.to_vec();
    sorted.sort();
    let mut apart: Vec<Span> = Vec::with_capacity(sorted.len());
    for edit in sorted {
        match apart.last_mut() {
            Some(last) if edit.start <= last.end => last.end = last.end.max(edit.end),
            _ => apart.push(edit),
        }
    }
    let touched = |token: Span| {
        let behind = apart.partition_point(|edit| edit.start < token.end);
        behind > 0 && apart[behind - 1].end > token.start
    };
    KeptTokens { tokens: token_spans(original).map(|token| (token, !touched(token))).collect() }
}

/// The tokens that a sanitised text has in the same order, in whatever case: a longest common subsequence with what stands outside
/// of its placeholders.
pub fn kept_by_text(original: &str, sanitised: &str) -> KeptTokens {
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut number = |token: &str| {
        let next = numbers.len() as u32;
        *numbers.entry(token.to_lowercase()).or_insert(next)
    };
    let tokens: Vec<Span> = token_spans(original).collect();
    let first: Vec<u32> = tokens.iter().map(|token| number(token.of(original))).collect();
    let mut second = Vec::new();
    for piece in outside_placeholders(sanitised, &placeholders(sanitised)) {
        second.extend(token_spans(piece).map(|token| number(token.of(piece))));
    }
    KeptTokens { tokens: tokens.into_iter().zip(common(&first, &second)).collect() }
}

impl KeptTokens {
    /// The share of tokens that are kept; of none it is 1.
    pub fn share(&self) -> f64 {
        self.weighted(|_| 1.0)
    }

    /// The share of information that is kept: every token weighs as much as `information` says of its span.
    pub fn weighted(&self, mut information: impl FnMut(Span) -> f64) -> f64 {
        let (mut kept, mut all) = (0.0, 0.0);
        for &(span, is_kept) in &self.tokens {
            let bits = information(span);
            all += bits;
            kept += if is_kept { bits } else { 0.0 };
        }
        if all > 0.0 { kept / all } else { 1.0 }
    }

    /// The pieces of the original that are not kept: neighbouring tokens together, with what stands between them.
    pub fn masked(&self) -> Vec<Span> {
        let mut out: Vec<Span> = Vec::new();
        let mut open = false;
        for &(span, kept) in &self.tokens {
            match out.last_mut() {
                Some(last) if !kept && open => last.end = span.end,
                _ if !kept => out.push(span),
                _ => {}
            }
            open = !kept;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_edits_and_by_text_alike() {
        let original = "Jane Roe, of Évora, sang in Paris and in Évora.";
        let at = |word: &str| original.find(word).map(|at| Span::new(at, at + word.len())).unwrap();
        let by_edits = kept_by_edits(original, &[at("Jane Roe"), at("Évora"), at("Paris")]);
        let by_text = kept_by_text(original, "Pers1, of Loc1, sang in [REDACTED] and in évora.");
        assert_eq!(by_edits, by_text);
        assert!((by_text.share() - 6.0 / 10.0).abs() < 1e-12);
        assert_eq!(by_text.masked(), [at("Jane Roe"), at("Évora"), at("Paris")]);
        let long = |span: Span| if span.of(original).len() > 3 { 1.0 } else { 0.0 };
        // Of Jane, Évora, sang, Paris and Évora, two are kept.
        assert!((by_text.weighted(long) - 0.4).abs() < 1e-12);
    }

    #[test]
    fn a_touched_token_is_not_kept_and_nothing_is_all_of_nothing() {
        assert_eq!(kept_by_edits("abcdef gh", &[Span::new(2, 3)]).share(), 0.5);
        assert_eq!((kept_by_text("", "x").share(), kept_by_text("a b", "").share()), (1.0, 0.0));
        // An edit that began long before.
        assert_eq!(kept_by_edits("a b c", &[Span::new(0, 5), Span::new(1, 2)]).share(), 0.0);
    }
}
