//! Redacted terms in what is published beside a document: the other fields of its record.
//!
//! A field is a value, not a text: a surname alone, a user name made of a name, a number without its blanks all disclose what was
//! redacted. A short number that only counts or numbers something does not.

use super::finding::{Finding, Found, Rule};
use super::verify::Removed;
use super::words::{folded, words};
use scumble_span::{Span, words as forms};
use scumble_text::Language;
use scumble_text::entity::EntityKind;
use std::collections::HashSet;

/// Plain numbers of fewer digits number records, years and amounts: they count only where they were recognized as an identifier.
const LEAST_DIGITS: usize = 7;

/// The shortest value without its blanks and marks that is looked for within another.
const LEAST_WITHIN: usize = 7;

/// What of a document's redacted terms may not stand in the values that are published beside it.
#[derive(Clone, Debug, Default)]
pub struct RemovedBeside {
    terms: Removed,
    /// Parts of redacted names that are ordinary words, too: a value of nothing else discloses the name.
    parts: HashSet<String>,
    /// Names as user names have them: `janeroe`, `jroe`.
    joined: HashSet<String>,
    /// Identifiers without blanks and marks, in lower case.
    compact: Vec<String>,
}

impl RemovedBeside {
    /// What the findings of a text redact.
    pub fn by(text: &str, found: &[Finding], language: &Language) -> Self {
        let mut beside = Self::default();
        for (number, finding) in found.iter().enumerate().filter(|(_, finding)| finding.applies()) {
            let surface = finding.span.of(text);
            if !is_plain_number(surface) || is_identifier(finding) || digits(surface) >= LEAST_DIGITS {
                beside.terms.add(surface, finding.kind, number, language);
            }
            if finding.kind == Found::Entity(EntityKind::Person) || finding.rule == Rule::Person {
                beside.add_name(surface, number, language);
            }
            beside.add_compact(surface, finding);
        }
        beside.add_groups(text, found);
        beside
    }

    /// Numbers that are written in groups are one number, even where each group was found for itself.
    fn add_groups(&mut self, text: &str, found: &[Finding]) {
        let is_number = |finding: &&Finding| finding.applies() && is_plain_number(finding.span.of(text));
        let mut spans: Vec<Span> = found.iter().filter(is_number).map(|finding| finding.span).collect();
        spans.sort();
        let joins = |a: &Span, b: &Span| {
            let gap = text.get(a.end..b.start).unwrap_or_default();
            gap.chars().count() <= 2 && gap.chars().all(|c| matches!(c, ' ' | '-' | '.' | '/' | '\u{a0}' | '\u{2011}'))
        };
        for group in spans.chunk_by(joins).filter(|group| group.len() > 1) {
            let term = compact(&text[group[0].start..group[group.len() - 1].end]);
            if term.len() >= LEAST_WITHIN {
                self.compact.push(term);
            }
        }
    }

    fn add_name(&mut self, surface: &str, number: usize, language: &Language) {
        let is_part = |form: &&str| {
            let lower = form.to_lowercase();
            let letters = form.chars().all(char::is_alphabetic);
            letters && form.starts_with(char::is_uppercase) && !language.words.is_title(&lower)
        };
        let parts: Vec<&str> = forms(surface).filter(is_part).collect();
        for form in parts.iter().filter(|form| form.chars().count() > 1) {
            let lower = form.to_lowercase();
            match language.is_ordinary_word(&lower) || language.is_stop_word(&lower) {
                true => drop(self.parts.insert(folded(form))),
                false => self.terms.add(form, Found::Entity(EntityKind::Person), number, language),
            }
        }
        let [first, .., last] = &parts[..] else { return };
        let (first, last) = (folded(first), folded(last));
        let initial: String = first.chars().take(1).collect();
        if last.chars().count() > 1 {
            self.joined.extend([format!("{first}{last}"), format!("{last}{first}")]);
        }
        if last.chars().count() > 2 {
            self.joined.extend([format!("{initial}{last}"), format!("{last}{initial}")]);
        }
    }

    fn add_compact(&mut self, surface: &str, finding: &Finding) {
        use EntityKind::{DateTime, Phone, Quantity};
        let counted = matches!(finding.kind, Found::Entity(DateTime | Quantity | EntityKind::Age));
        let mut term = compact(surface);
        let length = term.len();
        if counted || digits(surface) < 4 || length < if is_identifier(finding) { 4 } else { LEAST_WITHIN } {
            return;
        }
        // A telephone number stands with or without the codes of its country and area.
        if finding.kind == Found::Entity(Phone) && length > 9 && term.is_ascii() {
            term.drain(..length - 9);
        }
        self.compact.push(term);
    }

    /// Where a redacted term stands in a text of several values: the first byte.
    pub fn place_in(&self, text: &str) -> Option<usize> {
        self.terms.left_in(&words(text)).first().map(|hit| hit.span.start)
    }

    /// Whether one value discloses a redacted term in the ways in which values do.
    pub fn is_disclosed_by(&self, value: &str) -> bool {
        let mut words = forms(value).peekable();
        let of_parts = words.peek().is_some() && words.all(|form| self.parts.contains(&folded(form)));
        if !self.parts.is_empty() && of_parts {
            return true;
        }
        let user_name = |form: &str| self.joined.contains(folded(form).trim_end_matches(|c: char| c.is_ascii_digit()));
        if !self.joined.is_empty() && forms(value).any(user_name) {
            return true;
        }
        let value = if self.compact.is_empty() { String::new() } else { compact(value) };
        self.compact.iter().any(|term| match term.len() < LEAST_WITHIN {
            true => *term == value,
            false => value.contains(term.as_str()),
        })
    }
}

/// Whether a finding is an identifier by its own form or by a person's word, not only a number that is not explained.
fn is_identifier(finding: &Finding) -> bool {
    use EntityKind::{Address, Custom, Email, Iban, Ip, NationalId, PaymentCard, Phone, PostCode, Url};
    let by_person = matches!(finding.rule, Rule::Manual | Rule::Denied | Rule::Person | Rule::Hidden | Rule::Own);
    let kinds = |kind| {
        matches!(kind, Address | Custom(_) | Email | Iban | Ip | NationalId | PaymentCard | Phone | PostCode | Url)
    };
    by_person || matches!(finding.kind, Found::Entity(kind) if kinds(kind))
}

/// Whether there is nothing in it but digits and marks.
fn is_plain_number(surface: &str) -> bool {
    digits(surface) > 0 && !surface.contains(char::is_alphabetic)
}

fn digits(surface: &str) -> usize {
    surface.chars().filter(char::is_ascii_digit).count()
}

/// Letters and digits alone, in lower case.
fn compact(value: &str) -> String {
    value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beside(text: &str, findings: &[(&str, Found, Rule)]) -> RemovedBeside {
        let finding = |&(surface, kind, rule): &(&str, Found, Rule)| {
            let start = text.find(surface).expect("a piece of the text");
            Finding::new(Span::new(start, start + surface.len()), kind, rule)
        };
        let findings: Vec<Finding> = findings.iter().map(finding).collect();
        RemovedBeside::by(text, &findings, Language::english())
    }

    fn discloses(beside: &RemovedBeside, value: &str) -> bool {
        beside.place_in(value).is_some() || beside.is_disclosed_by(value)
    }

    #[test]
    fn parts_of_a_name_and_user_names_disclose_it() {
        let person = Found::Entity(EntityKind::Person);
        let beside = beside(
            "Dr Jane Quackenbush met Tom Green.",
            &[("Dr Jane Quackenbush", person, Rule::Entity), ("Tom Green", person, Rule::Entity)],
        );
        for value in ["Quackenbush", "quackenbush", "jquackenbush84", "janequackenbush", "Green", "green", "tgreen"] {
            assert!(discloses(&beside, value), "{value}");
        }
        for value in ["a green salad", "dr", "J", "", "greenhouse", "7"] {
            assert!(!discloses(&beside, value), "{value}");
        }
    }

    #[test]
    fn identifiers_are_compared_without_blanks_and_short_numbers_are_not() {
        let entity = |kind| (Found::Entity(kind), Rule::Entity);
        let (card, phone, code, date) = (
            entity(EntityKind::PaymentCard),
            entity(EntityKind::Phone),
            entity(EntityKind::Code),
            entity(EntityKind::DateTime),
        );
        let text = "card 4929 1234 5678 9012, +44 7700 900123, case 12345, file 4711-8899, in 2019, on 2024-06-01";
        let beside = beside(
            text,
            &[
                ("4929 1234 5678 9012", card.0, card.1),
                ("+44 7700 900123", phone.0, phone.1),
                ("12345", code.0, code.1),
                ("4711-8899", code.0, code.1),
                ("2019", date.0, date.1),
                ("2024-06-01", date.0, date.1),
            ],
        );
        for value in ["4929123456789012", "4.929123456789012e15", "07700 900123", "47118899", "2024-06-01"] {
            assert!(discloses(&beside, value), "{value}");
        }
        for value in ["12345", "2019", "4929", "9012", "7", "20190"] {
            assert!(!discloses(&beside, value), "{value}");
        }
        let groups = ["4929", "1234", "5678"].map(|group| (group, code.0, Rule::Capitals));
        assert!(self::beside("no 4929 1234 5678", &groups).is_disclosed_by("492912345678"));
    }
}
