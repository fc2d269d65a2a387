//! The second reading of a page: it counts letters by another way than the first, so that what is lost is seen.

use super::font::Font;
use super::page::{DEPTH, Interpreter, get};
use super::second::{Token, Tokens, is_operator, letters};
use super::stream::unpack;
use lopdf::Dictionary;
use std::rc::Rc;

/// Counts of the second reading.
#[derive(Default)]
pub(super) struct Second {
    pub(super) letters: usize,
    /// Bytes of shown strings, whatever they mean.
    pub(super) shown: usize,
    pub(super) operators: usize,
    pub(super) painted: bool,
}

impl<'a> Interpreter<'a> {
    /// The second reading: counts the letters that a content shows, and the operators that it has.
    pub(super) fn count(
        &mut self,
        content: &[u8],
        resources: Option<&'a Dictionary>,
        depth: usize,
        second: &mut Second,
    ) {
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
