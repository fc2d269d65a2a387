//! The font for characters that the plain one does not have: a released file carries as much of it as it shows.
//!
//! It is a part of DejaVu Sans; `data/make_font.py` made it, and its licence stands beside it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

const PROGRAM: &[u8] = include_bytes!("../../data/release.ttf");

/// The name of the font within a file. Six letters and a plus say that it is a part of a font.
pub(super) const NAME: &str = "SCUMBL+DejaVuSans";

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn long(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?)).ok()
}

/// The tables of the font.
struct Tables {
    glyphs: &'static [u8],
    /// Where each glyph begins, and where the last one ends.
    places: Vec<usize>,
    widths: Vec<u16>,
    characters: BTreeMap<char, u16>,
    head: &'static [u8],
    hhea: &'static [u8],
    maxp: &'static [u8],
    units: u16,
}

impl Tables {
    fn read() -> Option<Self> {
        let count = usize::from(short(PROGRAM, 4)?);
        let table = |tag: &[u8]| {
            let entry = (0..count).map(|at| 12 + 16 * at).find(|&at| PROGRAM.get(at..at + 4) == Some(tag))?;
            let start = long(PROGRAM, entry + 8)?;
            PROGRAM.get(start..start + long(PROGRAM, entry + 12)?)
        };
        let (head, hhea, maxp) = (table(b"head")?, table(b"hhea")?, table(b"maxp")?);
        let all = usize::from(short(maxp, 4)?);
        let (loca, hmtx) = (table(b"loca")?, table(b"hmtx")?);
        let wide = short(head, 50)? == 1;
        let place = |at: usize| if wide { long(loca, 4 * at) } else { Some(2 * usize::from(short(loca, 2 * at)?)) };
        let measured = usize::from(short(hhea, 34)?).max(1);
        let width = |at: usize| short(hmtx, 4 * at.min(measured - 1));
        Some(Self {
            glyphs: table(b"glyf")?,
            places: (0..=all).map(place).collect::<Option<_>>()?,
            widths: (0..all).map(width).collect::<Option<_>>()?,
            characters: characters(table(b"cmap")?)?,
            units: short(head, 18)?,
            head,
            hhea,
            maxp,
        })
    }

    fn glyph(&self, number: u16) -> &'static [u8] {
        let at = usize::from(number);
        let range = self.places.get(at).zip(self.places.get(at + 1));
        range.and_then(|(&start, &end)| self.glyphs.get(start..end)).unwrap_or_default()
    }
}

/// The glyph of each character, from the table of segments (format 4).
fn characters(cmap: &[u8]) -> Option<BTreeMap<char, u16>> {
    let tables = usize::from(short(cmap, 2)?);
    let start = (0..tables).filter_map(|at| long(cmap, 4 + 8 * at + 4)).find(|&start| short(cmap, start) == Some(4))?;
    let table = cmap.get(start..)?;
    let segments = usize::from(short(table, 6)?) / 2;
    let mut out = BTreeMap::new();
    for segment in 0..segments {
        let field = |number: usize| 14 + 2 * (number * segments + segment) + if number > 0 { 2 } else { 0 };
        let (last, first) = (short(table, field(0))?, short(table, field(1))?);
        let (shift, offset) = (short(table, field(2))?, short(table, field(3))?);
        for code in first..=last.min(0xfffe) {
            let glyph = if offset == 0 {
                code.wrapping_add(shift)
            } else {
                let at = field(3) + usize::from(offset) + 2 * usize::from(code - first);
                match short(table, at)? {
                    0 => 0,
                    glyph => glyph.wrapping_add(shift),
                }
            };
            if let (true, Some(character)) = (glyph > 0, char::from_u32(u32::from(code))) {
                out.insert(character, glyph);
            }
        }
    }
    Some(out)
}

fn tables() -> Option<&'static Tables> {
    static TABLES: OnceLock<Option<Tables>> = OnceLock::new();
    TABLES.get_or_init(Tables::read).as_ref()
}

/// How wide a character of the font is, in thousandths of the letter size; `None` if the font does not have it.
pub(super) fn width(character: char) -> Option<u16> {
    let tables = tables()?;
    let width = *tables.widths.get(usize::from(*tables.characters.get(&character)?))?;
    u16::try_from(u32::from(width) * 1000 / u32::from(tables.units.max(1))).ok()
}

/// A font program with these characters, which are its glyphs from number 1 on, in their order.
pub(super) fn program(characters: &[char]) -> Vec<u8> {
    let Some(tables) = tables() else { return Vec::new() };
    let mut chosen: Vec<u16> = vec![0];
    chosen.extend(characters.iter().map(|character| tables.characters.get(character).copied().unwrap_or(0)));
    let (mut glyphs, mut places, mut widths) = (Vec::new(), vec![0_usize], Vec::new());
    let mut at = 0;
    // The parts of composed glyphs are added at the end, so the list grows.
    while let Some(&number) = chosen.get(at) {
        let mut glyph = tables.glyph(number).to_vec();
        renumber(&mut glyph, &mut chosen);
        glyphs.extend_from_slice(&glyph);
        glyphs.resize(glyphs.len().next_multiple_of(4), 0);
        places.push(glyphs.len());
        let width = tables.widths.get(usize::from(number)).copied().unwrap_or(0);
        let left = short(&glyph, 2).unwrap_or(0);
        widths.extend(width.to_be_bytes().into_iter().chain(left.to_be_bytes()));
        at += 1;
    }
    let count = u16::try_from(chosen.len()).unwrap_or(u16::MAX);
    let put = |table: &[u8], at: usize, value: u16| {
        let mut table = table.to_vec();
        if let Some(place) = table.get_mut(at..at + 2) {
            place.copy_from_slice(&value.to_be_bytes());
        }
        table
    };
    let loca = places.iter().flat_map(|&place| u32::try_from(place).unwrap_or(u32::MAX).to_be_bytes()).collect();
    let head = put(&put(&put(tables.head, 50, 1), 8, 0), 10, 0);
    assemble([
        (b"glyf", glyphs),
        (b"head", head),
        (b"hhea", put(tables.hhea, 34, count)),
        (b"hmtx", widths),
        (b"loca", loca),
        (b"maxp", put(tables.maxp, 4, count)),
    ])
}

/// Gives the parts of a composed glyph their new numbers.
fn renumber(glyph: &mut [u8], chosen: &mut Vec<u16>) {
    if short(glyph, 0).is_none_or(|contours| contours < 0x8000) {
        return;
    }
    let mut at = 10;
    while let (Some(flags), Some(part)) = (short(glyph, at), short(glyph, at + 2)) {
        let known = chosen.iter().position(|&number| number == part);
        let number = known.unwrap_or_else(|| {
            chosen.push(part);
            chosen.len() - 1
        });
        glyph[at + 2..at + 4].copy_from_slice(&u16::try_from(number).unwrap_or(0).to_be_bytes());
        let scale = if flags & 0x8 != 0 {
            2
        } else if flags & 0x40 != 0 {
            4
        } else if flags & 0x80 != 0 {
            8
        } else {
            0
        };
        at += 4 + if flags & 1 != 0 { 4 } else { 2 } + scale;
        if flags & 0x20 == 0 {
            return;
        }
    }
}

fn assemble(tables: [(&[u8; 4], Vec<u8>); 6]) -> Vec<u8> {
    let sum = |bytes: &[u8]| {
        bytes.chunks(4).fold(0_u32, |sum, chunk| {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            sum.wrapping_add(u32::from_be_bytes(word))
        })
    };
    let mut out = vec![0, 1, 0, 0, 0, 6, 0, 64, 0, 2, 0, 32];
    let mut start = 12 + 16 * tables.len();
    for (tag, table) in &tables {
        out.extend(*tag);
        for number in [sum(table) as usize, start, table.len()] {
            out.extend(u32::try_from(number).unwrap_or(0).to_be_bytes());
        }
        start += table.len().next_multiple_of(4);
    }
    let mut head = 0;
    for (tag, table) in tables {
        if tag == b"head" {
            head = out.len();
        }
        out.extend(table);
        out.resize(out.len().next_multiple_of(4), 0);
    }
    let whole = 0xB1B0_AFBA_u32.wrapping_sub(sum(&out));
    out[head + 8..head + 12].copy_from_slice(&whole.to_be_bytes());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_what_releases_need() {
        for character in "ÄéőŁΩЖя–—“”€█▒✓�".chars() {
            assert!(width(character).is_some_and(|width| width > 0), "{character}");
        }
        assert_eq!(width('漢'), None);
    }

    #[test]
    fn a_part_of_the_font_is_a_font_of_its_own() {
        let program = program(&['ő', 'Ж']);
        assert!(program.len() < 4000, "{}", program.len());
        assert_eq!(short(&program, 4), Some(6));
        let sum =
            program.chunks(4).fold(0_u32, |sum, chunk| sum.wrapping_add(u32::from_be_bytes(chunk.try_into().unwrap())));
        assert_eq!(sum, 0xB1B0_AFBA);
    }
}
