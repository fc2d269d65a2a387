//! A piece of a text, by bytes.

use std::ops::Range;

/// A byte range of a text, always on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}

impl Span {
    /// From the first byte to the one behind the last.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The surface form.
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }

    /// The same as a range.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// How many bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether there is nothing in it.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}
