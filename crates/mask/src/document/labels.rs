//! Labels: the kind and a number. One who is named keeps one number, through a document or through a collection.

use super::edits::Piece;
use super::finding::{Finding, Found, Rule};
use super::marks::prefix;
use super::person::{one_edit, without_one};
use super::text::Reading;
use super::words::{folded, words};
use scumble_text::entity::Kind;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Which number each one has. Numbers are given in order of first appearance and carry nothing of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// By the beginning of the label, then by whom it names.
    numbers: BTreeMap<String, BTreeMap<String, u32>>,
    /// The highest number of each beginning.
    highest: BTreeMap<String, u32>,
    /// Labels that texts themselves had, and that nobody gets.
    reserved: BTreeSet<String>,
}

impl Book {
    /// A book as it was before.
    pub fn new(numbers: BTreeMap<String, BTreeMap<String, u32>>, reserved: BTreeSet<String>) -> Self {
        let most = |known: &BTreeMap<String, u32>| known.values().max().copied().unwrap_or(0);
        let highest = numbers.iter().map(|(prefix, known)| (prefix.clone(), most(known))).collect();
        Self { numbers, highest, reserved }
    }

    /// A book without names whose numbers go on from here.
    pub(super) fn going_on(&self) -> Self {
        Self { numbers: BTreeMap::new(), highest: self.highest.clone(), reserved: BTreeSet::new() }
    }

    /// The numbers by the beginning of the label, then by whom it names.
    pub fn numbers(&self) -> &BTreeMap<String, BTreeMap<String, u32>> {
        &self.numbers
    }

    /// Labels that nobody gets.
    pub fn reserved(&self) -> &BTreeSet<String> {
        &self.reserved
    }

    /// Sees to it that nobody gets a label that a text itself has.
    pub fn reserve(&mut self, label: &str) {
        self.reserved.insert(label.to_owned());
    }

    /// The label of someone: the one they have, or the next number that no text had.
    pub fn label(&mut self, kind: Found, identity: &str) -> String {
        let prefix = prefix(kind);
        let known = self.numbers.entry(prefix.to_owned()).or_default();
        if let Some(number) = known.get(identity) {
            return format!("{prefix}{number}");
        }
        let highest = self.highest.entry(prefix.to_owned()).or_default();
        *highest += 1;
        while self.reserved.contains(&format!("{prefix}{highest}")) {
            *highest += 1;
        }
        known.insert(identity.to_owned(), *highest);
        format!("{prefix}{highest}")
    }
}

/// For each piece, whom it names: mentions of one person, in whatever form, are the same.
pub(super) fn identities(
    reading: &Reading<'_>,
    findings: &[Finding],
    pieces: &[Piece],
    people: &[String],
) -> Vec<String> {
    let text = reading.text();
    let numbers = reading.document.coreference();
    let entities = reading.document.entities();
    // The fullest name of each one.
    let mut fullest: HashMap<usize, String> = HashMap::new();
    for (entity, &number) in entities.iter().zip(&numbers).filter(|(entity, _)| entity.kind == Kind::Person) {
        let name = name_of(entity.span.of(text));
        let known = fullest.entry(number).or_default();
        if name.len() > known.len() {
            *known = name;
        }
    }
    let mut by_surface: HashMap<String, String> = HashMap::new();
    let mut spellings = Spellings::default();
    let mut out = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let finding = &findings[piece.finding];
        let surface = name_of(piece.span.of(text));
        let identity = if finding.rule == Rule::Person {
            protected(&surface, people)
        } else if let Some(term) = finding.related.as_ref().filter(|_| finding.rule == Rule::Hidden) {
            // A synonym is the same thing.
            name_of(term)
        } else if let Some(known) = by_surface.get(&surface) {
            known.clone()
        } else {
            let at = entities.partition_point(|entity| entity.span.end <= piece.span.start);
            let inside =
                entities[at..].iter().zip(&numbers[at..]).take_while(|(entity, _)| entity.span.start < piece.span.end);
            let person =
                inside.filter(|(entity, _)| entity.kind == Kind::Person).find_map(|(_, number)| fullest.get(number));
            person.filter(|_| finding.kind == Found::Entity(Kind::Person)).cloned().unwrap_or_else(|| surface.clone())
        };
        let identity = spellings.first(identity, finding.kind);
        by_surface.entry(surface).or_insert_with(|| identity.clone());
        out.push(identity);
    }
    out
}

/// A name without case, marks, titles and what is not a letter or a digit.
fn name_of(surface: &str) -> String {
    const TITLES: [&str; 13] =
        ["mr", "mrs", "ms", "miss", "mx", "dr", "prof", "professor", "sir", "dame", "lady", "lord", "the"];
    let all: Vec<String> = words(surface).into_iter().map(|word| folded(word.span.of(surface))).collect();
    let first = all.iter().position(|word| !TITLES.contains(&word.as_str())).unwrap_or(0);
    let end =
        if all.len() > first + 1 && all.last().is_some_and(|word| word == "s") { all.len() - 1 } else { all.len() };
    all[first..end].join(" ")
}

/// Which of the people to protect a mention names; the first if it cannot be told.
fn protected(surface: &str, people: &[String]) -> String {
    let has = |name: &&String| {
        let name = name_of(name);
        surface.split(' ').any(|word| name.split(' ').any(|part| part == word))
    };
    people.iter().find(has).or(people.first()).map(|name| name_of(name)).unwrap_or_default()
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
        if kind != Found::Entity(Kind::Person) || !long(&identity) || self.known.contains(&identity) {
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
