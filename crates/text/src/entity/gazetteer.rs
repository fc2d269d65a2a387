//! Lists of names: first names, and WordNet's people, places, organizations and nationalities, as bits by word.

use crate::language::WordLists;
use crate::model::linear::hash;
use scumble_ontology::{Concept, wordnet};
use std::collections::HashMap;

/// Bits by word, in lower case.
#[derive(Debug)]
pub struct Gazetteer {
    /// Open addressing: 40 bits of the word's hash, then 24 bits of what is known. 0 is free.
    slots: Vec<u64>,
}

/// A first name.
pub const FIRST_NAME: u32 = 1;
/// A famous person, or a part of such a name.
pub const PERSON: u32 = 2;
/// A place.
pub const PLACE: u32 = 4;
/// An organization.
pub const ORGANISATION: u32 = 8;
/// A word for the members of a people, a religion or a party, or for a language.
pub const PEOPLE: u32 = 16;
/// A title before a name.
pub const TITLE: u32 = 32;
/// A word that organizations are called by.
pub const ORGANISATION_WORD: u32 = 64;
/// A word that places are called by.
pub const PLACE_WORD: u32 = 128;
/// A month or a day of the week.
pub const CALENDAR: u32 = 256;
/// A part of a longer name of one of the kinds above.
pub const PART: u32 = 512;
/// An occupation.
pub const OCCUPATION: u32 = 1024;
/// A word that is written small.
pub const COMMON: u32 = 2048;

impl Gazetteer {
    /// The packed gazetteer of a list of first names, one a line, the word lists that are for it, and the embedded WordNet.
    #[doc(hidden)]
    pub fn pack(first_names: &str, words: &WordLists) -> Vec<u8> {
        let mut bits: HashMap<u64, u32> = HashMap::new();
        let mut add = |word: &str, bit: u32| *bits.entry(hash(word.as_bytes())).or_default() |= bit;
        for name in first_names.lines() {
            add(&name.trim().to_lowercase(), FIRST_NAME);
        }
        words.titles_that(|title| title.in_gazetteer).for_each(|word| add(word, TITLE));
        for (list, bit) in [
            (&words.organization_words, ORGANISATION_WORD),
            (&words.place_words, PLACE_WORD),
            (&words.months, CALENDAR),
            (&words.weekdays, CALENDAR),
            (&words.peoples, PEOPLE),
        ] {
            list.iter().for_each(|word| add(word, bit));
        }
        let nouns = wordnet().nouns();
        let concept = |name: &str| nouns.named(name).unwrap_or_else(|| nouns.tops().next().unwrap_or_default());
        let kinds: [(Concept, u32); 5] = [
            (concept("person.n.01"), PERSON),
            (concept("location.n.01"), PLACE),
            (concept("body_of_water.n.01"), PLACE),
            (concept("social_group.n.01"), ORGANISATION),
            (concept("geological_formation.n.01"), PLACE),
        ];
        let (inhabitant, person, nation) = (concept("inhabitant.n.01"), concept("person.n.01"), concept("nation.n.02"));
        let worker = concept("worker.n.01");
        let (professional, language) = (concept("professional.n.01"), concept("natural_language.n.01"));
        for c in nouns.concepts() {
            let above = nouns.ancestors(c);
            let is = |kind: Concept| above.binary_search(&kind).is_ok();
            let bit = if nouns.is_instance(c) {
                kinds.iter().filter(|(kind, _)| is(*kind)).fold(0, |bits, (_, bit)| bits | bit)
            } else if is(inhabitant) || is(language) {
                PEOPLE
            } else if is(worker) || is(professional) {
                OCCUPATION
            } else if is(person) || is(nation) {
                PEOPLE
            } else {
                0
            };
            if bit == 0 {
                continue;
            }
            // A capital and then small letters: CEO is no people.
            let is_name = |label: &&str| {
                label.starts_with(char::is_uppercase) && (bit != PEOPLE || label.contains(char::is_lowercase))
            };
            for label in nouns.labels(c).filter(|label| bit == OCCUPATION || is_name(label)) {
                let lower = label.to_lowercase();
                let mut parts = lower.split(' ');
                match (parts.next(), parts.next()) {
                    (Some(only), None) => {
                        add(only, bit);
                        if bit == PEOPLE && only.ends_with(['n', 'm', 't', 'i', 'w', 'b', 'd', 'k', 'r', 'o']) {
                            add(&format!("{only}s"), bit);
                        }
                    }
                    _ => lower.split(' ').filter(|part| part.len() > 2).for_each(|part| add(part, PART | bit << 12)),
                }
            }
        }
        for taxonomy in [nouns, wordnet().verbs()] {
            for label in taxonomy.concepts().flat_map(|c| taxonomy.labels(c)) {
                if !label.contains(' ') && label.bytes().all(|b| b.is_ascii_lowercase()) {
                    add(label, COMMON);
                }
            }
        }
        let mut entries: Vec<u64> =
            bits.into_iter().map(|(hash, bits)| hash & !0xff_ffff | u64::from(bits & 0xff_ffff)).collect();
        entries.sort_unstable();
        entries.iter().flat_map(|entry| entry.to_le_bytes()).collect()
    }

    /// Unpacks what [`pack`](Self::pack) made.
    pub fn unpack(bytes: &[u8]) -> Option<Self> {
        let (entries, []) = bytes.as_chunks::<8>() else { return None };
        let mut slots = vec![0; (entries.len() * 3 / 2 + 2).next_power_of_two()];
        let mask = slots.len() - 1;
        for entry in entries {
            let entry = u64::from_le_bytes(*entry);
            let mut slot = (entry >> 24) as usize & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = entry;
        }
        Some(Self { slots })
    }

    /// What is known of the word whose lower-case form has this hash.
    #[inline]
    pub fn bits(&self, lower: u64) -> u32 {
        let mask = self.slots.len() - 1;
        let mut slot = (lower >> 24) as usize & mask;
        while self.slots[slot] != 0 {
            if self.slots[slot] >> 24 == lower >> 24 {
                return self.slots[slot] as u32 & 0xff_ffff;
            }
            slot = (slot + 1) & mask;
        }
        0
    }
}
