//! Files that were read as a table but are none, or one with another delimiter.

use crate::error::{Error, Place};
use crate::table::{Origin, Table};
use scumble_io::Help;

/// Rows that are looked at.
const ROWS: usize = 20;

/// Why a table is not what its file was meant to be: JSON, or fields between blanks.
pub fn misread(table: &Table) -> Option<Error> {
    if !matches!(table.origin(), Origin::Text { .. }) {
        return None;
    }
    let place = || Place::file(table.file());
    let [column] = table.columns() else {
        let first = table.columns().first()?;
        return is_json(&first.name).then(|| Error::new(place(), JSON).with_help(JSON_HELP));
    };
    if is_json(&column.name) {
        return Some(Error::new(place(), JSON).with_help(JSON_HELP));
    }
    let words = |text: &str| text.split_whitespace().count();
    let width = words(&column.name);
    let rows = column.cells.len().min(ROWS);
    let is_row = |row: usize| {
        let text = column.cells.text(row);
        words(&text) == width && text.split_whitespace().any(|word| word.parse::<f64>().is_ok())
    };
    (width > 1 && rows > 0 && (0..rows).all(is_row)).then(|| {
        Error::new(
            place(),
            format!("one column, whose cells have {width} words each: its fields seem to stand between blanks"),
        )
        .with_help(Help::set("delimiter", "name the delimiter").to("' '"))
    })
}

const JSON: &str = "JSON, not a table";
const JSON_HELP: &str = "save it as CSV or Parquet; `scumble sanitize` and `scumble sets` read JSON lines";

fn is_json(name: &str) -> bool {
    name.starts_with('{') || name.starts_with('[')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{Options, read_text};

    #[test]
    fn what_is_no_table_says_so() {
        let found = |text: &str| {
            let table = read_text("t.csv", text.as_bytes(), &Options::default()).unwrap();
            misread(&table).map(|error| error.problem.clone())
        };
        assert!(found("a b c\n1 2 3\n4 5 6\n").unwrap().contains("between blanks"));
        assert!(found("[{\"a\": 1}]\n").unwrap().contains("JSON"));
        assert!(found("{\"a\": 1, \"b\": 2}\n").unwrap().contains("JSON"));
        assert_eq!(found("first name\nJane Roe\nJohn Doe\n"), None);
        assert_eq!(found("a,b\n1 2,3\n"), None);
        assert_eq!(found("age\n1\n2\n"), None);
    }
}
