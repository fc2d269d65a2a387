//! The file: a heading, the tables, then words and phrases in blocks with an index of where each block begins.

use super::block::{PHRASES, WORDS};
use super::tables::Tables;

/// What a file begins with.
pub(super) const MAGIC: &[u8; 8] = b"scumcnt1";
/// What is hashed begins here.
pub(super) const HASHED: usize = 16;
/// The numbers of the heading.
pub(super) const FIELDS: usize = 7;
/// The bytes of a place in an index.
pub(super) const PLACE: usize = 3;

/// A part of the file in blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocks<'a> {
    index: &'a [u8],
    bytes: &'a [u8],
}

impl<'a> Blocks<'a> {
    pub(super) fn len(&self) -> usize {
        self.index.len() / PLACE
    }

    fn begin(&self, block: usize) -> Option<usize> {
        match self.index.get(block * PLACE..block * PLACE + PLACE) {
            Some(&[a, b, c]) => Some(usize::from(a) | usize::from(b) << 8 | usize::from(c) << 16),
            _ => (block == self.len()).then_some(self.bytes.len()),
        }
    }

    /// The bytes of a block.
    pub(super) fn get(&self, block: usize) -> Option<&'a [u8]> {
        self.bytes.get(self.begin(block)?..self.begin(block + 1)?)
    }
}

/// The parts of a file.
#[derive(Clone, Debug)]
pub(super) struct File<'a> {
    pub(super) documents: u32,
    /// How many words there are.
    pub(super) word_count: u32,
    /// How many phrases there are.
    pub(super) phrase_count: u32,
    /// What stands in more documents than this has no list.
    pub(super) most: u32,
    pub(super) tables: Tables,
    pub(super) words: Blocks<'a>,
    pub(super) phrases: Blocks<'a>,
    /// A hash of all that follows it.
    pub(super) hash: u64,
}

impl<'a> File<'a> {
    /// Reads the heading and the tables; `None` if they do not fit. The rest is looked at when it is asked for.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let (magic, bytes) = bytes.split_at_checked(MAGIC.len())?;
        let (hash, bytes) = bytes.split_first_chunk::<8>()?;
        let (heading, bytes) = bytes.split_at_checked(FIELDS * 4)?;
        let field =
            |i: usize| u32::from_le_bytes([heading[i * 4], heading[i * 4 + 1], heading[i * 4 + 2], heading[i * 4 + 3]]);
        let [documents, word_count, phrase_count, most, tables, words, phrases] = std::array::from_fn(field);
        if magic != MAGIC || documents == 0 || documents > 1 << 20 {
            return None;
        }
        let (tables, bytes) = bytes.split_at_checked(tables as usize)?;
        let (word_index, bytes) = bytes.split_at_checked((word_count as usize).div_ceil(WORDS) * PLACE)?;
        let (words, bytes) = bytes.split_at_checked(words as usize)?;
        let (phrase_index, bytes) = bytes.split_at_checked((phrase_count as usize).div_ceil(PHRASES) * PLACE)?;
        let (phrases, rest) = bytes.split_at_checked(phrases as usize)?;
        rest.is_empty().then_some(())?;
        Some(Self {
            documents,
            word_count,
            phrase_count,
            most,
            tables: Tables::read(tables)?,
            words: Blocks { index: word_index, bytes: words },
            phrases: Blocks { index: phrase_index, bytes: phrases },
            hash: u64::from_le_bytes(*hash),
        })
    }
}

/// A hash of bytes, to tell files apart and to find damage: FNV over eight bytes at a time.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        hash ^= hash >> 29;
    }
    hash ^ bytes.len() as u64
}
