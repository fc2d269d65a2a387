//! Surrogates: made-up names, numbers and dates of the same kind in place of findings, so that the release reads as a text.
//!
//! Every choice is drawn at random, never worked out from the name. None is a word of the document, or a name that the collection has
//! had so far; one identity keeps its surrogate through the document and, with a ledger that is kept, through the collection.

mod numbers;
mod people;
mod things;
mod when;

use crate::document::dates::Order;
use crate::document::find::Places;
use crate::document::finding::{Finding, Found};
use crate::document::ledger::Ledger;
use crate::document::replace::label::name_of;
use crate::document::verify::Removed;
use crate::document::words::{folded, words};
use scumble_span::word_spans;
use scumble_text::entity::EntityKind;
use scumble_text::{Language, SurrogateLists};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Draws are tried so often before a label is given.
const TRIES: usize = 80;

/// What no surrogate of a document may say.
#[derive(Clone, Debug, Default)]
pub(in crate::document) struct Avoid {
    /// The words of the document, folded.
    words: HashSet<String>,
    /// The terms that are redacted in it.
    removed: Removed,
    /// The findings that name a country, as they are written.
    countries: HashSet<String>,
}

impl Avoid {
    /// Everything of a document.
    pub(in crate::document) fn of(text: &str, findings: &[Finding], language: &Language, places: &Places) -> Self {
        let words = word_spans(text).map(|span| folded(span.of(text))).collect();
        let surfaces = findings.iter().filter(|finding| finding.applies()).map(|finding| finding.span.of(text));
        let countries = surfaces.filter(|surface| places.is_country(surface)).map(str::to_owned).collect();
        Self { words, removed: Removed::by(text, findings, language), countries }
    }

    /// Whether a finding names a country.
    fn is_country(&self, surface: &str) -> bool {
        self.countries.contains(surface)
    }

    /// Whether a surrogate says a term that is redacted.
    fn says(&self, surrogate: &str) -> bool {
        !self.removed.left_in(&words(surrogate)).is_empty()
    }

    /// Whether a word of it is a word of the document.
    fn has_word_of(&self, surrogate: &str) -> bool {
        word_spans(surrogate).any(|span| self.words.contains(&folded(span.of(surrogate))))
    }
}

/// Whether a finding of this kind has a name: somebody's or something's.
pub(in crate::document) fn is_named(kind: Found) -> bool {
    use EntityKind::{Miscellaneous, Organization, Person, Place};
    matches!(kind, Found::Name | Found::Entity(Person | Organization | Place | Miscellaneous))
}

/// A text in the form in which names are compared: folded words.
pub(in crate::document) fn name_form(text: &str) -> String {
    let all: Vec<String> = word_spans(text).map(|span| folded(span.of(text))).collect();
    all.join(" ")
}

/// Draws the surrogates of one document.
pub(in crate::document) struct Surrogates<'a> {
    text: &'a str,
    avoid: &'a Avoid,
    language: &'a Language,
    lists: &'static SurrogateLists,
    ledger: &'a mut Ledger,
    /// By how many days dates are moved.
    offset: i32,
    order: Order,
    /// By a family name of the document, folded, what stands for it: members of a family share theirs.
    families: HashMap<String, String>,
    /// The family names given in this document.
    taken: HashSet<String>,
    /// What was given for a surface that has no identity in the ledger.
    given: HashMap<(Found, String), String>,
}

/// A piece that gets a surrogate.
#[derive(Clone, Copy)]
pub(in crate::document) struct Named<'p> {
    pub(in crate::document) kind: Found,
    pub(in crate::document) surface: &'p str,
    pub(in crate::document) identity: &'p str,
    /// Where it begins in the text.
    pub(in crate::document) start: usize,
}

impl<'a> Surrogates<'a> {
    /// For a document.
    pub(in crate::document) fn new(
        text: &'a str,
        avoid: &'a Avoid,
        language: &'a Language,
        ledger: &'a mut Ledger,
        offset: i32,
        order: Order,
    ) -> Self {
        let (families, taken, given) = Default::default();
        let lists = SurrogateLists::built_in();
        Self { text, avoid, language, lists, ledger, offset, order, families, taken, given }
    }

    /// The surrogate of a piece; `None` if its kind has none, or none was found: then a label stands in its place.
    pub(in crate::document) fn make(&mut self, piece: Named<'_>) -> Option<String> {
        let made = match piece.kind {
            Found::Entity(EntityKind::Person) => self.person(piece)?,
            Found::Term | Found::Block => return None,
            Found::Entity(EntityKind::DateTime) => {
                // What a moved date says may be another date of the document: it is known by its place.
                let moved = when::moved(piece.surface, self.offset, self.order)?;
                return (name_form(&moved) != name_form(piece.surface)).then_some(moved);
            }
            kind => match self.known(kind, piece.identity) {
                Some(known) => known,
                None => {
                    let made = self.new_thing(kind, piece)?;
                    self.remember(kind, piece.identity, &made);
                    made
                }
            },
        };
        if is_named(piece.kind) {
            let form = name_of(&made, self.language);
            if self.ledger.has_seen(&form) {
                return None;
            }
            self.ledger.write(form);
        }
        Some(made)
    }

    /// What was given for an identity before.
    fn known(&self, kind: Found, identity: &str) -> Option<String> {
        let here = self.given.get(&(kind, identity.to_owned())).cloned();
        here.or_else(|| self.ledger.surrogate(&format!("{}/{identity}", kind.as_str())).map(str::to_owned))
    }

    /// Names keep their made-up parts in the ledger, all others the whole.
    fn remember(&mut self, kind: Found, identity: &str, made: &str) {
        self.given.insert((kind, identity.to_owned()), made.to_owned());
        if !is_named(kind) {
            self.ledger.give(format!("{}/{identity}", kind.as_str()), made.to_owned());
        }
    }

    fn new_thing(&mut self, kind: Found, piece: Named<'_>) -> Option<String> {
        match kind {
            Found::Name => self.thing(piece),
            Found::Entity(EntityKind::Demographic) => self.demographic(piece.surface),
            Found::Entity(EntityKind::Address) => self.thing(piece),
            Found::Entity(_) if is_named(kind) => self.thing(piece),
            Found::Entity(kind) => self.number(kind, piece.surface),
            Found::Term | Found::Block => None,
        }
    }

    /// Draws until a candidate is free; `None` if none is.
    fn draw(&mut self, mut candidate: impl FnMut(&mut Self) -> Option<String>, strict: bool) -> Option<String> {
        for round in 0..TRIES {
            let drawn = candidate(self)?;
            let form = name_form(&drawn);
            // Names that the collection has had are avoided as a whole; their single words as long as that is possible.
            let seen = self.ledger.has_seen(&form) || strict && round < TRIES / 2 && self.ledger.has_seen_word(&form);
            if !seen && !self.avoid.has_word_of(&drawn) && !self.avoid.says(&drawn) {
                return Some(drawn);
            }
        }
        None
    }

    /// One of a list.
    fn one_of<'l>(&mut self, list: &'l [String]) -> Option<&'l String> {
        self.ledger.below(list.len()).map(|i| &list[i])
    }

    /// A made-up name of a place, that could be a family's as well.
    fn coined(&mut self) -> Option<String> {
        let lists = self.lists;
        let beginning = self.one_of(&lists.place_beginnings)?;
        let ending = self.one_of(&lists.place_endings)?;
        Some(format!("{beginning}{ending}"))
    }

    /// A made-up name that begins with a vowel if another does.
    fn coined_like(&mut self, form: &str) -> Option<String> {
        self.like(form, Self::coined)
    }

    /// A candidate that begins with a vowel if another word does, so that "a" and "an" before it stay right.
    fn like(&mut self, form: &str, mut candidate: impl FnMut(&mut Self) -> Option<String>) -> Option<String> {
        let mut drawn = candidate(self)?;
        for _ in 0..20 {
            if begins_with_vowel(&drawn) == begins_with_vowel(form) {
                break;
            }
            drawn = candidate(self)?;
        }
        Some(drawn)
    }
}

/// Whether a word begins with a vowel: after "an" it stays one.
fn begins_with_vowel(word: &str) -> bool {
    word.chars().next().is_some_and(|c| "aeiouAEIOU".contains(c))
}

/// A word in the case of another: all capitals, a capital, or none.
fn in_case_of(word: &str, model: &str) -> String {
    let letters = || model.chars().filter(|c| c.is_alphabetic());
    if letters().count() > 1 && letters().all(char::is_uppercase) {
        word.to_uppercase()
    } else if letters().next().is_some_and(char::is_lowercase) {
        word.to_lowercase()
    } else {
        word.to_owned()
    }
}

/// The names of a document, as they are compared.
pub(in crate::document) fn names<'p>(pieces: impl Iterator<Item = (Found, &'p str)>) -> BTreeSet<String> {
    pieces
        .filter(|(kind, _)| is_named(*kind))
        .map(|(_, identity)| name_form(identity))
        .filter(|form| !form.is_empty())
        .collect()
}
