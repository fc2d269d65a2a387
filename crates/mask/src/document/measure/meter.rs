//! The information content of terms and the mutual information between them, by the counts of a corpus.

use super::forms::{base_form, synonyms};
use crate::document::knowledge::Knowledge;
use crate::error::{Error, Result};
use scumble_corpus::{Counts, common, information, intersection, mutual_information, normalized};
use scumble_ontology::Stack;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A term as it was counted.
#[derive(Clone, Debug)]
pub struct Term {
    /// The phrase as it is written. It identifies the term, whether or not the meter remembers it.
    pub phrase: String,
    /// The forms that count as it: the phrase itself and, unless it is meant exactly, its synonyms.
    pub forms: Vec<String>,
    /// How many documents have one of them.
    pub count: u64,
    /// Its information content in bits.
    pub ic: f64,
    /// The numbers of its documents, once they are needed and where the corpus gives them.
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

/// Measures terms by a corpus. Shared between threads; what it remembers of terms changes no result.
pub struct Meter {
    counts: Arc<dyn Counts>,
    taxonomy: Arc<Stack>,
    total: u64,
    exact: bool,
    /// The terms that were counted before, by the phrase as it was written.
    shards: Vec<Mutex<HashMap<String, Arc<Term>>>>,
    terms_per_shard: usize,
}

/// The memory of terms has parts, so that threads seldom wait for each other.
const SHARDS: usize = 16;
/// A part that holds this many terms is emptied.
const TERMS_PER_SHARD: usize = 20_000;

impl Meter {
    /// Measures by the counts of `knowledge`, and with the synonyms of its taxonomy; `exact` counts a phrase only as it is written.
    ///
    /// # Errors
    /// If the corpus gives no counts or has no documents.
    pub fn new(knowledge: &Knowledge, exact: bool) -> Result<Self> {
        Self::with_memory(knowledge, exact, TERMS_PER_SHARD)
    }

    /// A meter that remembers at most that many terms in each of its parts.
    pub(in crate::document) fn with_memory(knowledge: &Knowledge, exact: bool, terms_per_shard: usize) -> Result<Self> {
        let counts = Arc::clone(&knowledge.counts);
        let total = counts.total()?;
        if total == 0 {
            return Err(Error::from(scumble_corpus::Error::Question("the corpus has no documents".into())));
        }
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Ok(Self { counts, taxonomy: Arc::clone(&knowledge.taxonomy), total, exact, shards, terms_per_shard })
    }

    /// The corpus.
    pub fn counts(&self) -> &dyn Counts {
        &*self.counts
    }

    /// Counts a term: as it is written, with its synonyms; if the corpus has none of them, by its base form.
    ///
    /// # Errors
    /// If the corpus gives no count.
    pub fn term(&self, phrase: &str) -> Result<Arc<Term>> {
        let shard = phrase.bytes().fold(0usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % SHARDS;
        let shard = || self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(term) = shard().get(phrase) {
            return Ok(Arc::clone(term));
        }
        let term = Arc::new(self.counted(phrase)?);
        let mut shard = shard();
        if shard.len() >= self.terms_per_shard {
            shard.clear();
        }
        shard.insert(phrase.to_owned(), Arc::clone(&term));
        Ok(term)
    }

    fn counted(&self, phrase: &str) -> Result<Term> {
        let written = normalized(phrase);
        let mut forms = if self.exact { vec![written.clone()] } else { synonyms(&self.taxonomy, &written) };
        let mut count = self.count(&forms)?;
        if count == 0
            && let Some(base) = base_form(&self.taxonomy, &written)
        {
            let more = if self.exact { vec![base] } else { synonyms(&self.taxonomy, &base) };
            forms = [vec![written], more].concat();
            count = self.count(&forms)?;
        }
        Ok(Term {
            phrase: phrase.to_owned(),
            forms,
            count,
            ic: information(count, self.total),
            documents: OnceLock::new(),
        })
    }

    fn count(&self, forms: &[String]) -> Result<u64> {
        if forms.iter().all(String::is_empty) {
            return Ok(0);
        }
        let group: Vec<&str> = forms.iter().map(String::as_str).collect();
        Ok(self.counts.count(&[&group])?)
    }

    /// In how many documents all of these terms stand.
    ///
    /// # Errors
    /// If the corpus gives no count.
    pub fn together(&self, terms: &[&Term]) -> Result<u64> {
        let lists: Option<Vec<&[u32]>> = terms.iter().map(|term| term.documents(&*self.counts)).collect();
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

    /// The pointwise mutual information of a sensitive term and another, in bits: how much the other discloses of it.
    ///
    /// # Errors
    /// If the corpus gives no count.
    pub fn pmi(&self, sensitive: &Term, other: &Term) -> Result<f64> {
        if !sensitive.is_seen() || !other.is_seen() {
            return Ok(f64::NEG_INFINITY);
        }
        Ok(mutual_information(self.together(&[sensitive, other])?, sensitive.count, other.count, self.total))
    }

    /// The pointwise mutual information of a sensitive term and several others together: bits, and in how many documents all of
    /// them stand with it.
    ///
    /// # Errors
    /// If the corpus gives no count.
    pub fn joint_pmi(&self, sensitive: &Term, others: &[&Term]) -> Result<(f64, u64)> {
        let alone = self.together(others)?;
        let mut all = vec![sensitive];
        all.extend(others);
        let both = self.together(&all)?;
        Ok((mutual_information(both, sensitive.count, alone, self.total), both))
    }
}

impl std::fmt::Debug for Meter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Meter").field("total", &self.total).field("exact", &self.exact).finish_non_exhaustive()
    }
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
        let meter = Meter::new(&Knowledge::english(Arc::new(table)), true).unwrap();
        let aids = meter.term("Acquired immunodeficiency syndrome").unwrap();
        let transfusion = meter.term("blood transfusions").unwrap();
        assert_eq!(format!("{:.2} {:.2}", aids.ic, transfusion.ic), "14.33 12.70");
        assert_eq!(format!("{:.2}", meter.pmi(&aids, &transfusion).unwrap()), "9.19");
        let unseen = meter.term("xyzzy").unwrap();
        assert!(!unseen.is_seen() && unseen.ic == 11e9f64.log2() + 1.0);
    }
}
