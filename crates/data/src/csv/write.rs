//! Writing a text table.

use crate::column::Cells;
use crate::table::{Origin, Table};
use rayon::prelude::*;
use scumble_io::csv::{Dialect, push_field, unquoted};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Rows that a thread writes at a time.
const SHARE: usize = 1 << 13;

/// Writes a table as it was read: delimiter, encoding, line ends and the quotes of untouched fields.
pub(crate) fn write(table: &Table, delimiter: Option<u8>, out: &mut dyn Write) -> io::Result<()> {
    let (mut dialect, headers) = match table.origin() {
        Origin::Text { dialect, headers } => (*dialect, headers.clone()),
        _ => (Dialect::default(), Vec::new()),
    };
    dialect.delimiter = delimiter.unwrap_or(dialect.delimiter);
    let mut head = String::new();
    if dialect.encoding.mark {
        head.push('\u{feff}');
    }
    for (at, column) in table.columns().iter().enumerate() {
        if at > 0 {
            head.push(dialect.delimiter.into());
        }
        match headers.iter().find(|raw| unquoted(raw).trim() == column.name) {
            Some(raw) => field(raw, dialect.delimiter, true, &mut head),
            None => field(&column.name, dialect.delimiter, false, &mut head),
        }
    }
    let rows = table.len();
    if rows > 0 || dialect.last_line_ended {
        head.push_str(dialect.line_end);
    }
    out.write_all(&encoded(&dialect, &head)?)?;
    // A few shares at a time, so that memory stays flat.
    let window = SHARE * 4 * rayon::current_num_threads();
    for start in (0..rows).step_by(window) {
        let shares: Vec<usize> = (start..rows.min(start + window)).step_by(SHARE).collect();
        let written: Vec<io::Result<Vec<u8>>> = shares
            .into_par_iter()
            .map(|first| encoded(&dialect, &lines(table, &dialect, first, rows.min(first + SHARE))))
            .collect();
        for share in written {
            out.write_all(&share?)?;
        }
    }
    Ok(())
}

fn lines(table: &Table, dialect: &Dialect, first: usize, end: usize) -> String {
    let mut text = String::with_capacity((end - first) * table.columns().len() * 8);
    for row in first..end {
        for (at, column) in table.columns().iter().enumerate() {
            if at > 0 {
                text.push(dialect.delimiter.into());
            }
            match &*column.cells {
                Cells::Quoted(texts) => field(texts.get(row), dialect.delimiter, true, &mut text),
                Cells::Numbers(numbers) if numbers[row].is_nan() => {}
                Cells::Numbers(numbers) => {
                    // Writing to a string does not fail.
                    let _ = write!(text, "{}", numbers[row]);
                }
                cells => field(&cells.text(row), dialect.delimiter, false, &mut text),
            }
        }
        // An empty last line would be no record at all.
        let vanishes = table.columns().len() == 1 && text.ends_with(dialect.line_end);
        if row + 1 < table.len() || dialect.last_line_ended || vanishes {
            text.push_str(dialect.line_end);
        }
    }
    text
}

/// Writes a field; one that has its quotes already is written as it is.
fn field(text: &str, delimiter: u8, as_it_stood: bool, out: &mut String) {
    if as_it_stood && text.starts_with('"') {
        out.push_str(text);
    } else {
        push_field(text, delimiter, out);
    }
}

fn encoded(dialect: &Dialect, text: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let lost = || io::Error::other(format!("{} has no byte for a character of the release", dialect.encoding.name()));
    dialect.encoding.encode(text, &mut bytes).ok_or_else(lost)?;
    Ok(bytes)
}
