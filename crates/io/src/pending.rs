//! Files that are there as a whole or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Files that are being written, for [`remove_pending`].
static PENDING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that cannot be written, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot be written: {source}", .path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl FileError {
    fn new(path: &Path, source: io::Error) -> Self {
        Self { path: path.to_owned(), source }
    }
}

/// A file that is written beside its place and moved there when it is whole; dropped before, it is removed.
#[derive(Debug)]
#[must_use = "a pending file that is dropped is removed: keep() moves it to its place"]
pub struct Pending {
    path: PathBuf,
    temporary: PathBuf,
}

impl Pending {
    /// Starts a file for `path`, fills it and waits until the disk has it.
    ///
    /// # Errors
    /// If it cannot be written, `fill` fails, or what is at `path` is no regular file.
    pub fn write(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<Self, FileError> {
        Self::start(path, false, |file| {
            fill(file)?;
            file.sync_all()
        })
    }

    /// Starts a file that only its owner may read, where the system knows owners.
    ///
    /// # Errors
    /// As [`Pending::write`].
    pub fn write_private(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<Self, FileError> {
        Self::start(path, true, |file| {
            fill(file)?;
            file.sync_all()
        })
    }

    /// Starts one of very many files, whose hash is checked when a run is resumed: waiting for the disk each time would take longer
    /// than everything else.
    ///
    /// # Errors
    /// As [`Pending::write`].
    pub fn write_one_of_many(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<Self, FileError> {
        Self::start(path, false, fill)
    }

    fn start(path: &Path, private: bool, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<Self, FileError> {
        // A link stays a link: what it points to is replaced.
        let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if path.exists() && !path.is_file() {
            return Err(FileError::new(path, io::Error::other("is no regular file, and is not replaced")));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // The extension stays, because readers look at it.
        let temporary = path.with_file_name(format!(".{}.new.{name}", std::process::id()));
        PENDING.lock().unwrap_or_else(PoisonError::into_inner).push(temporary.clone());
        let this = Self { path: path.to_owned(), temporary };
        let mut options = File::options();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        if private {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        #[cfg(not(unix))]
        let _ = private;
        let filled = options.open(&this.temporary).and_then(|mut file| fill(&mut file));
        filled.map_err(|error| FileError::new(path, error))?;
        Ok(this)
    }

    /// Where it lies until it is moved.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Moves it to another place than it was meant for.
    ///
    /// # Errors
    /// If it cannot be moved.
    pub fn keep_as(mut self, path: &Path) -> Result<(), FileError> {
        self.path = path.to_owned();
        self.keep()
    }

    /// Moves it to its place.
    ///
    /// # Errors
    /// If it cannot be moved.
    pub fn keep(self) -> Result<(), FileError> {
        std::fs::rename(&self.temporary, &self.path).map_err(|error| FileError::new(&self.path, error))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        // After it was moved there is nothing to remove, and nothing is lost.
        let _ = std::fs::remove_file(&self.temporary);
        PENDING.lock().unwrap_or_else(PoisonError::into_inner).retain(|path| *path != self.temporary);
    }
}

/// Removes every file that is being written: for a front end that is interrupted and about to exit.
pub fn remove_pending() {
    let pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    pending.iter().for_each(|path| drop(std::fs::remove_file(path)));
}

/// The name of the file for which a temporary file was begun, if it is a temporary file.
fn meant_for(name: &str) -> Option<&str> {
    let (process, rest) = name.strip_prefix('.')?.split_once('.')?;
    let own = !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit());
    rest.strip_prefix("new.").filter(|_| own)
}

/// Whether a file is one that a run began and never ended, because it was killed.
pub fn is_leftover(path: &Path) -> bool {
    path.file_name().is_some_and(|name| meant_for(&name.to_string_lossy()).is_some())
}

/// Removes what killed runs left beside a file or, of a folder, anywhere in it. For whoever knows that no other run is writing there.
pub fn remove_leftovers(path: &Path) {
    let entries = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten();
    if path.is_dir() {
        for entry in entries(path) {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder {
                remove_leftovers(&entry.path());
            } else if is_leftover(&entry.path()) {
                let _ = std::fs::remove_file(entry.path());
            }
        }
        return;
    }
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in entries(folder) {
        if meant_for(&entry.file_name().to_string_lossy()) == Some(&*name.to_string_lossy()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Writes a whole file, or nothing.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), FileError> {
    Pending::write(path, |file| file.write_all(content))?.keep()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_are_known_by_their_names() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("in")).unwrap();
        for name in [".12.new.a.txt", "in/.3.new.b.txt", ".12.new.c.txt", ".new.d", ".x.new.e", "f.txt"] {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        let there = |name: &str| folder.path().join(name).exists();
        remove_leftovers(&folder.path().join("a.txt"));
        assert!(!there(".12.new.a.txt") && there(".12.new.c.txt"));
        remove_leftovers(folder.path());
        assert!(!there("in/.3.new.b.txt") && !there(".12.new.c.txt"));
        assert!(there(".new.d") && there(".x.new.e") && there("f.txt"));
    }

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write_whole(&path, b"old").unwrap();
        let pending = Pending::write(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        drop(pending);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "what is dropped leaves nothing behind");
        assert!(Pending::write(&path, |_| Err(io::Error::other("full"))).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        Pending::write(&path, |file| file.write_all(b"new")).unwrap().keep().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert!(write_whole(folder.path(), b"x").is_err(), "a folder is not replaced");
        Pending::write_private(&path, |file| file.write_all(b"own")).unwrap().keep().unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }
}
