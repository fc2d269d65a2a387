//! Decides about the evidence of a document.

use super::{Evidence, Judges, TextKind};
use crate::document::case::{Case, Finder};
use crate::document::finding::{Action, Finding, Found};
use crate::document::kinds::Kind;
use crate::document::protection::Readers;
use crate::error::Result;
use scumble_span::words;
use scumble_text::Language;
use scumble_text::entity::EntityKind;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// Says what kind of text a document is.
pub(in crate::document) struct Looks {
    pub(in crate::document) judges: Option<Arc<Judges>>,
    /// The kind of text, if the user says it.
    pub(in crate::document) text_kind: Option<TextKind>,
}

impl Finder for Looks {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        // The models have read English only.
        if case.reading().document.looks_english() != Some(false) {
            let settled = case.settled.as_ref().and_then(|settled| settled.text_kind);
            let looks = || self.judges.as_ref().map(|judges| judges.text_kind(case.text()));
            case.figures.text_kind = self.text_kind.or(settled).or_else(looks);
        }
        Ok(())
    }
}

/// Takes back what people would keep, and adds what they would mask.
pub(in crate::document) struct Judge {
    pub(in crate::document) judges: Arc<Judges>,
    pub(in crate::document) readers: Readers,
    /// 0 masks least, 1 most.
    pub(in crate::document) caution: Option<f64>,
    /// The words, in small letters, of the people whom the user named: what has one of them is never kept.
    pub(in crate::document) named: BTreeSet<String>,
    /// Whether the user chose kinds of findings to be published.
    pub(in crate::document) kinds_chosen: bool,
}

impl Judge {
    /// The words of names, without forms of address and initials.
    pub(in crate::document) fn words_of(people: &[String], language: &Language) -> BTreeSet<String> {
        let words = people.iter().flat_map(|name| words(name));
        words.filter(|word| tells(word, language)).map(str::to_lowercase).collect()
    }

    fn is_named(&self, text: &str) -> bool {
        // Also as the beginning of a longer word: a layout may have joined two.
        let begins = |word: String| self.named.iter().any(|name| word.starts_with(name.as_str()));
        words(text).any(|word| begins(word.to_lowercase()))
    }
}

impl Finder for Judge {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let reading = case.reading();
        let Some(kind) = case.figures.text_kind else { return Ok(()) };
        let settled = case.settled.take();
        let readers = if settled.is_some() { Readers::Fast } else { self.readers };
        let caution = self.caution.unwrap_or_else(|| kind.caution(readers));
        let evidence = case.take_evidence();
        let (text, language) = (reading.text(), case.knowledge().language);
        let probabilities = self.judges.probabilities(kind, reading, language, &evidence);
        let would_keep = |finding: &Finding, p: f64| {
            let is_settled = settled.as_ref().is_some_and(|settled| settled.kept.holds(finding.span));
            let surface = finding.span.of(text);
            // Who chooses kinds rests on it that an age above 89 is told from others.
            let is_old = self.kinds_chosen && Kind::of(finding.kind, surface) == Kind::AgeOver89;
            (is_settled || p < 1.0 - caution) && !is_old && !self.is_named(surface)
        };
        let redacted = evidence.iter().zip(&probabilities).filter(|(one, p)| !would_keep(&one.finding, **p));
        let people = Redacted::by(text, redacted.map(|(one, _)| &one.finding), language);
        for (Evidence { mut finding, .. }, p) in evidence.into_iter().zip(probabilities) {
            finding.probability = Some(p);
            let kept = would_keep(&finding, p);
            if kept && people.have(finding.span.of(text)) {
                finding.kind = Found::Entity(EntityKind::Person);
                case.add(finding)?;
            } else if kept {
                finding.action = Action::Keep;
                case.keep(finding);
            } else {
                case.add(finding)?;
            }
        }
        Ok(())
    }
}

/// The words of the names of people who are redacted in a document: where one of them stands alone, it is not kept, however common it
/// is as a word.
struct Redacted<'a>(HashSet<&'a str>);

impl<'a> Redacted<'a> {
    /// By the findings that are redacted. A name of one word without a form of address gives nothing: what it is was only guessed.
    fn by<'b>(text: &'a str, findings: impl Iterator<Item = &'b Finding>, language: &Language) -> Self {
        let mut known = HashSet::new();
        for finding in findings.filter(|finding| finding.kind == Found::Entity(EntityKind::Person)) {
            let all: Vec<&str> = words(finding.span.of(text)).collect();
            if all.len() > 1 {
                let is_name = |word: &&str| word.starts_with(char::is_uppercase) && tells(word, language);
                known.extend(all.into_iter().filter(is_name));
            }
        }
        Self(known)
    }

    fn have(&self, text: &str) -> bool {
        let mut some = words(text).peekable();
        some.peek().is_some() && some.all(|word| self.0.contains(word))
    }
}

/// Whether a word of a name may stand for it: no initial, no form of address.
fn tells(word: &str, language: &Language) -> bool {
    word.chars().count() > 2 && !language.words.is_title(&word.to_lowercase())
}
