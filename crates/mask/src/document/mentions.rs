//! What each label of a release stands for.

use super::replace::labels;
use scumble_span::{Edit, Span, apply, places};

/// A label of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The label.
    pub label: String,
    /// The label with what is written around it: a backslash, or brackets.
    pub written: String,
    /// The text of the original in its place. Protected.
    pub surface: String,
}

/// Every label of the text that edits make of an original, in order.
///
/// ```
/// use scumble_mask::document::mentions;
/// use scumble_span::{Edit, Span};
/// let edits = [Edit { span: Span::new(0, 3), replacement: "Pers1".into() }];
/// let all = mentions("Ada met Org7.", &edits);
/// assert_eq!((all[0].label.as_str(), all[0].surface.as_str()), ("Pers1", "Ada"));
/// assert_eq!((all[1].label.as_str(), all[1].surface.as_str()), ("Org7", "Org7"));
/// ```
pub fn mentions(original: &str, edits: &[Edit]) -> Vec<Mention> {
    let output = apply(original, edits);
    let placed: Vec<(Span, &Edit)> = places(edits).into_iter().zip(edits).collect();
    let mention = |span: Span| {
        let label = span.of(&output).to_owned();
        let at = placed.partition_point(|(place, _)| place.end < span.start);
        let around = placed[at..].iter().take_while(|(place, _)| place.start <= span.start);
        for (place, edit) in around {
            if place.start <= span.start && span.end <= place.end {
                let surface = edit.span.of(original).to_owned();
                return Mention { label, written: edit.replacement.clone(), surface };
            }
            if place.end == span.start && edit.span.is_empty() {
                // A label that the original itself had.
                return Mention { written: format!("{}{label}", edit.replacement), surface: label.clone(), label };
            }
        }
        Mention { written: label.clone(), surface: label.clone(), label }
    };
    labels(&output).into_iter().map(mention).collect()
}
