//! Value generalisation hierarchies: one row a leaf, from the leaf to the top. ARX's files load as they are.

use super::{Options, Source, table};
use crate::error::{Error, Result};
use crate::taxonomy::{Builder, Draft, MAX_LEVELS, Taxonomy};
use std::collections::HashSet;

pub(super) const DELIMITERS: &[u8] = b";\t,";

pub(super) fn read(source: &Source, options: &Options) -> Result<Taxonomy> {
    let mut builder = Builder::new(source.file());
    let mut rows = table::rows(source, table::delimiter(source, DELIMITERS)).peekable();
    let width = match rows.peek() {
        Some(Ok(first)) => first.len(),
        _ => 0,
    };
    let twofold = twofold(source);
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
            let parent = group(&mut builder, &twofold, row.field(column), row.line);
            match builder.first_parent(child) {
                Some((known, first)) if known != parent => {
                    return Err(Error::TwoParents { at: source.place(row.line).at_column(column + 1), first });
                }
                Some(_) => {}
                None => builder.parent(child, parent, row.line),
            }
            child = parent;
        }
    }
    builder.build(options.strict)
}

/// Values that stand for a leaf and, further up the same row, for a group around it (detergent, detergent/softener,
/// detergent): two concepts of one label.
fn twofold(source: &Source) -> HashSet<String> {
    let rows = table::rows(source, table::delimiter(source, DELIMITERS)).map_while(Result::ok);
    rows.filter(|row| (2..row.len()).any(|i| row.field(i) == row.field(0) && row.field(i - 1) != row.field(0)))
        .map(|row| row.field(0).to_owned())
        .collect()
}

/// The concept of a value above the leaf's level.
fn group(builder: &mut Builder, twofold: &HashSet<String>, value: &str, line: u64) -> Draft {
    if !twofold.contains(value) {
        return builder.term(value, line);
    }
    let name = format!("{value} (group)");
    let new = builder.defined(&name).is_none();
    let concept = builder.concept(&name, line);
    if new {
        builder.label(concept, value);
    }
    concept
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
    fn a_group_may_be_called_as_its_leaf() {
        let text = "soap,detergent/softener,detergent\ndetergent,detergent/softener,detergent\n";
        let food = load(text).unwrap();
        let leaf = food.named("detergent").unwrap();
        assert_eq!(
            food.ancestors(leaf).iter().map(|&c| food.name(c)).collect::<Vec<_>>(),
            ["detergent (group)", "detergent/softener", "detergent"]
        );
        assert_eq!(food.label(food.named("detergent (group)").unwrap()), "detergent");
        let quoted = load("[0, 10[;[0, 20[\n[10, 20[;[0, 20[\n").unwrap();
        assert_eq!(quoted.len(), 3, "commas inside values are no delimiters");
    }

    #[test]
    fn refusals() {
        let message = |text: &str| load(text).unwrap_err().to_string();
        assert!(message("a;b;*\nc;*\n").starts_with("h.csv, line 2: 2 fields where the first row has 3"));
        assert!(message("a;b;*\nc;b;*\na;d;*\n").starts_with("h.csv, line 3, column 2: the value has another parent"));
        assert!(message("a;b;*\nc;;*\n").starts_with("h.csv, line 2, column 2: an empty level"));
        assert!(message("x;a;b\ny;b;a\n").starts_with("h.csv, line 1: a cycle"));
        assert!(message("\"a;b;*\nc;b;*\n").starts_with("h.csv, line 1: a quotation mark"));
    }
}
