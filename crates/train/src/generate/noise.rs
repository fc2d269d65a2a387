//! Noise: case, typing errors, lost punctuation and line breaks, doubled blanks, quotes. Every character keeps its mark.

use super::lists::{chance, pick};
use super::mark::Kind;
use scumble_mask::Rng;

/// A character and the number of its mark plus one; 0 has no mark.
pub(super) type Inked = (char, u32);

/// How much noise a template takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Level {
    /// None at all: fixed layouts that machines write.
    None,
    /// Now and then.
    Light,
    /// As people type in chats.
    Chat,
}

/// Puts noise over a text; `kinds` has the kind of every mark.
pub(super) fn disturb(mut text: Vec<Inked>, kinds: &[Kind], level: Level, rng: &mut Rng) -> Vec<Inked> {
    let chat = level == Level::Chat;
    if level == Level::None || (!chat && chance(60, rng)) {
        return text;
    }
    let code = |mark: u32| mark > 0 && kinds[mark as usize - 1].is_code();
    if chance(if chat { 40 } else { 20 }, rng) {
        text = typing_errors(&text, &code, rng);
    }
    if chance(if chat { 40 } else { 12 }, rng) {
        let percent = pick(&["30", "60", "100"], rng).parse().unwrap_or(100);
        text = without_punctuation(&text, percent, rng);
    }
    if chance(15, rng) {
        text = doubled_blanks(&text, rng);
    }
    if chance(if chat { 3 } else { 10 }, rng) {
        text = without_breaks(&text, rng);
    }
    if !chat && chance(8, rng) {
        text = quoted(&text, rng);
    }
    match rng.below(100) {
        0..12 => in_case(&text, &code, false),
        12..38 if chat => in_case(&text, &code, false),
        38..46 if !chat => in_case(&text, &code, true),
        _ => text,
    }
}

/// All letters small or all capital, but for codes.
fn in_case(text: &[Inked], code: &impl Fn(u32) -> bool, upper: bool) -> Vec<Inked> {
    let change = |&(c, mark): &Inked| -> Vec<Inked> {
        if code(mark) {
            vec![(c, mark)]
        } else if upper {
            c.to_uppercase().map(|c| (c, mark)).collect()
        } else {
            c.to_lowercase().map(|c| (c, mark)).collect()
        }
    };
    text.iter().flat_map(change).collect()
}

/// Letters swapped, lost or doubled, about one in a hundred; digits and codes are left alone, and a mark never loses all of its letters.
fn typing_errors(text: &[Inked], code: &impl Fn(u32) -> bool, rng: &mut Rng) -> Vec<Inked> {
    let mut out: Vec<Inked> = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let (c, mark) = text[at];
        let inner = |place: usize| text.get(place).is_some_and(|&(c, own)| c.is_alphabetic() && own == mark);
        // Only letters between two letters of the same word change, and marks less often than the rest.
        let word = c.is_alphabetic() && at > 0 && inner(at - 1) && inner(at + 1) && !code(mark);
        if !word || rng.below(if mark > 0 { 300 } else { 100 }) > 0 {
            out.push((c, mark));
            at += 1;
            continue;
        }
        match rng.below(3) {
            0 => {
                out.extend([text[at + 1], text[at]]);
                at += 2;
            }
            1 => at += 1,
            _ => {
                out.extend([text[at], text[at]]);
                at += 1;
            }
        }
    }
    out
}

/// Some commas and full stops outside of marks are lost.
fn without_punctuation(text: &[Inked], percent: usize, rng: &mut Rng) -> Vec<Inked> {
    let mut out = Vec::with_capacity(text.len());
    for (at, &(c, mark)) in text.iter().enumerate() {
        let ends_word = text.get(at + 1).is_none_or(|next| next.0.is_whitespace());
        if !(mark == 0 && matches!(c, '.' | ',' | ';') && ends_word && chance(percent, rng)) {
            out.push((c, mark));
        }
    }
    out
}

/// Blanks outside of marks are doubled here and there.
fn doubled_blanks(text: &[Inked], rng: &mut Rng) -> Vec<Inked> {
    let mut out = Vec::with_capacity(text.len());
    for &(c, mark) in text {
        out.push((c, mark));
        if c == ' ' && mark == 0 && chance(5, rng) {
            out.push((' ', 0));
        }
    }
    out
}

/// Line breaks become blanks, half of them or all.
fn without_breaks(text: &[Inked], rng: &mut Rng) -> Vec<Inked> {
    let percent = if chance(50, rng) { 100 } else { 50 };
    let flat =
        |&(c, mark): &Inked, rng: &mut Rng| if c == '\n' && chance(percent, rng) { (' ', mark) } else { (c, mark) };
    text.iter().map(|ink| flat(ink, rng)).collect()
}

/// Every line from some line on is quoted.
fn quoted(text: &[Inked], rng: &mut Rng) -> Vec<Inked> {
    let lines = text.iter().filter(|ink| ink.0 == '\n').count();
    let first = rng.below(lines / 2 + 1);
    let mut out: Vec<Inked> = Vec::new();
    let mut line = 0;
    let mut begins = true;
    for &(c, mark) in text {
        if begins && line >= first {
            out.extend([('>', 0), (' ', 0)]);
        }
        out.push((c, mark));
        begins = c == '\n';
        line += usize::from(begins);
    }
    out
}
