//! A sanitized document, before and after its labels are given.

use super::case::Figures;
use super::dates::{Order, proven_order, shifted};
use super::finding::{Action, Finding, Found, Rule};
use super::ledger::Ledger;
use super::replace::is_word;
use scumble_span::{Edit, Span, word_spans};
use scumble_text::entity::EntityKind;
use std::collections::HashSet;
use std::sync::Arc;

/// A document that was sanitized. Its labels are given by [`label`](Self::label).
#[derive(Clone, Debug)]
pub struct Sanitized {
    pub(super) text: Arc<str>,
    /// All findings, in order.
    pub(super) findings: Vec<Finding>,
    pub(super) replacements: Vec<Replacement>,
    /// Labels that the original text itself has.
    pub(super) written: Vec<Span>,
    /// The figures of the search for disclosure.
    pub figures: Figures,
    /// How often the result was read again before nothing more was found.
    pub rounds: usize,
}

/// A piece of the text that is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// Where the piece stands in the original.
    pub span: Span,
    /// The number of its finding: [`Sanitized::finding`] has it.
    pub(super) finding: usize,
    /// Whom or what the piece names: pieces of one identity get one label. Protected.
    pub identity: String,
    /// The text in its place; `None` if that is a label.
    pub text: Option<String>,
}

/// A sanitized document with its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    /// The edits that make the release of the original.
    pub edits: Vec<Edit>,
    /// The findings of [`Sanitized::findings`], each that applies with its replacement.
    pub findings: Vec<Finding>,
    /// The places of the original, in order, whose replacements are no labels or marks but could stand in a text themselves. They
    /// are known by their place: what they say is no leak.
    pub surrogates: Vec<Span>,
}

impl Sanitized {
    /// The original text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The pieces that are replaced, in order.
    pub fn replacements(&self) -> &[Replacement] {
        &self.replacements
    }

    /// The finding of a replacement.
    pub fn finding(&self, replacement: &Replacement) -> &Finding {
        &self.findings[replacement.finding]
    }

    /// The findings in order, without those that others cover whole. Labels are not given yet.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.shown().map(|(_, finding)| finding)
    }

    fn shown(&self) -> impl Iterator<Item = (usize, &Finding)> {
        let replaced: HashSet<usize> = self.replacements.iter().map(|replacement| replacement.finding).collect();
        let findings = self.findings.iter().enumerate();
        findings.filter(move |(number, finding)| !finding.applies() || replaced.contains(number))
    }

    /// The share of words that are not replaced.
    pub fn words_kept(&self) -> f64 {
        let is_replaced = |span: Span| {
            let at = self.replacements.partition_point(|replacement| replacement.span.end <= span.start);
            self.replacements.get(at).is_some_and(|replacement| replacement.span.start < span.end)
        };
        let (mut all, mut kept) = (0usize, 0usize);
        for span in word_spans(&self.text) {
            all += 1;
            kept += usize::from(!is_replaced(span));
        }
        if all == 0 { 1.0 } else { kept as f64 / all as f64 }
    }

    /// Whom the document is about: the first person to protect who is named in it, or else the first person.
    fn subject(&self) -> Option<&str> {
        let mut people = self.replacements.iter().filter(|replacement| {
            self.finding(replacement).kind == Found::Entity(EntityKind::Person) && !replacement.identity.is_empty()
        });
        let is_protected = |replacement: &&Replacement| self.finding(replacement).rule == Rule::Person;
        let protected = self.replacements.iter().find(is_protected);
        protected.or_else(|| people.next()).map(|replacement| replacement.identity.as_str())
    }

    /// The order of day and month in dates of figures, as far as one of the dates proves it.
    fn date_order(&self) -> Order {
        let dates = self.replacements.iter().filter(|replacement| self.finding(replacement).action == Action::Shift);
        dates.filter_map(|date| proven_order(date.span.of(&self.text))).next().unwrap_or_default()
    }

    /// Gives labels from the ledger, and moves dates. A label that the text itself has, and that the ledger has given to an identity, gets a
    /// backslash, so that nobody takes it for that identity.
    pub fn label(&self, ledger: &mut Ledger) -> Labelled {
        let text = &*self.text;
        self.written.iter().for_each(|span| ledger.reserve(span.of(text)));
        let mut labels: Vec<Option<String>> = vec![None; self.findings.len()];
        let mut surrogates: Vec<Span> = Vec::new();
        let shifts = self.findings.iter().any(|finding| finding.action == Action::Shift);
        let offset = if shifts { ledger.offset(self.subject()) } else { None };
        let order = self.date_order();
        let mut given: HashSet<String> = HashSet::new();
        let mut edits = Vec::with_capacity(self.replacements.len());
        for replacement in &self.replacements {
            let (span, finding) = (replacement.span, &self.findings[replacement.finding]);
            // Within a longer word it would not be seen as a label.
            let inside = text[..span.start].ends_with(is_word) || text[span.end..].starts_with(is_word);
            let moved = offset.filter(|_| finding.action == Action::Shift && replacement.text.is_none() && !inside);
            if let Some(date) = moved.and_then(|days| shifted(span.of(text), days, order)) {
                labels[replacement.finding] = Some(date.clone());
                surrogates.push(span);
                edits.push(Edit { span, replacement: date });
                continue;
            }
            let replaced = replacement.text.clone().unwrap_or_else(|| {
                let label = ledger.label(finding.kind, &replacement.identity);
                given.insert(label.clone());
                let written = if inside { format!("[{label}]") } else { label.clone() };
                labels[replacement.finding] = Some(label);
                written
            });
            edits.push(Edit { span, replacement: replaced });
        }
        for span in self.written.iter().filter(|span| given.contains(span.of(text))) {
            if !text[..span.start].ends_with('\\') {
                edits.push(Edit { span: Span::new(span.start, span.start), replacement: "\\".to_owned() });
            }
        }
        edits.sort_by_key(|edit| edit.span);
        let findings = self.shown().map(|(number, finding)| {
            let replacement = labels[number].clone().or_else(|| finding.replacement.clone());
            Finding { replacement, ..finding.clone() }
        });
        Labelled { findings: findings.collect(), edits, surrogates }
    }
}
