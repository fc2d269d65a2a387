//! Protection against the attack by search: words are redacted until the page about the person is below a rank.
//!
//! `mask` cannot see the attack, so the [finder](finder::SearchFinder) for one document and its page is made here and runs after all
//! others, also whenever the result is read again: what is released is a text in which it finds nothing more.

mod attacker;
mod choose;
mod finder;

use super::assess::{read_background, stem};
use super::hash;
use super::source::{Body, Source};
use super::verify::Verified;
use crate::policy::DocumentPolicy;
use crate::{Error, Result};
use attacker::{Attacker, spans_outside};
use finder::SearchFinder;
use scumble_assess::document::attack::{Background, placeholders};
use scumble_assess::document::search::Model;
use scumble_io::Help;
use scumble_span::normalized;
use serde::Serialize;
use std::collections::HashMap;

/// The attackers that are protected against.
const ATTACKERS: [Model; 2] = [Model::Bm25, Model::Bigrams];

/// The rank, where a policy names none.
const BELOW_RANK: u64 = 10;

/// What is said of a document that was protected.
const SEEN: &str = "below the rank in the given background, by BM25 and word bigrams: other pages, other ways to search and people who \
                    read may still find the person";

/// The rank of a person's page for one attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SearchRank {
    /// The attacker.
    pub attacker: &'static str,
    /// The rank, from 1.
    pub rank: usize,
}

/// Pages that an attacker may search, and the rank below which the page about a person is to be.
pub(crate) struct Against {
    background: Background,
    below_rank: usize,
    /// Pages by the hash of their words: who has the document itself needs no search.
    by_words: HashMap<String, Vec<u32>>,
    fingerprint: String,
}

/// What the background has about the person of a document.
pub(crate) struct Person {
    /// The page about the person.
    page: Option<u32>,
    /// Pages that are the document itself, which no attacker has.
    copies: Vec<u32>,
}

impl Against {
    /// The background that a policy names.
    pub(crate) fn of_policy(policy: &DocumentPolicy) -> Result<Option<Self>> {
        match (&policy.background, policy.below_rank) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(Error::input("a rank is given, but no pages in which to be below it")
                .with_help(Help::set("background", "name pages that an attacker may search"))),
            (Some(place), rank) => {
                let rank = usize::try_from(rank.unwrap_or(BELOW_RANK)).unwrap_or(usize::MAX);
                let pages = read_background(place).map_err(|mut error| {
                    error.message = format!("background: {}", error.message);
                    error
                })?;
                Self::new(&pages, rank).map(Some)
            }
        }
    }

    /// Indexes pages, each with its name.
    pub(crate) fn new(pages: &[(String, String)], below_rank: usize) -> Result<Self> {
        let background = Background::new(pages, [], &ATTACKERS)?;
        if below_rank == 0 || below_rank >= pages.len() {
            let what = format!("no page can be below rank {below_rank} of {} pages", pages.len());
            return Err(Error::input(what).with_help(Help::set("below_rank", "choose a smaller rank, from 1")));
        }
        let mut by_words: HashMap<String, Vec<u32>> = HashMap::new();
        let mut all = String::new();
        for (number, (name, text)) in (0..).zip(pages) {
            let words = hash(normalized(text).as_bytes());
            all.push_str(&hash(name.as_bytes()));
            all.push_str(&hash(text.as_bytes()));
            by_words.entry(words).or_default().push(number);
        }
        Ok(Self { background, below_rank, by_words, fingerprint: hash(all.as_bytes()) })
    }

    /// How many pages there are.
    pub(crate) fn pages(&self) -> usize {
        self.background.names().len()
    }

    /// The rank below which the page about a person is to be.
    pub(crate) fn below_rank(&self) -> usize {
        self.below_rank
    }

    /// Tells one background from another.
    pub(crate) fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// What the background has about the person of a document: the page of its name.
    pub(crate) fn person(&self, source: &Source) -> Result<Person> {
        if matches!(source.body, Body::Record { .. }) {
            let what = format!("{}: a record has no name by which its page in the background is known", source.name);
            return Err(Error::input(what).with_help("give every document a file of its own, named as the page is"));
        }
        let copies = self.by_words.get(&hash(normalized(&source.woven().text).as_bytes())).cloned().unwrap_or_default();
        let page = self.background.page(stem(&source.name)).filter(|page| !copies.contains(page));
        Ok(Person { page, copies })
    }

    /// The finder for a document, if the background has a page about its person.
    pub(crate) fn finder<'a>(&'a self, person: &'a Person) -> Option<SearchFinder<'a>> {
        let (page, copies) = (person.page?, &person.copies[..]);
        Some(SearchFinder { indexes: self.background.indexes(), below_rank: self.below_rank, page, copies })
    }

    /// Checks a document that would be released: a machine must have reached the rank, a person may decide otherwise.
    pub(crate) fn check(&self, person: &Person, document: &mut Verified) -> Result<()> {
        if !person.copies.is_empty() {
            let what = "a page of the background is the document itself: it was taken out";
            document.warnings.push(what.to_owned());
        }
        let Some(page) = person.page else {
            let what = "the background has no page of this document's name: nothing was redacted for it";
            document.warnings.push(what.to_owned());
            return Ok(());
        };
        let pieces = spans_outside(document.text.len(), placeholders(&document.text));
        for index in self.background.indexes() {
            let attacker = Attacker::new(index, &document.text, &pieces, &[], page, &person.copies);
            document.search_ranks.push(SearchRank { attacker: index.model().name(), rank: attacker.rank() });
        }
        // What was measured takes the place of what was estimated.
        document.estimated_search_risk = None;
        let is_found = document.search_ranks.iter().any(|found| found.rank <= self.below_rank);
        match (is_found, document.decided) {
            (false, _) => document.warnings.push(SEEN.to_owned()),
            (true, Some(_)) => {
                let what = "a person's decisions leave the page about the person among the first of the background";
                document.warnings.push(what.to_owned());
            }
            (true, None) => {
                let what = format!(
                    "{}: withheld: its person's page is not below rank {} whatever is redacted",
                    document.name, self.below_rank
                );
                return Err(Error::withheld(what).with_help(Help::set(
                    "below_rank",
                    "choose a smaller rank, allow fewer terms, or redact by hand",
                )));
            }
        }
        Ok(())
    }
}
