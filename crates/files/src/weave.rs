//! A text that is woven from pieces of a source, and the way back.
//!
//! Tags, entities and escapes stand between what is read and what is stored. Each piece of the text knows the bytes of the
//! source that it was read from, so that an edit changes those bytes and no others.

use crate::error::{Error, Result};
use crate::escape::Escape;
use scumble_span::{Edit, Span, apply};
use std::collections::BTreeMap;
use std::ops::Range;

/// How far an edit can reach back by joining what was apart (`&` and `lt;`): the longest entity is shorter.
const REACH: usize = 40;

/// Bytes of a source that become others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) source: Range<usize>,
    pub(crate) with: String,
}

impl Change {
    /// Bytes that go.
    pub(crate) fn cut(source: Range<usize>) -> Self {
        Self { source, with: String::new() }
    }
}

#[derive(Clone, Debug)]
struct Piece {
    text: Range<usize>,
    source: Range<usize>,
    escape: Escape,
    /// Text and source are the same bytes. Otherwise the piece is written anew as a whole once an edit touches it.
    verbatim: bool,
    /// What follows could change its meaning: `&`, `<`, `&lt` without its semicolon.
    loose: bool,
}

/// The text, and where it comes from. What is between pieces is for reading only: a line break for a paragraph's end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weave {
    text: String,
    pieces: Vec<Piece>,
}

impl Weave {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether anything can be written here.
    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Text that stands in the source as it reads.
    pub(crate) fn verbatim(&mut self, source: &str, range: Range<usize>, escape: Escape) {
        self.piece(&source[range.clone()], range, escape, true);
    }

    /// Text that the source spells in another way.
    pub(crate) fn decoded(&mut self, text: &str, range: Range<usize>, escape: Escape) {
        self.piece(text, range, escape, false);
    }

    /// The same, for a spelling that is not closed: what follows could change its meaning.
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

    /// Text that the source does not have.
    pub(crate) fn gap(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Starts a value of a list: values stand on lines of their own.
    pub(crate) fn next_value(&mut self) {
        if !self.pieces.is_empty() {
            self.gap("\n");
        }
    }

    /// The other's text behind this one's.
    pub(crate) fn append(&mut self, other: Weave) {
        let shift = self.text.len();
        self.text.push_str(&other.text);
        self.pieces.extend(
            other
                .pieces
                .into_iter()
                .map(|piece| Piece { text: piece.text.start + shift..piece.text.end + shift, ..piece }),
        );
    }

    /// What the edits mean for the source. A replacement goes to the first piece that an edit touches; from the others, the
    /// text is cut.
    pub(crate) fn changes(&self, edits: &[Edit]) -> Result<Vec<Change>> {
        check(&self.text, edits)?;
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

    /// Where to write if there is nothing to write over: at the end of what is before, or at the start of what follows.
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

    /// A bare `&` or `<` shortly before an edit is spelled out, because what the edit brings near could complete it.
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

/// Edits come from outside: they are checked before anything is cut.
pub(crate) fn check(text: &str, edits: &[Edit]) -> Result<()> {
    let mut at = 0;
    for edit in edits {
        let Span { start, end } = edit.span;
        if start < at || end < start || !text.is_char_boundary(start) || !text.is_char_boundary(end) {
            return Err(Error::Refused("the edits are not in order, overlap, or do not fit the text".to_owned()));
        }
        at = end;
    }
    Ok(())
}

/// The source with the changes made; changes within a cut are lost with it.
pub(crate) fn splice(source: &str, mut changes: Vec<Change>, cuts: &[Change]) -> String {
    let mut cuts: Vec<_> = cuts.to_vec();
    cuts.sort_by_key(|cut| (cut.source.start, std::cmp::Reverse(cut.source.end)));
    let mut covered = 0;
    cuts.retain(|cut| {
        let outer = cut.source.start >= covered;
        covered = covered.max(cut.source.end);
        outer
    });
    changes.retain(|change| {
        let before = cuts.partition_point(|cut| cut.source.start <= change.source.start);
        before.checked_sub(1).is_none_or(|last| cuts[last].source.end <= change.source.start)
    });
    changes.extend(cuts);
    changes.sort_by_key(|change| change.source.start);
    let mut out = String::with_capacity(source.len());
    let mut at = 0;
    for change in &changes {
        out.push_str(&source[at..change.source.start]);
        out.push_str(&change.with);
        at = change.source.end;
    }
    out.push_str(&source[at..]);
    out
}
