//! Which documents a run is about.

use crate::{Error, Result};
use scumble_files::FileKind;
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputForm {
    /// One document.
    Document(FileKind),
    /// A document in each record: JSON lines, CSV, or another table.
    Records,
}

impl InputForm {
    /// By the ending of a file's name; `None` if nothing reads such files.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        match ending.as_str() {
            "jsonl" | "ndjson" | "csv" | "tsv" | "parquet" | "pq" | "xlsx" | "xls" | "xlsb" | "ods" => {
                Some(Self::Records)
            }
            "gz" => Self::of(Path::new(path.file_stem()?)).filter(|form| *form == Self::Records),
            _ => FileKind::of(path).map(Self::Document),
        }
    }
}

/// A document or a file of records.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name under the folder that was given; `/` between folders.
    pub name: String,
    /// What it holds.
    pub form: InputForm,
    /// Where its bytes are.
    pub origin: Origin,
}

/// Where the bytes of an input are.
#[derive(Clone, Debug)]
pub enum Origin {
    /// In a file.
    File(PathBuf),
    /// At hand.
    Bytes(Vec<u8>),
}

impl Input {
    /// The bytes.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>> {
        match &self.origin {
            Origin::Bytes(bytes) => Ok(Cow::Borrowed(bytes)),
            Origin::File(path) => match std::fs::read(path) {
                Ok(bytes) => Ok(Cow::Owned(bytes)),
                Err(error) => Err(Error::input(format!("{}: cannot be read: {error}", path.display()))),
            },
        }
    }

    /// How many bytes there are.
    pub(crate) fn length(&self) -> u64 {
        match &self.origin {
            Origin::Bytes(bytes) => bytes.len() as u64,
            Origin::File(path) => std::fs::metadata(path).map_or(0, |data| data.len()),
        }
    }

    /// The file, where there is one.
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::File(path) => Some(path),
            Origin::Bytes(_) => None,
        }
    }

    /// Copies the bytes.
    pub(crate) fn copy_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.origin {
            Origin::Bytes(bytes) => out.write_all(bytes),
            Origin::File(path) => io::copy(&mut std::fs::File::open(path)?, out).map(drop),
        }
    }
}

/// The files that were found, and those that nothing reads.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// What is sanitised, by name.
    pub found: Vec<Input>,
    /// Names of files that nothing reads.
    pub unknown: Vec<String>,
}

/// What is read, for messages.
const READ: &str = "text (.txt, .md), .html, .docx, .pdf, .eml, .jsonl, .csv, .parquet and .xlsx are read";

impl Inputs {
    /// The files of some paths, by name: folders are walked.
    ///
    /// # Errors
    /// If a path is not there, nothing reads it, or two documents have one name.
    pub fn find(paths: &[PathBuf]) -> Result<Self> {
        let mut inputs = Self::default();
        for path in paths {
            if path.is_dir() {
                inputs.walk(path, "")?;
                continue;
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let form = InputForm::of(path).ok_or_else(|| {
                Error::input(format!("{}: files of this type cannot be read", path.display()))
                    .with_help(format!("{READ}; give a copy one of these endings"))
            })?;
            if !path.is_file() {
                return Err(Error::input(format!("{}: there is no such file", path.display())));
            }
            inputs.found.push(Input { name, form, origin: Origin::File(path.clone()) });
        }
        inputs.found.sort_by(|a, b| a.name.cmp(&b.name));
        if let Some(pair) = inputs.found.windows(2).find(|pair| pair[0].name == pair[1].name) {
            return Err(Error::input(format!("two documents are called “{}”", pair[0].name))
                .with_help("sanitise them in two runs, or name their common folder"));
        }
        if inputs.found.is_empty() {
            return Err(Error::input("these folders contain no supported documents").with_help(READ));
        }
        Ok(inputs)
    }

    fn walk(&mut self, folder: &Path, prefix: &str) -> Result<()> {
        let fault = |error: io::Error| Error::input(format!("{}: cannot be read: {error}", folder.display()));
        let mut entries: Vec<_> = std::fs::read_dir(folder).map_err(fault)?.collect::<Result<_, _>>().map_err(fault)?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            let path = entry.path();
            let full = format!("{prefix}{name}");
            // A link to a folder could lead back here; what is no regular file could wait for ever.
            let linked = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            if path.is_dir() && linked || !path.is_dir() && !path.is_file() {
                self.unknown.push(full);
            } else if path.is_dir() {
                self.walk(&path, &format!("{full}/"))?;
            } else if let Some(form) = InputForm::of(&path) {
                self.found.push(Input { name: full, form, origin: Origin::File(path) });
            } else {
                self.unknown.push(full);
            }
        }
        Ok(())
    }
}
