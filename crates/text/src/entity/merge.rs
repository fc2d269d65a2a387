//! One list of entities from patterns, the names that the model found, and earlier mentions.

use super::Entity;
use super::gazetteer::{COMMON, FIRST_NAME, Gazetteer, ORGANIZATION_WORD, TITLE};
use super::kind::EntityKind;
use crate::Span;
use crate::document::{Document, Token};
use crate::model::names::meaning;
use crate::model::word::Look;
use crate::phrase::Phrase;
use crate::tag::Tag;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Entities of one sentence from the labels of its tokens.
pub(crate) fn from_labels(tokens: &[Token], sentence: &Range<usize>, labels: &[u8], out: &mut Vec<Entity>) {
    for (i, &label) in labels.iter().enumerate() {
        let span = tokens[sentence.start + i].span;
        match meaning(label) {
            Some((kind, true)) => out.push(Entity { span, kind: EntityKind::TRAINED[kind] }),
            Some((_, false)) => {
                if let Some(last) = out.last_mut() {
                    last.span.end = span.end;
                }
            }
            None => {}
        }
    }
}

/// Names of organizations that noun phrases have whole: "University of Texas", "Court of Appeal".
pub(crate) fn organizations(document: &Document<'_>, looks: &[Look], gazetteer: &Gazetteer) -> Vec<Entity> {
    let lists = &document.words;
    let tokens = document.tokens();
    let is_name = |i: usize| matches!(tokens[i].tag, Tag::Name | Tag::Names) && looks[i].kind & Look::CAPITAL != 0;
    let joins = |i: usize| matches!(tokens[i].tag, Tag::Preposition | Tag::Determiner);
    let is_organization = |phrase: &&Phrase| {
        let range = phrase.tokens.clone();
        let form = |i: usize| tokens[i].span.of(document.text());
        let known = |i: usize| {
            gazetteer.bits(looks[i].lower) & ORGANIZATION_WORD != 0
                || lists.organization_abbreviations.contains(form(i))
        };
        range.len() > 1
            && range.clone().all(|i| is_name(i) || joins(i))
            && range.into_iter().any(|i| is_name(i) && known(i))
    };
    let entity = |phrase: &Phrase| Entity { span: document.phrase_span(phrase), kind: EntityKind::Organization };
    document.phrases().iter().filter(is_organization).map(entity).collect()
}

/// Extends a nationality by the word behind it: "Turkish national".
pub(crate) fn extend_demographics(document: &Document<'_>, entities: &mut [Entity]) {
    let (text, tokens) = (document.text(), document.tokens());
    for i in 0..entities.len() {
        let entity = entities[i];
        let limit = entities.get(i + 1).map_or(text.len(), |next| next.span.start);
        let next = tokens.partition_point(|token| token.span.start < entity.span.end);
        let belongs = |token: &&Token| {
            let word = token.span.of(text);
            token.span.end <= limit && document.words.citizenship_words.contains(word)
        };
        if let Some(token) = tokens.get(next).filter(belongs).filter(|_| entity.kind == EntityKind::Demographic) {
            entities[i].span.end = token.span.end;
        }
    }
}

/// An organization's other name in brackets behind it: "District Court (Sąd Rejonowy)", "the Workers' Party (PKK)".
pub(crate) fn names_in_brackets(text: &str, tokens: &[Token], entities: &mut Vec<Entity>) {
    const LONGEST: usize = 10;
    let mut found = Vec::new();
    for entity in entities.iter().filter(|entity| entity.kind == EntityKind::Organization) {
        let open = tokens.partition_point(|token| token.span.start < entity.span.end);
        let form = |i: usize| tokens.get(i).map_or("", |token| token.span.of(text));
        let is_name = form(open + 1).starts_with(char::is_uppercase);
        let close = (open + 2..open + 2 + LONGEST).find(|&i| form(i) == ")");
        if let Some(close) = close.filter(|_| form(open) == "(" && is_name) {
            let span = Span::new(tokens[open + 1].span.start, tokens[close - 1].span.end);
            found.push(Entity { span, kind: EntityKind::Organization });
        }
    }
    // An entity inside the brackets is a part of the name there.
    entities.retain(|e| {
        let around = found.partition_point(|f: &Entity| f.span.end < e.span.end);
        found.get(around).is_none_or(|f| e.span.start < f.span.start)
    });
    let mut taken = Taken::by(entities);
    entities.extend(found.into_iter().filter(|entity| taken.take(entity.span)));
    entities.sort_by_key(|entity| entity.span.start);
}

/// Whether a pattern of that kind is surer than the trained model.
fn is_sure(kind: EntityKind) -> bool {
    !matches!(
        kind,
        EntityKind::Person
            | EntityKind::DateTime
            | EntityKind::Quantity
            | EntityKind::Code
            | EntityKind::Age
            | EntityKind::PostCode
            | EntityKind::Address
            | EntityKind::Title
    )
}

/// A title is no part of the name behind it.
fn without_titles(text: &str, patterns: &[Entity], names: &mut [Entity]) {
    let titles: Vec<Span> = patterns.iter().filter(|e| e.kind == EntityKind::Title).map(|e| e.span).collect();
    for name in names.iter_mut().filter(|name| matches!(name.kind, EntityKind::Person | EntityKind::Miscellaneous)) {
        let before = titles.partition_point(|title| title.start <= name.span.start);
        let title = before.checked_sub(1).map_or(Span::new(0, 0), |i| titles[i]);
        if name.span.start < title.end && title.end < name.span.end {
            name.span.start = name.span.end - text[title.end..name.span.end].trim_start().len();
        }
    }
}

/// All lists without overlaps, in order: sure patterns and what the layout shows first, then the longer of two, then patterns.
pub(crate) fn merge(text: &str, patterns: Vec<Entity>, mut names: Vec<Entity>, layout: Vec<Entity>) -> Vec<Entity> {
    without_titles(text, &patterns, &mut names);
    let mut all: Vec<(bool, usize, bool, Entity)> = Vec::with_capacity(patterns.len() + names.len());
    all.extend(patterns.into_iter().map(|e| (!is_sure(e.kind), e.span.len(), false, e)));
    all.extend(layout.into_iter().map(|e| (false, e.span.len(), true, e)));
    all.extend(names.into_iter().map(|e| (true, e.span.len(), true, e)));
    all.sort_by_key(|(unsure, length, name, e)| (*unsure, std::cmp::Reverse(*length), *name, e.span.start));
    let mut taken = Taken::default();
    let mut kept: Vec<Entity> = all.into_iter().map(|(_, _, _, e)| e).filter(|e| taken.take(e.span)).collect();
    kept.sort_by_key(|e| e.span.start);
    kept
}

/// Which bytes belong to an entity already.
#[derive(Default)]
pub(in crate::entity) struct Taken(std::collections::BTreeMap<usize, usize>);

impl Taken {
    /// The bytes of these entities.
    pub(super) fn by(entities: &[Entity]) -> Self {
        let mut taken = Self::default();
        entities.iter().for_each(|entity| _ = taken.take(entity.span));
        taken
    }

    /// Takes a span if nothing of it is taken.
    pub(super) fn take(&mut self, span: Span) -> bool {
        let free = self.0.range(..span.end).next_back().is_none_or(|(_, &end)| end <= span.start);
        if free {
            self.0.insert(span.start, span.end);
        }
        free
    }
}

/// Document-level consistency: a form that is an entity once is one wherever it is written so, and so is a person's last name
/// alone.
pub(crate) fn repeat(document: &Document<'_>, looks: &[Look], gazetteer: &Gazetteer, entities: &mut Vec<Entity>) {
    const LONGEST: usize = 8;
    let (text, tokens) = (document.text(), document.tokens());
    let mut last_names: HashSet<u64> = HashSet::new();
    // The first token's form → (forms of all tokens, kind)
    let mut known: HashMap<u64, Vec<(Vec<u64>, EntityKind)>> = HashMap::new();
    let is_ordinary = |looks: &[Look]| looks.len() == 1 && gazetteer.bits(looks[0].lower) & COMMON != 0;
    let mut add = |looks: &[Look], kind: EntityKind| {
        let telling = kind == EntityKind::Handle
            || looks.iter().any(|look| {
                let capital = look.kind & (Look::CAPITAL | Look::FIGURE) != 0;
                capital && gazetteer.bits(look.lower) & TITLE == 0
            });
        let ordinary = kind != EntityKind::Person && is_ordinary(looks);
        if telling && !ordinary && !looks.is_empty() && looks.len() <= LONGEST {
            let forms: Vec<u64> = looks.iter().map(|look| look.form).collect();
            let same = known.entry(forms[0]).or_default();
            match same.iter_mut().find(|(known, _)| *known == forms) {
                Some(known) if kind == EntityKind::Person => known.1 = kind,
                Some(_) => {}
                None => same.push((forms, kind)),
            }
        }
    };
    for entity in entities.iter() {
        let first = tokens.partition_point(|token| token.span.start < entity.span.start);
        let end = tokens.partition_point(|token| token.span.start < entity.span.end);
        let mut range = first..end;
        // A title is no part of the name that is looked for.
        while range.len() > 1 && gazetteer.bits(looks[range.start].lower) & TITLE != 0 {
            range.start += 1;
        }
        match entity.kind {
            EntityKind::Person => {
                add(&looks[range.clone()], entity.kind);
                // Somebody's given name alone, where it is no common word.
                let first = &looks[range.start..range.end.min(range.start + 1)];
                let given =
                    first.first().is_some_and(|look| gazetteer.bits(look.lower) & (FIRST_NAME | COMMON) == FIRST_NAME);
                if range.len() > 1 && given && tokens[range.start].span.len() > 2 {
                    add(first, entity.kind);
                }
                if range.len() > 1 && tokens[range.end - 1].span.len() > 2 {
                    last_names.insert(looks[range.end - 1].form);
                    add(&looks[range.end - 1..range.end], entity.kind);
                }
            }
            EntityKind::Organization
            | EntityKind::Place
            | EntityKind::Miscellaneous
            | EntityKind::Demographic
            | EntityKind::Handle
            | EntityKind::Code => {
                add(&looks[range], entity.kind);
            }
            _ => {}
        }
    }
    // A person's last name alone is the person, whatever else it may be called.
    for entity in entities.iter_mut() {
        let first = tokens.partition_point(|token| token.span.start < entity.span.start);
        let alone = tokens.get(first).is_some_and(|token| token.span == entity.span);
        let other = matches!(entity.kind, EntityKind::Place | EntityKind::Organization | EntityKind::Miscellaneous);
        if other && alone && last_names.contains(&looks[first].form) {
            entity.kind = EntityKind::Person;
        }
    }
    let mut taken = Taken::by(entities);
    for i in 0..tokens.len() {
        let Some(candidates) = known.get(&looks[i].form) else { continue };
        let fits = |forms: &Vec<u64>| {
            i + forms.len() <= looks.len() && forms.iter().zip(&looks[i..]).all(|(form, look)| *form == look.form)
        };
        let longest = candidates.iter().filter(|(forms, _)| fits(forms)).max_by_key(|(forms, _)| forms.len());
        // Mr Brown is meant by "Brown", but hardly where any word has its capital.
        let starts = document.sentences().binary_search_by_key(&i, |sentence| sentence.start).is_ok();
        if let Some((forms, kind)) = longest.filter(|(forms, _)| !(starts && is_ordinary(&looks[i..i + forms.len()]))) {
            let span = Span::new(tokens[i].span.start, tokens[i + forms.len() - 1].span.end);
            if !span.of(text).contains('\n') && taken.take(span) {
                entities.push(Entity { span, kind: *kind });
            }
        }
    }
    entities.sort_by_key(|entity| entity.span.start);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_organization_s_other_name_in_brackets() {
        let text = "The Court (Sąd Okręgowy w Warszawie) and the Party (see below) and (Others)";
        let at = |part: &str| {
            let start = text.find(part).unwrap_or_default();
            Entity { span: Span::new(start, start + part.len()), kind: EntityKind::Organization }
        };
        let mut entities = vec![at("Court"), Entity { kind: EntityKind::Place, ..at("Warszawie") }, at("Party")];
        names_in_brackets(text, Document::read(text).tokens(), &mut entities);
        assert_eq!(entities, [at("Court"), at("Sąd Okręgowy w Warszawie"), at("Party")]);
    }
}
