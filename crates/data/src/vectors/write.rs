//! Writing a space: a folder that is there as a whole or not at all.

use super::description::Description;
use super::format::SpaceFormat;
use super::read::{DESCRIPTION, DOCUMENTS, LABELS, VOCABULARY, read_folder};
use super::words::write_lines;
use super::{SparseMatrix, VectorSpace, matrix_market, svmlight, triplets};
use crate::error::{Error, Place, Result};
use scumble_io::{FileError, Pending, is_leftover};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// What of a space is written, and how.
#[derive(Debug, Clone, Copy, Default)]
pub struct SpaceWriting<'w> {
    /// The format of the matrix.
    pub format: SpaceFormat,
    /// Whether the names of documents are written. Names may identify people: a release has none.
    pub document_names: bool,
    /// The label of each document, for `labels.csv`.
    pub labels: Option<&'w [String]>,
}

/// A space that is written beside its place: it can be read back and checked, and is moved there by [`PendingSpace::keep`]. Dropped
/// before, it is removed.
#[derive(Debug)]
#[must_use = "a pending space that is dropped is removed: keep() moves it to its place"]
pub struct PendingSpace {
    /// In the order in which they are moved: the description, by which a folder is a space, comes last.
    files: Vec<(String, Pending)>,
    folder: Folder,
}

/// The folder of a space; one that was made for it is removed again while it is empty.
#[derive(Debug)]
struct Folder {
    path: PathBuf,
    made: bool,
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.made {
            // A folder that holds something is not removed.
            let _ = std::fs::remove_dir(&self.path);
        }
    }
}

/// Writes a space into a folder, as a whole or not at all: `matrix` in the format asked for, `vocabulary.txt`, `documents.txt` and
/// `labels.csv` where they are asked for, and `space.json` last. A space that was there before is replaced.
///
/// # Errors
/// If the folder holds something that is no space, or a file cannot be written.
pub fn write_space(space: &VectorSpace, folder: &Path, writing: &SpaceWriting<'_>) -> Result<()> {
    PendingSpace::write(space, folder, writing)?.keep()
}

impl PendingSpace {
    /// Writes a space beside its place.
    ///
    /// # Errors
    /// If the folder holds something that is no space, a file cannot be written, or there is not one name, term and label for each
    /// row and column.
    pub fn write(space: &VectorSpace, folder: &Path, writing: &SpaceWriting<'_>) -> Result<Self> {
        let place = || Place::file(&folder.display().to_string());
        let matches = |list: usize, size: usize| list == 0 || list == size;
        let labels = writing.labels.unwrap_or_default();
        let rows = space.matrix.len();
        if !matches(space.vocabulary.len(), space.matrix.columns())
            || !matches(space.documents.len(), rows)
            || !matches(labels.len(), rows)
        {
            return Err(Error::new(place(), "not one term for each column, and one name and label for each row"));
        }
        refuse_other_content(folder)?;
        let made = !folder.exists();
        std::fs::create_dir_all(folder).map_err(|error| Error::new(place(), format!("cannot be made: {error}")))?;
        let mut pending = Self { files: Vec::new(), folder: Folder { path: folder.to_owned(), made } };
        pending.file(&writing.format.file(), |out| write_matrix(&space.matrix, writing.format, out))?;
        if !space.vocabulary.is_empty() {
            pending.file(VOCABULARY, |out| write_lines(&space.vocabulary, out))?;
        }
        let names = writing.document_names && !space.documents.is_empty();
        if names {
            pending.file(DOCUMENTS, |out| write_lines(&space.documents, out))?;
        }
        if writing.labels.is_some() {
            pending.file(LABELS, |out| write_labels(if names { &space.documents } else { &[] }, labels, out))?;
        }
        let description = Description::of(space, writing.format, names);
        pending.file(DESCRIPTION, |out| {
            serde_json::to_writer_pretty(&mut *out, &description)?;
            writeln!(out)
        })?;
        Ok(pending)
    }

    fn file(&mut self, name: &str, fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> Result<()> {
        let written = Pending::write(&self.folder.path.join(name), |file| {
            let mut out = BufWriter::with_capacity(1 << 20, file);
            fill(&mut out)?;
            out.flush()
        });
        self.files.push((name.to_owned(), written.map_err(unwritten)?));
        Ok(())
    }

    /// Reads the space back from the bytes that were written.
    ///
    /// # Errors
    /// If that fails.
    pub fn read_back(&self) -> Result<VectorSpace> {
        let file = |name: &str| {
            let written = self.files.iter().find(|(written, _)| written == name);
            // What was not written now must not be read from a space that was there before.
            written.map_or_else(PathBuf::new, |(_, pending)| pending.temporary().to_owned())
        };
        read_folder(&self.folder.path, &file)
    }

    /// Moves the space to its place; what another space left there is removed.
    ///
    /// # Errors
    /// If a file cannot be moved or removed. The folder is then no space.
    pub fn keep(self) -> Result<()> {
        let Self { files, folder } = self;
        let remove = |name: &str| match std::fs::remove_file(folder.path.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                let place = Place::file(&folder.path.join(name).display().to_string());
                Err(Error::new(place, format!("cannot be replaced: {error}")))
            }
            _ => Ok(()),
        };
        // Without its description, a folder is no space: nobody reads the new matrix with the old words.
        remove(DESCRIPTION)?;
        all_files().iter().try_for_each(|name| remove(name))?;
        files.into_iter().try_for_each(|(_, pending)| pending.keep().map_err(unwritten))
    }
}

/// Every file that a space may have.
fn all_files() -> Vec<String> {
    let matrices = SpaceFormat::ALL.iter().map(|(_, format)| format.file());
    matrices.chain([VOCABULARY, DOCUMENTS, LABELS, DESCRIPTION].map(str::to_owned)).collect()
}

/// A folder that holds anything but a space is not written into.
fn refuse_other_content(folder: &Path) -> Result<()> {
    if !folder.exists() || folder.join(DESCRIPTION).is_file() {
        return Ok(());
    }
    let place = || Place::file(&folder.display().to_string());
    let entries =
        std::fs::read_dir(folder).map_err(|error| Error::new(place(), format!("no folder to write into: {error}")))?;
    let own = all_files();
    let is_own = |path: &Path| {
        is_leftover(path) || path.file_name().is_some_and(|name| own.iter().any(|own| **own == *name.to_string_lossy()))
    };
    match entries.flatten().all(|entry| is_own(&entry.path())) {
        true => Ok(()),
        false => {
            Err(Error::new(place(), "the folder holds something that is no vector space")
                .with_help("name another folder"))
        }
    }
}

fn unwritten(error: FileError) -> Error {
    let place = Place::file(&error.path.display().to_string());
    Error::new(place, format!("cannot be written: {}", error.source)).with_source(error)
}

fn write_matrix(matrix: &SparseMatrix, format: SpaceFormat, out: &mut (dyn Write + Send)) -> io::Result<()> {
    match format {
        SpaceFormat::MatrixMarket => matrix_market::write(matrix, out),
        SpaceFormat::SvmLight => svmlight::write(matrix, out),
        SpaceFormat::Csv => triplets::write_csv(matrix, out),
        #[cfg(feature = "parquet")]
        SpaceFormat::Parquet => crate::parquet::write(&triplets::to_table(matrix), out),
        #[cfg(not(feature = "parquet"))]
        SpaceFormat::Parquet => Err(io::Error::new(io::ErrorKind::Unsupported, "this build does not write Parquet")),
    }
}

/// A row for each document, from 0, with its name where names are written, and its label.
fn write_labels(names: &[String], labels: &[String], out: &mut dyn Write) -> io::Result<()> {
    let quoted = |text: &str| match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    };
    writeln!(out, "{}", if names.is_empty() { "row,label" } else { "row,doc_id,label" })?;
    for (row, label) in labels.iter().enumerate() {
        let name = names.get(row).map_or(String::new(), |name| format!("{},", quoted(name)));
        writeln!(out, "{row},{name}{}", quoted(label))?;
    }
    Ok(())
}
