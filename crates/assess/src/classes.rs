//! Equivalence classes of equal records.

use rayon::prelude::*;
use scumble_data::{Cells, Column};
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
    /// Records that are hashed before their classes are looked up: hashes of all would take more than most columns.
    const AT_ONCE: usize = 1 << 16;
    let records = columns.first().map_or(0, |column| column.cells.len());
    let (mut of, mut sizes) = (Vec::with_capacity(records), Vec::new());
    let mut known: HashMap<[u32; 4], u32> = HashMap::new();
    let mut hashes = Vec::with_capacity(AT_ONCE.min(records));
    for first in (0..records).step_by(AT_ONCE) {
        let rows = (first..records.min(first + AT_ONCE)).into_par_iter();
        rows.map(|row| hash(columns, row)).collect_into_vec(&mut hashes);
        for &hash in &hashes {
            let class = *known.entry(hash).or_insert(sizes.len() as u32);
            if class as usize == sizes.len() {
                sizes.push(0);
            }
            sizes[class as usize] += 1;
            of.push(class);
        }
    }
    Classes { of, sizes }
}

/// 128 bits of a record: two hashes that start differently. Four parts take less room in a map than one number, which is aligned.
fn hash(columns: &[&Column], row: usize) -> [u32; 4] {
    let mut hashers = [DefaultHasher::new(), DefaultHasher::new()];
    hashers[1].write_u8(1);
    for column in columns {
        match &*column.cells {
            // Numbers are equal as text if their bits are; all that are missing are alike.
            Cells::Numbers(numbers) => {
                let bits = if numbers[row].is_nan() { f64::NAN } else { numbers[row] }.to_bits();
                hashers.iter_mut().for_each(|hasher| hasher.write_u64(bits));
            }
            cells => {
                let text = cells.text(row);
                hashers.iter_mut().for_each(|hasher| text.hash(hasher));
            }
        }
    }
    let [one, other] = hashers.map(|hasher| hasher.finish());
    [one as u32, (one >> 32) as u32, other as u32, (other >> 32) as u32]
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

    /// Numbers and their texts have the same classes, over more records than are hashed at once.
    #[test]
    fn numbers_are_as_equal_as_their_texts() {
        let numbers: Vec<f64> = (0..150_000).map(|at| f64::from(at % 70_001) / 7.0 - 3.0).chain([0.0, -0.0]).collect();
        let numbers: Vec<f64> = numbers.into_iter().chain([f64::NAN, -f64::NAN]).collect();
        let texts = Cells::Plain(
            numbers.iter().map(|number| if number.is_nan() { String::new() } else { number.to_string() }).collect(),
        );
        let found = classes(&[&Column::new("n", Cells::Numbers(numbers.into()))]);
        assert_eq!(found, classes(&[&Column::new("t", texts)]));
        assert_eq!((found.sizes.len(), found.sizes.last()), (70_003, Some(&2)));
    }
}
