//! A file as one text, and its bytes with edits of that text.

#[cfg(feature = "docx")]
use crate::docx::Docx;
use crate::error::{Error, Result};
use crate::format::Format;
use crate::html;
use crate::kind::FileKind;
use crate::limits::Limits;
#[cfg(feature = "mail")]
use crate::mail::Mail;
use crate::part::Part;
#[cfg(feature = "pdf")]
use crate::pdf::Pdf;
use crate::sheet::{PartWeave, Sheet};
use crate::woven::{PartSpan, Woven};
use scumble_span::{Edit, Span, check};

/// An opened file.
#[derive(Debug)]
pub struct Opened {
    kind: FileKind,
    woven: Woven,
    format: Box<dyn Format>,
}

/// A rewritten file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a rewritten file is lost unless its bytes are written"]
pub struct Rewritten {
    /// The bytes of the new file.
    pub bytes: Vec<u8>,
    /// What was dropped without being text: an image, the author property … For people; never a value.
    pub dropped: Vec<String>,
}

impl Opened {
    /// Opens the bytes of a file.
    ///
    /// # Errors
    /// If the file is damaged, larger than the limits allow or cannot be read safely, or if this build does not read its kind.
    pub fn open(kind: FileKind, bytes: Vec<u8>, limits: &Limits) -> Result<Self> {
        let format: Box<dyn Format> = match kind {
            FileKind::Text => Box::new(text(utf8(bytes)?)),
            FileKind::Html => Box::new(html::open(utf8(bytes)?, limits)?),
            #[cfg(feature = "docx")]
            FileKind::Docx => Box::new(Docx::open(&bytes, limits)?),
            #[cfg(feature = "pdf")]
            FileKind::Pdf => Box::new(Pdf::open(&bytes, limits)?),
            #[cfg(feature = "mail")]
            FileKind::Mail => Box::new(Mail::open(&bytes, limits)?),
            #[cfg(not(all(feature = "docx", feature = "pdf", feature = "mail")))]
            _ => return Err(Error::Unsupported(kind)),
        };
        let mut woven = Woven::of_parts(format.parts().into_iter().map(PartWeave::part));
        let parts = format.parts();
        let moved = |part: &PartSpan| {
            let by = part.span.start;
            let spans = parts[part.number].weave.vocabulary_spans().iter();
            spans.map(move |span| Span::new(span.start + by, span.end + by)).collect::<Vec<_>>()
        };
        woven.vocabulary = woven.parts.iter().flat_map(moved).collect();
        Ok(Self { kind, woven, format })
    }

    /// The kind of the file.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// All parts as one text.
    pub fn text(&self) -> &Woven {
        &self.woven
    }

    /// The same, for whoever needs nothing else of the file.
    pub fn into_text(self) -> Woven {
        self.woven
    }

    /// The parts, in the order of the file.
    pub fn parts(&self) -> Vec<Part<'_>> {
        self.woven.parts_by_number()
    }

    /// What a rewritten file will not have, whatever the edits are: images, properties, names of authors. Never a value.
    pub fn dropped(&self) -> &[String] {
        self.format.dropped()
    }

    /// What a person should know before trusting that all text was read. Never a value.
    pub fn warnings(&self) -> &[String] {
        self.format.warnings()
    }

    /// Letters and digits that a second reading of the file finds, one that shares little with the first: a loss of text cannot
    /// pass for text that was never there. `None` where the text is read in one plain way (all formats but PDF).
    pub fn letters_found(&self) -> Option<usize> {
        self.format.letters()
    }

    /// The file with edits of its [text](Self::text), in order and without overlaps. Text outside of the edits stays as it is.
    ///
    /// An edit that reaches over the edge of a part is cut there, and its replacement stands in the first piece. What stands
    /// between parts is not in the file, so an edit of nothing else has no effect.
    ///
    /// # Errors
    /// If the edits do not fit the text, or there is no place in the file to write a replacement to.
    #[must_use = "the file is not changed: the result has the new bytes"]
    pub fn rewrite(&self, edits: &[Edit]) -> Result<Rewritten> {
        check(&self.woven.text, edits)?;
        let bytes = self.format.rewrite(&self.woven.by_part(edits))?;
        Ok(Rewritten { bytes, dropped: self.dropped().to_vec() })
    }
}

/// A plain text. A byte order mark is kept, but it is no part of the first word.
fn text(source: String) -> Sheet {
    let start = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    Sheet::plain(source, start)
}

fn utf8(bytes: Vec<u8>) -> Result<String> {
    // The error of `String` holds the bytes themselves, so only its position is kept.
    String::from_utf8(bytes).map_err(|error| Error::NotUtf8(error.utf8_error()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_span::EditError;

    fn edit(start: usize, end: usize) -> Edit {
        Edit { span: Span::new(start, end), replacement: "x".into() }
    }

    #[test]
    fn a_byte_order_mark_is_kept_outside_of_the_text() {
        let source = "\u{feff}Ada\r\nBob\r\n";
        let opened = Opened::open(FileKind::Text, source.into(), &Limits::default()).expect("opened");
        assert_eq!(opened.text().text, "Ada\r\nBob\r\n");
        assert_eq!(opened.rewrite(&[]).expect("rewritten").bytes, source.as_bytes());
        assert_eq!(opened.rewrite(&[edit(0, 3)]).expect("rewritten").bytes, "\u{feff}x\r\nBob\r\n".as_bytes());
    }

    #[test]
    fn plain_text_takes_every_edit() {
        for (source, edits, expected) in [
            ("", vec![edit(0, 0)], "x"),
            ("é\0", vec![edit(0, 0), edit(0, 2), edit(3, 3)], "xx\0x"),
            ("ab", vec![edit(1, 1)], "axb"),
        ] {
            let opened = Opened::open(FileKind::Text, source.into(), &Limits::default()).expect("opened");
            assert_eq!(opened.rewrite(&edits).expect("rewritten").bytes, expected.as_bytes());
        }
    }

    #[test]
    fn edits_that_do_not_fit_are_refused() {
        let opened = Opened::open(FileKind::Text, "né".into(), &Limits::default()).expect("opened");
        for (edits, expected) in [
            (vec![edit(0, 4)], EditError::Outside(1)),
            (vec![edit(0, 2)], EditError::CutsCharacter(1)),
            (vec![edit(0, 1), edit(0, 1)], EditError::Overlaps(2)),
        ] {
            assert!(matches!(opened.rewrite(&edits), Err(Error::Edits(error)) if error == expected));
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_named_by_their_place() {
        let error = Opened::open(FileKind::Text, b"ab\xff".to_vec(), &Limits::default()).expect_err("refused");
        assert_eq!(error.to_string(), "byte 3 is not UTF-8");
    }
}
