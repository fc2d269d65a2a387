//! Everyday documents made from hand-written templates, with marks: to train on and to measure with, split by template.

mod checks;
mod codes;
mod contacts;
mod dates;
mod devices;
mod identity;
mod library;
mod lists;
mod mark;
mod noise;
mod organisations;
mod people;
mod places;
mod secrets;
mod template;
mod things;
mod writing;

#[cfg(test)]
mod check_twins;
#[cfg(test)]
mod tests;

pub use mark::{Kind, Mark, Mask};

use library::Template;
use noise::Level;
use rayon::prelude::*;
use scumble_mask::Rng;

/// Templates to train on, templates to measure with, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// To train on.
    Train,
    /// To measure with: no sentence of these occurs in the others.
    Test,
    /// Both.
    All,
}

/// A document that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its number and its template.
    pub id: String,
    /// What sort of document it is: `mail`, `chat`, `police` and so on.
    pub kind: String,
    /// The template that it was made from.
    pub template: String,
    /// The fold of the template, 0 to 4.
    pub fold: usize,
    /// The part of the template: [`Part::Train`] or [`Part::Test`].
    pub part: Part,
    /// The text.
    pub text: String,
    /// The marks in the order of the text; they do not overlap. Offsets count code points.
    pub marks: Vec<Mark>,
}

/// Documents of a part. The same seed gives the same documents, and a longer run begins with those of a shorter one.
pub fn documents(seed: u64, count: usize, part: Part) -> Result<Vec<Document>, String> {
    documents_of_fold(seed, count, part, None)
}

/// Documents of a part, from the templates of one fold only if a fold is given.
pub fn documents_of_fold(seed: u64, count: usize, part: Part, fold: Option<usize>) -> Result<Vec<Document>, String> {
    let library = library::library()?;
    let chosen = |template: &&Template| {
        (part == Part::All || template.part == part) && fold.is_none_or(|fold| template.fold == fold)
    };
    let templates: Vec<&Template> = library.templates.iter().filter(chosen).collect();
    if templates.is_empty() {
        return Err("no template is in this part and fold".to_owned());
    }
    (0..count).into_par_iter().map(|number| document(seed, number, &templates)).collect()
}

/// The document with that number: every template has its turn, in another order every round.
fn document(seed: u64, number: usize, templates: &[&Template]) -> Result<Document, String> {
    let (round, turn) = (number / templates.len(), number % templates.len());
    let mut order: Vec<usize> = (0..templates.len()).collect();
    let mut shuffle = Rng::new(seed ^ (round as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    for place in (1..order.len()).rev() {
        order.swap(place, shuffle.below(place + 1));
    }
    let rng = Rng::new(seed.wrapping_mul(0x0100_0000_01b3) ^ (number as u64 + 1).wrapping_mul(0xd1b5_4a32_d192_ed03));
    write(templates[order[turn]], rng, number, None).map_err(|error| format!("{}: {error}", templates[order[turn]].id))
}

/// A document of a template; `level` overrules its noise.
fn write(template: &Template, mut rng: Rng, number: usize, level: Option<Level>) -> Result<Document, String> {
    let country = match &template.countries[..] {
        [] => any_country(&mut rng),
        some => some[rng.below(some.len())],
    };
    let fragments = |name: &str| library::fragments(name, template.part);
    let mut writer = writing::Writer::new(rng, country, &fragments);
    writer.write(&template.nodes)?;
    let writing::Writer { mut rng, text, marks, .. } = writer;
    let kinds: Vec<Kind> = marks.iter().map(|mark| mark.0).collect();
    let mut text = noise::disturb(text, &kinds, level.unwrap_or(template.noise), &mut rng);
    while text.last().is_some_and(|ink| ink.0.is_whitespace()) {
        text.pop();
    }
    let mut found: Vec<Mark> = Vec::new();
    let mut last = 0;
    for (at, &(_, number)) in text.iter().enumerate() {
        if number > 0 && number != last {
            let (kind, mask, original) = marks[number as usize - 1].clone();
            found.push(Mark { start: at, end: at + 1, kind, mask, original });
        } else if let Some(mark) = found.last_mut().filter(|_| number > 0) {
            mark.end = at + 1;
        }
        last = number;
    }
    Ok(Document {
        id: format!("{number:06}-{}", template.id),
        kind: template.kind.clone(),
        template: template.id.clone(),
        fold: template.fold,
        part: template.part,
        text: text.into_iter().map(|ink| ink.0).collect(),
        marks: found,
    })
}

/// A country by its code.
fn country(code: &str) -> Option<&'static str> {
    places::COUNTRIES.into_iter().find(|country| *country == code)
}

/// A country: English-speaking ones more often.
fn any_country(rng: &mut Rng) -> &'static str {
    match rng.below(10) {
        0..3 => "us",
        3..5 => "uk",
        5 => ["ie", "au", "in"][rng.below(3)],
        _ => places::COUNTRIES[rng.below(places::COUNTRIES.len())],
    }
}
