//! Whom a letter or mail addresses, and who signs it.

use super::Lexicon;
use super::fields::person;
use crate::Span;
use crate::entity::{Entity, EntityKind};

/// The people whom lines greet, and the names under the last words of a letter.
pub(crate) fn letters(text: &str, lexicon: Lexicon<'_>) -> Vec<Entity> {
    /// A longer line signs nothing.
    const LONGEST_SIGNATURE: usize = 60;
    let mut out = Vec::new();
    let mut at = 0;
    let mut closed = false;
    for line in text.split_inclusive('\n') {
        let body = line.trim_start_matches(['>', ' ', '\t', '|', '*', '-']);
        let start = at + line.len() - body.len();
        let body = body.trim_end();
        at += line.len();
        if body.is_empty() {
            continue;
        }
        if closed && body.chars().count() <= LONGEST_SIGNATURE {
            out.extend(signature(body, lexicon).map(|span| person_at(start, span)));
        }
        let plain = body.trim_end_matches([',', '.', '!', ' ', ':']).to_lowercase();
        closed = lexicon.words.closings.contains(&plain);
        if !closed {
            greeted(body, start, lexicon, &mut out);
        }
    }
    out
}

fn person_at(start: usize, span: Span) -> Entity {
    Entity { span: Span::new(start + span.start, start + span.end), kind: EntityKind::Person }
}

/// A name at the beginning of a line, or letters for one: "A.", "nh".
fn signature(line: &str, lexicon: Lexicon<'_>) -> Option<Span> {
    let first = line.split([',', '|', '(', '–', '—']).next().unwrap_or_default().trim_end();
    let letters: String = first.chars().filter(|c| c.is_alphabetic()).collect();
    let is_initials = (1..=3).contains(&letters.chars().count())
        && first.chars().count() <= 5
        && !first.bytes().any(|b| b.is_ascii_digit());
    if is_initials && !matches!(letters.to_lowercase().as_str(), "x" | "xx" | "xxx" | "pp" | "ps" | "nb") {
        return Some(Span::new(0, first.len()));
    }
    person(first, lexicon).filter(|_| first.split_whitespace().count() <= 5)
}

/// The names behind a greeting at the beginning of a line: "Hi Thuy and Declan,".
fn greeted(line: &str, start: usize, lexicon: Lexicon<'_>, out: &mut Vec<Entity>) {
    const MOST_NAMES: usize = 6;
    let Some(first) = line.split_whitespace().next() else { return };
    let greeting = first.trim_end_matches([',', '!', '.']).to_lowercase();
    if !lexicon.words.greetings.contains(&greeting) || first.ends_with(['.', '!', '?']) {
        return;
    }
    let rest = &line[first.len()..];
    let end = rest.find(['.', '!', '?', ':', ';', '(', '–', '-', '<']).unwrap_or(rest.len());
    let mut at = first.len();
    let mut names = 0;
    for word in rest[..end].split_inclusive([' ', ',']) {
        let bare = word.trim_end_matches([' ', ',']);
        let place = at;
        at += word.len();
        let lower = bare.to_lowercase();
        if bare.is_empty()
            || lexicon.words.is_title(lower.trim_end_matches('.'))
            || matches!(lower.as_str(), "and" | "&" | "you" | "all" | "both" | "again" | "there" | "ms" | "mr")
        {
            continue;
        }
        let is_name = lexicon.is_given_name(&lower)
            && (bare.starts_with(char::is_uppercase) || lexicon.is_only_given_name(&lower))
            || !lexicon.is_word(&lower) && bare.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'));
        if !is_name || names == MOST_NAMES || bare.chars().count() < 2 {
            break;
        }
        names += 1;
        out.push(person_at(start, Span::new(place, place + bare.len())));
    }
}
