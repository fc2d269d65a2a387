//! A new PDF with nothing in it but lines of text. Its pages are not compressed: whoever doubts can read the bytes.

use super::lines::{Apart, Line};
use super::page::inherited;
use lopdf::{Document, ObjectId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The size of a page and how it is turned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    corners: [f64; 4],
    rotate: i64,
}

impl Frame {
    pub(super) fn of(document: &Document, page: ObjectId) -> Self {
        let corners = inherited(document, page, b"MediaBox").and_then(|object| object.as_array().ok());
        let numbers: Vec<f64> = corners
            .into_iter()
            .flatten()
            .filter_map(|number| document.dereference(number).ok()?.1.as_float().ok())
            .map(f64::from)
            .filter(|number| number.is_finite() && number.abs() < 1e6)
            .collect();
        let rotate = inherited(document, page, b"Rotate").and_then(|object| object.as_i64().ok()).unwrap_or(0);
        Self {
            corners: <[f64; 4]>::try_from(numbers).unwrap_or([0.0, 0.0, 595.0, 842.0]),
            rotate: if rotate % 90 == 0 { rotate.rem_euclid(360) } else { 0 },
        }
    }

    /// How long a line can be, in letter sizes: up to the column behind it, or to the edge.
    pub(super) fn room(self, line: &Line, next: Option<&Line>) -> f64 {
        let [a, b, _, _, x, y] = line.matrix;
        let size = a.hypot(b).max(f64::MIN_POSITIVE);
        let column = next.filter(|next| next.apart == Apart::Column);
        let room = match column {
            Some(next) => (next.matrix[4] - x).hypot(next.matrix[5] - y) / size - 0.3,
            None if a > 0.0 && b.abs() < a * 0.01 => (self.corners[0].max(self.corners[2]) - x) / size - 0.3,
            None => f64::INFINITY,
        };
        if room > 0.0 { room } else { f64::INFINITY }
    }
}

/// How wide a text is, in letter sizes.
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(helvetica).sum()
}

/// Widths of Helvetica from code 32 on, in thousandths of the letter size (Adobe's font metrics, WinAnsi order).
#[rustfmt::skip]
const WIDTHS: [u16; 224] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667,
    556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556,
    556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
    500, 500, 500, 334, 260, 334, 584, 350, 556, 350, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 350,
    611, 350, 350, 222, 222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 350, 500, 667, 278, 333, 556, 556,
    556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400, 584, 333, 333, 333, 556, 537, 278, 333, 333,
    365, 556, 834, 834, 834, 611, 667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
    722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611, 556, 556, 556, 556, 556, 556,
    889, 500, 556, 556, 556, 556, 278, 278, 278, 278, 556, 556, 556, 556, 556, 556, 556, 584, 611, 556, 556, 556,
    556, 500, 556, 500,
];

/// The width of other characters, by agreement with ourselves.
const FOREIGN: u16 = 556;

/// The code in the plain font.
fn winansi(character: char) -> Option<u8> {
    if character.is_control() {
        return None;
    }
    let mut buffer = [0; 4];
    let (bytes, _, failed) = encoding_rs::WINDOWS_1252.encode(character.encode_utf8(&mut buffer));
    (!failed && bytes.len() == 1).then(|| bytes[0])
}

/// Whether a character needs more than the plain font.
pub(super) fn is_foreign(character: char) -> bool {
    !character.is_control() && character != '\u{fffd}' && winansi(character).is_none()
}

/// How wide a character is written, in letter sizes.
pub(super) fn helvetica(character: char) -> f64 {
    let code = winansi(character).and_then(|code| code.checked_sub(32));
    f64::from(code.map_or(FOREIGN, |code| WIDTHS[usize::from(code)])) / 1000.0
}

/// Characters that the plain font has no code for, by the number of a further font and the code in it.
type Codes = BTreeMap<char, (usize, u8)>;

fn codes(pages: &[(Frame, Vec<Line>)]) -> Codes {
    let all = pages.iter().flat_map(|(_, lines)| lines).flat_map(|line| line.text.chars());
    let foreign: BTreeSet<char> = all.filter(|&character| is_foreign(character)).collect();
    let code = |at: usize| (1 + at / 200, u8::try_from(33 + at % 200).unwrap_or(33));
    foreign.into_iter().enumerate().map(|(at, character)| (character, code(at))).collect()
}

/// The bytes of a file with these pages.
pub(super) fn document(pages: &[(Frame, Vec<Line>)]) -> Vec<u8> {
    let codes = codes(pages);
    let fonts = codes.values().map(|(font, _)| *font).max().unwrap_or(0);
    // Objects: 1 the catalog, 2 the list of pages, 3 the fonts' names, then the fonts, then the pages.
    let first_page = 5 + 2 * fonts;
    let kids: Vec<String> = (0..pages.len()).map(|at| format!("{} 0 R", first_page + 2 * at)).collect();
    let names: Vec<String> = (0..=fonts).map(|font| format!("/F{font} {} 0 R", font_object(font))).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {} /Kids [{}] >>", pages.len(), kids.join(" ")),
        format!("<< /Font << {} >> >>", names.join(" ")),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    for font in 1..=fonts {
        objects.extend(further_font(font, &codes));
    }
    for (at, (frame, lines)) in pages.iter().enumerate() {
        let [left, bottom, right, top] = frame.corners;
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [{left} {bottom} {right} {top}] /Rotate {} /Resources 3 0 R /Contents {} 0 R >>",
            frame.rotate,
            first_page + 2 * at + 1
        ));
        objects.push(stream(&content(lines, &codes)));
    }
    assemble(&objects)
}

fn font_object(font: usize) -> usize {
    if font == 0 { 4 } else { 3 + 2 * font }
}

fn stream(content: &str) -> String {
    format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len())
}

/// A font with codes for characters beyond the plain ones, and the table that says what they mean.
fn further_font(font: usize, codes: &Codes) -> [String; 2] {
    let own: Vec<(char, u8)> = codes
        .iter()
        .filter(|(_, (other, _))| *other == font)
        .map(|(character, (_, code))| (*character, *code))
        .collect();
    let glyph = |character: char| match u32::from(character) {
        code @ ..=0xffff => format!("/uni{code:04X}"),
        code => format!("/u{code:X}"),
    };
    let glyphs: Vec<String> = own.iter().map(|(character, _)| glyph(*character)).collect();
    let widths = vec![FOREIGN.to_string(); own.len()];
    let dictionary = format!(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 33 /LastChar {} /Widths [{}] /ToUnicode {} 0 R \
         /Encoding << /Type /Encoding /Differences [33 {}] >> >>",
        32 + own.len(),
        widths.join(" "),
        font_object(font) + 1,
        glyphs.join(" ")
    );
    let mut map = String::from("begincmap\n1 begincodespacerange\n<00> <FF>\nendcodespacerange\n");
    for chunk in own.chunks(100) {
        let _ = writeln!(map, "{} beginbfchar", chunk.len());
        for (character, code) in chunk {
            let units: String = character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("{unit:04X}")).collect();
            let _ = writeln!(map, "<{code:02X}> <{units}>");
        }
        map.push_str("endbfchar\n");
    }
    map.push_str("endcmap");
    [dictionary, stream(&map)]
}

/// Each line where it stood, stretched to the width that it had.
fn content(lines: &[Line], codes: &Codes) -> String {
    let mut out = String::from("BT\n");
    for line in lines.iter().filter(|line| !line.text.trim().is_empty()) {
        let natural = width(&line.text);
        let stretch = if natural > 0.0 && line.width > 0.0 { line.width / natural * 100.0 } else { 100.0 };
        let _ = writeln!(out, "{:.3} Tz", stretch.clamp(40.0, 160.0));
        let matrix: Vec<String> = line.matrix.iter().map(|number| format!("{:.4}", number.clamp(-1e6, 1e6))).collect();
        let _ = writeln!(out, "{} Tm", matrix.join(" "));
        let mut font = usize::MAX;
        for character in line.text.chars() {
            let (next, code) = match winansi(character) {
                Some(code) => (0, code),
                None => codes.get(&character).copied().unwrap_or((0, b'?')),
            };
            if next != font {
                let close = if font == usize::MAX { "" } else { ") Tj\n" };
                let _ = write!(out, "{close}/F{next} 1 Tf (");
                font = next;
            }
            match code {
                b'(' | b')' | b'\\' => {
                    out.push('\\');
                    out.push(char::from(code));
                }
                b' '..=b'~' => out.push(char::from(code)),
                _ => {
                    let _ = write!(out, "\\{code:03o}");
                }
            }
        }
        out.push_str(") Tj\n");
    }
    out.push_str("ET");
    out
}

fn assemble(objects: &[String]) -> Vec<u8> {
    let mut out = String::from("%PDF-1.7\n");
    let mut places = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        places.push(out.len());
        let _ = write!(out, "{} 0 obj\n{object}\nendobj\n", at + 1);
    }
    let table = out.len();
    let _ = write!(out, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for place in places {
        let _ = writeln!(out, "{place:010} 00000 n ");
    }
    let _ = write!(out, "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n", objects.len() + 1);
    out.into_bytes()
}
