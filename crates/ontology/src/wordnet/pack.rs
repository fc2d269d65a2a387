//! Writes the packed form.
//!
//! | section | what |
//! |---|---|
//! | head | `SCWN1` |
//! | exceptions | for each part of speech: front-coded inflected forms, each with its front-coded base form |
//! | words | front-coded keys; how each is written where it is not as the key; adjectives and adverbs with tag counts |
//! | nouns, verbs | synsets (members, parents), then sense orders and tag counts by key |
//!
//! Each section stands behind its length, so that one can be had without unpacking the rest.

use super::bytes::{put_number, put_section, put_signed, put_string};
use super::dictionary::{Dictionary, Synsets};
use super::exceptions::Exceptions;
use crate::taxonomy::Words;

pub(super) const HEAD: &[u8] = b"SCWN1";

/// The packed form of a dictionary. The same dictionary always gives the same bytes; glosses are left out.
pub fn pack(dictionary: &Dictionary) -> Vec<u8> {
    let mut out = HEAD.to_vec();
    put_section(&mut out, &pack_exceptions(&dictionary.exceptions));
    put_section(&mut out, &pack_words(dictionary));
    for synsets in [&dictionary.nouns, &dictionary.verbs] {
        put_section(&mut out, &pack_synsets(synsets, &dictionary.words));
    }
    out
}

fn pack_exceptions(exceptions: &Exceptions) -> Vec<u8> {
    let mut out = Vec::new();
    for list in &exceptions.lists {
        put_number(&mut out, list.len() as u32);
        let mut before = "";
        for (inflected, base) in list {
            put_string(&mut out, before, inflected);
            put_string(&mut out, inflected, base);
            before = inflected;
        }
    }
    out
}

fn pack_words(dictionary: &Dictionary) -> Vec<u8> {
    let words = &dictionary.words;
    let mut out = Vec::new();
    put_number(&mut out, words.len() as u32);
    let mut before = "";
    for key in words.keys.iter() {
        put_string(&mut out, before, key);
        before = key;
    }
    put_number(&mut out, words.others.len() as u32);
    let mut before = 0;
    for (form, &key) in words.others.iter().zip(&words.key_of_other) {
        put_number(&mut out, key - before);
        put_form(&mut out, words.keys.get(key as usize), form);
        before = key;
    }
    for list in [&dictionary.adjectives, &dictionary.adverbs] {
        put_number(&mut out, list.len() as u32);
        let mut before = 0;
        for &(key, tagged) in list {
            put_number(&mut out, key - before);
            put_number(&mut out, tagged);
            before = key;
        }
    }
    out
}

/// How a key becomes a form.
pub(super) const SPELLED_OUT: u8 = 0;
pub(super) const WORDS_CAPITALISED: u8 = 1;
pub(super) const FIRST_CAPITALISED: u8 = 2;
pub(super) const ALL_CAPITALS: u8 = 3;

/// Makes capitals in place, by one of the three ways that keep the length.
pub(super) fn capitalize(form: &mut [u8], how: u8) {
    match how {
        WORDS_CAPITALISED => {
            for i in 0..form.len() {
                if i == 0 || form[i - 1] == b' ' {
                    form[i].make_ascii_uppercase();
                }
            }
        }
        FIRST_CAPITALISED => form.iter_mut().take(1).for_each(|byte| byte.make_ascii_uppercase()),
        _ => form.make_ascii_uppercase(),
    }
}

/// The way to capitalize, or the form itself where none of them gives it.
fn put_form(out: &mut Vec<u8>, key: &str, form: &str) {
    for how in [WORDS_CAPITALISED, FIRST_CAPITALISED, ALL_CAPITALS] {
        let mut made = key.as_bytes().to_vec();
        capitalize(&mut made, how);
        if made == form.as_bytes() {
            out.push(how);
            return;
        }
    }
    out.push(SPELLED_OUT);
    put_string(out, key, form);
}

fn pack_synsets(synsets: &Synsets, words: &Words) -> Vec<u8> {
    let mut out = Vec::new();
    pack_members(&mut out, synsets);
    pack_senses(&mut out, synsets, words);
    out
}

/// Members as form numbers (the first as a step from the synset before: names are sorted within a level), parents as
/// steps back, with one bit for instances.
fn pack_members(out: &mut Vec<u8>, synsets: &Synsets) {
    put_number(out, synsets.members.len() as u32);
    let mut before = 0;
    for synset in 0..synsets.members.len() {
        let members = synsets.members.row(synset);
        put_number(out, members.len() as u32);
        put_signed(out, members[0] as i32 - before);
        before = members[0] as i32;
        members[1..].iter().for_each(|&form| put_number(out, form));
        let parents = synsets.parents.range(synset);
        put_number(out, parents.len() as u32);
        for i in parents {
            let back = synset as u32 - synsets.parents.items()[i].0;
            put_number(out, back << 1 | u32::from(synsets.instance[i]));
        }
    }
}

/// The set of a key's synsets follows from the members; what is written is their order, where there are several, and the
/// tag counts, where there are any (as gaps between keys).
fn pack_senses(out: &mut Vec<u8>, synsets: &Synsets, words: &Words) {
    let keys = synsets.senses.len();
    let unordered = synsets.senses_by_number(words);
    for key in 0..keys {
        let (sorted, ordered) = (unordered.row(key), synsets.senses.row(key));
        debug_assert_eq!(sorted.len(), ordered.len());
        if sorted.len() > 1 {
            for sense in ordered {
                let place = sorted.binary_search(sense).expect("senses and members agree");
                put_number(out, place as u32);
            }
        }
    }
    let tagged: Vec<usize> =
        (0..keys).filter(|&key| synsets.tagged[synsets.senses.range(key)].iter().any(|&count| count > 0)).collect();
    put_number(out, tagged.len() as u32);
    let mut before = 0;
    for key in tagged {
        put_number(out, (key - before) as u32);
        before = key;
        synsets.tagged[synsets.senses.range(key)].iter().for_each(|&count| put_number(out, count));
    }
}
