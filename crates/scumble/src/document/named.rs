//! Whether the terms that a user named occur at all, and what is written nearly like those that do not.

use scumble_io::nearest;
use scumble_mask::document::{Decider, NamedTerm};
use scumble_span::{normalized, word_spans};
use serde_json::{Value, json};
use std::collections::HashMap;

/// How many near spellings are remembered of a term.
const MOST_NEAR: usize = 3;

/// What a document has of the terms that were named, in the order of [`Decider::named_terms`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedHits {
    /// Whether each term occurs.
    pub found: Vec<bool>,
    /// For a term that does not occur, what is written nearly like it. Protected.
    pub near: Vec<Vec<String>>,
}

impl NamedHits {
    pub(crate) fn of(decider: &Decider, text: &str) -> crate::Result<Self> {
        let terms = decider.named_terms();
        if terms.is_empty() {
            return Ok(Self::default());
        }
        let found = decider.named_terms_in(text)?;
        let near =
            terms.iter().zip(&found).map(|(term, found)| if *found { Vec::new() } else { near(term.term, text) });
        Ok(Self { near: near.collect(), found })
    }

    /// Takes in what another document has.
    pub(crate) fn merge(&mut self, other: &Self) {
        if self.found.is_empty() {
            *self = other.clone();
            return;
        }
        for (mine, theirs) in self.found.iter_mut().zip(&other.found) {
            *mine |= theirs;
        }
        for (mine, theirs) in self.near.iter_mut().zip(&other.near) {
            for spelling in theirs {
                if mine.len() < MOST_NEAR && !mine.contains(spelling) {
                    mine.push(spelling.clone());
                }
            }
        }
    }

    /// Takes in what an earlier run found in a document.
    pub(crate) fn merge_found(&mut self, found: &[bool]) {
        self.merge(&Self { found: found.to_vec(), near: vec![Vec::new(); found.len()] });
    }
}

/// A term that was named and occurs nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched<'u> {
    /// The term, and what it was named for.
    pub named: NamedTerm<'u>,
    /// What is written nearly like it. Protected.
    pub near: &'u [String],
}

impl Unmatched<'_> {
    pub(crate) fn to_json(&self, show_text: bool) -> Value {
        let Self { named, near } = self;
        match show_text {
            true => json!({"named_for": named.purpose.as_str(), "term": named.term, "near": near}),
            false => json!({"named_for": named.purpose.as_str(), "near": near.len()}),
        }
    }
}

/// The spellings of as many words as a term has that are nearest to it.
fn near(term: &str, text: &str) -> Vec<String> {
    let wanted = normalized(term);
    let count = wanted.split(' ').filter(|word| !word.is_empty()).count();
    if count == 0 {
        return Vec::new();
    }
    let spans: Vec<_> = word_spans(text).collect();
    let mut written: HashMap<String, &str> = HashMap::new();
    for window in spans.windows(count) {
        let surface = &text[window[0].start..window[count - 1].end];
        if surface.len() <= 2 * term.len() + 8 {
            written.entry(normalized(surface)).or_insert(surface);
        }
    }
    let found = nearest(&wanted, written.keys().map(String::as_str), MOST_NEAR);
    let mut out: Vec<String> =
        found.into_iter().map(|form| written[form].split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    out.dedup();
    out
}
