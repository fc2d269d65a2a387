//! Which tags a word can have: those it was seen with, or those that WordNet's parts of speech allow.

use crate::model::linear::feature;
use crate::model::word::{Look, known_parts};
use crate::tag::{Tag, TagSet};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

/// Tags by word. Words are kept as hashes of their lower-case form and whether they start with a capital.
#[derive(Debug, Default)]
pub struct Dictionary {
    slots: Vec<(u64, TagSet)>,
}

/// Tags of words that the dictionary does not have, once they were worked out.
pub type Cache = HashMap<u64, u64, BuildHasherDefault<Identity>>;

/// Keys are hashes already.
#[derive(Debug, Default)]
pub struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A word seen this often is taken to have shown all its tags.
const WELL_KNOWN: u32 = 20;

/// Tags of open classes, for words that nobody knows.
fn open_tags(look: &Look) -> TagSet {
    use Tag::*;
    if look.kind & Look::NO_LETTER != 0 {
        let figures = [Number, Noun, Nouns, Name, Adjective, ListItem, Address, Symbol, Decoration, GoesWith];
        let marks = [
            Decoration,
            Symbol,
            Stop,
            Comma,
            Colon,
            Hyphen,
            OpenQuote,
            CloseQuote,
            Currency,
            OpenBracket,
            CloseBracket,
        ];
        return if look.kind & Look::FIGURE != 0 { TagSet::of(&figures) } else { TagSet::of(&marks) };
    }
    TagSet::of(&[
        Noun,
        Nouns,
        Name,
        Names,
        Adjective,
        Comparative,
        Superlative,
        Adverb,
        VerbBase,
        VerbPast,
        VerbPresent,
        VerbThird,
        Participle,
        Gerund,
        Number,
        Interjection,
        Foreign,
        Address,
        GoesWith,
        Affix,
        ListItem,
        Symbol,
    ])
}

/// Tags that WordNet's parts of speech allow.
fn wordnet_tags(parts: u64, lower: &str, look: &Look) -> TagSet {
    use Tag::*;
    let mut tags = TagSet::default();
    if parts & 1 != 0 {
        tags = tags.or(TagSet::of(&[Noun, Nouns]));
    }
    if parts & 2 != 0 {
        tags = tags.or(TagSet::of(&[VerbBase, VerbPast, VerbPresent, VerbThird, Participle, Gerund]));
        if lower.ends_with("ing") {
            tags = tags.or(TagSet::of(&[Noun, Adjective]));
        }
        if lower.ends_with("ed") {
            tags = tags.or(TagSet::of(&[Adjective]));
        }
    }
    if parts & 4 != 0 {
        tags = tags.or(TagSet::of(&[Adjective, Comparative, Superlative]));
    }
    if parts & 8 != 0 {
        tags = tags.or(TagSet::of(&[Adverb, ComparativeAdverb, SuperlativeAdverb]));
    }
    if look.kind & Look::CAPITAL != 0 {
        tags = tags.or(TagSet::of(&[Name, Names]));
    }
    tags
}

fn key(look: &Look) -> u64 {
    feature(900, look.lower, look.kind & 1) | 1
}

impl Dictionary {
    /// The tags a token can have; never none.
    pub fn choices(&self, token: &str, look: &Look, cache: &mut Cache) -> TagSet {
        let wanted = key(look);
        let mask = self.slots.len() - 1;
        let mut slot = (wanted >> 24) as usize & mask;
        while self.slots[slot].0 != 0 {
            if self.slots[slot].0 >> 24 == wanted >> 24 {
                return self.slots[slot].1;
            }
            slot = (slot + 1) & mask;
        }
        TagSet(*cache.entry(wanted).or_insert_with(|| unseen(token, look).0))
    }

    /// The packed dictionary of (word, look, tag) as they were seen in tagged text.
    pub fn learn<'a>(seen: impl Iterator<Item = (&'a str, Look, Tag)>) -> Vec<u8> {
        let mut counts: BTreeMap<u64, (String, Look, BTreeMap<Tag, u32>)> = BTreeMap::new();
        for (token, look, tag) in seen {
            let entry = counts.entry(key(&look)).or_insert_with(|| (token.to_owned(), look, BTreeMap::new()));
            *entry.2.entry(tag).or_default() += 1;
        }
        let mut out = Vec::new();
        for (key, (token, look, tags)) in &counts {
            let total: u32 = tags.values().sum();
            // A tag met once in a hundred is a slip of the annotators.
            let common = tags.iter().filter(|&(_, &count)| count * 100 >= total);
            let mut set = TagSet::of(&common.map(|(&tag, _)| tag).collect::<Vec<_>>());
            if total < WELL_KNOWN && look.kind & Look::NO_LETTER == 0 {
                set = set.or(unseen(token, look));
            }
            out.extend_from_slice(&(key >> 24).to_le_bytes()[..5]);
            out.extend_from_slice(&set.0.to_le_bytes()[..7]);
        }
        out
    }

    /// How many words a packed dictionary has.
    pub fn words(packed: &[u8]) -> usize {
        packed.as_chunks::<12>().0.len()
    }

    /// Unpacks what [`learn`](Self::learn) made.
    pub fn unpack(bytes: &[u8]) -> Option<Self> {
        let (entries, []) = bytes.as_chunks::<12>() else { return None };
        let mut slots = vec![(0, TagSet::default()); (entries.len() * 2 + 2).next_power_of_two()];
        let mask = slots.len() - 1;
        for entry in entries {
            let mut key = [0; 8];
            key[3..].copy_from_slice(&entry[..5]);
            let mut tags = [0; 8];
            tags[..7].copy_from_slice(&entry[5..]);
            let key = u64::from_le_bytes(key) | 1;
            // The slot comes from bits that are stored.
            let mut slot = (key >> 24) as usize & mask;
            while slots[slot].0 != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = (key, TagSet(u64::from_le_bytes(tags)));
        }
        Some(Self { slots })
    }
}

/// The tags of a word that was not in the training text.
fn unseen(token: &str, look: &Look) -> TagSet {
    let lower = token.to_lowercase();
    let parts = if look.kind & Look::NO_LETTER != 0 { 0 } else { known_parts(&lower) };
    if parts == 0 { open_tags(look) } else { wordnet_tags(parts, &lower, look) }
}
