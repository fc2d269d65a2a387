//! The words of topic terms, and what a word of a text may be among them: by its stem, or misspelt by one letter.

use super::forms::Forms;
use crate::document::spelling::{one_edit, without_one};
use crate::document::words::folded;
use scumble_text::{Language, Porter};
use std::collections::{HashMap, HashSet};

/// The shortest word that is found misspelt, and the shortest stem that stands for one.
pub(super) const SHORTEST: usize = 5;
const SHORTEST_STEM: usize = 4;

/// The number of a stem.
pub(super) type Symbol = u32;

/// All stems that occur in terms.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    symbols: HashMap<String, Symbol>,
    /// Words and stems by each form with one letter left out: those that are one edit apart share such a form.
    words: Shortened,
    stems: Shortened,
    /// Everything that a joined term may begin with, and is not all of it.
    beginnings: HashSet<String>,
}

/// Words by their shortened forms; most words of a text have none of them.
#[derive(Debug, Default)]
struct Shortened {
    forms: HashMap<String, Vec<(String, Symbol)>>,
    known: Forms,
}

/// What a word of a text may be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sighting {
    /// The word without case and marks; empty if it can be no part of a term.
    pub(super) folded: String,
    /// The symbol of its stem, or the symbols of the words that it may be a misspelling of.
    pub(super) symbols: Vec<Symbol>,
    /// Whether a joined term begins with it.
    pub(super) begins: bool,
    /// Whether it is a stop word.
    pub(super) stop: bool,
}

impl Vocabulary {
    /// The symbol of a word of a term.
    pub(super) fn add(&mut self, word: &str) -> Symbol {
        let stem = stem(word);
        let next = self.symbols.len() as Symbol;
        let symbol = *self.symbols.entry(stem.clone()).or_insert(next);
        if is_long(word) {
            enter(&mut self.words, word, symbol);
            if stem.chars().count() >= SHORTEST_STEM {
                enter(&mut self.stems, &stem, symbol);
            }
        }
        symbol
    }

    /// Takes note of everything that a joined term begins with.
    pub(super) fn add_beginnings(&mut self, joined: &str) {
        let ends = joined.char_indices().map(|(at, _)| at).skip(1);
        self.beginnings.extend(ends.map(|end| joined[..end].to_owned()));
    }

    pub(super) fn begins(&self, joined: &str) -> bool {
        self.beginnings.contains(joined)
    }

    /// The symbol of a word by its stem.
    pub(super) fn symbol(&self, folded: &str) -> Option<Symbol> {
        self.symbols.get(&stem(folded)).copied()
    }

    /// What a word may be.
    pub(super) fn sight(&self, word: &str, language: &Language) -> Sighting {
        let folded = folded(word);
        let begins = self.begins(&folded);
        let stem = stem(&folded);
        let symbols = match self.symbols.get(&stem) {
            Some(&symbol) => vec![symbol],
            None if is_long(&folded) => match self.misspelt(&folded, &stem) {
                near if near.is_empty() || language.is_dictionary_word(word) => Vec::new(),
                near => near,
            },
            None => Vec::new(),
        };
        if symbols.is_empty() && !begins {
            return Sighting::default();
        }
        Sighting { folded, symbols, begins, stop: language.is_stop_word(word) }
    }

    /// The symbols of words that are one edit away, or whose stems are.
    fn misspelt(&self, word: &str, stem: &str) -> Vec<Symbol> {
        let mut out = near(&self.words, word);
        out.extend(near(&self.stems, stem));
        out.sort_unstable();
        out.dedup();
        out
    }
}

/// Whether a word is long enough to be known misspelt, and has letters only.
pub(super) fn is_long(word: &str) -> bool {
    word.chars().count() >= SHORTEST && word.chars().all(char::is_alphabetic)
}

/// Porter's stem of a word without case and marks.
pub(super) fn stem(folded: &str) -> String {
    Porter::Original.stem(folded)
}

/// Whether a word of a text that is in no dictionary is a misspelling of a word of a term.
#[cfg(test)]
pub(super) fn is_misspelling(word: &str, of: &str) -> bool {
    let (mine, its) = (stem(word), stem(of));
    is_long(word)
        && is_long(of)
        && (one_edit(word, of) || its.chars().count() >= SHORTEST_STEM && one_edit(&mine, &its))
}

fn enter(shortened: &mut Shortened, word: &str, symbol: Symbol) {
    shortened.known.add(word);
    for form in without_one(word).chain([word.to_owned()]) {
        let known = shortened.forms.entry(form).or_default();
        if !known.iter().any(|(other, _)| other == word) {
            known.push((word.to_owned(), symbol));
        }
    }
}

fn near(shortened: &Shortened, word: &str) -> Vec<Symbol> {
    if !shortened.known.may_share(word) {
        return Vec::new();
    }
    let forms = without_one(word).chain([word.to_owned()]);
    let known = forms.flat_map(|form| shortened.forms.get(&form).into_iter().flatten());
    known.filter(|(other, _)| one_edit(other, word)).map(|(_, symbol)| *symbol).collect()
}
