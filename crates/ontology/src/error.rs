//! What can go wrong while knowledge is read, and where it did.

use crate::suggest::nearest;
use std::fmt;
use std::path::Path;

/// A result whose error is this crate's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

/// A place in an input file: lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as the user named it.
    pub file: String,
    /// The line, where one is known.
    pub line: Option<u64>,
    /// The column (a field of a table, not a character), where one is known.
    pub column: Option<usize>,
}

impl Place {
    /// A whole file.
    pub fn file(file: &str) -> Self {
        Self { file: file.to_owned(), line: None, column: None }
    }

    /// A line of a file.
    pub fn line(file: &str, line: u64) -> Self {
        Self { file: file.to_owned(), line: Some(line), column: None }
    }

    /// The same line, at a field of it.
    pub fn at_column(mut self, column: usize) -> Self {
        self.column = Some(column);
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        Ok(())
    }
}

/// Why a taxonomy could not be had. Messages name places, never values: a hierarchy's leaves are a table's data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is not there.
    #[error("{file}: no such file or folder; {}", near.as_ref().map_or("check the path".into(), |near| format!("did you mean {near}?")))]
    Missing {
        /// The file as the user named it.
        file: String,
        /// A file beside it that is called almost so.
        near: Option<String>,
    },
    /// The file is there but could not be read.
    #[error("{file}: cannot be read: {source}")]
    Unreadable {
        /// The file as the user named it.
        file: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file holds no concept.
    #[error("{file}: holds no concept; a taxonomy needs at least one")]
    Empty {
        /// The file as the user named it.
        file: String,
    },
    /// The file is larger than a reader takes.
    #[error("{at}: too large: {limit}; split the taxonomy or leave out what you do not use")]
    TooLarge {
        /// Where the limit was passed.
        at: Place,
        /// The limit, in words.
        limit: &'static str,
    },
    /// A byte sequence that is not UTF-8.
    #[error("{at}: bytes that are not UTF-8; save the file as UTF-8")]
    NotUtf8 {
        /// The first bad line.
        at: Place,
    },
    /// The format's grammar is broken.
    #[error("{at}: {expected}")]
    Syntax {
        /// Where.
        at: Place,
        /// What was expected there, and what to do.
        expected: String,
    },
    /// A row with more or fewer fields than the first.
    #[error("{at}: {found} fields where the first row has {expected}; every row needs the same number")]
    Ragged {
        /// The odd row.
        at: Place,
        /// Fields of the first row.
        expected: usize,
        /// Fields of this one.
        found: usize,
    },
    /// A concept names a parent that the file does not define.
    #[error("{at}: names a parent that is nowhere defined; add it to the file or correct its name")]
    UnknownParent {
        /// Where the parent is named.
        at: Place,
    },
    /// Following parents leads back to the start.
    #[error("{at}: a cycle: following parents leads back here (by way of lines {}); remove one of these links", list(.lines))]
    Cycle {
        /// One concept on the cycle.
        at: Place,
        /// The lines of the concepts on the cycle, in order.
        lines: Vec<u64>,
    },
    /// More levels than any real taxonomy has.
    #[error("{at}: deeper than {limit} levels; this is not a taxonomy, or its parents form a chain by mistake")]
    TooDeep {
        /// The first concept that is too deep.
        at: Place,
        /// The limit.
        limit: usize,
    },
    /// A tree in which a concept has two different parents.
    #[error("{at}: the value has another parent here than on line {first}; in a hierarchy each value has one parent")]
    TwoParents {
        /// The second parent.
        at: Place,
        /// The line of the first.
        first: u64,
    },
    /// A concept is defined twice.
    #[error("{at}: defined again; the first definition is on line {first}")]
    Duplicate {
        /// The second definition.
        at: Place,
        /// The line of the first.
        first: u64,
    },
    /// Several tops where one was asked for.
    #[error("{at}: a second top, beside the one of line {first}; a strict hierarchy has one")]
    SeveralTops {
        /// The second top.
        at: Place,
        /// The line of the first.
        first: u64,
    },
    /// A taxonomy was named in a way we do not know.
    #[error("{what}")]
    Spec {
        /// What is wrong, and what would be right.
        what: String,
    },
}

impl Error {
    /// A file that is not there, with the nearest name in its folder.
    pub(crate) fn missing(path: &Path) -> Self {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        let wanted = path.file_name().unwrap_or_default().to_string_lossy();
        let near = nearest(&wanted, names.iter().map(String::as_str), 1).first().map(|near| (*near).to_owned());
        Self::Missing { file: path.display().to_string(), near }
    }

    pub(crate) fn syntax(file: &str, line: u64, expected: impl Into<String>) -> Self {
        Self::Syntax { at: Place::line(file, line), expected: expected.into() }
    }
}

fn list(lines: &[u64]) -> String {
    const SHOWN: usize = 8;
    let mut text = lines.iter().take(SHOWN).map(u64::to_string).collect::<Vec<_>>().join(", ");
    if lines.len() > SHOWN {
        text.push_str(&format!(" and {} more", lines.len() - SHOWN));
    }
    text
}
