//! Capitalised words and codes that nobody knows: what models miss.

use super::finding::{Finding, Found, Rule};
use super::text::{Covered, Finder, Reading};
use crate::error::Result;
use scumble_text::entity::Kind;
use scumble_text::entity::gazetteer::{CALENDAR, COMMON, ORGANISATION_WORD, PEOPLE};
use scumble_text::{Analyzer, Span, Tag, is_stop_word};
use std::collections::HashSet;

/// Finds runs of capitalised words, and tokens with digits, outside of all entities.
pub(super) struct Capitals;

/// Small words inside names: "Days of Our Lives", "Ludwig van Beethoven".
const JOINING: [&str; 16] =
    ["of", "de", "del", "da", "do", "dos", "di", "la", "le", "du", "van", "von", "der", "den", "the", "and"];

impl Capitals {
    fn names(reading: &Reading<'_>, out: &mut Vec<Span>) {
        let document = &reading.document;
        let tokens = document.tokens();
        let form = |i: usize| tokens[i].span.of(reading.text());
        let is_name = |i: usize| {
            let word = form(i);
            word.starts_with(char::is_uppercase)
                && word.chars().any(char::is_lowercase)
                && matches!(tokens[i].tag, Tag::Name | Tag::Names)
        };
        let sentences = document.sentences();
        let inside: HashSet<&str> =
            sentences.iter().flat_map(|sentence| sentence.clone().skip(1)).filter(|&i| is_name(i)).map(form).collect();
        for sentence in sentences {
            let mut at = sentence.start;
            while at < sentence.end {
                if !is_name(at) {
                    at += 1;
                    continue;
                }
                let mut end = at + 1;
                loop {
                    let next = (end..sentence.end).find(|&i| !JOINING.contains(&form(i))).unwrap_or(sentence.end);
                    if next < sentence.end && next <= end + 2 && is_name(next) {
                        end = next + 1;
                    } else {
                        break;
                    }
                }
                let by_chance = at == sentence.start && end == at + 1 && !inside.contains(form(at));
                if !by_chance && (at..end).any(|i| is_telling(form(i))) {
                    out.push(Span::new(tokens[at].span.start, tokens[end - 1].span.end));
                }
                at = end;
            }
        }
    }

    /// Tokens that mix letters and digits, or have at least five digits.
    fn codes(reading: &Reading<'_>, out: &mut Vec<Span>) {
        for token in reading.document.tokens() {
            let form = token.span.of(reading.text());
            let digits = form.bytes().filter(u8::is_ascii_digit).count();
            let letters = form.chars().filter(|c| c.is_alphabetic()).count();
            let ordinal = digits <= 4
                && (form.ends_with("th") || form.ends_with("st") || form.ends_with("nd") || form.ends_with("rd"));
            if digits >= 5 || digits >= 2 && letters >= 1 && !ordinal && !form.ends_with('s') {
                out.push(token.span);
            }
        }
    }
}

/// Whether a capitalised word is more than an ordinary word in a heading or a title.
fn is_telling(word: &str) -> bool {
    let lower = word.to_lowercase();
    let bits = Analyzer::english().known(&lower);
    bits & (COMMON | ORGANISATION_WORD | PEOPLE | CALENDAR) == 0 && !is_stop_word(&lower)
}

impl Finder for Capitals {
    fn find(&self, reading: &Reading<'_>, found: &[Finding]) -> Result<Vec<Finding>> {
        let (mut names, mut codes) = (Vec::new(), Vec::new());
        Self::names(reading, &mut names);
        Self::codes(reading, &mut codes);
        let known = Covered::of(reading.document.entities().iter().map(|entity| entity.span).collect());
        let covered = Covered::by(found);
        let named = names.into_iter().map(|span| (span, Found::Name));
        let coded = codes.into_iter().map(|span| (span, Found::Entity(Kind::Code)));
        let new = named.chain(coded).filter(|(span, _)| !known.touches(*span) && !covered.touches(*span));
        let free = new.flat_map(|(span, kind)| reading.free(span).into_iter().map(move |piece| (piece, kind)));
        Ok(free.map(|(span, kind)| Finding::new(span, kind, Rule::Capitals)).collect())
    }
}
