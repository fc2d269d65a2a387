//! Which original record a released one stands for.

use crate::reading::{Error, Result};
use scumble_data::SetRecord;

/// For each released record the place of the original one that it stands for: by the same ids in the same order, or by the number that
/// a release has for an id.
///
/// # Errors
/// If the records cannot be matched.
pub fn aligned(originals: &[SetRecord], released: &[SetRecord]) -> Result<Vec<usize>> {
    let same = originals.len() == released.len() && originals.iter().zip(released).all(|(a, b)| a.id == b.id);
    if same {
        return Ok((0..originals.len()).collect());
    }
    let number =
        |record: &SetRecord| record.id.parse::<usize>().ok().filter(|number| (1..=originals.len()).contains(number));
    let numbers: Option<Vec<usize>> = released.iter().map(|record| number(record).map(|number| number - 1)).collect();
    let once = numbers.filter(|numbers| {
        let mut seen = vec![false; originals.len()];
        numbers.iter().all(|&number| !std::mem::replace(&mut seen[number], true))
    });
    once.ok_or(Error::Unaligned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_matched_by_ids_or_by_numbers() {
        let records =
            |ids: &[&str]| ids.iter().map(|&id| SetRecord { id: id.to_owned(), items: Vec::new() }).collect::<Vec<_>>();
        let originals = records(&["u", "v", "w"]);
        assert_eq!(aligned(&originals, &originals).unwrap(), [0, 1, 2]);
        assert_eq!(aligned(&originals, &records(&["3", "1"])).unwrap(), [2, 0]);
        for wrong in [&["1", "1"][..], &["4"], &["v", "u", "w"]] {
            assert_eq!(aligned(&originals, &records(wrong)), Err(Error::Unaligned));
        }
    }
}
