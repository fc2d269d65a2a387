//! Counts of given phrases over texts that are seen once, piece by piece: for corpora that no one machine holds.

use crate::error::{Error, Result};
use scumble_span::normalized;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// Counts the documents that have each of some phrases, and each pair of a phrase and a partner. Counts of
/// the parts of a corpus add up to those of the whole.
///
/// ```
/// use scumble_corpus::PhraseCounts;
///
/// let mut counts = PhraseCounts::new(&["blood transfusion", "fever"], &["AIDS"])?;
/// counts.see("AIDS after a blood transfusion.");
/// counts.see("Fever.");
/// assert_eq!(counts.to_table(), "#total\t2\naids\t1\nblood transfusion\t1\nfever\t1\nblood transfusion\taids\t1\n");
/// # Ok::<(), scumble_corpus::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PhraseCounts {
    /// The phrases in their normal form, in order.
    phrases: Vec<String>,
    /// Which of them are partners.
    partners: Vec<bool>,
    /// By the first word of phrases, their numbers.
    by_word: HashMap<String, Vec<u32>>,
    documents: u64,
    one: Vec<u64>,
    two: BTreeMap<(u32, u32), u64>,
}

impl PhraseCounts {
    /// Counts nothing yet. Partners are phrases, too.
    ///
    /// # Errors
    /// If a phrase has no word.
    pub fn new<S: AsRef<str>>(phrases: &[S], partners: &[S]) -> Result<Self> {
        let normal = |phrase: &S| Some(normalized(phrase.as_ref())).filter(|phrase| !phrase.is_empty());
        let no_word = || Error::Question("a phrase has no word".into());
        let of = |given: &[S]| given.iter().map(normal).collect::<Option<Vec<String>>>().ok_or_else(no_word);
        let (mut all, with) = (of(phrases)?, of(partners)?);
        all.extend(with.iter().cloned());
        all.sort_unstable();
        all.dedup();
        let mut by_word: HashMap<String, Vec<u32>> = HashMap::new();
        for (number, phrase) in (0..).zip(&all) {
            let first = phrase.split(' ').next().unwrap_or_default();
            by_word.entry(first.to_owned()).or_default().push(number);
        }
        let partners = all.iter().map(|phrase| with.contains(phrase)).collect();
        Ok(Self { one: vec![0; all.len()], phrases: all, partners, by_word, documents: 0, two: BTreeMap::new() })
    }

    /// Counts a document.
    pub fn see(&mut self, text: &str) {
        self.documents += 1;
        let text = normalized(text);
        let mut found: Vec<u32> = Vec::new();
        let mut start = 0;
        for word in text.split(' ') {
            for &number in self.by_word.get(word).into_iter().flatten() {
                let rest = text[start..].strip_prefix(&self.phrases[number as usize]);
                if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')) {
                    found.push(number);
                }
            }
            start += word.len() + 1;
        }
        found.sort_unstable();
        found.dedup();
        for (at, &a) in found.iter().enumerate() {
            self.one[a as usize] += 1;
            for &b in &found[at + 1..] {
                let pair = if self.partners[b as usize] { (a, b) } else { (b, a) };
                if self.partners[pair.1 as usize] {
                    *self.two.entry(pair).or_default() += 1;
                }
            }
        }
    }

    /// How many documents were seen.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// The phrases in their normal form, and in how many documents each is.
    pub fn counts(&self) -> impl Iterator<Item = (&str, u64)> {
        self.phrases.iter().map(String::as_str).zip(self.one.iter().copied())
    }

    /// Pairs of a phrase and a partner that are in one document, and in how many.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str, u64)> {
        let phrase = |number: u32| self.phrases[number as usize].as_str();
        self.two.iter().map(move |(&(a, b), &count)| (phrase(a), phrase(b), count))
    }

    /// The file that `table:FILE` reads.
    pub fn to_table(&self) -> String {
        let mut text = format!("#total\t{}\n", self.documents);
        for (phrase, count) in self.counts() {
            let _ = writeln!(text, "{phrase}\t{count}");
        }
        for (a, b, count) in self.pairs() {
            let _ = writeln!(text, "{a}\t{b}\t{count}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Counts, Table};

    #[test]
    fn a_document_counts_once_and_words_are_whole() {
        let mut counts = PhraseCounts::new(&["new york", "york", "new"], &[]).unwrap();
        ["New York, new york!", "Newer York", "NEW-YORK", ""].into_iter().for_each(|text| counts.see(text));
        assert_eq!(counts.counts().collect::<Vec<_>>(), [("new", 2), ("new york", 2), ("york", 3)]);
        assert_eq!((counts.documents(), counts.pairs().count()), (4, 0));
        assert!(PhraseCounts::new(&["…"], &[]).is_err());
    }

    #[test]
    fn what_is_counted_can_be_asked_as_a_table() {
        let mut counts = PhraseCounts::new(&["fever", "cough"], &["aids", "flu"]).unwrap();
        ["AIDS and flu", "flu, fever", "flu; fever; cough", "cough"].into_iter().for_each(|text| counts.see(text));
        let table = Table::parse(&counts.to_table()).unwrap();
        assert_eq!(table.total().unwrap(), 4);
        assert_eq!(table.count(&[&["flu"], &["fever"]]).unwrap(), 2);
        assert_eq!(table.count(&[&["aids"], &["flu"]]).unwrap(), 1);
        assert_eq!(table.count(&[&["fever"], &["cough"]]).unwrap(), 0, "only pairs with a partner are counted");
    }
}
