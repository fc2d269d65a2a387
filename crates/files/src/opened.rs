//! A file as its parts.

use crate::docx::Docx;
use crate::error::{Error, Result};
use crate::html;
use crate::mail::Mail;
use crate::pdf::Pdf;
use crate::sheet::{Sheet, Woven};
use crate::weave::check;
use scumble_span::{Edit, apply};
use std::path::Path;

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Plain text, and Markdown: every byte is text.
    Text,
    /// Pages of the web.
    Html,
    /// Documents of word processors (Office Open XML).
    Docx,
    /// Pages for printing. They are rebuilt from their text alone.
    Pdf,
    /// Mails, as programs save them. They are written anew without the traces of their way.
    Mail,
}

impl Kind {
    /// By the ending of a file's name; `None` if no kind has it.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "txt" | "text" | "md" | "markdown" => Some(Self::Text),
            "html" | "htm" | "xhtml" => Some(Self::Html),
            "eml" => Some(Self::Mail),
            "pdf" => Some(Self::Pdf),
            "docx" => Some(Self::Docx),
            _ => None,
        }
    }

    /// Whether such a file is text itself, which a terminal can show.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Html)
    }
}

/// What becomes of images, which nothing here can read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Images {
    /// They are left out, and that is reported.
    #[default]
    Drop,
    /// A file that has any is refused.
    Refuse,
}

/// How much a file may unpack to, and what it may hold.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of all that is unpacked from one file.
    pub unpacked: u64,
    /// Files within one file, or objects of it.
    pub entries: usize,
    /// How deep elements may lie within each other.
    pub depth: usize,
    /// Whether images are left out, or a reason to refuse the file.
    pub images: Images,
}

impl Default for Limits {
    fn default() -> Self {
        Self { unpacked: 1 << 30, entries: 10_000, depth: 256, images: Images::Drop }
    }
}

/// What a part's text is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Sentences, for reading.
    Prose,
    /// Single values, one a line: addresses, descriptions, names of things.
    Values,
    /// Scripts, styles and names of the layout: no language, but what was removed elsewhere must not be left here.
    Code,
}

/// A stretch of running text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is, for people: `body`, `header 1`, `comments`. Never a piece of the text.
    pub name: String,
    /// What its text is like.
    pub holds: Holds,
    /// The text.
    pub text: String,
}

/// A file that was opened.
#[derive(Debug)]
pub struct Opened {
    parts: Vec<Part>,
    dropped: Vec<String>,
    warnings: Vec<String>,
    inside: Inside,
}

#[derive(Debug)]
enum Inside {
    /// Whether the file starts with a byte order mark, which is no part of its first word.
    Text {
        mark: bool,
    },
    Html(Sheet),
    Docx(Docx),
    Pdf(Pdf),
    Mail(Mail),
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
    pub fn open(kind: Kind, bytes: Vec<u8>, limits: &Limits) -> Result<Self> {
        match kind {
            Kind::Text => {
                let mut text = utf8(bytes)?;
                let mark = text.starts_with(MARK);
                if mark {
                    text.drain(..MARK.len_utf8());
                }
                let parts = vec![Part { name: "body".to_owned(), holds: Holds::Prose, text }];
                Ok(Self { parts, dropped: Vec::new(), warnings: Vec::new(), inside: Inside::Text { mark } })
            }
            Kind::Html => {
                let sheet = html::open(utf8(bytes)?, limits)?;
                let (dropped, warnings) = (sheet.dropped.clone(), sheet.warnings.clone());
                Ok(Self { parts: parts(&sheet.woven), dropped, warnings, inside: Inside::Html(sheet) })
            }
            Kind::Docx => {
                let docx = Docx::open(&bytes, limits)?;
                let dropped = docx.dropped().to_vec();
                Ok(Self { parts: parts(docx.woven()), dropped, warnings: Vec::new(), inside: Inside::Docx(docx) })
            }
            Kind::Pdf => {
                let pdf = Pdf::open(&bytes, limits)?;
                let (dropped, warnings) = (pdf.dropped().to_vec(), pdf.warnings().to_vec());
                Ok(Self { parts: parts(pdf.woven()), dropped, warnings, inside: Inside::Pdf(pdf) })
            }
            Kind::Mail => {
                let mail = Mail::open(&bytes, limits)?;
                let (dropped, warnings) = (mail.dropped().to_vec(), mail.warnings().to_vec());
                Ok(Self { parts: parts(mail.woven()), dropped, warnings, inside: Inside::Mail(mail) })
            }
        }
    }

    /// The parts, in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// What a rewritten file will not have any more, whatever the edits: images, properties, names of authors. Never a value.
    pub fn dropped(&self) -> &[String] {
        &self.dropped
    }

    /// What a person should know before trusting the parts to be all. Never a value.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The file with each part's edits made (one list a part, in order, without overlaps). Nothing else of a text changes.
    pub fn rewrite(&self, edits: &[Vec<Edit>]) -> Result<Rewritten> {
        // No list means no edits, so that a caller need not know of parts that it leaves alone.
        let mut all = edits.to_vec();
        if all.len() > self.parts.len() {
            return Err(Error::Refused("there are more lists of edits than parts".to_owned()));
        }
        all.resize(self.parts.len(), Vec::new());
        for (part, edits) in self.parts.iter().zip(&all) {
            check(&part.text, edits)?;
        }
        let bytes = match &self.inside {
            Inside::Text { mark } => {
                let text = apply(&self.parts[0].text, &all[0]);
                if *mark { format!("{MARK}{text}").into_bytes() } else { text.into_bytes() }
            }
            Inside::Html(sheet) => sheet.rewrite(&all)?.into_bytes(),
            Inside::Docx(docx) => docx.rewrite(&all)?,
            Inside::Pdf(pdf) => pdf.rewrite(&all)?,
            Inside::Mail(mail) => mail.rewrite(&all)?,
        };
        Ok(Rewritten { bytes, dropped: self.dropped.clone() })
    }
}

const MARK: char = '\u{feff}';

fn parts<'a>(woven: impl IntoIterator<Item = &'a Woven>) -> Vec<Part> {
    let part = |Woven { name, holds, weave }: &Woven| Part {
        name: name.clone(),
        holds: *holds,
        text: weave.text().to_owned(),
    };
    woven.into_iter().map(part).collect()
}

fn utf8(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes)
        .map_err(|error| Error::Damaged(format!("byte {} is not UTF-8", error.utf8_error().valid_up_to() + 1)))
}
