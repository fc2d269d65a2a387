//! What is removed of a marked document, and what is removed for nothing.

use super::marks::{Mark, Marked};
use scumble_span::{Span, word_spans};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// How much of a mark is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gone {
    /// Every letter and digit.
    Whole,
    /// Some of them.
    Partly,
    /// None.
    Missed,
}

/// The counts of marks of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    /// The marks that have to go.
    pub(crate) required: usize,
    /// Those that are gone whole.
    pub(crate) whole: usize,
    /// Those of which a part is left.
    pub(crate) partly: usize,
}

/// The counts of some documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// By the kind of a mark.
    pub(crate) kinds: BTreeMap<String, Counted>,
    /// Pieces that are replaced.
    pub(crate) findings: usize,
    /// Those that touch no mark, required or optional.
    pub(crate) for_nothing: usize,
    /// Words of the text, and those that no finding touches.
    pub(crate) words: usize,
    pub(crate) words_kept: usize,
}

impl AddAssign<&Self> for Sums {
    fn add_assign(&mut self, other: &Self) {
        for (kind, counted) in &other.kinds {
            let sum = self.kinds.entry(kind.clone()).or_default();
            sum.required += counted.required;
            sum.whole += counted.whole;
            sum.partly += counted.partly;
        }
        self.findings += other.findings;
        self.for_nothing += other.for_nothing;
        self.words += other.words;
        self.words_kept += other.words_kept;
    }
}

impl Sums {
    /// The counts of all kinds together.
    pub(crate) fn all(&self) -> Counted {
        let mut all = Counted::default();
        for counted in self.kinds.values() {
            all.required += counted.required;
            all.whole += counted.whole;
            all.partly += counted.partly;
        }
        all
    }
}

/// What is left of the marks of a document, and which findings were for nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    /// The counts.
    pub(crate) sums: Sums,
    /// Required marks, by their number, that are not gone whole.
    pub(crate) left: Vec<(usize, Gone)>,
    /// Findings, by their number, that touch no mark.
    pub(crate) for_nothing: Vec<usize>,
}

/// How much of a mark the findings, in order and without overlaps, cover.
fn gone(text: &str, mark: &Mark, findings: &[Span]) -> Gone {
    let first = findings.partition_point(|finding| finding.end <= mark.span.start);
    let near: Vec<Span> = findings[first..].iter().copied().take_while(|span| span.start < mark.span.end).collect();
    let signs = mark.span.of(text).char_indices().filter(|(_, c)| c.is_alphanumeric());
    let (mut all, mut covered) = (0, 0);
    for (at, _) in signs {
        let place = mark.span.start + at;
        all += 1;
        covered += usize::from(near.iter().any(|span| span.start <= place && place < span.end));
    }
    match covered {
        0 => Gone::Missed,
        _ if covered == all => Gone::Whole,
        _ => Gone::Partly,
    }
}

/// Measures the findings of a document, which are in order and do not overlap.
pub(crate) fn measure(document: &Marked, findings: &[Span]) -> Measured {
    let mut out = Measured::default();
    for (number, mark) in document.marks.iter().enumerate().filter(|(_, mark)| !mark.optional) {
        let counted = out.sums.kinds.entry(mark.kind.clone()).or_default();
        let gone = gone(&document.text, mark, findings);
        counted.required += 1;
        counted.whole += usize::from(gone == Gone::Whole);
        counted.partly += usize::from(gone == Gone::Partly);
        if gone != Gone::Whole {
            out.left.push((number, gone));
        }
    }
    let touches = |a: Span, b: Span| a.start < b.end && b.start < a.end;
    let is_marked = |finding: Span| document.marks.iter().any(|mark| touches(mark.span, finding));
    out.sums.findings = findings.len();
    out.for_nothing = (0..findings.len()).filter(|&number| !is_marked(findings[number])).collect();
    out.sums.for_nothing = out.for_nothing.len();
    for word in word_spans(&document.text) {
        out.sums.words += 1;
        out.sums.words_kept += usize::from(!findings.iter().any(|&finding| touches(finding, word)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted by hand: Ann Lee gone over two findings, the date in part, the code missed; "pump" for nothing; Friday may go.
    #[test]
    fn a_case_made_by_hand() {
        let source = "{{person|Ann Lee}} left on {{date|4 May 2020}}, {{?date|Friday}}, with pump {{id|K-77}} and {{person|Bo}}.";
        let document = Marked::parse(source).unwrap();
        let at = |part: &str| {
            let start = document.text.find(part).unwrap();
            Span::new(start, start + part.len())
        };
        let findings = [at("Ann"), at("Lee"), at("May 2020"), at("Friday"), at("pump"), at("Bo")];
        let measured = measure(&document, &findings);
        let counted = |required, whole, partly| Counted { required, whole, partly };
        assert_eq!(measured.sums.kinds["person"], counted(2, 2, 0));
        assert_eq!(measured.sums.kinds["date"], counted(1, 0, 1));
        assert_eq!(measured.sums.kinds["id"], counted(1, 0, 0));
        assert_eq!(measured.sums.all(), counted(4, 2, 1));
        assert_eq!(measured.left, [(1, Gone::Partly), (3, Gone::Missed)]);
        assert_eq!((measured.sums.findings, measured.for_nothing), (6, vec![4]));
        // Ann Lee left on 4 May 2020 Friday with pump K 77 and Bo: of 13 words, or 12 where K-77 is one, 7 are touched.
        assert_eq!(measured.sums.words - measured.sums.words_kept, 7);
        let mut twice = measured.sums.clone();
        twice += &measured.sums;
        assert_eq!((twice.all(), twice.findings), (counted(8, 4, 2), 12));
    }

    #[test]
    fn marks_of_signs_only_are_not_needed_whole() {
        let document = Marked::parse("{{phone|(020) 7946}} x").unwrap();
        assert_eq!(measure(&document, &[Span::new(1, 10)]).sums.all().whole, 1);
        assert_eq!(measure(&document, &[]).left, [(0, Gone::Missed)]);
    }
}
