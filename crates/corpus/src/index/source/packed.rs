//! Files as they were before they were packed, as a stream.

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::fs::File;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a file is packed, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Packing {
    Plain,
    Gzip,
    Zstd,
    Bzip2,
}

impl Packing {
    /// The name without the packing's ending, and the packing.
    pub(super) fn of(name: &str) -> (&str, Self) {
        let endings = [(".gz", Self::Gzip), (".zst", Self::Zstd), (".bz2", Self::Bzip2)];
        let found = endings.into_iter().find_map(|(ending, packing)| Some((name.strip_suffix(ending)?, packing)));
        found.unwrap_or((name, Self::Plain))
    }
}

/// Opens a file; `read` counts its bytes as it lies, packed.
pub(super) fn open(path: &Path, packing: Packing, read: &Arc<AtomicU64>) -> Result<Box<dyn Read>> {
    let counted = BufReader::with_capacity(1 << 16, Counted { file: File::open(path)?, read: read.clone() });
    Ok(unpacked(counted, packing))
}

/// What was packed.
pub(super) fn unpacked<'s>(source: impl BufRead + 's, packing: Packing) -> Box<dyn Read + 's> {
    match packing {
        Packing::Plain => Box::new(source),
        Packing::Gzip => Box::new(MultiGzDecoder::new(source)),
        Packing::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(source)),
        Packing::Zstd => Box::new(Zstd { source, frame: FrameDecoder::new(), within: false }),
    }
}

struct Counted {
    file: File,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let size = self.file.read(buffer)?;
        self.read.fetch_add(size as u64, Ordering::Relaxed);
        Ok(size)
    }
}

/// All the frames of a file one after the other: parallel packers write many, and put frames of other data between them.
struct Zstd<R> {
    source: R,
    frame: FrameDecoder,
    within: bool,
}

impl<R: BufRead> Zstd<R> {
    /// Enters the next frame; false at the end of the file.
    fn enter(&mut self) -> Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.frame.init(&mut self.source) {
                Ok(()) => {
                    self.within = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    let skipped = std::io::copy(&mut (&mut self.source).take(length.into()), &mut std::io::sink())?;
                    if skipped < length.into() {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(Error::new(ErrorKind::InvalidData, error)),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        loop {
            if !self.within && !self.enter()? {
                return Ok(0);
            }
            while self.frame.can_collect() == 0 && !self.frame.is_finished() {
                let decoded = self.frame.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1));
                decoded.map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
            }
            let size = self.frame.read(buffer)?;
            if size > 0 || buffer.is_empty() {
                return Ok(size);
            }
            self.within = false;
        }
    }
}
