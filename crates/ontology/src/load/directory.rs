//! Web directories and product trees: lines with a path of categories, and perhaps a term that belongs there.

use super::{Options, Source, table};
use crate::error::{Error, Result};
use crate::load::Refusal as _;
use crate::taxonomy::{Builder, Draft, MAX_LEVELS, Taxonomy};

/// A category is named by its whole path: very deep trees could outgrow any memory.
const MOST_NAME_BYTES: usize = 1 << 30;

/// Names that a column of terms may have.
const TERM_COLUMNS: [&str; 6] = ["term", "entry", "title", "label", "name", "item"];

pub(super) fn read(source: &Source, options: &Options) -> Result<Taxonomy> {
    let mut rows = table::rows(source, b'\t').peekable();
    let layout = match rows.peek() {
        Some(Ok(first)) => Layout::of(first, options.header),
        _ => return Err(source.empty()),
    };
    let mut builder = Builder::new(source.file());
    let rows = rows.skip(usize::from(layout.header)).collect::<Result<Vec<_>>>()?;
    for row in &rows {
        table::check_width(source, row, layout.width)?;
    }
    let separator = separator(rows.iter().map(|row| row.field(layout.path)));
    for row in &rows {
        let category = add_path(&mut builder, source, row.line, row.field(layout.path), separator, layout.path + 1)?;
        if let Some(term) = layout.term.map(|column| row.field(column)).filter(|term| !term.is_empty()) {
            // A term that only repeats its category's own label adds nothing.
            if row.field(layout.path).rsplit(separator).next().map(str::trim) != Some(term) {
                builder.label(category, term);
            }
        }
    }
    builder.build(options.strict)
}

/// Defines every category of a path, and gives the last one.
pub(super) fn add_path(
    builder: &mut Builder,
    source: &Source,
    line: u64,
    path: &str,
    separator: &str,
    column: usize,
) -> Result<Draft> {
    let path = path.trim().trim_end_matches(separator);
    let mut parent: Option<Draft> = None;
    let mut end = 0;
    for (level, label) in path.split(separator).enumerate() {
        if label.trim().is_empty() {
            let at = source.place(line).at_column(column);
            return Err(Error::Syntax { at, expected: "an empty category in a path".into() });
        }
        if level > MAX_LEVELS {
            return Err(Error::TooDeep { at: source.place(line).at_column(column), limit: MAX_LEVELS });
        }
        if builder.name_bytes() > MOST_NAME_BYTES {
            return Err(Error::TooLarge { at: source.place(line), limit: "paths that add up to more than 1 GiB" });
        }
        end += label.len();
        let name = &path[..end];
        end += separator.len();
        let new = builder.defined(name).is_none();
        let category = builder.concept(name, line);
        if new {
            builder.label(category, &label.trim().replace('_', " "));
            if let Some(parent) = parent {
                builder.parent(category, parent, line);
            }
        }
        parent = Some(category);
    }
    parent.ok_or_else(|| source.syntax(line, "a row without a path"))
}

/// " > " if more paths have it than have only "/".
fn separator<'a>(paths: impl Iterator<Item = &'a str>) -> &'static str {
    let (mut arrows, mut plain) = (0, 0);
    for path in paths {
        match path.contains(" > ") {
            true => arrows += 1,
            false if path.contains('/') => plain += 1,
            false => {}
        }
    }
    if arrows > plain { " > " } else { "/" }
}

struct Layout {
    width: usize,
    header: bool,
    path: usize,
    term: Option<usize>,
}

impl Layout {
    /// By the header's names; without one, the last column is the path and the one before it the term.
    fn of(first: &table::Row, header: Option<bool>) -> Self {
        let named = |wanted: &str| first.fields().position(|field| field.eq_ignore_ascii_case(wanted));
        let width = first.len();
        let path = named("path").or_else(|| named("category"));
        let header = header.unwrap_or(path.is_some());
        if header {
            let path = path.unwrap_or(width - 1);
            let term = TERM_COLUMNS.iter().find_map(|name| named(name)).filter(|&term| term != path);
            return Self { width, header, path, term };
        }
        Self { width, header, path: width - 1, term: (width > 1).then(|| width - 2) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_and_paths() {
        let text = "iPhone\tComputers/Systems/Handhelds\nApple Newton\tComputers/Systems/Handhelds\n";
        let directory = read(&Source::text("d.tsv", text), &Options::default()).unwrap();
        let handhelds = directory.named("Computers/Systems/Handhelds").unwrap();
        assert_eq!(directory.senses("iphone"), [handhelds]);
        assert_eq!(directory.label(handhelds), "Handhelds");
        assert_eq!(directory.ancestors(handhelds).len(), 3);
    }

    #[test]
    fn refusals() {
        let message = |text: &str| read(&Source::text("d", text), &Options::default()).unwrap_err().to_string();
        assert!(message("x\tA//B\n").starts_with("d, line 1, column 2: an empty category"));
        assert!(message("x\tA\ny\tA\tB\n").starts_with("d, line 2: 3 fields where the first row has 2"));
        let deep = format!("x\t{}\n", vec!["a"; 1_000_000].join("/"));
        assert!(message(&deep).starts_with("d, line 1, column 2: deeper than 1000 levels"));
    }
}
