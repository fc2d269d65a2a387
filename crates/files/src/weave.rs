//! A text that is woven from pieces of a source, and the way back.
//!
//! Tags, entities and escapes stand between what is read and what is stored. Each piece of the text knows the bytes of the
//! source that it was read from, so that an edit changes those bytes and no others.

use crate::change::Change;
use crate::error::{Error, Result};
use crate::escape::Escape;
use scumble_span::{Edit, Span, apply};
use std::collections::BTreeMap;
use std::ops::Range;

/// How many bytes before an edit its text can complete an escape (`&` before a new `lt;`): more than the longest entity has.
const REACH: usize = 40;

#[derive(Clone, Debug)]
struct Piece {
    text: Range<usize>,
    source: Range<usize>,
    escape: Escape,
    /// Whether text and source are the same bytes. Otherwise an edit of any of it rewrites the whole piece.
    verbatim: bool,
    /// Whether the bytes after it could change its meaning: `&`, `<`, `&lt` without its semicolon.
    loose: bool,
}

/// The text of a part, and where each piece of it stands in the source. Text between pieces is not in the source: a line break
/// for the end of a paragraph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weave {
    text: String,
    pieces: Vec<Piece>,
    /// Where blocks end: paragraphs, headings, cells.
    breaks: Vec<usize>,
    /// Words of the format itself: names of headers.
    vocabulary: Vec<Span>,
}

impl Weave {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether anything can be written here.
    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Adds text that the source spells as it is read.
    pub(crate) fn verbatim(&mut self, source: &str, range: Range<usize>, escape: Escape) {
        self.piece(&source[range.clone()], range, escape, true);
    }

    /// Adds text that the source spells in another way.
    pub(crate) fn decoded(&mut self, text: &str, range: Range<usize>, escape: Escape) {
        self.piece(text, range, escape, false);
    }

    /// Adds text whose spelling is not closed: the bytes after it could change its meaning.
    pub(crate) fn loose(&mut self, text: &str, range: Range<usize>, escape: Escape) {
        self.decoded(text, range, escape);
        if let Some(piece) = self.pieces.last_mut() {
            piece.loose = true;
        }
    }

    fn piece(&mut self, text: &str, source: Range<usize>, escape: Escape, verbatim: bool) {
        let start = self.text.len();
        self.text.push_str(text);
        self.pieces.push(Piece { text: start..self.text.len(), source, escape, verbatim, loose: false });
    }

    /// Adds text that the source does not have.
    pub(crate) fn gap(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Ends a block: a line break that no phrase reaches over.
    pub(crate) fn end_block(&mut self) {
        self.breaks.push(self.text.len());
        self.gap("\n");
    }

    /// Where blocks end.
    pub(crate) fn breaks(&self) -> &[usize] {
        &self.breaks
    }

    /// Adds words of the format itself, which the source has and which are no text: no edit may touch them.
    #[cfg(feature = "mail")]
    pub(crate) fn vocabulary(&mut self, text: &str) {
        let start = self.text.len();
        self.gap(text);
        self.vocabulary.push(Span::new(start, self.text.len()));
    }

    /// Where words of the format itself stand in the text.
    pub(crate) fn vocabulary_spans(&self) -> &[Span] {
        &self.vocabulary
    }

    /// Starts a new value: each stands on a line of its own.
    pub(crate) fn next_value(&mut self) {
        if !self.pieces.is_empty() {
            self.gap("\n");
        }
    }

    /// Adds another weave of the same source.
    #[cfg(feature = "docx")]
    pub(crate) fn append(&mut self, other: Weave) {
        let shift = self.text.len();
        self.text.push_str(&other.text);
        self.breaks.extend(other.breaks.iter().map(|place| place + shift));
        self.pieces.extend(
            other
                .pieces
                .into_iter()
                .map(|piece| Piece { text: piece.text.start + shift..piece.text.end + shift, ..piece }),
        );
    }

    /// The edits as changes of the source; they are in order and fit the text. A replacement is written to the first piece that
    /// its edit touches; from the other pieces, the text is cut.
    pub(crate) fn changes(&self, edits: &[Edit]) -> Result<Vec<Change>> {
        // By piece: the edits of its text.
        let mut local: BTreeMap<usize, Vec<Edit>> = BTreeMap::new();
        for edit in edits {
            self.guard(edit.span.start, &mut local);
            let mut replacement = Some(&edit.replacement);
            let first = self.pieces.partition_point(|piece| piece.text.end <= edit.span.start);
            for (at, piece) in self.pieces.iter().enumerate().skip(first) {
                if piece.text.start >= edit.span.end {
                    break;
                }
                let start = edit.span.start.max(piece.text.start) - piece.text.start;
                let end = edit.span.end.min(piece.text.end) - piece.text.start;
                if start < end {
                    let with = replacement.take().cloned().unwrap_or_default();
                    local.entry(at).or_default().push(Edit { span: Span::new(start, end), replacement: with });
                }
            }
            if let Some(replacement) = replacement.filter(|replacement| !replacement.is_empty()) {
                let (at, offset) = self.nearest(edit.span.start)?;
                let edit = Edit { span: Span::new(offset, offset), replacement: replacement.clone() };
                local.entry(at).or_default().push(edit);
            }
        }
        Ok(local.iter().flat_map(|(at, edits)| self.pieces[*at].changes(&self.text, edits)).collect())
    }

    /// The piece, and the place in it, for a replacement whose edit touches no piece: the end of the piece before it, or else the
    /// start of the first piece.
    fn nearest(&self, at: usize) -> Result<(usize, usize)> {
        let behind = self.pieces.partition_point(|piece| piece.text.start <= at);
        if let Some(piece) = self.pieces[..behind].last() {
            return Ok((behind - 1, at.min(piece.text.end) - piece.text.start));
        }
        if self.pieces.is_empty() {
            return Err(Error::Refused("there is no place in this part to write to".to_owned()));
        }
        Ok((0, 0))
    }

    /// Rewrites a bare `&` or `<` shortly before an edit as an escape, because the edit could complete it to another one.
    fn guard(&self, start: usize, local: &mut BTreeMap<usize, Vec<Edit>>) {
        let end = self.pieces.partition_point(|piece| piece.text.end <= start);
        for at in (0..end).rev() {
            let piece = &self.pieces[at];
            if piece.text.end + REACH < start {
                break;
            }
            if piece.loose {
                local.entry(at).or_default();
            }
        }
    }
}

impl Piece {
    fn changes(&self, text: &str, edits: &[Edit]) -> Vec<Change> {
        if self.verbatim {
            let change = |edit: &Edit| Change {
                source: self.source.start + edit.span.start..self.source.start + edit.span.end,
                with: self.escape.escape(&edit.replacement),
            };
            return edits.iter().map(change).collect();
        }
        vec![Change { source: self.source.clone(), with: self.escape.whole(&apply(&text[self.text.clone()], edits)) }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::splice;

    /// `A<b>d</b>a &amp; Co`, read as `Ada & Co` and a line break.
    const SOURCE: &str = "A<b>d</b>a &amp; Co";

    fn weave() -> Weave {
        let mut weave = Weave::default();
        weave.verbatim(SOURCE, 0..1, Escape::Markup);
        weave.verbatim(SOURCE, 4..5, Escape::Markup);
        weave.verbatim(SOURCE, 9..11, Escape::Markup);
        weave.decoded("&", 11..16, Escape::Markup);
        weave.verbatim(SOURCE, 16..19, Escape::Markup);
        weave.gap("\n");
        weave
    }

    fn edited(start: usize, end: usize, with: &str) -> String {
        let edit = Edit { span: Span::new(start, end), replacement: with.to_owned() };
        splice(SOURCE, weave().changes(&[edit]).expect("changes"), &[])
    }

    #[test]
    fn an_edit_changes_the_bytes_that_were_read() {
        assert_eq!(weave().text(), "Ada & Co\n");
        assert_eq!(edited(0, 3, "<X>"), "&lt;X&gt;<b></b> &amp; Co");
        assert_eq!(edited(3, 5, ""), "A<b>d</b>a Co");
        assert_eq!(edited(6, 9, "x"), "A<b>d</b>a &amp; x");
    }

    #[test]
    fn a_replacement_without_a_piece_stands_at_the_end_of_the_one_before() {
        assert_eq!(edited(8, 9, "!"), "A<b>d</b>a &amp; Co!");
        assert_eq!(edited(1, 1, "+"), "A<b>+d</b>a &amp; Co");
        let nowhere = Weave::default().changes(&[Edit { span: Span::new(0, 0), replacement: "x".into() }]);
        assert!(matches!(nowhere, Err(Error::Refused(_))));
    }
}
