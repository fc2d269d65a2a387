//! How many pages of the Web have a term, as a search engine once said.

use super::key::key;
use crate::failure::Failure;
use scumble::corpus::{information, normalized};
use std::collections::HashMap;
use std::path::Path;

/// What the search engine had of pages when it was asked: as many as it said of the commonest word.
const PAGES: u64 = 81_190_000_000;

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// Pages; 0 if it was asked and none was found.
    pub pages: u64,
    /// Whether the term was asked in these very words, and not only with stop words at its edges.
    pub as_written: bool,
}

impl Answer {
    /// The information content in bits.
    pub(super) fn ic(self) -> f64 {
        information(self.pages, PAGES)
    }
}

/// Counts of single terms. The file has counts of pairs, too, which are of terms and their categories and not used.
#[derive(Debug, Default)]
pub(super) struct Hits {
    written: HashMap<String, Asked>,
    stripped: HashMap<String, Asked>,
    /// How many lines have a single term.
    pub terms: usize,
    /// How many of those were asked and unseen.
    pub unseen: usize,
}

/// How a term was asked: how long it was as it was written, and what came.
#[derive(Debug)]
struct Asked {
    length: usize,
    pages: u64,
}

impl Hits {
    /// Reads `term<TAB>pages` lines under a line of names; words are joined by `_`, pairs have a space, and -1 is unseen.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::input(format!("{}: cannot be read: {error}", path.display())))?;
        Self::parse(&text).map_err(|line| {
            let problem = format!("{}: line {line}: a term, a tab and a whole number are expected", path.display());
            Failure::input(problem)
        })
    }

    /// The number of the line that is wrong, if one is.
    fn parse(text: &str) -> Result<Self, usize> {
        let mut hits = Self::default();
        for (i, line) in text.lines().enumerate().skip(1) {
            let (term, pages) = line.split_once('\t').ok_or(i + 1)?;
            let pages: i64 = pages.trim().parse().map_err(|_| i + 1)?;
            if term.contains(' ') {
                continue;
            }
            hits.terms += 1;
            hits.unseen += usize::from(pages <= 0);
            let pages = pages.max(0) as u64;
            keep(&mut hits.written, normalized(term), Asked { length: term.len(), pages });
            keep(&mut hits.stripped, key(term), Asked { length: term.len(), pages });
        }
        Ok(hits)
    }

    /// What was said of a term; nothing if it was never asked.
    pub(super) fn of(&self, term: &str) -> Option<Answer> {
        let written = self.written.get(&normalized(term)).map(|asked| Answer { pages: asked.pages, as_written: true });
        let stripped = || self.stripped.get(&key(term)).map(|asked| Answer { pages: asked.pages, as_written: false });
        written.or_else(stripped).filter(|_| !normalized(term).is_empty())
    }
}

/// Of several ways to write the same words the one counts that was seen, then the one with the fewest marks, then the first.
fn keep(terms: &mut HashMap<String, Asked>, term: String, new: Asked) {
    let better = |old: &Asked| (new.pages == 0, new.length) < (old.pages == 0, old.length);
    if terms.get(&term).is_none_or(better) {
        terms.insert(term, new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_found_however_they_were_asked() {
        let file = "term\thits\n\"governor\t506\ngovernor\t448\nwax house\t9\nthe_whooliganz\t-1\ndecember_3,_1960\t-1\n\
                    december_3_,_1960\t792\nthe_rock\t8\nrock\t70\n";
        let hits = Hits::parse(file).unwrap();
        assert_eq!((hits.terms, hits.unseen), (7, 2));
        let of = |term: &str| hits.of(term).map(|answer| (answer.pages, answer.as_written));
        assert_eq!(of("Governor"), Some((448, true)), "the plainest form");
        assert_eq!(of("Whooliganz"), Some((0, false)), "asked with its article, and unseen");
        assert_eq!(of("December 3, 1960"), Some((792, true)), "one form was seen");
        assert_eq!(of("The Rock"), Some((8, true)));
        assert_eq!(of("Rock"), Some((70, true)));
        assert_eq!(of("wax house"), None, "pairs are no terms");
        assert_eq!(of("—"), None);
        assert_eq!(Hits::parse("term\thits\nrock\tmany\n").unwrap_err(), 2);
    }
}
