//! Trains and measures the tagger.

use crate::ewt::Sentence;
use scumble_text::model::dictionary::{Cache, Dictionary};
use scumble_text::model::sequence;
use scumble_text::model::tagger::{Tagger, Tagging, Workspace};
use scumble_text::{Tag, TagSet};
use std::collections::BTreeMap;

const ROUNDS: usize = 5;
const SEED: u64 = 42;
/// Units of a weight of 1.
const SCALE: f64 = 8.0;
/// Weights below this many units are dropped.
const LEAST: i16 = 2;

pub(crate) struct Packed {
    pub(crate) dictionary: Vec<u8>,
    pub(crate) model: Vec<u8>,
}

pub(crate) fn train(sentences: &[Sentence]) -> Packed {
    let seen = sentences.iter().flat_map(|s| s.tokens.iter().zip(&s.looks).zip(&s.tags));
    let dictionary = Dictionary::learn(seen.map(|((token, look), &tag)| (token.as_str(), *look, tag)));
    let unpacked = Dictionary::unpack(&dictionary).unwrap_or_default();
    let mut cache = Cache::default();
    let choices: Vec<Vec<TagSet>> = sentences
        .iter()
        .map(|s| s.tokens.iter().zip(&s.looks).map(|(token, look)| unpacked.choices(token, look, &mut cache)).collect())
        .collect();
    let tasks: Vec<(Tagging<'_>, Vec<u8>)> = sentences
        .iter()
        .zip(&choices)
        .map(|(s, choices)| (Tagging::new(&s.looks, choices), s.tags.iter().map(|&tag| tag as u8).collect()))
        .collect();
    let model = sequence::learn(&tasks, ROUNDS, SEED).pack(SCALE, LEAST);
    Packed { dictionary, model }
}

/// The tags that a trained tagger gives.
pub(crate) fn tag_all(packed: &Packed, sentences: &[Sentence]) -> Result<Vec<Vec<u8>>, &'static str> {
    let tagger = Tagger::unpack(&packed.dictionary, &packed.model).ok_or("the tagger cannot be unpacked")?;
    let mut work = Workspace::default();
    let tag = |s: &Sentence| {
        work.tags.clear();
        tagger.tag(s.tokens.iter().map(String::as_str), &s.looks, &mut work);
        work.tags.clone()
    };
    Ok(sentences.iter().map(tag).collect())
}

pub(crate) fn report(sentences: &[Sentence], tagged: &[Vec<u8>]) {
    let (mut all, mut right, mut nouns, mut found) = (0, 0, 0, 0);
    let mut confused: BTreeMap<(Tag, Tag), usize> = BTreeMap::new();
    for (sentence, ours) in sentences.iter().zip(tagged) {
        for (&gold, &ours) in sentence.tags.iter().zip(ours) {
            let ours = Tag::ALL[usize::from(ours)];
            all += 1;
            right += usize::from(gold == ours);
            nouns += usize::from(gold.is_noun());
            found += usize::from(gold.is_noun() && ours.is_noun());
            if gold != ours {
                *confused.entry((gold, ours)).or_default() += 1;
            }
        }
    }
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole as f64;
    println!("tags: {:.2} % of {all} right, noun recall {:.2} %", share(right, all), share(found, nouns));
    let mut confused: Vec<_> = confused.into_iter().collect();
    confused.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let told: Vec<String> = confused
        .iter()
        .take(8)
        .map(|((gold, ours), count)| format!("{} as {} {count}", gold.as_str(), ours.as_str()))
        .collect();
    println!("  most often: {}", told.join(", "));
}
