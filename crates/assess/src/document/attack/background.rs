//! What an attacker knows: pages about people, indexed in several ways.

use super::placeholder::{outside_placeholders, placeholders};
use crate::document::search::{Index, Model, Query, Scores, TermReader};
use crate::reading::{Error, Result};
use rayon::prelude::*;
use scumble_span::normalized;
use std::collections::{BTreeSet, HashMap};

/// Relevances that differ by no more than this share are a tie.
pub const TIE: f64 = 1e-9;
/// Terms that are told of a document.
const TOLD: usize = 10;

/// Pages about people, indexed for every attacker.
#[derive(Clone, Debug)]
pub struct Background {
    names: Vec<String>,
    places: HashMap<String, u32>,
    indexes: Vec<Index>,
    /// Names of pages that were one of the originals, and were taken out.
    pub taken_out: Vec<String>,
}

/// How an attacker found a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The attacker.
    pub model: Model,
    /// The rank of the person's page, from 1.
    pub rank: usize,
    /// The terms that speak most for the person's page, the strongest first.
    pub telling: Vec<Telling>,
}

/// A term that is left in a document and speaks for the right page.
#[derive(Clone, Debug, PartialEq)]
pub struct Telling {
    /// The term.
    pub term: String,
    /// What it adds to the relevance of the person's page beyond what it adds to the best other page, as a share of all such additions.
    pub share: f64,
}

/// Buffers of an attack, for many documents in a row.
struct Work {
    reader: TermReader,
    scores: Scores,
}

impl Background {
    /// Indexes pages, each with its name, for some attackers. A page with the words of an original is that document itself, which no
    /// attacker has: it is taken out.
    ///
    /// # Errors
    /// If no page is left, or two have one name.
    pub fn new<'t>(
        pages: &[(String, String)],
        originals: impl IntoIterator<Item = &'t str>,
        models: &[Model],
    ) -> Result<Self> {
        let originals: BTreeSet<String> = originals.into_iter().map(normalized).collect();
        let is_own = |text: &str| originals.contains(&normalized(text));
        let (own, kept): (Vec<_>, Vec<_>) = pages.iter().partition(|(_, text)| is_own(text));
        if kept.is_empty() {
            return Err(Error::Nothing(match own.is_empty() {
                true => "the background has no page",
                false => "the background has no page but the original documents themselves",
            }));
        }
        let names: Vec<String> = kept.iter().map(|(name, _)| name.clone()).collect();
        let places: HashMap<String, u32> = names.iter().cloned().zip(0..).collect();
        if places.len() < names.len() {
            return Err(Error::Nothing("two pages of the background have one name"));
        }
        let texts: Vec<&str> = kept.iter().map(|(_, text)| text.as_str()).collect();
        let indexes = models.par_iter().map(|&model| Index::new(model, &texts)).collect();
        Ok(Self { names, places, indexes, taken_out: own.iter().map(|(name, _)| name.clone()).collect() })
    }

    /// The names of its pages.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of the page with a name.
    pub fn page(&self, name: &str) -> Option<u32> {
        self.places.get(name).copied()
    }

    /// The indexes, one an attacker.
    pub fn indexes(&self) -> &[Index] {
        &self.indexes
    }

    /// Attacks every text, each with the page of its person: for each text, what each attacker found.
    pub fn attack(&self, texts: &[(&str, u32)]) -> Vec<Vec<Found>> {
        let work = || -> Vec<Work> {
            let one = |index: &Index| Work { reader: TermReader::new(index.model()), scores: Scores::default() };
            self.indexes.iter().map(one).collect()
        };
        let attack = |work: &mut Vec<Work>, &(text, page): &(&str, u32)| {
            let pieces = outside_placeholders(text, &placeholders(text));
            let one = |(index, work): (&Index, &mut Work)| {
                let query = index.query_of(&mut work.reader, pieces.iter().copied());
                found(index, &query, page, &mut work.scores)
            };
            self.indexes.iter().zip(work).map(one).collect()
        };
        texts.par_iter().map_init(work, attack).collect()
    }
}

/// The rank of a page, and what speaks for it.
fn found(index: &Index, query: &Query, page: u32, scores: &mut Scores) -> Found {
    index.score(query, scores);
    let own = scores.of(page);
    let mut ahead = 0;
    // The best other page; of equal ones the first.
    let mut rival: Option<(f64, u32)> = None;
    for hit in scores.hits().filter(|hit| hit.document != page) {
        ahead += usize::from(hit.relevance > own * (1.0 + TIE));
        let better =
            |(best, number): (f64, u32)| hit.relevance > best || hit.relevance == best && hit.document < number;
        if rival.is_none_or(better) {
            rival = Some((hit.relevance, hit.document));
        }
    }
    let rank = if own > 0.0 { ahead + 1 } else { index.len() };
    let mut telling: Vec<(f64, u32)> = Vec::new();
    if own > 0.0 {
        for term in &query.terms {
            let against = rival.map_or(0.0, |(_, rival)| index.contribution(term, rival));
            let margin = index.contribution(term, page) - against;
            if margin > 0.0 {
                telling.push((margin, term.term));
            }
        }
    }
    let all: f64 = telling.iter().map(|(margin, _)| margin).sum();
    telling.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    telling.truncate(TOLD);
    let told = |(margin, term): (f64, u32)| Telling { term: index.term(term).to_owned(), share: margin / all };
    Found { model: index.model(), rank, telling: telling.into_iter().map(told).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(texts: &[(&str, &str)]) -> Vec<(String, String)> {
        texts.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect()
    }

    #[test]
    fn ties_count_against_us_and_nothing_shared_is_last() {
        let pages = pages(&[("a", "red fox"), ("b", "red fox"), ("c", "blue whale"), ("d", "grey goose")]);
        let background = Background::new(&pages, [], &[Model::Bm25, Model::Bigrams]).unwrap();
        let ranks = |text: &str, name: &str| {
            let found = background.attack(&[(text, background.page(name).unwrap())]).remove(0);
            found.iter().map(|found| found.rank).collect::<Vec<_>>()
        };
        assert_eq!((ranks("a red fox", "a"), ranks("a red fox", "b")), (vec![1, 1], vec![1, 1]));
        assert_eq!(ranks("a red fox", "c"), [4, 4]);
        assert_eq!(ranks("red Pers1 fox [REDACTED]", "b"), [1, 4]);
        assert_eq!(ranks("blue red fox", "c"), [3, 4]);
    }

    #[test]
    fn the_telling_terms_share_the_margin() {
        let pages = pages(&[("a", "fox trot"), ("b", "fox den"), ("c", "whale")]);
        let background = Background::new(&pages, [], &[Model::Bm25]).unwrap();
        let found = background.attack(&[("a fox in a trot", 0)]).remove(0).remove(0);
        // Both pages are as long and have the fox once: only the trot tells them apart.
        assert_eq!(found.telling, [Telling { term: "trot".into(), share: 1.0 }]);
    }

    #[test]
    fn the_document_itself_is_taken_out() {
        let pages = pages(&[("a", "Red  fox!"), ("b", "blue")]);
        let background = Background::new(&pages, ["red fox"], &[Model::Bm25]).unwrap();
        assert_eq!((background.names(), &background.taken_out[..]), (&["b".to_owned()][..], &["a".to_owned()][..]));
        assert!(Background::new(&pages[..1], ["red fox"], &[Model::Bm25]).is_err());
        assert!(Background::new(&[], [], &[Model::Bm25]).is_err());
    }
}
