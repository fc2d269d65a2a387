//! What goes in one place goes everywhere, and how that is checked.

use super::entities::is_common;
use super::finding::{Finding, Found, Rule};
use super::text::{Covered, Reading};
use super::words::{Hit, Sequences, Word, words};
use scumble_text::entity::Kind;
use scumble_text::entity::gazetteer::{CALENDAR, TITLE};
use scumble_text::{Analyzer, is_stop_word};

/// Whether a surface form can be looked for elsewhere: small numbers, numerals, months and stop words stand everywhere.
pub(super) fn is_telling(surface: &str) -> bool {
    const NUMERALS: &str = " one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
                            seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand \
                            million first second third half dozen day days week weeks month months year years hour hours ";
    words(surface).iter().any(|word| {
        let form = word.span.of(surface).to_lowercase();
        let small = form.len() < 3 && form.bytes().all(|byte| byte.is_ascii_digit());
        let numeral = NUMERALS.contains(&format!(" {form} "));
        let calendar = Analyzer::english().known(&form) & CALENDAR != 0;
        !(small || numeral || calendar || is_stop_word(&form) || form.chars().count() < 2)
    })
}

/// A name without the title before it.
fn without_title(surface: &str) -> &str {
    let first = surface.split([' ', '.']).next().unwrap_or_default();
    let title = Analyzer::english().known(&first.to_lowercase()) & TITLE != 0;
    if title { surface[first.len()..].trim_start_matches(['.', ' ']) } else { surface }
}

/// The removed terms of a document, to be looked for.
#[derive(Clone, Debug, Default)]
pub struct Removed {
    sequences: Sequences,
}

impl Removed {
    /// Adds a term; its number comes back with each hit.
    pub fn add(&mut self, surface: &str, kind: Found, number: usize) {
        // An ordinary word is a name only with its capital; what is found as a phrase may begin a sentence.
        let ordinary = || !surface.contains(char::is_whitespace) && is_common(&surface.to_lowercase());
        let capital = matches!(kind, Found::Entity(_) | Found::Name) && ordinary();
        if kind != Found::Block && is_telling(surface) {
            self.sequences.add(surface, capital, number);
            // "Mr Green" is Green.
            let name = without_title(surface);
            if kind == Found::Entity(Kind::Person) && name != surface && is_telling(name) {
                self.sequences.add(name, is_common(&name.to_lowercase()), number);
            }
        }
    }

    /// The terms of all findings that apply; numbers are theirs.
    pub fn by(text: &str, found: &[Finding]) -> Self {
        let mut removed = Self::default();
        for (number, finding) in found.iter().enumerate().filter(|(_, finding)| finding.applies()) {
            removed.add(finding.span.of(text), finding.kind, number);
        }
        removed
    }

    /// Where a removed term stands in a text.
    pub fn left_in(&self, words: &[Word]) -> Vec<Hit> {
        self.sequences.find(words).collect()
    }
}

/// Findings for every other place where something that goes stands.
pub(super) fn repeated(reading: &Reading<'_>, found: &[Finding]) -> Vec<Finding> {
    let covered = Covered::by(found);
    let hits = Removed::by(reading.text(), found).left_in(&reading.words);
    let mut out = Vec::new();
    for hit in hits.into_iter().filter(|hit| !covered.holds(hit.span)) {
        let source = &found[hit.number];
        for span in reading.free(hit.span) {
            let kind =
                if source.kind == Found::Entity(Kind::Title) { Found::Entity(Kind::Person) } else { source.kind };
            let same = Finding::new(span, kind, Rule::Same);
            out.push(Finding { ic: source.ic, pmi: source.pmi, threshold: source.threshold, ..same });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_count_are_not_looked_for() {
        for surface in ["two", "12", "May", "of the", "two years", "10 June"] {
            assert!(!is_telling(surface), "{surface}");
        }
        for surface in ["2001", "Roe", "12 Baker Street", "10 June 1998"] {
            assert!(is_telling(surface), "{surface}");
        }
    }
}
