//! What the codes of a font mean, and how wide they are.

use super::cmap::CMap;
use super::page::get;
use super::stream::unpack;
use super::write::helvetica;
use lopdf::{Dictionary, Document, Encoding, Object};
use std::collections::BTreeMap;

/// One code of a shown string.
#[derive(Debug)]
pub(super) struct Glyph {
    /// What it reads as; `None` if nothing says it.
    pub(super) text: Option<String>,
    /// In units of the font size.
    pub(super) width: f64,
    /// Whether word spacing counts.
    pub(super) space: bool,
}

#[derive(Debug, Default)]
pub(super) struct Font {
    composite: bool,
    /// Composite codes that are UTF-16 themselves.
    utf16: bool,
    /// Composite codes that have two bytes, whatever the table says.
    identity: bool,
    to_unicode: Option<CMap>,
    simple: Vec<Option<String>>,
    widths: BTreeMap<u32, f64>,
    /// The width of all others; `None`: by the plain font.
    default: Option<f64>,
}

impl Font {
    pub(super) fn read(document: &Document, font: &Dictionary, limit: usize) -> Self {
        let name = |key: &[u8]| get(document, font, key).and_then(|object| object.as_name().ok());
        let stream = get(document, font, b"ToUnicode").and_then(|object| object.as_stream().ok());
        let to_unicode = stream.and_then(|stream| unpack(document, stream, limit).ok()).map(|bytes| CMap::read(&bytes));
        let mut read = Self { to_unicode, composite: name(b"Subtype") == Some(b"Type0"), ..Self::default() };
        if read.composite {
            let encoding = name(b"Encoding").unwrap_or_default();
            read.identity = encoding.starts_with(b"Identity");
            let has = |part: &[u8]| encoding.windows(part.len()).any(|window| window == part);
            read.utf16 = encoding.starts_with(b"Uni") && (has(b"UCS2") || has(b"UTF16"));
            read.composite_widths(document, font);
        } else {
            read.simple = simple_table(document, font, limit);
            read.simple_widths(document, font, name(b"Subtype") == Some(b"Type3"));
        }
        read
    }

    pub(super) fn decode(&self, bytes: &[u8]) -> Vec<Glyph> {
        let mut glyphs = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let length = if !self.composite {
                1
            } else if self.identity || self.utf16 {
                2
            } else {
                self.to_unicode.as_ref().and_then(|map| map.length(rest)).unwrap_or(2)
            };
            let length = length.min(rest.len());
            let code = rest[..length].iter().fold(0, |code, &byte| code << 8 | u32::from(byte));
            at += length;
            let text = self.text(code);
            let standard = || text.as_ref().map_or(0.5, |text| text.chars().map(helvetica).sum());
            let width = self.widths.get(&code).copied().or(self.default).unwrap_or_else(standard);
            glyphs.push(Glyph { width, space: length == 1 && code == 32, text });
        }
        glyphs
    }

    fn text(&self, code: u32) -> Option<String> {
        let mapped = self.to_unicode.as_ref().and_then(|map| map.get(code));
        let fallback = || {
            if self.utf16 {
                return char::from_u32(code).map(String::from);
            }
            self.simple.get(usize::try_from(code).ok()?)?.clone()
        };
        let text = mapped.or_else(fallback)?;
        // Private characters mean something to one font only.
        let known = |character: &char| !matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{fffd}');
        text.chars().all(|character| known(&character)).then(|| text.chars().map(plain).collect())
    }

    fn simple_widths(&mut self, document: &Document, font: &Dictionary, drawn: bool) {
        let scale = if drawn {
            let matrix = get(document, font, b"FontMatrix").and_then(|object| object.as_array().ok());
            matrix.and_then(|matrix| matrix.first()?.as_float().ok()).map_or(0.001, f64::from)
        } else {
            0.001
        };
        let first = get(document, font, b"FirstChar").and_then(|object| object.as_i64().ok()).unwrap_or(0);
        let widths = get(document, font, b"Widths").and_then(|object| object.as_array().ok());
        for (offset, width) in widths.into_iter().flatten().take(256).enumerate() {
            let width = document.dereference(width).ok().and_then(|(_, width)| width.as_float().ok());
            let code = i64::try_from(offset).ok().and_then(|offset| u32::try_from(first.checked_add(offset)?).ok());
            if let (Some(code), Some(width)) = (code, width) {
                self.widths.insert(code, f64::from(width) * scale);
            }
        }
    }

    fn composite_widths(&mut self, document: &Document, font: &Dictionary) {
        let descendants = get(document, font, b"DescendantFonts").and_then(|object| object.as_array().ok());
        let descendant = descendants.and_then(|fonts| document.dereference(fonts.first()?).ok());
        let Some(descendant) = descendant.and_then(|(_, object)| object.as_dict().ok()) else { return };
        let default = get(document, descendant, b"DW").and_then(|object| object.as_float().ok());
        self.default = Some(default.map_or(1.0, |width| f64::from(width) / 1000.0));
        let list = get(document, descendant, b"W").and_then(|object| object.as_array().ok());
        let items: Vec<&Object> = list
            .into_iter()
            .flatten()
            .filter_map(|item| document.dereference(item).ok())
            .map(|(_, item)| item)
            .collect();
        let mut rest = items.as_slice();
        while let [first, second, more @ ..] = rest {
            let code = |object: &Object| object.as_i64().ok().and_then(|code| u32::try_from(code).ok());
            let Some(start) = code(first) else { return };
            rest = if let Ok(widths) = second.as_array() {
                for (code, width) in (start..).zip(widths) {
                    if let Ok(width) = width.as_float() {
                        self.widths.insert(code, f64::from(width) / 1000.0);
                    }
                }
                more
            } else {
                let (Some(end), Some(width)) = (code(second), more.first().and_then(|width| width.as_float().ok()))
                else {
                    return;
                };
                for code in start..=end.min(start.saturating_add(0xffff)) {
                    self.widths.insert(code, f64::from(width) / 1000.0);
                }
                &more[1..]
            };
        }
    }
}

/// What ligatures and odd spaces read as.
fn plain(character: char) -> Plain {
    Plain(
        match character {
            '\u{fb00}' => "ff",
            '\u{fb01}' => "fi",
            '\u{fb02}' => "fl",
            '\u{fb03}' => "ffi",
            '\u{fb04}' => "ffl",
            '\u{fb05}' | '\u{fb06}' => "st",
            '\u{ad}' => "-",
            '\u{a0}' => " ",
            '\u{200b}' | '\u{2060}' | '\u{feff}' => "",
            character if character.is_control() => " ",
            character => return Plain::one(character),
        }
        .to_owned(),
    )
}

/// A character or what stands for it.
struct Plain(String);

impl Plain {
    fn one(character: char) -> Self {
        Self(character.to_string())
    }
}

impl FromIterator<Plain> for String {
    fn from_iter<I: IntoIterator<Item = Plain>>(parts: I) -> Self {
        parts.into_iter().map(|Plain(text)| text).collect()
    }
}

/// The characters of a font with codes of one byte, as far as it says them without a table of its own program.
fn simple_table(document: &Document, font: &Dictionary, limit: usize) -> Vec<Option<String>> {
    let encoding = get(document, font, b"Encoding");
    let dictionary = encoding.and_then(|object| object.as_dict().ok());
    let named = encoding.and_then(|object| object.as_name().ok());
    let base = named.or_else(|| get(document, dictionary?, b"BaseEncoding")?.as_name().ok());
    let mut table = match base {
        Some(name) => base_table(name),
        None if is_standard(document, font) => base_table(b"StandardEncoding"),
        None => built_in(document, font, limit).unwrap_or_else(|| vec![None; 256]),
    };
    let differences = dictionary.and_then(|dictionary| get(document, dictionary, b"Differences")?.as_array().ok());
    let mut code = 0_usize;
    for item in differences.into_iter().flatten() {
        match item {
            Object::Integer(start) => code = usize::try_from(*start).unwrap_or(256),
            Object::Name(name) => {
                if let Some(place) = table.get_mut(code) {
                    *place = glyph_text(name);
                }
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    table
}

/// The table within an embedded Type 1 font: `dup 58 /period put`, in its part that is not encrypted.
fn built_in(document: &Document, font: &Dictionary, limit: usize) -> Option<Vec<Option<String>>> {
    let descriptor = get(document, font, b"FontDescriptor")?.as_dict().ok()?;
    let program = unpack(document, get(document, descriptor, b"FontFile")?.as_stream().ok()?, limit).ok()?;
    let program = String::from_utf8_lossy(&program);
    let (clear, _) = program.split_once("eexec")?;
    let (_, encoding) = clear.split_once("/Encoding")?;
    if encoding.trim_start().starts_with("StandardEncoding") {
        return Some(base_table(b"StandardEncoding"));
    }
    let (encoding, _) = encoding.split_once("readonly").or_else(|| encoding.split_once("def"))?;
    let mut table = vec![None; 256];
    for entry in encoding.split("dup ").skip(1) {
        let mut words = entry.split_ascii_whitespace();
        let code = words.next().and_then(|code| code.parse::<usize>().ok());
        let name = words.next().and_then(|name| name.strip_prefix('/'));
        if let (Some(place), Some(name)) = (code.and_then(|code| table.get_mut(code)), name) {
            *place = glyph_text(name.as_bytes());
        }
    }
    Some(table)
}

/// Whether a font without an encoding has the standard one: it is not embedded, or says that it holds Latin letters.
fn is_standard(document: &Document, font: &Dictionary) -> bool {
    let base = get(document, font, b"BaseFont").and_then(|object| object.as_name().ok()).unwrap_or_default();
    let symbols = [&b"Symbol"[..], b"ZapfDingbats", b"Wingdings", b"Webdings"].iter().any(|name| base.ends_with(name));
    let Some(descriptor) = get(document, font, b"FontDescriptor").and_then(|object| object.as_dict().ok()) else {
        return !symbols && get(document, font, b"CharProcs").is_none();
    };
    let flags = get(document, descriptor, b"Flags").and_then(|object| object.as_i64().ok()).unwrap_or(0);
    !symbols && flags & 32 != 0
}

fn base_table(name: &[u8]) -> Vec<Option<String>> {
    let mut font = Dictionary::new();
    font.set("Type", Object::Name(b"Font".to_vec()));
    font.set("Encoding", Object::Name(name.to_vec()));
    let document = Document::new();
    match font.get_font_encoding(&document) {
        Ok(encoding @ Encoding::OneByteEncoding(_)) => {
            let text = |byte| encoding.bytes_to_string(&[byte]).ok().filter(|text| !text.is_empty());
            (0..=255).map(text).collect()
        }
        _ => vec![None; 256],
    }
}

/// The text of a glyph's name: `eacute`, `uni00E9`, `u1F600`, `f_i`, `a.alt`.
fn glyph_text(name: &[u8]) -> Option<String> {
    let name = std::str::from_utf8(name).ok()?;
    let name = name.split('.').next().filter(|name| !name.is_empty())?;
    if name.contains('_') {
        return name.split('_').map(|part| glyph_text(part.as_bytes())).collect();
    }
    let code = name.strip_prefix("uni").or_else(|| name.strip_prefix('u')).filter(|code| (4..=6).contains(&code.len()));
    if let Some(character) = code.and_then(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?)) {
        return Some(character.to_string());
    }
    let mut encoding = Dictionary::new();
    encoding.set("Differences", Object::Array(vec![Object::Integer(0), Object::Name(name.as_bytes().to_vec())]));
    let mut font = Dictionary::new();
    font.set("Type", Object::Name(b"Font".to_vec()));
    font.set("Encoding", Object::Dictionary(encoding));
    let document = Document::new();
    match font.get_font_encoding(&document) {
        Ok(encoding @ Encoding::Differences(_)) => encoding.bytes_to_string(&[0]).ok().filter(|text| !text.is_empty()),
        _ => None,
    }
}
