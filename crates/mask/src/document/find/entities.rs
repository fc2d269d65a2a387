//! Entities that the models and patterns recognize, but for those that single nobody out.

use super::places::{KeepPlaces, Places};
use super::plain::Plain;
use super::public::{is_empty, is_general_body, is_law, is_name, is_office, is_public_body};
use crate::document::case::{Case, Finder};
use crate::document::dates::is_length_of_time;
use crate::document::finding::{Finding, Found, Rule};
use crate::document::style::Style;
use crate::error::Result;
use scumble_span::Span;
use scumble_text::Language;
use scumble_text::entity::gazetteer::FIRST_NAME;
use scumble_text::entity::{Entity, EntityKind};
use std::sync::Arc;

/// Redacts entities that single somebody out.
pub(in crate::document) struct Entities {
    /// Which places are kept.
    pub(in crate::document) keep_places: KeepPlaces,
    /// The places that are known.
    pub(in crate::document) places: Arc<Places>,
}

impl Entities {
    fn is_kept_country(&self, form: &str) -> bool {
        self.keep_places != KeepPlaces::None && self.places.is_country(form)
    }

    /// Whether an entity is a place that the user chose to keep.
    fn is_chosen(&self, form: &str, kind: EntityKind) -> bool {
        let is_place = kind == EntityKind::Place || kind == EntityKind::Organization && self.is_kept_country(form);
        is_place && self.keep_places != KeepPlaces::Usual
    }

    /// Whether an entity singles nobody out.
    fn is_kept(&self, form: &str, kind: EntityKind, language: &Language) -> bool {
        let is_body = || is_public_body(form, language, &self.places);
        match kind {
            EntityKind::Place => self.places.are_kept(self.keep_places, form),
            EntityKind::Organization => self.is_kept_country(form) || is_body(),
            EntityKind::Demographic => is_body() || is_office(form, language),
            EntityKind::Miscellaneous => is_law(form, language),
            // "1", "a few days": numbers that count, not numbers that name.
            EntityKind::Code => form.len() < 3,
            _ => false,
        }
    }
}

/// Whether an entity of an everyday text singles nobody out: quantities, lengths of time, and what bears capitals for another reason.
fn is_plain(text: &str, span: Span, kind: EntityKind, plain: &Plain<'_>, language: &Language) -> bool {
    let form = span.of(text);
    match kind {
        EntityKind::Quantity => true,
        EntityKind::DateTime => {
            let is_clock = form.len() > 4 && form.as_bytes()[..4].iter().all(u8::is_ascii_digit);
            let is_year = form.len() == 4 && form.bytes().all(|byte| byte.is_ascii_digit());
            let before = plain.word_before(span.start);
            let of_a_law =
                is_year && (language.words.laws.contains(&before) || matches!(before.as_str(), "below" | "version"));
            is_length_of_time(form) && !is_clock || form.len() <= 2 || of_a_law
        }
        EntityKind::Demographic => !form.starts_with(char::is_uppercase),
        EntityKind::Person | EntityKind::Organization | EntityKind::Place | EntityKind::Miscellaneous => {
            let role = scumble_span::words(form)
                .last()
                .is_some_and(|word| language.words.roles.contains(&word.to_lowercase()));
            let initials = form.chars().filter(|c| c.is_uppercase()).count() > 1
                && form.contains('.')
                && form.chars().filter(|c| c.is_lowercase()).count() < 3;
            if !role && plain.is_titled(span.start) || initials && kind == EntityKind::Person {
                return false;
            }
            let is_one = scumble_span::words(form).count() == 1;
            let is_given = scumble_span::words(form).any(|word| language.known(&word.to_lowercase()) & FIRST_NAME != 0);
            // A model saw a name inside of a sentence: an ordinary word may be one.
            let unsure = kind == EntityKind::Miscellaneous || is_one && plain.begins_at(span.start) && !is_given;
            let ordinary = plain.is_listed(form) || unsure && plain.is_plain(form);
            let small =
                !form.chars().any(char::is_uppercase) && !matches!(kind, EntityKind::Person | EntityKind::Place);
            ordinary
                || small
                || role && plain.is_plain(form)
                || plain.is_abbreviation(form)
                || plain.is_label(span) && (kind != EntityKind::Organization || is_one)
                || plain.is_headed(span)
                || plain.is_determined(span) && is_one
        }
        EntityKind::Code => {
            let before = plain.word_before(span.start);
            let passage = language.words.passage_words.contains(&before) && !matches!(before.as_str(), "no" | "nos")
                || matches!(before.as_str(), "art" | "s.i" | "version" | "driver" | "build");
            let word = form.chars().all(char::is_alphabetic) && plain.is_plain(form);
            plain.is_label(span) || word || is_count(form) || passage
        }
        EntityKind::Ip => matches!(
            plain.word_before(span.start).as_str(),
            "version" | "driver" | "release" | "firmware" | "build" | "v"
        ),
        EntityKind::Handle | EntityKind::Address | EntityKind::PostCode => {
            form.chars().all(char::is_alphabetic)
                && form.len() > 1
                && plain.is_plain(form)
                && form.starts_with(char::is_uppercase)
        }
        _ => false,
    }
}

/// A number that counts: few figures, or a decimal fraction.
fn is_count(form: &str) -> bool {
    let figures = form.bytes().filter(u8::is_ascii_digit).count();
    let plain = form.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','));
    plain && (figures < 4 || form.contains(['.', ',']) && figures < 8)
}

/// The entity with the title before it.
fn with_title(text: &str, entities: &[Entity], i: usize) -> Span {
    let entity = entities[i];
    let before = i.checked_sub(1).map(|before| entities[before]);
    match before {
        Some(title)
            if title.kind == EntityKind::Title
                && entity.kind == EntityKind::Person
                && text[title.span.end..entity.span.start].trim().is_empty() =>
        {
            Span::new(title.span.start, entity.span.end)
        }
        _ => entity.span,
    }
}

impl Finder for Entities {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let (reading, language, text) = (case.reading(), case.knowledge().language, case.text());
        let entities = reading.document.entities();
        let everyday = (Style::of(reading) == Style::Everyday).then(|| Plain::new(reading, language));
        for (i, entity) in entities.iter().enumerate() {
            let named = matches!(
                entity.kind,
                EntityKind::Person
                    | EntityKind::Organization
                    | EntityKind::Place
                    | EntityKind::Demographic
                    | EntityKind::Miscellaneous
            );
            let form = entity.span.of(text);
            // "Mr A" is somebody, though "a" is a stop word.
            let lettered = entity.kind == EntityKind::Person
                && everyday.as_ref().is_some_and(|plain| plain.is_titled(entity.span.start));
            if entity.kind == EntityKind::Title || named && is_empty(form, language) && !lettered {
                continue;
            }
            let whole = with_title(text, entities, i);
            let body = everyday.is_some()
                && entity.kind == EntityKind::Organization
                && !is_general_body(form, language, &self.places);
            let plain =
                everyday.as_ref().is_some_and(|plain| is_plain(text, entity.span, entity.kind, plain, language));
            if plain || !body && self.is_kept(form, entity.kind, language) {
                if !self.is_chosen(form, entity.kind) {
                    case.doubt(Finding::new(whole, Found::Entity(entity.kind), Rule::Entity));
                }
                continue;
            }
            for span in reading.free(whole) {
                // The rest of a name beside a label is a name only if it could be one by itself.
                let (rest, form) = (span != whole, span.of(text));
                if rest && (self.is_kept(form, entity.kind, language) || named && !is_name(form, language)) {
                    continue;
                }
                let plain =
                    |plain: &Plain<'_>| plain.is_plain(form) || is_plain(text, span, entity.kind, plain, language);
                if rest && everyday.as_ref().is_some_and(plain) {
                    continue;
                }
                case.add(Finding::new(span, Found::Entity(entity.kind), Rule::Entity))?;
            }
        }
        Ok(())
    }
}
