//! Truecasing: how text that has only capitals, or none, would be written otherwise.

use crate::Span;
use crate::entity::gazetteer::{CALENDAR, COMMON, FIRST_NAME, Gazetteer, ORGANISATION, PEOPLE, PERSON, PLACE, TITLE};
use crate::language::WordLists;
use crate::model::word::{Look, known_parts};
use scumble_ontology::{PartOfSpeech, wordnet};
use std::ops::Range;

/// The bits of the gazetteer for names of any kind.
const NAME: u32 = FIRST_NAME | PERSON | PLACE | ORGANISATION | PEOPLE | CALENDAR | TITLE;

/// Changes the looks of words whose letters say nothing about names: in sentences that are all capitals, and in a text that
/// has none.
pub fn truecase(
    text: &str,
    spans: &[Span],
    sentences: &[Range<usize>],
    words: &WordLists,
    gazetteer: &Gazetteer,
    looks: &mut [Look],
) {
    let mut buffer = Vec::new();
    let mut write = |look: &mut Look, span: Span, capital: bool| {
        let lower = span.of(text).to_lowercase();
        let mut chars = lower.chars();
        let written = match chars.next().filter(|_| capital) {
            Some(first) => first.to_uppercase().chain(chars).collect(),
            None => lower.clone(),
        };
        *look = Look::at(&written, &mut buffer);
    };
    if looks.iter().all(|look| look.kind & Look::CAPITAL == 0) && !text.contains(char::is_uppercase) {
        for (look, &span) in looks.iter_mut().zip(spans) {
            let bits = gazetteer.bits(look.lower);
            if bits & NAME != 0 && (bits & COMMON == 0 || is_mainly_a_name(span.of(text))) {
                write(look, span, true);
            }
        }
        return;
    }
    for sentence in sentences {
        if !is_shouted(&looks[sentence.clone()]) {
            continue;
        }
        for i in sentence.clone() {
            if looks[i].kind & Look::NO_LETTER != 0 {
                continue;
            }
            let bits = gazetteer.bits(looks[i].lower);
            let lower = spans[i].of(text).to_lowercase();
            let common = bits & COMMON != 0 && !is_mainly_a_name(&lower);
            let ordinary = words.is_stop_word(&lower) || common || (bits & NAME == 0 && known_parts(&lower) != 0);
            write(&mut looks[i], spans[i], !ordinary);
        }
    }
}

/// Berlin is also a carriage, but first of all a city; nice is also a city, but first of all pleasant.
fn is_mainly_a_name(lower: &str) -> bool {
    let (nouns, words) = (wordnet().nouns(), wordnet().words());
    let first_is_a_name = nouns.exact_senses(lower).first().is_some_and(|&sense| nouns.is_instance(sense));
    let others = [PartOfSpeech::Verb, PartOfSpeech::Adjective, PartOfSpeech::Adverb];
    first_is_a_name && !others.iter().any(|&part| words.has(lower, part))
}

/// Whether nearly all words, and at least three, are in capitals.
fn is_shouted(looks: &[Look]) -> bool {
    let words = looks.iter().filter(|look| look.kind & Look::NO_LETTER == 0);
    let (all, capitals) =
        words.fold((0, 0), |(all, capitals), look| (all + 1, capitals + u32::from(look.kind & Look::CAPITALS != 0)));
    capitals >= 3 && capitals * 5 >= all * 4
}
