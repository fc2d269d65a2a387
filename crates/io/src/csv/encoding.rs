//! Encodings of text.

use encoding_rs::{Decoder, DecoderResult};
use std::io::{self, Read};

/// A character encoding of a text file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encoding {
    rules: &'static encoding_rs::Encoding,
    /// Whether the file starts with a byte-order mark.
    pub mark: bool,
}

impl Encoding {
    /// UTF-8 without a byte-order mark.
    pub const UTF_8: Self = Self { rules: encoding_rs::UTF_8, mark: false };
    /// The usual encoding of Western European files before UTF-8.
    pub const WINDOWS_1252: Self = Self { rules: encoding_rs::WINDOWS_1252, mark: false };

    /// An encoding by its usual name (`utf-8`, `latin1`, `windows-1252`, `utf-16le`, …).
    pub fn named(name: &str) -> Option<Self> {
        let rules = encoding_rs::Encoding::for_label(name.as_bytes())?;
        Some(Self { rules, mark: false })
    }

    /// Its usual name.
    pub fn name(self) -> &'static str {
        self.rules.name()
    }

    /// Whether it is UTF-8.
    pub fn is_utf_8(self) -> bool {
        self.rules == encoding_rs::UTF_8
    }

    /// The encoding that a byte-order mark at the start of a file names, and the length of the mark.
    pub fn from_mark(start: &[u8]) -> Option<(Self, usize)> {
        let (rules, length) = encoding_rs::Encoding::for_bom(start)?;
        Some((Self { rules, mark: true }, length))
    }

    /// Appends the bytes of a text; nothing if the encoding lacks one of its characters. A byte-order mark is the character U+FEFF.
    #[must_use = "nothing means that the text cannot be written"]
    pub fn encode(self, text: &str, out: &mut Vec<u8>) -> Option<()> {
        if self.is_utf_8() {
            out.extend_from_slice(text.as_bytes());
        } else if self.rules == encoding_rs::UTF_16LE {
            text.encode_utf16().for_each(|unit| out.extend(unit.to_le_bytes()));
        } else if self.rules == encoding_rs::UTF_16BE {
            text.encode_utf16().for_each(|unit| out.extend(unit.to_be_bytes()));
        } else {
            let (bytes, _, lost) = self.rules.encode(text);
            if lost {
                return None;
            }
            out.extend_from_slice(&bytes);
        }
        Some(())
    }
}

/// Reads bytes of an encoding as UTF-8. Bytes that are invalid in the encoding are an error of kind [`io::ErrorKind::InvalidData`].
pub struct Decoded<R> {
    source: R,
    decoder: Decoder,
    bytes: Vec<u8>,
    start: usize,
    ended: bool,
    /// Decoded text that was not read yet.
    ready: Vec<u8>,
    given: usize,
}

impl<R: Read> Decoded<R> {
    /// Decodes a source whose byte-order mark, if it has one, was already skipped.
    pub fn new(source: R, encoding: Encoding) -> Self {
        let decoder = encoding.rules.new_decoder_without_bom_handling();
        Self { source, decoder, bytes: Vec::new(), start: 0, ended: false, ready: Vec::new(), given: 0 }
    }

    /// The source of the bytes.
    pub fn source_mut(&mut self) -> &mut R {
        &mut self.source
    }

    fn refill(&mut self) -> io::Result<()> {
        const ROOM: usize = 1 << 16;
        while self.given == self.ready.len() && !self.ended {
            if self.start == self.bytes.len() {
                self.bytes.resize(ROOM, 0);
                let count = self.source.read(&mut self.bytes)?;
                self.bytes.truncate(count);
                self.start = 0;
                self.ended = count == 0;
            }
            self.ready.resize(ROOM, 0);
            let (result, read, written) =
                self.decoder.decode_to_utf8_without_replacement(&self.bytes[self.start..], &mut self.ready, self.ended);
            self.start += read;
            self.ready.truncate(written);
            self.given = 0;
            match result {
                DecoderResult::Malformed(..) => {
                    return Err(io::Error::new(io::ErrorKind::InvalidData, "bytes that mean nothing in the encoding"));
                }
                DecoderResult::InputEmpty | DecoderResult::OutputFull => {}
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.refill()?;
        let count = into.len().min(self.ready.len() - self.given);
        into[..count].copy_from_slice(&self.ready[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_and_decoding_are_inverse() {
        for (name, text) in [("utf-8", "añ😀"), ("latin1", "añé€"), ("utf-16le", "añ😀"), ("utf-16be", "añ😀")]
        {
            let encoding = Encoding::named(name).unwrap();
            let mut bytes = Vec::new();
            encoding.encode(&text.repeat(9_999), &mut bytes).unwrap();
            let mut back = String::new();
            Decoded::new(&bytes[..], encoding).read_to_string(&mut back).unwrap();
            assert_eq!(back, text.repeat(9_999), "{name}");
        }
        assert!(Encoding::WINDOWS_1252.encode("😀", &mut Vec::new()).is_none());
        assert!(Encoding::named("klingon").is_none());
        let mut back = Vec::new();
        assert!(
            Decoded::new(&b"\xd8\x00\x00\x00"[..], Encoding::named("utf-16be").unwrap())
                .read_to_end(&mut back)
                .is_err()
        );
    }
}
