//! How a text table is written, and how its first bytes show it.

use super::encoding::Encoding;
use super::record::{Record, Records};

/// How a text table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// The character between fields.
    pub delimiter: u8,
    /// The encoding of its characters.
    pub encoding: Encoding,
    /// The line end, `\n` or `\r\n`.
    pub line_end: &'static str,
    /// Whether the last line has a line end, too.
    pub last_line_ended: bool,
}

impl Default for Dialect {
    fn default() -> Self {
        Self { delimiter: b',', encoding: Encoding::UTF_8, line_end: "\n", last_line_ended: true }
    }
}

/// The delimiters that are recognized, the most usual first.
pub const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// The delimiter of a table, judged by its first bytes.
///
/// It is the one that cuts the first twenty records into the most fields, equally many in each; if none cuts them equally, the one that
/// cuts the first record into the most fields.
///
/// ```
/// assert_eq!(scumble_io::csv::likely_delimiter(b"a;b\n1,5;2,5\n"), b';');
/// ```
pub fn likely_delimiter(sample: &[u8]) -> u8 {
    let best = DELIMITERS.iter().rev().max_by_key(|&&delimiter| {
        let mut records = Records::new(sample, delimiter);
        let mut record = Record::default();
        let mut widths = Vec::new();
        while widths.len() < 20 && matches!(records.next(&mut record), Ok(Some(_))) {
            widths.push(record.ends.len());
        }
        // The sample may end in the middle of a record.
        if widths.len() > 1 && !sample.ends_with(b"\n") {
            widths.pop();
        }
        let first = widths.first().copied().unwrap_or(1);
        (first > 1 && widths.iter().all(|&width| width == first), first)
    });
    best.copied().unwrap_or(b',')
}

/// Whether the first bytes of a file without a byte-order mark look like UTF-16: more than a quarter of them are zero.
pub fn looks_like_utf_16(sample: &[u8]) -> bool {
    let zeros = memchr::memchr_iter(0, sample).count();
    sample.len() >= 4 && zeros * 4 > sample.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delimiter_cuts_lines_equally() {
        for (sample, expected) in [
            ("a,b\n1,2\n", b','),
            ("a;b\n1,5;2,5\n", b';'),
            ("a\tb,c\td\n1\t2\t3,4\n", b'\t'),
            ("name|note\nx|a, b, c\n", b'|'),
            ("one\n1\n2\n", b','),
            ("\"a;b\",c\n\"1;2\",3\n", b','),
            ("a,b\n1,2\n1", b','),
        ] {
            assert_eq!(likely_delimiter(sample.as_bytes()), expected, "{sample:?}");
        }
        assert!(looks_like_utf_16(b"a\0,\0b\0") && !looks_like_utf_16(b"a,b\n1,2"));
    }
}
