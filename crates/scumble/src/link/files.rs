//! The two files of an attack: columns of numbers, row by row the same people.

use super::LinkSettings;
use crate::error::{Error, Result};
use scumble_data::{Missing, Place, Rows, Table};
use scumble_io::Help;
use std::collections::HashMap;

/// Columns of numbers of both files.
pub(super) struct Files {
    pub(super) columns: Vec<String>,
    pub(super) original: Rows,
    pub(super) masked: Rows,
    pub(super) notes: Vec<String>,
}

impl Files {
    pub(super) fn new(original: &Table, masked: &Table, settings: &LinkSettings) -> Result<Self> {
        let (rows, twins) = twins(original, masked, settings)?;
        let mut notes = Vec::new();
        let (mut columns, mut xs, mut ys) = (Vec::new(), Vec::new(), Vec::new());
        for name in names(original, masked, settings)? {
            let pick = |table: &Table, rows: &[u32]| -> Result<Vec<f64>> {
                let cells = table.column(&name)?.numbers(table.file(), &settings.missing)?;
                if let Some(&row) = rows.iter().find(|&&row| !cells[row as usize].is_finite()) {
                    let place = Place::file(table.file()).row(row as usize + 2).column(&name);
                    return Err(Error::input("the value is missing, and a distance needs all of them")
                        .at(place)
                        .with_help("leave the record or the column out"));
                }
                Ok(rows.iter().map(|&row| cells[row as usize]).collect())
            };
            let (x, y) = (pick(original, &rows)?, pick(masked, &twins)?);
            let is_constant = |cells: &[f64]| cells.iter().all(|cell| *cell == cells[0]);
            if is_constant(&x) || is_constant(&y) {
                notes.push(format!("column “{name}” has one value only in one of the files: it is left out"));
                continue;
            }
            columns.push(name);
            xs.push(x);
            ys.push(y);
        }
        if columns.is_empty() {
            return Err(Error::input("no column of numbers is left to link by"));
        }
        if rows.len() < 2 {
            return Err(Error::input("two records at least are needed to link anything"));
        }
        let table = |columns: &[Vec<f64>]| Rows::from_columns(&columns.iter().map(Vec::as_slice).collect::<Vec<_>>());
        Ok(Self { columns, original: table(&xs), masked: table(&ys), notes })
    }
}

/// The columns that are named, or all columns of numbers that both tables have.
fn names(original: &Table, masked: &Table, settings: &LinkSettings) -> Result<Vec<String>> {
    if !settings.columns.is_empty() {
        for name in &settings.columns {
            original.column(name)?;
            masked.column(name)?;
        }
        return Ok(settings.columns.clone());
    }
    let is_key = |name: &str| settings.key.as_deref() == Some(name);
    let numeric =
        |table: &Table, name: &str| table.column(name).is_ok_and(|column| column.is_numeric(&settings.missing));
    let both = original.names().filter(|name| !is_key(name) && numeric(original, name) && numeric(masked, name));
    let names: Vec<String> = both.map(str::to_owned).collect();
    if names.is_empty() {
        return Err(Error::input("the two tables share no column of numbers")
            .with_help(Help::set("columns", "name the columns to link by")));
    }
    Ok(names)
}

/// The rows of both files that are twins.
fn twins(original: &Table, masked: &Table, settings: &LinkSettings) -> Result<(Vec<u32>, Vec<u32>)> {
    let Some(key) = &settings.key else {
        if original.len() != masked.len() {
            return Err(Error::input(format!(
                "the tables have {} and {} records, so it is not known which are twins",
                original.len(),
                masked.len()
            ))
            .with_help(Help::set("key", "name a column of both that says which records belong together")));
        }
        let all: Vec<u32> = (0..original.len() as u32).collect();
        return Ok((all.clone(), all));
    };
    let (of_original, of_masked) = (keys(original, key, &settings.missing)?, keys(masked, key, &settings.missing)?);
    let mut rows: Vec<(u32, u32)> =
        of_original.iter().filter_map(|(key, &row)| Some((row, *of_masked.get(key)?))).collect();
    rows.sort_unstable();
    if rows.is_empty() {
        return Err(Error::input(format!("no value of column “{key}” is in both tables")));
    }
    Ok(rows.into_iter().unzip())
}

fn keys(table: &Table, key: &str, missing: &Missing) -> Result<HashMap<String, u32>> {
    let column = table.column(key)?;
    let mut known = HashMap::new();
    for row in 0..table.len() {
        let text = column.cells.text(row).into_owned();
        let place = Place::file(table.file()).row(row + 2).column(key);
        if missing.is(&text) {
            return Err(Error::input("the key is missing").at(place));
        }
        if known.insert(text, row as u32).is_some() {
            return Err(Error::input("the key is that of an earlier record, too").at(place));
        }
    }
    Ok(known)
}
