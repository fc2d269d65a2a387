//! Which documents a run is about.

use crate::failure::Failure;
use scumble_files::FileKind;
use std::path::{Path, PathBuf};

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// One document.
    Document(FileKind),
    /// A document in each line.
    Lines,
    /// A document in each row.
    Rows,
}

/// A file to be sanitised.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// Its name under the folder that was given; `/` between folders.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) holds: Holds,
}

/// The files of a command line, by name: folders are walked, and what no reader knows is told.
pub(crate) fn inputs(paths: &[PathBuf]) -> Result<(Vec<Input>, Vec<String>), Failure> {
    let (mut found, mut unknown) = (Vec::new(), Vec::new());
    for path in paths {
        if path.is_dir() {
            walk(path, "", &mut found, &mut unknown)?;
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let holds = holds(path).ok_or_else(|| {
            Failure::input(format!("{}: nothing here reads files of this kind", path.display()))
                .with_help("text (.txt, .md), .html, .docx, .pdf, .eml, .jsonl and .csv are read; give a copy one of these endings")
        })?;
        if !path.is_file() {
            return Err(Failure::input(format!("{}: there is no such file", path.display())));
        }
        found.push(Input { name, path: path.clone(), holds });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(pair) = found.windows(2).find(|pair| pair[0].name == pair[1].name) {
        return Err(Failure::input(format!("two documents are called “{}”", pair[0].name))
            .with_help("sanitise them in two runs, or give their common folder"));
    }
    Ok((found, unknown))
}

fn holds(path: &Path) -> Option<Holds> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "jsonl" | "ndjson" => Some(Holds::Lines),
        "csv" | "tsv" => Some(Holds::Rows),
        _ => FileKind::of(path).map(Holds::Document),
    }
}

fn walk(folder: &Path, prefix: &str, found: &mut Vec<Input>, unknown: &mut Vec<String>) -> Result<(), Failure> {
    let fault = |error: std::io::Error| Failure::input(format!("{}: cannot be read: {error}", folder.display()));
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
            unknown.push(full);
        } else if path.is_dir() {
            walk(&path, &format!("{full}/"), found, unknown)?;
        } else if let Some(holds) = holds(&path) {
            found.push(Input { name: full, path, holds });
        } else {
            unknown.push(full);
        }
    }
    Ok(())
}
