//! A lock that one run holds at a time, and that ends with the run however it ends.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A lock on a file. The system gives it back when the run ends, also when it is killed.
#[derive(Debug)]
#[must_use = "a lock that is dropped is given back"]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock at a path; `None` if another run holds it.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub fn take(path: &Path) -> io::Result<Option<Self>> {
        loop {
            let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // The run that held it before may have removed the file in between: then the lock is on nothing.
            if is_at(&file, path) {
                return Ok(Some(Self { path: path.to_owned(), _file: file }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is held: whoever has opened it by now sees that it is gone.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Whether a file is the one that lies at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |a: std::fs::Metadata, b: std::fs::Metadata| a.ino() == b.ino() && a.dev() == b.dev();
    file.metadata().and_then(|a| std::fs::metadata(path).map(|b| same(a, b))).unwrap_or(false)
}

/// Where an open file cannot be removed, it is the one.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let first = Lock::take(&path).unwrap().unwrap();
        assert!(Lock::take(&path).unwrap().is_none());
        drop(first);
        assert!(!path.exists());
        assert!(Lock::take(&path).unwrap().is_some());
    }
}
