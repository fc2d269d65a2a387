//! Files as a stream, unpacked, whose packed bytes are counted.

use scumble_io::Packing;
use std::fs::File;
use std::io::{BufRead, Error, ErrorKind, Read, Result};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Opens a file, packed or not; `read` counts its bytes as they are in the file. A file whose name says that it is packed must be.
pub(super) fn open(path: &Path, read: &Arc<AtomicU64>) -> Result<Box<dyn BufRead + Send>> {
    let (named, _) = Packing::of_name(&path.to_string_lossy().to_ascii_lowercase());
    let mut start = Vec::new();
    File::open(path)?.take(16).read_to_end(&mut start)?;
    if named != Packing::Plain && Packing::of_bytes(&start) != named {
        return Err(Error::new(ErrorKind::InvalidData, "is not packed as its name says"));
    }
    scumble_io::unpacked(Counted { file: File::open(path)?, read: read.clone() })
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
