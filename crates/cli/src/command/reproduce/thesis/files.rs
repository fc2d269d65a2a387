//! The files of the thesis' experiments.

use super::super::Failure;
use scumble::data::{Missing, Numbers, Options, Rows, read};
use scumble::experiment::Pair;
use std::path::Path;

/// The columns of Census that the thesis takes.
const COLUMNS: usize = 7;

/// The first seven columns of a file of numbers.
pub(super) fn census(path: &Path) -> Result<Rows, Failure> {
    let rows = numbers(path, COLUMNS)?;
    match rows.width() {
        COLUMNS => Ok(rows),
        width => Err(Failure::input(format!(
            "{}: the experiment takes the first {COLUMNS} columns of Census, and there are {width}",
            path.display()
        ))),
    }
}

/// The samples of a kind of files, as many as there are: raw_s0_KIND_X.csv (original) and raw_s0_KIND_Y.csv (masked), s1, s2 …
pub(super) fn samples(folder: &Path, kind: &str) -> Result<Vec<Pair>, Failure> {
    let mut pairs = Vec::new();
    loop {
        let path = |side: &str| folder.join(format!("raw_s{}_{kind}_{side}.csv", pairs.len()));
        let (original, masked) = (path("X"), path("Y"));
        match (original.exists(), pairs.is_empty()) {
            (true, _) => {
                let pair = (numbers(&original, usize::MAX)?, numbers(&masked, usize::MAX)?);
                if (pair.0.len(), pair.0.width()) != (pair.1.len(), pair.1.width()) {
                    return Err(Failure::input(format!(
                        "{} and {} have different numbers of rows or columns",
                        original.display(),
                        masked.display()
                    )));
                }
                pairs.push(pair);
            }
            (false, true) => {
                return Err(Failure::input(format!("{} is not there", original.display()))
                    .with_help("name the folder that has the masked samples of Census"));
            }
            (false, false) => return Ok(pairs),
        }
    }
}

/// The first columns of a file, all of numbers.
fn numbers(path: &Path, most: usize) -> Result<Rows, Failure> {
    let (table, missing) = (read(path, &Options::default())?, Missing::default());
    let file = path.display().to_string();
    let columns: Vec<Numbers> =
        table.columns().iter().take(most).map(|column| column.numbers(&file, &missing)).collect::<Result<_, _>>()?;
    for (column, cells) in table.columns().iter().zip(&columns) {
        if let Some(row) = cells.iter().position(|cell| !cell.is_finite()) {
            let place = format!("{file}, row {}, column “{}”", row + 2, column.name);
            return Err(Failure::input(format!("{place}: the value is missing, and a distance needs all of them")));
        }
    }
    Ok(Rows::from_columns(&columns.iter().map(|column| &**column).collect::<Vec<_>>()))
}
