//! Capitalized words, foreign scripts and codes outside of all entities: names that the models miss.

use super::places::{KeepPlaces, Places};
use super::plain::Plain;
use super::public::{is_law, is_name, is_public_body};
use crate::document::case::{Case, Finder};
use crate::document::covered::Covered;
use crate::document::finding::{Finding, Found, Rule};
use crate::document::measure::{Meter, Threshold};
use crate::document::reading::Reading;
use crate::document::replace::outside;
use crate::document::style::Style;
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
        let style = Style::of(reading);
        let plain = Plain::new(reading, language);
        let named = Named::of(before(), reading);
        let (mut found, mut doubtful) = (Vec::new(), Vec::new());
        for (run, begins) in names(reading, language) {
            let rest = if covered.touches(run) { outside(text, run, covered.spans()) } else { vec![run] };
            let pieces = rest.into_iter().flat_map(|span| reading.free(span));
            for span in pieces.filter_map(|span| without_stop_words(text, span, language)) {
                if style != Style::Case
                    && let Some(whole) = named.extended(text, span, begins && span.start == run.start, &plain)
                {
                    found.push(whole);
                    continue;
                }
                let form = span.of(text);
                let telling = match style {
                    Style::Everyday => {
                        self.tells_in_everyday_text(span, begins && span.start == run.start, &plain, meter, language)?
                    }
                    _ => self.is_telling(form, meter, language)?,
                };
                if telling {
                    let first = begins && span.start == run.start;
                    let span = if style == Style::Everyday { plain.core(span, first).unwrap_or(span) } else { span };
                    found.push(joined(text, span, &people));
                } else if !self.is_listed(form, language) {
                    doubtful.push(Finding::new(span, Found::Name, Rule::Capitals));
                }
            }
        }
        let scripts = foreign(reading).into_iter().map(|span| (span, Found::Name));
        let coded = codes(reading, language, style).into_iter().map(|span| (span, Found::Entity(EntityKind::Code)));
        let others = scripts.chain(coded).filter(|(span, _)| !covered.touches(*span));
        found.extend(others.map(|(span, kind)| Finding::new(span, kind, Rule::Capitals)));
        doubtful.into_iter().for_each(|finding| case.doubt(finding));
        case.add_all(found)
    }
}

impl Capitals {
    /// Whether capitalized words of an everyday text are a name: one of them is none that names nobody, or several ordinary ones
    /// stand together inside of a line and are rare.
    fn tells_in_everyday_text(
        &self,
        span: Span,
        begins: bool,
        plain: &Plain<'_>,
        meter: &Meter,
        language: &Language,
    ) -> Result<bool> {
        let form = span.of(plain.text());
        if plain.is_label(span) || plain.is_headed(span) || !self.is_telling(form, meter, language)? {
            return Ok(false);
        }
        let several = scumble_span::words(form).filter(|word| word.chars().count() > 3).count() > 1;
        let shouted = !form.chars().any(char::is_lowercase);
        let short = form.chars().filter(|c| c.is_alphabetic()).count() <= 2;
        if plain.is_abbreviation(form) || short || plain.is_determined(span) && !several {
            return Ok(false);
        }
        let place =
            matches!(plain.word_before(span.start).as_str(), "at" | "from" | "near" | "in" | "called" | "named");
        let role =
            scumble_span::words(form).last().is_some_and(|word| language.words.roles.contains(&word.to_lowercase()));
        Ok(!plain.is_plain(form) || several && !begins && !shouted && place && !role)
    }

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

/// The findings that name somebody or something, in order.
struct Named<'f> {
    findings: Vec<&'f Finding>,
}

impl<'f> Named<'f> {
    fn of(findings: impl Iterator<Item = &'f Finding>, reading: &Reading<'_>) -> Self {
        let is_name = |finding: &&Finding| {
            let kind = matches!(
                finding.kind,
                Found::Entity(
                    EntityKind::Person | EntityKind::Organization | EntityKind::Place | EntityKind::Miscellaneous
                )
            );
            kind && finding.applies() && finding.span.of(reading.text()).contains(char::is_uppercase)
        };
        let mut findings: Vec<&Finding> = findings.filter(is_name).collect();
        findings.sort_by_key(|finding| finding.span);
        Self { findings }
    }

    /// The finding right beside a piece of the same run, extended over the piece: no name is cut. A word that begins a sentence or
    /// a line and is an ordinary one is no part of the name behind it.
    fn extended(&self, text: &str, piece: Span, begins: bool, plain: &Plain<'_>) -> Option<Finding> {
        let at = self.findings.partition_point(|finding| finding.span.start < piece.start);
        // Two names in a row are parted by "and", and what somebody did or where is no name.
        let joins = |between: &str| {
            let small =
                |word: &str| matches!(word, "of" | "the" | "de" | "la" | "du" | "del" | "di" | "&" | "-" | "'s" | "’s");
            between.split(' ').all(|word| word.is_empty() || small(word)) && !between.contains("  ")
        };
        let before = at.checked_sub(1).map(|i| self.findings[i]).filter(|finding| finding.span.end <= piece.start);
        if let Some(finding) = before.filter(|finding| joins(&text[finding.span.end..piece.start])) {
            return Some(Finding { span: Span::new(finding.span.start, piece.end), ..finding.clone() });
        }
        let after =
            self.findings.get(at).filter(|finding| joins(&text[piece.end.min(finding.span.start)..finding.span.start]));
        let head = begins && plain.is_plain(piece.of(text));
        let finding = after.filter(|_| !head && !plain.is_label(piece))?;
        Some(Finding { span: Span::new(piece.start, finding.span.end), ..(*finding).clone() })
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

/// Runs of words with a capital, over small words that join them, and whether each begins a sentence or a cell.
fn names(reading: &Reading<'_>, language: &Language) -> Vec<(Span, bool)> {
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
                // A name goes on behind a hyphen.
                let hyphen =
                    |i: usize| i < sentence.end && form(i) == "-" && tokens[i - 1].span.end == tokens[i].span.start;
                if hyphen(end)
                    && end + 1 < sentence.end
                    && has_capital(end + 1)
                    && tokens[end].span.end == tokens[end + 1].span.start
                {
                    end += 2;
                    continue;
                }
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
                let first = start == sentence.start || begins(start);
                out.push((Span::new(tokens[start].span.start, tokens[end - 1].span.end), first));
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

/// A number that counts things: few figures, an amount, a version, or figures with their unit.
fn is_count(form: &str) -> bool {
    let figures = form.bytes().filter(u8::is_ascii_digit).count();
    let numeric = form.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'-' | b'+' | b'/'));
    let parts = form.split(['.', ',']).count();
    let letters: String =
        form.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-')).to_lowercase();
    let unit = form.starts_with(|c: char| c.is_ascii_digit())
        && letters.len() <= 4
        && !letters.is_empty()
        && letters.chars().all(|c| c.is_alphabetic() || c == '%');
    numeric && (figures < 5 || parts > 1 && figures < 10) || unit && figures < 5
}

/// Tokens that mix letters and digits, or are numbers of at least two digits that name no passage.
fn codes(reading: &Reading<'_>, language: &Language, style: Style) -> Vec<Span> {
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
            let everyday = style == Style::Everyday;
            let next = tokens.get(i + 1).map_or("", |next| next.span.of(text));
            if everyday && (is_count(form) || lists.units_of_counts.contains(&next.to_lowercase()) && digits < 5) {
                continue;
            }
            let is_code = if everyday {
                !passage && mixed && digits >= 3
            } else {
                !passage && (digits >= 2 && letters == 0 || mixed)
            };
            if is_code || digits >= 5 {
                out.push(span);
            }
        }
    }
    out
}
