//! Paragraphs that are dense in the words of a risky topic.
//!
//! Words of a topic are found by their stems, with or without hyphens, and misspelt by one letter. Hits are clustered by position,
//! by density (DBSCAN in one dimension): a hit with at least [`LEAST_HITS`] hits within [`REACH`] words on either side, itself
//! counted, is the core of a cluster, and every hit within reach of a core belongs to it. A paragraph that has a part of a
//! cluster, and at least the topic's hits per hundred words, is a risky block.

use crate::document::case::{Case, Finder};
use crate::document::finding::{Action, Finding, Found, Rule, State};
use crate::document::spelling::{one_edit, without_one};
use crate::document::words::{Sequences, Word, Words, folded};
use crate::error::Result;
use scumble_span::Span;
use scumble_text::Language;
use std::collections::{HashMap, HashSet};

/// How many words around a hit are its neighbourhood.
pub const REACH: usize = 40;
/// How many hits there must be in it.
pub const LEAST_HITS: usize = 3;
/// The shortest word that is found misspelt.
const SHORTEST: usize = 5;

/// Words that are risky together.
#[derive(Clone, Debug, PartialEq)]
pub struct Topic {
    /// What the topic is called.
    pub name: String,
    /// Its terms.
    pub terms: Vec<String>,
    /// From how many hits per hundred words on a paragraph is a risky block.
    pub threshold: f64,
}

impl Topic {
    /// A topic of these terms.
    pub fn new<'t>(name: &str, terms: impl IntoIterator<Item = &'t str>, threshold: f64) -> Self {
        Self { name: name.to_owned(), terms: terms.into_iter().map(str::to_owned).collect(), threshold }
    }
}

/// Finds risky blocks. They wait for a person's decision unless they are accepted beforehand.
pub(in crate::document) struct RiskyBlocks {
    topics: Vec<TopicWords>,
    accept: bool,
}

/// A topic, prepared to be looked for.
struct TopicWords {
    topic: Topic,
    sequences: Sequences,
    /// Single words by each form with one letter left out: words that are one edit apart share one.
    shortened: HashMap<String, Vec<String>>,
}

impl TopicWords {
    fn new(topic: &Topic, language: &Language) -> Self {
        let mut sequences = Sequences::default();
        let mut shortened: HashMap<String, Vec<String>> = HashMap::new();
        for term in &topic.terms {
            sequences.add_without_stop_words(term, language, false, 0);
            let joined: String = term.split([' ', '-', '_']).collect();
            if joined != *term {
                sequences.add_without_stop_words(&joined, language, false, 0);
            } else if term.chars().count() >= SHORTEST {
                let term = folded(term);
                for form in without_one(&term).chain([term.clone()]) {
                    let known = shortened.entry(form).or_default();
                    if !known.contains(&term) {
                        known.push(term.clone());
                    }
                }
            }
        }
        Self { topic: topic.clone(), sequences, shortened }
    }

    /// The numbers of words that are hits: the first of each sequence.
    fn hits(&self, text: &str, words: &Words, language: &Language) -> Vec<usize> {
        let found: HashSet<usize> = self.sequences.find(words).iter().map(|hit| hit.span.start).collect();
        let is_hit = |word: &Word| found.contains(&word.span.start) || self.is_misspelt(word.span.of(text), language);
        words.iter().enumerate().filter(|(_, word)| is_hit(word)).map(|(number, _)| number).collect()
    }

    /// Whether a word that is in no dictionary is one letter away from a term.
    fn is_misspelt(&self, word: &str, language: &Language) -> bool {
        let is_long = word.chars().count() >= SHORTEST;
        if !is_long || !word.chars().all(char::is_alphabetic) || language.is_dictionary_word(word) {
            return false;
        }
        let word = folded(word);
        let near = |form: &String| self.shortened.get(form).into_iter().flatten().any(|term| one_edit(term, &word));
        near(&word) || without_one(&word).any(|form| near(&form))
    }
}

impl RiskyBlocks {
    /// Finds blocks of these topics; with `accept`, they are redacted without a person's decision.
    pub(in crate::document) fn new(topics: &[Topic], accept: bool, language: &Language) -> Self {
        Self { topics: topics.iter().map(|topic| TopicWords::new(topic, language)).collect(), accept }
    }
}

impl Finder for RiskyBlocks {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let (reading, text, language) = (case.reading(), case.text(), case.knowledge().language);
        let mut out: Vec<Finding> = Vec::new();
        for words in &self.topics {
            let hits = words.hits(text, &reading.words, language);
            let clusters = clusters(&hits);
            for paragraph in paragraphs(text) {
                let first = reading.words.partition_point(|word| word.span.start < paragraph.start);
                let last = reading.words.partition_point(|word| word.span.start < paragraph.end);
                let inside = hits.iter().filter(|&&hit| (first..last).contains(&hit)).count();
                let clustered = clusters.iter().flatten().any(|hit| (first..last).contains(hit));
                let density = 100.0 * inside as f64 / (last - first).max(1) as f64;
                let known = out.iter().any(|block| block.span == paragraph);
                if clustered && density >= words.topic.threshold && !known {
                    let block = Finding::new(paragraph, Found::Block, Rule::Block);
                    out.push(Finding {
                        action: Action::Remove,
                        state: if self.accept { State::Accepted } else { State::Proposed },
                        threshold: Some(words.topic.threshold),
                        topic: Some((words.topic.name.clone(), density)),
                        ..block
                    });
                }
            }
        }
        case.add_all(out)
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
                // Hits before the first core and within its reach belong to it.
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

/// Paragraphs: the lines between empty lines.
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
    use crate::document::tests::found_by;

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
        let found = found_by(&RiskyBlocks::new(&[topic], false, Language::english()), text);
        assert_eq!(found.len(), 1);
        assert!(found[0].span.of(text).starts_with("The missle") && found[0].span.of(text).ends_with("hidden."));
        assert!(!found[0].applies() && found[0].topic.as_ref().is_some_and(|(_, density)| *density > 25.0));
    }
}
