//! Items that are codes become what a table calls them.

use crate::error::Result;
use scumble_data::{SetRecord, Table};
use scumble_mask::table::named_column;
use std::collections::{BTreeSet, HashMap};

/// Replaces every item that is found in the column `key` of a table by the cell of `column` in the same row; other items stay.
///
/// # Errors
/// If the table has no such column.
pub fn relabel(records: &mut [SetRecord], table: &Table, key: &str, column: &str) -> Result<()> {
    let (keys, names) = (named_column(table, key)?, named_column(table, column)?);
    let known: HashMap<String, String> =
        (0..table.len()).map(|row| (keys.cells.text(row).into_owned(), names.cells.text(row).into_owned())).collect();
    for record in records {
        for item in &mut record.items {
            if let Some(name) = known.get(item.as_str()).filter(|name| !name.trim().is_empty()) {
                *item = name.trim().to_owned();
            }
        }
        // Two codes with the same label are one item.
        let mut seen = BTreeSet::new();
        record.items.retain(|item| seen.insert(item.clone()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::{Options, read_text};

    #[test]
    fn codes_become_their_labels() {
        let table = read_text("l.csv", b"code,name\n1,dog\n2, dog \n3,\n", &Options::default()).unwrap();
        let items = ["1", "2", "3", "4"].map(str::to_owned).to_vec();
        let mut records = [SetRecord { id: "a".to_owned(), items }];
        relabel(&mut records, &table, "code", "name").unwrap();
        assert_eq!(records[0].items, ["dog", "3", "4"]);
        assert!(relabel(&mut records, &table, "cod", "name").unwrap_err().message.contains("did you mean “code”?"));
    }
}
