//! JSON lines: one value a line, in UTF-8.

use std::io::{self, BufRead, Read};

/// The longest line that is read unless [`Lines::longest`] says otherwise, in bytes.
const LONGEST: u64 = 64 << 20;

/// Why a line cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The source of the bytes failed.
    #[error("cannot be read: {source}")]
    Source {
        /// The line, from 1.
        line: u64,
        /// What the source said.
        source: io::Error,
    },
    /// The line is longer than the limit.
    #[error("a line longer than {} MiB", limit >> 20)]
    TooLong {
        /// The line, from 1.
        line: u64,
        /// The limit, in bytes.
        limit: u64,
    },
}

impl LineError {
    /// The line that cannot be read, from 1.
    pub fn line(&self) -> u64 {
        match self {
            Self::Source { line, .. } | Self::TooLong { line, .. } => *line,
        }
    }
}

/// A line of a file. The bytes of a file are, for each line, the mark, the content and the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'l> {
    /// Its number, from 1.
    pub number: u64,
    /// The byte-order mark, on a first line that has one.
    pub mark: &'static str,
    /// Its bytes without the mark and without the line end.
    pub content: &'l [u8],
    /// The line end as it is in the file: `\n`, `\r\n`, or nothing at the end of the file.
    pub end: &'static str,
}

impl Line<'_> {
    /// Whether there is nothing but white space on it.
    pub fn is_blank(&self) -> bool {
        self.content.iter().all(u8::is_ascii_whitespace)
    }
}

/// Reads the lines of a file one after the other, with one line in memory.
///
/// ```
/// use scumble_io::jsonl::Lines;
/// let mut lines = Lines::new(&b"{}\r\n\n[1]"[..]);
/// let first = lines.next()?.unwrap();
/// assert_eq!((first.number, first.content, first.end), (1, &b"{}"[..], "\r\n"));
/// assert!(lines.next()?.unwrap().is_blank());
/// assert_eq!(lines.next()?.unwrap().end, "");
/// assert!(lines.next()?.is_none());
/// # Ok::<(), scumble_io::jsonl::LineError>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    source: R,
    longest: u64,
    number: u64,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Reads lines of at most 64 MiB.
    pub fn new(source: R) -> Self {
        Self { source, longest: LONGEST, number: 0, line: Vec::new() }
    }

    /// Limits lines to another number of bytes, their line end included.
    #[must_use]
    pub fn longest(mut self, bytes: u64) -> Self {
        self.longest = bytes;
        self
    }

    /// The next line; nothing at the end.
    ///
    /// # Errors
    /// If the source fails, or the line is too long. Reading cannot go on after that.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend its line")]
    pub fn next(&mut self) -> Result<Option<Line<'_>>, LineError> {
        self.number += 1;
        let number = self.number;
        self.line.clear();
        let read = self.source.by_ref().take(self.longest + 1).read_until(b'\n', &mut self.line);
        let length = read.map_err(|source| LineError::Source { line: number, source })?;
        if length == 0 {
            return Ok(None);
        }
        if length as u64 > self.longest {
            return Err(LineError::TooLong { line: number, limit: self.longest });
        }
        let end = ["\r\n", "\n", ""].into_iter().find(|end| self.line.ends_with(end.as_bytes())).unwrap_or_default();
        let content = &self.line[..self.line.len() - end.len()];
        let mark = if number == 1 && content.starts_with("\u{feff}".as_bytes()) { "\u{feff}" } else { "" };
        Ok(Some(Line { number, mark, content: &content[mark.len()..], end }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_a_file_is_in_its_lines() {
        for text in ["", "\n", "a", "\u{feff}a\r\n\r\nb\n", "\u{feff}", "a\r", "\u{feff}\n\u{feff}b"] {
            let mut lines = Lines::new(text.as_bytes());
            let mut back = Vec::new();
            while let Some(line) = lines.next().unwrap() {
                back.extend([line.mark.as_bytes(), line.content, line.end.as_bytes()].concat());
            }
            assert_eq!(back, text.as_bytes());
        }
    }

    #[test]
    fn a_line_past_the_limit_is_an_error_with_its_number() {
        let mut lines = Lines::new(&b"abc\nabcd\n"[..]).longest(4);
        assert_eq!(lines.next().unwrap().unwrap().content, b"abc");
        let error = lines.next().unwrap_err();
        assert_eq!(error.line(), 2);
        let mut endless = Lines::new(io::BufReader::new(io::repeat(b'x')));
        assert_eq!(endless.next().unwrap_err().to_string(), "a line longer than 64 MiB");
    }
}
