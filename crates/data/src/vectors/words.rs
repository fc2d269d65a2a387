//! Lists with a word or a name a line: the vocabulary and the documents of a space.

use crate::error::{Error, Place, Result};
use scumble_io::Source;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

/// The lines of a file.
pub(super) fn read_lines(path: &Path) -> Result<Vec<String>> {
    let source =
        Source::open(path).map_err(|error| Error::new(Place::file(&path.display().to_string()), error.to_string()))?;
    Ok(source.as_str().split_terminator('\n').map(|line| line.strip_suffix('\r').unwrap_or(line).to_owned()).collect())
}

/// A term a line, each once; `columns` is how many there must be, where that is known.
pub(super) fn read_vocabulary(path: &Path, columns: Option<u64>) -> Result<Vec<String>> {
    let file = path.display().to_string();
    let terms = read_lines(path)?;
    let mut seen: HashMap<&str, usize> = HashMap::with_capacity(terms.len());
    for (number, term) in terms.iter().enumerate() {
        let fault = |problem: String| Error::new(Place::line(&file, number as u64 + 1), problem);
        if term.trim().is_empty() {
            return Err(fault("a line without a term".to_owned()));
        }
        if let Some(first) = seen.insert(term, number + 1) {
            return Err(fault(format!("the term was there before, in line {first}")));
        }
    }
    if let Some(columns) = columns.filter(|&columns| columns != terms.len() as u64) {
        let problem = format!("{} terms, and the matrix has {columns} columns", terms.len());
        return Err(
            Error::new(Place::file(&file), problem).with_help("the vocabulary has a term for each column, in order")
        );
    }
    Ok(terms)
}

/// Writes a line for each word; a word that would not read back as it is, is an error.
pub(super) fn write_lines(words: &[String], mut out: impl Write) -> io::Result<()> {
    for word in words {
        if word.contains(|c: char| c.is_control() || c == '\u{feff}') {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a term or a name has a control character"));
        }
        writeln!(out, "{word}")?;
    }
    Ok(())
}
