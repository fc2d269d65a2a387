//! Ages above 89 in words and in forms that the patterns do not know. It runs only where kinds are chosen: otherwise nothing rests on
//! telling such an age from others.

use crate::document::case::{Case, Finder};
use crate::document::finding::{Finding, Found, Rule};
use crate::document::numeral;
use crate::error::Result;
use scumble_span::{Span, word_spans};
use scumble_text::entity::EntityKind;

/// Redacts ages above 89: "aged ninety-three", "a hundred and one years old", "in her nineties", "a nonagenarian".
pub(in crate::document) struct OldAge;

/// Nobody is older.
const OLDEST: u32 = 130;
/// Words before a number that make it an age.
const BEFORE: [&str; 5] = ["aged", "age", "turned", "turning", "reached"];
/// Words for people of such an age, and for the age itself.
const WORDS: [&str; 7] = [
    "nonagenarian",
    "nonagenarians",
    "centenarian",
    "centenarians",
    "supercentenarian",
    "supercentenarians",
    "nineties",
];

impl Finder for OldAge {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let text = case.text();
        let spans: Vec<Span> = word_spans(text).collect();
        let words: Vec<String> = spans.iter().map(|span| span.of(text).to_lowercase()).collect();
        let word = |i: usize| words.get(i).map_or("", String::as_str);
        let covered = case.covered();
        let mut add = |span: Span| match covered.holds(span) {
            true => Ok(()),
            false => case.add(Finding::new(span, Found::Entity(EntityKind::Age), Rule::Entity)),
        };
        for i in 0..words.len() {
            // "In her nineties", but not "in the nineties".
            let decade = word(i) == "nineties" && (i.checked_sub(1).is_none_or(|before| word(before) == "the"));
            if WORDS.contains(&word(i)) && !decade {
                add(spans[i])?;
                continue;
            }
            let Some((number, length)) = numeral::leading(&words[i..]) else { continue };
            let before = i.checked_sub(1).map_or("", word);
            if !(90..=OLDEST).contains(&number) {
                continue;
            }
            let unit = matches!(word(i + length), "year" | "years" | "yrs" | "yr");
            let of_age = before == "of" && i >= 2 && word(i - 2) == "age";
            if unit || BEFORE.contains(&before) || of_age {
                add(Span::new(spans[i].start, spans[i + length - 1].end))?;
            }
        }
        Ok(())
    }
}
