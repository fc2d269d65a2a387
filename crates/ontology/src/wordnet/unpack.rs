//! Reads the packed form; damaged data gives an error, never a panic.

use super::bytes::{Damaged, Reader};
use super::dictionary::{Dictionary, Synsets, keys_of};
use super::exceptions::Exceptions;
use super::pack::HEAD;
use crate::csr::Rows;
use crate::taxonomy::{Concept, MAX_LEVELS};

/// Unpacks what [`pack`](super::pack()) wrote.
pub fn unpack(bytes: &[u8]) -> Result<Dictionary, Damaged> {
    let mut reader = Reader::new(bytes);
    let exceptions = read_exceptions(&mut reader)?;
    let forms = reader.strings()?;
    let (keys, key_of_form) = keys_of(&forms);
    let keys = keys.len();
    // Only sorted forms give each key one number.
    let mut sorted_keys = key_of_form.iter().zip(key_of_form.iter().skip(1));
    reader.check(sorted_keys.all(|(a, b)| a <= b))?;
    let mut parts = [Synsets::default(), Synsets::default()];
    for part in &mut parts {
        *part = read_synsets(&mut reader, forms.len())?;
        read_senses(&mut reader, part, keys, &key_of_form)?;
    }
    let adjectives = read_counts(&mut reader, keys)?;
    let adverbs = read_counts(&mut reader, keys)?;
    reader.check(reader.at_end())?;
    let [nouns, verbs] = parts;
    Ok(Dictionary { forms, nouns, verbs, adjectives, adverbs, exceptions })
}

/// Unpacks the exceptions alone, which come first.
pub(super) fn unpack_exceptions(bytes: &[u8]) -> Result<Exceptions, Damaged> {
    read_exceptions(&mut Reader::new(bytes))
}

fn read_exceptions(reader: &mut Reader<'_>) -> Result<Exceptions, Damaged> {
    let head = reader.take(HEAD.len())?;
    reader.check(head == HEAD)?;
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
    Ok(exceptions)
}

fn read_synsets(reader: &mut Reader<'_>, forms: usize) -> Result<Synsets, Damaged> {
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
    Ok(synsets)
}

impl Synsets {
    /// The synsets of each key in the order of their numbers, as the members imply.
    pub(super) fn senses_by_number(&self, keys: usize, key_of_form: &[u32]) -> Rows<Concept> {
        let pairs = (0..self.members.len()).flat_map(|synset| {
            let members = self.members.row(synset);
            // A synset may have a word in two spellings (Earth, earth): one sense.
            let first = move |i: usize| {
                let key = key_of_form[members[i] as usize];
                members[..i].iter().all(|&form| key_of_form[form as usize] != key).then_some(key)
            };
            (0..members.len()).filter_map(first).map(move |key| (key, Concept(synset as u32)))
        });
        Rows::group(keys, pairs)
    }
}

fn read_senses(r: &mut Reader<'_>, synsets: &mut Synsets, keys: usize, key_of_form: &[u32]) -> Result<(), Damaged> {
    let mut senses = synsets.senses_by_number(keys, key_of_form);
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

fn read_counts(reader: &mut Reader<'_>, keys: usize) -> Result<Vec<(u32, u32)>, Damaged> {
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
