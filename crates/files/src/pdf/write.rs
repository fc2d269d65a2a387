//! A new PDF with nothing in it but lines of text, and the lines through text that is struck out. Its pages are not compressed:
//! whoever doubts can read the bytes.

use super::lines::{Apart, COLUMN, Line, SPACE};
use super::order::JOIN;
use super::page::inherited;
use super::typeface;
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

    /// How long a line can be, in letter sizes: up to the edge of the page.
    pub(super) fn room(self, line: &Line) -> f64 {
        let [a, b, _, _, x, _] = line.matrix;
        let size = a.hypot(b).max(f64::MIN_POSITIVE);
        let level = a > 0.0 && b.abs() < a * 0.01;
        let room = if level { (self.corners[0].max(self.corners[2]) - x) / size - 0.3 } else { f64::INFINITY };
        if room > 0.0 { room } else { f64::INFINITY }
    }
}

/// How long a line may be so that the one to the right of it is still apart from it, in letter sizes.
pub(super) fn until(line: &Line, next: &Line) -> Option<f64> {
    let letters = line.matrix[0].hypot(line.matrix[1]).max(f64::MIN_POSITIVE);
    let axes = next.axes()?;
    let (along, _) = axes.between(line.start(), next.start());
    // A line that is drawn elsewhere in the order, or behind a drawn line, is apart by a smaller gap.
    let gap = match (next.post, next.apart) {
        (Some(post), _) => (post / axes.size).max(SPACE) + 0.05,
        (None, Apart::Column) => COLUMN,
        (None, _) => JOIN,
    };
    Some((along - gap - 0.02) * axes.size / letters).filter(|limit| *limit > 0.0)
}

/// How wide a text is written, in letter sizes.
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(|character| f64::from(advance(character)) / 1000.0).sum()
}

/// How wide a character is written, in thousandths of the letter size.
fn advance(character: char) -> u16 {
    match winansi(character).and_then(|code| code.checked_sub(32)) {
        Some(code) => WIDTHS[usize::from(code)],
        None if is_foreign(character) => typeface::width(character).unwrap_or(FOREIGN),
        None => helvetica_width('?'),
    }
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
fn is_foreign(character: char) -> bool {
    !character.is_control() && winansi(character).is_none()
}

/// Whether no font that a released file carries has a character.
pub(super) fn is_unknown(character: char) -> bool {
    is_foreign(character) && typeface::width(character).is_none()
}

fn helvetica_width(character: char) -> u16 {
    let code = winansi(character).and_then(|code| code.checked_sub(32));
    code.map_or(FOREIGN, |code| WIDTHS[usize::from(code)])
}

/// How wide a character of the plain font is, in letter sizes.
pub(super) fn helvetica(character: char) -> f64 {
    f64::from(helvetica_width(character)) / 1000.0
}

/// Characters that the plain font has no code for, by the number of a further font and the code in it. The first further font
/// is embedded; the others are for characters that it does not have.
#[derive(Default)]
struct Codes {
    by_character: BTreeMap<char, (usize, u16)>,
    embedded: Vec<char>,
    fonts: usize,
}

fn codes(pages: &[(Frame, Vec<Line>)]) -> Codes {
    let all = pages.iter().flat_map(|(_, lines)| lines).flat_map(|line| line.text.chars());
    let foreign: BTreeSet<char> = all.filter(|&character| is_foreign(character)).collect();
    let (embedded, others): (Vec<char>, Vec<char>) =
        foreign.into_iter().partition(|&character| typeface::width(character).is_some());
    let number = |at: usize| u16::try_from(at).unwrap_or(0);
    let own = embedded.iter().enumerate().map(|(at, &character)| (character, (1, number(at + 1))));
    let other = others.iter().enumerate().map(|(at, &character)| (character, (2 + at / 200, number(33 + at % 200))));
    let by_character = own.chain(other).collect();
    Codes { by_character, embedded, fonts: others.len().div_ceil(200) }
}

/// The bytes of a file with these pages.
pub(super) fn document(pages: &[(Frame, Vec<Line>)]) -> Vec<u8> {
    let codes = codes(pages);
    // Objects: 1 the catalog, 2 the list of pages, 3 the fonts' names, then the fonts, then the pages.
    let mut names = String::from("/F0 4 0 R");
    let mut fonts =
        vec!["<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned()];
    if !codes.embedded.is_empty() {
        let _ = write!(names, " /F1 {} 0 R", 4 + fonts.len());
        fonts.extend(embedded_font(4 + fonts.len(), &codes.embedded));
    }
    for font in 2..2 + codes.fonts {
        let _ = write!(names, " /F{font} {} 0 R", 4 + fonts.len());
        fonts.extend(further_font(4 + fonts.len(), font, &codes));
    }
    let first_page = 4 + fonts.len();
    let kids: Vec<String> = (0..pages.len()).map(|at| format!("{} 0 R", first_page + 2 * at)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {} /Kids [{}] >>", pages.len(), kids.join(" ")),
        format!("<< /Font << {names} >> >>"),
    ];
    objects.extend(fonts);
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

/// The part of the embedded font that is shown, from an object number on: the font, its only member, what it looks like, its
/// program, and what its codes mean.
fn embedded_font(object: usize, characters: &[char]) -> [String; 5] {
    let name = typeface::NAME;
    let widths: Vec<String> = characters.iter().map(|&character| advance(character).to_string()).collect();
    let program = typeface::program(characters);
    let digits: String = program.iter().map(|byte| format!("{byte:02X}")).collect();
    let lines: Vec<&str> = (0..digits.len()).step_by(96).map(|at| &digits[at..digits.len().min(at + 96)]).collect();
    let hexadecimal = format!("{}>", lines.join("\n"));
    let pairs: Vec<(char, String)> =
        characters.iter().enumerate().map(|(at, &character)| (character, format!("{:04X}", at + 1))).collect();
    [
        format!(
            "<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H /DescendantFonts [{} 0 R] /ToUnicode {} 0 R >>",
            object + 1,
            object + 4
        ),
        format!(
            "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) \
             /Supplement 0 >> /DW 556 /W [1 [{}]] /CIDToGIDMap /Identity /FontDescriptor {} 0 R >>",
            widths.join(" "),
            object + 2
        ),
        format!(
            "<< /Type /FontDescriptor /FontName /{name} /Flags 4 /FontBBox [-1021 -463 1793 1232] /ItalicAngle 0 /Ascent 928 \
             /Descent -236 /CapHeight 729 /StemV 80 /FontFile2 {} 0 R >>",
            object + 3
        ),
        format!(
            "<< /Length {} /Length1 {} /Filter /ASCIIHexDecode >>\nstream\n{hexadecimal}\nendstream",
            hexadecimal.len(),
            program.len()
        ),
        stream(&meanings("<0000> <FFFF>", &pairs)),
    ]
}

fn stream(content: &str) -> String {
    format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len())
}

/// A font with codes for characters that no other font has, and the table that says what they mean.
fn further_font(object: usize, font: usize, codes: &Codes) -> [String; 2] {
    let own: Vec<(char, u16)> = codes
        .by_character
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
        object + 1,
        glyphs.join(" ")
    );
    let pairs: Vec<(char, String)> = own.iter().map(|&(character, code)| (character, format!("{code:02X}"))).collect();
    [dictionary, stream(&meanings("<00> <FF>", &pairs))]
}

/// The table that says what codes mean.
fn meanings(range: &str, pairs: &[(char, String)]) -> String {
    let mut map = format!("begincmap\n1 begincodespacerange\n{range}\nendcodespacerange\n");
    for chunk in pairs.chunks(100) {
        let _ = writeln!(map, "{} beginbfchar", chunk.len());
        for (character, code) in chunk {
            let units: String = character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("{unit:04X}")).collect();
            let _ = writeln!(map, "<{code}> <{units}>");
        }
        map.push_str("endbfchar\n");
    }
    map.push_str("endcmap");
    map
}

/// Each line where it stood, stretched to the width that it had, and then the lines through text.
fn content(lines: &[Line], codes: &Codes) -> String {
    let mut out = String::from("BT\n");
    let mut strokes = String::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.text.is_empty()) {
        let natural = width(&line.text);
        let next = lines.get(at + 1);
        let wanted = if natural > 0.0 && line.width > 0.0 { line.width / natural * 100.0 } else { 100.0 };
        // What goes on in another run must not be torn from it or run into it; blanks look the same at any width.
        let runs_on = next.is_some_and(|next| next.apart == Apart::Run);
        let blank = line.text.trim().is_empty();
        let (least, most) = (if runs_on { 1.0 } else { 40.0 }, if blank { 10_000.0 } else { 160.0 });
        let mut stretch = wanted.clamp(least, most);
        let spaced = (line.spaced || runs_on) && wanted > stretch;
        let limit = next.filter(|next| next.apart == Apart::Column).and_then(|next| until(line, next));
        if let Some(limit) = limit.filter(|limit| natural * stretch / 100.0 > *limit) {
            stretch = (limit / natural * 100.0).max(1.0);
        }
        let _ = writeln!(out, "{stretch:.3} Tz");
        if spaced {
            let letters = line.text.chars().count().max(1) as f64;
            let _ = writeln!(out, "{:.4} Tc", (line.width / stretch * 100.0 - natural).max(0.0) / letters);
        }
        let matrix: Vec<String> = line.matrix.iter().map(|number| format!("{:.4}", number.clamp(-1e6, 1e6))).collect();
        let _ = writeln!(out, "{} Tm", matrix.join(" "));
        show(&line.text, codes, &mut out);
        if spaced {
            out.push_str("0 Tc\n");
        }
        if let Some(distance) = line.post {
            post(line, distance, &mut strokes);
        }
        if line.struck {
            stroke(line, natural * stretch / 100.0, &mut strokes);
        }
    }
    out.push_str("ET");
    out.push_str(&strokes);
    out
}

/// Shows a text, each character in the font that has it.
fn show(text: &str, codes: &Codes, out: &mut String) {
    let mut font = usize::MAX;
    for character in text.chars() {
        let (next, code) = match winansi(character) {
            Some(code) => (0, u16::from(code)),
            None => codes.by_character.get(&character).copied().unwrap_or((0, u16::from(b'?'))),
        };
        if next != font {
            out.push_str(close(font));
            let open = if next == 1 { '<' } else { '(' };
            let _ = write!(out, "/F{next} 1 Tf {open}");
            font = next;
        }
        if next == 1 {
            let _ = write!(out, "{code:04X}");
            continue;
        }
        match u8::try_from(code).unwrap_or(b'?') {
            code @ (b'(' | b')' | b'\\') => {
                out.push('\\');
                out.push(char::from(code));
            }
            code @ b' '..=b'~' => out.push(char::from(code)),
            code => {
                let _ = write!(out, "\\{code:03o}");
            }
        }
    }
    out.push_str(close(font));
}

/// The end of a string that is shown in a font.
fn close(font: usize) -> &'static str {
    match font {
        usize::MAX => "",
        1 => "> Tj\n",
        _ => ") Tj\n",
    }
}

/// An upright line before a cell.
fn post(line: &Line, distance: f64, out: &mut String) {
    let [_, _, _, d, x, y] = line.matrix;
    let ends = [x - distance, y - d * 0.3, y + d * 0.9];
    if ends.iter().all(|number| number.abs() < 1e6) {
        let [x, bottom, top] = ends;
        let _ = write!(out, "\n0.5 w {x:.4} {bottom:.4} m {x:.4} {top:.4} l S");
    }
}

/// A line through a text of some width.
fn stroke(line: &Line, width: f64, out: &mut String) {
    let [a, b, c, d, x, y] = line.matrix;
    let (left, bottom) = (x + c * 0.28, y + d * 0.28);
    let thickness = c.hypot(d) * 0.06;
    let ends = [left, bottom, left + a * width, bottom + b * width, thickness];
    if ends.iter().all(|number| number.abs() < 1e6) {
        let [left, bottom, right, top, thickness] = ends;
        let _ = write!(out, "\n{thickness:.4} w {left:.4} {bottom:.4} m {right:.4} {top:.4} l S");
    }
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
