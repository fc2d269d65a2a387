//! What may be a term: noun phrases and their endings, titles, and WordNet's nouns of several words.

use super::reading::{Lead, Tokens};
use rayon::prelude::*;
use scumble_text::Analyzer;
use std::collections::BTreeSet;

/// Endings of longer phrases are terms up to this many words.
const LONGEST_ENDING: usize = 4;

/// The words of a phrase, by their places, and whether WordNet has it.
pub(super) type Candidate = (Vec<u32>, bool);

/// All candidates, sorted.
pub(super) fn find(leads: &[Lead], tokens: &Tokens) -> Vec<Candidate> {
    let analyzer = Analyzer::english();
    let found: Vec<BTreeSet<Vec<u32>>> = leads
        .par_chunks(1024)
        .map(|leads| {
            let mut found = BTreeSet::new();
            for lead in leads {
                // "Mercury (planet)": the name is what stands before.
                found.extend(tokens.phrase(lead.title.split(" (").next().unwrap_or_default()));
                let document = analyzer.read_phrases(&lead.text);
                for phrase in document.phrases() {
                    endings(tokens, document.phrase_text(phrase), &mut found);
                }
            }
            found
        })
        .collect();
    let nouns = scumble_ontology::wordnet().nouns();
    let known: BTreeSet<Vec<u32>> = nouns.terms().filter_map(|term| tokens.phrase(&term.replace('_', " "))).collect();
    let all: BTreeSet<Vec<u32>> = found.into_iter().flatten().chain(known.iter().cloned()).collect();
    all.into_iter()
        .map(|words| {
            let known = known.contains(&words);
            (words, known)
        })
        .collect()
}

/// The phrase and its endings, as far as their words are frequent enough.
fn endings(tokens: &Tokens, phrase: &str, found: &mut BTreeSet<Vec<u32>>) {
    let words: Vec<Option<u32>> =
        scumble_corpus::normalized(phrase).split(' ').map(|word| tokens.place(word)).collect();
    for from in 0..words.len().saturating_sub(1) {
        let ending = &words[from..];
        if (from == 0 && ending.len() <= 8) || ending.len() <= LONGEST_ENDING {
            found.extend(ending.iter().copied().collect::<Option<Vec<u32>>>());
        }
    }
}
