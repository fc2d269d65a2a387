//! Reads a folder of WNDB files (`data.noun`, `index.noun`, …), as WordNet is distributed.

use super::dictionary::Dictionary;
use super::exceptions::Exceptions;
use super::numbering::Part;
use crate::error::Result;
use crate::load::Refusal as _;
use crate::load::Source;
use crate::morphology::PartOfSpeech;
use crate::taxonomy::{Words, lookup_key};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// The files that are read.
const NAMES: [&str; 11] = [
    "data.noun",
    "data.verb",
    "index.noun",
    "index.verb",
    "index.adj",
    "index.adv",
    "index.sense",
    "noun.exc",
    "verb.exc",
    "adj.exc",
    "adv.exc",
];

/// The texts of a WNDB folder, by file name.
#[derive(Debug, Default)]
pub struct Files {
    sources: BTreeMap<&'static str, Source>,
}

impl Files {
    /// Reads the files of a folder.
    pub fn open(folder: &Path) -> Result<Self> {
        let mut sources = BTreeMap::new();
        for name in NAMES {
            sources.insert(name, Source::open(&folder.join(name))?);
        }
        Ok(Self { sources })
    }

    /// Takes texts that are already in memory; a file that is not given counts as empty.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut sources: BTreeMap<_, _> = NAMES.iter().map(|&name| (name, Source::text(name, ""))).collect();
        for (name, text) in texts {
            if let Some(source) = sources.get_mut(name) {
                *source = Source::text(name, text);
            }
        }
        Self { sources }
    }

    fn get(&self, name: &str) -> &Source {
        &self.sources[name]
    }
}

/// Reads a WNDB folder.
pub fn read_folder(folder: &Path) -> Result<Dictionary> {
    read_files(&Files::open(folder)?)
}

/// Reads WNDB files.
pub fn read_files(files: &Files) -> Result<Dictionary> {
    let nouns = read_data(files.get("data.noun"))?;
    let verbs = read_data(files.get("data.verb"))?;
    let others = ["index.adj", "index.adv"].map(|name| read_index(files.get(name)));
    let [adjectives, adverbs] = others;
    let (adjectives, adverbs) = (adjectives?, adverbs?);

    let mut written: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for word in [&nouns, &verbs].into_iter().flatten().flat_map(|synset| &synset.words) {
        written.entry(lookup_key(word).into_owned()).or_default().push(word.clone());
    }
    for forms in written.values_mut() {
        forms.sort_unstable();
        forms.dedup();
    }
    for entry in [&adjectives, &adverbs].into_iter().flatten() {
        // A lemma of an index is in lower case: it is no form of its own where the word is known otherwise.
        written.entry(entry.lemma.clone()).or_insert_with(|| vec![entry.lemma.clone()]);
    }
    let words = Words::new(&written);

    let tags = read_tags(files.get("index.sense"))?;
    let form_number: HashMap<&str, u32> = words.forms().zip(0..).collect();
    let key_number: HashMap<&str, u32> = words.keys.iter().zip(0..).collect();
    let part = |data: Vec<Line>, pos: PartOfSpeech| {
        let source = files.get(&format!("index.{}", pos.file()));
        let file = files.get(&format!("data.{}", pos.file())).file().to_owned();
        Part { file, pos, data, words: &words, form_number: &form_number, key_number: &key_number }.synsets(
            &read_index(source)?,
            source,
            &tags,
        )
    };
    let nouns = part(nouns, PartOfSpeech::Noun)?;
    let verbs = part(verbs, PartOfSpeech::Verb)?;
    let count = |index: &[IndexEntry], pos: PartOfSpeech| -> Vec<(u32, u32)> {
        let of = |lemma: &str| tags.get(&(pos, lemma.to_owned())).map_or(0, |counts| counts.values().sum());
        let mut list: Vec<_> = index.iter().map(|entry| (key_number[entry.lemma.as_str()], of(&entry.lemma))).collect();
        list.sort_unstable();
        list.dedup_by_key(|entry| entry.0);
        list
    };
    let adjectives = count(&adjectives, PartOfSpeech::Adjective);
    let adverbs = count(&adverbs, PartOfSpeech::Adverb);
    Ok(Dictionary { words, adjectives, adverbs, nouns, verbs, exceptions: read_exceptions(files)? })
}

/// One synset of a data file.
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) offset: u64,
    pub(super) words: Vec<String>,
    /// (offset, whether an instance)
    pub(super) parents: Vec<(u64, bool)>,
    pub(super) gloss: String,
}

fn is_comment(line: &str) -> bool {
    line.starts_with("  ") || line.trim().is_empty()
}

fn read_data(source: &Source) -> Result<Vec<Line>> {
    let mut synsets: Vec<Line> = Vec::new();
    for (number, line) in source.lines().filter(|(_, line)| !is_comment(line)) {
        let synset = read_synset(number, line).ok_or_else(|| {
            source.syntax(number, "not a synset of a WNDB data file (offset, file, kind, words, pointers | gloss)")
        })?;
        synsets.push(synset);
    }
    if synsets.is_empty() {
        return Err(source.empty());
    }
    Ok(synsets)
}

fn read_synset(number: u64, line: &str) -> Option<Line> {
    let (head, gloss) = line.split_once('|').unwrap_or((line, ""));
    let mut fields = head.split_ascii_whitespace();
    let offset = fields.next()?.parse().ok()?;
    let _lexicographer_file = fields.next()?;
    let _kind = fields.next()?;
    let count = usize::from_str_radix(fields.next()?, 16).ok()?;
    let mut words = Vec::new();
    for _ in 0..count {
        words.push(fields.next()?.replace('_', " "));
        let _lexical_id = fields.next()?;
    }
    let pointers: usize = fields.next()?.parse().ok()?;
    let mut parents = Vec::new();
    for _ in 0..pointers {
        let symbol = fields.next()?;
        let target = fields.next()?;
        let _part_of_speech = fields.next()?;
        let _source_and_target = fields.next()?;
        if symbol == "@" || symbol == "@i" {
            parents.push((target.parse().ok()?, symbol == "@i"));
        }
    }
    (count > 0).then(|| Line { number, offset, words, parents, gloss: gloss.trim().to_owned() })
}

/// One word of an index file: its synsets in the order of senses.
pub(super) struct IndexEntry {
    pub(super) number: u64,
    pub(super) lemma: String,
    pub(super) offsets: Vec<u64>,
}

fn read_index(source: &Source) -> Result<Vec<IndexEntry>> {
    let parse = |number: u64, line: &str| -> Option<IndexEntry> {
        let mut fields = line.split_ascii_whitespace();
        let lemma = lookup_key(fields.next()?).into_owned();
        let _part_of_speech = fields.next()?;
        let senses: usize = fields.next()?.parse().ok()?;
        let pointers: usize = fields.next()?.parse().ok()?;
        let mut rest = fields.skip(pointers.checked_add(2)?);
        let mut offsets = Vec::new();
        for _ in 0..senses {
            offsets.push(rest.next()?.parse().ok()?);
        }
        Some(IndexEntry { number, lemma, offsets })
    };
    let lines = source.lines().filter(|(_, line)| !is_comment(line));
    lines
        .map(|(number, line)| {
            parse(number, line).ok_or_else(|| source.syntax(number, "not an entry of a WNDB index file"))
        })
        .collect()
}

/// Tag counts by sense number, of each word as each part of speech.
pub(super) type Tags = HashMap<(PartOfSpeech, String), BTreeMap<usize, u32>>;

fn read_tags(source: &Source) -> Result<Tags> {
    let parse = |line: &str| -> Option<(PartOfSpeech, String, usize, u32)> {
        let mut fields = line.split_ascii_whitespace();
        let (lemma, rest) = fields.next()?.rsplit_once('%')?;
        let part_of_speech = match rest.bytes().next()? {
            b'1' => PartOfSpeech::Noun,
            b'2' => PartOfSpeech::Verb,
            b'3' | b'5' => PartOfSpeech::Adjective,
            b'4' => PartOfSpeech::Adverb,
            _ => return None,
        };
        let _offset = fields.next()?;
        let sense = fields.next()?.parse().ok()?;
        let count = fields.next()?.parse().ok()?;
        Some((part_of_speech, lookup_key(lemma).into_owned(), sense, count))
    };
    let mut tags = Tags::new();
    for (number, line) in source.lines().filter(|(_, line)| !is_comment(line)) {
        let (part_of_speech, lemma, sense, count) =
            parse(line).ok_or_else(|| source.syntax(number, "not an entry of WNDB's index.sense"))?;
        if count > 0 {
            tags.entry((part_of_speech, lemma)).or_default().insert(sense, count);
        }
    }
    Ok(tags)
}

fn read_exceptions(files: &Files) -> Result<Exceptions> {
    let mut exceptions = Exceptions::default();
    for (list, pos) in exceptions.lists.iter_mut().zip(PartOfSpeech::ALL) {
        let source = files.get(&format!("{}.exc", pos.file()));
        for (number, line) in source.lines().filter(|(_, line)| !line.trim().is_empty()) {
            let mut fields = line.split_ascii_whitespace().map(|word| lookup_key(word).into_owned());
            let inflected = fields.next().unwrap_or_default();
            let bases: Vec<_> = fields.collect();
            if bases.is_empty() {
                return Err(source.syntax(number, "an inflected form without its base form"));
            }
            list.extend(bases.into_iter().map(|base| (inflected.clone(), base)));
        }
        // Stable: the base forms of one word keep the file's order.
        list.sort_by(|a, b| a.0.cmp(&b.0));
    }
    Ok(exceptions)
}
