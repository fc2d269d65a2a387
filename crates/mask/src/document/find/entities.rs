//! Entities that the models and patterns recognize, but for those that single nobody out.

use super::places::{KeepPlaces, Places};
use super::public::{is_empty, is_law, is_name, is_office, is_public_body};
use crate::document::case::{Case, Finder};
use crate::document::finding::{Finding, Found, Rule};
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
            if self.is_kept(form, entity.kind, language) {
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
