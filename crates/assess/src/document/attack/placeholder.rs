//! What stands in a sanitised text in place of something, and says nothing itself.

use scumble_mask::document::marks;
use scumble_span::{Span, token_spans};

/// The kinds that tools and benchmarks write in capitals in place of a name: ours, Presidio's, spaCy's, Stanford's and those of the
/// Text Anonymization Benchmark.
const KINDS: [&str; 46] = [
    "ADDRESS",
    "AGE",
    "CARD",
    "CARDINAL",
    "CODE",
    "CREDIT",
    "CRYPTO",
    "DATE",
    "DATETIME",
    "DEM",
    "DOMAIN",
    "EMAIL",
    "EVENT",
    "FAC",
    "GPE",
    "IBAN",
    "ID",
    "IP",
    "LANGUAGE",
    "LAW",
    "LICENSE",
    "LOC",
    "LOCATION",
    "MEDICAL",
    "MISC",
    "MONEY",
    "NAME",
    "NORP",
    "NRP",
    "NUMBER",
    "ORDINAL",
    "ORG",
    "ORGANIZATION",
    "PER",
    "PERCENT",
    "PERSON",
    "PHONE",
    "PRODUCT",
    "QUANTITY",
    "REDACTED",
    "SENSITIVE",
    "SSN",
    "TIME",
    "TITLE",
    "URL",
    "XXX",
];

/// Kinds of several words; the words alone are no placeholders.
const LONG_KINDS: [&[&str]; 1] = [&["WORK", "OF", "ART"]];

/// Where placeholders stand, in order: the labels, redactions and mask characters of a release of ours, and words in capitals that
/// name a kind, alone or with a number (`PERSON`, `PERSON-1`, `ORG_2`, `[DATE TIME]`, `<LOCATION>`).
pub fn placeholders(text: &str) -> Vec<Span> {
    let mut found = marks(text);
    let tokens: Vec<Span> = token_spans(text).collect();
    let is_number = |token: &str| token.bytes().all(|byte| byte.is_ascii_digit());
    let mut at = 0;
    while at < tokens.len() {
        let word = |place: usize| tokens.get(at + place).map(|span| span.of(text));
        let long = LONG_KINDS.into_iter().find(|kind| (0..kind.len()).all(|place| word(place) == Some(kind[place])));
        let length = match long {
            Some(kind) => kind.len(),
            None => usize::from(is_kind(tokens[at].of(text))),
        };
        if length > 0 {
            found.push(Span::new(tokens[at].start, tokens[at + length - 1].end));
            // Its number: behind a hyphen, or in the same brackets.
            if let Some(number) = tokens.get(at + length).filter(|token| is_number(token.of(text))) {
                let between = &text[tokens[at + length - 1].end..number.start];
                let bracketed = text[..tokens[at].start].ends_with(['[', '<']);
                if between == "-" || bracketed && between == " " {
                    found.push(*number);
                    at += 1;
                }
            }
        }
        at += length.max(1);
    }
    found.sort();
    found
}

/// Whether a word names a kind, alone or with `_` and a number.
fn is_kind(word: &str) -> bool {
    let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let bare = bare.strip_suffix('_').unwrap_or(bare);
    KINDS.binary_search(&bare).is_ok()
        || bare.contains('_') && bare.split('_').all(|part| KINDS.binary_search(&part).is_ok())
}

/// The pieces of a text between its placeholders.
pub fn outside_placeholders<'t>(text: &'t str, placeholders: &[Span]) -> Vec<&'t str> {
    let mut pieces = Vec::with_capacity(placeholders.len() + 1);
    let mut from = 0;
    for span in placeholders {
        if span.start > from {
            pieces.push(&text[from..span.start]);
        }
        from = from.max(span.end);
    }
    pieces.push(&text[from..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_of_many_tools() {
        assert!(KINDS.is_sorted());
        for (text, left) in [
            ("Pers1 met [REDACTED] in Loc2.", "met in"),
            ("PERSON-1 and [PERSON 2] of ORG_3, [DATE TIME]", "and of"),
            ("on DATE 5 people", "on 5 people"),
            ("<LOCATION> in a WORK OF ART (CARDINAL)", "in a"),
            ("[PERSON 1] ([date in the 1880s]) ███ slept", "date in the 1880s slept"),
            ("A personal WORK of art; the Date 5", "A personal WORK of art the Date 5"),
            ("SENSITIVE–SENSITIVE in DATE. 5 people", "in 5 people"),
            ("PHONE_NUMBER é", "é"),
        ] {
            let pieces = outside_placeholders(text, &placeholders(text));
            let tokens = pieces.iter().flat_map(|piece| token_spans(piece).map(move |span| span.of(piece)));
            assert_eq!(tokens.collect::<Vec<_>>().join(" "), left, "{text}");
        }
    }
}
