//! Published records as patterns: a set of blank columns, and the values that stand in the others.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A set of columns, one bit each.
pub(super) type Columns = u64;

/// Columns that a step can have, at most.
pub(super) const MOST_COLUMNS: usize = 64;

/// The places of the columns in a set, ascending.
pub(super) fn places(mut columns: Columns) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (columns != 0).then(|| columns.trailing_zeros() as usize)?;
        columns &= columns - 1;
        Some(at)
    })
}

/// The values of records as keys that can be added up column by column: a sum of 128 random bits for each value. Two different
/// records of a billion have the same sum with a chance of 10^-20, and the check of the release does not use these sums.
pub(super) struct Keys {
    parts: Vec<Vec<u128>>,
}

impl Keys {
    /// Keys of columns with so many values each.
    pub(super) fn new(values: &[usize]) -> Self {
        let part = |column: usize, value: usize| {
            let half = |salt: u64| {
                let mut z = (salt ^ (column as u64) << 32 ^ value as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                for _ in 0..2 {
                    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                    z ^= z >> 31;
                }
                u128::from(z)
            };
            half(0x5bd1_e995_97f4_a7c1) << 64 | half(0xc2b2_ae3d_27d4_eb4f)
        };
        let parts = values.iter().enumerate();
        Self { parts: parts.map(|(column, &values)| (0..values).map(|value| part(column, value)).collect()).collect() }
    }

    /// The key of the values that a record has in a set of columns.
    pub(super) fn of(&self, values: &[u32], columns: Columns) -> u128 {
        let part = |at: usize| self.parts[at][values[at] as usize];
        places(columns).fold(0, |sum: u128, at| sum.wrapping_add(part(at)))
    }
}

/// A map from keys, which are random already.
pub(super) type KeyMap<V> = HashMap<u128, V, BuildHasherDefault<KeyHasher>>;

/// Takes the low bits of a key.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte));
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_sums_of_their_columns() {
        let keys = Keys::new(&[2, 3, 2]);
        let record = [1, 2, 0];
        assert_eq!(places(0b101).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(keys.of(&record, 0b111), keys.of(&record, 0b101).wrapping_add(keys.of(&record, 0b010)));
        assert_ne!(keys.of(&record, 0b111), keys.of(&[1, 1, 0], 0b111));
        assert_eq!(keys.of(&record, 0b101), keys.of(&[1, 1, 0], 0b101));
        assert_ne!(keys.of(&[0, 1, 0], 0b011), keys.of(&[1, 0, 0], 0b011), "a value belongs to its column");
    }
}
