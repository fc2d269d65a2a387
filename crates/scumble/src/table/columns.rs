//! The kinds of columns by name, and what a column is taken for in two tables at once.

use scumble_data::{Column, ColumnKind, Missing, guess};

/// The kind of a column by its cells in the original, unless the masked table has others, and why.
pub(super) fn guessed(original: &Column, masked: &Column, file: &str, missing: &Missing) -> (ColumnKind, String) {
    match guess(original, file, missing) {
        Ok(found) if found.kind == ColumnKind::Number && !masked.is_numeric(missing) => {
            (ColumnKind::Nominal, "numbers in the original only".to_owned())
        }
        Ok(found) => (found.kind, found.reason),
        Err(_) => (ColumnKind::Nominal, "mixed".to_owned()),
    }
}

/// The name of a kind, as a policy writes it.
pub fn kind_word(kind: &ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Number => "number",
        ColumnKind::Date(_) => "date",
        ColumnKind::Ordinal(_) => "ordinal",
        ColumnKind::Nominal => "nominal",
        ColumnKind::Text(_) => "text",
    }
}
