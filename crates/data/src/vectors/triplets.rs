//! Triplets of row, column and weight: CSV and Parquet.

use super::SparseMatrix;
use super::entries::{Entries, MOST_COLUMNS, MOST_ROWS, Sizes, weight};
use super::format::FirstIndex;
use crate::error::{Error, Place, Result};
use scumble_io::Help;
use scumble_io::jsonl::Lines;
use std::io::{self, BufRead, Write};

/// The names of the columns.
pub(super) const NAMES: [&str; 3] = ["row", "column", "weight"];

/// What is known about triplets beforehand.
#[derive(Clone, Copy, Default)]
pub(crate) struct Known {
    /// The number of the first row and column.
    pub(crate) first: Option<FirstIndex>,
    /// The number of rows.
    pub(crate) rows: Option<u64>,
    /// The number of columns.
    pub(crate) columns: Option<u64>,
}

/// Reads triplets between commas, semicolons or tabs, with or without a header.
pub(super) fn read_csv(file: &str, source: impl BufRead, known: Known) -> Result<SparseMatrix> {
    let mut lines = Lines::new(source);
    let mut entries = Entries::default();
    let first = known.first.unwrap_or(FirstIndex::Zero).number();
    let mut delimiter = None;
    while let Some(line) = super::next_line(file, &mut lines)? {
        let fault = |problem: &str| Error::new(Place::line(file, line.number), problem);
        let text = super::line_text(file, &line)?;
        if text.is_empty() {
            continue;
        }
        let begins = delimiter.is_none();
        let between = *delimiter
            .get_or_insert_with(|| [',', ';', '\t'].into_iter().find(|mark| text.contains(*mark)).unwrap_or(','));
        let fields: Vec<&str> = text.split(between).map(|field| field.trim().trim_matches('"')).collect();
        let [row, column, value] = fields[..] else {
            return Err(fault("not three fields").with_help("a line has row, column and weight"));
        };
        if begins && row.parse::<f64>().is_err() {
            if [row, column, value].map(str::to_ascii_lowercase) != NAMES {
                return Err(fault("a header that is not “row,column,weight”").with_help("name the columns so"));
            }
            continue;
        }
        let whole = |what: &str, field: &str, most: u64| {
            let number: u64 = field.parse().map_err(|_| fault(&format!("the {what} is no whole number")))?;
            within(number, first, most).map_err(|(problem, help)| fault(&problem).with_help(help))
        };
        let row = whole("row", row, known.rows.unwrap_or(MOST_ROWS))?;
        let column = whole("column", column, known.columns.unwrap_or(MOST_COLUMNS))?;
        entries.push(row, column, weight(value).map_err(fault)?, line.number);
    }
    put_together(file, entries, known, |line| Place::line(file, line))
}

/// A number that counts from `first`, from 0 and below `most`.
fn within(number: u64, first: u64, most: u64) -> std::result::Result<u64, (String, Help)> {
    let from_zero = number.checked_sub(first).ok_or_else(|| {
        let help = Help::set("first_index", "say so if rows and columns count from 0").to("0");
        ("a row or column is 0, and they count from 1".to_owned(), help)
    })?;
    let beyond = || ("the entry is beyond the sizes of the matrix".to_owned(), Help::new("is the vocabulary its own?"));
    if from_zero < most { Ok(from_zero) } else { Err(beyond()) }
}

/// The matrix of triplets. Those that were never said to count from 0, and that seem to count from 1, are refused: they would be the
/// vectors of other documents over other terms.
fn put_together(file: &str, entries: Entries, known: Known, place: impl Fn(u64) -> Place) -> Result<SparseMatrix> {
    let least = entries.least();
    if known.first.is_none() && least.is_some_and(|(row, column)| row > 0 && column > 0) {
        let help = Help::set("first_index", "say from which number rows and columns count").to("1");
        return Err(Error::new(Place::file(file), "no entry has the row 0, and none the column 0").with_help(help));
    }
    let seen = entries.sizes();
    let sizes = Sizes { rows: known.rows.unwrap_or(seen.rows), columns: known.columns.unwrap_or(seen.columns) };
    entries.into_matrix(sizes, place)
}

/// Writes triplets that count from 0, with a header; weights read back bit for bit.
pub(super) fn write_csv(matrix: &SparseMatrix, mut out: impl Write) -> io::Result<()> {
    writeln!(out, "{}", NAMES.join(","))?;
    for (number, row) in matrix.rows().enumerate() {
        for (term, weight) in row.iter() {
            writeln!(out, "{number},{term},{weight:?}")?;
        }
    }
    Ok(())
}

/// Reads the triplets of a Parquet table.
#[cfg(feature = "parquet")]
pub(super) fn of_table(file: &str, table: &crate::table::Table, known: Known) -> Result<SparseMatrix> {
    let numbers = |name: &str| {
        let column = table.columns().iter().find(|column| column.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            Error::new(Place::file(file), format!("no column “{name}”"))
                .with_help("its columns are row, column, weight")
        })?;
        column.numbers(file, &crate::Missing::default())
    };
    let (rows, columns, weights) = (numbers(NAMES[0])?, numbers(NAMES[1])?, numbers(NAMES[2])?);
    let first = known.first.unwrap_or(FirstIndex::Zero).number();
    let mut entries = Entries::default();
    for (at, weight) in weights.iter().enumerate() {
        let place = |name: &str| Place::file(file).row(at + 2).column(name);
        let whole = |name: &'static str, number: f64, most: u64| {
            if !(number >= 0.0 && number.fract() == 0.0 && number <= u32::MAX as f64) {
                return Err(Error::new(place(name), "no whole number"));
            }
            within(number as u64, first, most)
                .map_err(|(problem, help)| Error::new(place(name), problem).with_help(help))
        };
        let row = whole(NAMES[0], rows[at], known.rows.unwrap_or(MOST_ROWS))?;
        let column = whole(NAMES[1], columns[at], known.columns.unwrap_or(MOST_COLUMNS))?;
        if !weight.is_finite() {
            return Err(Error::new(place(NAMES[2]), "the weight is not a finite number"));
        }
        entries.push(row, column, *weight, at as u64 + 2);
    }
    put_together(file, entries, known, |row| Place::file(file).row(row as usize))
}

/// Triplets that count from 0, as a table.
#[cfg(feature = "parquet")]
pub(super) fn to_table(matrix: &SparseMatrix) -> crate::table::Table {
    use crate::column::{Cells, Column};
    use arrow_array::{ArrayRef, Float64Array, UInt32Array};
    use std::sync::Arc;
    let rows = matrix.rows().enumerate().flat_map(|(number, row)| std::iter::repeat_n(number as u32, row.len()));
    let arrays: [ArrayRef; 3] = [
        Arc::new(UInt32Array::from_iter_values(rows)),
        Arc::new(UInt32Array::from_iter_values(matrix.rows().flat_map(|row| row.terms.iter().copied()))),
        Arc::new(Float64Array::from_iter_values(matrix.rows().flat_map(|row| row.weights.iter().copied()))),
    ];
    let columns = NAMES.into_iter().zip(arrays).map(|(name, array)| Column::new(name, Cells::Arrow(array)));
    crate::table::Table::new("matrix", columns.collect(), crate::Origin::Other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str, known: Known) -> Result<SparseMatrix> {
        read_csv("m.csv", text.as_bytes(), known)
    }

    #[test]
    fn with_and_without_a_header() {
        let with = read_text("row,column,weight\n1,0,2.5\n0,3,1\n", Known::default()).unwrap();
        let without = read_text("1\t0\t2.5\r\n0\t3\t1\r\n", Known::default()).unwrap();
        assert_eq!(with, without);
        assert_eq!((with.len(), with.columns(), with.row(1).weights), (2, 4, &[2.5][..]));
    }

    #[test]
    fn from_which_number_they_count_is_not_guessed() {
        let text = "row,column,weight\n1,1,2\n2,1,3\n";
        let error = read_text(text, Known::default()).unwrap_err();
        assert_eq!(error.to_string(), "m.csv: no entry has the row 0, and none the column 0");
        assert_eq!(error.help.as_ref().unwrap().setting, Some("first_index"));
        assert_eq!(read_text(text, Known { first: Some(FirstIndex::One), ..Known::default() }).unwrap().len(), 2);
        assert_eq!(read_text(text, Known { first: Some(FirstIndex::Zero), ..Known::default() }).unwrap().len(), 3);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let problem = |text: &str| {
            let known = Known { rows: Some(2), columns: Some(2), ..Known::default() };
            read_text(text, known).unwrap_err().to_string()
        };
        assert_eq!(problem("0,0,1\n0,2,1\n"), "m.csv, line 2: the entry is beyond the sizes of the matrix");
        assert_eq!(problem("0,0,1\n1,1\n"), "m.csv, line 2: not three fields");
        assert_eq!(problem("document,term,weight\n"), "m.csv, line 1: a header that is not “row,column,weight”");
        assert_eq!(problem("0,0,1\n0,0,2\n"), "m.csv, line 2: the entry was there before (at 1)");
        assert_eq!(problem("0,0,1\n0,x,2\n"), "m.csv, line 2: the column is no whole number");
        assert_eq!(problem("0,0,NaN\n"), "m.csv, line 1: the weight is not a finite number");
    }
}
