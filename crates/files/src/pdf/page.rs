//! The content of a page, as far as it shows text.

use super::accents::compose_accents;
use super::cells::divide;
use super::drawing::{Drawn, Path};
use super::font::Font;
use super::lines::{Line, Matrix, Shown, add, close_up, strike, then};
use super::order::order;
use super::second::{Token, Tokens, is_operator, join, letters};
use super::stream::{Unreadable, unpack};
use crate::error::{Error, Result};
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How deep drawings may lie within each other.
const DEPTH: usize = 24;

/// Flags of notes that do not show on the screen.
const HIDDEN: i64 = 2;
const NO_VIEW: i64 = 32;

/// What may help with a damaged file.
pub(super) const REPAIR: &str = "`qpdf IN OUT` may repair the file";

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
    /// Letters of the lines.
    letters: usize,
    /// Letters that a second reading of the same page finds, without those that are printed twice.
    pub(super) found: usize,
    /// Whether the page draws something without text.
    pub(super) drawn: bool,
    shown: Vec<Shown>,
    strokes: Drawn,
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

impl State {
    fn new() -> Self {
        Self { map: IDENTITY, font: None, size: 0.0, letters: 0.0, words: 0.0, stretch: 1.0, leading: 0.0, rise: 0.0 }
    }
}

/// Reads pages. Fonts are read once.
pub(super) struct Interpreter<'a> {
    document: &'a Document,
    fonts: BTreeMap<usize, Rc<Font>>,
    /// Letters of drawings within pages, as the second reading counts them.
    counted: BTreeMap<usize, usize>,
    budget: Budget,
    number: u32,
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

    /// The second reading: counts the letters that a content shows, and the operators that it has.
    fn count(&mut self, content: &[u8], resources: Option<&'a Dictionary>, depth: usize, second: &mut Second) {
        let mut font: Option<Rc<Font>> = None;
        let mut saved: Vec<Option<Rc<Font>>> = Vec::new();
        let mut texts: Vec<Vec<u8>> = Vec::new();
        let mut name: Vec<u8> = Vec::new();
        let mut tokens = Tokens::new(content);
        while let Some(token) = tokens.next() {
            let word = match token {
                Token::Text(text) => {
                    texts.push(text);
                    continue;
                }
                Token::Name(spelled) => {
                    name = unescape(spelled);
                    continue;
                }
                Token::Word(word) => word,
            };
            if !is_operator(word) {
                continue;
            }
            second.operators += 1;
            match word {
                b"BI" => tokens.skip_image(),
                b"q" if saved.len() < 4096 => saved.push(font.clone()),
                b"Q" => font = saved.pop().unwrap_or(font),
                b"Tf" => font = resources.and_then(|resources| self.font(resources, &name)),
                b"gs" => {
                    let chosen = resources.and_then(|resources| self.font_of_state(resources, &name));
                    font = chosen.map(|(chosen, _)| chosen).or(font);
                }
                b"Tj" | b"TJ" | b"'" | b"\"" => {
                    // Only a list may have more than one string.
                    let first = if word == b"TJ" { 0 } else { texts.len().saturating_sub(1) };
                    for text in &texts[first..] {
                        second.shown += text.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
                        let Some(font) = &font else { continue };
                        let glyphs = font.decode(text);
                        second.letters +=
                            glyphs.iter().map(|glyph| glyph.text.as_deref().map_or(1, letters)).sum::<usize>();
                    }
                }
                b"Do" if depth < DEPTH => {
                    if let Some(resources) = resources {
                        self.count_object(resources, &name, depth, second);
                    }
                }
                b"S" | b"s" | b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" | b"sh" => second.painted = true,
                _ => {}
            }
            texts.clear();
        }
    }

    fn count_object(&mut self, resources: &'a Dictionary, name: &[u8], depth: usize, second: &mut Second) {
        let Some(stream) = self.named_object(resources, name) else { return };
        if get(self.document, &stream.dict, b"Subtype").and_then(|object| object.as_name().ok()) != Some(b"Form") {
            return;
        }
        let place = std::ptr::from_ref(stream) as usize;
        if let Some(letters) = self.counted.get(&place) {
            second.letters = second.letters.saturating_add(*letters);
            return;
        }
        // A drawing within itself counts nothing.
        self.counted.insert(place, 0);
        let Ok(content) = unpack(self.document, stream, self.budget.0) else { return };
        let own = get(self.document, &stream.dict, b"Resources").and_then(|object| object.as_dict().ok());
        let mut inner = Second::default();
        self.count(&content, own.or(Some(resources)), depth + 1, &mut inner);
        self.counted.insert(place, inner.letters);
        second.letters = second.letters.saturating_add(inner.letters);
        second.shown += inner.shown;
        second.painted |= inner.painted;
    }

    fn unpack(&mut self, stream: &lopdf::Stream) -> Result<Vec<u8>> {
        let content = unpack(self.document, stream, self.budget.0).map_err(|error| match error {
            Unreadable::TooLarge => too_large(),
            Unreadable::Damaged => self.damaged(),
        })?;
        self.budget.spend(content.len())?;
        Ok(content)
    }

    fn damaged(&self) -> Error {
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
    fn form(
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
    fn numbers<const N: usize>(&self, dictionary: &'a Dictionary, key: &[u8]) -> Option<[f64; N]> {
        let list = get(self.document, dictionary, key)?.as_array().ok()?;
        let number = |item: &'a Object| self.document.dereference(item).ok()?.1.as_float().ok().map(f64::from);
        list.iter().map(number).collect::<Option<Vec<f64>>>()?.try_into().ok()
    }

    /// Form fields and notes that show something on the page, as far as they show text.
    fn notes(&mut self, page: ObjectId, read: &mut Read, second: &mut Second) -> Result<()> {
        let notes = self.document.get_dictionary(page).ok().and_then(|page| get(self.document, page, b"Annots"));
        let Some(notes) = notes.and_then(|notes| notes.as_array().ok()) else { return Ok(()) };
        for note in notes {
            let Some((stream, map)) = self.appearance(note) else { continue };
            let resources = get(self.document, &stream.dict, b"Resources").and_then(|object| object.as_dict().ok());
            let resources = resources.filter(|resources| resources.has(b"Font")).or_else(|| self.form_resources());
            let Some(resources) = resources else { continue };
            let mut own = Read::default();
            self.form(stream, resources, &State { map, ..State::new() }, 0, &mut own)?;
            read.shown.append(&mut own.shown);
            if let Ok(content) = unpack(self.document, stream, self.budget.0) {
                self.count(&content, Some(resources), 0, second);
            }
        }
        Ok(())
    }

    /// What form fields may use without having it themselves.
    fn form_resources(&self) -> Option<&'a Dictionary> {
        let form = get(self.document, self.document.catalog().ok()?, b"AcroForm")?.as_dict().ok()?;
        get(self.document, form, b"DR")?.as_dict().ok()
    }

    /// What a note shows on its page, and where; `None` if that is nothing.
    fn appearance(&self, note: &'a Object) -> Option<(&'a lopdf::Stream, Matrix)> {
        let note = self.document.dereference(note).ok()?.1.as_dict().ok()?;
        let kind = get(self.document, note, b"Subtype")?.as_name().ok()?;
        let flags = get(self.document, note, b"F").and_then(|flags| flags.as_i64().ok()).unwrap_or(0);
        if matches!(kind, b"Popup" | b"Link") || flags & (HIDDEN | NO_VIEW) != 0 {
            return None;
        }
        let looks = get(self.document, get(self.document, note, b"AP")?.as_dict().ok()?, b"N")?;
        let stream = match looks {
            Object::Stream(stream) => stream,
            looks => {
                let state = get(self.document, note, b"AS")?.as_name().ok()?;
                get(self.document, looks.as_dict().ok()?, state)?.as_stream().ok()?
            }
        };
        let [left, bottom, right, top] = self.numbers::<4>(note, b"Rect")?;
        let (left, bottom, right, top) = (left.min(right), bottom.min(top), left.max(right), bottom.max(top));
        let inner = self.numbers::<4>(&stream.dict, b"BBox")?;
        let matrix = self.numbers::<6>(&stream.dict, b"Matrix").unwrap_or(IDENTITY);
        let corners = [(0, 1), (2, 1), (0, 3), (2, 3)].map(|(x, y)| {
            let place = then(&[1.0, 0.0, 0.0, 1.0, inner[x], inner[y]], &matrix);
            (place[4], place[5])
        });
        let least =
            corners.iter().fold((f64::INFINITY, f64::INFINITY), |least, &(x, y)| (least.0.min(x), least.1.min(y)));
        let most =
            corners.iter().fold((-f64::INFINITY, -f64::INFINITY), |most, &(x, y)| (most.0.max(x), most.1.max(y)));
        let scale = |wanted: f64, has: f64| if has > 0.0 { wanted / has } else { 1.0 };
        let (wide, high) = (scale(right - left, most.0 - least.0), scale(top - bottom, most.1 - least.1));
        Some((stream, [wide, 0.0, 0.0, high, left - least.0 * wide, bottom - least.1 * high]))
    }

    fn named_object(&self, resources: &'a Dictionary, name: &[u8]) -> Option<&'a lopdf::Stream> {
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

    fn font_of_state(&mut self, resources: &'a Dictionary, name: &[u8]) -> Option<(Rc<Font>, f64)> {
        let states = get(self.document, resources, b"ExtGState")?.as_dict().ok()?;
        let chosen = get(self.document, states, name)?.as_dict().ok()?;
        let pair = get(self.document, chosen, b"Font")?.as_array().ok()?;
        let (_, font) = self.document.dereference(pair.first()?).ok()?;
        let size = f64::from(pair.get(1)?.as_float().ok()?);
        Some((self.read_font(font.as_dict().ok()?), size))
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

/// Counts of the second reading.
#[derive(Default)]
struct Second {
    letters: usize,
    /// Bytes of shown strings, whatever they mean.
    shown: usize,
    operators: usize,
    painted: bool,
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

/// A name with its escapes undone.
fn unescape(spelled: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(spelled.len());
    let mut rest = spelled;
    while let [first, more @ ..] = rest {
        let digit = |at: usize| more.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'#', Some(high), Some(low)) => {
                out.push((high * 16 + low).to_le_bytes()[0]);
                rest = &more[2..];
            }
            _ => {
                out.push(*first);
                rest = more;
            }
        }
    }
    out
}
