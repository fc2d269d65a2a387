//! Counts that come with the build: statistics of 151,726 encyclopaedia leads, in a file of a few megabytes.
//!
//! For each word and phrase that is frequent enough, the file has in how many documents it stands and, coded, in which; so counts
//! of several phrases together are real. Only the very commonest words have no list: a count together with one of them is
//! bounded from above by the others' count, never understated.
//!
//! The file is used where it is: a look-up reads one block of a sorted dictionary, a list is decoded when it is first needed.

mod ans;
mod block;
mod bytes;
mod cache;
mod file;
mod list;
mod lists;
mod lookup;
mod pack;
pub(crate) mod sets;
mod tables;
#[cfg(test)]
mod tests;

pub use pack::{Collection, Packed, is_kept};

use crate::counts::{Counts, Provenance, Unit};
use crate::error::{Error, Result};
use cache::Cache;
use file::File;
use scumble_span::normalized;
use std::sync::Arc;

/// A word or phrase of the corpus, found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    phrase: bool,
    number: u32,
    count: u32,
}

impl Term {
    /// In how many documents it stands.
    pub fn count(self) -> u64 {
        u64::from(self.count)
    }
}

/// The statistics of a collection, packed.
#[derive(Debug)]
pub struct Embedded {
    bytes: &'static [u8],
    file: File<'static>,
    lists: Cache,
}

impl Embedded {
    /// The statistics that come with the build (feature `embedded`), which are under CC BY-SA 3.0.
    #[cfg(feature = "embedded")]
    pub fn get() -> &'static Self {
        static EMBEDDED: std::sync::LazyLock<Embedded> = std::sync::LazyLock::new(|| {
            Embedded::read(include_bytes!("../../data/leads.bin")).expect("the file that comes with the build is whole")
        });
        &EMBEDDED
    }

    /// Statistics that [`Collection::pack`] made; `None` if these bytes are none.
    pub fn read(bytes: &'static [u8]) -> Option<Self> {
        Some(Self { bytes, file: File::read(bytes)?, lists: Cache::default() })
    }

    /// Whether every byte is as it was packed. Reads them all.
    pub fn is_whole(&self) -> bool {
        file::hash(&self.bytes[file::HASHED..]) == self.file.hash
    }

    /// How many documents there are.
    pub fn documents_total(&self) -> u32 {
        self.file.documents
    }

    /// How many words and how many phrases have a count.
    pub fn terms(&self) -> (u32, u32) {
        (self.file.word_count, self.file.phrase_count)
    }

    /// Finds a word or phrase, however it is written; `None` if it is not among those that are frequent enough.
    pub fn term(&self, phrase: &str) -> Option<Term> {
        self.normalized_term(&normalized(phrase))
    }

    /// Whether the documents of a term are known.
    pub fn is_listed(&self, term: Term) -> bool {
        term.count <= self.file.most
    }

    /// The documents of a term, in order. `None` if it is too common for a list, or the file is damaged.
    pub fn documents(&self, term: Term) -> Option<Arc<[u32]>> {
        if !self.is_listed(term) {
            return None;
        }
        self.lists.get(term, || if term.phrase { self.phrase_list(term) } else { self.word_list(term.number) })
    }

    /// How many documents two terms share; at most, if one of them has no list.
    pub fn both(&self, a: Term, b: Term) -> u64 {
        match (self.documents(a), self.documents(b)) {
            (Some(a), Some(b)) => sets::common(&a, &b),
            _ => u64::from(a.count.min(b.count)),
        }
    }
}

impl Counts for Embedded {
    fn total(&self) -> Result<u64> {
        Ok(u64::from(self.file.documents))
    }

    /// Exact, except together with words that are too common for a list: then it is bounded from above.
    fn count(&self, all_of: &[&[&str]]) -> Result<u64> {
        let mut bound = u64::from(self.file.documents);
        let mut met: Option<Arc<[u32]>> = None;
        for (i, group) in all_of.iter().enumerate() {
            let mut terms: Vec<Term> = group.iter().filter_map(|phrase| self.term(phrase)).collect();
            terms.sort_by_key(|term| (term.phrase, term.number));
            terms.dedup();
            bound = bound.min(terms.iter().map(|term| term.count()).sum());
            // One phrase alone needs no list.
            if bound == 0 || (all_of.len() == 1 && terms.len() == 1) {
                return Ok(bound);
            }
            if !terms.iter().all(|&term| self.is_listed(term)) {
                continue;
            }
            let damaged = || Error::File { file: "embedded".into(), problem: "the statistics are damaged".into() };
            let mut lists = Vec::with_capacity(terms.len());
            for &term in &terms {
                lists.push(self.documents(term).ok_or_else(damaged)?);
            }
            let list = if lists.len() == 1 { lists.remove(0) } else { sets::union(&lists).into() };
            met = Some(match met {
                None => list,
                // The last one need only be counted.
                Some(before) if i + 1 == all_of.len() => return Ok(bound.min(sets::common(&before, &list))),
                Some(before) => sets::intersection(&before, &list).into(),
            });
        }
        Ok(met.map_or(bound, |met| bound.min(met.len() as u64)))
    }

    fn documents(&self, any_of: &[&str]) -> Option<Arc<[u32]>> {
        let terms = any_of.iter().filter_map(|phrase| self.term(phrase));
        let mut lists: Vec<Arc<[u32]>> = terms.map(|term| self.documents(term)).collect::<Option<_>>()?;
        if lists.len() == 1 { lists.pop() } else { Some(sets::union(&lists).into()) }
    }

    fn provenance(&self) -> Provenance {
        Provenance {
            name: "embedded".into(),
            version: format!("{:016x}", self.file.hash),
            remote: false,
            unit: Unit::Documents,
        }
    }
}
