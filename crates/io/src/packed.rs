//! Files that may be packed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Opens a file, unpacked by what its first bytes say: gzip, and with their features bzip2 and zstd.
///
/// # Errors
/// If the file cannot be read, or is packed in a way that this build does not unpack.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    unpacked(File::open(path)?)
}

/// Unpacks a stream by what its first bytes say.
///
/// # Errors
/// If it cannot be read, or is packed in a way that this build does not unpack.
pub fn unpacked(source: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    const CHUNK: usize = 1 << 16;
    let mut source = BufReader::with_capacity(CHUNK, source);
    let start = source.fill_buf()?;
    match start {
        [0x1f, 0x8b, ..] => gzip(source),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => bzip2(source),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => zstd(source),
        _ => Ok(Box::new(source)),
    }
}

type Unpacked = io::Result<Box<dyn BufRead + Send>>;

#[cfg(feature = "gzip")]
fn gzip(source: impl BufRead + Send + 'static) -> Unpacked {
    Ok(Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(source))))
}

#[cfg(feature = "bzip2")]
fn bzip2(source: impl BufRead + Send + 'static) -> Unpacked {
    Ok(Box::new(BufReader::new(bzip2::bufread::MultiBzDecoder::new(source))))
}

#[cfg(feature = "zstd")]
fn zstd(source: impl BufRead + Send + 'static) -> Unpacked {
    let decoder = ruzstd::decoding::StreamingDecoder::new(source).map_err(io::Error::other)?;
    Ok(Box::new(BufReader::new(decoder)))
}

#[cfg(not(feature = "gzip"))]
fn gzip(_: impl BufRead) -> Unpacked {
    Err(absent("gzip"))
}

#[cfg(not(feature = "bzip2"))]
fn bzip2(_: impl BufRead) -> Unpacked {
    Err(absent("bzip2"))
}

#[cfg(not(feature = "zstd"))]
fn zstd(_: impl BufRead) -> Unpacked {
    Err(absent("zstd"))
}

#[cfg(not(all(feature = "gzip", feature = "bzip2", feature = "zstd")))]
fn absent(format: &str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, format!("it is packed with {format}, which this build does not unpack"))
}
