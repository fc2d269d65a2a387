//! What the user named: terms to hide with their synonyms, and lists of what must go or may stay.

use super::finding::{Finding, Found, Rule};
use super::meter::synonyms;
use super::text::{Finder, Reading};
use super::words::Sequences;
use crate::error::Result;
use scumble_corpus::normalized;
use scumble_text::Span;

/// Finds words wherever they stand, in any inflection. Acronyms are found as they are written only.
pub(super) struct Listed {
    sequences: Sequences,
    acronyms: Vec<String>,
    rule: Rule,
}

impl Listed {
    /// The user's own list.
    pub(super) fn new(terms: &[String], rule: Rule) -> Self {
        let mut listed = Self { sequences: Sequences::default(), acronyms: Vec::new(), rule };
        terms.iter().for_each(|term| listed.add(term));
        listed
    }

    /// Terms to hide and, unless they are meant exactly, the synonyms of their first sense.
    pub(super) fn hidden(terms: &[String], exact: bool) -> Self {
        let mut listed = Self::new(terms, Rule::Hidden);
        for term in terms.iter().filter(|_| !exact) {
            let nouns = scumble_ontology::wordnet().nouns();
            synonyms(&normalized(term))
                .iter()
                .skip(1)
                .filter(|form| !is_known_acronym(form))
                .for_each(|form| listed.add(form));
            // WordNet knows how a synonym is written: AIDS is not "aids".
            if let Some(&sense) = nouns.senses(term).first() {
                nouns.labels(sense).for_each(|label| listed.add(label));
            }
        }
        listed
    }

    fn add(&mut self, term: &str) {
        if is_acronym(term) {
            self.acronyms.push(term.to_owned());
        } else {
            self.sequences.add(term, false, 0);
        }
    }

    /// Whether there is nothing to find.
    pub(super) fn is_empty(&self) -> bool {
        self.sequences.is_empty() && self.acronyms.is_empty()
    }

    /// Where they stand.
    pub(super) fn spans(&self, reading: &Reading<'_>) -> Vec<Span> {
        let mut spans: Vec<Span> = self.sequences.find(&reading.words).map(|hit| hit.span).collect();
        let text = reading.text();
        let acronyms = reading.words.iter().filter(|word| self.acronyms.iter().any(|a| a == word.span.of(text)));
        spans.extend(acronyms.map(|word| word.span));
        spans.sort();
        spans.into_iter().flat_map(|span| reading.free(span)).collect()
    }
}

/// Two to six capitals and nothing else: its small letters mean something different.
fn is_acronym(term: &str) -> bool {
    (2..=6).contains(&term.len()) && term.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Whether WordNet has the word as an acronym.
fn is_known_acronym(form: &str) -> bool {
    let nouns = scumble_ontology::wordnet().nouns();
    !form.contains(' ')
        && nouns
            .lemma_senses(form)
            .iter()
            .any(|&sense| nouns.labels(sense).any(|label| is_acronym(label) && normalized(label) == form))
}

impl Finder for Listed {
    fn find(&self, reading: &Reading<'_>, _: &[Finding]) -> Result<Vec<Finding>> {
        let kind = |span: Span| {
            let entities = reading.document.entities();
            let at = entities.partition_point(|entity| entity.span.end <= span.start);
            match entities.get(at) {
                Some(entity) if entity.span.start < span.end => Found::Entity(entity.kind),
                _ => Found::Term,
            }
        };
        Ok(self.spans(reading).into_iter().map(|span| Finding::new(span, kind(span), self.rule)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_text::Document;

    #[test]
    fn another_name_of_the_disease_is_the_disease() {
        let text = "AIDS, acquired immune deficiency syndrome, is not what hearing aids are for.";
        let hidden = Listed::hidden(&["acquired immunodeficiency syndrome".to_owned()], false);
        let found: Vec<_> = hidden.spans(&Reading::new(Document::read(text))).into_iter().map(|s| s.of(text)).collect();
        assert_eq!(found, ["AIDS", "acquired immune deficiency syndrome"]);
        let exact = Listed::hidden(&["acquired immunodeficiency syndrome".to_owned()], true);
        assert!(exact.spans(&Reading::new(Document::read(text))).is_empty());
    }
}
