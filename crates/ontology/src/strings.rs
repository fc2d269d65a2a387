//! Many short strings in one allocation, and an index that finds them.

use std::sync::OnceLock;

/// Strings by number, stored end to end in one buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StringTable {
    text: String,
    ends: Vec<u32>,
}

impl StringTable {
    pub(crate) fn with_capacity(strings: usize, bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), ends: Vec::with_capacity(strings) }
    }

    pub(crate) fn push(&mut self, string: &str) {
        self.text.push_str(string);
        self.close();
    }

    fn close(&mut self) {
        let end = u32::try_from(self.text.len()).expect("readers limit their input to 2 GiB");
        self.ends.push(end);
    }

    /// Strings from their joined bytes and the end of each; `None` if that is not UTF-8.
    pub(crate) fn from_bytes(bytes: Vec<u8>, ends: Vec<u32>) -> Option<Self> {
        let text = String::from_utf8(bytes).ok()?;
        let sound = ends.is_sorted() && ends.iter().all(|&end| text.is_char_boundary(end as usize));
        (sound && ends.last().map_or(0, |&end| end as usize) == text.len()).then_some(Self { text, ends })
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, i: usize) -> &str {
        &self.text[self.range(i)]
    }

    /// The same without looking for the borders of characters.
    #[inline]
    pub(crate) fn bytes(&self, i: usize) -> &[u8] {
        &self.text.as_bytes()[self.range(i)]
    }

    #[inline]
    fn range(&self, i: usize) -> std::ops::Range<usize> {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        start..self.ends[i] as usize
    }

    /// The length of the longest string.
    pub(crate) fn longest(&self) -> usize {
        (0..self.len()).map(|i| self.range(i).len()).max().unwrap_or(0)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|i| self.get(i))
    }
}

/// An open-addressing hash index over a [`StringTable`], built on first use.
#[derive(Debug, Default)]
pub(crate) struct StringIndex {
    slots: OnceLock<Vec<u32>>,
}

const FREE: u32 = u32::MAX;

impl StringIndex {
    /// The number of `wanted` in `table`; the first, if it is there twice.
    pub(crate) fn find(&self, table: &StringTable, wanted: &str) -> Option<usize> {
        let slots = self.slots.get_or_init(|| Self::build(table));
        let mask = slots.len() - 1;
        let mut slot = hash(wanted) & mask;
        while slots[slot] != FREE {
            let i = slots[slot] as usize;
            if table.bytes(i) == wanted.as_bytes() {
                return Some(i);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    fn build(table: &StringTable) -> Vec<u32> {
        // At most two thirds full, so a probe is short and always ends.
        let mut slots = vec![FREE; (table.len() * 3 / 2 + 2).next_power_of_two()];
        let mask = slots.len() - 1;
        for (i, string) in table.iter().enumerate() {
            let mut slot = hash(string) & mask;
            while slots[slot] != FREE {
                slot = (slot + 1) & mask;
            }
            slots[slot] = i as u32;
        }
        slots
    }
}

/// Eight bytes at a time, each step a multiplication folded onto itself.
fn hash(string: &str) -> usize {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let fold = |state: u64, word: u64| {
        let product = u128::from(state ^ word) * u128::from(FACTOR);
        (product as u64) ^ (product >> 64) as u64
    };
    let (words, rest) = string.as_bytes().as_chunks::<8>();
    let mut state =
        words.iter().fold(FACTOR ^ string.len() as u64, |state, word| fold(state, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    state = fold(state, u64::from_le_bytes(last));
    fold(state, FACTOR) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_string_and_nothing_else() {
        let mut table = StringTable::default();
        for i in 0..1000 {
            table.push(&format!("term {i}"));
        }
        table.push("");
        let index = StringIndex::default();
        for i in 0..1000 {
            assert_eq!(index.find(&table, &format!("term {i}")), Some(i));
            assert_eq!(index.find(&table, &format!("erm {i}")), None);
        }
        assert_eq!(index.find(&table, ""), Some(1000));
        assert_eq!(StringIndex::default().find(&StringTable::default(), "x"), None);
    }
}
