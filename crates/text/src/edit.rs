//! Changes to a text, and the one way to make them.

use crate::span::Span;

/// What is to stand in place of a piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The piece that goes.
    pub span: Span,
    /// What comes in its place.
    pub replacement: String,
}

/// The text with all edits made; every byte outside them stays as it is.
///
/// ```
/// use scumble_text::{Edit, Span, apply};
/// let edits = [Edit { span: Span::new(0, 3), replacement: "Pers1".into() }];
/// assert_eq!(apply("Ada slept.", &edits), "Pers1 slept.");
/// ```
///
/// # Panics
/// If edits overlap, are not in order, or cut a character.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let more: usize = edits.iter().map(|edit| edit.replacement.len()).sum();
    let mut out = String::with_capacity(text.len() + more);
    let mut at = 0;
    for edit in edits {
        assert!(at <= edit.span.start && edit.span.start <= edit.span.end, "edits are in order and do not overlap");
        out.push_str(&text[at..edit.span.start]);
        out.push_str(&edit.replacement);
        at = edit.span.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Where each replacement stands in the text that [`apply`] makes.
///
/// ```
/// use scumble_text::{Edit, Span, places};
/// let edits = [(0, 3), (4, 9)].map(|(start, end)| Edit { span: Span::new(start, end), replacement: "Pers1".into() });
/// assert_eq!(places(&edits), [Span::new(0, 5), Span::new(6, 11)]);
/// ```
pub fn places(edits: &[Edit]) -> Vec<Span> {
    let (mut removed, mut added) = (0, 0);
    let place = |edit: &Edit| {
        let start = edit.span.start - removed + added;
        removed += edit.span.len();
        added += edit.replacement.len();
        Span::new(start, start + edit.replacement.len())
    };
    edits.iter().map(place).collect()
}
