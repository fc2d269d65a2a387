//! Capitalized words, foreign scripts and codes outside of all entities: names that the models miss.

use super::places::{KeepPlaces, Places};
use super::public::{is_law, is_name, is_public_body};
use crate::document::case::{Case, Finder};
use crate::document::covered::Covered;
use crate::document::finding::{Finding, Found, Rule};
use crate::document::measure::{Meter, Threshold};
use crate::document::reading::Reading;
use crate::document::replace::outside;
use crate::error::Result;
use scumble_span::{Span, word_spans};
use scumble_text::entity::EntityKind;
use scumble_text::{Language, Token};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// Redacts runs of capitalized words, words in other scripts, and tokens with digits, outside of all entities.
pub(in crate::document) struct Capitals {
    /// Which places are kept.
    pub(in crate::document) keep_places: KeepPlaces,
    /// The places that are known.
    pub(in crate::document) places: Arc<Places>,
}

/// The information content from which on capitalized words that are all ordinary ("Grey Cup") are a name; chosen on court cases
/// (`bench/documents`).
const ORDINARY_BETA: Threshold = Threshold::new(8.0);

impl Finder for Capitals {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let (reading, language, meter) = (case.reading(), case.knowledge().language, case.meter());
        let text = reading.text();
        let entities = reading.document.entities();
        // A risky block that waits for a person covers nothing yet.
        let before = || case.found().iter().chain(case.exempted()).chain(case.published());
        let redacted = before().filter(|finding| finding.applies()).map(|finding| finding.span);
        let covered = Covered::of(entities.iter().map(|entity| entity.span).chain(redacted).collect());
        let is_person = |finding: &&Finding| finding.kind == Found::Entity(EntityKind::Person);
        let people: HashMap<usize, &Finding> =
            before().filter(is_person).map(|finding| (finding.span.start, finding)).collect();
        let (mut found, mut doubtful) = (Vec::new(), Vec::new());
        for run in names(reading, language) {
            let rest = if covered.touches(run) { outside(text, run, covered.spans()) } else { vec![run] };
            let pieces = rest.into_iter().flat_map(|span| reading.free(span));
            for span in pieces.filter_map(|span| without_stop_words(text, span, language)) {
                match self.is_telling(span.of(text), meter, language)? {
                    true => found.push(joined(text, span, &people)),
                    false if !self.is_listed(span.of(text), language) => {
                        doubtful.push(Finding::new(span, Found::Name, Rule::Capitals));
                    }
                    false => {}
                }
            }
        }
        let scripts = foreign(reading).into_iter().map(|span| (span, Found::Name));
        let coded = codes(reading, language).into_iter().map(|span| (span, Found::Entity(EntityKind::Code)));
        let others = scripts.chain(coded).filter(|(span, _)| !covered.touches(*span));
        found.extend(others.map(|(span, kind)| Finding::new(span, kind, Rule::Capitals)));
        doubtful.into_iter().for_each(|finding| case.doubt(finding));
        case.add_all(found)
    }
}

impl Capitals {
    /// Whether capitalized words are a country that the user chose to keep, or days, months and stop words.
    fn is_listed(&self, form: &str, language: &Language) -> bool {
        let empty = |word: &str| {
            let lower = word.to_lowercase();
            language.words.is_calendar_word(&lower) || language.is_stop_word(&lower)
        };
        let chosen = matches!(self.keep_places, KeepPlaces::Countries | KeepPlaces::WellKnown);
        chosen && self.places.is_country(form) || scumble_span::words(form).all(empty)
    }

    /// Whether capitalized words are a name: one of them is not ordinary, or together they are rare and no public body or law.
    fn is_telling(&self, form: &str, meter: &Meter, language: &Language) -> Result<bool> {
        let country = self.keep_places != KeepPlaces::None && self.places.is_country(form);
        if country
            || self.is_listed(form, language)
            || is_public_body(form, language, &self.places)
            || is_law(form, language)
        {
            return Ok(false);
        }
        Ok(is_name(form, language) || ORDINARY_BETA.reached_by(meter.term(form)?.ic))
    }
}

/// A name right before a person's is a part of it: "Branko" of "Branko Mikša", where only the second was found.
fn joined(text: &str, span: Span, people: &HashMap<usize, &Finding>) -> Finding {
    match people.get(&(span.end + 1)).filter(|_| text[span.end..].starts_with(' ')) {
        Some(&person) => Finding { span: Span::new(span.start, person.span.end), ..person.clone() },
        None => Finding::new(span, Found::Name, Rule::Capitals),
    }
}

/// A span without stop words at its edges, where a label has cut it; `None` if nothing else is in it.
fn without_stop_words(text: &str, span: Span, language: &Language) -> Option<Span> {
    let words: Vec<Span> = word_spans(span.of(text)).collect();
    let empty = |word: &&Span| {
        let form = word.of(span.of(text));
        form.starts_with(char::is_lowercase) && language.is_stop_word(form)
    };
    let first = words.iter().find(|word| !empty(word))?;
    let last = words.iter().rev().find(|word| !empty(word))?;
    Some(Span::new(span.start + first.start, span.start + last.end))
}

/// Runs of words with a capital, over small words that join them.
fn names(reading: &Reading<'_>, language: &Language) -> Vec<Span> {
    let document = &reading.document;
    let tokens = document.tokens();
    let form = |i: usize| tokens[i].span.of(reading.text());
    let has_capital = |i: usize| form(i).starts_with(char::is_uppercase);
    let sentences = document.sentences();
    // A cell begins like a sentence.
    let begins = |i: usize| i > 0 && reading.is_broken(tokens[i - 1].span.end, tokens[i].span.start);
    let inside = sentences.iter().flat_map(|sentence| sentence.clone().skip(1));
    let inside: HashSet<&str> = inside.filter(|&i| has_capital(i) && !begins(i)).map(form).collect();
    let joining = &language.words.joining_words;
    let mut out = Vec::new();
    for sentence in sentences.iter().filter(|sentence| !is_heading(reading, tokens, sentence)) {
        let mut at = sentence.start;
        while at < sentence.end {
            if !has_capital(at) {
                at += 1;
                continue;
            }
            let mut end = at + 1;
            loop {
                let next = (end..sentence.end).find(|&i| !joining.contains(form(i))).unwrap_or(sentence.end);
                if next < sentence.end && next <= end + 2 && has_capital(next) && !(end..=next).any(begins) {
                    end = next + 1;
                } else {
                    break;
                }
            }
            // The first word of a sentence has a capital anyway.
            let mut start = at;
            if (at == sentence.start || begins(at)) && !inside.contains(form(at)) {
                let lower = form(at).to_lowercase();
                let empty = language.is_stop_word(&lower);
                if empty || end == at + 1 && language.is_ordinary_word(&lower) {
                    start = at + 1;
                    while start < end && !has_capital(start) {
                        start += 1;
                    }
                }
            }
            if start < end {
                out.push(Span::new(tokens[start].span.start, tokens[end - 1].span.end));
            }
            at = end;
        }
    }
    out
}

/// A sentence whose words all have capitals is a heading.
fn is_heading(reading: &Reading<'_>, tokens: &[Token], sentence: &Range<usize>) -> bool {
    let mut words = sentence
        .clone()
        .map(|i| tokens[i].span.of(reading.text()))
        .filter(|word| word.chars().any(char::is_alphabetic));
    words.all(|word| !word.chars().any(char::is_lowercase))
}

/// Words with letters of a script other than Latin, in a text that is otherwise Latin.
fn foreign(reading: &Reading<'_>) -> Vec<Span> {
    let is_foreign = |c: char| c.is_alphabetic() && c > '\u{24f}' && !('\u{1e00}'..='\u{1eff}').contains(&c);
    if reading.document.looks_english() == Some(false) {
        return Vec::new();
    }
    let words = reading.document.tokens().iter().map(|token| token.span);
    words.filter(|span| span.of(reading.text()).chars().any(is_foreign)).collect()
}

/// Tokens that mix letters and digits, or are numbers of at least two digits that name no passage.
fn codes(reading: &Reading<'_>, language: &Language) -> Vec<Span> {
    let (text, lists) = (reading.text(), &language.words);
    let tokens = reading.document.tokens();
    let mut out = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let before = i.checked_sub(1).map_or("", |before| tokens[before].span.of(text));
        let passage = lists.passage_marks.contains(before)
            || lists.passage_words.contains(&before.trim_end_matches('.').to_lowercase());
        // The digits of a label are no code.
        for span in reading.free(token.span) {
            let form = span.of(text);
            let digits = form.bytes().filter(u8::is_ascii_digit).count();
            let letters = form.chars().filter(|c| c.is_alphabetic()).count();
            let ordinal = digits <= 4 && lists.ordinal_endings.iter().any(|ending| form.ends_with(ending));
            let mixed = digits >= 2 && letters >= 1 && !ordinal && !form.ends_with('s');
            if !passage && (digits >= 2 && letters == 0 || mixed) || digits >= 5 {
                out.push(span);
            }
        }
    }
    out
}
