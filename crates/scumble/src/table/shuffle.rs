//! The order of released records, on request: shuffled, so that a row number says nothing.

use scumble_data::Table;
use scumble_mask::Rng;
use sha2::{Digest, Sha256};

/// What a shuffled order starts from: the seed and every cell of the original. The same table and seed give the same order, and whoever
/// does not have the original cannot make it again, even if the seed is known.
pub(super) fn order_seed(table: &Table, seed: u64) -> u64 {
    let mut hash = Sha256::new();
    hash.update(seed.to_le_bytes());
    for column in table.columns() {
        hash.update((column.name.len() as u64).to_le_bytes());
        hash.update(column.name.as_bytes());
        for row in 0..column.cells.len() {
            let text = column.cells.text(row);
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        }
    }
    let bytes: [u8; 32] = hash.finalize().into();
    bytes[..8].iter().fold(0, |seed, &byte| seed << 8 | u64::from(byte))
}

/// All records in a random order (Fisher and Yates), every order as probable as any other.
pub(super) fn shuffled(records: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..records as u32).collect();
    let mut rng = Rng::new(seed);
    for last in (1..records).rev() {
        order.swap(last, rng.below(last + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::{Options, read_text};
    use std::collections::BTreeMap;

    #[test]
    fn every_order_comes_about_equally_often() {
        let mut seen: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        (0..6_000).for_each(|seed| *seen.entry(shuffled(3, seed)).or_default() += 1);
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|&count| (850..1150).contains(&count)), "{seen:?}");
        assert_eq!(shuffled(0, 1), Vec::<u32>::new());
    }

    #[test]
    fn the_order_depends_on_the_seed_and_on_every_cell() {
        let seed =
            |text: &str, seed| order_seed(&read_text("t.csv", text.as_bytes(), &Options::default()).unwrap(), seed);
        let first = seed("a,b\n1,2\n3,4\n", 1);
        assert_eq!(first, seed("a,b\n1,2\n3,4\n", 1));
        assert!(![seed("a,b\n1,2\n3,5\n", 1), seed("a,b\n1,2\n3,4\n", 2), seed("a,b\n12,\n3,4\n", 1)].contains(&first));
    }
}
