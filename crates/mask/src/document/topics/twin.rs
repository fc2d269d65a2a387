//! The definition of a hit, tried on every term at every place: what the automaton must find.

use super::gap::{Gap, gap, is_wide_enough};
use super::terms::{MOST_PIECES, SHORTEST_PIECE, SHORTEST_WORD, term_words};
use super::vocabulary::{is_misspelling, stem};
use super::{Topic, TopicReader};
use crate::document::words::folded;
use proptest::prelude::*;
use scumble_span::{Span, word_spans};
use scumble_text::Language;
use std::collections::BTreeMap;

/// The terms of a topic, and what is known of all topics.
struct Plain<'p> {
    /// Terms with their words, in the order in which the topics name them.
    terms: Vec<(&'p str, Vec<String>)>,
    /// All words of terms and all joined terms, of all topics, by their stems.
    known: BTreeMap<String, Vec<String>>,
    language: &'p Language,
}

impl<'p> Plain<'p> {
    fn new(terms: &[&'p str], all: &[&'p str], language: &'p Language) -> Self {
        let words = |term: &&'p str| (*term, term_words(term, language).unwrap());
        let named = all.iter().filter(|term| terms.contains(term));
        let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (_, words) in all.iter().map(words) {
            words
                .iter()
                .chain([&words.concat()])
                .for_each(|word| known.entry(stem(word)).or_default().push(word.clone()));
        }
        Self { terms: named.map(words).collect(), known, language }
    }

    /// Whether a word of the text is a word of a term: by its stem or, if it has the stem of no such word, as a misspelling of any
    /// word of terms with that stem.
    fn is_word(&self, written: &str, of: &str) -> bool {
        let word = folded(written);
        let stem_of_it = stem(&word);
        let odd = || !self.known.contains_key(&stem_of_it) && !self.language.is_dictionary_word(written);
        let mut forms = self.known.get(&stem(of)).into_iter().flatten();
        stem_of_it == stem(of) || forms.any(|form| is_misspelling(&word, form)) && odd()
    }

    fn is_term(&self, text: &str, window: &[Span], words: &[String]) -> bool {
        let joined = words.concat();
        if let [only] = window
            && self.is_word(only.of(text), &joined)
        {
            return true;
        }
        let word_by_word = words.len() == window.len()
            && hold_together(text, window, SHORTEST_WORD)
            && window.iter().zip(words).all(|(span, word)| self.is_word(span.of(text), word));
        let pieces: Vec<String> = window.iter().map(|span| folded(span.of(text))).collect();
        let (last, before) = pieces.split_last().expect("a window has words");
        let before = before.concat();
        let cut = (2..=MOST_PIECES).contains(&window.len())
            && hold_together(text, window, SHORTEST_PIECE)
            && !(self.language.is_stop_word(window[0].of(text))
                && gap(&text[window[0].end..window[1].start]) == Gap::Blank)
            && before.len() < joined.len()
            && joined.starts_with(&before)
            && stem(&format!("{before}{last}")) == stem(&joined);
        word_by_word || cut
    }

    /// From left to right, the longest at each place, and of several terms of that length the first.
    fn find(&self, text: &str) -> Vec<(Span, String)> {
        let words: Vec<Span> = word_spans(text).collect();
        let (mut out, mut at) = (Vec::new(), 0);
        while at < words.len() {
            let found = (1..=LONGEST.min(words.len() - at)).rev().find_map(|length| {
                let window = &words[at..at + length];
                self.terms.iter().find(|(_, of)| self.is_term(text, window, of)).map(|(term, _)| (length, *term))
            });
            let Some((length, term)) = found else {
                at += 1;
                continue;
            };
            out.push((Span::new(words[at].start, words[at + length - 1].end), term.to_owned()));
            at += length;
        }
        out
    }
}

/// No term has more words, and none is cut into more pieces.
const LONGEST: usize = 4;

/// Whether the words of a window may belong to one term, by what stands between them.
fn hold_together(text: &str, window: &[Span], least: usize) -> bool {
    window.windows(2).all(|pair| {
        let letters = |span: Span| span.of(text).chars().count();
        let between = gap(&text[pair[0].end..pair[1].start]);
        between != Gap::Apart && is_wide_enough(between, [letters(pair[0]), letters(pair[1])], least)
    })
}

const FIRST: [&str; 8] =
    ["machine gun", "handgun", "A-bomb", "missile", "guided missile", "e-mail", "gun", "nuclear weapon system"];
const SECOND: [&str; 8] =
    ["nuclear", "weapon", "gun emplacement", "handgun", "bow and arrow", "W.M.D.", "cruise missile", "missiles"];

/// Pieces of terms, terms misspelt and inflected, and other words.
fn word() -> impl Strategy<Value = String> {
    let known = vec![
        "machine",
        "machines",
        "gun",
        "guns",
        "hand",
        "handgun",
        "handguns",
        "a",
        "A",
        "bomb",
        "Bombs",
        "missile",
        "mis",
        "sile",
        "guided",
        "e",
        "mail",
        "email",
        "emails",
        "nuclear",
        "weapon",
        "Weaponry",
        "system",
        "systems",
        "weapons",
        "emplacement",
        "bow",
        "and",
        "arrow",
        "w",
        "m",
        "d",
        "WMD",
        "cruise",
        "machinegun",
        "the",
        "of",
        "nucléar",
        "abomb",
        "nuclearweapon",
        "bowandarrow",
        "empl",
        "ruin",
        "guidedmissiles",
    ];
    let known = proptest::sample::select(known).prop_map(str::to_owned);
    let misspelt =
        (known.clone(), 0..12usize, 0..4usize, proptest::char::range('a', 'z')).prop_map(|(word, at, how, c)| {
            let mut letters: Vec<char> = word.chars().collect();
            let at = at % letters.len();
            match how {
                0 => _ = letters.remove(at),
                1 => letters.insert(at, c),
                2 => letters[at] = c,
                _ if at + 1 < letters.len() => letters.swap(at, at + 1),
                _ => {}
            }
            letters.into_iter().collect()
        });
    prop_oneof![3 => known, 1 => misspelt]
}

fn text() -> impl Strategy<Value = String> {
    let gap = proptest::sample::select(vec![" ", " ", " ", "-", "", "\n", "-\n", ". ", ".", ", ", "\n\n", "’", "  "]);
    proptest::collection::vec((word(), gap), 0..14)
        .prop_map(|pieces| pieces.into_iter().flat_map(|(word, gap)| [word, gap.to_owned()]).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn the_automaton_finds_what_is_defined(text in text()) {
        let language = Language::english();
        let topics = vec![Topic::new("first", FIRST, 3.0), Topic::new("second", SECOND, 3.0)];
        let reader = TopicReader::new(topics, language);
        let mut all: Vec<&str> = Vec::new();
        for term in FIRST.into_iter().chain(SECOND) {
            if !all.contains(&term) {
                all.push(term);
            }
        }
        for (terms, hits) in [&FIRST, &SECOND].into_iter().zip(reader.hits(&text)) {
            let found: Vec<(Span, String)> =
                hits.iter().map(|hit| (hit.span, reader.term(hit.term).unwrap().to_owned())).collect();
            prop_assert_eq!(found, Plain::new(terms, &all, language).find(&text), "{:?}", text);
        }
    }
}

#[test]
fn spellings_of_a_term() {
    let topic = Topic::new("weapons", ["machine gun", "handgun", "missile", "A-bomb", "email"], 3.0);
    let reader = TopicReader::new(vec![topic], Language::english());
    for (text, expected) in [
        ("Machine guns", vec!["Machine guns"]),
        ("machine-guns, machinegun", vec!["machine-guns", "machinegun"]),
        ("a hand gun; hand-guns", vec!["hand gun", "hand-guns"]),
        ("missles, missiles, misile", vec!["missles", "missiles", "misile"]),
        ("a mis-\nsile", vec!["mis-\nsile"]),
        ("an A-bomb, a bomb", vec!["A-bomb"]),
        ("e-mails, emial", vec!["e-mails", "emial"]),
        ("machine. Gun", vec![]),
        ("mission, massive, hand", vec![]),
    ] {
        let hits: Vec<&str> = reader.hits(text)[0].iter().map(|hit| hit.span.of(text)).collect();
        assert_eq!(hits, expected, "{text}");
    }
}

#[test]
fn hits_are_bytes() {
    let topic = Topic::new("weapons", ["missile"], 3.0);
    let text = "Ñandú – “missile”";
    let hits = TopicReader::new(vec![topic], Language::english()).hits(text);
    assert_eq!(hits[0][0].span, Span::new(text.find("missile").unwrap(), text.find('”').unwrap()));
    assert_eq!((hits[0][0].word, hits[0][0].words), (1, 1));
}
