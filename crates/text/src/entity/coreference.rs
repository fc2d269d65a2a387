//! Which mentions name the same person or thing: `Prof. Smith`, `Smith` and `Dr J. Smith` are one, John and Anna Smith are two.

use super::Entity;
use super::kind::EntityKind;
use crate::language::{Gender, WordLists};
use std::collections::HashMap;

/// A person, by the mentions so far.
struct Known {
    /// The fullest given names so far, in lower case; initials are single letters.
    given: Vec<String>,
    last: String,
    /// By a title, where one was met.
    gender: Option<Gender>,
    number: usize,
}

/// Places in the list of people.
type ByName = HashMap<String, Vec<usize>>;

/// A name in its parts.
struct Parts {
    given: Vec<String>,
    last: String,
    gender: Option<Gender>,
}

fn parts(mention: &str, lists: &WordLists) -> Parts {
    let clean = mention.trim_end_matches("'s").trim_end_matches("’s");
    let words: Vec<String> = clean
        .split(|c: char| c.is_whitespace() || c == '.' || c == ',')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let gender = words.first().and_then(|first| lists.titles.get(first)).and_then(|title| title.gender);
    let is_no_name = |word: &&String| lists.is_title(word) || lists.definite_articles.contains(word);
    let names: Vec<String> = words.iter().skip_while(is_no_name).cloned().collect();
    let names = if names.is_empty() { words } else { names };
    let (last, given) = names.split_last().map_or((String::new(), &[][..]), |(last, given)| (last.clone(), given));
    Parts { given: given.to_vec(), last, gender }
}

/// Whether two lists of given names can be of one person: none, equal, or an initial and its name.
fn compatible(a: &[String], b: &[String]) -> bool {
    let same = |x: &String, y: &String| {
        x == y || (x.chars().count() == 1 || y.chars().count() == 1) && x.chars().next() == y.chars().next()
    };
    a.iter().zip(b).all(|(x, y)| same(x, y))
}

/// For each entity, the number of the one it names; numbers are given in order of appearance. A title is its person's.
///
/// ```
/// use scumble_text::Document;
/// let document = Document::read("Mr John Smith met Ms Anna Smith. Mr Smith left.");
/// assert_eq!(document.coreference(), [0, 0, 1, 1, 0, 0]);
/// ```
pub fn coreference(text: &str, entities: &[Entity], words: &WordLists) -> Vec<usize> {
    let mut people: Vec<Known> = Vec::new();
    // People by last name, and by first given name: there may be very many.
    let (mut by_last, mut by_given): (ByName, ByName) = Default::default();
    let mut things: HashMap<(EntityKind, String), usize> = HashMap::new();
    let mut count = 0;
    let mut fresh = || {
        count += 1;
        count - 1
    };
    let heads = |title: &Entity, name: &Entity| {
        let between = || text[title.span.end..name.span.start].trim().is_empty();
        title.kind == EntityKind::Title && name.kind == EntityKind::Person && between()
    };
    let mut numbers = Vec::with_capacity(entities.len());
    for (i, entity) in entities.iter().enumerate() {
        if entities.get(i + 1).is_some_and(|next| heads(entity, next)) {
            // The person's number is not known yet, and is put in below.
            numbers.push(0);
            continue;
        }
        let title = i.checked_sub(1).filter(|&before| heads(&entities[before], entity));
        let start = title.map_or(entity.span.start, |title| entities[title].span.start);
        let mention = &text[start..entity.span.end];
        if entity.kind != EntityKind::Person {
            let key = (entity.kind, mention.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" "));
            numbers.push(*things.entry(key).or_insert_with(&mut fresh));
            continue;
        }
        let name = parts(mention, words);
        let fits = |known: &Known| {
            let genders = name.gender.is_none() || known.gender.is_none() || name.gender == known.gender;
            let by_last = known.last == name.last && compatible(&known.given, &name.given);
            // A given name alone: "Anna stayed."
            let by_given = name.given.is_empty() && name.gender.is_none() && known.given.first() == Some(&name.last);
            genders && (by_last || by_given)
        };
        let last = |list: Option<&Vec<usize>>| list?.iter().rev().copied().find(|&place| fits(&people[place]));
        // The one met last, where several fit.
        match last(by_last.get(&name.last)).max(last(by_given.get(&name.last))) {
            Some(place) => {
                let known = &mut people[place];
                let length = |given: &[String]| given.iter().map(String::len).sum::<usize>();
                if known.last == name.last && length(&name.given) > length(&known.given) {
                    if let Some(first) = name.given.first() {
                        by_given.entry(first.clone()).or_default().push(place);
                    }
                    known.given = name.given;
                }
                known.gender = known.gender.or(name.gender);
                numbers.push(known.number);
            }
            None => {
                let number = fresh();
                by_last.entry(name.last.clone()).or_default().push(people.len());
                if let Some(first) = name.given.first() {
                    by_given.entry(first.clone()).or_default().push(people.len());
                }
                people.push(Known { given: name.given, last: name.last, gender: name.gender, number });
                numbers.push(number);
            }
        }
        if let Some(title) = title {
            numbers[title] = numbers[i];
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Span;

    fn numbers(mentions: &[&str]) -> Vec<usize> {
        let text = mentions.join("\n");
        let mut at = 0;
        let entities: Vec<Entity> = mentions
            .iter()
            .map(|mention| {
                let span = Span::new(at, at + mention.len());
                at += mention.len() + 1;
                Entity { span, kind: EntityKind::Person }
            })
            .collect();
        coreference(&text, &entities, WordLists::english())
    }

    #[test]
    fn smiths() {
        assert_eq!(numbers(&["Prof. Smith", "Smith", "Dr J. Smith"]), [0, 0, 0]);
        assert_eq!(numbers(&["John Smith", "Anna Smith", "Anna", "John Smith's", "Ms Smith"]), [0, 1, 1, 0, 1]);
        assert_eq!(numbers(&["Mr Smith", "Mrs Smith", "Jones"]), [0, 1, 2]);
        assert_eq!(numbers(&["J. Smith", "John Smith", "James Smith"]), [0, 0, 1]);
        assert_eq!(numbers(&["", "Mr"]), [0, 1]);
    }
}
