//! Identities: which pieces of a document have one label.

use crate::document::edits::Piece;
use crate::document::finding::{Finding, Found, Rule};
use crate::document::reading::Reading;
use crate::document::spelling::{one_edit, without_one};
use crate::document::words::{folded, words};
use scumble_span::Span;
use scumble_text::Language;
use scumble_text::entity::EntityKind;
use std::collections::{HashMap, HashSet};

/// For each piece its identity: mentions of one person, in whatever form, have the same.
pub(in crate::document) fn identities(
    reading: &Reading<'_>,
    findings: &[Finding],
    pieces: &[Piece],
    people: &[String],
    language: &Language,
) -> Vec<String> {
    let text = reading.text();
    let numbers = reading.document.coreference();
    let entities = reading.document.entities();
    // The fullest name of each person.
    let mut fullest: HashMap<usize, String> = HashMap::new();
    for (entity, &number) in entities.iter().zip(&numbers).filter(|(entity, _)| entity.kind == EntityKind::Person) {
        let name = name_of(entity.span.of(text), language);
        let known = fullest.entry(number).or_default();
        if name.len() > known.len() {
            *known = name;
        }
    }
    let persons_in = |span: Span| {
        let at = entities.partition_point(|entity| entity.span.end <= span.start);
        let inside =
            entities[at..].iter().zip(&numbers[at..]).take_while(move |(entity, _)| entity.span.start < span.end);
        inside.filter(|(entity, _)| entity.kind == EntityKind::Person).map(|(_, &number)| number)
    };
    // A finding may be more of the name than the entity in it.
    for piece in pieces.iter().filter(|piece| findings[piece.finding].kind == Found::Entity(EntityKind::Person)) {
        let name = name_of(piece.span.of(text), language);
        let mut inside = persons_in(piece.span);
        if let (Some(number), None) = (inside.next(), inside.next())
            && let Some(known) = fullest.get_mut(&number).filter(|known| name.len() > known.len())
        {
            *known = name;
        }
    }
    let by_word = ByWord::of(fullest.values());
    let mut by_surface: HashMap<String, String> = HashMap::new();
    let mut spellings = Spellings::default();
    let mut out = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let finding = &findings[piece.finding];
        let surface = name_of(piece.span.of(text), language);
        let identity = if finding.rule == Rule::Person {
            protected(&surface, people, language)
        } else if let Some(term) = finding.related.as_ref().filter(|_| finding.rule == Rule::Hidden) {
            // Synonyms have the same identity.
            name_of(term, language)
        } else if let Some(known) = by_surface.get(&surface) {
            known.clone()
        } else {
            let person = persons_in(piece.span).find_map(|number| fullest.get(&number));
            let is_person = finding.kind == Found::Entity(EntityKind::Person);
            let named = || by_word.person(&surface).filter(|_| is_person || finding.kind == Found::Name);
            person.filter(|_| is_person).or_else(named).cloned().unwrap_or_else(|| surface.clone())
        };
        let identity = spellings.first(identity, finding.kind);
        by_surface.entry(surface).or_insert_with(|| identity.clone());
        out.push(identity);
    }
    out
}

/// People by each word of their full names, for mentions that were not recognized as a person's.
struct ByWord<'a>(HashMap<&'a str, Option<&'a String>>);

impl<'a> ByWord<'a> {
    fn of(names: impl Iterator<Item = &'a String>) -> Self {
        let mut people: HashMap<&str, Option<&String>> = HashMap::new();
        for name in names.filter(|name| name.contains(' ')) {
            for word in name.split(' ') {
                people.entry(word).and_modify(|one| *one = one.filter(|other| *other == name)).or_insert(Some(name));
            }
        }
        Self(people)
    }

    /// The one person whose name has this word; none where several have it.
    fn person(&self, word: &str) -> Option<&'a String> {
        self.0.get(word).copied().flatten()
    }
}

/// A name without case, marks on letters, forms of address and all that is neither letter nor digit.
pub(super) fn name_of(surface: &str, language: &Language) -> String {
    let lists = &language.words;
    let is_address = |word: &str| lists.forms_of_address.contains(word) || lists.definite_articles.contains(word);
    let all: Vec<String> = words(surface).iter().map(|word| folded(word.span.of(surface))).collect();
    let first = all.iter().position(|word| !is_address(word)).unwrap_or(0);
    let end =
        if all.len() > first + 1 && all.last().is_some_and(|word| word == "s") { all.len() - 1 } else { all.len() };
    all[first..end].join(" ")
}

/// Which of the people to protect a mention names; the first if it shares no word with any.
fn protected(surface: &str, people: &[String], language: &Language) -> String {
    let has = |name: &&String| {
        let name = name_of(name, language);
        surface.split(' ').any(|word| name.split(' ').any(|part| part == word))
    };
    people.iter().find(has).or(people.first()).map(|name| name_of(name, language)).unwrap_or_default()
}

/// Names met so far, to be found when one letter is different.
#[derive(Default)]
struct Spellings {
    known: HashSet<String>,
    /// By every form of a name, or of its last word, with one letter left out.
    shortened: HashMap<String, Vec<String>>,
}

impl Spellings {
    /// The spelling that was met first, of names one letter apart; a surname alone may be misspelt as well.
    fn first(&mut self, identity: String, kind: Found) -> String {
        const SHORTEST: usize = 6;
        let long = |name: &str| name.chars().count() >= SHORTEST;
        if kind != Found::Entity(EntityKind::Person) || !long(&identity) || self.known.contains(&identity) {
            return identity;
        }
        let near = |form: &str, of: &str| {
            let known = self.shortened.get(form).into_iter().flatten();
            known
                .into_iter()
                .find(|other| {
                    let surname = last(other);
                    one_edit(other, of) || (!of.contains(' ') || !other.contains(' ')) && one_edit(surname, last(of))
                })
                .cloned()
        };
        let forms = || [identity.as_str(), last(&identity)].into_iter().filter(|form| long(form));
        let found = forms()
            .find_map(|form| near(form, &identity).or_else(|| without_one(form).find_map(|cut| near(&cut, &identity))));
        if let Some(other) = found {
            return other;
        }
        for form in forms() {
            for cut in without_one(form).chain([form.to_owned()]) {
                self.shortened.entry(cut).or_default().push(identity.clone());
            }
        }
        self.known.insert(identity.clone());
        identity
    }
}

fn last(name: &str) -> &str {
    name.rsplit(' ').next().unwrap_or_default()
}
