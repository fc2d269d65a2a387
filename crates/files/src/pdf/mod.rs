//! PDF: the text of the pages is read, and a new file is built from it.
//!
//! Nothing else of the old file is copied: no fonts, images, links, notes, form fields, attachments, scripts or metadata, so no
//! text can be left in them. Each line stands where it stood, in one plain font.

mod cmap;
mod font;
mod inventory;
mod lines;
mod page;
mod write;

use crate::error::{Error, Result};
use crate::format::Format;
use crate::limits::{Images, Limits};
use crate::sheet::{PartWeave, Sheet};
use lines::Line;
use lopdf::{Document, LoadOptions};
use page::{Budget, Interpreter};
use scumble_span::Edit;

/// A file is refused if more than one in this many characters is unknown, because its font does not say what it is.
const UNKNOWN: usize = 10;

/// A page: its text, and where the lines of it stand.
#[derive(Debug)]
struct Page {
    frame: write::Frame,
    lines: Vec<Line>,
    sheet: Sheet,
}

/// An opened file.
#[derive(Debug)]
pub(crate) struct Pdf {
    pages: Vec<Page>,
    dropped: Vec<String>,
    warnings: Vec<String>,
}

impl Pdf {
    pub(crate) fn open(bytes: &[u8], limits: &Limits) -> Result<Self> {
        let unpacked = usize::try_from(limits.unpacked).unwrap_or(usize::MAX);
        let document = Document::load_mem_with_options(bytes, LoadOptions::with_max_decompressed_size(unpacked))
            .map_err(|error| match error {
                lopdf::Error::Decompress(_) => {
                    Error::TooLarge("the PDF unpacks to more than allowed, or is damaged".to_owned())
                }
                lopdf::Error::Decryption(_) | lopdf::Error::InvalidPassword => encrypted(),
                _ => Error::Damaged("this is no PDF, or it is damaged or cut off".to_owned()),
            })?;
        if document.is_encrypted() || document.was_encrypted() {
            return Err(encrypted());
        }
        let ids = document.get_pages();
        if ids.is_empty() {
            return Err(Error::Damaged("the PDF has no pages".to_owned()));
        }
        if ids.len() > limits.entries {
            return Err(Error::TooLarge(format!("the PDF has more than {} pages", limits.entries)));
        }
        let mut interpreter = Interpreter::new(&document, Budget::new(unpacked));
        let mut pages = Vec::new();
        let mut images = 0;
        for (number, id) in ids {
            let read = interpreter.page(id, number)?;
            images += read.images;
            if read.images > 0 && read.lines.iter().all(|line| line.text.trim().is_empty()) {
                return Err(Error::Refused(format!("page {number} has an image and no text: it looks scanned")));
            }
            let sheet = lines::weave(&read.lines, &format!("page {number}"));
            pages.push(Page { frame: write::Frame::of(&document, id), lines: read.lines, sheet });
        }
        if images > 0 && limits.images == Images::Refuse {
            return Err(Error::Refused("the PDF holds images, which cannot be read".to_owned()));
        }
        let (unknown, known) = (interpreter.unknown, interpreter.known);
        if unknown * UNKNOWN > known {
            return Err(Error::Refused(
                "its fonts do not say which characters they show, so it cannot be read".to_owned(),
            ));
        }
        let mut dropped = inventory::inventory(&document);
        if images > 0 {
            dropped.push(format!("image: {images}"));
        }
        if unknown > 0 {
            dropped.push(format!("character that its font does not explain: {unknown}"));
        }
        dropped.push("fonts, colours and drawings".to_owned());
        let foreign =
            pages.iter().flat_map(|page| page.sheet.source.chars()).filter(|&character| write::is_foreign(character));
        let foreign = foreign.count();
        let mut warnings = Vec::new();
        if document.xref_recovery.is_some() {
            warnings.push("the file is damaged: what could not be found in it is missing".to_owned());
        }
        if foreign > 0 {
            warnings.push(format!("{foreign} characters are beyond the plain font: some programs may not show them"));
        }
        Ok(Self { pages, dropped, warnings })
    }
}

impl Format for Pdf {
    fn parts(&self) -> Vec<&PartWeave> {
        self.pages.iter().flat_map(|page| &page.sheet.parts).collect()
    }

    fn dropped(&self) -> &[String] {
        &self.dropped
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// A new file with the edited text: a page is a part.
    fn rewrite(&self, edits: &[Vec<Edit>]) -> Result<Vec<u8>> {
        let mut pages = Vec::new();
        for (page, edits) in self.pages.iter().zip(edits) {
            let text = page.sheet.edited(std::slice::from_ref(edits))?;
            let texts: Vec<&str> = text.split('\n').collect();
            let lines = page.lines.iter().enumerate().map(|(at, line)| {
                let text = texts.get(at).copied().unwrap_or_default();
                if text == line.text {
                    return line.clone();
                }
                // The width that a line had would tell how long the removed word was.
                let room = page.frame.room(line, page.lines.get(at + 1));
                Line { text: text.to_owned(), width: write::width(text).min(room), ..line.clone() }
            });
            pages.push((page.frame, lines.collect::<Vec<_>>()));
        }
        Ok(write::document(&pages))
    }
}

fn encrypted() -> Error {
    Error::Refused("the PDF is encrypted".to_owned())
}
