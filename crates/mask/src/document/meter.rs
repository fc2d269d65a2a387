//! How informative a term is, and how much two terms tell of each other, by the counts of a corpus.

use crate::error::{Error, Result};
use scumble_corpus::{Counts, common, information, intersection, mutual_information, normalized};
use scumble_ontology::{PartOfSpeech, base_forms, wordnet};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

impl From<scumble_corpus::Error> for Error {
    fn from(error: scumble_corpus::Error) -> Self {
        Self::Counts(error.to_string())
    }
}

/// A term as it was counted.
#[derive(Clone, Debug)]
pub struct Term {
    /// The forms that count as it: itself and, unless only it was asked for, its synonyms.
    pub forms: Vec<String>,
    /// How many documents have one of them.
    pub count: u64,
    /// Its information content in bits.
    pub ic: f64,
    /// Its documents, once they are needed and where the corpus can tell.
    documents: OnceLock<Option<Arc<[u32]>>>,
}

impl Term {
    /// Whether the corpus has it at all.
    pub fn is_seen(&self) -> bool {
        self.count > 0
    }

    fn group(&self) -> Vec<&str> {
        self.forms.iter().map(String::as_str).collect()
    }

    fn documents(&self, counts: &dyn Counts) -> Option<&[u32]> {
        self.documents.get_or_init(|| counts.documents(&self.group())).as_deref()
    }
}

/// Measures terms by a corpus.
pub struct Meter<'c> {
    counts: &'c dyn Counts,
    total: u64,
    exact: bool,
    /// What was counted before, for all documents and threads.
    known: Vec<Mutex<HashMap<String, Arc<Term>>>>,
}

/// Parts of the memory of terms, so that threads seldom wait; and how many terms each keeps.
const SHARDS: usize = 16;
const MOST_TERMS: usize = 20_000;

impl<'c> Meter<'c> {
    /// By these counts; `exact` counts the phrase as it is written and not its synonyms.
    pub fn new(counts: &'c dyn Counts, exact: bool) -> Result<Self> {
        let total = counts.total()?;
        if total == 0 {
            return Err(Error::Counts("the corpus has no documents".into()));
        }
        let known = (0..SHARDS).map(|_| Mutex::default()).collect();
        Ok(Self { counts, total, exact, known })
    }

    /// Where the counts come from.
    pub fn counts(&self) -> &'c dyn Counts {
        self.counts
    }

    /// Counts a term: as it is written, with its synonyms; if the corpus has none of them, by its base form.
    pub fn term(&self, phrase: &str) -> Result<Arc<Term>> {
        let shard = phrase.bytes().fold(0usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % SHARDS;
        let known = || self.known[shard].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(term) = known().get(phrase) {
            return Ok(Arc::clone(term));
        }
        let term = Arc::new(self.counted(phrase)?);
        let mut known = known();
        if known.len() >= MOST_TERMS {
            known.clear();
        }
        known.insert(phrase.to_owned(), Arc::clone(&term));
        Ok(term)
    }

    fn counted(&self, phrase: &str) -> Result<Term> {
        let written = normalized(phrase);
        let mut forms = if self.exact { vec![written.clone()] } else { synonyms(&written) };
        let mut count = self.count(&forms)?;
        if count == 0
            && let Some(base) = base_form(&written)
        {
            forms = if self.exact { vec![written, base] } else { [vec![written], synonyms(&base)].concat() };
            count = self.count(&forms)?;
        }
        Ok(Term { forms, count, ic: information(count, self.total), documents: OnceLock::new() })
    }

    fn count(&self, forms: &[String]) -> Result<u64> {
        if forms.iter().all(String::is_empty) {
            return Ok(0);
        }
        let group: Vec<&str> = forms.iter().map(String::as_str).collect();
        Ok(self.counts.count(&[&group])?)
    }

    /// In how many documents all of these stand.
    pub fn together(&self, terms: &[&Term]) -> Result<u64> {
        let lists: Option<Vec<&[u32]>> = terms.iter().map(|term| term.documents(self.counts)).collect();
        match lists.as_deref() {
            Some([a, b]) => return Ok(common(a, b)),
            Some([a, b, rest @ .., last]) => {
                let mut met = intersection(a, b);
                rest.iter().for_each(|list| met = intersection(&met, list));
                return Ok(common(&met, last));
            }
            _ => {}
        }
        let groups: Vec<Vec<&str>> = terms.iter().map(|term| term.group()).collect();
        let all_of: Vec<&[&str]> = groups.iter().map(Vec::as_slice).collect();
        Ok(self.counts.count(&all_of)?)
    }

    /// How much the second tells of the first.
    pub fn pmi(&self, secret: &Term, told: &Term) -> Result<f64> {
        if !secret.is_seen() || !told.is_seen() {
            return Ok(f64::NEG_INFINITY);
        }
        Ok(mutual_information(self.together(&[secret, told])?, secret.count, told.count, self.total))
    }

    /// How much several tell of the first together: bits, and in how many documents they all stand with it.
    pub fn joint_pmi(&self, secret: &Term, told: &[&Term]) -> Result<(f64, u64)> {
        let alone = self.together(told)?;
        let mut all = vec![secret];
        all.extend(told);
        let both = self.together(&all)?;
        Ok((mutual_information(both, secret.count, alone, self.total), both))
    }
}

/// The phrase, the synonyms of its first sense, and their joined forms; all normalised.
pub(super) fn synonyms(phrase: &str) -> Vec<String> {
    let mut forms = vec![phrase.to_owned()];
    let nouns = wordnet().nouns();
    if let Some(&sense) = nouns.senses(phrase).first() {
        forms.extend(nouns.labels(sense).map(normalized));
    }
    for i in 0..forms.len() {
        let joined: String = forms[i].split(' ').collect();
        // "health care" is "healthcare"; longer phrases are not written in one.
        if forms[i].split(' ').count() == 2 && joined.len() > 3 {
            forms.push(joined);
        }
    }
    let mut seen = Vec::with_capacity(forms.len());
    for form in forms {
        if !form.is_empty() && !seen.contains(&form) {
            seen.push(form);
        }
    }
    seen
}

/// The phrase with its last word in its base form, if that differs.
fn base_form(phrase: &str) -> Option<String> {
    let (rest, last) = phrase.rsplit_once(' ').map_or(("", phrase), |(rest, last)| (rest, last));
    let words = wordnet().words();
    let base = base_forms(last, PartOfSpeech::Noun, |form| words.has(form, PartOfSpeech::Noun)).into_iter().next()?;
    let whole = if rest.is_empty() { base } else { format!("{rest} {base}") };
    (whole != phrase).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_corpus::Table;

    #[test]
    fn the_paper_s_figures() {
        let table = "#total\t11000000000\nacquired immunodeficiency syndrome\t534113\nblood transfusion\t1653148\n\
                     acquired immunodeficiency syndrome\tblood transfusion\t46883\n";
        let table = Table::parse(table).unwrap();
        let meter = Meter::new(&table, true).unwrap();
        let aids = meter.term("Acquired immunodeficiency syndrome").unwrap();
        let transfusion = meter.term("blood transfusions").unwrap();
        assert_eq!(format!("{:.2} {:.2}", aids.ic, transfusion.ic), "14.33 12.70");
        assert_eq!(format!("{:.2}", meter.pmi(&aids, &transfusion).unwrap()), "9.19");
        let unseen = meter.term("xyzzy").unwrap();
        assert!(!unseen.is_seen() && unseen.ic == 11e9f64.log2() + 1.0);
    }

    #[test]
    fn synonyms_of_the_first_sense() {
        let forms = synonyms("acquired immunodeficiency syndrome");
        assert!(forms.contains(&"aids".to_owned()), "{forms:?}");
        assert!(synonyms("health care").contains(&"healthcare".to_owned()));
        assert_eq!(synonyms("xyzzy"), ["xyzzy"]);
    }
}
