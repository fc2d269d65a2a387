//! Blocks of terms: the first as it is, the others by what they differ in; then their lists of documents.
//!
//! ```text
//! first term | bytes of the entries | entries | bytes of each long list | long lists | short lists, one stream
//! ```
//!
//! A look-up reads entries only. A long list has a stream of its own; the short ones of a block are read one after another.

use super::ans::Reader;
use super::bytes::Bytes;
use super::file::File;
use super::list;
use super::tables::{Domain, Kind, Tables};

/// So many words are in a block.
pub(super) const WORDS: usize = 16;
/// So many phrases are in a block.
pub(super) const PHRASES: usize = 32;
/// From so many documents on, a list has a stream of its own.
pub(super) const LONG: u32 = 128;
/// A phrase has at most so many words.
pub(super) const MOST_WORDS: usize = 8;

/// Cuts a block after its first term into the entries and the lists.
pub(super) fn parts(block: Bytes<'_>) -> Option<(&[u8], Bytes<'_>)> {
    let mut block = block;
    let length = block.number()? as usize;
    Some((block.take(length)?, block))
}

/// The first word of a block, and the rest.
pub(super) fn first_word(block: &[u8]) -> Option<(&[u8], Bytes<'_>)> {
    let mut block = Bytes::new(block);
    let length = block.number()? as usize;
    Some((block.take(length)?, block))
}

/// The words of a phrase by number, the last word first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ids {
    // Unused places are 0, and words count from 1: so the derived order is that of the sequences.
    ids: [u32; MOST_WORDS],
}

impl Ids {
    /// From the numbers of the words, the last first; `None` if there are too many.
    pub(super) fn new(words: impl IntoIterator<Item = u32>) -> Option<Self> {
        let mut ids = Self::default();
        for (i, word) in words.into_iter().enumerate() {
            *ids.ids.get_mut(i)? = word + 1;
        }
        Some(ids)
    }

    pub(super) fn len(&self) -> usize {
        self.ids.iter().take_while(|&&id| id > 0).count()
    }

    /// The words, the last first.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        self.ids.into_iter().take_while(|&id| id > 0).map(|id| id - 1)
    }

    /// How many words both share from the beginning.
    pub(super) fn shared(&self, other: &Self) -> usize {
        self.iter().zip(other.iter()).take_while(|(a, b)| a == b).count()
    }

    /// Without the first word of the phrase; `None` for a single word.
    pub(super) fn ending(&self) -> Option<(u32, Self)> {
        let last = self.len().checked_sub(1).filter(|&last| last > 0)?;
        let mut rest = *self;
        rest.ids[last] = 0;
        Some((self.ids[last] - 1, rest))
    }
}

/// The first phrase of a block, and the rest.
pub(super) fn first_phrase(block: &[u8]) -> Option<(Ids, Bytes<'_>)> {
    let mut block = Bytes::new(block);
    let mut ids = Ids::default();
    for i in 0..block.number()? as usize {
        *ids.ids.get_mut(i)? = block.number()?;
    }
    Some((ids, block))
}

/// Reads the entries of a block of words.
pub(super) struct WordEntries<'a> {
    tables: &'a Tables,
    reader: Reader<'a>,
    first: bool,
    /// The word of the entry that was read last.
    pub(super) word: Vec<u8>,
}

impl<'a> WordEntries<'a> {
    pub(super) fn new(tables: &'a Tables, first: &[u8], entries: &'a [u8]) -> Self {
        Self { tables, reader: Reader::new(entries), first: true, word: first.to_vec() }
    }

    /// Reads one more: in how many documents the word stands.
    pub(super) fn next(&mut self) -> u32 {
        if !std::mem::take(&mut self.first) {
            let shared = self.tables.number(&mut self.reader, Kind::Shared) as usize;
            self.word.truncate(shared);
            // No word is that long; a damaged one must not grow for ever.
            while self.word.len() < 255
                && let Some(byte) = self.tables.letter(&mut self.reader, self.word.last().copied())
            {
                self.word.push(byte);
            }
        }
        self.tables.number(&mut self.reader, Kind::Word) + 1
    }
}

/// Reads the entries of a block of phrases.
pub(super) struct PhraseEntries<'a> {
    tables: &'a Tables,
    reader: Reader<'a>,
    first: bool,
    /// The phrase of the entry that was read last.
    pub(super) ids: Ids,
}

impl<'a> PhraseEntries<'a> {
    pub(super) fn new(tables: &'a Tables, first: Ids, entries: &'a [u8]) -> Self {
        Self { tables, reader: Reader::new(entries), first: true, ids: first }
    }

    /// Reads one more: in how many documents the phrase stands.
    pub(super) fn next(&mut self) -> u32 {
        let mut shared = 0;
        if !std::mem::take(&mut self.first) {
            let mut number = |kind| self.tables.number(&mut self.reader, kind);
            shared = (number(Kind::SharedWords(self.ids.len())) as usize).min(MOST_WORDS - 1);
            let more = number(Kind::More(shared)) as usize;
            for i in shared..MOST_WORDS {
                let id = &mut self.ids.ids[i];
                *id = match i {
                    _ if i > shared + more => 0,
                    // Phrases are sorted: the first new word comes after the one that stood there.
                    _ if i == shared => id.saturating_add(number(Kind::Step(i)) + 1),
                    _ => number(Kind::Step(MOST_WORDS)) + 1,
                };
            }
        }
        self.tables.number(&mut self.reader, Kind::Phrase(shared)) + 1
    }
}

/// One list of a block: numbers of documents among all, or places among `size` others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct List {
    pub(super) size: u32,
    pub(super) places: Vec<u32>,
}

/// Reads the list of the entry at `place` of a block whose entries have these counts. `None` if that cannot be.
pub(super) fn read_list(
    file: &File<'_>,
    domain: Domain,
    lists: Bytes<'_>,
    counts: &[u32],
    place: usize,
) -> Option<List> {
    let mut lists = lists;
    let listed = |count: u32| count <= file.most;
    let long = |&&count: &&u32| count >= LONG && listed(count);
    let mut lengths = Vec::new();
    for _ in counts.iter().filter(long) {
        lengths.push(lists.number()? as usize);
    }
    let read = |reader: &mut Reader<'_>, count: u32| {
        let size = match domain {
            Domain::All => file.documents,
            Domain::Within => count + file.tables.number(reader, Kind::Room(class(count))),
        };
        let mut places = Vec::new();
        if count > size || size > file.documents {
            return None;
        }
        places.reserve_exact(count as usize);
        list::read(reader, &file.tables, domain, 0, size, count, &mut places);
        Some(List { size, places })
    };
    let count = counts.get(place)?;
    if long(&count) {
        let before = counts[..place].iter().filter(long).count();
        lists.take(lengths[..before].iter().sum())?;
        return read(&mut Reader::new(lists.take(lengths[before])?), *count);
    }
    lists.take(lengths.iter().sum())?;
    let mut reader = Reader::new(lists.rest());
    for &count in counts[..place].iter().filter(|&&count| count < LONG && listed(count)) {
        read(&mut reader, count)?;
    }
    read(&mut reader, *count)
}

/// The length of a count, which tells how many documents a list may be chosen from.
pub(super) fn class(count: u32) -> usize {
    (31 - count.leading_zeros()) as usize
}
