//! Writes the packed form.
//!
//! | part | what |
//! |---|---|
//! | head | `SCWN1` |
//! | exceptions | for each part of speech: front-coded inflected forms, each with its front-coded base form |
//! | forms | front-coded words as written |
//! | nouns, verbs | synsets (members, parents), then sense orders and tag counts by key |
//! | adjectives, adverbs | keys (as gaps) and tag counts |
//!
//! The exceptions come first so that morphology can be had without unpacking the rest.

use super::bytes::{put_number, put_signed, put_string};
use super::dictionary::{Dictionary, Synsets, keys_of};

pub(super) const HEAD: &[u8] = b"SCWN1";

/// The packed form of a dictionary. The same dictionary always gives the same bytes; glosses are left out.
pub fn pack(dictionary: &Dictionary) -> Vec<u8> {
    let mut out = HEAD.to_vec();
    for list in &dictionary.exceptions.lists {
        put_number(&mut out, list.len() as u32);
        let mut before = "";
        for (inflected, base) in list {
            put_string(&mut out, before, inflected);
            put_string(&mut out, inflected, base);
            before = inflected;
        }
    }
    put_number(&mut out, dictionary.forms.len() as u32);
    let mut before = "";
    for form in dictionary.forms.iter() {
        put_string(&mut out, before, form);
        before = form;
    }
    let (_, key_of_form) = keys_of(&dictionary.forms);
    for synsets in [&dictionary.nouns, &dictionary.verbs] {
        pack_synsets(&mut out, synsets);
        pack_senses(&mut out, synsets, &key_of_form);
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

/// Members as form numbers (the first as a step from the synset before: names are sorted within a level), parents as
/// steps back, with one bit for instances.
fn pack_synsets(out: &mut Vec<u8>, synsets: &Synsets) {
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
fn pack_senses(out: &mut Vec<u8>, synsets: &Synsets, key_of_form: &[u32]) {
    let keys = synsets.senses.len();
    let unordered = synsets.senses_by_number(keys, key_of_form);
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
