//! The marks of a release: labels, `[REDACTED]` and mask characters. They are never candidates.

use crate::document::finding::Found;
use scumble_span::{Span, is_mark_on_letter, is_unseen};
use scumble_text::entity::EntityKind;

/// The replacement of a finding that is removed.
pub const REDACTED: &str = "[REDACTED]";
/// The replacement of each character of a finding that is masked.
pub const MASK_CHAR: char = '█';

/// The beginning of a label, by kind.
pub(in crate::document) fn prefix(kind: Found) -> &'static str {
    match kind {
        Found::Term => "Term",
        Found::Name => "Name",
        Found::Block => "Block",
        Found::Entity(kind) => match kind {
            EntityKind::Person => "Pers",
            EntityKind::Organization => "Org",
            EntityKind::Place => "Loc",
            EntityKind::Demographic => "Dem",
            EntityKind::Miscellaneous => "Misc",
            EntityKind::DateTime => "Date",
            EntityKind::Quantity => "Quant",
            EntityKind::Code => "Code",
            EntityKind::Email => "Email",
            EntityKind::Url => "Url",
            EntityKind::Phone => "Phone",
            EntityKind::Ip => "Ip",
            EntityKind::Iban => "Iban",
            EntityKind::PaymentCard => "Card",
            EntityKind::NationalId => "Id",
            EntityKind::Age => "Age",
            EntityKind::Address => "Addr",
            EntityKind::PostCode => "Post",
            EntityKind::Title => "Title",
            EntityKind::Handle => "User",
            EntityKind::Secret => "Key",
            _ => "Own",
        },
    }
}

/// The kind whose labels begin so.
pub(in crate::document) fn kind_of_prefix(word: &str) -> Option<Found> {
    let entities = EntityKind::ALL.into_iter().map(Found::Entity);
    let others = [Found::Term, Found::Name, Found::Block, Found::Entity(EntityKind::Custom(0))];
    entities.chain(others).find(|&kind| prefix(kind) == word)
}

fn is_prefix(word: &str) -> bool {
    kind_of_prefix(word).is_some()
}

/// Whether a word is written as a label: `Pers1`, but not `Pers01`.
pub fn is_label(word: &str) -> bool {
    let digits = word.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (letters, number) = word.split_at(word.len() - digits);
    (1..=9).contains(&digits) && !number.starts_with('0') && is_prefix(letters)
}

/// Where labels stand, in order. A label is a whole word.
pub fn labels(text: &str) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        // A label ends in an ASCII digit behind an ASCII letter.
        let Some(found) =
            bytes[at..].windows(2).position(|pair| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
        else {
            break;
        };
        let digit = at + found + 1;
        let start =
            text[..digit].char_indices().rev().take_while(|(_, c)| is_word(*c)).last().map_or(digit, |(i, _)| i);
        let end = text[digit..].find(|c| !is_word(c)).map_or(text.len(), |length| digit + length);
        // Marks that are not seen may stand around it.
        let from = end - text[start..end].trim_start_matches(is_unseen).len();
        let label = text[from..end].trim_end_matches(is_unseen);
        if is_label(label) {
            out.push(Span::new(from, from + label.len()));
        }
        at = end;
    }
    out
}

/// Whether a character is a part of words.
pub(in crate::document) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || is_mark_on_letter(c)
}

/// Where labels and other marks stand, in order.
pub fn marks(text: &str) -> Vec<Span> {
    let mut all = labels(text);
    all.extend(text.match_indices(REDACTED).map(|(at, mark)| Span::new(at, at + mark.len())));
    let mut start = None;
    for (at, _) in text.match_indices(MASK_CHAR) {
        match start {
            Some((_, end)) if end == at => start = start.map(|(from, _)| (from, at + MASK_CHAR.len_utf8())),
            _ => {
                all.extend(start.map(|(from, end)| Span::new(from, end)));
                start = Some((at, at + MASK_CHAR.len_utf8()));
            }
        }
    }
    all.extend(start.map(|(from, end)| Span::new(from, end)));
    all.sort();
    all
}

/// The pieces of a span that no mark covers and that have a letter or a digit, without white space at their edges.
pub fn outside(text: &str, span: Span, marks: &[Span]) -> Vec<Span> {
    let mut out = Vec::new();
    let mut from = span.start;
    let first = marks.partition_point(|mark| mark.end <= span.start);
    let touching = marks[first..].iter().take_while(|mark| mark.start < span.end);
    for mark in touching.copied().chain([Span::new(span.end, span.end)]) {
        let piece = Span::new(from, mark.start.max(from));
        from = mark.end;
        if let Some(piece) = trimmed(text, piece) {
            out.push(piece);
        }
    }
    out
}

/// A span without what is neither letter nor digit at its edges, but for brackets and the like inside; `None` if nothing is left.
pub(in crate::document) fn trimmed(text: &str, span: Span) -> Option<Span> {
    let piece = span.of(text);
    let start = piece.find(char::is_alphanumeric)?;
    let (last, c) = piece.char_indices().rev().find(|(_, c)| c.is_alphanumeric())?;
    let last = last + c.len_utf8();
    let marks: usize = piece[last..].chars().take_while(|&c| is_mark_on_letter(c)).map(char::len_utf8).sum();
    Some(Span::new(span.start + start, span.start + last + marks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_whole_words() {
        let text = "Pers1 met Pers01, xPers2, Pers3x and (Org12); Term7’s.";
        let found: Vec<_> = labels(text).into_iter().map(|span| span.of(text)).collect();
        assert_eq!(found, ["Pers1", "Org12", "Term7"]);
        assert!(!is_label("Pers") && !is_label("1") && !is_label("Pera1"));
    }

    #[test]
    fn pieces_beside_marks() {
        let text = "Pers1 Holdings ([REDACTED]) ██ Ltd";
        let left: Vec<_> =
            outside(text, Span::new(0, text.len()), &marks(text)).into_iter().map(|s| s.of(text)).collect();
        assert_eq!(left, ["Holdings", "Ltd"]);
    }
}
