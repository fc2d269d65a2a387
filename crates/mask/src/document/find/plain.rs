//! Words with a capital that name nobody: ordinary words, abbreviations, medicines, products, eponyms, names of fields.

use crate::document::reading::Reading;
use scumble_span::{Span, word_spans, words};
use scumble_text::Language;
use scumble_text::entity::gazetteer::{FIRST_NAME, PLACE};
use std::collections::HashSet;

/// Whether a word is written as programmers do: with capitals inside of it, or with underscores.
fn is_written_by_programmers(word: &str) -> bool {
    let inner = word.strip_prefix("Mc").or_else(|| word.strip_prefix("Mac")).unwrap_or(word);
    let pairs = inner.chars().zip(inner.chars().skip(1));
    let humps = pairs.filter(|(a, b)| a.is_lowercase() && b.is_uppercase()).count();
    word.contains('_')
        || humps > 0
            && inner.chars().take_while(|c| c.is_lowercase() || c.is_uppercase()).count() > 3
            && !word.contains(['\'', '’', '-'])
            && !word.starts_with("De")
            && !word.starts_with("Le")
}

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
                let lower = form(i).to_lowercase();
                let known =
                    language.words.eponyms.contains(&lower) || language.words.eponyms_that_are_names.contains(&lower);
                let heads = language.words.eponym_heads.contains(&form(next).to_lowercase());
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

    /// Whether a word is one of the lists of what names nobody: abbreviations, products, medicines, eponyms, words of forms.
    pub(super) fn is_listed_word(&self, word: &str) -> bool {
        let lists = &self.language.words;
        let bare = word.trim_end_matches("'s").trim_end_matches("’s");
        let lower = bare.to_lowercase();
        let letters = bare.chars().filter(|c| c.is_alphabetic()).count();
        let is_acronym = letters <= if self.is_shouted { 0 } else { 3 } && !bare.chars().any(char::is_lowercase);
        let ends = |endings: &scumble_text::WordList, least: usize| {
            lower.chars().count() >= least && endings.iter().any(|ending| lower.ends_with(ending))
        };
        letters <= 1
            || is_acronym
            || is_written_by_programmers(bare)
            || self.language.is_stop_word(&lower)
            || lists.known_acronyms.contains(&lower)
            || lists.products.contains(&lower)
            || lists.chat_words.contains(&lower)
            || lists.field_words.contains(&lower)
            || lists.fields_of_people.contains(&lower) && !lists.particles.contains(&lower)
            || lists.fields_of_addresses.contains(&lower)
            || lists.fields_of_codes.contains(&lower)
            || lists.units_of_counts.contains(&lower)
            || lists.is_calendar_word(&lower)
            || lists.kin_words.contains(&lower)
            || lists.greetings.contains(&lower)
            || lists.ordinary_words_of_others.contains(&lower)
            || lists.roles.contains(&lower)
            || lists.is_title(lower.trim_end_matches('.'))
            || self.eponyms.contains(&lower)
            || lists.eponyms.contains(&lower) && !lists.eponyms_that_are_names.contains(&lower)
            || ends(&lists.medicine_endings, 8) && !self.is_foreign
            || self.is_foreign && ends(&lists.noun_endings_of_german, 6)
    }

    /// Whether a word as it is written names nobody.
    pub(super) fn is_plain_word(&self, word: &str) -> bool {
        let lists = &self.language.words;
        let lower = word.trim_end_matches("'s").trim_end_matches("’s").to_lowercase();
        self.is_listed_word(word) || !lists.given_names.contains(&lower) && self.language.is_ordinary_word(&lower)
    }

    /// Whether all words of a form are listed as naming nobody.
    pub(super) fn is_listed(&self, form: &str) -> bool {
        words(form).all(|word| self.is_listed_word(word))
    }

    /// Whether a single word in capitals is an abbreviation rather than a name.
    pub(super) fn is_abbreviation(&self, form: &str) -> bool {
        const LONGEST: usize = 6;
        let letters = form.chars().filter(|c| c.is_alphabetic()).count();
        !self.is_shouted
            && words(form).count() == 1
            && letters <= LONGEST
            && form.chars().all(|c| c.is_uppercase() || matches!(c, '.' | '&' | '/'))
            && !self.language.words.given_names.contains(&form.to_lowercase())
    }

    /// The word before a place of the text, in lower case, without its dot.
    pub(super) fn word_before(&self, at: usize) -> String {
        const LONGEST: usize = 40;
        let text = self.reading.text();
        let from = (at.saturating_sub(LONGEST)..at).find(|&place| text.is_char_boundary(place)).unwrap_or(at);
        let before = text[from..at].trim_end();
        let start = before.rfind(|c: char| c.is_whitespace() || matches!(c, '(' | '"')).map_or(0, |place| place + 1);
        before.get(start..).unwrap_or_default().trim_end_matches('.').to_lowercase()
    }

    /// Whether a title stands right before a place.
    pub(super) fn is_titled(&self, at: usize) -> bool {
        let before = self.word_before(at);
        self.language.words.is_title(&before) || matches!(before.as_str(), "m" | "me" | "herr" | "frau" | "épouse")
    }

    /// Whether a sentence, a line or a cell begins at a place.
    pub(super) fn begins_at(&self, at: usize) -> bool {
        let before = self.reading.text()[..at].trim_end_matches([' ', '"', '“', '(', '*', '-', '•', '>', '#']);
        let gap = self.reading.text()[before.len()..at].contains("  ");
        gap || before.is_empty() || before.ends_with(['.', '!', '?', ':', '\n', '|', '\t', '·', '–', '—'])
    }

    /// Whether no word of a form names anybody.
    pub(super) fn is_plain(&self, form: &str) -> bool {
        words(form).all(|word| self.is_plain_word(word))
    }

    /// A span without words at its edges that are listed as naming nobody and, where it begins a sentence, without ordinary words
    /// before the name; `None` if nothing else is in it. An initial beside a name belongs to it.
    pub(super) fn core(&self, span: Span, begins: bool) -> Option<Span> {
        let form = span.of(self.reading.text());
        let words: Vec<Span> = word_spans(form).collect();
        let is_initial =
            |word: &Span| word.of(form).chars().count() == 1 && word.of(form).starts_with(char::is_uppercase);
        let is_title = |word: &Span| self.language.words.is_title(&word.of(form).to_lowercase());
        let is_edge = |word: &Span| self.is_listed_word(word.of(form)) && !is_initial(word) && !is_title(word);
        let first = words
            .iter()
            .position(|word| !(is_edge(word) || begins && self.is_plain_word(word.of(form)) && !is_initial(word)))?;
        let last = words.iter().rposition(|word| !is_edge(word))?;
        (first <= last).then(|| Span::new(span.start + words[first].start, span.start + words[last].end))
    }

    /// Whether a word of another language has an article before it or is long: an ordinary noun.
    pub(super) fn is_determined(&self, span: Span) -> bool {
        const LONGEST_NAME: usize = 13;
        if !self.is_foreign {
            return false;
        }
        let form = span.of(self.reading.text());
        let is_name = words(form).any(|word| {
            let lower = word.to_lowercase();
            self.language.words.given_names.contains(&lower) || self.language.known(&lower) & (FIRST_NAME | PLACE) != 0
        });
        let long = words(form).all(|word| word.chars().count() >= LONGEST_NAME && !word.contains('-'));
        !is_name && (long || self.language.words.determiners_of_others.contains(&self.word_before(span.start)))
    }

    /// Whether the text goes on with a word that makes the name before it one of a disease, a test or a dose.
    pub(super) fn is_headed(&self, span: Span) -> bool {
        let text = self.reading.text();
        let rest = text[span.end..].trim_start_matches("'s").trim_start_matches("’s");
        let next = rest.trim_start().split(|c: char| !(c.is_alphanumeric() || c == '-')).next().unwrap_or_default();
        let one = words(span.of(text)).count() == 1;
        // A dose behind a word makes it a medicine.
        let amount = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
        let dose = amount.len() < rest.trim_start().len() && !rest.starts_with('\n') && {
            let unit = amount.trim_start().split(|c: char| !(c.is_alphabetic() || c == 'µ')).next().unwrap_or_default();
            matches!(unit.to_lowercase().as_str(), "mg" | "ml" | "mcg" | "µg" | "mmol" | "iu" | "g")
        };
        if one && dose {
            return true;
        }
        let bears = words(span.of(text)).any(|word| self.eponyms.contains(&word.to_lowercase()));
        if !one && bears && self.is_plain(span.of(text)) {
            return true;
        }
        one && rest.starts_with(' ')
            && self.language.words.eponym_heads.contains(next)
            && self.eponyms.contains(&span.of(text).to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use crate::document::tests::knowledge;
    use crate::document::{Decider, Ledger, Protection};

    fn removed(text: &str) -> Vec<String> {
        let decider = Decider::new(Protection::default(), knowledge()).unwrap();
        let done = decider.sanitize(&text.into(), &Ledger::default()).unwrap();
        done.replacements().iter().map(|piece| piece.span.of(text).to_owned()).collect()
    }

    #[test]
    fn eponyms_doses_and_labels_stay() {
        let text = "Dear Dr Quackenbush,\n\nI saw her for Parkinson's disease and Raynaud phenomenon. MRI was normal, CRP 12. She takes \
                    Nifedipine 10 mg for 14 days, about 5% less than you asked.\nStatus: stable\n";
        assert_eq!(removed(text), ["Dr Quackenbush"]);
    }

    #[test]
    fn a_person_of_such_a_name_goes() {
        let found = removed("Hi all,\nMr Parkinson called you about the pump, please ring him when you can.\n");
        assert_eq!(found, ["Mr Parkinson"]);
    }

    #[test]
    fn no_name_is_cut_where_capitals_go_on() {
        let text = "Zeb Quackenbush (born 4 May 1950) is a singer. He joined New Zanzibar Records in Zanzibar and left it later.";
        let found = removed(text);
        assert!(found.iter().any(|piece| piece.contains("New Zanzibar Records")), "{found:?}");
    }
}
