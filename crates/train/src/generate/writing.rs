//! Writes a document from a template: values are made, bound to names, and mentioned again in other forms.

use super::codes;
use super::contacts::{phone, url};
use super::dates::{Day, age, time};
use super::devices::device;
use super::lists::{between, chance};
use super::mark::{Kind, Mask, Piece};
use super::noise::Inked;
use super::organisations::{Organisation, world};
use super::people::Person;
use super::places::{Address, place};
use super::secrets::{random, secret};
use super::template::{Node, Value};
use super::things::thing;
use scumble_mask::Rng;
use std::collections::BTreeMap;

/// What a name stands for.
enum Bound {
    Person(Box<Person>),
    Organisation(Organisation),
    Address(Address),
    Day(Day),
    /// Anything else is repeated as it was.
    Same(Vec<Piece>),
}

/// What makes a value and cannot be a name.
const RESERVED: [&str; 12] =
    ["n", "person", "org", "address", "date", "born", "time", "age", "place", "id", "account", "device"];

/// Sentences by name that a template may use.
pub(super) type Fragments<'a> = dyn Fn(&str) -> Option<&'a [Vec<Node>]> + 'a;

/// A document on its way.
pub(super) struct Writer<'a> {
    pub(super) rng: Rng,
    pub(super) country: &'static str,
    pub(super) fragments: &'a Fragments<'a>,
    /// The characters with the number of their mark plus one.
    pub(super) text: Vec<Inked>,
    /// Kind, decision and text of the marks.
    pub(super) marks: Vec<(Kind, Mask, String)>,
    bound: BTreeMap<String, Bound>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(rng: Rng, country: &'static str, fragments: &'a Fragments<'a>) -> Self {
        Self { rng, country, fragments, text: Vec::new(), marks: Vec::new(), bound: BTreeMap::new() }
    }

    pub(super) fn write(&mut self, nodes: &[Node]) -> Result<(), String> {
        for node in nodes {
            match node {
                Node::Text(text) => self.piece(&Piece::plain(text.as_str())),
                Node::Value(value, name) => {
                    let pieces = self.value(value, name.as_deref())?;
                    pieces.iter().for_each(|piece| self.piece(piece));
                }
                Node::Let(name, value) => {
                    self.value(value, Some(name))?;
                }
                Node::OneOf(all) => {
                    let choice = self.rng.below(all.len());
                    self.write(&all[choice])?;
                }
                Node::Maybe(percent, inside) => {
                    if chance(*percent, &mut self.rng) {
                        self.write(inside)?;
                    }
                }
                Node::Repeat(least, most, inside) => {
                    for _ in 0..between(*least, *most, &mut self.rng) {
                        self.write(inside)?;
                    }
                }
                Node::Mark(kind, mask, inside) => self.under_one_mark(*kind, *mask, inside)?,
            }
        }
        Ok(())
    }

    fn piece(&mut self, piece: &Piece) {
        let number = match piece.mark {
            Some((kind, mask)) if !piece.text.is_empty() => {
                self.marks.push((kind, mask, piece.text.clone()));
                self.marks.len() as u32
            }
            _ => 0,
        };
        self.text.extend(piece.text.chars().map(|c| (c, number)));
    }

    /// Writes the inside without its own marks.
    fn under_one_mark(&mut self, kind: Kind, mask: Mask, inside: &[Node]) -> Result<(), String> {
        let (start, marks) = (self.text.len(), self.marks.len());
        self.write(inside)?;
        self.marks.truncate(marks);
        let text: String = self.text[start..].iter().map(|ink| ink.0).collect();
        self.text.truncate(start);
        self.piece(&Piece { text, mark: Some((kind, mask)) });
        Ok(())
    }

    /// Makes a value or mentions a bound one.
    fn value(&mut self, value: &Value, name: Option<&str>) -> Result<Vec<Piece>, String> {
        let Value { head, form, argument } = value;
        let unknown = || format!("{{{head}.{form} {argument}}} is unknown");
        if let Some(bound) = self.bound.get(head) {
            let at = argument.strip_prefix("at ").and_then(|place| match self.bound.get(place) {
                Some(Bound::Organisation(organisation)) => Some(format!("at {}", organisation.domain)),
                _ => None,
            });
            let pieces = match bound {
                Bound::Person(person) => person.mention(form, &at.unwrap_or_default(), &mut self.rng),
                Bound::Organisation(organisation) => {
                    organisation.mention(if form.is_empty() { "full" } else { form }, &mut self.rng)
                }
                Bound::Address(address) => address.mention(form),
                Bound::Day(day) => day.mention(form, self.country, &mut self.rng),
                Bound::Same(pieces) => Some(pieces.clone()),
            };
            return pieces.ok_or_else(unknown);
        }
        if head == "use" {
            self.fragment(argument)?;
            return Ok(Vec::new());
        }
        // One in fifteen is of another country than the document.
        let country = match argument.strip_prefix("in ") {
            Some(named) => super::country(named).ok_or_else(unknown)?,
            None if self.rng.below(15) == 0 => super::any_country(&mut self.rng),
            None => self.country,
        };
        let (made, pieces) = self.make(value, country).ok_or_else(unknown)?;
        if let Some(name) = name {
            if RESERVED.contains(&name) {
                return Err(format!("{{… as {name}}}: the name means something else"));
            }
            self.bound.insert(name.to_owned(), made.unwrap_or_else(|| Bound::Same(pieces.clone())));
        }
        Ok(pieces)
    }

    /// One of the sentences of that name.
    fn fragment(&mut self, name: &str) -> Result<(), String> {
        let all = (self.fragments)(name).ok_or_else(|| format!("there are no fragments {name}"))?;
        let choice = self.rng.below(all.len());
        self.write(&all[choice])
    }

    /// A new value with its first mention.
    fn make(&mut self, value: &Value, country: &'static str) -> Option<(Option<Bound>, Vec<Piece>)> {
        let Value { head, form, argument } = value;
        let rng = &mut self.rng;
        let pieces = match head.as_str() {
            "person" => {
                let relative = argument.strip_prefix("of ").and_then(|name| match self.bound.get(name) {
                    Some(Bound::Person(person)) => Some(&**person),
                    _ => None,
                });
                let person = Person::new(country, relative, rng);
                let pieces = person.mention(form, "", rng)?;
                return Some((Some(Bound::Person(Box::new(person))), pieces));
            }
            "org" if form == "world" => world(rng),
            "org" => {
                let (kind, form) = form.split_once('.').unwrap_or((form, "full"));
                let organisation = Organisation::new(kind, country, rng)?;
                let pieces = organisation.mention(form, rng)?;
                return Some((Some(Bound::Organisation(organisation)), pieces));
            }
            "address" => {
                let address = Address::new(country, rng);
                let pieces = address.mention(form)?;
                return Some((Some(Bound::Address(address)), pieces));
            }
            "date" | "born" => {
                let day = if head == "date" { Day::between(2009, 2026, rng) } else { Day::between(1926, 2012, rng) };
                let form = if head == "born" && form.is_empty() { "exact" } else { form };
                let pieces = day.mention(form, country, rng)?;
                return Some((Some(Bound::Day(day)), pieces));
            }
            "time" => time(form, rng)?,
            "age" => age(form, rng)?,
            "place" => place(form, country, rng)?,
            "phone" => phone(form, country, rng)?,
            "url" => url(form, country, rng)?,
            "account" => codes::account(form, country, rng)?,
            "id" => codes::id(form, country, rng)?,
            "device" => device(form, country, rng)?,
            "secret" => secret(form, rng)?,
            "digits" => vec![Piece::plain(codes::number(argument.parse().ok()?, rng))],
            "hex" | "letters" | "alnum" | "upper" => vec![Piece::plain(random(head, argument.parse().ok()?, rng))],
            "fill" => vec![Piece::plain(codes::fill(argument, rng))],
            "n" => {
                let (least, most) = argument.split_once('-')?;
                vec![Piece::plain(between(least.parse().ok()?, most.parse().ok()?, rng).to_string())]
            }
            _ if form.is_empty() => thing(head, country, rng)?,
            _ => return None,
        };
        Some((None, pieces))
    }
}
