//! Noun phrases.

use crate::document::Token;
use crate::language::WordLists;
use crate::model::chunker::{BEGIN, INSIDE};
use crate::tag::Tag;
use scumble_ontology::wordnet;
use std::ops::Range;

/// A noun phrase, without leading determiners, possessives or stop words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// Its tokens, by number.
    pub tokens: Range<usize>,
    /// The token that says what kind of thing it is.
    pub head: usize,
}

/// The phrases of one sentence, whose tokens begin at number `first`, from its chunk labels.
pub(crate) fn phrases(
    text: &str,
    tokens: &[Token],
    sentence: &Range<usize>,
    labels: &[u8],
    words: &WordLists,
    out: &mut Vec<Phrase>,
) {
    let mut chunks: Vec<Range<usize>> = Vec::new();
    for (i, &label) in labels.iter().enumerate() {
        let place = sentence.start + i;
        match label {
            BEGIN => chunks.push(place..place + 1),
            INSIDE => {
                if let Some(last) = chunks.last_mut() {
                    last.end = place + 1;
                }
            }
            _ => {}
        }
    }
    let word = |i: usize| tokens[i].span.of(text);
    join_dates(tokens, sentence, words, &word, &mut chunks);
    join_names(tokens, words, &word, &mut chunks);
    for mut chunk in chunks {
        extend_to_term(sentence, words, &word, &mut chunk);
        trim(tokens, words, &word, &mut chunk);
        // A lone pronoun has no content that could be redacted.
        let Some(head) = chunk.clone().rev().find(|&i| is_content(tokens[i].tag)) else { continue };
        out.push(Phrase { tokens: chunk, head });
    }
}

fn is_content(tag: Tag) -> bool {
    tag.is_noun()
        || matches!(tag, Tag::Number | Tag::Foreign | Tag::Adjective | Tag::Gerund | Tag::Address | Tag::Affix)
}

/// Cuts determiners, possessives, prepositions, adverbs, pronouns and marks from both ends.
fn trim<'a>(tokens: &[Token], words: &WordLists, word: &impl Fn(usize) -> &'a str, chunk: &mut Range<usize>) {
    use Tag::*;
    let empty = |i: usize| {
        matches!(
            tokens[i].tag,
            Determiner
                | Predeterminer
                | PossessivePronoun
                | Pronoun
                | WhDeterminer
                | WhPronoun
                | WhPossessive
                | Preposition
                | To
                | Conjunction
                | Possessive
                | Existential
                | Stop
                | Comma
                | Colon
                | OpenBracket
                | CloseBracket
                | OpenQuote
                | CloseQuote
                | Hyphen
                | Decoration
                | Interjection
        ) || (matches!(tokens[i].tag, Adverb | ComparativeAdverb | SuperlativeAdverb) && words.is_stop_word(word(i)))
    };
    while chunk.start < chunk.end && empty(chunk.start) {
        chunk.start += 1;
    }
    while chunk.start < chunk.end && (empty(chunk.end - 1) || tokens[chunk.end - 1].tag == Adverb) {
        chunk.end -= 1;
    }
}

/// "10 December 1815" is one phrase, however it was cut.
fn join_dates<'a>(
    tokens: &[Token],
    sentence: &Range<usize>,
    words: &WordLists,
    word: &impl Fn(usize) -> &'a str,
    chunks: &mut Vec<Range<usize>>,
) {
    let figure =
        |i: usize| sentence.contains(&i) && word(i).bytes().all(|b| b.is_ascii_digit()) && tokens[i].span.len() <= 4;
    for i in sentence.clone().filter(|&i| is_month(word(i), words)) {
        let start = if i > sentence.start && figure(i - 1) { i - 1 } else { i };
        let mut end = i + 1;
        while figure(end) || (sentence.contains(&end) && word(end) == "," && figure(end + 1) && end == i + 2) {
            end += 1;
        }
        if end - start < 2 {
            continue;
        }
        // A chunk that overlaps the date is cut off where the date begins.
        chunks.retain_mut(|chunk| {
            if chunk.start < start && chunk.end > start {
                chunk.end = start;
            }
            !(chunk.start >= start && chunk.start < end)
        });
        chunks.push(start..end);
    }
    chunks.sort_by_key(|chunk| chunk.start);
}

fn is_month(word: &str, words: &WordLists) -> bool {
    word.starts_with(char::is_uppercase) && words.months.contains(&word.to_lowercase())
}

/// "University of Texas": a name, *of*, and a name that follows at once.
fn join_names<'a>(
    tokens: &[Token],
    lists: &WordLists,
    word: &impl Fn(usize) -> &'a str,
    chunks: &mut Vec<Range<usize>>,
) {
    let name = |chunk: &Range<usize>| {
        let mut words = chunk.clone().filter(|&i| tokens[i].tag != Tag::Determiner);
        words.clone().next().is_some()
            && words.all(|i| matches!(tokens[i].tag, Tag::Name | Tag::Names) && word(i).starts_with(char::is_uppercase))
    };
    let mut i = 0;
    while i + 1 < chunks.len() {
        let gap = chunks[i].end..chunks[i + 1].start;
        let of = gap.len() == 1 && word(gap.start) == "of"
            || gap.len() == 2 && word(gap.start) == "of" && word(gap.start + 1) == "the";
        if of && name(&chunks[i]) && name(&chunks[i + 1]) && !is_month(word(chunks[i].end - 1), lists) {
            chunks[i].end = chunks[i + 1].end;
            chunks.remove(i + 1);
        } else {
            i += 1;
        }
    }
}

/// Takes in words before the phrase if WordNet knows the whole: "acquired immunodeficiency syndrome".
fn extend_to_term<'a>(
    sentence: &Range<usize>,
    words: &WordLists,
    word: &impl Fn(usize) -> &'a str,
    chunk: &mut Range<usize>,
) {
    const MOST_WORDS: usize = 2;
    let nouns = wordnet().nouns();
    for more in (1..=MOST_WORDS.min(chunk.start - sentence.start)).rev() {
        let start = chunk.start - more;
        if (start..chunk.start).any(|i| !word(i).chars().all(char::is_alphabetic) || words.is_stop_word(word(i))) {
            continue;
        }
        let whole = (start..chunk.end).map(word).collect::<Vec<_>>().join(" ");
        if !nouns.lemma_senses(&whole).is_empty() {
            chunk.start = start;
            return;
        }
    }
}
