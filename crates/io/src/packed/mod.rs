//! Files that may be packed.

#[cfg(feature = "zstd")]
mod zstd;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

/// How a file is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Not at all.
    Plain,
    /// With gzip.
    Gzip,
    /// With bzip2.
    Bzip2,
    /// With Zstandard.
    Zstd,
}

/// The first bytes that are needed to recognize a packing.
const START: usize = 10;

impl Packing {
    /// The packing that a file's first bytes show.
    pub fn of_bytes(start: &[u8]) -> Self {
        match start {
            [0x1f, 0x8b, ..] => Self::Gzip,
            // The level is followed by the mark of a block, or of the end of an empty file: a text may start with the letters.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..] => Self::Bzip2,
            [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..] => Self::Bzip2,
            // A frame, or one that carries other data and is skipped.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            _ => Self::Plain,
        }
    }

    /// The packing that a file's name shows, and the name without the packing's ending (`.gz`, `.bz2`, `.zst`).
    pub fn of_name(name: &str) -> (Self, &str) {
        let endings = [(".gz", Self::Gzip), (".bz2", Self::Bzip2), (".zst", Self::Zstd)];
        let found = endings.into_iter().find_map(|(ending, packing)| Some((packing, name.strip_suffix(ending)?)));
        found.unwrap_or((Self::Plain, name))
    }
}

/// Opens a file, unpacked by what its first bytes show: gzip, and with their features bzip2 and Zstandard.
///
/// # Errors
/// If the file cannot be read, or is packed in a way that this build does not unpack.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    unpacked(File::open(path)?)
}

/// Unpacks a stream by what its first bytes show.
///
/// # Errors
/// If it cannot be read, or is packed in a way that this build does not unpack.
pub fn unpacked<'s>(source: impl Read + Send + 's) -> io::Result<Box<dyn BufRead + Send + 's>> {
    const CHUNK: usize = 1 << 16;
    let mut source = BufReader::with_capacity(CHUNK, source);
    let start = source.fill_buf()?;
    if start.len() >= START {
        let packing = Packing::of_bytes(start);
        return unpack(packing, source);
    }
    // A short file, or a source that gives few bytes at a time.
    let mut start = Vec::with_capacity(START);
    source.by_ref().take(START as u64).read_to_end(&mut start)?;
    let packing = Packing::of_bytes(&start);
    unpack(packing, BufReader::with_capacity(CHUNK, Cursor::new(start).chain(source)))
}

fn unpack<'s>(packing: Packing, source: impl BufRead + Send + 's) -> Unpacked<'s> {
    match packing {
        Packing::Plain => Ok(Box::new(source)),
        Packing::Gzip => gzip(source),
        Packing::Bzip2 => bzip2(source),
        Packing::Zstd => zstd(source),
    }
}

type Unpacked<'s> = io::Result<Box<dyn BufRead + Send + 's>>;

#[cfg(feature = "gzip")]
fn gzip<'s>(source: impl BufRead + Send + 's) -> Unpacked<'s> {
    Ok(Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(source))))
}

#[cfg(feature = "bzip2")]
fn bzip2<'s>(source: impl BufRead + Send + 's) -> Unpacked<'s> {
    Ok(Box::new(BufReader::new(bzip2::bufread::MultiBzDecoder::new(source))))
}

#[cfg(feature = "zstd")]
fn zstd<'s>(source: impl BufRead + Send + 's) -> Unpacked<'s> {
    Ok(Box::new(BufReader::new(zstd::Frames::new(source))))
}

#[cfg(not(feature = "gzip"))]
fn gzip<'s>(_: impl BufRead) -> Unpacked<'s> {
    Err(absent("gzip"))
}

#[cfg(not(feature = "bzip2"))]
fn bzip2<'s>(_: impl BufRead) -> Unpacked<'s> {
    Err(absent("bzip2"))
}

#[cfg(not(feature = "zstd"))]
fn zstd<'s>(_: impl BufRead) -> Unpacked<'s> {
    Err(absent("zstd"))
}

#[cfg(not(all(feature = "gzip", feature = "bzip2", feature = "zstd")))]
fn absent(format: &str) -> io::Error {
    let problem = format!("it is packed with {format}, which this build does not unpack (feature {format})");
    io::Error::new(io::ErrorKind::Unsupported, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_not_taken_for_packed() {
        for text in ["", "B", "BZh9 is a text", "P*M", "\u{1f}"] {
            let mut back = String::new();
            unpacked(text.as_bytes()).unwrap().read_to_string(&mut back).unwrap();
            assert_eq!(back, text);
        }
    }

    #[test]
    fn names_lose_the_ending_of_their_packing() {
        assert_eq!(Packing::of_name("a.jsonl.gz"), (Packing::Gzip, "a.jsonl"));
        assert_eq!(Packing::of_name("a.csv"), (Packing::Plain, "a.csv"));
    }
}
