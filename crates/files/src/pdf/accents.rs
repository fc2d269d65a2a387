//! Accents that are drawn as glyphs of their own, as TeX does: the accent and its letter are read as one.

use super::shown::Shown;
use unicode_normalization::char::{compose, is_combining_mark};

/// How far beside its letter the middle of an accent may stand, and how far above it is drawn, in letter sizes.
const BESIDE: f64 = 0.08;
const ABOVE: f64 = 0.6;

/// The mark that a spacing accent stands for.
fn mark(character: char) -> Option<char> {
    Some(match character {
        '`' | '\u{2cb}' => '\u{300}',
        '\u{b4}' | '\u{2ca}' => '\u{301}',
        '^' | '\u{2c6}' => '\u{302}',
        '~' | '\u{2dc}' => '\u{303}',
        '\u{af}' | '\u{2c9}' => '\u{304}',
        '\u{2d8}' => '\u{306}',
        '\u{2d9}' => '\u{307}',
        '\u{a8}' => '\u{308}',
        '\u{b0}' | '\u{2da}' => '\u{30a}',
        '\u{2dd}' => '\u{30b}',
        '\u{2c7}' => '\u{30c}',
        '\u{b8}' => '\u{327}',
        '\u{2db}' => '\u{328}',
        mark if is_combining_mark(mark) => mark,
        _ => return None,
    })
}

fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    let first = characters.next()?;
    characters.next().is_none().then_some(first)
}

/// The letter with its accent.
fn accented(letter: &str, mark: char) -> Option<char> {
    // The dot of these letters makes room for the accent.
    let letter = match single(letter)? {
        '\u{131}' => 'i',
        '\u{237}' => 'j',
        letter => letter,
    };
    compose(letter, mark)
}

/// A glyph by the numbers of its string and of itself.
type Place = (usize, usize);

/// Composes accents with the letters that they are drawn over: the one after it in the order of drawing, or else the one before.
pub(super) fn compose_accents(shown: &mut Vec<Shown>) {
    let is_accent = |piece: &Shown| piece.text.chars().any(|character| mark(character).is_some());
    if !shown.iter().any(is_accent) {
        return;
    }
    let places: Vec<Place> = shown
        .iter()
        .enumerate()
        .flat_map(|(piece, shown)| (0..shown.glyphs()).map(move |glyph| (piece, glyph)))
        .collect();
    // Letters get their accents at once, so that a second accent finds the letter with the first one.
    let mut gone: Vec<Place> = Vec::new();
    for (at, &(piece, glyph)) in places.iter().enumerate() {
        let Some(mark) = single(shown[piece].glyph(glyph)).and_then(mark) else { continue };
        let next = places.get(at + 1).copied();
        let before = at.checked_sub(1).map(|at| places[at]).filter(|place| gone.last() != Some(place));
        let found = [next, before].into_iter().flatten().find_map(|letter| {
            let over = is_over(shown, (piece, glyph), letter);
            over.then(|| accented(shown[letter.0].glyph(letter.1), mark)).flatten().map(|text| (letter, text))
        });
        if let Some(((piece_of_letter, letter), text)) = found {
            shown[piece_of_letter].replace(letter, text.encode_utf8(&mut [0; 4]));
            gone.push((piece, glyph));
        }
    }
    for (piece, glyph) in gone.into_iter().rev() {
        shown[piece].remove(glyph);
    }
    shown.retain(|shown| shown.glyphs() > 0);
}

/// Whether the middle of an accent stands over a letter. A mark without a width of its own belongs to the letter before it.
fn is_over(shown: &[Shown], accent: Place, letter: Place) -> bool {
    let piece = &shown[letter.0];
    let Some(axes) = piece.axes() else { return false };
    let ((left, height), (right, _)) = (axes.of(piece.start(letter.1)), axes.of(piece.end_of(letter.1)));
    let (from, above) = axes.of(shown[accent.0].start(accent.1));
    let (to, _) = axes.of(shown[accent.0].end_of(accent.1));
    let middle = (from + to) / 2.0;
    let (left, right) = (left.min(right), left.max(right));
    let follows = accent > letter && (to - from).abs() < 0.05 && (middle - right).abs() < 0.3;
    let inside = middle > left - BESIDE && middle < right + BESIDE && right - left > 0.0;
    // Behind a letter of its line, an accent of some width stands beside it and not over it.
    (follows || (inside && (middle - (left + right) / 2.0).abs() < 0.3)) && (above - height).abs() < ABOVE
}
