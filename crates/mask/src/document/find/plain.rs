//! Words with a capital that name nobody: ordinary words, abbreviations, medicines, products, eponyms, names of fields.

use crate::document::reading::Reading;
use scumble_span::{Span, word_spans, words};
use scumble_text::Language;
use std::collections::HashSet;

/// Which words of a document name nobody, whatever their capitals.
pub(super) struct Plain<'a> {
    reading: &'a Reading<'a>,
    language: &'a Language,
    /// Names that stand before a disease, a test or the like somewhere in the document.
    eponyms: HashSet<String>,
    is_foreign: bool,
    /// Whether the document is written in capitals throughout: then they say nothing about a word.
    is_shouted: bool,
}

impl<'a> Plain<'a> {
    /// Of a document.
    pub(super) fn new(reading: &'a Reading<'a>, language: &'a Language) -> Self {
        let text = reading.text();
        let tokens = reading.document.tokens();
        let form = |i: usize| tokens.get(i).map_or("", |token| token.span.of(text));
        let mut eponyms = HashSet::new();
        for i in 0..tokens.len() {
            if form(i).starts_with(char::is_uppercase) {
                let next = if matches!(form(i + 1), "'s" | "’s" | "'" | "’") { i + 2 } else { i + 1 };
                let known = language.words.eponyms.contains(&form(i).to_lowercase());
                let heads = language.words.eponym_heads.contains(form(next));
                let titled = i > 0 && language.words.is_title(&form(i - 1).trim_end_matches('.').to_lowercase());
                if heads && !titled && (known || next == i + 2) {
                    eponyms.insert(form(i).to_lowercase());
                }
            }
        }
        let (mut upper, mut lower) = (0usize, 0usize);
        for c in text.chars().filter(|c| c.is_alphabetic()) {
            if c.is_uppercase() { upper += 1 } else { lower += 1 }
        }
        let is_foreign = reading.document.looks_english() == Some(false);
        Self { reading, language, eponyms, is_foreign, is_shouted: upper > lower }
    }

    /// The text of the document.
    pub(super) fn text(&self) -> &'a str {
        self.reading.text()
    }

    /// Whether a span is the name of a field of a form, or a part of it.
    pub(super) fn is_label(&self, span: Span) -> bool {
        let labels = self.reading.document.field_labels();
        let at = labels.partition_point(|label| label.end < span.end);
        labels.get(at).is_some_and(|label| label.start <= span.start && span.end <= label.end)
    }

    /// Whether a word as it is written names nobody.
    pub(super) fn is_plain_word(&self, word: &str) -> bool {
        let lists = &self.language.words;
        let bare = word.trim_end_matches("'s").trim_end_matches("’s");
        let lower = bare.to_lowercase();
        let letters = bare.chars().filter(|c| c.is_alphabetic()).count();
        let is_acronym = letters <= 3 && !bare.chars().any(char::is_lowercase) && !self.is_shouted;
        let ends = |endings: &scumble_text::WordList, least: usize| {
            lower.chars().count() >= least && endings.iter().any(|ending| lower.ends_with(ending))
        };
        letters <= 1
            || is_acronym
            || self.language.is_stop_word(&lower)
            || lists.known_acronyms.contains(&lower)
            || lists.products.contains(&lower)
            || lists.chat_words.contains(&lower)
            || lists.field_words.contains(&lower)
            || lists.is_calendar_word(&lower)
            || lists.kin_words.contains(&lower)
            || lists.greetings.contains(&lower)
            || lists.ordinary_words_of_others.contains(&lower)
            || self.eponyms.contains(&lower)
            || ends(&lists.medicine_endings, 8) && !self.is_foreign
            || !lists.given_names.contains(&lower) && self.language.is_ordinary_word(&lower)
            || self.is_foreign && ends(&lists.noun_endings_of_german, 6)
    }

    /// Whether no word of a form names anybody.
    pub(super) fn is_plain(&self, form: &str) -> bool {
        words(form).all(|word| self.is_plain_word(word))
    }

    /// A span without plain words at its edges; `None` if nothing else is in it.
    pub(super) fn core(&self, span: Span) -> Option<Span> {
        let text = self.reading.text();
        let telling: Vec<Span> =
            word_spans(span.of(text)).filter(|word| !self.is_plain_word(word.of(span.of(text)))).collect();
        Some(Span::new(span.start + telling.first()?.start, span.start + telling.last()?.end))
    }

    /// Whether the text goes on with a word that makes the name before it one of a disease, a test or a dose.
    pub(super) fn is_headed(&self, span: Span) -> bool {
        let text = self.reading.text();
        let rest = text[span.end..].trim_start_matches("'s").trim_start_matches("’s");
        let next = rest.trim_start().split(|c: char| !(c.is_alphanumeric() || c == '-')).next().unwrap_or_default();
        let one = words(span.of(text)).count() == 1;
        one && rest.starts_with(' ')
            && self.language.words.eponym_heads.contains(next)
            && self.eponyms.contains(&span.of(text).to_lowercase())
    }
}
