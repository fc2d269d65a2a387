//! A file as its parts.

use crate::error::{Error, Result};
use scumble_text::{Edit, apply};
use std::path::Path;

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Plain text, and Markdown: every byte is text.
    Text,
}

impl Kind {
    /// By the ending of a file's name; `None` if no kind has it.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        matches!(ending.as_str(), "txt" | "text" | "md" | "markdown").then_some(Self::Text)
    }
}

/// How much a file may unpack to.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of all that is unpacked from one file.
    pub unpacked: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { unpacked: 1 << 30 }
    }
}

/// A stretch of running text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is, for people: `body`, `header 1`, `comments`, `property title`. Never a piece of the text.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A file that was opened.
#[derive(Debug)]
pub struct Opened {
    parts: Vec<Part>,
}

/// A file that was rewritten.
#[derive(Debug)]
pub struct Rewritten {
    /// The bytes of the new file.
    pub bytes: Vec<u8>,
    /// What was dropped without being text: an image, the author property … For people; never a value.
    pub dropped: Vec<String>,
}

impl Opened {
    /// Opens the bytes of a file.
    pub fn open(kind: Kind, bytes: Vec<u8>, _limits: &Limits) -> Result<Self> {
        match kind {
            Kind::Text => {
                let text = String::from_utf8(bytes).map_err(|error| {
                    Error::Damaged(format!("byte {} is not UTF-8", error.utf8_error().valid_up_to() + 1))
                })?;
                Ok(Self { parts: vec![Part { name: "body".to_owned(), text }] })
            }
        }
    }

    /// The parts, in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The file with each part's edits made (one list a part, in order, without overlaps). Nothing else of a text changes.
    pub fn rewrite(&self, edits: &[Vec<Edit>]) -> Result<Rewritten> {
        Ok(Rewritten { bytes: apply(&self.parts[0].text, &edits[0]).into_bytes(), dropped: Vec::new() })
    }
}
