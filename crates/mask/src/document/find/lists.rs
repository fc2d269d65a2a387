//! The terms that the user named: terms to hide with their synonyms, and the lists of terms to redact or to allow.

use crate::document::case::{Case, Finder};
use crate::document::finding::{Finding, Found, Rule};
use crate::document::measure::synonyms;
use crate::document::reading::Reading;
use crate::document::words::{Sequences, Word};
use crate::error::Result;
use scumble_corpus::normalized;
use scumble_ontology::Stack;
use scumble_span::Span;

/// Finds terms wherever they stand, in any inflection. Acronyms are found as they are written only.
pub(in crate::document) struct Listed {
    sequences: Sequences,
    acronyms: Vec<(String, usize)>,
    /// The terms as the user wrote them, by number.
    terms: Vec<String>,
    rule: Rule,
}

impl Listed {
    /// The user's own list.
    pub(in crate::document) fn new(terms: &[String], rule: Rule) -> Self {
        let mut listed = Self { sequences: Sequences::default(), acronyms: Vec::new(), terms: terms.to_vec(), rule };
        terms.iter().enumerate().for_each(|(number, term)| listed.add(term, number));
        listed
    }

    /// Terms to hide and, with a taxonomy, the synonyms of their first sense.
    pub(in crate::document) fn hidden(terms: &[String], taxonomy: Option<&Stack>) -> Self {
        let mut listed = Self::new(terms, Rule::Hidden);
        let Some(taxonomy) = taxonomy else { return listed };
        for (number, term) in terms.iter().enumerate() {
            synonyms(taxonomy, &normalized(term))
                .iter()
                .skip(1)
                .filter(|form| !is_known_acronym(taxonomy, form))
                .for_each(|form| listed.add(form, number));
            // The taxonomy knows how a synonym is written: AIDS is not "aids".
            if let Some((taxonomy, &[sense, ..])) = taxonomy.senses(term) {
                taxonomy.labels(sense).for_each(|label| listed.add(label, number));
            }
        }
        listed
    }

    fn add(&mut self, term: &str, number: usize) {
        if is_acronym(term) {
            self.acronyms.push((term.to_owned(), number));
        } else {
            self.sequences.add(term, false, number);
        }
    }

    /// Whether there is nothing to find.
    pub(in crate::document) fn is_empty(&self) -> bool {
        self.sequences.is_empty() && self.acronyms.is_empty()
    }

    /// Where the terms stand.
    pub(in crate::document) fn spans(&self, reading: &Reading<'_>) -> Vec<Span> {
        self.hits(reading).into_iter().map(|(span, _)| span).collect()
    }

    /// Where the terms stand, with the number of each.
    fn hits(&self, reading: &Reading<'_>) -> Vec<(Span, usize)> {
        let found = self.sequences.find(&reading.words).into_iter();
        let mut hits: Vec<(Span, usize)> = found.map(|hit| (hit.span, hit.number)).collect();
        let text = reading.text();
        if !self.acronyms.is_empty() {
            let among = |words: &[Word]| {
                let known = |word: &Word| {
                    let mut letters =
                        self.acronyms.iter().filter(|(acronym, _)| is_written(acronym, word.span.of(text)));
                    letters.next().map(|(_, number)| (word.span, *number))
                };
                words.iter().filter_map(known).collect()
            };
            hits.extend(reading.words.each_way(among, |(span, _)| *span));
        }
        hits.sort();
        let free = |(span, number): (Span, usize)| reading.free(span).into_iter().map(move |piece| (piece, number));
        hits.into_iter().flat_map(free).collect()
    }
}

/// Two to six capitals and nothing else: in lower case the word would mean something different.
fn is_acronym(term: &str) -> bool {
    (2..=6).contains(&term.len()) && term.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Whether a word is an acronym, be it with its letters set apart.
fn is_written(acronym: &str, word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word.chars().filter(|c| c.is_alphanumeric()).eq(acronym.chars())
}

/// Whether a taxonomy has the word as an acronym.
fn is_known_acronym(taxonomy: &Stack, form: &str) -> bool {
    !form.contains(' ')
        && taxonomy.members().iter().any(|member| {
            let mut labels = member.lemma_senses(form).iter().flat_map(|&sense| member.labels(sense));
            labels.any(|label| is_acronym(label) && normalized(label) == form)
        })
}

impl Finder for Listed {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let reading = case.reading();
        let kind = |span: Span| {
            let entities = reading.document.entities();
            let at = entities.partition_point(|entity| entity.span.end <= span.start);
            match entities.get(at) {
                Some(entity) if entity.span.start < span.end => Found::Entity(entity.kind),
                _ => Found::Term,
            }
        };
        let finding = |(span, number): (Span, usize)| Finding {
            related: Some(self.terms[number].clone()),
            ..Finding::new(span, kind(span), self.rule)
        };
        case.add_all(self.hits(reading).into_iter().map(finding))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_ontology::wordnet;
    use scumble_text::Document;

    #[test]
    fn another_name_of_the_disease_is_the_disease() {
        let text = "AIDS, acquired immune deficiency syndrome, is not what hearing aids are for.";
        let terms = ["acquired immunodeficiency syndrome".to_owned()];
        let nouns = Stack::new(vec![wordnet().nouns().clone()]);
        let hidden = Listed::hidden(&terms, Some(&nouns));
        let found: Vec<_> = hidden.spans(&Reading::new(Document::read(text))).into_iter().map(|s| s.of(text)).collect();
        assert_eq!(found, ["AIDS", "acquired immune deficiency syndrome"]);
        assert!(Listed::hidden(&terms, None).spans(&Reading::new(Document::read(text))).is_empty());
    }
}
