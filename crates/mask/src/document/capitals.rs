//! Capitalised words, foreign scripts and codes that nobody knows: what models miss.

use super::entities::{is_common, is_law, is_name, is_public_body};
use super::finding::{Finding, Found, Rule};
use super::marks::outside;
use super::meter::Meter;
use super::places::{KeepPlaces, is_country};
use super::text::{Covered, Reading};
use crate::error::Result;
use scumble_text::entity::Kind;
use scumble_text::entity::gazetteer::CALENDAR;
use scumble_text::{Analyzer, Span, Token, is_stop_word};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// From how many bits on capitalised words that are all ordinary ("Grey Cup") are a name; chosen on court cases (`bench/documents`).
const ORDINARY_BETA: f64 = 8.0;

/// Small words inside names: "Days of Our Lives", "Ludwig van Beethoven".
const JOINING: [&str; 18] = [
    "of", "de", "del", "da", "do", "dos", "di", "la", "le", "du", "van", "von", "der", "den", "the", "and", "in", "for",
];

/// Words whose numbers name a passage, not a person: "Article 34", "§ 3".
const PASSAGES: [&str; 18] = [
    "article",
    "articles",
    "section",
    "sections",
    "paragraph",
    "paragraphs",
    "rule",
    "rules",
    "chapter",
    "protocol",
    "part",
    "act",
    "law",
    "no",
    "nos",
    "page",
    "table",
    "figure",
];

/// Finds runs of capitalised words, words in other scripts, and tokens with digits, outside of all entities.
pub(super) fn capitals(
    reading: &Reading<'_>,
    meter: &Meter<'_>,
    keep_places: KeepPlaces,
    found: &[Finding],
) -> Result<Vec<Finding>> {
    let entities = reading.document.entities();
    // A block that waits for a person hides nothing yet.
    let goes = found.iter().filter(|one| one.applies()).map(|one| one.span);
    let taken: Vec<Span> = entities.iter().map(|entity| entity.span).chain(goes).collect();
    let covered = Covered::of(taken);
    let new = |span: &Span| !covered.touches(*span);
    let text = reading.text();
    let is_person = |one: &&Finding| one.kind == Found::Entity(Kind::Person);
    let people: HashMap<usize, &Finding> = found.iter().filter(is_person).map(|one| (one.span.start, one)).collect();
    let mut out = Vec::new();
    for run in names(reading) {
        let rest = if covered.touches(run) { outside(text, run, covered.spans()) } else { vec![run] };
        let pieces = rest.into_iter().flat_map(|span| reading.free(span));
        for span in pieces.filter_map(|span| without_empty_edges(text, span)) {
            let form = span.of(text);
            if tells(form, meter, keep_places)? {
                out.push(joined(text, span, &people));
            }
        }
    }
    let scripts = foreign(reading).into_iter().map(|span| (span, Found::Name));
    let coded = codes(reading).into_iter().map(|span| (span, Found::Entity(Kind::Code)));
    for (span, kind) in scripts.chain(coded).filter(|(span, _)| new(span)) {
        out.extend(reading.free(span).into_iter().map(|piece| Finding::new(piece, kind, Rule::Capitals)));
    }
    Ok(out)
}

/// A name right before a person's is theirs: "Branko" of "Branko Mikša", where only the second was found.
fn joined(text: &str, span: Span, people: &HashMap<usize, &Finding>) -> Finding {
    match people.get(&(span.end + 1)).filter(|_| text[span.end..].starts_with(' ')) {
        Some(&one) => Finding { span: Span::new(span.start, one.span.end), ..one.clone() },
        None => Finding::new(span, Found::Name, Rule::Capitals),
    }
}

/// A span without stop words at its edges, where a label has cut it; `None` if nothing is left.
fn without_empty_edges(text: &str, span: Span) -> Option<Span> {
    let words: Vec<Span> = super::words::word_spans(span.of(text)).collect();
    let empty = |word: &&Span| {
        let form = word.of(span.of(text));
        form.starts_with(char::is_lowercase) && is_stop_word(form)
    };
    let first = words.iter().find(|word| !empty(word))?;
    let last = words.iter().rev().find(|word| !empty(word))?;
    Some(Span::new(span.start + first.start, span.start + last.end))
}

/// Whether capitalised words are a name: one of them is not ordinary, or together they are rare and no public body or law.
fn tells(form: &str, meter: &Meter<'_>, keep_places: KeepPlaces) -> Result<bool> {
    let known = |word: &str| Analyzer::english().known(&word.to_lowercase());
    if keep_places != KeepPlaces::None && is_country(form) {
        return Ok(false);
    }
    let listed =
        scumble_corpus::words(form).all(|word| known(word) & CALENDAR != 0 || is_stop_word(&word.to_lowercase()));
    if listed || is_public_body(form) || is_law(form) {
        return Ok(false);
    }
    if is_name(form) {
        return Ok(true);
    }
    Ok(meter.term(form)?.ic >= ORDINARY_BETA)
}

/// Runs of words with a capital, over small words that join them.
fn names(reading: &Reading<'_>) -> Vec<Span> {
    let document = &reading.document;
    let tokens = document.tokens();
    let form = |i: usize| tokens[i].span.of(reading.text());
    let has_capital = |i: usize| form(i).starts_with(char::is_uppercase);
    let sentences = document.sentences();
    let inside: HashSet<&str> =
        sentences.iter().flat_map(|sentence| sentence.clone().skip(1)).filter(|&i| has_capital(i)).map(form).collect();
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
                let next = (end..sentence.end).find(|&i| !JOINING.contains(&form(i))).unwrap_or(sentence.end);
                if next < sentence.end && next <= end + 2 && has_capital(next) {
                    end = next + 1;
                } else {
                    break;
                }
            }
            // The first word of a sentence has a capital anyway.
            let mut start = at;
            if at == sentence.start && !inside.contains(form(at)) {
                let lower = form(at).to_lowercase();
                let ordinary = is_stop_word(&lower) || is_common(&lower);
                if ordinary && (end == at + 1 || is_stop_word(&lower)) {
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

/// Tokens that mix letters and digits, or are numbers of at least two digits that no passage has.
fn codes(reading: &Reading<'_>) -> Vec<Span> {
    let text = reading.text();
    let tokens = reading.document.tokens();
    let mut out = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let before = i.checked_sub(1).map_or("", |before| tokens[before].span.of(text));
        let passage = before == "§" || PASSAGES.contains(&before.trim_end_matches('.').to_lowercase().as_str());
        // The digits of our own labels are none.
        for span in reading.free(token.span) {
            let form = span.of(text);
            let digits = form.bytes().filter(u8::is_ascii_digit).count();
            let letters = form.chars().filter(|c| c.is_alphabetic()).count();
            let ordinal = digits <= 4 && ["th", "st", "nd", "rd"].iter().any(|ending| form.ends_with(ending));
            let mixed = digits >= 2 && letters >= 1 && !ordinal && !form.ends_with('s');
            if !passage && (digits >= 2 && letters == 0 || mixed) || digits >= 5 {
                out.push(span);
            }
        }
    }
    out
}
