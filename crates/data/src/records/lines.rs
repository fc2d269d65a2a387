//! Records of JSON lines.

use super::json::{Leaf, visit};
use super::roles::{FieldRole, FieldRoles, Lookup};
use super::spelling::Spelling;
use super::{Cell, NewCell, Next, Published, Raw, Record};
use crate::csv::Open;
use crate::error::{Error, Place, Result};
use scumble_io::Help;
use scumble_io::jsonl::{LineError, Lines};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::ops::Range;
use std::sync::Arc;

/// A line of JSON, where its cells are, and what is cut out of it.
#[derive(Debug, Clone)]
pub(super) struct RawLine {
    line: String,
    places: Vec<Range<usize>>,
    cuts: Vec<Range<usize>>,
    end: &'static str,
}

impl RawLine {
    pub(super) fn spelled(&self, cell: usize) -> (&str, Spelling) {
        (&self.line[self.places[cell].clone()], Spelling::Json)
    }

    pub(super) fn write(&self, record: &Record, cells: &[NewCell<'_>], out: &mut Vec<u8>) {
        let mut cuts = self.cuts.iter().peekable();
        let mut at = 0;
        let mut copy = |to: usize, out: &mut Vec<u8>, at: &mut usize| {
            while let Some(cut) = cuts.next_if(|cut| cut.start < to) {
                out.extend_from_slice(&self.line.as_bytes()[*at..cut.start]);
                *at = cut.end;
            }
            out.extend_from_slice(&self.line.as_bytes()[*at..to]);
            *at = to;
        };
        for (cell, (place, new)) in self.places.iter().zip(cells).enumerate() {
            copy(place.start, out, &mut at);
            out.extend_from_slice(record.new_spelling(cell, new).as_bytes());
            at = place.end;
        }
        copy(self.line.len(), out, &mut at);
        out.extend_from_slice(self.end.as_bytes());
    }
}

/// The fields of all lines so far, with their roles.
struct Paths {
    lookup: Lookup,
    known: HashMap<String, Known>,
}

/// A field, its role, and whether its own name was given; no role if it is undeclared.
type Known = (Arc<str>, Option<(FieldRole, bool)>);

impl Paths {
    /// Fields whose roles are remembered: a file may have more, where keys are data.
    const MOST: usize = 10_000;

    fn of(&mut self, leaf: &Leaf<'_>) -> Known {
        if leaf.is_empty() {
            return (leaf.path.into(), self.lookup.role_of_empty(leaf.path));
        }
        if let Some(known) = self.known.get(leaf.path) {
            return known.clone();
        }
        let new = (Arc::from(leaf.path), self.lookup.role(leaf.path));
        if self.known.len() < Self::MOST {
            self.known.insert(leaf.path.to_owned(), new.clone());
        }
        new
    }
}

/// Reads records from JSON lines.
pub(super) struct LineReader {
    file: String,
    lines: Lines<Box<dyn BufRead + Send>>,
    paths: Paths,
    /// Blank lines before the next record.
    before: Vec<u8>,
}

impl LineReader {
    /// A reader, and the byte-order mark of the file.
    pub(super) fn open(file: &str, roles: &FieldRoles, open: Open<'_>) -> Result<(Self, Vec<u8>)> {
        const MARK: &[u8] = "\u{feff}".as_bytes();
        let unreadable = |error| Error::unreadable(Place::file(file), error);
        let mut source = open().map_err(unreadable)?;
        let mut start = Vec::new();
        source.by_ref().take(MARK.len() as u64).read_to_end(&mut start).map_err(unreadable)?;
        let mark = if start == MARK { std::mem::take(&mut start) } else { Vec::new() };
        let source: Box<dyn BufRead + Send> = match start.is_empty() {
            true => source,
            false => Box::new(BufReader::new(Cursor::new(start).chain(source))),
        };
        let paths = Paths { lookup: Lookup::new(roles), known: HashMap::new() };
        Ok((Self { file: file.to_owned(), lines: Lines::new(source), paths, before: Vec::new() }, mark))
    }

    /// The next record, with the blank lines before it; a line that is none; or the blank lines at the end of the file.
    pub(super) fn next(&mut self) -> Result<Next> {
        let unreadable =
            |error: LineError| Error::new(Place::line(&self.file, error.line()), error.to_string()).with_source(error);
        while let Some(line) = self.lines.next().map_err(unreadable)? {
            if line.is_blank() {
                self.before.extend([line.mark.as_bytes(), line.content, line.end.as_bytes()].concat());
                continue;
            }
            let bad = |problem: String| {
                Error::new(Place::line(&self.file, line.number), problem).with_help("each line is one object")
            };
            let content = [line.mark.as_bytes(), line.content].concat();
            let Ok(text) = String::from_utf8(content) else { return Ok(Next::Bad(bad("is not UTF-8".to_owned()))) };
            let mut found = Found::default();
            let cuts = match visit(&text, |leaf| found.take(leaf, &mut self.paths)) {
                Ok(cuts) => cuts,
                Err(problem) => {
                    let error = bad(problem);
                    return Ok(Next::Bad(match found.undeclared {
                        None => error,
                        Some(field) => {
                            let help = Help::set("drop_field", "sanitise, publish or drop that field").to(field);
                            error.with_help(help)
                        }
                    }));
                }
            };
            return Ok(Next::Record(Record {
                number: line.number as usize,
                cells: found.cells,
                published: found.published,
                before: std::mem::take(&mut self.before),
                raw: Raw::Line(RawLine { line: text, places: found.places, cuts, end: line.end }),
            }));
        }
        Ok(Next::End(std::mem::take(&mut self.before)))
    }

    /// The paths of the fields of the file, one by one, and whether the value is empty. Lines that are no records are passed over.
    pub(super) fn paths(mut self, add: &mut dyn FnMut(&str, bool)) -> Result<()> {
        let unreadable =
            |error: LineError| Error::new(Place::line(&self.file, error.line()), error.to_string()).with_source(error);
        while let Some(line) = self.lines.next().map_err(unreadable)? {
            let Ok(text) = std::str::from_utf8(line.content) else { continue };
            let _ = visit(text, |leaf| {
                add(leaf.path, leaf.is_empty());
                Ok(true)
            });
        }
        Ok(())
    }
}

/// What was found on a line.
#[derive(Default)]
struct Found {
    cells: Vec<Cell>,
    places: Vec<Range<usize>>,
    published: Published,
    undeclared: Option<String>,
}

impl Found {
    fn take(&mut self, leaf: Leaf<'_>, paths: &mut Paths) -> std::result::Result<bool, String> {
        let (field, role) = paths.of(&leaf);
        let Some((role, is_declared)) = role else {
            self.undeclared = Some(field.to_string());
            return Err(format!("the field “{field}” is not declared"));
        };
        if role == FieldRole::Drop {
            return Ok(false);
        }
        if !is_declared {
            self.published.push_name(&field);
        }
        if leaf.is_container() {
            return Ok(true);
        }
        let unread = || format!("the field “{field}” is no Unicode text");
        let text = Spelling::Json.text(leaf.raw).ok_or_else(unread)?;
        match role {
            FieldRole::Text => {
                self.cells.push((field.to_string(), text.into_owned()));
                self.places.push(leaf.place);
            }
            _ => self.published.push(&field, &text),
        }
        Ok(true)
    }
}
