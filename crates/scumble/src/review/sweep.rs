//! A sweep for misses: capitalised words, numbers and rare words that nobody masked.

use super::look::Look;
use crate::Result;
use crate::document::Sanitizer;
use scumble_span::{Span, word_spans};
use serde::Serialize;
use std::collections::BTreeMap;

/// A word that fewer than one in ten thousand documents have.
const RARE_BITS: f64 = 13.3;
/// How many are given at most.
const MOST: usize = 500;

/// A word that nobody masked, and that a person should look at. It holds protected text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Miss {
    /// The word.
    pub text: String,
    /// Why it is here: `capitals`, `number` or `rare`.
    pub why: &'static str,
    /// Its information content, of a rare word.
    pub ic: Option<f64>,
    /// Where it stands, in bytes of the whole text.
    pub spans: Vec<(usize, usize)>,
}

/// The words of a document that nobody masked and that look as if somebody should: outside of all that is redacted, and of all that a
/// person has looked at. A word that only begins a sentence has no capital of its own.
///
/// # Errors
/// If the counts cannot be had. Counts on a server are not asked.
pub fn sweep(look: &Look, sanitizer: &Sanitizer) -> Result<Vec<Miss>> {
    let text = &look.source.woven().text;
    let settled = |one: &&crate::document::Decision| one.public.is_applied() || one.public.reviewer.is_some();
    let mut covered: Vec<Span> = look.decisions.iter().filter(settled).filter_map(|one| look.span(one)).collect();
    covered.sort();
    let mut reach = 0;
    let ends: Vec<usize> = covered
        .iter()
        .map(|span| {
            reach = reach.max(span.end);
            reach
        })
        .collect();
    let is_covered = |span: Span| {
        let before = covered.partition_point(|other| other.start < span.end);
        before > 0 && ends[before - 1] > span.start
    };
    let language = sanitizer.language();
    let mut found: BTreeMap<(u8, &str), Miss> = BTreeMap::new();
    let mut bits: BTreeMap<String, f64> = BTreeMap::new();
    for span in word_spans(text).filter(|&span| !is_covered(span)) {
        let word = span.of(text);
        let lower = word.to_lowercase();
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        let capital = word.starts_with(char::is_uppercase) && word.chars().count() > 1;
        let ordinary = language.is_ordinary_word(&lower) || language.is_stop_word(&lower);
        let (rank, why, ic) = if digits > 1 {
            (1, "number", None)
        } else if capital && !(ordinary && begins_sentence(&text[..span.start])) {
            (0, "capitals", None)
        } else if lower.chars().count() > 3 && lower.chars().all(char::is_alphabetic) && !language.is_stop_word(&lower)
        {
            if sanitizer.provenance().remote {
                continue;
            }
            let ic = match bits.get(&lower) {
                Some(ic) => *ic,
                None => {
                    let ic = sanitizer.decider().meter().term(&lower)?.ic;
                    bits.insert(lower.clone(), ic);
                    ic
                }
            };
            if ic < RARE_BITS {
                continue;
            }
            (2, "rare", Some(ic))
        } else {
            continue;
        };
        let miss =
            found.entry((rank, word)).or_insert_with(|| Miss { text: word.to_owned(), why, ic, spans: Vec::new() });
        miss.spans.push((span.start, span.end));
    }
    let mut all: Vec<(u8, Miss)> = found.into_iter().map(|((rank, _), miss)| (rank, miss)).collect();
    all.sort_by(|(a_rank, a), (b_rank, b)| {
        a_rank.cmp(b_rank).then(b.ic.unwrap_or(0.0).total_cmp(&a.ic.unwrap_or(0.0))).then(a.spans.cmp(&b.spans))
    });
    Ok(all.into_iter().map(|(_, miss)| miss).take(MOST).collect())
}

/// Whether what follows begins a sentence or a line.
fn begins_sentence(before: &str) -> bool {
    let mut blanks = before.chars().rev().take_while(|c| c.is_whitespace());
    if blanks.any(|c| c == '\n') {
        return true;
    }
    let last = before.trim_end().trim_end_matches(['"', '“', '(', '\'', '‘']).trim_end().chars().next_back();
    last.is_none_or(|c| matches!(c, '.' | '!' | '?' | ':' | '…'))
}

#[cfg(test)]
mod tests {
    use super::begins_sentence;

    #[test]
    fn a_sentence_begins_after_its_end_or_on_a_line() {
        for before in ["", "It ends. ", "a line\n  ", "He said: “", "Why? ("] {
            assert!(begins_sentence(before), "{before}");
        }
        assert!(!begins_sentence("He met "));
    }
}
