//! Reading of Excel and OpenDocument sheets.

use crate::column::{Cells, Column};
use crate::error::{Error, Place, Result};
use crate::read::Options;
use crate::table::{Origin, Table, first_twice};
use crate::texts::Texts;
use calamine::{Data, Range, Reader, open_workbook_auto_from_rs};
use scumble_io::Help;
use std::io::Cursor;
use std::path::Path;

pub(crate) fn read(name: &str, path: &Path, options: &Options) -> Result<Table> {
    let bytes = std::fs::read(path).map_err(|error| Error::unreadable(Place::file(name), error))?;
    read_from(name, bytes, options)
}

pub(crate) fn read_from(name: &str, bytes: Vec<u8>, options: &Options) -> Result<Table> {
    let fault = |problem: &str| Error::new(Place::file(name), problem);
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(|_| {
        fault("not an Excel or OpenDocument file that can be read").with_help("is the file whole? is it encrypted?")
    })?;
    let sheets = book.sheet_names().to_vec();
    let sheet = match &options.sheet {
        Some(sheet) if sheets.contains(sheet) => sheet.clone(),
        Some(_) => {
            let help = Help::set("sheet", format!("name one of its sheets: {}", sheets.join(", ")));
            return Err(fault("there is no such sheet").with_help(help));
        }
        None => sheets.first().cloned().ok_or_else(|| fault("it has no sheet"))?,
    };
    let range = book.worksheet_range(&sheet).map_err(|_| fault("the sheet cannot be read"))?;
    let (first, left) = range.start().unwrap_or_default();
    let formulas = book.worksheet_formula(&sheet).unwrap_or_default();
    let is_formula =
        |row: u32, column: u32| formulas.get_value((row, column)).is_some_and(|formula| !formula.trim().is_empty());
    let unfinished = |place: Place| {
        // A program that writes formulas may leave their results to the spreadsheet program that opens the file.
        let help = "open the file in a spreadsheet program and save it, or put a value in place of the formula";
        Error::new(place, "the formula has no result yet").with_help(help)
    };
    if let (Some((last, _)), Some((formula, _))) = (range.end(), formulas.end())
        && formula > last
    {
        return Err(unfinished(Place::file(name).row((last - first) as usize + 2)));
    }
    let timed = timed(&range);
    let mut rows = range.rows();
    let header = rows.next().ok_or_else(|| fault("the sheet is empty"))?;
    let names: Vec<String> = header.iter().map(|cell| text(cell, false)).collect();
    if let Some((first, second)) = first_twice(&names) {
        let problem = format!("the name is there twice, as column {} and {}", first + 1, second + 1);
        return Err(Error::new(Place::file(name).row(1).column(&names[second]), problem));
    }
    let mut columns: Vec<Texts> = vec![Texts::default(); names.len()];
    for (row, cells) in rows.enumerate() {
        let across = columns.iter_mut().zip(cells).zip(&names).zip(&timed).zip(left..);
        for ((((texts, cell), name_of), &timed), column) in across {
            if cell == &Data::Empty && is_formula(first + 1 + row as u32, column) {
                return Err(unfinished(Place::file(name).row(row + 2).column(name_of)));
            }
            if let Data::Error(_) = cell {
                let place = Place::file(name).row(row + 2).column(name_of);
                return Err(
                    Error::new(place, "the cell holds an error").with_help("mend the formula, or clear the cell")
                );
            }
            texts.push(&text(cell, timed));
        }
    }
    let columns = names.into_iter().zip(columns).map(|(name, texts)| Column::new(name, Cells::Plain(texts))).collect();
    let mut table = Table::new(name, columns, Origin::Other);
    if sheets.len() > 1 && options.sheet.is_none() {
        let note = format!("{name} has {} sheets: the first, “{sheet}”, was read; name another", sheets.len());
        table.notes.push(Help::set("sheet", note));
    }
    if first > 0 {
        let note = format!("the table starts in row {} of the sheet: rows are counted from there", first + 1);
        table.notes.push(Help::new(note));
    }
    Ok(table)
}

/// For each column whether one of its dates has a time of day.
fn timed(range: &Range<Data>) -> Vec<bool> {
    let mut timed = vec![false; range.width()];
    for cells in range.rows() {
        for (timed, cell) in timed.iter_mut().zip(cells) {
            if let Data::DateTime(at) = cell {
                *timed |= at.is_datetime() && at.as_f64().fract() != 0.0;
            }
        }
    }
    timed
}

/// A cell as text: numbers in full, dates as 2001-02-03, or all of a column as 2001-02-03T04:05:06.
fn text(cell: &Data, timed: bool) -> String {
    match cell {
        Data::DateTime(at) if at.is_datetime() => {
            let (year, month, day, hour, minute, second, _) = at.to_ymd_hms_milli();
            let time = if timed { format!("T{hour:02}:{minute:02}:{second:02}") } else { String::new() };
            format!("{year:04}-{month:02}-{day:02}{time}")
        }
        cell => cell.to_string(),
    }
}
