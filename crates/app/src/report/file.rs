//! Files that are there as a whole or not at all.

use crate::failure::Failure;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once};

/// Files that are being written, to be removed should a person interrupt.
static PENDING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that is written beside its place and moved there when it is whole; gone if it never is.
pub(crate) struct Pending {
    path: PathBuf,
    temporary: PathBuf,
}

impl Pending {
    /// Starts a file for `path` and fills it.
    pub(crate) fn write(path: &Path, fill: impl FnOnce(&mut File) -> std::io::Result<()>) -> Result<Self, Failure> {
        Self::start(path, |file| {
            fill(file)?;
            file.sync_all()
        })
    }

    /// Starts one of very many files, whose hash is checked when a run goes on: waiting for the disk each time would take longer
    /// than everything else.
    pub(crate) fn write_one_of_many(
        path: &Path,
        fill: impl FnOnce(&mut File) -> std::io::Result<()>,
    ) -> Result<Self, Failure> {
        Self::start(path, fill)
    }

    fn start(path: &Path, fill: impl FnOnce(&mut File) -> std::io::Result<()>) -> Result<Self, Failure> {
        // A link stays a link: what it points to is replaced.
        let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if path.exists() && !path.is_file() {
            return Err(Failure::input(format!("{}: is no regular file, and is not replaced", path.display())));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // The extension stays, because readers look at it.
        let temporary = path.with_file_name(format!(".{}.new.{name}", std::process::id()));
        remove_when_interrupted();
        if let Ok(mut pending) = PENDING.lock() {
            pending.push(temporary.clone());
        }
        let this = Self { path: path.to_owned(), temporary };
        let filled = File::create(&this.temporary).and_then(|mut file| fill(&mut file));
        filled.map_err(|error| Failure::input(format!("{}: cannot be written: {error}", path.display())))?;
        Ok(this)
    }

    /// Where it lies until it is moved.
    pub(crate) fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Moves it to another place than it was meant for.
    pub(crate) fn keep_as(mut self, path: &Path) -> Result<(), Failure> {
        self.path = path.to_owned();
        self.keep()
    }

    /// Moves it to its place.
    pub(crate) fn keep(self) -> Result<(), Failure> {
        std::fs::rename(&self.temporary, &self.path)
            .map_err(|error| Failure::input(format!("{}: cannot be written: {error}", self.path.display())))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        // After it was moved there is nothing to remove, and nothing is lost.
        let _ = std::fs::remove_file(&self.temporary);
        if let Ok(mut pending) = PENDING.lock() {
            pending.retain(|path| *path != self.temporary);
        }
    }
}

/// Refuses to write over what was read, or into a folder.
pub(crate) fn refuse_inputs<'p>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'p Path>,
    what: &str,
) -> Result<(), Failure> {
    if output.is_dir() {
        return Err(Failure::input(format!("{}: is a folder", output.display())).with_help("name a file in it"));
    }
    let place = output.canonicalize();
    let same = |input: &Path| matches!((&place, input.canonicalize()), (Ok(output), Ok(input)) if *output == input);
    match inputs.into_iter().find(|input| same(input)) {
        Some(input) => Err(Failure::input(format!("{what} would overwrite the original {}", input.display()))
            .with_help("name another file")),
        None => Ok(()),
    }
}

/// Removes files that are being written if a person interrupts the run.
pub(crate) fn remove_when_interrupted() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler an interrupted run leaves a hidden file behind, and nothing else.
        let _ = ctrlc::set_handler(|| {
            if let Ok(pending) = PENDING.lock() {
                pending.iter().for_each(|path| drop(std::fs::remove_file(path)));
            }
            scumble_io::remove_pending();
            std::process::exit(130);
        });
    });
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    Pending::write(path, |file| file.write_all(content))?.keep()
}
