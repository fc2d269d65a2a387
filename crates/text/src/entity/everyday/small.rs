//! Names in small letters, as in chats: given names, names that the text has with a capital elsewhere, words that no dictionary has
//! beside a greeting or a word for kin.

use super::Lexicon;
use crate::document::{Document, Token};
use crate::entity::merge::Taken;
use crate::entity::{Entity, EntityKind};
use std::collections::HashSet;

/// Adds names in small letters.
pub(crate) fn small_names(document: &Document<'_>, lexicon: Lexicon<'_>, entities: &mut Vec<Entity>) {
    let (text, tokens) = (document.text(), document.tokens());
    let is_foreign = document.looks_english() == Some(false);
    const SHORTEST: usize = 3;
    let mut known: HashSet<String> = HashSet::new();
    for entity in entities.iter().filter(|entity| entity.kind == EntityKind::Person) {
        for word in entity.span.of(text).split(|c: char| !(c.is_alphabetic() || matches!(c, '\'' | '’'))) {
            let lower = word.to_lowercase();
            if lower.chars().count() >= SHORTEST && word.starts_with(char::is_uppercase) && !lexicon.is_word(&lower) {
                known.insert(lower);
            }
        }
    }
    let mut taken = Taken::by(entities);
    for (i, token) in tokens.iter().enumerate() {
        let form = token.span.of(text);
        let is_small = form.starts_with(char::is_lowercase)
            && form.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | '-'));
        if !is_small || form.chars().count() < SHORTEST || lexicon.words.stop_words.contains(form) {
            continue;
        }
        let beside = |list: &crate::WordList, other: Option<&Token>| {
            other.is_some_and(|other| list.contains_in_any_case(other.span.of(text)))
        };
        let before = i.checked_sub(1).map(|before| &tokens[before]);
        let addressed = || {
            beside(&lexicon.words.greetings, before)
                || beside(&lexicon.words.kin_words, before)
                || beside(&lexicon.words.kin_words, tokens.get(i + 1))
        };
        let is_unknown = || {
            !lexicon.is_word(form) && !lexicon.words.kin_words.contains(form) && !lexicon.words.greetings.contains(form)
        };
        let stem = form.strip_suffix('s').filter(|stem| stem.chars().count() > SHORTEST);
        let is_name = known.contains(form)
            || (lexicon.words.given_names.contains(form) || !is_foreign && lexicon.is_only_given_name(form))
                && !lexicon.words.kin_words.contains(form)
                && form.chars().count() > SHORTEST
            || stem.is_some_and(|stem| {
                known.contains(stem) || lexicon.words.given_names.contains(stem) && !lexicon.is_word(form)
            })
            || addressed() && (is_unknown() || lexicon.is_only_given_name(form));
        if !is_name && !is_foreign && lexicon.is_only_place(form) && taken.take(token.span) {
            entities.push(Entity { span: token.span, kind: EntityKind::Place });
        }
        if is_name && taken.take(token.span) {
            entities.push(Entity { span: token.span, kind: EntityKind::Person });
        }
    }
    entities.sort_by_key(|entity| entity.span.start);
}
