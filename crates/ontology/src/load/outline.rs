//! Indented outlines: a line a concept, deeper lines below shallower ones.

use super::{Options, Source, table, vgh};
use crate::error::{Error, Result};
use crate::load::Refusal as _;
use crate::taxonomy::{Builder, MAX_LEVELS, Taxonomy};

/// A table has a delimiter that gives all rows one width; an outline has indented lines, or one column only.
pub(super) fn looks_like_one(source: &Source) -> bool {
    let mut lines = source.as_str().lines().filter(|line| !line.trim().is_empty());
    let indented = |line: &str| line.starts_with([' ', '\t']);
    let flat = !source.as_str().contains([';', ',', '\t']);
    !lines.next().is_some_and(indented)
        && (lines.any(indented) || flat)
        && table::regular_delimiter(source, vgh::DELIMITERS).is_none()
}

pub(super) fn read(source: &Source, options: &Options) -> Result<Taxonomy> {
    let mut builder = Builder::new(source.file());
    // The concepts above the current line, with their indents.
    let mut above = Vec::new();
    for (line, text) in source.lines().skip(usize::from(options.header == Some(true))) {
        let label = text.trim();
        if label.is_empty() {
            continue;
        }
        let indent = text.len() - text.trim_start().len();
        while above.last().is_some_and(|&(open, _)| open >= indent) {
            above.pop();
        }
        if let Some(first) = builder.defined(label) {
            return Err(Error::Duplicate { at: source.place(line), first });
        }
        if above.len() > MAX_LEVELS {
            return Err(Error::TooDeep { at: source.place(line), limit: MAX_LEVELS });
        }
        let concept = builder.term(label, line);
        match above.last() {
            Some(&(_, parent)) => builder.parent(concept, parent, line),
            None if indent > 0 => return Err(source.syntax(line, "indented, but nothing stands above it")),
            None => {}
        }
        above.push((indent, concept));
    }
    builder.build(options.strict)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_levels_by_indent() {
        let text = "any\n  north\n    Oslo, Norway\n    Malmö\n  south\n\n    Rome\n";
        let source = Source::text("places.txt", text);
        assert!(looks_like_one(&source));
        let places = read(&source, &Options::default()).unwrap();
        let rome = places.named("Rome").unwrap();
        assert_eq!(places.parents(rome), [places.named("south").unwrap()]);
        assert_eq!(places.len(), 6);
    }

    #[test]
    fn refusals() {
        let message = |text: &str| read(&Source::text("o", text), &Options::default()).unwrap_err().to_string();
        assert!(
            message("a\n  b\n  c\n    b\n").starts_with("o, line 4: defined again; the first definition is on line 2")
        );
        assert!(!looks_like_one(&Source::text("o", "a;b\nc;b\n")));
    }
}
