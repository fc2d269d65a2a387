//! Entities: who and what the models and patterns name, but for what could be anybody's.

use super::finding::{Finding, Found, Rule};
use super::places::{KeepPlaces, is_country};
use super::text::{Finder, Reading};
use crate::error::Result;
use scumble_ontology::{PartOfSpeech, base_forms, wordnet};
use scumble_text::entity::gazetteer::{FIRST_NAME, ORGANISATION_WORD, PEOPLE, PERSON, PLACE};
use scumble_text::entity::{Entity, Kind};
use scumble_text::{Analyzer, Span, is_stop_word};

/// Finds entities that single somebody out.
pub(super) struct Entities {
    /// Which places stay.
    pub keep_places: KeepPlaces,
}

impl Entities {
    /// Whether an entity tells nothing of anybody in particular.
    fn stays(&self, form: &str, kind: Kind) -> bool {
        match kind {
            Kind::Place => self.keep_places.keeps(form),
            Kind::Organisation => self.keep_places != KeepPlaces::None && is_country(form) || is_public_body(form),
            Kind::Demographic => is_public_body(form) || is_office(form),
            Kind::Miscellaneous => is_law(form),
            // "1", "a few days": numbers that count, not numbers that name.
            Kind::Code => form.len() < 3,
            _ => false,
        }
    }
}

/// A court, ministry or government that is named by ordinary words and countries only: "the Supreme Administrative Court",
/// "the Turkish Government". With a town or a person's name in it, it is a particular one.
pub(super) fn is_public_body(form: &str) -> bool {
    const BODIES: [&str; 42] = [
        "court",
        "courts",
        "ministry",
        "minister",
        "government",
        "parliament",
        "police",
        "prosecutor",
        "prosecutors",
        "tribunal",
        "council",
        "commission",
        "committee",
        "chamber",
        "chambers",
        "assembly",
        "senate",
        "republic",
        "department",
        "directorate",
        "office",
        "authority",
        "authorities",
        "agency",
        "board",
        "army",
        "navy",
        "cabinet",
        "treasury",
        "state",
        "embassy",
        "division",
        "section",
        "panel",
        "inspectorate",
        "procurator",
        "inspector",
        "judiciary",
        "registry",
        "forces",
        "house",
        "service",
    ];
    let mut body = false;
    for word in scumble_corpus::words(form) {
        let lower = word.to_lowercase();
        body |= BODIES.contains(&lower.as_str());
        let bits = Analyzer::english().known(&lower);
        let ordinal =
            word.starts_with(|c: char| c.is_ascii_digit()) && word.len() <= 4 && lower.ends_with(char::is_alphabetic);
        let ordinary = is_stop_word(&lower)
            || lower == "cassation"
            || bits & (ORGANISATION_WORD | PEOPLE) != 0
            || bits & (FIRST_NAME | PERSON | PLACE) == 0 && is_common(&lower)
            || ordinal
            || is_country(word);
        if !ordinary {
            return false;
        }
    }
    body
}

/// Whether something is left to hide of a name: a word that is neither empty nor ordinary.
pub(super) fn is_name(form: &str) -> bool {
    scumble_corpus::words(form).any(|word| {
        let lower = word.to_lowercase();
        word.chars().count() > 1 && !is_stop_word(&lower) && !is_common(&lower)
    })
}

/// Whether all words are ones that stand everywhere.
fn is_empty(form: &str) -> bool {
    scumble_corpus::words(form).all(|word| is_stop_word(&word.to_lowercase()))
}

/// Whether a word in small letters has a meaning that is no name.
pub(super) fn is_common(lower: &str) -> bool {
    let wordnet = wordnet();
    let words = wordnet.words();
    let other = [PartOfSpeech::Adjective, PartOfSpeech::Verb, PartOfSpeech::Adverb];
    let nouns = wordnet.nouns();
    let inflected =
        |part| base_forms(lower, part, |form| words.has(form, part)).iter().any(|base| words.has(base, part));
    other.into_iter().any(|part| words.has(lower, part) || inflected(part))
        || nouns.lemma_senses(lower).iter().any(|&sense| {
            // A plural has its singular's label.
            let own = |label: &str| {
                label.starts_with(char::is_lowercase) && label.bytes().zip(lower.bytes()).take(3).all(|(a, b)| a == b)
            };
            !nouns.is_instance(sense) && nouns.labels(sense).any(own)
        })
}

/// An office that somebody holds, named by ordinary words: "the Minister of Agriculture", "Principal Public Prosecutor".
pub(super) fn is_office(form: &str) -> bool {
    const OFFICES: [&str; 14] = [
        "minister",
        "president",
        "prosecutor",
        "judge",
        "inspector",
        "governor",
        "secretary",
        "director",
        "procurator",
        "chancellor",
        "ombudsman",
        "commissioner",
        "registrar",
        "general",
    ];
    let mut office = false;
    scumble_corpus::words(form).all(|word| {
        let lower = word.to_lowercase();
        office |= OFFICES.contains(&lower.as_str());
        let bits = Analyzer::english().known(&lower);
        is_stop_word(&lower) || bits & PEOPLE != 0 || is_common(&lower)
    }) && office
}

/// An act, article or convention: everybody's.
pub(super) fn is_law(form: &str) -> bool {
    const LAWS: [&str; 13] = [
        "act",
        "article",
        "articles",
        "code",
        "convention",
        "constitution",
        "protocol",
        "law",
        "section",
        "judgment",
        "treaty",
        "regulation",
        "war",
    ];
    scumble_corpus::words(form).any(|word| LAWS.contains(&word.to_lowercase().as_str()))
}

/// The entity with the title before it.
fn with_title(text: &str, entities: &[Entity], i: usize) -> Span {
    let entity = entities[i];
    let before = i.checked_sub(1).map(|before| entities[before]);
    match before {
        Some(title)
            if title.kind == Kind::Title
                && entity.kind == Kind::Person
                && text[title.span.end..entity.span.start].trim().is_empty() =>
        {
            Span::new(title.span.start, entity.span.end)
        }
        _ => entity.span,
    }
}

impl Finder for Entities {
    fn find(&self, reading: &Reading<'_>, _: &[Finding]) -> Result<Vec<Finding>> {
        let text = reading.text();
        let entities = reading.document.entities();
        let mut out = Vec::new();
        for (i, entity) in entities.iter().enumerate() {
            let named = matches!(
                entity.kind,
                Kind::Person | Kind::Organisation | Kind::Place | Kind::Demographic | Kind::Miscellaneous
            );
            let form = entity.span.of(text);
            if entity.kind == Kind::Title || self.stays(form, entity.kind) || named && is_empty(form) {
                continue;
            }
            let whole = with_title(text, entities, i);
            for span in reading.free(whole) {
                // What a label has left of a name is a name only if it could be one by itself.
                let rest = span != whole;
                if rest && (self.stays(span.of(text), entity.kind) || named && !is_name(span.of(text))) {
                    continue;
                }
                out.push(Finding::new(span, Found::Entity(entity.kind), Rule::Entity));
            }
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_that_are_anybody_s() {
        for form in [
            "Supreme Administrative Court",
            "Court of Cassation",
            "Turkish Government",
            "Ministry of Defence",
            "Federal Ministry of Foreign Affairs",
            "5th Chamber of the Supreme Administrative Court",
        ] {
            assert!(is_public_body(form), "{form}");
        }
        for form in
            ["Istanbul State Security Court", "Warsaw Regional Court", "Royds Rdw", "Imagine Inc.", "NY University"]
        {
            assert!(!is_public_body(form), "{form}");
        }
    }
}
