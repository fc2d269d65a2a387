//! A document that was opened: a file, a text, or the text cells of a record.

use super::{hash, names};
use crate::{Error, Result};
use scumble_data::Published;
use scumble_files::{FileKind, Limits, Opened, Woven};

/// The most text that a document may have: reading takes about 120 times as much memory.
pub const MOST_TEXT_BYTES: usize = 32 << 20;

/// A document that was opened.
#[derive(Debug)]
pub struct Source {
    pub(crate) name: String,
    pub(crate) input_sha256: String,
    pub(crate) body: Body,
}

/// Where a document's text comes from, and goes back to.
#[derive(Debug)]
pub(crate) enum Body {
    /// A file of its own.
    File {
        kind: FileKind,
        opened: Opened,
        /// The bytes, of a format that keeps every byte outside of edits.
        bytes: Option<Vec<u8>>,
    },
    /// Text cells of a record, among fields that are published as they are; and the names of columns that nobody declared by name.
    Record { cells: Woven, published: Published, header: String },
}

impl Source {
    /// Opens the bytes of a file. The name is for messages, and is checked for what the text discloses.
    ///
    /// # Errors
    /// If the file is damaged, of a kind that this build does not read, or holds too much text.
    pub fn file(name: &str, kind: FileKind, bytes: Vec<u8>) -> Result<Self> {
        let input_sha256 = hash(&bytes);
        let kept = kind.is_text().then(|| bytes.clone());
        let opened = Opened::open(kind, bytes, &Limits::default()).map_err(|error| unread(name, &error))?;
        let body = Body::File { kind, opened, bytes: kept };
        let source = Self { name: name.to_owned(), input_sha256, body };
        let length = source.woven().text.len();
        if length > MOST_TEXT_BYTES {
            let (has, most) = (length >> 20, MOST_TEXT_BYTES >> 20);
            let what = format!("{name}: {has} MB of text; the limit for a document is {most} MB");
            return Err(Error::input(what).with_help("split it into several documents, or convert it to JSON lines"));
        }
        Ok(source)
    }

    /// A plain text.
    ///
    /// # Errors
    /// If there is too much of it.
    pub fn text(name: &str, text: &str) -> Result<Self> {
        Self::file(name, FileKind::Text, text.as_bytes().to_vec())
    }

    /// The text cells of a record. `published` is what is released beside them as it is, `header` the names of columns that nobody
    /// declared by name: neither may hold what is redacted.
    pub fn record(name: &str, cells: Vec<(String, String)>, published: Published, header: String) -> Self {
        let cells = Woven::of_texts(cells);
        let input_sha256 = hash(cells.text.as_bytes());
        Self { name: name.to_owned(), input_sha256, body: Body::Record { cells, published, header } }
    }

    /// The document's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The document's whole text, and how it is put together.
    pub fn woven(&self) -> &Woven {
        match &self.body {
            Body::File { opened, .. } => opened.text(),
            Body::Record { cells, .. } => cells,
        }
    }

    /// What a person should know before trusting that all text was read.
    pub fn warnings(&self) -> &[String] {
        match &self.body {
            Body::File { opened, .. } => opened.warnings(),
            Body::Record { .. } => &[],
        }
    }

    /// The document's name as words: folders count, the ending does not. A record has none of its own.
    pub(crate) fn name_as_text(&self) -> String {
        match &self.body {
            Body::File { .. } => names::as_text(&self.name),
            Body::Record { .. } => String::new(),
        }
    }
}

/// Why a file cannot be read, and what to do.
fn unread(name: &str, error: &scumble_files::Error) -> Error {
    let what = Error::input(format!("{name}: {error}"));
    match error {
        scumble_files::Error::NotUtf8(_) => {
            what.with_help("convert it first, for instance: iconv -f WINDOWS-1252 -t UTF-8")
        }
        _ => what,
    }
}
