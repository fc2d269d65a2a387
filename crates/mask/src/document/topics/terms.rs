//! The terms of all topics, looked for in one pass over a text.
//!
//! Every word of the text is looked up once, whatever the number of terms: what a word may be is remembered from one document
//! to the next. Terms of several words are paths of an automaton over stems.
//!
//! A window of words is a term if
//! - it has as many words as the term, each with the stem of the term's word, or in no dictionary and one edit away from a word of
//!   the topics with that stem (words of at least five letters; the edit may be between the stems); a one-letter word is bound to
//!   its neighbour by a mark; or
//! - the letters of the term are cut between words at other places: all pieces but the last are the letters with which the joined
//!   term begins, and all pieces together have the stem of the joined term. Pieces with a blank beside them have at least three
//!   letters, and no stop word is a first piece before a blank. A single word that is the joined term may also be misspelt.

use super::Topic;
use super::gap::{Gap, gap, is_wide_enough};
use super::vocabulary::{Sighting, Symbol, Vocabulary};
use crate::document::words::folded;
use scumble_span::{Span, word_spans};
use scumble_text::Language;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Mutex;

/// How many words the letters of a term may be cut into.
pub(super) const MOST_PIECES: usize = 4;
/// The shortest piece with a blank beside it, and the shortest word of a term of several words.
pub(super) const SHORTEST_PIECE: usize = 3;
pub(super) const SHORTEST_WORD: usize = 2;
/// How many different words are remembered at most.
const REMEMBERED: usize = 200_000;

/// Where a term of a topic stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TopicHit {
    /// Its bytes, from its first word to its last.
    pub span: Span,
    /// The number of its first word in the text.
    pub word: usize,
    /// How many words of the text it has.
    pub words: usize,
    /// The number of the term; see [`TopicReader::term`](super::TopicReader::term).
    pub term: usize,
}

/// The terms of topics as an automaton.
pub(super) struct TopicTerms {
    language: &'static Language,
    vocabulary: Vocabulary,
    /// All terms, in the order of the topics; each once.
    pub(super) terms: Vec<Term>,
    nodes: Vec<Vec<usize>>,
    steps: HashMap<(usize, Symbol), usize>,
    topics: usize,
    /// What is known of words, kept from one document to the next; one for each thread that reads.
    memories: Mutex<Vec<Memory>>,
}

pub(super) struct Term {
    pub(super) text: String,
    /// Its letters without what stands between its words.
    pub(super) joined: String,
    /// The topics that have it.
    pub(super) topics: Vec<usize>,
}

/// What words of texts may be; place 0 is for those that are nothing.
struct Memory {
    /// Words of at most [`PACKED`] bytes, as one number.
    packed: HashMap<u128, u32, BuildHasherDefault<WordHasher>>,
    longer: HashMap<Box<str>, u32, BuildHasherDefault<WordHasher>>,
    sightings: Vec<Sighting>,
}

impl Memory {
    /// How many different words are remembered.
    fn len(&self) -> usize {
        self.packed.len() + self.longer.len()
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self { packed: HashMap::default(), longer: HashMap::default(), sightings: vec![Sighting::default()] }
    }
}

/// Most words of a text have no more bytes, and are compared as one number.
const PACKED: usize = 16;

/// The bytes of a word as one number; no word has a byte 0.
fn packed(text: &str, span: Span) -> Option<u128> {
    let size = span.end - span.start;
    let whole = match text.as_bytes().get(span.start..span.start + PACKED) {
        _ if size == 0 || size > PACKED => return None,
        Some(bytes) => u128::from_le_bytes(bytes.try_into().ok()?) & (u128::MAX >> (8 * (PACKED - size))),
        None => {
            let mut bytes = [0; PACKED];
            bytes[..size].copy_from_slice(text.as_bytes().get(span.range())?);
            u128::from_le_bytes(bytes)
        }
    };
    Some(whole)
}

/// Hashes the bytes of a word, eight at a time: every word of a text is looked up.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut whole = [0; 8];
            whole[..part.len()].copy_from_slice(part);
            self.0 = (self.0.rotate_left(5) ^ u64::from_le_bytes(whole)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }

    fn write_u128(&mut self, word: u128) {
        const ODD: u64 = 0x517c_c1b7_2722_0a95;
        let (low, high) = (word as u64, (word >> 64) as u64);
        self.0 = (low.wrapping_mul(ODD).rotate_left(29) ^ high).wrapping_mul(ODD);
    }
}

/// A word of the text with the place of what it may be.
#[derive(Clone, Copy)]
struct Seen {
    span: Span,
    place: u32,
}

impl TopicTerms {
    pub(super) fn new(topics: &[Topic], language: &'static Language) -> Self {
        let mut all = Self {
            language,
            vocabulary: Vocabulary::default(),
            terms: Vec::new(),
            nodes: vec![Vec::new()],
            steps: HashMap::new(),
            topics: topics.len(),
            memories: Mutex::default(),
        };
        let mut known: HashMap<&str, usize> = HashMap::new();
        for (topic, terms) in topics.iter().enumerate() {
            for term in &terms.terms {
                match known.get(term.as_str()) {
                    Some(&number) if all.terms[number].topics.last() == Some(&topic) => {}
                    Some(&number) => all.terms[number].topics.push(topic),
                    None => _ = all.add(term, topic).map(|number| known.insert(term, number)),
                }
            }
        }
        all
    }

    /// Adds a term, unless it has no word or only stop words.
    fn add(&mut self, text: &str, topic: usize) -> Option<usize> {
        let words = term_words(text, self.language)?;
        let number = self.terms.len();
        let joined = words.concat();
        self.vocabulary.add_beginnings(&joined);
        let path: Vec<Symbol> = words.iter().map(|word| self.vocabulary.add(word)).collect();
        let whole = [self.vocabulary.add(&joined)];
        for path in [&path[..], &whole] {
            let end = path.iter().fold(0, |node, &symbol| {
                let next = self.nodes.len();
                let to = *self.steps.entry((node, symbol)).or_insert(next);
                if to == next {
                    self.nodes.push(Vec::new());
                }
                to
            });
            if self.nodes[end].last() != Some(&number) {
                self.nodes[end].push(number);
            }
        }
        self.terms.push(Term { text: text.to_owned(), joined, topics: vec![topic] });
        Some(number)
    }

    /// The hits of each topic, the longest from left to right; and where all words stand.
    pub(super) fn find(&self, text: &str) -> (Vec<Vec<TopicHit>>, Vec<Span>) {
        let memory = self.memories.lock().ok().and_then(|mut memories| memories.pop());
        let mut memory = memory.filter(|memory| memory.len() < REMEMBERED).unwrap_or_default();
        // A word and a blank have about six letters.
        let mut seen: Vec<Seen> = Vec::with_capacity(text.len() / 6 + 8);
        seen.extend(word_spans(text).map(|span| Seen { span, place: self.place(&mut memory, text, span) }));
        let mut out = vec![Vec::new(); self.topics];
        let mut free = vec![0; self.topics];
        let mut matches: Vec<(usize, usize)> = Vec::new();
        for (at, first) in seen.iter().enumerate().filter(|(_, seen)| seen.place != 0) {
            let window = Window { text, seen: &seen[at..], memory: &memory };
            matches.clear();
            self.walk(&window, 0, 0, &mut matches);
            if memory.sightings[first.place as usize].begins {
                self.joined(&window, &mut matches);
            }
            matches.sort_unstable_by_key(|&(words, term)| (Reverse(words), term));
            for &(words, term) in &matches {
                for &topic in &self.terms[term].topics {
                    if free[topic] <= at {
                        free[topic] = at + words;
                        let span = Span::new(first.span.start, seen[at + words - 1].span.end);
                        out[topic].push(TopicHit { span, word: at, words, term });
                    }
                }
            }
        }
        if let Ok(mut memories) = self.memories.lock() {
            memories.push(memory);
        }
        (out, seen.into_iter().map(|seen| seen.span).collect())
    }

    fn place(&self, memory: &mut Memory, text: &str, span: Span) -> u32 {
        let (packed, word) = (packed(text, span), span.of(text));
        let known = match packed {
            Some(packed) => memory.packed.get(&packed),
            None => memory.longer.get(word),
        };
        if let Some(&place) = known {
            return place;
        }
        let sighting = self.vocabulary.sight(word, self.language);
        let place = if sighting.folded.is_empty() { 0 } else { memory.sightings.len() as u32 };
        if place != 0 {
            memory.sightings.push(sighting);
        }
        match packed {
            Some(packed) => memory.packed.insert(packed, place),
            None => memory.longer.insert(word.into(), place),
        };
        place
    }

    /// Follows the automaton from a node, one word after the other.
    fn walk(&self, window: &Window<'_>, node: usize, taken: usize, matches: &mut Vec<(usize, usize)>) {
        let Some(next) = window.word(taken) else { return };
        if taken > 0 && !window.goes_on(taken, SHORTEST_WORD) {
            return;
        }
        for &symbol in &next.symbols {
            if let Some(&to) = self.steps.get(&(node, symbol)) {
                matches.extend(self.nodes[to].iter().map(|&term| (taken + 1, term)));
                self.walk(window, to, taken + 1, matches);
            }
        }
    }

    /// Terms whose letters are cut at other places.
    fn joined(&self, window: &Window<'_>, matches: &mut Vec<(usize, usize)>) {
        let Some(first) = window.word(0) else { return };
        if first.stop && window.gap(1) != Gap::Tight {
            return;
        }
        let mut joined = first.folded.clone();
        for taken in 1..MOST_PIECES {
            let Some(piece) = window.seen.get(taken) else { return };
            if !window.goes_on(taken, SHORTEST_PIECE) {
                return;
            }
            let before = joined.len();
            joined.push_str(&folded(piece.span.of(window.text)));
            let end = self.vocabulary.symbol(&joined).and_then(|symbol| self.steps.get(&(0, symbol)));
            for &term in end.into_iter().flat_map(|&node| &self.nodes[node]) {
                let whole = &self.terms[term].joined;
                if whole.len() > before && whole.starts_with(&joined[..before]) {
                    matches.push((taken + 1, term));
                }
            }
            if !self.vocabulary.begins(&joined) {
                return;
            }
        }
    }
}

/// The words of a text from one of them on.
struct Window<'w> {
    text: &'w str,
    seen: &'w [Seen],
    memory: &'w Memory,
}

impl<'w> Window<'w> {
    fn word(&self, number: usize) -> Option<&'w Sighting> {
        let seen = self.seen.get(number)?;
        Some(&self.memory.sightings[seen.place as usize])
    }

    /// What stands before a word; nothing follows the last one.
    fn gap(&self, number: usize) -> Gap {
        let Some(after) = self.seen.get(number) else { return Gap::Apart };
        gap(&self.text[self.seen[number - 1].span.end..after.span.start])
    }

    /// Whether a word may follow the one before it within a term, by what stands between them.
    fn goes_on(&self, number: usize, least: usize) -> bool {
        let [before, after] = [self.seen[number - 1].span, self.seen[number].span];
        let between = self.gap(number);
        let letters = |span: Span| span.of(self.text).chars().take(least).count();
        between != Gap::Apart && is_wide_enough(between, [letters(before), letters(after)], least)
    }
}

/// The words of a term without case and marks; `None` if there are none but stop words.
pub(super) fn term_words(text: &str, language: &Language) -> Option<Vec<String>> {
    let words: Vec<&str> = word_spans(text).map(|span| span.of(text)).collect();
    let empty = words.iter().all(|word| language.is_stop_word(word));
    let words: Vec<String> = words.into_iter().map(folded).filter(|word| !word.is_empty()).collect();
    (!empty && !words.is_empty()).then_some(words)
}
