//! Clusters of hits by their positions, and densities of paragraphs.
//!
//! Hits are clustered by density (DBSCAN in one dimension): a hit with at least [`LEAST_HITS`] hits within [`REACH`] words on
//! either side, itself counted, is a core, and every hit within reach of a core belongs to a cluster.

use scumble_span::Span;
use std::ops::Range;

/// How many words around a hit are its neighbourhood.
pub const REACH: usize = 40;
/// How many hits there must be in it.
pub const LEAST_HITS: usize = 3;

/// A paragraph and how dense a topic is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// Its bytes.
    pub span: Span,
    /// The number of its first word in the text.
    pub first_word: usize,
    /// How many words it has.
    pub words: usize,
    /// How many hits begin in it.
    pub hits: usize,
    /// Whether one of them belongs to a cluster.
    pub clustered: bool,
}

/// The bytes and the words of a paragraph, whatever the topic.
pub(super) struct Bounds {
    span: Span,
    words: Range<usize>,
}

impl Bounds {
    pub(super) fn new(span: Span, words: &[Span]) -> Self {
        let place = |at: usize| words.partition_point(|word| word.start < at);
        Self { span, words: place(span.start)..place(span.end) }
    }
}

impl Paragraph {
    pub(super) fn new(bounds: &Bounds, hits: &[usize], clustered: &[bool]) -> Self {
        let Bounds { span, words: Range { start: first, end: last } } = *bounds;
        let inside = hits.partition_point(|&hit| hit < first)..hits.partition_point(|&hit| hit < last);
        let clustered = clustered[inside.clone()].contains(&true);
        Self { span, first_word: first, words: last - first, hits: inside.len(), clustered }
    }

    /// Hits per hundred words.
    pub fn density(&self) -> f64 {
        100.0 * self.hits as f64 / self.words.max(1) as f64
    }
}

/// For each of the positions, which are in order, whether it belongs to a cluster.
pub(super) fn clustered(hits: &[usize]) -> Vec<bool> {
    let (mut from, mut to) = (0, 0);
    let mut is_core = |hit: usize| {
        while hits[from] + REACH < hit {
            from += 1;
        }
        while to < hits.len() && hits[to] <= hit + REACH {
            to += 1;
        }
        to - from >= LEAST_HITS
    };
    let cores: Vec<usize> = hits.iter().copied().filter(|&hit| is_core(hit)).collect();
    let near = |&hit: &usize| {
        let next = cores.partition_point(|&core| core + REACH < hit);
        cores.get(next).is_some_and(|&core| core <= hit + REACH)
    };
    hits.iter().map(near).collect()
}

/// Paragraphs: lines between empty lines. A line that is indented after one that is not begins a paragraph, too, and so does a line
/// after a break.
pub(super) fn paragraphs(text: &str, breaks: &[usize]) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    let mut at = 0;
    let mut open = false;
    let mut was_indented = true;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_end();
        let end = at + trimmed.len();
        let indented = line.starts_with("  ") || line.starts_with('\t');
        // A break stands on either side of the line end, or further back in white space.
        let last_end = out.last().map_or(0, |last| last.end);
        let broken = breaks.get(breaks.partition_point(|&place| place < last_end)).is_some_and(|&place| place <= at);
        if trimmed.is_empty() {
            open = false;
        } else if let Some(last) = out.last_mut().filter(|_| open && !broken && (!indented || was_indented)) {
            last.end = end;
        } else {
            out.push(Span::new(at + (line.len() - line.trim_start().len()), end));
            open = true;
        }
        was_indented = indented;
        at += line.len();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// DBSCAN as it is defined, for comparison.
    fn plain(hits: &[usize]) -> Vec<bool> {
        let near = |a: usize, b: usize| a.abs_diff(b) <= REACH;
        let core = |hit: usize| hits.iter().filter(|&&other| near(hit, other)).count() >= LEAST_HITS;
        hits.iter().map(|&hit| hits.iter().any(|&other| core(other) && near(hit, other))).collect()
    }

    proptest! {
        #[test]
        fn clusters_are_those_of_dbscan(hits in proptest::collection::btree_set(0..400usize, 0..14)) {
            let hits: Vec<usize> = hits.into_iter().collect();
            prop_assert_eq!(clustered(&hits), plain(&hits));
        }
    }

    #[test]
    fn paragraphs_end_at_empty_lines_indents_and_breaks() {
        let of = |text: &str, breaks: &[usize]| -> Vec<String> {
            paragraphs(text, breaks).into_iter().map(|span| span.of(text).to_owned()).collect()
        };
        assert_eq!(of("one\ntwo\n \n three\n", &[]), ["one\ntwo", "three"]);
        assert_eq!(of("one\ntwo\n    three\nfour\n    five", &[]), ["one\ntwo", "three\nfour", "five"]);
        assert_eq!(of("  one\n  two\n", &[]), ["one\n  two"]);
        assert_eq!(of("one\ntwo\nthree", &[4]), ["one", "two\nthree"]);
        assert_eq!(of("one\ntwo\nthree", &[3]), ["one", "two\nthree"]);
        assert_eq!(of("one\ttwo\nthree", &[4]), ["one\ttwo\nthree"]);
        assert_eq!(of("", &[]), Vec::<String>::new());
    }

    #[test]
    fn density_is_hits_per_hundred_words() {
        let words: Vec<Span> = (0..50).map(|at| Span::new(2 * at, 2 * at + 1)).collect();
        let paragraph =
            Paragraph::new(&Bounds::new(Span::new(20, 60), &words), &[9, 10, 29, 30], &[false, false, true, true]);
        assert_eq!((paragraph.first_word, paragraph.words, paragraph.hits), (10, 20, 2));
        assert!(paragraph.clustered && paragraph.density() == 10.0);
    }
}
