//! The documents of terms. Those of a phrase are told as places among the documents that have its words.

use super::block::{self, Ids, PHRASES, PhraseEntries, WORDS, WordEntries};
use super::tables::Domain;
use super::{Embedded, Term, sets};
use std::sync::Arc;

/// Where a phrase can stand.
enum Room {
    All,
    Within(Arc<[u32]>),
}

impl Embedded {
    pub(super) fn word_list(&self, number: u32) -> Option<Arc<[u32]>> {
        let (block, place) = (number as usize / WORDS, number as usize % WORDS);
        let (first, rest) = block::first_word(self.file.words.get(block)?)?;
        let (entries, lists) = block::parts(rest)?;
        let mut entries = WordEntries::new(&self.file.tables, first, entries);
        let in_block = WORDS.min(self.file.word_count as usize - block * WORDS);
        let counts: Vec<u32> = (0..in_block).map(|_| entries.next()).collect();
        let list = block::read_list(&self.file, Domain::All, lists, &counts, place)?;
        Some(list.places.into())
    }

    pub(super) fn phrase_list(&self, term: Term) -> Option<Arc<[u32]>> {
        let (block, place) = (term.number as usize / PHRASES, term.number as usize % PHRASES);
        let (first, rest) = block::first_phrase(self.file.phrases.get(block)?)?;
        let (entries, lists) = block::parts(rest)?;
        let mut entries = PhraseEntries::new(&self.file.tables, first, entries);
        let in_block = PHRASES.min(self.file.phrase_count as usize - block * PHRASES);
        let mut ids = Ids::default();
        let mut counts = Vec::with_capacity(in_block);
        for i in 0..in_block {
            counts.push(entries.next());
            if i == place {
                ids = entries.ids;
            }
        }
        let list = block::read_list(&self.file, Domain::Within, lists, &counts, place)?;
        match self.room(&ids)? {
            Room::All => (list.size == self.file.documents).then(|| list.places.into()),
            Room::Within(room) => {
                (list.size as usize == room.len()).then(|| list.places.iter().map(|&i| room[i as usize]).collect())
            }
        }
    }

    /// The documents that have the phrase's first word and its ending, as far as lists tell. `None` if the file is damaged.
    fn room(&self, ids: &Ids) -> Option<Room> {
        let word = |id: u32| self.known(self.word_of(id)?);
        let Some((first, rest)) = ids.ending() else { return word(ids.iter().next()?) };
        let ending = if rest.len() > 1 { self.phrase(&rest) } else { None };
        let rest = match ending {
            Some(term) => self.known(term)?,
            None => self.room(&rest)?,
        };
        Some(match (word(first)?, rest) {
            (Room::Within(a), Room::Within(b)) => Room::Within(sets::intersection(&a, &b).into()),
            (Room::All, other) | (other, Room::All) => other,
        })
    }

    fn known(&self, term: Term) -> Option<Room> {
        if self.is_listed(term) { Some(Room::Within(self.documents(term)?)) } else { Some(Room::All) }
    }
}
