//! Texts at hand, one or many: each is a document of its own, and nothing is written anywhere.

use super::decision::{Decision, EditedDecision};
use super::sanitizer::{Draft, Sanitizer};
use super::source::Source;
use super::verify::Verified;
use crate::{Error, ErrorKind, Result};
use rayon::prelude::*;
use scumble_io::Watch;
use scumble_mask::document::Ledger;
use std::collections::{BTreeMap, BTreeSet};

/// Texts that are decided side by side between two looks at the watcher.
const AT_ONCE: usize = 64;

/// Whom and what the labels of a collection stand for. Protected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pseudonyms {
    /// By the prefix of a label, the number of each identity.
    pub numbers: BTreeMap<String, BTreeMap<String, u32>>,
    /// Labels that texts themselves have, and that no identity gets.
    pub reserved: BTreeSet<String>,
}

impl Sanitizer {
    /// Sanitises a text.
    ///
    /// # Errors
    /// If a redacted term would be left in the result: nothing is given out then. If there is a background: the page about the person is
    /// known by the name of the text ([`Sanitizer::named_text`]).
    pub fn text(&self, text: &str) -> Result<Verified> {
        self.needs_no_name()?;
        self.named_text("text", text)
    }

    /// Sanitises a text by its name, which is that of the page about the person, where the policy has a background.
    ///
    /// # Errors
    /// If a redacted term would be left in the result: nothing is given out then.
    pub fn named_text(&self, name: &str, text: &str) -> Result<Verified> {
        self.sanitize(Source::text(name, text)?)
    }

    /// Refuses texts without names where names say which page is about the person: they would seem protected, and be not.
    pub(crate) fn needs_no_name(&self) -> Result<()> {
        if !self.has_background() {
            return Ok(());
        }
        let what =
            "a text without a name cannot be protected against a search: its page in the background is not known";
        Err(Error::input(what).with_help("give every text its name, which is that of its page"))
    }

    /// Sanitises texts side by side, each with labels of its own. A text that must not be released does not stop the others.
    ///
    /// # Errors
    /// If counts cannot be had, or the watcher cancels the run.
    pub fn texts<T: AsRef<str> + Sync>(&self, texts: &[T], watch: &dyn Watch) -> Result<Vec<Result<Verified>>> {
        self.each(texts, watch, |drafts| {
            let finish = |draft: Result<Draft>| Ok(self.finish(draft?, &mut self.ledger())?);
            drafts.into_par_iter().map(finish).collect()
        })
    }

    /// The same with labels that stand for the same in all texts: `known` has the numbers of all identities, as
    /// [`Sanitizer::pseudonyms`] finds them. What is not known gets the next number of its text.
    ///
    /// # Errors
    /// As [`Sanitizer::texts`].
    pub fn texts_labelled<T: AsRef<str> + Sync>(
        &self,
        texts: &[T],
        known: &Pseudonyms,
        watch: &dyn Watch,
    ) -> Result<Vec<Result<Verified>>> {
        let mut ledger = Ledger::new(known.numbers.clone(), known.reserved.clone()).drawing(self.chance());
        self.each(texts, watch, |drafts| {
            // The ledger is one: labels are given one text after the other.
            let labelled = drafts.into_iter().map(|draft| draft.map(|draft| Self::label(draft, &mut ledger)));
            let labelled: Vec<Result<_>> = labelled.collect();
            labelled.into_par_iter().map(|labelled| Ok(self.verify(labelled?)?.0)).collect()
        })
    }

    /// For each text whom and what its labels would stand for, numbered by their first appearance in it. A text that cannot be read
    /// has none: [`Sanitizer::texts_labelled`] says why.
    ///
    /// # Errors
    /// As [`Sanitizer::texts`].
    pub fn pseudonyms<T: AsRef<str> + Sync>(&self, texts: &[T], watch: &dyn Watch) -> Result<Vec<Pseudonyms>> {
        self.each(texts, watch, |drafts| {
            let found = |draft: Result<Draft>| {
                let mut ledger = self.ledger();
                if let Ok(draft) = draft {
                    let _ = Self::label(draft, &mut ledger);
                }
                Pseudonyms { numbers: ledger.numbers().clone(), reserved: ledger.reserved().clone() }
            };
            drafts.into_par_iter().map(found).collect()
        })
    }

    fn each<T: AsRef<str> + Sync, D>(
        &self,
        texts: &[T],
        watch: &dyn Watch,
        mut done: impl FnMut(Vec<Result<Draft>>) -> Vec<D>,
    ) -> Result<Vec<D>> {
        self.needs_no_name()?;
        let mut all = Vec::with_capacity(texts.len());
        for chunk in texts.chunks(AT_ONCE) {
            watch.step("sanitizing", all.len() as u64, texts.len() as u64)?;
            let first = all.len();
            let draft = |(at, text): (usize, &T)| {
                let source = Source::text(&format!("text {}", first + at), text.as_ref())?;
                self.draft(source, None, &Ledger::default())
            };
            let drafts: Vec<Result<Draft>> = chunk.par_iter().enumerate().map(draft).collect();
            if let Some(error) =
                drafts.iter().filter_map(|draft| draft.as_ref().err()).find(|e| e.kind == ErrorKind::Counts)
            {
                return Err(error.clone());
            }
            all.extend(done(drafts));
        }
        watch.step("sanitizing", texts.len() as u64, texts.len() as u64)?;
        Ok(all)
    }
}

/// Decisions whose offsets are code points of the text, as Python and Java count, in place of bytes.
impl Verified {
    /// The decisions with offsets in code points.
    pub fn decisions_in_code_points(&self) -> Vec<Decision> {
        let mut decisions = self.decisions.clone();
        let mut counters: BTreeMap<usize, Counter<'_>> = BTreeMap::new();
        // Decisions stand in the order of the text: each part is counted through once.
        for decision in &mut decisions {
            let part = decision.public.part.unwrap_or(0);
            let counter = counters.entry(part).or_insert_with(|| Counter::new(self.part(part)));
            decision.public.start = counter.code_points(decision.public.start);
            decision.public.end = counter.code_points(decision.public.end);
        }
        decisions
    }

    /// The text of a part of the original.
    fn part(&self, number: usize) -> &str {
        match self.parts.iter().find(|(part, _)| *part == number) {
            Some((_, span)) => span.of(&self.original),
            None => &self.original,
        }
    }
}

impl Source {
    /// Edited decisions whose offsets were code points, with offsets in bytes.
    ///
    /// # Errors
    /// If an offset is beyond the end of its part; the message names the decision by its number.
    pub fn decisions_in_bytes(&self, mut decisions: Vec<EditedDecision>) -> Result<Vec<EditedDecision>> {
        let woven = self.woven();
        for (number, decision) in (1..).zip(&mut decisions) {
            let part = decision.part.unwrap_or(0);
            let text =
                woven.parts.iter().find(|known| known.number == part).map_or("", |known| known.span.of(&woven.text));
            for offset in [&mut decision.start, &mut decision.end].into_iter().flatten() {
                let place = text.char_indices().map(|(byte, _)| byte).chain([text.len()]).nth(*offset);
                *offset = place.ok_or_else(|| {
                    let what = "start and end are not a span of the document; was the document changed?";
                    Error::input(format!("{}: decision {number}: {what}", self.name()))
                })?;
            }
        }
        Ok(decisions)
    }
}

/// Counts code points from where it was last asked.
struct Counter<'t> {
    text: &'t str,
    byte: usize,
    code_points: usize,
}

impl<'t> Counter<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, byte: 0, code_points: 0 }
    }

    fn code_points(&mut self, byte: usize) -> usize {
        if byte < self.byte {
            (self.byte, self.code_points) = (0, 0);
        }
        self.code_points += self.text[self.byte..byte].chars().count();
        self.byte = byte;
        self.code_points
    }
}

#[cfg(all(test, feature = "models", feature = "embedded"))]
mod tests {
    use super::*;
    use crate::{DocumentPolicy, Silent};

    const TEXTS: [&str; 3] = ["Ähm — Ms Jane Roe was seen.", "Peter Lindqvist met Jane Roe.", "Nobody was there."];

    #[test]
    fn many_texts_are_each_as_one_alone() {
        let sanitizer = Sanitizer::new(DocumentPolicy::default()).unwrap();
        for (text, done) in TEXTS.iter().zip(sanitizer.texts(&TEXTS, &Silent).unwrap()) {
            assert_eq!(done.unwrap().text, sanitizer.text(text).unwrap().text);
        }
    }

    #[test]
    fn one_person_has_one_label_in_all_texts() {
        let sanitizer = Sanitizer::new(DocumentPolicy::default()).unwrap();
        let found = sanitizer.pseudonyms(&TEXTS, &Silent).unwrap();
        let mut known = Pseudonyms::default();
        for (prefix, identities) in found.iter().flat_map(|one| &one.numbers) {
            let numbers = known.numbers.entry(prefix.clone()).or_default();
            for identity in identities.keys() {
                let next = numbers.len() as u32 + 7;
                numbers.entry(identity.clone()).or_insert(next);
            }
        }
        let done = sanitizer.texts_labelled(&TEXTS, &known, &Silent).unwrap();
        let texts: Vec<String> = done.into_iter().map(|one| one.unwrap().text).collect();
        let label = texts[0].split_whitespace().find(|word| word.starts_with("Pers")).unwrap();
        assert!(texts[1].contains(label.trim_end_matches('.')), "{texts:?}");
    }

    #[test]
    fn a_background_needs_names() {
        let pages =
            ["Jane Roe", "Peter Lindqvist", "Anna Berg"].map(|name| (name.to_owned(), format!("{name} sails.")));
        let sanitizer = Sanitizer::new(DocumentPolicy::default()).unwrap().with_background(&pages, 1).unwrap();
        for error in [
            sanitizer.text(TEXTS[0]).map(|_| ()).unwrap_err(),
            sanitizer.texts(&TEXTS, &Silent).map(|_| ()).unwrap_err(),
        ] {
            assert!(error.to_string().contains("a text without a name"), "{error}");
        }
        let named = sanitizer.named_text("Jane Roe", TEXTS[0]).unwrap();
        assert!(!named.search_ranks.is_empty(), "{:?}", named.warnings);
    }

    #[test]
    fn offsets_count_code_points_and_come_back() {
        let sanitizer = Sanitizer::new(DocumentPolicy::default()).unwrap();
        let done = sanitizer.text(TEXTS[0]).unwrap();
        let counted = done.decisions_in_code_points();
        let text: Vec<char> = TEXTS[0].chars().collect();
        for decision in &counted {
            let there: String = text[decision.public.start..decision.public.end].iter().collect();
            assert_eq!(Some(&there), decision.protected.as_ref().map(|own| &own.text));
        }
        let source = Source::text("text", TEXTS[0]).unwrap();
        let edited = counted.into_iter().map(EditedDecision::from).collect();
        let back = source.decisions_in_bytes(edited).unwrap();
        let bytes: Vec<EditedDecision> = done.decisions.iter().cloned().map(EditedDecision::from).collect();
        assert_eq!(back, bytes);
        let beyond = vec![EditedDecision { start: Some(0), end: Some(99), ..Default::default() }];
        assert!(source.decisions_in_bytes(beyond).unwrap_err().to_string().contains("decision 1"));
    }
}
