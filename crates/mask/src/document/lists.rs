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
    acronyms: Vec<(String, usize)>,
    /// What the user wrote, by number.
    terms: Vec<String>,
    rule: Rule,
}

impl Listed {
    /// The user's own list.
    pub(super) fn new(terms: &[String], rule: Rule) -> Self {
        let mut listed = Self { sequences: Sequences::default(), acronyms: Vec::new(), terms: terms.to_vec(), rule };
        terms.iter().enumerate().for_each(|(number, term)| listed.add(term, number));
        listed
    }

    /// Terms to hide and, unless they are meant exactly, the synonyms of their first sense.
    pub(super) fn hidden(terms: &[String], exact: bool) -> Self {
        let mut listed = Self::new(terms, Rule::Hidden);
        for (number, term) in terms.iter().enumerate().filter(|_| !exact) {
            let nouns = scumble_ontology::wordnet().nouns();
            synonyms(&normalized(term))
                .iter()
                .skip(1)
                .filter(|form| !is_known_acronym(form))
                .for_each(|form| listed.add(form, number));
            // WordNet knows how a synonym is written: AIDS is not "aids".
            if let Some(&sense) = nouns.senses(term).first() {
                nouns.labels(sense).for_each(|label| listed.add(label, number));
            }
        }
        listed
    }

    fn add(&mut self, term: &str, number: usize) {
        if is_acronym(term) {
            self.acronyms.push((term.to_owned(), number));
        } else {
            self.sequences.add_whole(term, false, number);
        }
    }

    /// Whether there is nothing to find.
    pub(super) fn is_empty(&self) -> bool {
        self.sequences.is_empty() && self.acronyms.is_empty()
    }

    /// Where they stand.
    pub(super) fn spans(&self, reading: &Reading<'_>) -> Vec<Span> {
        self.hits(reading).into_iter().map(|(span, _)| span).collect()
    }

    /// Where they stand, with the number of the term.
    fn hits(&self, reading: &Reading<'_>) -> Vec<(Span, usize)> {
        let mut hits: Vec<(Span, usize)> =
            self.sequences.find(&reading.words).map(|hit| (hit.span, hit.number)).collect();
        let text = reading.text();
        for word in reading.words.iter().filter(|_| !self.acronyms.is_empty()) {
            let known = self.acronyms.iter().find(|(acronym, _)| acronym == word.span.of(text));
            hits.extend(known.map(|(_, number)| (word.span, *number)));
        }
        hits.sort();
        let free = |(span, number): (Span, usize)| reading.free(span).into_iter().map(move |piece| (piece, number));
        hits.into_iter().flat_map(free).collect()
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
        let hits = self.hits(reading).into_iter();
        let finding = |(span, number): (Span, usize)| Finding {
            related: Some(self.terms[number].clone()),
            ..Finding::new(span, kind(span), self.rule)
        };
        Ok(hits.map(finding).collect())
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
