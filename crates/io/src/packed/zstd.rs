//! Zstandard files of many frames.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{BufRead, Error, ErrorKind, Read, Result};

/// All frames of a file one after the other: parallel packers write many, and put frames of other data between them.
pub(super) struct Frames<R> {
    source: R,
    frame: FrameDecoder,
    within: bool,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, frame: FrameDecoder::new(), within: false }
    }

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

impl<R: BufRead> Read for Frames<R> {
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
