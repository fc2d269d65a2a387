//! Who speaks in a chat, by the layout of its lines.

use super::Lexicon;
use crate::Span;
use crate::entity::{Entity, EntityKind};
use regex::Regex;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The layouts of lines, each with the speaker as its group `e`.
fn layouts() -> &'static [Regex] {
    const TIME: &str = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?";
    static LAYOUTS: OnceLock<Vec<Regex>> = OnceLock::new();
    LAYOUTS.get_or_init(|| {
        [
            // [22:14] <nick> text
            r"(?m)^[ >]*(?:\[[^\]\n]{3,25}\]\s*|TIME\s+)?<(?<e>[^<>\s@/][^<>\n@/]{0,30})>\s".to_owned(),
            // [22:15] * nick has joined
            r"(?m)^[ >]*(?:\[[^\]\n]{3,25}\]|TIME)\s[*]{1,3}\s?(?<e>[^\s*]{2,30})\s(?:has|is|was|joined|left|quit|changed|sets?)\b".to_owned(),
            // 02/08/2024, 7:31 am - Name: text
            r"(?m)^[ >]*\[?(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4},?\s+)?TIME\]?\s?[-–—]?\s?(?<e>[^:\n\[\]<>]{2,40}?)\s?:(?:\s|$)".to_owned(),
            // nick — Today at 01:12; Name   10:12 AM
            r"(?m)^[ >]*(?<e>[^\s\d:][^\n:\t]{1,38}?)(?:\s[—–-]\s|\s{2,}|\t)(?:[A-Za-z]{3,9}\s\d{1,2}(?:st|nd|rd|th)?\s(?:at\s)?|Today\sat\s|Yesterday\sat\s|\[)?TIME\]?[ ]*$".to_owned(),
        ]
        .iter()
        .map(|layout| Regex::new(&layout.replace("TIME", TIME)).expect("the layouts are checked by the tests"))
        .collect()
    })
}

/// The speakers of a chat.
pub(crate) fn speakers(text: &str, lexicon: Lexicon<'_>) -> Vec<Entity> {
    let mut out: Vec<Entity> = Vec::new();
    for layout in layouts() {
        let found = layout.captures_iter(text).filter_map(|found| found.name("e"));
        out.extend(found.filter_map(|e| speaker(text, Span::new(e.start(), e.end()), lexicon)));
    }
    // nick: text, more than once.
    let mut prefixes: HashMap<&str, Vec<Span>> = HashMap::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_start_matches(['>', ' ']);
        let start = at + line.len() - body.len();
        at += line.len();
        let Some((name, rest)) = body.split_once(':') else { continue };
        let is_short =
            name.len() <= 24 && name.split_whitespace().count() <= 2 && !name.contains(['/', '"', '(', ',', '<', '=']);
        if is_short && !name.is_empty() && rest.starts_with(' ') {
            prefixes.entry(name).or_default().push(Span::new(start, start + name.len()));
        }
    }
    let mut repeated: Vec<Vec<Span>> = prefixes.into_values().filter(|places| places.len() > 1).collect();
    repeated.sort();
    out.extend(repeated.into_iter().flatten().filter_map(|span| speaker(text, span, lexicon)));
    out
}

/// A speaker: a person where it is written like a name, else a handle. What consists of words only is a programme or a field.
fn speaker(text: &str, span: Span, lexicon: Lexicon<'_>) -> Option<Entity> {
    let is_inner = |c: char| c.is_alphanumeric() || matches!(c, '_' | '@' | '#');
    let name = span.of(text);
    let start = name.find(is_inner)?;
    let end = name.rfind(|c: char| is_inner(c) || c == '.')?;
    let end = end + name[end..].chars().next().map_or(1, char::len_utf8);
    let span = Span::new(span.start + start, span.start + end);
    let name = span.of(text);
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_number = name.starts_with(|c: char| c.is_ascii_digit() || c == '+');
    if is_number || words.len() > 4 || name.chars().count() < 2 {
        return None;
    }
    let is_plain = |word: &&str| {
        let lower = word.to_lowercase();
        lexicon.is_word(&lower) && !lexicon.is_given_name(&lower) || lexicon.words.field_words.contains(&lower)
    };
    if words.iter().all(is_plain)
        || lexicon.words.fields_of_people.contains(&name.to_lowercase())
        || lexicon.words.fields_of_codes.contains(&name.to_lowercase())
    {
        return None;
    }
    let is_name = words.iter().all(|word| {
        word.starts_with(char::is_uppercase)
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’'))
            || lexicon.words.particles.contains(word)
            || lexicon.words.kin_words.contains(word)
    });
    let kind = if is_name { EntityKind::Person } else { EntityKind::Handle };
    Some(Entity { span, kind })
}
