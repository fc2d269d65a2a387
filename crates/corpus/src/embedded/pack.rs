//! Writes the file: once to count symbols, once to code them.

use super::block::{Ids, LONG, MOST_WORDS, PHRASES, WORDS, class};
use super::bytes::push_number;
use super::file::{MAGIC, PLACE, hash};
use super::list;
use super::sets::intersection;
use super::tables::{Coder, Domain, Kind, Sink, Tables, Tally};
use std::borrow::Cow;
use std::collections::HashMap;

/// Whether a lead of the corpus, counted from 0, is in the file that comes with the build: two of three are, for its size.
pub fn is_kept(number: usize) -> bool {
    number % 3 < 2
}

/// What is packed: in which documents, by number, words and phrases stand.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// How many documents there are.
    pub documents: u32,
    /// Words as [`normalized`](crate::normalized) has them, sorted, each with its documents in order.
    pub words: Vec<(String, Vec<u32>)>,
    /// Phrases of two to eight words, by the places of those in `words`, each with its documents in order.
    pub phrases: Vec<(Vec<u32>, Vec<u32>)>,
    /// What stands in more documents than this is packed without them.
    pub most: u32,
}

/// A packed collection, and what takes how much room.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    /// The file.
    pub bytes: Vec<u8>,
    /// The bytes of the tables.
    pub tables: usize,
    /// The bytes of the words' entries and of their lists.
    pub words: [usize; 2],
    /// The bytes of the phrases' entries and of their lists.
    pub phrases: [usize; 2],
    /// The postings of words and of phrases.
    pub postings: [usize; 2],
}

/// Makes a stream of what a sink is told.
type Stream<'a> = dyn FnMut(&mut dyn FnMut(&mut dyn Sink)) -> Vec<u8> + 'a;

/// A term with its list: places among `size` documents.
struct Entry<'a> {
    ids: Ids,
    word: &'a [u8],
    count: u32,
    size: u32,
    places: Cow<'a, [u32]>,
}

impl Collection {
    /// Packs the collection. The same collection gives the same bytes.
    ///
    /// # Panics
    /// If words or documents are out of order, or a phrase has words that are not there.
    pub fn pack(&self) -> Packed {
        assert!(self.words.is_sorted_by(|a, b| a.0 < b.0), "the words are sorted");
        let words = self.words.iter().enumerate().map(|(i, (word, documents))| {
            assert!(
                documents.is_sorted_by(|a, b| a < b) && documents.iter().all(|&document| document < self.documents)
            );
            let (ids, count) = (Ids::new([i as u32]).unwrap_or_default(), documents.len() as u32);
            Entry { ids, word: word.as_bytes(), count, size: self.documents, places: Cow::Borrowed(&documents[..]) }
        });
        let words: Vec<Entry<'_>> = words.collect();
        let phrases = self.phrase_entries();
        let mut tally = Tally::new();
        let mut ignored = Packed::default();
        self.blocks(&words, &phrases, &mut ignored, &mut |tell| {
            tell(&mut tally);
            Vec::new()
        });
        let tables = tally.pack();
        let read = Tables::read(&tables).expect("tables that were just written");
        let mut packed = Packed { tables: tables.len(), ..Packed::default() };
        let [(word_index, words), (phrase_index, phrases)] = self.blocks(&words, &phrases, &mut packed, &mut |tell| {
            let mut coder = Coder { tables: &read, writer: Default::default() };
            tell(&mut coder);
            coder.writer.finish()
        });
        let fields = [self.documents, self.words.len() as u32, self.phrases.len() as u32, self.most];
        let lengths = [&tables, &words, &phrases].map(|part| part.len() as u32);
        let heading = fields.into_iter().chain(lengths).flat_map(u32::to_le_bytes);
        let rest: Vec<u8> = heading.chain([tables, word_index, words, phrase_index, phrases].concat()).collect();
        packed.bytes = [&MAGIC[..], &hash(&rest).to_le_bytes(), &rest].concat();
        packed
    }

    /// The phrases, sorted by their words from the last, with their documents as places among those that can have them at all.
    fn phrase_entries(&self) -> Vec<Entry<'_>> {
        let ids = |words: &[u32]| Ids::new(words.iter().rev().copied()).expect("at most eight words");
        let lists: HashMap<Ids, &[u32]> =
            self.phrases.iter().map(|(words, documents)| (ids(words), &documents[..])).collect();
        let mut entries: Vec<Entry<'_>> = Vec::with_capacity(self.phrases.len());
        for (words, documents) in &self.phrases {
            assert!(words.len() >= 2 && documents.is_sorted_by(|a, b| a < b));
            let (ids, count) = (ids(words), documents.len() as u32);
            let room = if count > self.most { None } else { self.room(&ids, &lists) };
            let (size, places) = match room {
                None => (self.documents, Cow::Borrowed(&documents[..])),
                Some(room) => {
                    let place =
                        |document| room.binary_search(document).expect("a phrase stands where its words do") as u32;
                    (room.len() as u32, documents.iter().map(place).collect())
                }
            };
            entries.push(Entry { ids, word: &[], count, size, places });
        }
        entries.sort_by_key(|entry| entry.ids);
        assert!(entries.is_sorted_by(|a, b| a.ids < b.ids), "each phrase comes once");
        entries
    }

    /// The documents that have the phrase's first word and its ending, as far as lists tell.
    fn room<'a>(&'a self, ids: &Ids, lists: &HashMap<Ids, &'a [u32]>) -> Option<Cow<'a, [u32]>> {
        let listed = |documents: &'a [u32]| (documents.len() as u32 <= self.most).then_some(Cow::Borrowed(documents));
        let word = |id: u32| listed(&self.words[id as usize].1);
        let Some((first, rest)) = ids.ending() else { return word(ids.iter().next()?) };
        let rest = match lists.get(&rest) {
            Some(documents) => listed(documents),
            None => self.room(&rest, lists),
        };
        match (word(first), rest) {
            (Some(a), Some(b)) => Some(Cow::Owned(intersection(&a, &b))),
            (a, b) => a.or(b),
        }
    }

    fn blocks(
        &self,
        words: &[Entry<'_>],
        phrases: &[Entry<'_>],
        packed: &mut Packed,
        stream: &mut Stream<'_>,
    ) -> [(Vec<u8>, Vec<u8>); 2] {
        let mut parts = [const { (Vec::new(), Vec::new()) }; 2];
        for (kind, (entries, most)) in [(words, WORDS), (phrases, PHRASES)].into_iter().enumerate() {
            let (index, out) = &mut parts[kind];
            for block in entries.chunks(most) {
                let place = (out.len() as u32).to_le_bytes();
                assert!(place[PLACE] == 0, "a part is below 16 MB");
                index.extend_from_slice(&place[..PLACE]);
                let begin = out.len();
                push_first(out, kind, &block[0]);
                let coded = stream(&mut |sink| write_entries(sink, kind, block));
                push_number(out, coded.len() as u32);
                out.extend(coded);
                let middle = out.len();
                self.push_lists(out, kind, block, stream);
                let sizes = if kind == 0 { &mut packed.words } else { &mut packed.phrases };
                sizes[0] += middle - begin + PLACE;
                sizes[1] += out.len() - middle;
                packed.postings[kind] += block
                    .iter()
                    .filter(|entry| entry.count <= self.most)
                    .map(|entry| entry.places.len())
                    .sum::<usize>();
            }
        }
        parts
    }

    fn push_lists(&self, out: &mut Vec<u8>, kind: usize, block: &[Entry<'_>], stream: &mut Stream<'_>) {
        let (long, short): (Vec<&Entry<'_>>, Vec<&Entry<'_>>) =
            block.iter().filter(|entry| entry.count <= self.most).partition(|entry| entry.count >= LONG);
        let mut streams: Vec<Vec<u8>> = Vec::new();
        for entry in long {
            streams.push(stream(&mut |sink| write_list(sink, kind, entry)));
        }
        streams.iter().for_each(|stream| push_number(out, stream.len() as u32));
        streams.iter().for_each(|stream| out.extend(stream));
        out.extend(stream(&mut |sink| short.iter().for_each(|entry| write_list(sink, kind, entry))));
    }
}

fn push_first(out: &mut Vec<u8>, kind: usize, first: &Entry<'_>) {
    if kind == 0 {
        push_number(out, first.word.len() as u32);
        out.extend(first.word);
    } else {
        push_number(out, first.ids.len() as u32);
        first.ids.iter().for_each(|id| push_number(out, id + 1));
    }
}

fn write_entries(sink: &mut dyn Sink, kind: usize, block: &[Entry<'_>]) {
    for (i, entry) in block.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| &block[i]);
        if kind == 0 {
            if let Some(before) = before {
                let shared = before.word.iter().zip(entry.word).take_while(|(a, b)| a == b).count();
                sink.number(Kind::Shared, shared as u32);
                let mut last = shared.checked_sub(1).map(|i| entry.word[i]);
                for &byte in &entry.word[shared..] {
                    sink.letter(last, Some(byte));
                    last = Some(byte);
                }
                sink.letter(last, None);
            }
            sink.number(Kind::Word, entry.count - 1);
        } else {
            let mut shared = 0;
            if let Some(before) = before {
                shared = entry.ids.shared(&before.ids);
                sink.number(Kind::SharedWords(before.ids.len()), shared as u32);
                sink.number(Kind::More(shared), (entry.ids.len() - shared - 1) as u32);
                // Where the phrase before had ended, its word counts as 0, and words count from 1.
                let from = before.ids.iter().nth(shared).map_or(0, |id| id + 1);
                for (i, id) in entry.ids.iter().enumerate().skip(shared) {
                    if i == shared {
                        sink.number(Kind::Step(i), id - from);
                    } else {
                        sink.number(Kind::Step(MOST_WORDS), id);
                    }
                }
            }
            sink.number(Kind::Phrase(shared), entry.count - 1);
        }
    }
}

fn write_list(sink: &mut dyn Sink, kind: usize, entry: &Entry<'_>) {
    let domain = if kind == 0 { Domain::All } else { Domain::Within };
    if kind == 1 {
        sink.number(Kind::Room(class(entry.count)), entry.size - entry.count);
    }
    list::write(sink, domain, 0, entry.size, &entry.places);
}
