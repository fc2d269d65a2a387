//! Words and phrases in the dictionary: a search among the blocks, then a walk through one.

use super::block::{self, Ids, PHRASES, PhraseEntries, WORDS, WordEntries};
use super::{Embedded, Term};

impl Embedded {
    /// Finds what is normalized already.
    pub(super) fn normalized_term(&self, phrase: &str) -> Option<Term> {
        if !phrase.contains(' ') {
            return self.word(phrase);
        }
        // Most phrases that are not there fail already by their last word.
        let mut ids = [0; block::MOST_WORDS];
        let mut count = 0;
        for word in phrase.rsplit(' ') {
            *ids.get_mut(count)? = self.word(word)?.number;
            count += 1;
        }
        self.phrase(&Ids::new(ids[..count].iter().copied())?)
    }

    /// Finds a word.
    fn word(&self, word: &str) -> Option<Term> {
        let blocks = &self.file.words;
        let first = |block| block::first_word(blocks.get(block)?);
        let block = last_block(blocks.len(), |block| Some(first(block)?.0 <= word.as_bytes()))?;
        let (first, rest) = first(block)?;
        let mut entries = WordEntries::new(&self.file.tables, first, block::parts(rest)?.0);
        let begin = block * WORDS;
        for number in begin..(begin + WORDS).min(self.file.word_count as usize) {
            let count = entries.next();
            if entries.word.as_slice() >= word.as_bytes() {
                return (entries.word == word.as_bytes()).then_some(Term {
                    phrase: false,
                    number: number as u32,
                    count,
                });
            }
        }
        None
    }

    /// Finds a phrase by its words.
    pub(super) fn phrase(&self, ids: &Ids) -> Option<Term> {
        let blocks = &self.file.phrases;
        let first = |block| block::first_phrase(blocks.get(block)?);
        let block = last_block(blocks.len(), |block| Some(first(block)?.0 <= *ids))?;
        let (first, rest) = first(block)?;
        let mut entries = PhraseEntries::new(&self.file.tables, first, block::parts(rest)?.0);
        let begin = block * PHRASES;
        for number in begin..(begin + PHRASES).min(self.file.phrase_count as usize) {
            let count = entries.next();
            if entries.ids >= *ids {
                return (entries.ids == *ids).then_some(Term { phrase: true, number: number as u32, count });
            }
        }
        None
    }

    /// The word of that number.
    pub(super) fn word_of(&self, number: u32) -> Option<Term> {
        let (block, place) = (number as usize / WORDS, number as usize % WORDS);
        let (first, rest) = block::first_word(self.file.words.get(block)?)?;
        let mut entries = WordEntries::new(&self.file.tables, first, block::parts(rest)?.0);
        let count = (0..=place).map(|_| entries.next()).last()?;
        (number < self.file.word_count).then_some(Term { phrase: false, number, count })
    }
}

/// The last block that begins early enough.
fn last_block(blocks: usize, early: impl Fn(usize) -> Option<bool>) -> Option<usize> {
    let (mut low, mut high) = (0, blocks);
    while low < high {
        let middle = low + (high - low) / 2;
        if early(middle)? { low = middle + 1 } else { high = middle }
    }
    low.checked_sub(1)
}
