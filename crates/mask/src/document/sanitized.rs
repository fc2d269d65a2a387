//! A sanitized document, before and after its labels are given.

use super::case::Figures;
use super::dates::{Order, proven_order, shifted};
use super::finding::{Action, Finding, Found, Rule};
use super::ledger::Ledger;
use super::replace::{Avoid, Named, Surrogates, is_word, names};
use scumble_span::{Edit, Span, word_spans};
use scumble_text::Language;
use scumble_text::entity::EntityKind;
use std::collections::{BTreeMap, BTreeSet, HashSet};
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
    /// Whether the text reads as another language than the one that is known.
    pub other_language: bool,
    /// By the number of a finding, the form in which it is read where the layout breaks it.
    pub(super) read_forms: BTreeMap<usize, String>,
    /// The figures of the search for disclosure.
    pub figures: Figures,
    /// How often the result was read again before nothing more was found.
    pub rounds: usize,
    /// What no surrogate may say, where there are any.
    pub(super) avoid: Option<Arc<Avoid>>,
    pub(super) language: &'static Language,
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
    /// Whether a name of the document was given to somebody or something else as a made-up one before: then it must not be released.
    pub clashes: bool,
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

    /// The form in which a finding of this document is read: without what breaks its words.
    pub(super) fn form<'s>(&'s self, number: usize, finding: &Finding) -> &'s str {
        self.read_forms.get(&number).map_or_else(|| finding.span.of(&self.text), String::as_str)
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
        let is_date =
            |replacement: &&Replacement| self.finding(replacement).kind == Found::Entity(EntityKind::DateTime);
        let dates = self.replacements.iter().filter(is_date);
        dates.filter_map(|date| proven_order(date.span.of(&self.text))).next().unwrap_or_default()
    }

    /// The names of the document, for the ledger of a collection: no made-up name is one of them.
    pub fn introduce(&self, ledger: &mut Ledger) {
        if self.avoid.is_some() {
            ledger.meet(self.names());
        }
    }

    fn names(&self) -> BTreeSet<String> {
        names(self.replacements.iter().map(|piece| (self.finding(piece).kind, piece.identity.as_str())))
    }

    /// For each replacement what is drawn for it: a moved date, a made-up name.
    fn drawn(&self, ledger: &mut Ledger) -> Vec<Option<String>> {
        let mut out = vec![None; self.replacements.len()];
        let is_drawn = |finding: &Finding| matches!(finding.action, Action::Shift | Action::Surrogate);
        if !ledger.draws() || !self.findings.iter().any(is_drawn) {
            return out;
        }
        let Some(offset) = ledger.offset(self.subject()) else { return out };
        let (text, order) = (&*self.text, self.date_order());
        let nothing = Avoid::default();
        let avoid = self.avoid.as_deref().unwrap_or(&nothing);
        let mut surrogates = Surrogates::new(text, avoid, self.language, ledger, offset, order);
        for (replacement, made) in self.replacements.iter().zip(&mut out) {
            let (span, finding) = (replacement.span, self.finding(replacement));
            if replacement.text.is_some() || is_inside_word(text, span) {
                continue;
            }
            *made = match finding.action {
                Action::Shift => shifted(span.of(text), offset, order),
                Action::Surrogate => surrogates.make(Named {
                    kind: finding.kind,
                    surface: span.of(text),
                    identity: &replacement.identity,
                    start: span.start,
                }),
                _ => None,
            };
        }
        out
    }

    /// Gives labels from the ledger, and draws moved dates and made-up names. A label that the text itself has, and that the ledger has given to an identity, gets a
    /// backslash, so that nobody takes it for that identity.
    pub fn label(&self, ledger: &mut Ledger) -> Labelled {
        let text = &*self.text;
        self.written.iter().for_each(|span| ledger.reserve(span.of(text)));
        let mut labels: Vec<Option<String>> = vec![None; self.findings.len()];
        let mut surrogates: Vec<Span> = Vec::new();
        let clashes = self.avoid.is_some() && ledger.clashes(&self.names());
        self.introduce(ledger);
        let drawn = self.drawn(ledger);
        let mut given: HashSet<String> = HashSet::new();
        let mut edits = Vec::with_capacity(self.replacements.len());
        for (replacement, drawn) in self.replacements.iter().zip(drawn) {
            let (span, finding) = (replacement.span, &self.findings[replacement.finding]);
            if let Some(made) = drawn {
                labels[replacement.finding] = Some(made.clone());
                surrogates.push(span);
                edits.push(Edit { span, replacement: made });
                continue;
            }
            let replaced = replacement.text.clone().unwrap_or_else(|| {
                let label = ledger.label(finding.kind, &replacement.identity);
                given.insert(label.clone());
                // Within a longer word it would not be seen as a label.
                let written = if is_inside_word(text, span) { format!("[{label}]") } else { label.clone() };
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
        Labelled { findings: findings.collect(), edits, surrogates, clashes }
    }
}

/// Whether a letter or digit stands right beside a span.
fn is_inside_word(text: &str, span: Span) -> bool {
    text[..span.start].ends_with(is_word) || text[span.end..].starts_with(is_word)
}
