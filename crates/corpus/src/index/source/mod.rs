//! The files that an index is made from, and the documents in them.

mod jsonl;
mod markup;
mod packed;
mod wikipedia;

use super::BuildOptions;
use super::manifest::Hash;
use crate::error::{Error, Result};
use scumble_io::Packing;
use std::io::{BufRead, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::UNIX_EPOCH;

/// No document is longer, in bytes. One that is would be a file read as the wrong thing.
const MOST_TEXT: u64 = 256 << 20;
const KNOWN: &str = ".txt, .md, .jsonl, .ndjson or .xml, each also with .gz, .zst or .bz2";

/// A document to be indexed.
pub(super) struct Document {
    pub(super) name: String,
    pub(super) text: String,
}

/// Takes documents as they are read, and says when it has had enough.
pub(super) type Each<'e> = &'e mut dyn FnMut(Document) -> Result<ControlFlow<()>>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Lines,
    Wikipedia,
}

/// A file to be read.
pub(super) struct Source {
    pub(super) path: PathBuf,
    /// As its documents are named: the path inside the folder that was given, or the file's name.
    pub(super) name: String,
    pub(super) bytes: u64,
    changed: u128,
    kind: Kind,
}

/// Every file that the given files and folders stand for, in order.
pub(super) fn plan(given: &[PathBuf]) -> Result<Vec<Source>> {
    let mut found = Vec::new();
    for path in given {
        if path.is_dir() {
            walk(path, "", &mut found)?;
        } else {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let kind = kind_of(&name).ok_or_else(|| Error::file(path, format!("its name must end in {KNOWN}")))?;
            found.push(source(path, name, kind)?);
        }
    }
    match found.is_empty() {
        true => {
            Err(Error::Question("there is nothing to read: no file of text or JSON lines in what was given".into()))
        }
        false => Ok(found),
    }
}

/// Text and JSON lines of a folder, in the order of their names. Dumps are read only when they are named.
fn walk(folder: &Path, inside: &str, found: &mut Vec<Source>) -> Result<()> {
    let fault = |error| Error::file(folder, error);
    let entries = std::fs::read_dir(folder).map_err(fault)?.collect::<std::io::Result<Vec<_>>>().map_err(fault)?;
    let mut names: Vec<_> = entries.iter().map(|entry| entry.file_name()).collect();
    names.sort_unstable();
    for name in names {
        let path = folder.join(&name);
        let name = name.to_string_lossy();
        let inner = if inside.is_empty() { name.to_string() } else { format!("{inside}/{name}") };
        // a link to a folder may lead back here
        if path.is_dir() && !path.is_symlink() {
            walk(&path, &inner, found)?;
        } else if path.is_file()
            && let Some(kind @ (Kind::Text | Kind::Lines)) = kind_of(&name)
        {
            found.push(source(&path, inner, kind)?);
        }
    }
    Ok(())
}

fn kind_of(name: &str) -> Option<Kind> {
    let name = name.to_ascii_lowercase();
    let (_, stem) = Packing::of_name(&name);
    match stem.rsplit_once('.')?.1 {
        "txt" | "md" => Some(Kind::Text),
        "jsonl" | "ndjson" => Some(Kind::Lines),
        "xml" => Some(Kind::Wikipedia),
        _ => None,
    }
}

fn source(path: &Path, name: String, kind: Kind) -> Result<Source> {
    let about = std::fs::metadata(path).map_err(|error| Error::file(path, error))?;
    let changed = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    Ok(Source { path: path.to_path_buf(), name, bytes: about.len(), changed: changed.as_nanos(), kind })
}

/// Stands for the files and how they are read: a build that was stopped goes on only if it is still the same.
pub(super) fn fingerprint(sources: &[Source], options: &BuildOptions) -> Hash {
    let mut hash = Hash::START;
    hash.add(options.text_field.as_bytes());
    hash.add(options.name_field.as_deref().unwrap_or_default().as_bytes());
    for source in sources {
        hash.add(source.path.as_os_str().as_encoded_bytes());
        hash.add(&source.bytes.to_le_bytes());
        hash.add(&source.changed.to_le_bytes());
    }
    hash
}

impl Source {
    /// Passes on each document of the file. `read` tells how many bytes of the file as it lies have been read.
    pub(super) fn each(&self, options: &BuildOptions, read: &Arc<AtomicU64>, each: Each<'_>) -> Result<()> {
        let mut reader = packed::open(&self.path, read).map_err(|error| Error::file(&self.path, error))?;
        match self.kind {
            Kind::Text => {
                let text = self.text(&mut reader)?;
                each(Document { name: self.name.clone(), text }).map(drop)
            }
            Kind::Lines => jsonl::read(self, reader, options, each),
            Kind::Wikipedia => wikipedia::read(self, reader, each),
        }
    }

    fn fault(&self, problem: impl ToString) -> Error {
        Error::file(&self.path, problem)
    }

    fn text(&self, reader: &mut impl BufRead) -> Result<String> {
        let mut bytes = Vec::new();
        let size = reader.take(MOST_TEXT + 1).read_to_end(&mut bytes).map_err(|error| self.fault(error))?;
        if size as u64 > MOST_TEXT {
            return Err(self.fault(format!("is longer than {} MiB, too long for one document", MOST_TEXT >> 20)));
        }
        let text = String::from_utf8(bytes)
            .map_err(|error| self.fault(format!("byte {}: not UTF-8", error.utf8_error().valid_up_to() + 1)))?;
        Ok(text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text))
    }
}

/// Reads bytes as each kind of file; what it finds is not kept.
pub(crate) fn feed(bytes: &[u8]) {
    let options = BuildOptions::default();
    let source = Source {
        path: PathBuf::from("fuzz"),
        name: "fuzz".into(),
        bytes: bytes.len() as u64,
        changed: 0,
        kind: Kind::Text,
    };
    let mut each = |document: Document| {
        let plain = markup::plain(&document.text);
        assert!(plain.len() <= document.text.len(), "markup is only taken away");
        Ok(ControlFlow::Continue(()))
    };
    let _ = source.text(&mut &bytes[..]).and_then(|text| each(Document { name: String::new(), text }));
    let _ = jsonl::read(&source, bytes, &options, &mut each);
    let _ = wikipedia::read(&source, bytes, &mut each);
    if let Ok(unpacked) = scumble_io::unpacked(bytes) {
        let _ = std::io::copy(&mut unpacked.take(1 << 20), &mut std::io::sink());
    }
    // Bytes that look packed, after the first bytes of each packing.
    for start in [&b"\x1f\x8b"[..], b"BZh91AY&SY", b"\x28\xb5\x2f\xfd"] {
        if let Ok(unpacked) = scumble_io::unpacked(start.chain(bytes)) {
            let _ = std::io::copy(&mut unpacked.take(1 << 20), &mut std::io::sink());
        }
    }
}
