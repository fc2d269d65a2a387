//! Value generalisation hierarchies: one row a leaf, from the leaf to the top. ARX's files load as they are.

use super::{Options, Source, table};
use crate::error::{Error, Result};
use crate::taxonomy::{Builder, MAX_LEVELS, Taxonomy};

pub(super) fn read(source: &Source, options: &Options) -> Result<Taxonomy> {
    let mut builder = Builder::new(source.file());
    let mut rows = table::rows(source, table::delimiter(source, b";,\t")).peekable();
    let width = match rows.peek() {
        Some(Ok(first)) => first.len(),
        _ => 0,
    };
    for row in rows.skip(usize::from(options.header == Some(true))) {
        let row = row?;
        table::check_width(source, &row, width)?;
        if width > MAX_LEVELS + 1 {
            return Err(Error::TooDeep { at: source.place(row.line), limit: MAX_LEVELS });
        }
        if let Some(column) = row.fields().position(str::is_empty) {
            let at = source.place(row.line).at_column(column + 1);
            let expected = "an empty level; repeat the value to its left to skip one".into();
            return Err(Error::Syntax { at, expected });
        }
        let mut child = builder.term(row.field(0), row.line);
        for column in 1..row.len() {
            // Equal neighbours collapse: the value is its own generalisation at that level.
            if row.field(column) == row.field(column - 1) {
                continue;
            }
            let parent = builder.term(row.field(column), row.line);
            match builder.first_parent(child) {
                Some((known, first)) if known != parent => {
                    return Err(Error::TwoParents { at: source.place(row.line).at_column(column + 1), first });
                }
                _ => builder.parent(child, parent, row.line),
            }
            child = parent;
        }
    }
    builder.build(options.strict)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Result<Taxonomy> {
        read(&Source::text("h.csv", text), &Options::default())
    }

    #[test]
    fn equal_neighbours_collapse_and_a_leaf_may_be_a_category() {
        let food = load("frankfurter,sausage,meat\nsausage,sausage,meat\nham,ham,meat\n").unwrap();
        let chain = |name: &str| {
            let concept = food.named(name).unwrap();
            food.ancestors(concept).iter().map(|&c| food.name(c).into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(chain("frankfurter"), ["meat", "sausage", "frankfurter"]);
        assert_eq!(chain("sausage"), ["meat", "sausage"]);
        assert_eq!(chain("ham"), ["meat", "ham"]);
    }

    #[test]
    fn refusals() {
        let message = |text: &str| load(text).unwrap_err().to_string();
        assert!(message("a;b;*\nc;*\n").starts_with("h.csv, line 2: 2 fields where the first row has 3"));
        assert!(message("a;b;*\nc;b;*\na;d;*\n").starts_with("h.csv, line 3, column 2: the value has another parent"));
        assert!(message("a;b;*\nc;;*\n").starts_with("h.csv, line 2, column 2: an empty level"));
        assert!(message("a;b;a\n").starts_with("h.csv, line 1: a cycle"));
    }
}
