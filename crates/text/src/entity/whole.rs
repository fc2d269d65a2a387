//! Entities are whole: no name is cut at a hyphen or an initial, no address at a comma, no company before its legal form.

use super::everyday::Lexicon;
use super::gazetteer::{Gazetteer, ORGANIZATION_WORD};
use super::{Entity, EntityKind};
use crate::Span;
use crate::document::{Document, Token};
use crate::model::linear::hash;

/// Names of organizations by their head: a run of words with capitals, in one cell, one of which organizations are called by and
/// another one of which is no such word.
pub(crate) fn organizations_by_head(document: &Document<'_>, gazetteer: &Gazetteer) -> Vec<Entity> {
    const LONGEST: usize = 8;
    let (text, tokens, lists) = (document.text(), document.tokens(), &document.words);
    let form = |i: usize| tokens[i].span.of(text);
    let has_capital = |i: usize| form(i).starts_with(char::is_uppercase);
    let is_head = |i: usize| {
        let lower = form(i).to_lowercase();
        let lower = lower.trim_end_matches('.');
        lists.organization_heads.contains(lower) || gazetteer.bits(hash(lower.as_bytes())) & ORGANIZATION_WORD != 0
    };
    // Words that stand in many names of one kind, and tell nothing apart.
    let is_general = |i: usize| {
        let lower = form(i).to_lowercase();
        is_head(i)
            || lists.is_stop_word(&lower)
            || lists.general_words_of_organizations.contains(&lower)
            || lower.chars().count() < 2
    };
    let glued = |i: usize| i > 0 && tokens[i - 1].span.end == tokens[i].span.start;
    // "Holdings Ltd. Mr Roe": somebody else is named behind the full stop.
    let addresses =
        |i: usize| form(i - 1).ends_with('.') && lists.is_title(form(i).to_lowercase().trim_end_matches('.'));
    let near = |i: usize| {
        let between = &text[tokens[i - 1].span.end..tokens[i].span.start];
        between.len() <= 1 && !between.contains(['\n', '\t'])
    };
    let mut out = Vec::new();
    // Where all words have capitals, they tell nothing.
    let mut at = if text.contains(char::is_lowercase) { 0 } else { tokens.len() };
    while at < tokens.len() {
        if !has_capital(at) || document.words.is_stop_word(form(at)) {
            at += 1;
            continue;
        }
        let mut end = at + 1;
        loop {
            if end >= tokens.len() || !near(end) || addresses(end) {
                break;
            }
            let joins = |i: usize| {
                lists.joining_words.contains(form(i))
                    || lists.organization_joints.contains(form(i))
                    || glued(i) && matches!(form(i), "'s" | "’s" | "'S" | "’S" | "-")
                    // A full stop with a blank behind it ends a sentence.
                    || glued(i) && form(i) == "." && i + 1 < tokens.len() && glued(i + 1)
                    || matches!(form(i), "&" | "+")
            };
            if has_capital(end)
                || form(end).contains(char::is_uppercase)
                    && lists.organization_heads.contains(&form(end).to_lowercase())
            {
                end += 1;
            } else if joins(end) {
                let next = (end..tokens.len().min(end + 3))
                    .find(|&i| !joins(i))
                    .filter(|&i| (end + 1..=i).all(near) && has_capital(i) && !addresses(i));
                match next {
                    Some(next) => end = next + 1,
                    None => break,
                }
            } else {
                break;
            }
        }
        let run = at..end;
        let named = run.clone().any(|i| !is_general(i) && has_capital(i));
        if run.len() > 1 && run.len() <= 2 * LONGEST && run.clone().any(is_head) && named {
            out.push(Entity {
                span: Span::new(tokens[at].span.start, tokens[end - 1].span.end),
                kind: EntityKind::Organization,
            });
        }
        at = end;
    }
    out
}

/// Extends names over hyphens and initials, and joins the parts of an address.
pub(crate) fn make_whole(document: &Document<'_>, lexicon: Lexicon<'_>, entities: &mut Vec<Entity>) {
    let (text, tokens) = (document.text(), document.tokens());
    for i in 0..entities.len() {
        let entity = entities[i];
        let is_name = matches!(
            entity.kind,
            EntityKind::Person | EntityKind::Organization | EntityKind::Place | EntityKind::Miscellaneous
        );
        if !is_name || entity.span.is_empty() {
            continue;
        }
        let first = i.checked_sub(1).map_or(0, |before| entities[before].span.end);
        let last = entities.get(i + 1).map_or(text.len(), |next| next.span.start);
        let mut span = over_hyphens(text, entity.span, first, last, lexicon);
        if matches!(entity.kind, EntityKind::Person | EntityKind::Miscellaneous) {
            span = with_initials(text, tokens, span, first, last);
        }
        entities[i].span = span;
    }
    join_addresses(text, entities);
}

/// A name with what hangs on it by hyphens and apostrophes, but for words behind it that are no part: "London-based".
fn over_hyphens(text: &str, mut span: Span, first: usize, last: usize, lexicon: Lexicon<'_>) -> Span {
    const MOST: usize = 3;
    let is_joint = |c: char| matches!(c, '-' | '\'' | '’');
    for _ in 0..MOST {
        let mut chars = text[span.end..last].chars();
        let (Some(joint), Some(next)) = (chars.next(), chars.next()) else { break };
        if !is_joint(joint) || !next.is_alphabetic() {
            break;
        }
        let rest = &text[span.end + joint.len_utf8()..last];
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let word = &rest[..length];
        if joint != '-' && length < 2 || joint == '-' && lexicon.words.compound_tails.contains(word) {
            break;
        }
        span.end += joint.len_utf8() + length;
    }
    for _ in 0..MOST {
        let before = &text[first..span.start];
        let mut chars = before.chars().rev();
        let (Some(joint), Some(next)) = (chars.next(), chars.next()) else { break };
        let length = before[..before.len() - joint.len_utf8()]
            .chars()
            .rev()
            .take_while(|c| c.is_alphabetic())
            .map(char::len_utf8)
            .sum::<usize>();
        let word = &before[before.len() - joint.len_utf8() - length..before.len() - joint.len_utf8()];
        if !is_joint(joint) || !next.is_alphabetic() || !word.starts_with(char::is_uppercase) {
            break;
        }
        span.start -= joint.len_utf8() + length;
    }
    span
}

/// A person's name with a single capital before or behind it: "B ADEOTI", "Sanne V.".
fn with_initials(text: &str, tokens: &[Token], mut span: Span, first: usize, last: usize) -> Span {
    let is_initial = |token: &Token| {
        let form = token.span.of(text).trim_end_matches('.');
        form.chars().count() == 1 && form.chars().all(char::is_uppercase) && form != "I" && form != "A"
    };
    let near = |between: &str| between == " ";
    let at = tokens.partition_point(|token| token.span.start < span.start);
    if let Some(before) = at.checked_sub(1).map(|i| tokens[i]).filter(|before| before.span.start >= first)
        && is_initial(&before)
        && near(&text[before.span.end..span.start])
    {
        span.start = before.span.start;
    }
    // Particles of names that are no word beside a name in any language.
    const PARTICLES: [&str; 10] = ["el", "al", "bin", "ibn", "van", "von", "ter", "ten", "der", "den"];
    for _ in 0..2 {
        let at = tokens.partition_point(|token| token.span.start < span.start);
        let Some(before) = at.checked_sub(1).map(|i| tokens[i]).filter(|before| before.span.start >= first) else {
            break;
        };
        if !PARTICLES.contains(&before.span.of(text)) || !near(&text[before.span.end..span.start]) {
            break;
        }
        span.start = before.span.start;
    }
    let at = tokens.partition_point(|token| token.span.start < span.end);
    if let Some(behind) = tokens.get(at).filter(|behind| behind.span.end <= last)
        && is_initial(behind)
        && near(&text[span.end..behind.span.start])
    {
        span.end = behind.span.end;
    }
    span
}

/// Joins parts of an address that follow each other on a line: street, district, town with its post code.
fn join_addresses(text: &str, entities: &mut Vec<Entity>) {
    /// The longest piece between two parts, in bytes and words.
    const GAP: usize = 60;
    let is_part = |kind: EntityKind| matches!(kind, EntityKind::Address | EntityKind::PostCode);
    let mut out: Vec<Entity> = Vec::with_capacity(entities.len());
    for &entity in entities.iter() {
        let follows = out.last().filter(|last| last.kind == EntityKind::Address).is_some_and(|last| {
            let between = &text[last.span.end..entity.span.start];
            let plain = between.len() <= GAP
                && !between.contains(['\n', '.', ';', ':', '(', ')', '|', '\t', '"'])
                && !between.contains("  ");
            let short = between.trim_matches([' ', ',', '–', '-']).is_empty();
            let words = || between.split([',', ' ', '–']).filter(|word| !word.is_empty());
            let named = words().all(|word| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()));
            let place = matches!(
                entity.kind,
                EntityKind::Place | EntityKind::Miscellaneous | EntityKind::Organization | EntityKind::Person
            );
            plain
                && (is_part(entity.kind) && named && (short || between.starts_with(','))
                    || place && short && between.contains(','))
        });
        match out.last_mut().filter(|_| follows) {
            Some(last) => last.span.end = entity.span.end,
            None => out.push(entity),
        }
    }
    *entities = out;
}
