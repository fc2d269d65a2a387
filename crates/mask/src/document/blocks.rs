//! Blocks of text that are dense in risky words.
//!
//! Words of a topic are found by their stems, with or without hyphens, and misspelt by one letter. Hits are clustered by position,
//! by density (DBSCAN in one dimension): a hit with at least [`LEAST_HITS`] hits within [`REACH`] words on either side, itself
//! counted, is the core of a cluster, and whatever lies within reach of a core belongs to it. A paragraph that has a part of a
//! cluster, and at least the topic's hits per hundred words, is a block.

use super::finding::{Action, Finding, Found, Rule, State};
use super::person::{one_edit, without_one};
use super::text::{Finder, Reading};
use super::words::{Sequences, Word, folded};
use crate::error::Result;
use scumble_ontology::{PartOfSpeech, wordnet};
use scumble_text::Span;
use std::collections::{HashMap, HashSet};

/// How many words around a hit are its neighbourhood.
pub const REACH: usize = 40;
/// How many hits there must be in it.
pub const LEAST_HITS: usize = 3;
/// The shortest word that is found misspelt.
const SHORTEST: usize = 5;

/// Words that are risky together.
#[derive(Clone, Debug)]
pub struct Topic {
    name: String,
    threshold: f64,
    sequences: Sequences,
    /// Single words by each form with one letter left out: what is one edit away shares one.
    shortened: HashMap<String, Vec<String>>,
}

impl Topic {
    /// A topic of these words, and from how many hits per hundred words on a block is risky.
    pub fn new<'t>(name: &str, terms: impl IntoIterator<Item = &'t str>, threshold: f64) -> Self {
        let mut topic =
            Self { name: name.to_owned(), threshold, sequences: Sequences::default(), shortened: HashMap::new() };
        for term in terms {
            topic.sequences.add(term, false, 0);
            let joined: String = term.split([' ', '-', '_']).collect();
            if joined != term {
                topic.sequences.add(&joined, false, 0);
            } else if term.chars().count() >= SHORTEST {
                let term = folded(term);
                for form in without_one(&term).chain([term.clone()]) {
                    let known = topic.shortened.entry(form).or_default();
                    if !known.contains(&term) {
                        known.push(term.clone());
                    }
                }
            }
        }
        topic
    }

    /// The numbers of words that are hits: the first of each sequence.
    fn hits(&self, text: &str, words: &[Word]) -> Vec<usize> {
        let found: HashSet<usize> = self.sequences.find(words).map(|hit| hit.span.start).collect();
        let is_hit = |word: &Word| found.contains(&word.span.start) || self.is_misspelt(word.span.of(text));
        words.iter().enumerate().filter(|(_, word)| is_hit(word)).map(|(number, _)| number).collect()
    }

    /// Whether a word that is none is one letter away from one of ours.
    fn is_misspelt(&self, word: &str) -> bool {
        if word.chars().count() < SHORTEST || !word.chars().all(char::is_alphabetic) || is_word(word) {
            return false;
        }
        let word = folded(word);
        let near = |form: &String| self.shortened.get(form).into_iter().flatten().any(|term| one_edit(term, &word));
        near(&word) || without_one(&word).any(|form| near(&form))
    }
}

fn is_word(word: &str) -> bool {
    use PartOfSpeech::{Adjective, Adverb, Noun, Verb};
    let (words, lower) = (wordnet().words(), word.to_lowercase());
    [Noun, Verb, Adjective, Adverb].into_iter().any(|part| {
        words.has(&lower, part) || !scumble_ontology::base_forms(&lower, part, |form| words.has(form, part)).is_empty()
    })
}

/// Finds dense blocks; they wait for a person unless they are accepted beforehand.
pub(super) struct Blocks {
    pub(super) topics: Vec<Topic>,
    pub(super) accept: bool,
}

impl Finder for Blocks {
    fn find(&self, reading: &Reading<'_>, _: &[Finding]) -> Result<Vec<Finding>> {
        let text = reading.text();
        let mut out: Vec<Finding> = Vec::new();
        for topic in &self.topics {
            let hits = topic.hits(text, &reading.words);
            let clusters = clusters(&hits);
            for paragraph in paragraphs(text) {
                let first = reading.words.partition_point(|word| word.span.start < paragraph.start);
                let last = reading.words.partition_point(|word| word.span.start < paragraph.end);
                let inside = hits.iter().filter(|&&hit| (first..last).contains(&hit)).count();
                let clustered = clusters.iter().flatten().any(|hit| (first..last).contains(hit));
                let density = 100.0 * inside as f64 / (last - first).max(1) as f64;
                let known = out.iter().any(|block| block.span == paragraph);
                if clustered && density >= topic.threshold && !known {
                    let block = Finding::new(paragraph, Found::Block, Rule::Block);
                    out.push(Finding {
                        action: Action::Remove,
                        state: if self.accept { State::Accepted } else { State::Proposed },
                        threshold: Some(topic.threshold),
                        topic: Some((topic.name.clone(), density)),
                        ..block
                    });
                }
            }
        }
        Ok(out)
    }
}

/// Clusters of positions, by density.
fn clusters(hits: &[usize]) -> Vec<Vec<usize>> {
    let within = |hit: usize| {
        let from = hits.partition_point(|&other| other + REACH < hit);
        let to = hits.partition_point(|&other| other <= hit + REACH);
        to - from
    };
    let mut out: Vec<Vec<usize>> = Vec::new();
    let mut last_core: Option<usize> = None;
    for &hit in hits {
        let core = within(hit) >= LEAST_HITS;
        let reached = last_core.is_some_and(|last| hit - last <= REACH);
        match out.last_mut() {
            Some(cluster) if reached => cluster.push(hit),
            _ if core => {
                // What lies before the first core and within its reach belongs to it.
                let from = hits.partition_point(|&other| other + REACH < hit);
                let before = hits[from..].iter().copied().take_while(|&other| other <= hit);
                let taken = out.last().and_then(|cluster| cluster.last().copied());
                out.push(before.filter(|&other| taken.is_none_or(|taken| other > taken)).collect());
            }
            _ => {}
        }
        if core {
            last_core = Some(hit);
        }
    }
    out
}

/// Paragraphs: what stands between empty lines.
fn paragraphs(text: &str) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    let mut at = 0;
    let mut open = false;
    for line in text.split_inclusive('\n') {
        let end = at + line.trim_end().len();
        if line.trim().is_empty() {
            open = false;
        } else if let Some(last) = out.last_mut().filter(|_| open) {
            last.end = end;
        } else {
            out.push(Span::new(at + (line.len() - line.trim_start().len()), end));
            open = true;
        }
        at += line.len();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_text::Document;

    /// DBSCAN as it is defined, for comparison.
    fn plain(hits: &[usize]) -> Vec<usize> {
        let near = |a: usize, b: usize| a.abs_diff(b) <= REACH;
        let core = |hit: usize| hits.iter().filter(|&&other| near(hit, other)).count() >= LEAST_HITS;
        hits.iter().copied().filter(|&hit| hits.iter().any(|&other| core(other) && near(hit, other))).collect()
    }

    #[test]
    fn clusters_are_those_of_dbscan() {
        let mut state = 7u64;
        for _ in 0..500 {
            let mut hits: Vec<usize> = (0..12)
                .map(|_| {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    (state >> 33) as usize % 400
                })
                .collect();
            hits.sort_unstable();
            hits.dedup();
            let ours: Vec<usize> = clusters(&hits).concat();
            assert_eq!(ours, plain(&hits), "{hits:?}");
        }
    }

    #[test]
    fn a_dense_paragraph_is_proposed() {
        let text = "The weather was fine.\n\nThe missle and a machine-gun, two bombs\nand grenades were hidden.\n\nThen we left.";
        let topic = Topic::new("weapons", ["missile", "machine gun", "bomb", "grenade"], 3.0);
        let blocks = Blocks { topics: vec![topic], accept: false };
        let found = blocks.find(&Reading::new(Document::read(text)), &[]).unwrap();
        assert_eq!(found.len(), 1);
        assert!(found[0].span.of(text).starts_with("The missle") && found[0].span.of(text).ends_with("hidden."));
        assert!(!found[0].applies() && found[0].topic.as_ref().is_some_and(|(_, density)| *density > 25.0));
    }
}
