//! Matrix Market: a header, sizes, and a line for each entry.

use super::SparseMatrix;
use super::entries::{Entries, Sizes, weight};
use crate::error::{Error, Place, Result};
use scumble_io::jsonl::Lines;
use std::io::{self, BufRead, Write};

const HEADER: &str = "%%MatrixMarket matrix coordinate real general";

/// Reads a matrix of coordinates, whose rows are documents.
pub(super) fn read(file: &str, source: impl BufRead) -> Result<SparseMatrix> {
    let mut lines = Lines::new(source);
    let mut number = 0;
    let mut pattern = false;
    let mut announced: Option<(Sizes, u64)> = None;
    let mut entries = Entries::default();
    while let Some(line) = super::next_line(file, &mut lines)? {
        let fault = |problem: &str| Error::new(Place::line(file, line.number), problem);
        number = line.number;
        let text = super::line_text(file, &line)?;
        if number == 1 {
            pattern = is_pattern(text).map_err(|(problem, help)| fault(problem).with_help(help))?;
            continue;
        }
        if text.is_empty() || text.starts_with('%') {
            continue;
        }
        let mut fields = text.split_ascii_whitespace();
        let mut whole = |what: &str| {
            let read = fields.next().and_then(|field| field.parse::<u64>().ok());
            read.ok_or_else(|| fault(&format!("{what} is missing, or no whole number")))
        };
        let Some((sizes, most)) = announced else {
            let sizes = Sizes { rows: whole("the number of rows")?, columns: whole("the number of columns")? };
            let most = whole("the number of entries")?;
            announced = Some((sizes.checked().map_err(|problem| fault(&problem))?, most));
            continue;
        };
        let (row, column) = (whole("the row")?, whole("the column")?);
        if !(1..=sizes.rows).contains(&row) || !(1..=sizes.columns).contains(&column) {
            return Err(fault("the entry is beyond the sizes of the matrix")
                .with_help("rows and columns count from 1 to the numbers in the line of sizes"));
        }
        let weight = match fields.next() {
            _ if pattern => Ok(1.0),
            Some(field) => weight(field),
            None => Err("the weight is missing"),
        };
        let weight = weight.map_err(fault)?;
        if fields.next().is_some() {
            return Err(fault("more fields than an entry has"));
        }
        if entries.len() as u64 == most {
            return Err(fault(&format!("more entries than the {most} that were announced")));
        }
        entries.push(row - 1, column - 1, weight, number);
    }
    let Some((sizes, most)) = announced else {
        return Err(Error::new(Place::line(file, number.max(1)), "the line of sizes is missing")
            .with_help("it has the numbers of rows, columns and entries"));
    };
    if (entries.len() as u64) < most {
        let problem = format!("{most} entries were announced, and {} are there", entries.len());
        return Err(Error::new(Place::line(file, number), problem).with_help("is the file whole?"));
    }
    entries.into_matrix(sizes, |line| Place::line(file, line))
}

/// Whether the entries have no weights, by the first line.
fn is_pattern(header: &str) -> std::result::Result<bool, (&'static str, &'static str)> {
    let header = header.to_ascii_lowercase();
    let words: Vec<&str> = header.split_ascii_whitespace().collect();
    let ["%%matrixmarket", "matrix", form, field, symmetry] = words[..] else {
        return Err((
            "not the header of a Matrix Market file",
            "it reads: %%MatrixMarket matrix coordinate real general",
        ));
    };
    if form != "coordinate" {
        return Err(("a matrix that is not sparse", "write it in the form “coordinate”"));
    }
    if symmetry != "general" {
        return Err(("a symmetric matrix: rows are documents and columns terms", "write it as “general”"));
    }
    match field {
        "real" | "integer" | "double" => Ok(false),
        "pattern" => Ok(true),
        _ => Err(("weights that are neither real nor whole numbers", "write them as “real”")),
    }
}

/// Writes a matrix; its weights read back bit for bit.
pub(super) fn write(matrix: &SparseMatrix, mut out: impl Write) -> io::Result<()> {
    writeln!(out, "{HEADER}\n{} {} {}", matrix.len(), matrix.columns(), matrix.entries())?;
    for (number, row) in matrix.rows().enumerate() {
        for (term, weight) in row.iter() {
            writeln!(out, "{} {} {weight:?}", number + 1, term + 1)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<SparseMatrix> {
        read("m.mtx", text.as_bytes())
    }

    fn problem(body: &str) -> String {
        read_text(&format!("{HEADER}\n{body}")).unwrap_err().to_string()
    }

    #[test]
    fn entries_in_any_order_comments_and_kinds_of_weights() {
        let text = "%%matrixmarket MATRIX coordinate integer general\r\n% a\n\n2 3 3\n2 3 -4\n% b\n1 2 5\n2 1 0\n";
        let matrix = read_text(text).unwrap();
        assert_eq!((matrix.len(), matrix.columns(), matrix.entries()), (2, 3, 2));
        assert_eq!(matrix.row(1).iter().collect::<Vec<_>>(), [(2, -4.0)]);
        let pattern = read_text("%%MatrixMarket matrix coordinate pattern general\n1 2 1\n1 2\n").unwrap();
        assert_eq!(pattern.row(0).weights, [1.0]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert_eq!(problem("2 2 1\n3 1 1.5\n"), "m.mtx, line 3: the entry is beyond the sizes of the matrix");
        assert_eq!(problem("2 2 1\n0 1 1.5\n"), "m.mtx, line 3: the entry is beyond the sizes of the matrix");
        assert_eq!(problem("2 2 2\n1 1 1\n1 1 2\n"), "m.mtx, line 4: the entry was there before (at 3)");
        assert_eq!(problem("1 1 1\n1 1 nan\n"), "m.mtx, line 3: the weight is not a finite number");
        assert_eq!(problem("1 1 1\n1 1 -inf\n"), "m.mtx, line 3: the weight is not a finite number");
        assert_eq!(problem("1 1 1\n1 1 secret\n"), "m.mtx, line 3: the weight is not a number");
        assert_eq!(problem("1 1 1\n1 1\n"), "m.mtx, line 3: the weight is missing");
        assert_eq!(problem("1 1 1\n1 1 1 0\n"), "m.mtx, line 3: more fields than an entry has");
        assert_eq!(problem("2 2 1\n1 1 1\n1 2 1\n"), "m.mtx, line 4: more entries than the 1 that were announced");
        assert_eq!(problem("2 2 2\n1 1 1\n"), "m.mtx, line 3: 2 entries were announced, and 1 are there");
        assert_eq!(problem("2 2\n"), "m.mtx, line 2: the number of entries is missing, or no whole number");
        assert_eq!(problem("99999999999 2 0\n"), "m.mtx, line 2: more than 16777216 rows");
        assert_eq!(problem(""), "m.mtx, line 1: the line of sizes is missing");
    }

    #[test]
    fn other_kinds_of_matrices_are_refused_with_help() {
        let help = |header: &str| {
            let error = read_text(&format!("{header}\n1 1 1\n1 1 1\n")).unwrap_err();
            (error.to_string(), error.help.clone().unwrap().to_string())
        };
        let (problem, advice) = help("%%MatrixMarket matrix coordinate real symmetric");
        assert!(problem.contains("line 1: a symmetric matrix") && advice.contains("general"));
        assert!(help("%%MatrixMarket matrix array real general").0.contains("not sparse"));
        assert!(help("%%MatrixMarket matrix coordinate complex general").0.contains("neither real"));
        assert!(help("1 1 1").0.contains("not the header"));
        assert!(read_text("").unwrap_err().to_string().contains("line of sizes is missing"));
    }
}
