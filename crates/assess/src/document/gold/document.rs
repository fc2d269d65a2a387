//! Annotated documents, and offsets of code points as bytes.

use crate::reading::{Error, Result};
use scumble_span::Span;

/// What a mention is to the person to be protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identifier {
    /// It identifies the person alone.
    Direct,
    /// It identifies the person together with others.
    Quasi,
    /// It may stay.
    NoMask,
}

/// A mention that somebody annotated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoldMention {
    /// Where it stands, in bytes.
    pub span: Span,
    /// The entity that it mentions: equal names are one entity.
    pub entity: String,
    /// The kind of entity, in the words of the annotators.
    pub kind: String,
    /// What it is to the person.
    pub identifier: Identifier,
    /// Who annotated it.
    pub annotator: String,
}

/// A document and what was annotated in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoldDocument {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Whom the annotators were asked to protect, if that is known.
    pub person: Option<String>,
    /// All mentions.
    pub mentions: Vec<GoldMention>,
    /// Annotators who read the document; those of its mentions if there are more of them.
    pub annotators: usize,
}

/// The bytes of code points of one text.
#[derive(Clone, Debug)]
pub struct Offsets {
    bytes: Vec<usize>,
}

impl Offsets {
    /// Of a text.
    pub fn new(text: &str) -> Self {
        Self { bytes: text.char_indices().map(|(at, _)| at).chain([text.len()]).collect() }
    }

    /// The bytes from one code point up to, but not including, another; `annotation` is the number of the annotation in its document,
    /// from 1.
    ///
    /// # Errors
    /// If they lie outside of the text, or the end is not behind the start.
    pub fn span(&self, start: usize, end: usize, document: &str, annotation: usize) -> Result<Span> {
        match (self.bytes.get(start), self.bytes.get(end)) {
            (Some(&from), Some(&to)) if from < to => Ok(Span::new(from, to)),
            _ => {
                Err(Error::OutsideText { document: document.to_owned(), annotation, characters: self.bytes.len() - 1 })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_are_not_bytes() {
        let text = "Ş. Yılmaz, café 😀 x";
        let offsets = Offsets::new(text);
        assert_eq!(offsets.span(3, 9, "a", 1).unwrap().of(text), "Yılmaz");
        assert_eq!(offsets.span(11, 15, "a", 1).unwrap().of(text), "café");
        assert_eq!(offsets.span(18, 19, "a", 1).unwrap().of(text), "x");
        for (start, end) in [(18, 20), (5, 5), (7, 3), (99, 100)] {
            let error = offsets.span(start, end, "a", 2).unwrap_err();
            assert_eq!(error.to_string(), "a: annotation 2 lies outside of the text, which has 19 characters");
        }
    }
}
