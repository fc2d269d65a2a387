//! SVMlight: a line for each row, `label column:weight …`.

use super::SparseMatrix;
use super::entries::{Entries, MOST_COLUMNS, MOST_ROWS, Sizes, weight};
use super::format::FirstIndex;
use crate::error::{Error, Place, Result};
use scumble_io::Help;
use scumble_io::jsonl::Lines;
use std::io::{self, BufRead, Write};

/// Reads a matrix; labels are checked to be numbers, and not kept. `columns` is their number where it is known.
pub(super) fn read(file: &str, source: impl BufRead, first: FirstIndex, columns: Option<u64>) -> Result<SparseMatrix> {
    let mut lines = Lines::new(source);
    let mut entries = Entries::default();
    let mut rows = 0;
    while let Some(line) = super::next_line(file, &mut lines)? {
        let fault = |problem: &str| Error::new(Place::line(file, line.number), problem);
        let text = super::line_text(file, &line)?;
        let text = text.split_once('#').map_or(text, |(before, _)| before);
        let mut fields = text.split_ascii_whitespace();
        let Some(label) = fields.next() else { continue };
        if label.split(',').any(|label| label.parse::<f64>().is_err()) {
            return Err(fault("the label is not a number").with_help("a line reads: label column:weight column:weight"));
        }
        rows += 1;
        if rows > MOST_ROWS {
            return Err(fault(&format!("more than {MOST_ROWS} rows")));
        }
        for field in fields {
            let (column, value) =
                field.split_once(':').ok_or_else(|| fault("an entry without a colon between column and weight"))?;
            let column: u64 = column.parse().map_err(|_| fault("the column is no whole number"))?;
            let column = column.checked_sub(first.number()).ok_or_else(|| {
                fault("the column is 0, and columns count from 1")
                    .with_help(Help::set("first_index", "say so if columns count from 0").to("0"))
            })?;
            if column >= columns.unwrap_or(MOST_COLUMNS) {
                return Err(fault("the entry is beyond the columns of the matrix"));
            }
            entries.push(rows - 1, column, weight(value).map_err(fault)?, line.number);
        }
    }
    let columns = columns.unwrap_or_else(|| entries.sizes().columns);
    entries.into_matrix(Sizes { rows, columns }, |line| Place::line(file, line))
}

/// Writes a matrix, columns from 1, every label 0; its weights read back bit for bit.
pub(super) fn write(matrix: &SparseMatrix, mut out: impl Write) -> io::Result<()> {
    for row in matrix.rows() {
        write!(out, "0")?;
        for (term, weight) in row.iter() {
            write!(out, " {}:{weight:?}", term + 1)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str, first: FirstIndex, columns: Option<u64>) -> Result<SparseMatrix> {
        read("m.svm", text.as_bytes(), first, columns)
    }

    #[test]
    fn labels_comments_and_both_ways_to_count() {
        let text = "# made up\n+1 3:0.5 1:2 # first\n\n-1,2\n";
        let matrix = read_text(text, FirstIndex::One, None).unwrap();
        assert_eq!((matrix.len(), matrix.columns()), (2, 3));
        assert_eq!(matrix.row(0).iter().collect::<Vec<_>>(), [(0, 2.0), (2, 0.5)]);
        assert!(matrix.row(1).is_empty());
        assert_eq!(read_text("0 0:1\n", FirstIndex::Zero, Some(4)).unwrap().columns(), 4);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let problem = |text: &str| read_text(text, FirstIndex::One, Some(2)).unwrap_err().to_string();
        assert_eq!(problem("0 1:1\n0 3:1\n"), "m.svm, line 2: the entry is beyond the columns of the matrix");
        assert_eq!(problem("0 0:1\n"), "m.svm, line 1: the column is 0, and columns count from 1");
        assert_eq!(problem("spam 1:1\n"), "m.svm, line 1: the label is not a number");
        assert_eq!(problem("0 1 1\n"), "m.svm, line 1: an entry without a colon between column and weight");
        assert_eq!(problem("0 qid:3 1:1\n"), "m.svm, line 1: the column is no whole number");
        assert_eq!(problem("0 1:inf\n"), "m.svm, line 1: the weight is not a finite number");
        assert_eq!(problem("0 1:1\n0 1:1 1:2\n"), "m.svm, line 2: the entry was there before (at 2)");
    }
}
