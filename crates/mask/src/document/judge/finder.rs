//! Decides about the evidence of a document.

use super::{Evidence, Judges, TextKind};
use crate::document::case::{Case, Finder};
use crate::document::finding::Action;
use crate::document::protection::Readers;
use crate::error::Result;
use scumble_span::words;
use scumble_text::Language;
use std::collections::BTreeSet;
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
}

impl Judge {
    /// The words of names, without forms of address and initials.
    pub(in crate::document) fn words_of(people: &[String], language: &Language) -> BTreeSet<String> {
        let words = people.iter().flat_map(|name| words(name)).map(str::to_lowercase);
        words.filter(|word| word.chars().count() > 2 && !language.words.is_title(word)).collect()
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
        let probabilities = self.judges.probabilities(kind, reading, case.knowledge().language, &evidence);
        for (Evidence { mut finding, .. }, p) in evidence.into_iter().zip(probabilities) {
            finding.probability = Some(p);
            let is_settled = settled.as_ref().is_some_and(|settled| settled.kept.holds(finding.span));
            if (is_settled || p < 1.0 - caution) && !self.is_named(finding.span.of(reading.text())) {
                finding.action = Action::Keep;
                case.keep(finding);
            } else {
                case.add(finding)?;
            }
        }
        Ok(())
    }
}
