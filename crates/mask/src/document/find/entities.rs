//! Entities that the models and patterns recognize, but for those that single nobody out.

use super::places::{KeepPlaces, Places};
use super::plain::Plain;
use super::public::{is_empty, is_law, is_name, is_office, is_public_body};
use crate::document::case::{Case, Finder};
use crate::document::dates::is_length_of_time;
use crate::document::finding::{Finding, Found, Rule};
use crate::document::style::Style;
use crate::error::Result;
use scumble_span::Span;
use scumble_text::Language;
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
fn is_plain(text: &str, entity: &Entity, plain: &Plain<'_>) -> bool {
    let form = entity.span.of(text);
    match entity.kind {
        EntityKind::Quantity => true,
        EntityKind::DateTime => is_length_of_time(form) || form.len() <= 2,
        EntityKind::Demographic => !form.starts_with(char::is_uppercase),
        EntityKind::Person | EntityKind::Organization | EntityKind::Place | EntityKind::Miscellaneous => {
            // Several ordinary words with capitals may be a name together.
            let ordinary = plain.is_plain(form)
                && (entity.kind == EntityKind::Miscellaneous || scumble_span::words(form).count() < 2);
            let small = !form.chars().any(char::is_uppercase) && entity.kind != EntityKind::Person;
            ordinary || small || plain.is_label(entity.span) || plain.is_headed(entity.span)
        }
        EntityKind::Code => {
            plain.is_label(entity.span)
                || !form.bytes().any(|byte| byte.is_ascii_digit()) && plain.is_plain(form)
                || is_count(form)
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
        let everyday = (Style::of(reading, language) == Style::Everyday).then(|| Plain::new(reading, language));
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
            if entity.kind == EntityKind::Title || named && is_empty(form, language) {
                continue;
            }
            let whole = with_title(text, entities, i);
            let plain = everyday.as_ref().is_some_and(|plain| is_plain(text, entity, plain));
            if plain || self.is_kept(form, entity.kind, language) {
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
                case.add(Finding::new(span, Found::Entity(entity.kind), Rule::Entity))?;
            }
        }
        Ok(())
    }
}
