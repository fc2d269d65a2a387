//! WordNet's content between the files and the taxonomies: what is packed and unpacked.

use super::WordNet;
use super::exceptions::Exceptions;
use crate::csr::Rows;
use crate::morphology::PartOfSpeech;
use crate::strings::StringTable;
use crate::taxonomy::{self, Concept, Lexicon, Parts, Taxonomy, normalise};
use std::sync::Arc;

/// All that we keep of a WordNet.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// Words as written, with blanks in compounds, sorted by their keys, then as text.
    pub(super) forms: StringTable,
    pub(super) nouns: Synsets,
    pub(super) verbs: Synsets,
    /// (key, tagged occurrences) of the words that are adjectives, in the order of keys.
    pub(super) adjectives: Vec<(u32, u32)>,
    /// The same of adverbs.
    pub(super) adverbs: Vec<(u32, u32)>,
    pub(super) exceptions: Exceptions,
}

/// The synsets of nouns or of verbs, numbered as their taxonomy will be: by greatest depth, then by name.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Synsets {
    /// Forms of each synset, in its order.
    pub(super) members: Rows<u32>,
    /// Hypernyms of each synset, sorted.
    pub(super) parents: Rows<Concept>,
    /// For each of the parents' items, whether it is an instance hypernym.
    pub(super) instance: Vec<bool>,
    /// Synsets of each key, in sense order.
    pub(super) senses: Rows<Concept>,
    /// For each of the senses' items, how often it was tagged.
    pub(super) tagged: Vec<u32>,
    pub(super) glosses: Option<StringTable>,
}

/// The keys of sorted forms, and for each form the number of its key.
pub(super) fn keys_of(forms: &StringTable) -> (StringTable, Vec<u32>) {
    let mut keys = StringTable::with_capacity(forms.len(), forms.len() * 13);
    let mut key_of_form = Vec::with_capacity(forms.len());
    let mut last = String::new();
    for form in forms.iter() {
        let key = normalise(form);
        if keys.len() == 0 || key != last {
            keys.push(&key);
            last.clear();
            last.push_str(&key);
        }
        key_of_form.push(keys.len() as u32 - 1);
    }
    (keys, key_of_form)
}

impl Dictionary {
    /// Makes the taxonomies.
    pub fn into_wordnet(self) -> WordNet {
        let (keys, key_of_form) = keys_of(&self.forms);
        let shared = Arc::new(taxonomy::Words::new(self.forms, keys));
        let tagged = |synsets: &Synsets| synsets.tagged.clone();
        let words = Words {
            strings: shared.clone(),
            senses: [self.nouns.senses.clone(), self.verbs.senses.clone()],
            tagged: [tagged(&self.nouns), tagged(&self.verbs)],
            others: [self.adjectives, self.adverbs],
        };
        WordNet {
            nouns: Arc::new(self.nouns.into_taxonomy(&shared, &key_of_form, PartOfSpeech::Noun)),
            verbs: Arc::new(self.verbs.into_taxonomy(&shared, &key_of_form, PartOfSpeech::Verb)),
            words: Arc::new(words),
        }
    }
}

impl Synsets {
    /// `dog.n.01`: the key of the first form, the part of speech, and the place among that key's senses.
    pub(super) fn name(&self, synset: usize, key: &str, key_number: usize, letter: char, out: &mut String) {
        use std::fmt::Write;
        let senses = self.senses.row(key_number);
        let place = senses.iter().position(|sense| sense.index() == synset).map_or(0, |i| i + 1);
        out.extend(key.chars().map(|c| if c == ' ' { '_' } else { c }));
        write!(out, ".{letter}.{place:02}").expect("writing to a string never fails");
    }

    fn into_taxonomy(self, shared: &Arc<taxonomy::Words>, key_of_form: &[u32], pos: PartOfSpeech) -> Taxonomy {
        let mut names = StringTable::with_capacity(self.members.len(), self.members.len() * 18);
        for synset in 0..self.members.len() {
            let key = key_of_form[self.members.row(synset)[0] as usize] as usize;
            self.name(synset, shared.key(key), key, pos.letter(), names.open());
            names.close();
        }
        let instances = (0..self.parents.len()).map(|i| self.instance[self.parents.range(i)].contains(&true)).collect();
        Taxonomy::assemble(Parts {
            names,
            parents: self.parents,
            lexicon: Lexicon { words: shared.clone(), senses: self.senses, labels: self.members },
            part_of_speech: pos,
            glosses: self.glosses,
            instances,
        })
        .expect("readers of WordNet check depth and size")
    }
}

/// WordNet's word list: the parts of speech of every word, and how often each was met in tagged text.
#[derive(Debug)]
pub struct Words {
    strings: Arc<taxonomy::Words>,
    senses: [Rows<Concept>; 2],
    tagged: [Vec<u32>; 2],
    others: [Vec<(u32, u32)>; 2],
}

impl Words {
    /// How many different words there are.
    pub fn len(&self) -> usize {
        self.strings.len()
    }

    /// Whether there is no word at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a word, in this very form, is of that part of speech.
    ///
    /// ```
    /// use scumble_ontology::{PartOfSpeech, wordnet};
    /// let words = wordnet().words();
    /// assert!(words.has("quickly", PartOfSpeech::Adverb));
    /// assert!(!words.has("quickly", PartOfSpeech::Noun));
    /// ```
    pub fn has(&self, word: &str, part_of_speech: PartOfSpeech) -> bool {
        self.tagged_as(word, part_of_speech).is_some()
    }

    /// How often a word was tagged with that part of speech in WordNet's concordance; `None` if it never can be.
    pub fn tagged_as(&self, word: &str, part_of_speech: PartOfSpeech) -> Option<u32> {
        let key = self.strings.find(&normalise(word))?;
        let senses = |which: usize| {
            let range = self.senses[which].range(key);
            (!range.is_empty()).then(|| self.tagged[which][range].iter().sum())
        };
        let other = |which: usize| {
            let list: &[(u32, u32)] = &self.others[which];
            list.binary_search_by_key(&(key as u32), |entry| entry.0).ok().map(|i| list[i].1)
        };
        match part_of_speech {
            PartOfSpeech::Noun => senses(0),
            PartOfSpeech::Verb => senses(1),
            PartOfSpeech::Adjective => other(0),
            PartOfSpeech::Adverb => other(1),
        }
    }

    /// How often each noun (or verb) synset was tagged, over all its words: counts for corpus information content.
    pub fn tag_counts(&self, part_of_speech: PartOfSpeech) -> Vec<u64> {
        let which = match part_of_speech {
            PartOfSpeech::Noun => 0,
            PartOfSpeech::Verb => 1,
            PartOfSpeech::Adjective | PartOfSpeech::Adverb => return Vec::new(),
        };
        let senses = self.senses[which].items();
        let mut counts = vec![0; senses.iter().map(|c| c.index() + 1).max().unwrap_or(0)];
        for (concept, &count) in senses.iter().zip(&self.tagged[which]) {
            counts[concept.index()] += u64::from(count);
        }
        counts
    }
}
