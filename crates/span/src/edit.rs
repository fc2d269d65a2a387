//! Edits of a text, and the one way to apply them.

use crate::span::Span;

/// A replacement for a piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The piece that is replaced; an empty one is a place to insert at.
    pub span: Span,
    /// The text that is written in its place.
    pub replacement: String,
}

/// The text with all edits applied; every byte outside of them stays as it is.
///
/// ```
/// use scumble_span::{Edit, Span, apply};
/// let edits = [Edit { span: Span::new(0, 3), replacement: "Pers1".into() }];
/// assert_eq!(apply("Ada slept.", &edits), "Pers1 slept.");
/// ```
///
/// # Panics
/// If edits overlap, are not in order, do not fit the text or cut a character; [`check`] checks that beforehand.
#[must_use]
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

/// Where each replacement stands in the text that [`apply`] returns.
///
/// ```
/// use scumble_span::{Edit, Span, places};
/// let edits = [(0, 3), (4, 9)].map(|(start, end)| Edit { span: Span::new(start, end), replacement: "Pers1".into() });
/// assert_eq!(places(&edits), [Span::new(0, 5), Span::new(6, 11)]);
/// ```
#[must_use]
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

/// Why a list of edits cannot be applied to a text. The edit is named by its number in the list, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// An edit reaches beyond the text, or ends before it starts.
    Outside(usize),
    /// An edit starts or ends inside a character.
    CutsCharacter(usize),
    /// An edit starts before the end of the one before it.
    Overlaps(usize),
}

impl std::fmt::Display for EditError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Outside(number) => write!(f, "edit {number} is no piece of the text"),
            Self::CutsCharacter(number) => write!(f, "edit {number} cuts a character"),
            Self::Overlaps(number) => write!(f, "edit {number} overlaps the one before it, or is out of order"),
        }
    }
}

impl std::error::Error for EditError {}

/// Checks that edits can be applied to a text.
///
/// ```
/// use scumble_span::{Edit, EditError, Span, check};
/// let edit = |start, end| Edit { span: Span::new(start, end), replacement: String::new() };
/// assert_eq!(check("né", &[edit(0, 3)]), Ok(()));
/// assert_eq!(check("né", &[edit(0, 2)]), Err(EditError::CutsCharacter(1)));
/// assert_eq!(check("né", &[edit(0, 1), edit(0, 1)]), Err(EditError::Overlaps(2)));
/// ```
///
/// # Errors
/// If an edit lies outside the text, cuts a character or overlaps another.
pub fn check(text: &str, edits: &[Edit]) -> Result<(), EditError> {
    let mut at = 0;
    for (number, edit) in (1..).zip(edits) {
        if edit.span.start > edit.span.end || edit.span.end > text.len() {
            return Err(EditError::Outside(number));
        }
        if !text.is_char_boundary(edit.span.start) || !text.is_char_boundary(edit.span.end) {
            return Err(EditError::CutsCharacter(number));
        }
        if edit.span.start < at {
            return Err(EditError::Overlaps(number));
        }
        at = edit.span.end;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: usize, end: usize, with: &str) -> Edit {
        Edit { span: Span::new(start, end), replacement: with.to_owned() }
    }

    #[test]
    fn replacements_stand_where_places_says() {
        let text = "Ada met Bob in Zürich.";
        let lists = [
            vec![],
            vec![edit(0, 3, "Pers1"), edit(3, 3, ","), edit(8, 11, ""), edit(15, 22, "Ort1")],
            vec![edit(0, 0, "x"), edit(0, 0, "é"), edit(text.len(), text.len(), "!")],
            vec![edit(0, text.len(), "")],
        ];
        for edits in lists {
            assert_eq!(check(text, &edits), Ok(()));
            let output = apply(text, &edits);
            let found: Vec<&str> = places(&edits).into_iter().map(|place| place.of(&output)).collect();
            let expected: Vec<&str> = edits.iter().map(|edit| edit.replacement.as_str()).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn edits_that_cannot_be_applied_are_named() {
        let text = "né";
        assert_eq!(check(text, &[edit(0, 0, ""), edit(1, 4, "")]), Err(EditError::Outside(2)));
        assert_eq!(check(text, &[edit(1, 0, "")]), Err(EditError::Outside(1)));
        assert_eq!(check(text, &[edit(2, 2, "")]), Err(EditError::CutsCharacter(1)));
        assert_eq!(check(text, &[edit(0, 1, ""), edit(0, 0, "")]), Err(EditError::Overlaps(2)));
        assert_eq!(EditError::Overlaps(2).to_string(), "edit 2 overlaps the one before it, or is out of order");
    }
}
