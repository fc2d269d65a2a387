//! Tables of codes and labels (ICD, ISCO, MeSH trees): a code's parent is its longest proper prefix among the codes.

use super::{Options, Source, table};
use crate::error::{Error, Result};
use crate::taxonomy::{Builder, Draft, Taxonomy};

/// The length of ICD's categories, which are made where the table has only what is below them.
const CATEGORY: usize = 3;
/// Real codes are short; every prefix of one is looked up.
const LONGEST: usize = 64;

pub(super) fn read(source: &Source, options: &Options) -> Result<Taxonomy> {
    let mut builder = Builder::new(source.file()).with_optional_dots();
    let mut rows = table::rows(source, table::delimiter(source, b",\t;")).peekable();
    let (width, header, columns) = match rows.peek() {
        Some(Ok(first)) => {
            let header = options.header.unwrap_or_else(|| is_header(first.field(0)));
            (first.len(), header, label_columns(first, header))
        }
        _ => (0, false, Vec::new()),
    };
    let mut codes = Vec::new();
    for row in rows.skip(usize::from(header)) {
        let row = row?;
        table::check_width(source, &row, width)?;
        let code = row.field(0);
        if code.is_empty() {
            let at = source.place(row.line).at_column(1);
            return Err(Error::Syntax { at, expected: "a row without a code".into() });
        }
        if code.len() > LONGEST {
            let at = source.place(row.line).at_column(1);
            return Err(Error::Syntax { at, expected: format!("a code of more than {LONGEST} characters") });
        }
        if let Some(first) = builder.defined(code) {
            return Err(Error::Duplicate { at: source.place(row.line), first });
        }
        let concept = builder.concept(code, row.line);
        // The labels come before the code: a label is what people would rather read.
        let labels = columns.iter().map(|&column| row.field(column)).filter(|label| !label.is_empty());
        labels.for_each(|label| builder.label(concept, label));
        builder.label(concept, code);
        codes.push((code.to_owned(), concept, row.line));
    }
    make_categories(&mut builder, &mut codes);
    for (code, concept, line) in &codes {
        let ends = code.char_indices().rev().map(|(end, _)| end).filter(|&end| end > 0);
        let mut prefixes = ends.map(|end| &code[..end]);
        if let Some(parent) = prefixes.find(|prefix| builder.defined(prefix).is_some()) {
            let parent = builder.refer(parent);
            builder.parent(*concept, parent, *line);
        }
    }
    builder.build(options.strict)
}

/// A header's first cell names the column.
fn is_header(cell: &str) -> bool {
    let cell = cell.to_lowercase();
    cell.contains("code") || cell.contains("number") || matches!(&*cell, "id" | "key" | "class" | "category")
}

/// All columns but the code's; those that a header calls labels first.
fn label_columns(first: &table::Row, header: bool) -> Vec<usize> {
    let mut columns: Vec<usize> = (1..first.len()).collect();
    let is_label = |column: usize| {
        let name = first.field(column).to_lowercase();
        header && ["label", "title", "term", "name", "description"].iter().any(|word| name.contains(word))
    };
    columns.sort_by_key(|&column| !is_label(column));
    columns
}

fn make_categories(builder: &mut Builder, codes: &mut Vec<(String, Draft, u64)>) {
    for i in 0..codes.len() {
        let (code, _, line) = &codes[i];
        let Some((end, _)) = code.char_indices().nth(CATEGORY) else { continue };
        let (category, line) = (code[..end].to_owned(), *line);
        if builder.defined(&category).is_none() {
            let concept = builder.term(&category, line);
            codes.push((category, concept, line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_are_prefixes_and_categories_are_made() {
        let text = "icd9_code,short_title\n01716,a\n0171,b\n25000,c\nV01,d\n";
        let codes = read(&Source::text("icd.csv", text), &Options::default()).unwrap();
        let parent = |code: &str| {
            let concept = codes.named(code).unwrap();
            codes.parents(concept).iter().map(|&c| codes.name(c).into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(parent("01716"), ["0171"]);
        assert_eq!(parent("0171"), ["017"]);
        assert_eq!(parent("25000"), ["250"]);
        assert!(parent("V01").is_empty() && parent("250").is_empty());
        assert_eq!(codes.label(codes.named("25000").unwrap()), "c");
        assert_eq!(codes.senses("250.00"), codes.senses("25000"), "a dotted code is the same code");
    }

    #[test]
    fn a_code_twice_is_refused() {
        let error = read(&Source::text("c.csv", "A00,x\nA01,y\nA00,z\n"), &Options::default()).unwrap_err();
        assert_eq!(error.to_string(), "c.csv, line 3: defined again; the first definition is on line 1");
    }
}
