//! How a release is checked: what must not be left in it, and what a person decided to keep.

use super::finding::{Finding, Found};
use super::words::{Hit, Sequences, Words, words};
use scumble_span::Span;
use scumble_text::Language;
use scumble_text::entity::EntityKind;
use std::collections::HashSet;

/// The redacted terms of a document: none of them may be left in its release.
#[derive(Clone, Debug, Default)]
pub struct Removed {
    sequences: Sequences,
}

impl Removed {
    /// The terms of all findings that apply; a hit has the number of its finding.
    pub fn by(text: &str, found: &[Finding], language: &Language) -> Self {
        Self::by_forms(found, |_, finding| finding.span.of(text), language)
    }

    /// The same, with the form in which each finding is read.
    pub(super) fn by_forms<'t>(
        found: &'t [Finding],
        form: impl Fn(usize, &'t Finding) -> &'t str,
        language: &Language,
    ) -> Self {
        let mut removed = Self::default();
        for (number, finding) in found.iter().enumerate().filter(|(_, finding)| finding.applies()) {
            removed.add(form(number, finding), finding.kind, number, language);
        }
        removed
    }

    pub(super) fn add(&mut self, surface: &str, kind: Found, number: usize, language: &Language) {
        // An ordinary word is a name only with its capital; a phrase may begin a sentence elsewhere.
        let is_ordinary = |form: &str| language.is_ordinary_word(&form.to_lowercase());
        let capital = matches!(kind, Found::Entity(_) | Found::Name)
            && !surface.contains(char::is_whitespace)
            && is_ordinary(surface);
        if kind != Found::Block && is_telling(surface, language) {
            self.sequences.add_without_stop_words(surface, language, capital, number);
            // "Mr Green" is Green.
            let name = without_title(surface, language);
            if kind == Found::Entity(EntityKind::Person) && name != surface && is_telling(name, language) {
                self.sequences.add_without_stop_words(name, language, is_ordinary(name), number);
            }
        }
    }

    /// Terms that were redacted before, as they were written.
    pub fn of_terms<'s>(terms: impl IntoIterator<Item = &'s str>, language: &Language) -> Self {
        let mut removed = Self::default();
        for (number, term) in terms.into_iter().enumerate() {
            removed.add(term, Found::Term, number, language);
        }
        removed
    }

    /// Takes over those terms of another document that begin with one of these stems.
    pub fn take_over(&mut self, other: &Self, first: &HashSet<u64>) {
        self.sequences.take_over(&other.sequences, first);
    }

    /// Where a removed term stands among the words of a text.
    #[must_use]
    pub fn left_in(&self, words: &Words) -> Vec<Hit> {
        self.sequences.find(words)
    }
}

/// The terms that a person decided to keep: their mentions are no leak.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    sequences: Sequences,
}

impl Kept {
    /// The terms of all findings that do not apply.
    pub fn by(text: &str, found: &[Finding]) -> Self {
        let mut sequences = Sequences::default();
        for finding in found.iter().filter(|finding| !finding.applies()) {
            sequences.add(finding.span.of(text), false, 0);
        }
        Self { sequences }
    }

    /// Where a kept term stands among the words of a text.
    pub fn spans(&self, words: &Words) -> Vec<Span> {
        self.sequences.find(words).into_iter().map(|hit| hit.span).collect()
    }
}

/// Whether a surface form can be looked for elsewhere: small numbers, numerals, months and stop words stand everywhere.
fn is_telling(surface: &str, language: &Language) -> bool {
    words(surface).iter().any(|word| {
        let form = word.span.of(surface).to_lowercase();
        let small = form.len() < 3 && form.bytes().all(|byte| byte.is_ascii_digit());
        let listed = language.words.numerals.contains(&form)
            || language.words.is_calendar_word(&form)
            || language.is_stop_word(&form);
        !(small || listed || form.chars().count() < 2)
    })
}

/// A name without the title before it.
fn without_title<'s>(surface: &'s str, language: &Language) -> &'s str {
    let first = surface.split([' ', '.']).next().unwrap_or_default();
    let is_title = language.words.is_title(&first.to_lowercase());
    if is_title { surface[first.len()..].trim_start_matches(['.', ' ']) } else { surface }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_count_are_not_looked_for() {
        let english = Language::english();
        for surface in ["two", "12", "May", "of the", "two years", "10 June"] {
            assert!(!is_telling(surface, english), "{surface}");
        }
        for surface in ["2001", "Roe", "12 Baker Street", "10 June 1998"] {
            assert!(is_telling(surface, english), "{surface}");
        }
    }
}
