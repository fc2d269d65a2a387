//! Reads the packed form; damaged data gives an error, never a panic.

use super::bytes::{Damaged, Reader};
use super::dictionary::{Dictionary, Synsets};
use super::exceptions::Exceptions;
use super::pack::{HEAD, SPELLED_OUT, capitalize};
use super::words::Counts;
use crate::csr::Rows;
use crate::strings::StringTable;
use crate::taxonomy::{Concept, MAX_LEVELS, Words};

/// Unpacks what [`pack`](super::pack()) wrote.
pub fn unpack(bytes: &[u8]) -> Result<Dictionary, Damaged> {
    let mut sections = Sections::of(bytes)?;
    let exceptions = read_exceptions(sections.next()?)?;
    Ok(Dictionary { exceptions, ..sections.words_and_synsets()? })
}

/// Unpacks all but the exceptions, which have their own [reader](unpack_exceptions) and are not always wanted.
#[cfg(feature = "wordnet")]
pub(super) fn unpack_synsets(bytes: &[u8]) -> Result<Dictionary, Damaged> {
    let mut sections = Sections::of(bytes)?;
    sections.next()?;
    sections.words_and_synsets()
}

/// Unpacks the exceptions alone.
#[cfg(feature = "wordnet")]
pub(super) fn unpack_exceptions(bytes: &[u8]) -> Result<Exceptions, Damaged> {
    read_exceptions(Sections::of(bytes)?.next()?)
}

struct Sections<'a> {
    reader: Reader<'a>,
}

impl<'a> Sections<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self, Damaged> {
        let mut reader = Reader::new(bytes);
        let head = reader.take(HEAD.len())?;
        reader.check(head == HEAD)?;
        Ok(Self { reader })
    }

    fn next(&mut self) -> Result<Reader<'a>, Damaged> {
        self.reader.section()
    }

    fn words_and_synsets(&mut self) -> Result<Dictionary, Damaged> {
        let (words, adjectives, adverbs) = read_words(self.next()?)?;
        let (nouns, verbs) = (self.next()?, self.next()?);
        self.reader.finish()?;
        let (nouns, verbs) = std::thread::scope(|scope| {
            let verbs = scope.spawn(|| read_synsets(verbs, &words));
            (read_synsets(nouns, &words), verbs.join())
        });
        let (nouns, verbs) = (nouns?, verbs.map_err(|_| self.reader.damaged())??);
        Ok(Dictionary { words, adjectives, adverbs, nouns, verbs, ..Dictionary::default() })
    }
}

fn read_exceptions(mut reader: Reader<'_>) -> Result<Exceptions, Damaged> {
    let mut exceptions = Exceptions::default();
    for list in &mut exceptions.lists {
        let count = reader.count()?;
        let mut inflected = String::new();
        for _ in 0..count {
            reader.string(&mut inflected)?;
            let mut base = inflected.clone();
            reader.string(&mut base)?;
            list.push((inflected.clone(), base));
        }
    }
    reader.finish()?;
    Ok(exceptions)
}

/// The words, and the counts of adjectives and adverbs.
fn read_words(mut reader: Reader<'_>) -> Result<(Words, Counts, Counts), Damaged> {
    let keys = reader.strings()?;
    // Lookup halves the list: it must be sorted.
    reader.check((1..keys.len()).all(|i| keys.bytes(i - 1) < keys.bytes(i)))?;
    let count = reader.count()?;
    let (mut bytes, mut ends) = (Vec::with_capacity(count * 16), Vec::with_capacity(count));
    let mut key_of_other = Vec::with_capacity(count);
    let mut key = 0;
    for _ in 0..count {
        key += reader.below(keys.len())? as usize;
        reader.check(key < keys.len())?;
        match reader.byte()? {
            SPELLED_OUT => bytes.extend_from_slice(reader.form(keys.get(key))?.as_bytes()),
            how => {
                let start = bytes.len();
                bytes.extend_from_slice(keys.bytes(key));
                capitalize(&mut bytes[start..], how);
            }
        }
        reader.check(bytes.len() < u32::MAX as usize)?;
        ends.push(bytes.len() as u32);
        key_of_other.push(key as u32);
    }
    let others = StringTable::from_bytes(bytes, ends).ok_or(reader.damaged())?;
    let adjectives = read_counts(&mut reader, keys.len())?;
    let adverbs = read_counts(&mut reader, keys.len())?;
    reader.finish()?;
    Ok((Words { keys, others, key_of_other }, adjectives, adverbs))
}

fn read_synsets(mut reader: Reader<'_>, words: &Words) -> Result<Synsets, Damaged> {
    let forms = words.len() + words.others.len();
    let count = reader.count()?;
    let mut synsets = Synsets {
        members: Rows::with_capacity(count, count * 2),
        parents: Rows::with_capacity(count, count + count / 16),
        ..Synsets::default()
    };
    let mut depth: Vec<u16> = Vec::with_capacity(count);
    let mut before = 0i32;
    for synset in 0..count as u32 {
        let members = reader.count()?;
        reader.check(members > 0)?;
        before = before.checked_add(reader.signed()?).ok_or(reader.damaged())?;
        reader.check(before >= 0 && (before as usize) < forms)?;
        synsets.members.push(before as u32);
        for _ in 1..members {
            synsets.members.push(reader.below(forms)?);
        }
        synsets.members.close();
        let mut deepest = 0;
        for _ in 0..reader.count()? {
            let link = reader.number()?;
            let back = link >> 1;
            reader.check(back > 0 && back <= synset)?;
            let parent = Concept(synset - back);
            synsets.parents.push(parent);
            synsets.instance.push(link & 1 == 1);
            deepest = deepest.max(depth[parent.index()] + 1);
        }
        synsets.parents.close();
        reader.check(usize::from(deepest) <= MAX_LEVELS)?;
        depth.push(deepest);
    }
    // Numbers must go by depth: lowest common hypernyms rely on it.
    reader.check(depth.is_sorted())?;
    read_senses(&mut reader, &mut synsets, words)?;
    reader.finish()?;
    Ok(synsets)
}

impl Synsets {
    /// The synsets of each key in the order of their numbers, as the members imply.
    pub(super) fn senses_by_number(&self, words: &Words) -> Rows<Concept> {
        let pairs = (0..self.members.len()).flat_map(|synset| {
            let members = self.members.row(synset);
            let sense = move |i: usize| {
                let key = words.key_of(members[i]);
                // A synset may have a word in two spellings (Earth, earth): one sense.
                let new = members[..i].iter().all(|&form| words.key_of(form) != key);
                new.then_some((key, Concept(synset as u32)))
            };
            (0..members.len()).filter_map(sense)
        });
        Rows::group(words.keys.len(), pairs)
    }
}

fn read_senses(r: &mut Reader<'_>, synsets: &mut Synsets, words: &Words) -> Result<(), Damaged> {
    let keys = words.keys.len();
    let mut senses = synsets.senses_by_number(words);
    let mut sorted = Vec::new();
    for key in 0..keys {
        let row = senses.row_mut(key);
        if row.len() > 1 {
            sorted.clear();
            sorted.extend_from_slice(row);
            let mut used = 0u128;
            for place in row.iter_mut() {
                let from = r.below(sorted.len())?;
                // No word has 128 senses; a permutation uses each place once.
                r.check(sorted.len() <= 128 && used & (1 << from) == 0)?;
                used |= 1 << from;
                *place = sorted[from as usize];
            }
        }
    }
    synsets.tagged = vec![0; senses.items().len()];
    let mut key = 0;
    for _ in 0..r.count()? {
        key += r.below(keys)? as usize;
        r.check(key < keys)?;
        for i in senses.range(key) {
            synsets.tagged[i] = r.number()?;
        }
    }
    synsets.senses = senses;
    Ok(())
}

fn read_counts(reader: &mut Reader<'_>, keys: usize) -> Result<Counts, Damaged> {
    let count = reader.count()?;
    let mut list = Vec::with_capacity(count);
    let mut key = 0;
    for _ in 0..count {
        key += reader.below(keys)?;
        reader.check((key as usize) < keys)?;
        list.push((key, reader.number()?));
    }
    Ok(list)
}
