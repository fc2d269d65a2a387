//! The content of a page, as far as it shows text.

use super::font::Font;
use super::lines::{Line, Matrix, Shown, add, then};
use crate::error::{Error, Result};
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How deep drawings may lie within each other.
const DEPTH: usize = 24;

const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

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
pub(super) struct Budget(usize);

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
}

#[derive(Clone)]
struct State {
    map: Matrix,
    font: Option<Rc<Font>>,
    size: f64,
    letters: f64,
    words: f64,
    stretch: f64,
    leading: f64,
    rise: f64,
}

/// Reads pages. Fonts are read once.
pub(super) struct Interpreter<'a> {
    document: &'a Document,
    fonts: BTreeMap<usize, Rc<Font>>,
    budget: Budget,
    number: u32,
    /// Characters that fonts explain, and those that they do not.
    pub(super) known: usize,
    pub(super) unknown: usize,
}

impl<'a> Interpreter<'a> {
    pub(super) fn new(document: &'a Document, budget: Budget) -> Self {
        Self { document, fonts: BTreeMap::new(), budget, number: 0, known: 0, unknown: 0 }
    }

    pub(super) fn page(&mut self, id: ObjectId, number: u32) -> Result<Read> {
        self.number = number;
        let mut content = Vec::new();
        for part in self.document.get_page_contents(id) {
            if let Ok(stream) = self.document.get_object(part).and_then(Object::as_stream) {
                content.extend(self.unpack(stream)?);
                content.push(b'\n');
            }
        }
        let resources = inherited(self.document, id, b"Resources").and_then(|object| object.as_dict().ok());
        let mut read = Read::default();
        let state = State {
            map: IDENTITY,
            font: None,
            size: 0.0,
            letters: 0.0,
            words: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
        };
        self.content(&content, resources, state, 0, &mut read)?;
        Ok(read)
    }

    fn unpack(&mut self, stream: &lopdf::Stream) -> Result<Vec<u8>> {
        let content = stream.get_plain_content_with_limit(self.budget.0).map_err(|error| match error {
            lopdf::Error::Decompress(lopdf::DecompressError::MemoryLimitExceeded { .. }) => too_large(),
            _ => self.damaged(),
        })?;
        self.budget.spend(content.len())?;
        Ok(content)
    }

    fn damaged(&self) -> Error {
        Error::Damaged(format!("the content of page {} is damaged", self.number))
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
        for operation in Content::decode_iter(content) {
            let Operation { operator, operands } = operation.map_err(|_| self.damaged())?;
            let number = |at: usize| operands.get(at).and_then(|object| object.as_float().ok()).map_or(0.0, f64::from);
            let matrix = || [number(0), number(1), number(2), number(3), number(4), number(5)];
            let down = |line: &Matrix, x: f64, y: f64| then(&[1.0, 0.0, 0.0, 1.0, x, y], line);
            match operator.as_str() {
                "q" if saved.len() < 4096 => saved.push(state.clone()),
                "Q" => state = saved.pop().unwrap_or(state),
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
                    if let Some(Object::String(bytes, _)) = operands.first() {
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
        let objects = get(self.document, resources, b"XObject").and_then(|object| object.as_dict().ok());
        let stream = objects.and_then(|objects| get(self.document, objects, name)?.as_stream().ok());
        let Some(stream) = stream else { return Ok(()) };
        match get(self.document, &stream.dict, b"Subtype").and_then(|object| object.as_name().ok()) {
            Some(b"Image") => read.images += 1,
            Some(b"Form") if depth < DEPTH => {
                let content = self.unpack(stream)?;
                let own = get(self.document, &stream.dict, b"Resources").and_then(|object| object.as_dict().ok());
                let matrix = get(self.document, &stream.dict, b"Matrix").and_then(|object| object.as_array().ok());
                let numbers: Vec<f64> =
                    matrix.into_iter().flatten().filter_map(|number| number.as_float().ok()).map(f64::from).collect();
                let mut state = state.clone();
                if let Ok(matrix) = Matrix::try_from(numbers) {
                    state.map = then(&matrix, &state.map);
                }
                self.content(&content, own.or(Some(resources)), state, depth + 1, read)?;
            }
            Some(b"Form") => return Err(Error::TooLarge("its drawings are nested too deeply".to_owned())),
            _ => {}
        }
        Ok(())
    }

    /// A font may also be set by a graphics state.
    fn graphics_state(&mut self, resources: Option<&'a Dictionary>, operands: &[Object], state: &mut State) {
        let set = || {
            let states = get(self.document, resources?, b"ExtGState")?.as_dict().ok()?;
            let chosen = get(self.document, states, operands.first()?.as_name().ok()?)?.as_dict().ok()?;
            let pair = get(self.document, chosen, b"Font")?.as_array().ok()?;
            let (_, font) = self.document.dereference(pair.first()?).ok()?;
            Some((font.as_dict().ok()?, pair.get(1)?.as_float().ok()?))
        };
        if let Some((font, size)) = set() {
            state.font = Some(self.read_font(font));
            state.size = f64::from(size);
        }
    }

    fn font(&mut self, resources: &'a Dictionary, name: &[u8]) -> Option<Rc<Font>> {
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
        let mut shown = String::new();
        for glyph in font.decode(bytes) {
            match &glyph.text {
                Some(text) => {
                    self.known += 1;
                    shown.push_str(text);
                }
                None => {
                    self.unknown += 1;
                    shown.push('\u{fffd}');
                }
            }
            let more = state.letters + if glyph.space { state.words } else { 0.0 };
            *text = then(&[1.0, 0.0, 0.0, 1.0, (glyph.width * state.size + more) * state.stretch, 0.0], text);
        }
        let end = then(&[1.0, 0.0, 0.0, 1.0, 0.0, state.rise], &then(text, &state.map));
        add(&mut read.lines, Shown { text: shown, matrix: start, end: (end[4], end[5]) });
    }
}
