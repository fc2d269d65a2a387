//! Nationalities, religions and parties by the gazetteer: the trained model met them in court cases only.

use super::Entity;
use super::gazetteer::{COMMON, FIRST_NAME, Gazetteer, OCCUPATION, PEOPLE, PERSON, PLACE};
use super::kind::EntityKind;
use super::merge::Taken;
use crate::document::{Document, Token};
use crate::model::word::Look;
use crate::tag::Tag;

/// Adds what somebody is said to be by trade: "worked as a lorry driver", "is a nurse". A nurse who comes in is anybody.
pub(crate) fn trades(document: &Document<'_>, looks: &[Look], gazetteer: &Gazetteer, entities: &mut Vec<Entity>) {
    let words = &document.words;
    let mut taken = Taken::by(entities);
    let form = |i: usize| document.tokens()[i].span.of(document.text());
    for phrase in document.phrases() {
        let is_trade = gazetteer.bits(looks[phrase.head].lower) & OCCUPATION != 0;
        let said = phrase.tokens.start >= 2 && {
            let start = phrase.tokens.start;
            words.indefinite_articles.contains(form(start - 1)) && words.copulas.contains(form(start - 2))
        };
        let span = document.phrase_span(phrase);
        if is_trade && said && taken.take(span) {
            entities.push(Entity { span, kind: EntityKind::Demographic });
        }
    }
    entities.sort_by_key(|entity| entity.span.start);
}

/// Adds words for peoples that are no part of another entity or of a longer name.
pub(crate) fn people(tokens: &[Token], looks: &[Look], gazetteer: &Gazetteer, entities: &mut Vec<Entity>) {
    let mut taken = Taken::by(entities);
    let is_capital = |i: usize| looks.get(i).is_some_and(|look| look.kind & Look::CAPITAL != 0);
    let is_name = |i: usize| is_capital(i) && matches!(tokens[i].tag, Tag::Name | Tag::Names);
    for (i, token) in tokens.iter().enumerate() {
        let bits = gazetteer.bits(looks[i].lower);
        if bits & PEOPLE == 0 {
            continue;
        }
        let adjective = token.tag == Tag::Adjective;
        let noun = matches!(token.tag, Tag::Noun | Tag::Nouns | Tag::Name | Tag::Names);
        // "polish" is something else without its capital; "Christian" and "White" are also somebody's names.
        let sure = if is_capital(i) {
            bits & (FIRST_NAME | PERSON | PLACE | COMMON) == 0 || adjective
        } else {
            bits & COMMON == 0
        };
        // "English Heritage", "the Turkish Government", "Kate English": one name.
        let alone = !is_capital(i + 1) && (i == 0 || !is_name(i - 1));
        if (adjective || noun) && sure && alone && taken.take(token.span) {
            entities.push(Entity { span: token.span, kind: EntityKind::Demographic });
        }
    }
    entities.sort_by_key(|entity| entity.span.start);
}
