//! Equivalence classes of equal records.

use rayon::prelude::*;
use scumble_data::Column;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The equivalence classes of records that are equal on some columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classes {
    /// For each record its class, numbered in order of their first record.
    pub of: Vec<u32>,
    /// How large each class is.
    pub sizes: Vec<u32>,
}

impl Classes {
    /// The size of the smallest class: the k that is reached. 0 if there is no record.
    pub fn smallest(&self) -> usize {
        self.sizes.iter().min().map_or(0, |&size| size as usize)
    }

    /// The records of each class, ascending.
    pub fn members(&self) -> Vec<Vec<u32>> {
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); self.sizes.len()];
        self.of.iter().enumerate().for_each(|(row, &class)| members[class as usize].push(row as u32));
        members
    }

    /// Records that are alone in their class.
    pub fn uniques(&self) -> usize {
        self.sizes.iter().filter(|&&size| size == 1).count()
    }
}

/// Classes of records that are equal, as text, on all of these columns.
///
/// Records are compared by 128 bits of a hash: that two different ones of a billion agree has a chance of 10^-20.
pub fn classes(columns: &[&Column]) -> Classes {
    let records = columns.first().map_or(0, |column| column.cells.len());
    let hash = |row: usize, salt: u8| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(salt);
        columns.iter().for_each(|column| column.cells.text(row).hash(&mut hasher));
        u128::from(hasher.finish())
    };
    let hashes: Vec<u128> = (0..records).into_par_iter().map(|row| hash(row, 0) << 64 | hash(row, 1)).collect();
    let mut known: HashMap<u128, u32> = HashMap::new();
    let mut sizes = Vec::new();
    let class = |hash| {
        let class = *known.entry(hash).or_insert(sizes.len() as u32);
        if class as usize == sizes.len() {
            sizes.push(0);
        }
        sizes[class as usize] += 1;
        class
    };
    let of = hashes.into_iter().map(class).collect();
    Classes { of, sizes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::Cells;

    #[test]
    fn equal_records_are_one_class() {
        let column = |cells: &[&str]| Column::new("c", Cells::Plain(cells.iter().collect()));
        let (a, b) = (column(&["x", "x", "y", "x"]), column(&["1", "1", "1", "2"]));
        let found = classes(&[&a, &b]);
        assert_eq!(found, Classes { of: vec![0, 0, 1, 2], sizes: vec![2, 1, 1] });
        assert_eq!((found.smallest(), found.uniques()), (1, 2));
        assert_eq!(classes(&[&a]).smallest(), 1);
        assert_eq!(classes(&[]).smallest(), 0);
    }
}
