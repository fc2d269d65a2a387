//! Excel and OpenDocument sheets, in.

use crate::column::{Cells, Column};
use crate::error::{Error, Place, Result};
use crate::read::Options;
use crate::table::{Origin, Table};
use crate::texts::Texts;
use calamine::{Data, Reader, open_workbook_auto_from_rs};
use std::io::Cursor;
use std::path::Path;

pub(crate) fn read(name: &str, path: &Path, options: &Options) -> Result<Table> {
    let bytes =
        std::fs::read(path).map_err(|error| Error::new(Place::file(name), format!("cannot be read: {error}")))?;
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
        Some(_) => return Err(fault("there is no such sheet").with_help(format!("its sheets: {}", sheets.join(", ")))),
        None => sheets.first().cloned().ok_or_else(|| fault("it has no sheet"))?,
    };
    let range = book.worksheet_range(&sheet).map_err(|_| fault("the sheet cannot be read"))?;
    let mut rows = range.rows();
    let header = rows.next().ok_or_else(|| fault("the sheet is empty"))?;
    let names: Vec<String> = header.iter().map(text).collect();
    if let Some((first, second)) = crate::csv::first_twice(&names) {
        let problem = format!("the name is there twice, as column {} and {}", first + 1, second + 1);
        return Err(Error::new(Place::file(name).row(1).column(&names[second]), problem));
    }
    let mut columns: Vec<Texts> = vec![Texts::default(); names.len()];
    for (row, cells) in rows.enumerate() {
        for ((texts, cell), name_of) in columns.iter_mut().zip(cells).zip(&names) {
            if let Data::Error(_) = cell {
                let place = Place::file(name).row(row + 2).column(name_of);
                return Err(
                    Error::new(place, "the cell holds an error").with_help("mend the formula, or clear the cell")
                );
            }
            texts.push(&text(cell));
        }
    }
    let columns = names.into_iter().zip(columns).map(|(name, texts)| Column::new(name, Cells::Plain(texts))).collect();
    let mut table = Table::new(name, columns, Origin::Other);
    if sheets.len() > 1 && options.sheet.is_none() {
        table
            .notes
            .push(format!("{name} has {} sheets: read the first, “{sheet}” (--sheet names another)", sheets.len()));
    }
    Ok(table)
}

/// A cell as text: numbers in full, dates as 2001-02-03 or 2001-02-03T04:05:06.
fn text(cell: &Data) -> String {
    match cell {
        Data::DateTime(at) if at.is_datetime() => {
            let (year, month, day, hour, minute, second, _) = at.to_ymd_hms_milli();
            match (hour, minute, second) {
                (0, 0, 0) => format!("{year:04}-{month:02}-{day:02}"),
                _ => format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"),
            }
        }
        cell => cell.to_string(),
    }
}
