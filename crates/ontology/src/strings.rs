//! Many short strings in one allocation, and an index that finds them.

use std::hash::{DefaultHasher, Hasher};
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

    /// The unfinished string at the end: write to it, then [`close`](Self::close) it.
    pub(crate) fn open(&mut self) -> &mut String {
        &mut self.text
    }

    pub(crate) fn close(&mut self) {
        let end = u32::try_from(self.text.len()).expect("readers limit their input to 2 GiB");
        self.ends.push(end);
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, i: usize) -> &str {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.text[start..self.ends[i] as usize]
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
            if table.get(i) == wanted {
                return Some(i);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    fn build(table: &StringTable) -> Vec<u32> {
        // At most half full, so a probe is short and always ends.
        let mut slots = vec![FREE; (table.len().max(1) * 2).next_power_of_two()];
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

fn hash(string: &str) -> usize {
    let mut hasher = DefaultHasher::new();
    hasher.write(string.as_bytes());
    hasher.finish() as usize
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
