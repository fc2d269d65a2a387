//! Items under other names.

use super::SetRecord;
use crate::error::Result;
use crate::table::Table;
use std::collections::{HashMap, HashSet};

/// Replaces items by their labels: an item that is in the column `key` of a table becomes the text of the column `label` in the same row.
///
/// An item that the table does not have, or whose label is empty, stays as it is. Two items of a record with the same label become one.
///
/// # Errors
/// If the table has no such column.
pub fn relabel(records: &mut [SetRecord], table: &Table, key: &str, label: &str) -> Result<()> {
    let (keys, labels) = (&table.column(key)?.cells, &table.column(label)?.cells);
    let known: HashMap<String, String> =
        (0..table.len()).map(|row| (keys.text(row).into_owned(), labels.text(row).into_owned())).collect();
    for record in records {
        for item in &mut record.items {
            if let Some(label) = known.get(item.as_str()).filter(|label| !label.trim().is_empty()) {
                *item = label.trim().to_owned();
            }
        }
        let mut seen = HashSet::new();
        record.items.retain(|item| seen.insert(item.clone()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, read_text};

    #[test]
    fn items_get_their_labels() {
        let labels = read_text("l.csv", b"code,name\n1, apple \n2,apple\n3,\n", &Options::default()).unwrap();
        let items = ["1", "2", "3", "4"].map(str::to_owned).to_vec();
        let mut records = [SetRecord { id: "a".to_owned(), items }];
        relabel(&mut records, &labels, "code", "name").unwrap();
        assert_eq!(records[0].items, ["apple", "3", "4"]);
        assert!(relabel(&mut records, &labels, "code", "label").is_err());
    }
}
