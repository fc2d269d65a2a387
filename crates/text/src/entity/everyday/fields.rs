//! Fields of forms and headers of mails: "Patient: Ó Flaithearta, Caoimhe    DOB: 03/11/1958".

use super::Lexicon;
use crate::Span;
use crate::entity::{Entity, EntityKind};

/// The values of fields that are somebody or something, and the names of all fields.
#[derive(Default)]
pub(crate) struct Fields {
    /// The values.
    pub(crate) values: Vec<Entity>,
    /// The names of fields, without the colon.
    pub(crate) labels: Vec<Span>,
}

/// The longest name of a field, in words.
const MOST_WORDS: usize = 4;
/// A longer line is no form.
const LONGEST_LINE: usize = 2000;

/// Reads the fields of a text.
pub(crate) fn fields(text: &str, lexicon: Lexicon<'_>) -> Fields {
    let mut out = Fields::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.len() <= LONGEST_LINE && line.contains(':') {
            for (start, cell) in cells(line) {
                read_cell(text, at + start, cell, lexicon, &mut out);
            }
        }
        at += line.len();
    }
    out
}

/// The cells of a line: what stands between tabs, bars, dots in the middle and gaps of two blanks.
fn cells(line: &str) -> Vec<(usize, &str)> {
    let mut out = Vec::new();
    let mut start = 0;
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let gap = match bytes[at] {
            b'\t' | b'|' | b'\n' | b'\r' => 1,
            b' ' if bytes.get(at + 1) == Some(&b' ') => 2,
            _ if line[at..].starts_with('·') => '·'.len_utf8(),
            _ => 0,
        };
        // Blanks behind a colon are no end of a cell.
        let after_colon = gap == 2
            && (line[start..at].trim_end().ends_with(':') || line[at..].trim_start_matches(' ').starts_with(':'));
        if gap > 0 && !after_colon {
            out.push((start, &line[start..at]));
            start = at + gap;
            at += gap;
        } else {
            at += 1;
            while at < bytes.len() && !line.is_char_boundary(at) {
                at += 1;
            }
        }
    }
    out.push((start, &line[start..]));
    out
}

fn read_cell(text: &str, at: usize, cell: &str, lexicon: Lexicon<'_>, out: &mut Fields) {
    let colons: Vec<usize> = cell
        .match_indices(':')
        .map(|(place, _)| place)
        .filter(|&place| cell[place + 1..].chars().next().is_none_or(char::is_whitespace))
        .collect();
    let mut labels: Vec<(Span, Option<EntityKind>, usize)> = Vec::new();
    let mut from = 0;
    for &colon in &colons {
        if let Some((label, kind)) = label_before(&cell[from..colon], from == 0, lexicon) {
            labels.push((Span::new(from + label.start, from + label.end), kind, colon + 1));
        }
        from = colon + 1;
    }
    for (i, &(label, kind, value)) in labels.iter().enumerate() {
        out.labels.push(Span::new(at + label.start, at + label.end));
        let end = labels.get(i + 1).map_or(cell.len(), |next| next.0.start);
        if let Some(kind) = kind.filter(|_| value < end) {
            let span = trimmed(text, Span::new(at + value, at + end));
            out.values.extend(value_of(text, span, kind, lexicon).map(|span| Entity { span, kind }));
        }
    }
}

/// The name of a field that ends a text, and the kind of its value; at the start of a cell, any few words are one.
fn label_before(before: &str, first: bool, lexicon: Lexicon<'_>) -> Option<(Span, Option<EntityKind>)> {
    let end = before.trim_end().len();
    let head = &before[..end];
    let starts: Vec<usize> = words_from_behind(head).take(MOST_WORDS + 1).collect();
    let lists = lexicon.words;
    // The longest name that is known.
    for &start in starts.iter().take(MOST_WORDS).rev() {
        let name = head[start..].trim_matches(|c: char| matches!(c, '>' | '*' | '-' | '(' | '"')).to_lowercase();
        let kinds = [
            (&lists.fields_of_people, Some(EntityKind::Person)),
            (&lists.fields_of_addresses, Some(EntityKind::Address)),
            (&lists.fields_of_organizations, Some(EntityKind::Organization)),
            (&lists.fields_of_codes, Some(EntityKind::Code)),
            (&lists.field_words, None),
        ];
        if let Some((_, kind)) = kinds.into_iter().find(|(list, _)| list.contains(&name)) {
            return Some((Span::new(start, end), kind));
        }
    }
    let all = first && starts.len() <= MOST_WORDS && head.trim_start().starts_with(char::is_alphabetic);
    let is_plain = |word: &str| {
        let lower = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        lexicon.is_word(&lower) && !lexicon.is_only_given_name(&lower)
            || word.len() <= 5 && !word.contains(char::is_lowercase)
    };
    let start = head.len() - head.trim_start().len();
    (all && head.split_whitespace().all(is_plain)).then_some((Span::new(start, end), None))
}

/// Where words begin, the last one first.
fn words_from_behind(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.char_indices().rev().filter_map(|(at, c)| {
        let begins = !c.is_whitespace() && text[..at].chars().next_back().is_none_or(char::is_whitespace);
        begins.then_some(at)
    })
}

fn trimmed(text: &str, span: Span) -> Span {
    let inner = span.of(text);
    let start = span.start + (inner.len() - inner.trim_start().len());
    Span::new(start.min(span.end), span.start + inner.trim_end().len().max(start - span.start))
}

/// The part of a value that is of a kind.
fn value_of(text: &str, span: Span, kind: EntityKind, lexicon: Lexicon<'_>) -> Option<Span> {
    let value = span.of(text);
    match kind {
        EntityKind::Person => {
            person(value, lexicon).map(|inner| Span::new(span.start + inner.start, span.start + inner.end))
        }
        EntityKind::Address => {
            let end = value.find([';', '<']).unwrap_or(value.len());
            let end = ["tel", "Tel", "phone", "Phone", " Mob", " E-mail", " Email"]
                .iter()
                .filter_map(|word| value.find(word))
                .fold(end, usize::min);
            let value = value[..end].trim_end().trim_end_matches([',', '.']);
            let is_place = value.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
            let has_name = value.bytes().any(|b| b.is_ascii_digit()) || lexicon.is_like_a_name(value);
            (is_place && has_name && value.chars().count() <= 120)
                .then_some(Span::new(span.start, span.start + value.len()))
        }
        EntityKind::Organization => {
            let value = value.split([',', ';', '(']).next().unwrap_or_default().trim_end();
            let is_name = value.starts_with(char::is_uppercase) && lexicon.is_like_a_name(value);
            (is_name && value.split_whitespace().count() <= 6)
                .then_some(Span::new(span.start, span.start + value.len()))
        }
        _ => code(value).map(|length| Span::new(span.start, span.start + length)),
    }
}

/// How long the code is that a value begins with.
fn code(value: &str) -> Option<usize> {
    let mut end = 0;
    for word in value.split_inclusive(' ') {
        let bare = word.trim_end();
        let is_code = bare.bytes().any(|b| b.is_ascii_digit())
            || !bare.is_empty() && bare.len() <= 4 && bare.bytes().all(|b| b.is_ascii_uppercase());
        if !is_code {
            break;
        }
        end += word.len();
    }
    let code = value[..end].trim_end().trim_end_matches([',', '.', ';', ')']);
    let figures = code.bytes().filter(u8::is_ascii_digit).count();
    (figures >= 2 && code.len() >= 3 && code.len() <= 40).then_some(code.len())
}

/// The person that a value begins with: "Ó Flaithearta, Caoimhe", "Dr M. Tansey, Claddagh Practice" without the practice.
pub(super) fn person(value: &str, lexicon: Lexicon<'_>) -> Option<Span> {
    const MOST_PARTS: usize = 6;
    let opening = value.len() - value.trim_start_matches(['"', '\'', '“', ' ', '(']).len();
    let rest = &value[opening..];
    let end = rest.find(['<', ';', '|', '[', '"', '”', '/', '@', '–', '—', '\n']).unwrap_or(rest.len());
    let rest = &rest[..end];
    let all_small =
        rest.split_whitespace().take(3).all(|word| word.starts_with(|c: char| c.is_lowercase() || c == '('));
    let (mut start, mut end, mut commas, mut parts) = (None, 0, 0, 0);
    let mut at = 0;
    for word in rest.split_inclusive(char::is_whitespace) {
        let bare = word.trim_end();
        let place = at;
        at += word.len();
        if bare.is_empty() {
            continue;
        }
        let name = bare.trim_end_matches([',', '.', ':']).trim_matches(['(', ')', '\'', '’']);
        let lower = name.to_lowercase();
        // A title before the name is no part of it.
        if start.is_none() && (lexicon.words.is_title(&lower) || lower == "pp") {
            continue;
        }
        let has_figure = bare.bytes().any(|b| b.is_ascii_digit());
        let fits = lexicon.may_be_of_a_name(name) && (!bare.starts_with('(') || bare.ends_with(')'))
            || all_small
                && !lexicon.words.is_stop_word(&lower)
                && (!lexicon.is_word(&lower) || lexicon.is_given_name(&lower) || name.len() == 1);
        if has_figure
            || !fits
            || parts >= MOST_PARTS
            || name.is_empty()
            || commas > 0 && lower.chars().count() > 1 && lexicon.is_word(&lower) && !lexicon.is_given_name(&lower)
        {
            break;
        }
        start.get_or_insert(place);
        parts += 1;
        end = place + bare.trim_end_matches([',', ':']).len();
        if bare.ends_with(',') {
            commas += 1;
            if commas > 1 {
                break;
            }
        }
    }
    let start = start?;
    let name = rest[start..end].trim_end_matches(['\'', '’']);
    let initials = name.chars().filter(|c| c.is_uppercase()).count() >= 1 && name.chars().count() <= 4;
    (lexicon.is_like_a_name(name) || initials && !lexicon.is_word(&name.to_lowercase()))
        .then_some(Span::new(opening + start, opening + start + name.len()))
}
