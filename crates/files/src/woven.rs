//! The parts of a file or of a record as one text, and the way back.
//!
//! Whoever reads a document wants one text with offsets; whoever writes it needs the edits of each part. Both directions are
//! here, so that nothing outside of this crate knows how parts are joined.

use crate::part::{Holds, Part};
use scumble_span::{Edit, Span, apply};

/// What stands between two parts: the end of a paragraph, so that no sentence reaches from one part into the next.
const SEPARATOR: &str = "\n\n";

/// All parts of a document as one text: first the parts that hold natural language, then those that hold code.
///
/// ```
/// use scumble_files::Woven;
/// use scumble_span::{Edit, Span};
///
/// let record = Woven::of_texts([("name".into(), "Ada".into()), ("note".into(), "Ada slept.".into())]);
/// assert_eq!(record.text, "Ada\n\nAda slept.");
/// assert_eq!(record.place(Span::new(9, 14)), (1, Span::new(4, 9)));
///
/// let edits = [Edit { span: Span::new(5, 8), replacement: "She".into() }];
/// assert_eq!(record.part_texts(&edits), ["Ada", "She slept."]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Woven {
    /// The text.
    pub text: String,
    /// How many bytes of the text are natural language; the rest is code.
    pub prose: usize,
    /// Where a part begins, where a block of it (a paragraph, a cell) ends, and where a value ends within a part that holds no prose.
    /// In order; no phrase reaches over one of these.
    pub breaks: Vec<usize>,
    /// Words of the format itself, such as names of headers: they are no text, and stay whatever they say.
    pub vocabulary: Vec<Span>,
    /// Where each part stands, in the order of the text.
    pub parts: Vec<PartSpan>,
}

/// Where a part stands in a [`Woven`] text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartSpan {
    /// Its bytes of the text.
    pub span: Span,
    /// Its number in the file, from 0.
    pub number: usize,
    /// What it is, for people. Never a piece of the text.
    pub name: String,
    /// What kind of text it holds.
    pub holds: Holds,
}

impl Woven {
    /// The text of a record that is no file: each field, by its name and its text, is a part.
    ///
    /// It has no breaks, so a term that stands in two neighboring fields (a first name and a surname) is found as one.
    pub fn of_texts(texts: impl IntoIterator<Item = (String, String)>) -> Self {
        let texts: Vec<(String, String)> = texts.into_iter().collect();
        let part = |(name, text)| Part { name, holds: Holds::Prose, text };
        let woven = Self::of_parts(texts.iter().map(|(name, text)| (part((name.as_str(), text.as_str())), &[][..])));
        Self { breaks: Vec::new(), ..woven }
    }

    /// The text of parts that are given in the order of their file, each with the ends of its blocks.
    pub(crate) fn of_parts<'a>(parts: impl IntoIterator<Item = (Part<'a>, &'a [usize])>) -> Self {
        let mut parts: Vec<(usize, (Part<'a>, &'a [usize]))> = parts.into_iter().enumerate().collect();
        parts.sort_by_key(|(_, (part, _))| part.holds == Holds::Code);
        let mut woven = Self::default();
        woven.text.reserve(parts.iter().map(|(_, (part, _))| part.text.len() + SEPARATOR.len()).sum());
        for (number, (Part { name, holds, text }, ends)) in parts {
            if !woven.parts.is_empty() {
                woven.text.push_str(SEPARATOR);
            }
            let start = woven.text.len();
            woven.text.push_str(text);
            woven.breaks.push(start);
            if holds != Holds::Prose {
                woven.breaks.extend(text.match_indices('\n').map(|(at, _)| start + at));
            } else {
                woven.breaks.extend(ends.iter().map(|at| start + at));
            }
            if holds != Holds::Code {
                woven.prose = woven.text.len();
            }
            let span = Span::new(start, woven.text.len());
            woven.parts.push(PartSpan { span, number, name: name.to_owned(), holds });
        }
        woven
    }

    /// The part with a number of the file.
    pub fn part(&self, number: usize) -> Option<&PartSpan> {
        self.parts.iter().find(|part| part.number == number)
    }

    /// The number of the part in which a span of the text begins, and the span in bytes of that part. It is beyond the part's
    /// text where the span reaches over the part's end.
    pub fn place(&self, span: Span) -> (usize, Span) {
        let at = self.parts.partition_point(|part| part.span.start <= span.start).saturating_sub(1);
        let (number, start) = self.parts.get(at).map_or((0, 0), |part| (part.number, part.span.start));
        (number, Span::new(span.start - start, span.end - start))
    }

    /// The inverse of [`place`](Self::place): where bytes of a part stand in the text. `None` if there is no such part, or if
    /// its text has no such piece.
    pub fn span_in(&self, number: usize, local: Span) -> Option<Span> {
        let part = self.part(number)?.span;
        part.of(&self.text).get(local.range())?;
        Some(Span::new(part.start + local.start, part.start + local.end))
    }

    /// The text of each part after edits of the whole text, in the order of the file. Edits over the edge of a part are cut as
    /// in [`Opened::rewrite`](crate::Opened::rewrite).
    ///
    /// # Panics
    /// If edits overlap, are not in order, or do not fit the text; [`scumble_span::check`] checks that beforehand.
    #[must_use]
    pub fn part_texts(&self, edits: &[Edit]) -> Vec<String> {
        let edits = self.by_part(edits);
        self.parts_by_number().iter().zip(&edits).map(|(part, edits)| apply(part.text, edits)).collect()
    }

    /// The edits of each part in its own bytes, in the order of the file. An edit over the edge of a part is cut there, and its
    /// replacement stands in the first piece.
    #[must_use]
    pub fn part_edits(&self, edits: &[Edit]) -> Vec<Vec<Edit>> {
        self.by_part(edits)
    }

    /// The edits, cut where they reach over the edge of a part, so that what stands between parts stays.
    #[must_use]
    pub fn cut_at_edges(&self, edits: &[Edit]) -> Vec<Edit> {
        let by_part = self.by_part(edits);
        let moved = |part: &PartSpan| {
            let by = part.span.start;
            let whole = move |edit: &Edit| Edit {
                span: Span::new(edit.span.start + by, edit.span.end + by),
                replacement: edit.replacement.clone(),
            };
            by_part[part.number].iter().map(whole).collect::<Vec<_>>()
        };
        self.parts.iter().flat_map(moved).collect()
    }

    /// The parts, in the order of the file.
    pub(crate) fn parts_by_number(&self) -> Vec<Part<'_>> {
        let mut parts: Vec<&PartSpan> = self.parts.iter().collect();
        parts.sort_by_key(|part| part.number);
        parts
            .into_iter()
            .map(|part| Part { name: &part.name, holds: part.holds, text: part.span.of(&self.text) })
            .collect()
    }

    /// The edits of each part in its own bytes, by the numbers of the parts. An edit over an edge is cut there, and its
    /// replacement stands in the first piece.
    pub(crate) fn by_part(&self, edits: &[Edit]) -> Vec<Vec<Edit>> {
        let mut out: Vec<Vec<Edit>> = vec![Vec::new(); self.parts.len()];
        for edit in edits {
            let first = self.parts.partition_point(|part| part.span.end < edit.span.start);
            let mut replacement = Some(edit.replacement.clone());
            for part in &self.parts[first..] {
                if part.span.start > edit.span.end {
                    break;
                }
                let (start, end) = (edit.span.start.max(part.span.start), edit.span.end.min(part.span.end));
                let insertion = edit.span.is_empty() && start == end;
                if start < end || insertion {
                    let span = Span::new(start - part.span.start, end - part.span.start);
                    out[part.number].push(Edit { span, replacement: replacement.take().unwrap_or_default() });
                }
                if insertion {
                    break;
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn woven() -> Woven {
        let part = |name, holds, text| (Part { name, holds, text }, if name == "body" { &[4][..] } else { &[] });
        Woven::of_parts([
            part("body", Holds::Prose, "Dear\nAda"),
            part("scripts", Holds::Code, "a\nb"),
            part("attributes", Holds::Values, "x\ny"),
            part("empty", Holds::Prose, ""),
        ])
    }

    fn edit(start: usize, end: usize, with: &str) -> Edit {
        Edit { span: Span::new(start, end), replacement: with.to_owned() }
    }

    #[test]
    fn natural_language_comes_first() {
        let woven = woven();
        assert_eq!(woven.text, "Dear\nAda\n\nx\ny\n\n\n\na\nb");
        assert_eq!(&woven.text[..woven.prose], "Dear\nAda\n\nx\ny\n\n");
        assert_eq!(woven.breaks, [0, 4, 10, 11, 15, 17, 18]);
        assert_eq!(woven.parts.iter().map(|part| part.number).collect::<Vec<_>>(), [0, 2, 3, 1]);
        let names: Vec<&str> = woven.parts_by_number().iter().map(|part| part.name).collect();
        assert_eq!(names, ["body", "scripts", "attributes", "empty"]);
    }

    #[test]
    fn an_edit_over_an_edge_is_cut_there() {
        let texts = |edits: &[Edit]| woven().part_texts(edits);
        assert_eq!(texts(&[edit(5, 11, "Bob")]), ["Dear\nBob", "a\nb", "\ny", ""]);
        assert_eq!(texts(&[edit(0, 20, "all")]), ["all", "", "", ""]);
        // A replacement whose edit touches only the end of the first part stands in the second.
        assert_eq!(texts(&[edit(8, 11, "-")]), ["Dear\nAda", "a\nb", "-\ny", ""]);
    }

    #[test]
    fn insertions_go_to_the_part_that_they_touch() {
        let texts = |at: usize| woven().part_texts(&[edit(at, at, "+")]);
        assert_eq!(texts(8), ["Dear\nAda+", "a\nb", "x\ny", ""]);
        assert_eq!(texts(10), ["Dear\nAda", "a\nb", "+x\ny", ""]);
        assert_eq!(texts(15), ["Dear\nAda", "a\nb", "x\ny", "+"]);
        assert_eq!(texts(9), ["Dear\nAda", "a\nb", "x\ny", ""], "what stands between parts is in no part");
    }

    #[test]
    fn places_and_spans_are_inverse() {
        let woven = woven();
        for start in 0..woven.text.len() {
            let span = Span::new(start, start + 1);
            let (number, local) = woven.place(span);
            let part = woven.part(number).expect("a part").span;
            let inside = start < part.end;
            assert_eq!(woven.span_in(number, local), inside.then_some(span));
        }
        assert_eq!(woven.span_in(4, Span::new(0, 0)), None);
        assert_eq!(woven.span_in(0, Span::new(2, 1)), None);
        assert_eq!(woven.span_in(0, Span::new(0, usize::MAX)), None);
        assert_eq!(Woven::default().place(Span::new(0, 0)), (0, Span::new(0, 0)));
    }

    #[test]
    fn fields_of_a_record_have_no_breaks() {
        let woven = Woven::of_texts([("a".to_owned(), "Ada".to_owned()), ("b".to_owned(), "Lovelace".to_owned())]);
        assert_eq!((woven.text.as_str(), woven.prose), ("Ada\n\nLovelace", 13));
        assert!(woven.breaks.is_empty());
        assert_eq!(woven.part_texts(&[edit(0, 13, "Pers1")]), ["Pers1", ""]);
        let cut = woven.cut_at_edges(&[edit(0, 13, "Pers1")]);
        assert_eq!(cut, [edit(0, 3, "Pers1"), edit(5, 13, "")]);
        assert_eq!(apply(&woven.text, &cut), "Pers1\n\n");
    }
}
