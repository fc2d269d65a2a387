//! How a text table is written: what the first lines tell.

use super::encoding::Encoding;
use super::record::{Record, Records};

/// How a text table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// What stands between fields.
    pub delimiter: u8,
    /// How characters are put into bytes.
    pub encoding: Encoding,
    /// What ends a line.
    pub line_end: &'static str,
    /// Whether the last line is ended too.
    pub last_line_ended: bool,
}

impl Default for Dialect {
    fn default() -> Self {
        Self { delimiter: b',', encoding: Encoding::UTF_8, line_end: "\n", last_line_ended: true }
    }
}

const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// The delimiter that cuts the first lines into the most fields, equally many in each; failing that, the most in the first.
pub(crate) fn delimiter(sample: &[u8]) -> u8 {
    let best = DELIMITERS.iter().rev().max_by_key(|&&delimiter| {
        let mut records = Records::new(sample, delimiter);
        let mut record = Record::default();
        let mut widths = Vec::new();
        while widths.len() < 20 && matches!(records.next(&mut record), Ok(Some(_))) {
            widths.push(record.ends.len());
        }
        // The sample may end within a record.
        if widths.len() > 1 && !sample.ends_with(b"\n") {
            widths.pop();
        }
        let first = widths.first().copied().unwrap_or(1);
        (first > 1 && widths.iter().all(|&width| width == first), first)
    });
    best.copied().unwrap_or(b',')
}

/// Whether the first bytes look like two bytes a character, without a mark.
pub(crate) fn looks_like_utf_16(sample: &[u8]) -> bool {
    let zeros = memchr::memchr_iter(0, sample).count();
    sample.len() >= 4 && zeros * 4 > sample.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_are_told_by_even_lines() {
        for (sample, expected) in [
            ("a,b\n1,2\n", b','),
            ("a;b\n1,5;2,5\n", b';'),
            ("a\tb,c\td\n1\t2\t3,4\n", b'\t'),
            ("name|note\nx|a, b, c\n", b'|'),
            ("one\n1\n2\n", b','),
            ("\"a;b\",c\n\"1;2\",3\n", b','),
            ("a,b\n1,2\n1", b','),
        ] {
            assert_eq!(delimiter(sample.as_bytes()), expected, "{sample:?}");
        }
        assert!(looks_like_utf_16(b"a\0,\0b\0") && !looks_like_utf_16(b"a,b\n1,2"));
    }
}
