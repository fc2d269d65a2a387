//! A piece of a text, by bytes.

use std::ops::Range;

/// A byte range of a text, always on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to, but not including, `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The piece of the text.
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }

    /// The bytes as a range.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The number of bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether it has no bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}
