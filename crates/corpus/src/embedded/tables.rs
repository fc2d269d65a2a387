//! The tables of frequencies that everything in the file is coded with, and their places.

use super::ans::{PRECISION, Reader, SUM, Slice, Writer};
use super::bytes::{Bytes, push_number};

/// A table, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Table(pub(super) u16);

/// Halves of ranges of up to 2^20 documents are told apart.
const LEVELS: usize = 21;
/// Up to so many documents, the split of a range has a symbol of its own.
pub(super) const SMALL: usize = 16;
/// More than that are told by the sixteenth that the left half has, and evenly within.
pub(super) const PARTS: u32 = 16;
const SPLITS: usize = SMALL - 1 + 16;
const SPLIT_TABLES: usize = 2 * LEVELS * SPLITS;
/// Bytes as they are seen in words: letters and digits of ASCII, the others, the beginning or end.
const LETTERS: usize = 38;
const OTHER: u32 = 36;
const END: u32 = 37;
/// Tables of numbers, by the length of the number.
const LENGTHS: usize = 25;

/// Which lists are split: those of all documents, or those within the documents of another list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    All,
    Within,
}

/// What a number says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// How many bytes at the beginning a word shares with the one before.
    Shared,
    /// The documents with a word.
    Word,
    /// The documents with a phrase, after how many words it shares with the one before.
    Phrase(usize),
    /// How many more documents a list is chosen from, after the length of their number.
    Room(usize),
    /// How many words a phrase shares with a phrase of so many words before it.
    SharedWords(usize),
    /// How many words more it has.
    More(usize),
    /// The distance to the word of the phrase before, after so many shared words.
    Step(usize),
}

const KINDS: usize = 2 + 4 * 6 + 18;

/// The table of the splits of a range of `size` documents of which `count` are in the list, at least two.
#[inline]
pub(super) fn split(domain: Domain, size: u32, count: u32) -> Table {
    let level = (32 - (size - 1).leading_zeros()).min(LEVELS as u32 - 1);
    let class =
        if count as usize <= SMALL { count - 2 } else { SMALL as u32 - 1 + (31 - count.leading_zeros()).min(19) - 4 };
    Table(((domain as u32 * LEVELS as u32 + level) * SPLITS as u32 + class) as u16)
}

fn letter_table(before: Option<u8>) -> Table {
    Table(SPLIT_TABLES as u16 + before.map_or(END, class) as u16)
}

fn number_table(kind: Kind) -> Table {
    let kind = match kind {
        Kind::Shared => 0,
        Kind::Word => 1,
        Kind::Phrase(i) => 2 + i.min(5),
        Kind::SharedWords(i) => 8 + i.min(5),
        Kind::More(i) => 14 + i.min(5),
        Kind::Step(i) => 20 + i.min(5),
        Kind::Room(i) => 26 + i.min(17),
    };
    Table((SPLIT_TABLES + LETTERS + kind) as u16)
}

/// The number of symbols of each table, in their order.
fn sizes() -> impl Iterator<Item = usize> {
    let splits = (0..SPLIT_TABLES).map(|i| match i % SPLITS {
        class if class < SMALL - 1 => class + 3,
        _ => PARTS as usize,
    });
    splits.chain(std::iter::repeat_n(LETTERS, LETTERS)).chain(std::iter::repeat_n(LENGTHS, KINDS))
}

fn class(byte: u8) -> u32 {
    match byte {
        b'a'..=b'z' => u32::from(byte - b'a'),
        b'0'..=b'9' => u32::from(byte - b'0') + 26,
        _ => OTHER,
    }
}

/// Where symbols go while packing: to be counted, then to be written.
pub(super) trait Sink {
    fn symbol(&mut self, table: Table, symbol: u32);
    fn bits(&mut self, value: u32, count: u32);
    fn even(&mut self, value: u32, of: u32);

    /// A number: its length as a symbol, and the rest of its bits.
    fn number(&mut self, kind: Kind, value: u32) {
        let length = 31 - (value + 1).leading_zeros();
        self.symbol(number_table(kind), length);
        for (shift, bits) in chunks(length) {
            self.bits((value + 1) >> shift & ((1 << bits) - 1), bits);
        }
    }

    /// A byte of a word, or its end, after another.
    fn letter(&mut self, before: Option<u8>, letter: Option<u8>) {
        let symbol = letter.map_or(END, class);
        self.symbol(letter_table(before), symbol);
        if let (OTHER, Some(byte)) = (symbol, letter) {
            self.bits(u32::from(byte), 8);
        }
    }
}

/// A number's low bits in pieces that can be told at once.
fn chunks(length: u32) -> impl Iterator<Item = (u32, u32)> {
    let low = length.min(12);
    [(0, low), (low, length - low)].into_iter().filter(|&(_, bits)| bits > 0)
}

/// How often each symbol of each table comes.
#[derive(Clone, Debug)]
pub(super) struct Tally(Vec<Vec<u32>>);

impl Tally {
    pub(super) fn new() -> Self {
        Self(sizes().map(|size| vec![0; size]).collect())
    }

    /// The tables as they are in the file: frequencies that sum up to 4096, at least one for each symbol that comes.
    pub(super) fn pack(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for counts in &self.0 {
            let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
            let scaled =
                |count: u32| (u64::from(count) * u64::from(SUM) / total.max(1)).max(u64::from(count > 0)) as u32;
            let mut widths: Vec<u32> = counts.iter().map(|&count| scaled(count)).collect();
            // What rounding left over or took too much is settled with the largest, where it costs least.
            while total > 0 && widths.iter().sum::<u32>() != SUM {
                let sum: u32 = widths.iter().sum();
                let largest = (0..widths.len()).max_by_key(|&i| (widths[i], i)).unwrap_or(0);
                if sum < SUM { widths[largest] += SUM - sum } else { widths[largest] -= 1 }
            }
            // A table that is never used is one byte.
            match total {
                0 => push_number(&mut out, SUM + 1),
                _ => widths.iter().for_each(|&width| push_number(&mut out, width)),
            }
        }
        out
    }
}

impl Sink for Tally {
    fn symbol(&mut self, table: Table, symbol: u32) {
        self.0[table.0 as usize][symbol as usize] += 1;
    }
    fn bits(&mut self, _: u32, _: u32) {}
    fn even(&mut self, _: u32, _: u32) {}
}

/// The tables, read.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// Where each symbol begins on the line, and 4096 after the last.
    starts: Vec<u16>,
    /// Where each table begins.
    first: Vec<u32>,
}

impl Tables {
    /// Reads them; `None` if they do not sum up.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(bytes);
        let mut tables = Self { starts: Vec::new(), first: Vec::new() };
        for size in sizes() {
            tables.first.push(tables.starts.len() as u32);
            let mut start = 0;
            for i in 0..size {
                tables.starts.push(start as u16);
                let width = bytes.number()?;
                if i == 0 && width > SUM {
                    tables.starts.extend(std::iter::repeat_n(SUM as u16, size - 1));
                    start = SUM;
                    break;
                }
                start += width;
                if start > SUM {
                    return None;
                }
            }
            if start != SUM {
                return None;
            }
            tables.starts.push(SUM as u16);
        }
        tables.first.push(tables.starts.len() as u32);
        Some(tables)
    }

    fn starts(&self, table: Table) -> &[u16] {
        let table = table.0 as usize;
        &self.starts[self.first[table] as usize..self.first[table + 1] as usize]
    }

    /// The next symbol.
    #[inline]
    pub(super) fn symbol(&self, reader: &mut Reader<'_>, table: Table) -> u32 {
        let starts = self.starts(table);
        let point = reader.point() as u16;
        // Tables are short: a walk is quicker than a search.
        let symbol = starts[1..].iter().take_while(|&&start| start <= point).count();
        let start = u32::from(starts[symbol]);
        reader.take(Slice { start, width: u32::from(starts[symbol + 1]) - start });
        symbol as u32
    }

    /// The next number.
    pub(super) fn number(&self, reader: &mut Reader<'_>, kind: Kind) -> u32 {
        let length = self.symbol(reader, number_table(kind));
        let rest: u32 = chunks(length).map(|(shift, bits)| reader.bits(bits) << shift).sum();
        (1 << length | rest) - 1
    }

    /// The next byte of a word; `None` at its end.
    pub(super) fn letter(&self, reader: &mut Reader<'_>, before: Option<u8>) -> Option<u8> {
        match self.symbol(reader, letter_table(before)) as u8 {
            letter @ 0..26 => Some(b'a' + letter),
            digit @ 26..36 => Some(b'0' + digit - 26),
            36 => Some(reader.bits(8) as u8),
            _ => None,
        }
    }
}

/// A stream that is written with tables.
pub(super) struct Coder<'a> {
    pub(super) tables: &'a Tables,
    pub(super) writer: Writer,
}

impl Sink for Coder<'_> {
    fn symbol(&mut self, table: Table, symbol: u32) {
        let starts = self.tables.starts(table);
        let (start, end) = (u32::from(starts[symbol as usize]), u32::from(starts[symbol as usize + 1]));
        debug_assert!(start < end && end <= 1 << PRECISION);
        self.writer.part(Slice { start, width: end - start });
    }
    fn bits(&mut self, value: u32, count: u32) {
        self.writer.bits(value, count);
    }
    fn even(&mut self, value: u32, of: u32) {
        self.writer.even(value, of);
    }
}
