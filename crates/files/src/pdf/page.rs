//! The content of a page, as far as it shows text.

use super::accents::compose_accents;
use super::cells::divide;
use super::drawing::{Drawn, Path};
use super::font::Font;
use super::lines::{Line, add, close_up, strike};
use super::order::order;
use super::recount::Second;
use super::second::{join, letters};
use super::shown::{Matrix, Shown, then};
use super::stream::{Unreadable, unpack};
use crate::error::{Error, Result};
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How deep drawings may lie within each other.
pub(super) const DEPTH: usize = 24;

/// What may help with a damaged file.
pub(super) const REPAIR: &str = "`qpdf IN OUT` may repair the file";

pub(super) const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// A value of a dictionary, behind references.
pub(super) fn get<'a>(document: &'a Document, dictionary: &'a Dictionary, key: &[u8]) -> Option<&'a Object> {
    document.dereference(dictionary.get(key).ok()?).ok().map(|(_, object)| object)
}

/// A value of a page, which it may have from the tree above it.
pub(super) fn inherited<'a>(document: &'a Document, page: ObjectId, key: &[u8]) -> Option<&'a Object> {
    let mut node = document.get_dictionary(page).ok()?;
    for _ in 0..DEPTH {
        if let Some(object) = get(document, node, key) {
            return Some(object);
        }
        node = get(document, node, b"Parent")?.as_dict().ok()?;
    }
    None
}

/// Bytes that may still be unpacked and read.
pub(super) struct Budget(pub(super) usize);

impl Budget {
    pub(super) fn new(bytes: usize) -> Self {
        Self(bytes)
    }

    fn spend(&mut self, bytes: usize) -> Result<()> {
        // Even what is empty costs, so that nothing can be drawn without end.
        self.0 = self.0.checked_sub(bytes.saturating_add(64)).ok_or_else(too_large)?;
        Ok(())
    }
}

fn too_large() -> Error {
    Error::TooLarge("the pages unpack to more than allowed".to_owned())
}

/// What was found on a page.
#[derive(Default)]
pub(super) struct Read {
    pub(super) lines: Vec<Line>,
    pub(super) images: usize,
    /// Letters of the lines.
    letters: usize,
    /// Letters that a second reading of the same page finds, without those that are printed twice.
    pub(super) found: usize,
    /// Whether the page draws something without text.
    pub(super) drawn: bool,
    pub(super) shown: Vec<Shown>,
    strokes: Drawn,
}

#[derive(Clone)]
pub(super) struct State {
    pub(super) map: Matrix,
    pub(super) font: Option<Rc<Font>>,
    pub(super) size: f64,
    pub(super) letters: f64,
    pub(super) words: f64,
    pub(super) stretch: f64,
    pub(super) leading: f64,
    pub(super) rise: f64,
}

impl State {
    pub(super) fn new() -> Self {
        Self { map: IDENTITY, font: None, size: 0.0, letters: 0.0, words: 0.0, stretch: 1.0, leading: 0.0, rise: 0.0 }
    }
}

/// Reads pages. Fonts are read once.
pub(super) struct Interpreter<'a> {
    pub(super) document: &'a Document,
    pub(super) fonts: BTreeMap<usize, Rc<Font>>,
    /// Letters of drawings within pages, as the second reading counts them.
    pub(super) counted: BTreeMap<usize, usize>,
    pub(super) budget: Budget,
    pub(super) number: u32,
    /// Characters that fonts explain, and those that they do not.
    pub(super) known: usize,
    pub(super) unknown: usize,
}

impl<'a> Interpreter<'a> {
    pub(super) fn new(document: &'a Document, budget: Budget) -> Self {
        Self { document, fonts: BTreeMap::new(), counted: BTreeMap::new(), budget, number: 0, known: 0, unknown: 0 }
    }

    pub(super) fn page(&mut self, id: ObjectId, number: u32) -> Result<Read> {
        self.number = number;
        let mut contents = Vec::new();
        let mut missing = false;
        for part in self.document.get_page_contents(id) {
            match self.document.get_object(part).and_then(Object::as_stream) {
                Ok(stream) => contents.push(self.unpack(stream)?),
                Err(_) => missing |= !matches!(self.document.get_object(part), Ok(Object::Null)),
            }
        }
        let content = join(&contents);
        let resources = inherited(self.document, id, b"Resources").and_then(|object| object.as_dict().ok());
        let mut read = Read::default();
        let mut second = Second::default();
        self.content(&content, resources, State::new(), 0, &mut read)?;
        self.count(&content, resources, 0, &mut second);
        self.notes(id, &mut read, &mut second)?;
        let twice = lay_out(&mut read);
        read.letters = read.lines.iter().map(|line| letters(&line.text)).sum();
        read.found = second.letters.saturating_sub(twice);
        read.drawn = second.painted;
        let empty = read.lines.iter().all(|line| line.text.trim().is_empty());
        if empty && missing {
            return Err(Error::Damaged(format!("the content of page {number} is missing: {REPAIR}")));
        }
        if empty && second.operators == 0 && content.iter().any(|byte| !byte.is_ascii_whitespace()) {
            return Err(Error::Damaged(format!("the content of page {number} cannot be read: {REPAIR}")));
        }
        if empty && (second.letters > 0 || second.shown > 0) {
            return Err(Error::Refused(format!("page {number} shows text that could not be read")));
        }
        // A few letters may be counted in another way; a line may not be missing.
        if read.letters + 8 < read.found && read.letters * 10 < read.found * 9 {
            return Err(Error::Refused(format!("only a part of the text on page {number} could be read")));
        }
        Ok(read)
    }

    pub(super) fn unpack(&mut self, stream: &lopdf::Stream) -> Result<Vec<u8>> {
        let content = unpack(self.document, stream, self.budget.0).map_err(|error| match error {
            Unreadable::TooLarge => too_large(),
            Unreadable::Damaged => self.damaged(),
        })?;
        self.budget.spend(content.len())?;
        Ok(content)
    }

    pub(super) fn damaged(&self) -> Error {
        Error::Damaged(format!("the content of page {} is damaged: {REPAIR}", self.number))
    }

    fn content(
        &mut self,
        content: &[u8],
        resources: Option<&'a Dictionary>,
        mut state: State,
        depth: usize,
        read: &mut Read,
    ) -> Result<()> {
        let mut saved: Vec<State> = Vec::new();
        let (mut text, mut line) = (IDENTITY, IDENTITY);
        let mut path = Path::default();
        for operation in Content::decode_iter(content) {
            let Operation { operator, operands } = operation.map_err(|_| self.damaged())?;
            let number = |at: usize| operands.get(at).and_then(|object| object.as_float().ok()).map_or(0.0, f64::from);
            let matrix = || [number(0), number(1), number(2), number(3), number(4), number(5)];
            let down = |line: &Matrix, x: f64, y: f64| then(&[1.0, 0.0, 0.0, 1.0, x, y], line);
            match operator.as_str() {
                "q" if saved.len() < 4096 => saved.push(state.clone()),
                "Q" => state = saved.pop().unwrap_or(state),
                "m" => path.start(&state.map, number(0), number(1)),
                "l" => path.line(&state.map, number(0), number(1)),
                "c" | "v" | "y" => path.curve(),
                "re" => path.rectangle(&state.map, [number(0), number(1), number(2), number(3)]),
                "S" | "s" | "f" | "F" | "f*" | "B" | "B*" | "b" | "b*" | "n" => {
                    path.paint(&operator, &mut read.strokes)
                }
                "cm" => state.map = then(&matrix(), &state.map),
                "BT" => (text, line) = (IDENTITY, IDENTITY),
                "Tf" => {
                    state.font = operands.first().and_then(|name| self.font(resources?, name.as_name().ok()?));
                    state.size = number(1);
                }
                "Tc" => state.letters = number(0),
                "Tw" => state.words = number(0),
                "Tz" => state.stretch = number(0) / 100.0,
                "TL" => state.leading = number(0),
                "Ts" => state.rise = number(0),
                "gs" => self.graphics_state(resources, &operands, &mut state),
                "Tm" => {
                    line = matrix();
                    text = line;
                }
                "Td" | "TD" => {
                    if operator == "TD" {
                        state.leading = -number(1);
                    }
                    line = down(&line, number(0), number(1));
                    text = line;
                }
                "T*" | "'" | "\"" => {
                    if operator == "\"" {
                        (state.words, state.letters) = (number(0), number(1));
                    }
                    line = down(&line, 0.0, -state.leading);
                    text = line;
                    if let Some(Object::String(bytes, _)) = operands.last() {
                        self.show(bytes, &state, &mut text, read);
                    }
                }
                "Tj" => {
                    if let Some(Object::String(bytes, _)) = operands.last() {
                        self.show(bytes, &state, &mut text, read);
                    }
                }
                "TJ" => {
                    for item in operands.first().and_then(|list| list.as_array().ok()).into_iter().flatten() {
                        match item {
                            Object::String(bytes, _) => self.show(bytes, &state, &mut text, read),
                            item => {
                                let back = item.as_float().map_or(0.0, f64::from) / 1000.0 * state.size * state.stretch;
                                text = down(&text, -back, 0.0);
                            }
                        }
                    }
                }
                "BI" | "EI" => read.images += usize::from(operator == "BI"),
                "Do" => {
                    let name = operands.first().and_then(|name| name.as_name().ok());
                    if let (Some(resources), Some(name)) = (resources, name) {
                        self.object(resources, name, &state, depth, read)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A drawing within the page: an image, or content of its own.
    fn object(
        &mut self,
        resources: &'a Dictionary,
        name: &[u8],
        state: &State,
        depth: usize,
        read: &mut Read,
    ) -> Result<()> {
        let Some(stream) = self.named_object(resources, name) else { return Ok(()) };
        match get(self.document, &stream.dict, b"Subtype").and_then(|object| object.as_name().ok()) {
            Some(b"Image") => read.images += 1,
            Some(b"Form") => self.form(stream, resources, state, depth, read)?,
            _ => {}
        }
        Ok(())
    }

    /// Content of its own that is drawn within a page.
    pub(super) fn form(
        &mut self,
        stream: &'a lopdf::Stream,
        resources: &'a Dictionary,
        state: &State,
        depth: usize,
        read: &mut Read,
    ) -> Result<()> {
        if depth >= DEPTH {
            return Err(Error::TooLarge("its drawings are nested too deeply".to_owned()));
        }
        let content = self.unpack(stream)?;
        let own = get(self.document, &stream.dict, b"Resources").and_then(|object| object.as_dict().ok());
        let own = own.filter(|own| own.has(b"Font") || own.has(b"XObject"));
        let mut state = state.clone();
        if let Some(matrix) = self.numbers::<6>(&stream.dict, b"Matrix") {
            state.map = then(&matrix, &state.map);
        }
        self.content(&content, own.or(Some(resources)), state, depth + 1, read)
    }

    /// As many numbers as a value of a dictionary must have.
    pub(super) fn numbers<const N: usize>(&self, dictionary: &'a Dictionary, key: &[u8]) -> Option<[f64; N]> {
        let list = get(self.document, dictionary, key)?.as_array().ok()?;
        let number = |item: &'a Object| self.document.dereference(item).ok()?.1.as_float().ok().map(f64::from);
        list.iter().map(number).collect::<Option<Vec<f64>>>()?.try_into().ok()
    }

    pub(super) fn named_object(&self, resources: &'a Dictionary, name: &[u8]) -> Option<&'a lopdf::Stream> {
        let objects = get(self.document, resources, b"XObject")?.as_dict().ok()?;
        get(self.document, objects, name)?.as_stream().ok()
    }

    /// A font may also be set by a graphics state.
    fn graphics_state(&mut self, resources: Option<&'a Dictionary>, operands: &[Object], state: &mut State) {
        let name = operands.first().and_then(|name| name.as_name().ok());
        let chosen = resources.zip(name).and_then(|(resources, name)| self.font_of_state(resources, name));
        if let Some((font, size)) = chosen {
            state.font = Some(font);
            state.size = size;
        }
    }

    pub(super) fn font_of_state(&mut self, resources: &'a Dictionary, name: &[u8]) -> Option<(Rc<Font>, f64)> {
        let states = get(self.document, resources, b"ExtGState")?.as_dict().ok()?;
        let chosen = get(self.document, states, name)?.as_dict().ok()?;
        let pair = get(self.document, chosen, b"Font")?.as_array().ok()?;
        let (_, font) = self.document.dereference(pair.first()?).ok()?;
        let size = f64::from(pair.get(1)?.as_float().ok()?);
        Some((self.read_font(font.as_dict().ok()?), size))
    }

    pub(super) fn font(&mut self, resources: &'a Dictionary, name: &[u8]) -> Option<Rc<Font>> {
        let fonts = get(self.document, resources, b"Font")?.as_dict().ok()?;
        let font = get(self.document, fonts, name)?.as_dict().ok()?;
        Some(self.read_font(font))
    }

    fn read_font(&mut self, font: &'a Dictionary) -> Rc<Font> {
        // The document does not move while it is read, so a dictionary is known by its place.
        let place = std::ptr::from_ref(font) as usize;
        let read = || Rc::new(Font::read(self.document, font, self.budget.0));
        Rc::clone(self.fonts.entry(place).or_insert_with(read))
    }

    fn show(&mut self, bytes: &[u8], state: &State, text: &mut Matrix, read: &mut Read) {
        let Some(font) = &state.font else {
            self.unknown += bytes.len();
            return;
        };
        let start = then(&[state.size, 0.0, 0.0, state.size, 0.0, state.rise], &then(text, &state.map));
        let mut shown = Shown { text: String::new(), matrix: start, marks: Vec::new() };
        for glyph in font.decode(bytes) {
            match &glyph.text {
                Some(text) => {
                    self.known += 1;
                    shown.text.push_str(text);
                }
                None => {
                    self.unknown += 1;
                    shown.text.push('\u{fffd}');
                }
            }
            let more = state.letters + if glyph.space { state.words } else { 0.0 };
            *text = then(&[1.0, 0.0, 0.0, 1.0, (glyph.width * state.size + more) * state.stretch, 0.0], text);
            let end = then(&[1.0, 0.0, 0.0, 1.0, 0.0, state.rise], &then(text, &state.map));
            shown.marks.push((shown.text.len(), (end[4], end[5])));
        }
        read.shown.push(shown);
    }
}

/// Makes lines of the strings of a page. Says how many letters were left out because they are printed twice.
fn lay_out(read: &mut Read) -> usize {
    let mut shown = std::mem::take(&mut read.shown);
    compose_accents(&mut shown);
    let mut lines = Vec::new();
    let mut twice = 0;
    for piece in shown {
        let count = letters(&piece.text);
        if !add(&mut lines, piece) {
            twice += count;
        }
    }
    let (mut lines, more) = order(lines);
    close_up(&mut lines);
    let strokes = std::mem::take(&mut read.strokes);
    read.lines = strike(divide(lines, strokes.posts), strokes.rules);
    twice + more
}
