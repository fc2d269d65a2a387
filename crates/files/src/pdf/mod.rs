//! PDF: the text of the pages is read, and a new file is built from it.
//!
//! Nothing else of the old file is copied: no fonts, images, links, notes, form fields, attachments, scripts or metadata, so no
//! text can be left in them. Each line stands where it stood, in one plain font, which is Helvetica as far as it goes; for other
//! characters the file carries a part of a free font.
//!
//! Every page is read twice, in two ways: a page of which text was lost is refused.

mod accents;
mod blocks;
mod cells;
mod cmap;
mod drawing;
mod font;
mod inventory;
mod lines;
mod notes;
mod order;
mod page;
mod recount;
mod second;
mod shown;
mod stream;
mod typeface;
mod write;

use crate::error::{Error, Result};
use crate::format::Format;
use crate::limits::{Images, Limits};
use crate::sheet::{PartWeave, Sheet};
use lines::{Apart, Line};
use lopdf::{Document, LoadOptions, Object};
use page::{Budget, Interpreter, REPAIR, get};
use scumble_span::Edit;

/// A file is refused if more than one in this many characters is unknown, because its font does not say what it is.
const UNKNOWN: usize = 10;

/// A page: its text, and where the lines of it stand.
#[derive(Debug)]
struct Page {
    frame: write::Frame,
    lines: Vec<Line>,
    /// By line: the one to the right of it.
    neighbors: Vec<Option<usize>>,
    sheet: Sheet,
}

/// An opened file.
#[derive(Debug)]
pub(crate) struct Pdf {
    pages: Vec<Page>,
    /// Letters that the second reading finds.
    letters: usize,
    dropped: Vec<String>,
    warnings: Vec<String>,
}

impl Pdf {
    pub(crate) fn open(bytes: &[u8], limits: &Limits) -> Result<Self> {
        let unpacked = usize::try_from(limits.unpacked).unwrap_or(usize::MAX);
        let mut document = Document::load_mem_with_options(bytes, LoadOptions::with_max_decompressed_size(unpacked))
            .map_err(|error| match error {
                lopdf::Error::Decompress(_) => {
                    Error::TooLarge("the PDF unpacks to more than allowed, or is damaged".to_owned())
                }
                lopdf::Error::Decryption(_) | lopdf::Error::InvalidPassword => encrypted(),
                _ => Error::Damaged(format!("this is no PDF, or it is damaged or cut off: {REPAIR}")),
            })?;
        if document.is_encrypted() {
            return Err(encrypted());
        }
        if !document.was_encrypted() {
            stream::recover(&mut document, bytes);
        }
        let ids = document.get_pages();
        if ids.is_empty() {
            return Err(Error::Damaged(format!("the PDF has no pages that can be found: {REPAIR}")));
        }
        if is_missing_pages(&document, limits.entries) {
            return Err(Error::Damaged(format!("some pages of the PDF cannot be found: {REPAIR}")));
        }
        if ids.len() > limits.entries {
            return Err(Error::TooLarge(format!("the PDF has more than {} pages", limits.entries)));
        }
        let mut interpreter = Interpreter::new(&document, Budget::new(unpacked));
        let mut pages = Vec::new();
        let (mut images, mut letters) = (0, 0);
        let mut blank = Vec::new();
        for (number, id) in ids {
            let read = interpreter.page(id, number)?;
            images += read.images;
            letters += read.found;
            if read.lines.iter().all(|line| line.text.trim().is_empty()) {
                if read.images > 0 {
                    return Err(Error::Refused(format!(
                        "page {number} has an image and no text: it looks scanned, so recognise its text first (OCR)"
                    )));
                }
                if read.drawn {
                    blank.push(number.to_string());
                }
            }
            let sheet = blocks::weave(&read.lines, &format!("page {number}"));
            let neighbors = order::neighbors(&read.lines);
            pages.push(Page { frame: write::Frame::of(&document, id), lines: read.lines, neighbors, sheet });
        }
        if images > 0 && limits.images == Images::Refuse {
            return Err(Error::Refused("the PDF holds images, which cannot be read".to_owned()));
        }
        let (unknown, known) = (interpreter.unknown, interpreter.known);
        if unknown * UNKNOWN > known {
            return Err(Error::Refused(
                "its fonts do not say which characters they show, so it cannot be read: make the PDF anew from its source, or \
                 recognise its text (OCR)"
                    .to_owned(),
            ));
        }
        let mut dropped = inventory::inventory(&document);
        if document.was_encrypted() {
            dropped.push("encryption".to_owned());
        }
        if images > 0 {
            dropped.push(format!("image: {images}"));
        }
        if unknown > 0 {
            dropped.push(format!("character that its font does not explain: {unknown}"));
        }
        dropped.push("fonts, colours and drawings".to_owned());
        let mut warnings = Vec::new();
        if document.xref_recovery.is_some() {
            warnings.push("the file is damaged: what could not be found in it is missing".to_owned());
        }
        if !blank.is_empty() {
            let pages = if blank.len() == 1 { "page" } else { "pages" };
            warnings.push(format!("{pages} {}: only drawings, which are dropped", blank.join(", ")));
        }
        let characters = pages.iter().flat_map(|page| page.sheet.source.chars());
        match characters.filter(|&character| write::is_unknown(character)).count() {
            0 => {}
            1 => warnings
                .push("1 character is beyond the fonts of the release: some programs may not show it".to_owned()),
            many => warnings.push(format!(
                "{many} characters are beyond the fonts of the release: some programs may not show them"
            )),
        }
        Ok(Self { pages, letters, dropped, warnings })
    }
}

/// Whether the tree of pages names some that are not there.
fn is_missing_pages(document: &Document, limit: usize) -> bool {
    let root = document.catalog().ok().and_then(|catalog| get(document, catalog, b"Pages"));
    let mut nodes: Vec<&Object> = root.into_iter().collect();
    // A tree that leads back to itself has no end.
    let mut left = 4 * limit;
    while let Some(node) = nodes.pop() {
        let Ok(node) = node.as_dict() else { return true };
        let kids = get(document, node, b"Kids").and_then(|kids| kids.as_array().ok());
        for kid in kids.into_iter().flatten() {
            left = left.saturating_sub(1);
            match document.dereference(kid) {
                _ if left == 0 => return false,
                Ok((_, Object::Null)) => {}
                Ok((_, kid)) => nodes.push(kid),
                Err(_) => return true,
            }
        }
    }
    false
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

    fn letters(&self) -> Option<usize> {
        Some(self.letters)
    }

    /// A new file with the edited text: a page is a part.
    fn rewrite(&self, edits: &[Vec<Edit>]) -> Result<Vec<u8>> {
        let mut pages = Vec::new();
        for (page, edits) in self.pages.iter().zip(edits) {
            let text = page.sheet.edited(std::slice::from_ref(edits))?;
            let texts: Vec<&str> = text.split('\n').collect();
            pages.push((page.frame, page.edited(&texts)));
        }
        Ok(write::document(&pages))
    }
}

impl Page {
    /// The lines with other texts. A line that changes is set anew from its start on; columns behind it make room for it.
    fn edited(&self, texts: &[&str]) -> Vec<Line> {
        let mut out = Vec::with_capacity(self.lines.len());
        let (mut start, mut shift) = (0, 0.0);
        while start < self.lines.len() {
            let runs = self.lines[start + 1..].iter().take_while(|line| line.apart == Apart::Run).count();
            let end = start + 1 + runs;
            if self.lines[start].apart != Apart::Column {
                shift = 0.0;
            }
            let texts: Vec<&str> = (start..end).map(|at| texts.get(at).copied().unwrap_or_default()).collect();
            let lines: Vec<Line> = self.lines[start..end].iter().map(|line| line.moved(shift)).collect();
            if lines.iter().zip(&texts).all(|(line, text)| line.text == **text) {
                out.extend(lines);
            } else {
                let columns = &self.lines[end..];
                let behind = end..end + columns.iter().take_while(|line| line.apart != Apart::Line).count();
                // They can move if nothing else stands to the right of them.
                let is_free = |at: usize| self.neighbors[at].is_none_or(|neighbor| behind.contains(&neighbor));
                let last = behind.clone().all(is_free).then(|| behind.clone().last()).flatten();
                let spare = last.map(|at| self.lines[at].moved(shift)).map_or(0.0, |last| {
                    let spare = (self.frame.room(&last) - last.width) * letters(&last);
                    if spare.is_finite() { spare.max(0.0) } else { 0.0 }
                });
                let column = columns.first().filter(|next| next.apart == Apart::Column).map(|next| next.moved(shift));
                let neighbor =
                    || self.neighbors[end - 1].filter(|at| !(start..end).contains(at)).map(|at| self.lines[at].clone());
                let next = column.or_else(neighbor);
                let (set, more) = set(&lines, &texts, next.as_ref(), self.frame.room(&lines[0]), spare);
                shift += more;
                out.extend(set);
            }
            start = end;
        }
        out
    }
}

/// The size of a line's letters along the line.
fn letters(line: &Line) -> f64 {
    line.matrix[0].hypot(line.matrix[1]).max(f64::MIN_POSITIVE)
}

/// Letters are not made narrower than this to make room for the column behind them, unless nothing else helps.
const NARROW: f64 = 0.8;

/// A line of runs with other texts, one after the other, and by how much the columns behind it must move for it; they can move
/// by `spare`. The width that the line had would tell how long a removed word was, so it plays no part.
fn set(lines: &[Line], texts: &[&str], next: Option<&Line>, room: f64, spare: f64) -> (Vec<Line>, f64) {
    let first = &lines[0];
    let size = letters(first);
    let natural: f64 = lines.iter().zip(texts).map(|(line, text)| write::width(text) * letters(line) / size).sum();
    let room = next.and_then(|next| write::until(first, next)).unwrap_or(room);
    let (mut squeeze, mut more) = if natural > room { (room / natural, 0.0) } else { (1.0, 0.0) };
    if squeeze < NARROW && spare > 0.0 {
        more = ((NARROW * natural - room) * size).min(spare);
        squeeze = ((room + more / size) / natural).max(0.01);
    }
    let rise =
        |line: &Line| first.axes().map_or(0.0, |axes| axes.between(first.start(), line.start()).1 * axes.size / size);
    let mut along = 0.0;
    let set = lines.iter().zip(texts).map(|(line, text)| {
        let width = write::width(text) * squeeze;
        let mut matrix = line.matrix;
        if along > 0.0 {
            // Along the line it follows the run before it; its height stays.
            let [a, b, _, _, x, y] = first.matrix;
            matrix[4] = x + a * along - b * rise(line);
            matrix[5] = y + b * along + a * rise(line);
        }
        along += width * letters(line) / size;
        line.with(text, matrix, width)
    });
    (set.collect(), more)
}

fn encrypted() -> Error {
    Error::Refused("the PDF needs a password: take it away first, for instance with qpdf".to_owned())
}
