//! Derives base noun phrases from trees, and trains and measures the chunker.

use crate::ewt::Sentence;
use crate::tags;
use scumble_text::Tag;
use scumble_text::model::chunker::{BEGIN, Chunking, INSIDE, OUTSIDE};
use scumble_text::model::linear::Linear;
use scumble_text::model::sequence;
use std::ops::Range;

const ROUNDS: usize = 8;
const SEED: u64 = 42;
const SCALE: f64 = 8.0;
/// Weights below this many units are dropped.
const LEAST: i16 = 2;

/// The base noun phrases of a tree: a noun, name or pronoun with its contiguous determiners, adjectives, compounds,
/// numbers and flat parts; leading determiners and possessives are stripped.
pub(crate) fn gold(sentence: &Sentence) -> Vec<Range<usize>> {
    let n = sentence.tokens.len();
    let mut phrases: Vec<Range<usize>> = Vec::new();
    for head in (0..n).filter(|&i| matches!(sentence.upos[i].as_str(), "NOUN" | "PROPN" | "PRON")) {
        let belongs = |token: usize| belongs_to(sentence, token, head);
        let mut start = head;
        while start > 0 && belongs(start - 1) {
            start -= 1;
        }
        let mut end = head + 1;
        while end < n && belongs(end) {
            end += 1;
        }
        let stripped = |i: usize| {
            matches!(
                sentence.tags[i],
                Tag::Determiner | Tag::Predeterminer | Tag::PossessivePronoun | Tag::WhDeterminer | Tag::WhPossessive
            )
        };
        while start < end && start != head && stripped(start) {
            start += 1;
        }
        phrases.push(start..end);
    }
    // A part of a compound heads no phrase of its own.
    let inside = |phrase: &Range<usize>, other: &Range<usize>| {
        other != phrase && other.start <= phrase.start && phrase.end <= other.end
    };
    let mut kept: Vec<Range<usize>> =
        phrases.iter().filter(|p| !phrases.iter().any(|o| inside(p, o))).cloned().collect();
    kept.sort_by_key(|phrase| phrase.start);
    kept.dedup();
    kept
}

/// Whether a token hangs on the head by relations that a base phrase has, directly or through another such token.
fn belongs_to(sentence: &Sentence, mut token: usize, head: usize) -> bool {
    const STEPS: usize = 6;
    for _ in 0..STEPS {
        let relation = sentence.relations[token].split(':').next().unwrap_or("");
        let hyphen = sentence.tags[token] == Tag::Hyphen;
        if !hyphen && !matches!(relation, "det" | "amod" | "compound" | "nummod" | "flat") {
            return false;
        }
        match sentence.heads[token] {
            0 => return false,
            above if above - 1 == head => return true,
            above => token = above - 1,
        }
    }
    false
}

fn labels(sentence: &Sentence) -> Vec<u8> {
    let mut labels = vec![OUTSIDE; sentence.tokens.len()];
    for phrase in gold(sentence) {
        labels[phrase.clone()].fill(INSIDE);
        labels[phrase.start] = BEGIN;
    }
    labels
}

/// Tags for training come from a tagger that has not seen the sentence: each half is tagged by the other half's.
pub(crate) fn train(sentences: &[Sentence]) -> Vec<u8> {
    let (left, right) = sentences.split_at(sentences.len() / 2);
    let tag = |learnt: &[Sentence], asked: &[Sentence]| tags::tag_all(&tags::train(learnt), asked).unwrap_or_default();
    let tagged: Vec<Vec<u8>> = [tag(right, left), tag(left, right)].concat();
    let tasks: Vec<(Chunking<'_>, Vec<u8>)> =
        sentences.iter().zip(&tagged).map(|(s, tags)| (Chunking::new(&s.looks, tags), labels(s))).collect();
    sequence::learn(&tasks, ROUNDS, SEED).pack(SCALE, LEAST)
}

fn spans(labels: &[u8]) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    for (i, &label) in labels.iter().enumerate() {
        match label {
            BEGIN => spans.push(i..i + 1),
            INSIDE => {
                if let Some(last) = spans.last_mut() {
                    last.end = i + 1;
                }
            }
            _ => {}
        }
    }
    spans
}

pub(crate) fn report(sentences: &[Sentence], tagged: &[Vec<u8>], chunker: &[u8]) -> Result<(), &'static str> {
    let model = Linear::unpack(chunker).ok_or("the chunker cannot be unpacked")?;
    // All phrases, and those that are not a lone pronoun, which no sanitiser wants.
    let mut scores = [Score::default(), Score::default()];
    let mut features = Vec::new();
    for (sentence, tags) in sentences.iter().zip(tagged) {
        let mut labels = Vec::new();
        sequence::label(&model, &Chunking::new(&sentence.looks, tags), &mut features, &mut labels);
        let (mut ours, mut gold) = (spans(&labels), gold(sentence));
        scores[0].add(&ours, &gold);
        let lone = |phrase: &Range<usize>, tag: Tag| {
            phrase.len() == 1
                && matches!(
                    tag,
                    Tag::Pronoun
                        | Tag::WhPronoun
                        | Tag::WhDeterminer
                        | Tag::Determiner
                        | Tag::Existential
                        | Tag::PossessivePronoun
                )
        };
        ours.retain(|phrase| !lone(phrase, Tag::ALL[usize::from(tags[phrase.start])]));
        gold.retain(|phrase| !(phrase.len() == 1 && sentence.upos[phrase.start] == "PRON"));
        scores[1].add(&ours, &gold);
    }
    println!("phrases: {}", scores[0]);
    println!("  without lone pronouns: {}", scores[1]);
    Ok(())
}

#[derive(Default)]
struct Score {
    expected: usize,
    given: usize,
    right: usize,
}

impl Score {
    fn add(&mut self, ours: &[Range<usize>], gold: &[Range<usize>]) {
        self.expected += gold.len();
        self.given += ours.len();
        self.right += ours.iter().filter(|phrase| gold.contains(phrase)).count();
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (precision, recall) = (self.right as f64 / self.given as f64, self.right as f64 / self.expected as f64);
        let f1 = 200.0 * precision * recall / (precision + recall);
        write!(
            f,
            "precision {:.2} %, recall {:.2} %, F1 {f1:.2} % of {}",
            100.0 * precision,
            100.0 * recall,
            self.expected
        )
    }
}
