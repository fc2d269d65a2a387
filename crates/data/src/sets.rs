//! Set-valued records: a person's items, from several forms of file.

use crate::csv;
use crate::error::{Error, Place, Result};
use crate::read::Options;
use serde_json::Value;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// One record: an id and its items, each once, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetRecord {
    /// What the input calls it; its number where it has no name.
    pub id: String,
    /// Its items.
    pub items: Vec<String>,
}

/// How set-valued records are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetForm {
    /// A JSON object a line, with an id and a list of items.
    Objects,
    /// A line a record, its items between delimiters, no header.
    Baskets,
    /// A line an item, with the record's id in another column; a header.
    Long,
}

impl SetForm {
    /// Every form with its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("jsonl", Self::Objects), ("baskets", Self::Baskets), ("long", Self::Long)];
}

/// What is known about a file of sets beforehand.
#[derive(Debug, Clone, Default)]
pub struct SetOptions {
    /// How it is written; told from the file if not given.
    pub form: Option<SetForm>,
    /// Where the id stands: a field of the objects, or a column.
    pub id_field: Option<String>,
    /// Where the items stand: a field of the objects, or a column.
    pub item_field: Option<String>,
    /// Whether objects may have no items, as what was published may.
    pub empty: bool,
    /// How a text table is written.
    pub table: Options,
}

/// The longest line, and the longest item, in bytes.
const LONGEST_LINE: u64 = 64 << 20;
const LONGEST_ITEM: usize = 64 << 10;

/// Reads records from a file, gzipped or not.
pub fn read_sets(path: &Path, options: &SetOptions) -> Result<Vec<SetRecord>> {
    let file = path.display().to_string();
    let mut source = open(path).map_err(|error| Error::new(Place::file(&file), format!("cannot be read: {error}")))?;
    let form = match options.form {
        Some(form) => form,
        None => {
            let start = source
                .fill_buf()
                .map_err(|error| Error::new(Place::file(&file), format!("cannot be read: {error}")))?;
            told(start, options)
        }
    };
    drop_if_empty(
        &file,
        match form {
            SetForm::Objects => objects(&file, source, options)?,
            SetForm::Baskets => baskets(&file, path, options)?,
            SetForm::Long => long(&file, path, options)?,
        },
    )
}

fn drop_if_empty(file: &str, records: Vec<SetRecord>) -> Result<Vec<SetRecord>> {
    if records.is_empty() { Err(Error::new(Place::file(file), "there is no record")) } else { Ok(records) }
}

fn open(path: &Path) -> std::io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::new(File::open(path)?);
    let packed = file.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    Ok(if packed { Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(file))) } else { Box::new(file) })
}

/// Names by which logs call the column of items.
const ITEM_NAMES: [&str; 5] = ["item", "items", "query", "code", "product"];
const ID_NAMES: [&str; 7] = ["id", "user", "anonid", "session", "patient", "customer", "user_id"];

/// Objects start with a brace; a log has a header that names its column of items.
fn told(start: &[u8], options: &SetOptions) -> SetForm {
    let text = String::from_utf8_lossy(&start[..start.len().min(4096)]);
    let first =
        text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty()).unwrap_or("").to_owned();
    if first.trim_start().starts_with('{') {
        return SetForm::Objects;
    }
    let names: Vec<String> =
        first.split([',', ';', '\t', '|']).map(|name| name.trim().trim_matches('"').to_lowercase()).collect();
    let logged = names.len() > 1
        && names.iter().any(|name| ITEM_NAMES.contains(&name.as_str()))
        && names.iter().any(|name| ID_NAMES.contains(&name.as_str()));
    if logged || options.id_field.is_some() { SetForm::Long } else { SetForm::Baskets }
}

/// Adds items to a record, each once; says what is wrong with one.
fn add(items: &mut Vec<String>, item: &str) -> std::result::Result<(), &'static str> {
    let item = item.trim();
    if item.len() > LONGEST_ITEM {
        return Err("an item longer than 64 KiB");
    }
    if !item.is_empty() && !items.iter().any(|known| known == item) {
        items.push(item.to_owned());
    }
    Ok(())
}

/// A record without items is a fault: nothing could be published for it.
fn whole(place: Place, record: SetRecord) -> Result<SetRecord> {
    match record.items.is_empty() {
        true => Err(Error::new(place, "a record without items").with_help("leave the record out")),
        false => Ok(record),
    }
}

pub(crate) fn objects(file: &str, mut source: Box<dyn BufRead + '_>, options: &SetOptions) -> Result<Vec<SetRecord>> {
    let id_field = options.id_field.as_deref().unwrap_or("id");
    let item_field = options.item_field.as_deref().unwrap_or("items");
    let mut records = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let place = || Place::file(file).row(number);
        let read = source.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
        match read.map_err(|error| Error::new(place(), format!("cannot be read: {error}")))? {
            0 => break,
            length if length as u64 > LONGEST_LINE => return Err(Error::new(place(), "a line longer than 64 MiB")),
            _ => {}
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let value: Value = serde_json::from_slice(&line).map_err(|error| {
            Error::new(place(), format!("not JSON (at character {})", error.column()))
                .with_help("each line is one object")
        })?;
        let known =
            || value.as_object().map_or(String::new(), |object| object.keys().cloned().collect::<Vec<_>>().join(", "));
        let Some(list) = value.get(item_field).and_then(Value::as_array) else {
            let problem = format!("no list of items in “{item_field}”");
            return Err(
                Error::new(place(), problem).with_help(format!("name the field with --field; here are: {}", known()))
            );
        };
        let id = match value.get(id_field) {
            Some(Value::String(id)) => id.clone(),
            Some(Value::Number(id)) => id.to_string(),
            Some(_) => return Err(Error::new(place(), format!("the id in “{id_field}” is neither text nor a number"))),
            None if options.id_field.is_some() => return Err(Error::new(place(), format!("no id in “{id_field}”"))),
            None => number.to_string(),
        };
        if let Some(first) = seen.insert(id.clone(), number) {
            return Err(Error::new(place(), format!("the id was there before, in line {first}")));
        }
        let mut items = Vec::new();
        for item in list {
            let added = match item {
                Value::String(text) => add(&mut items, text),
                Value::Number(number) => add(&mut items, &number.to_string()),
                _ => Err("an item that is neither text nor a number"),
            };
            added.map_err(|problem| Error::new(place(), problem))?;
        }
        let record = SetRecord { id, items };
        records.push(if options.empty { record } else { whole(place(), record)? });
    }
    Ok(records)
}

fn baskets(file: &str, path: &Path, options: &SetOptions) -> Result<Vec<SetRecord>> {
    let mut records = Vec::new();
    csv::lines(file, &options.table, &|| Ok(Box::new(open(path)?)), &mut |row, fields| {
        let mut items = Vec::new();
        let place = || Place::file(file).row(row);
        for field in fields {
            add(&mut items, field).map_err(|problem| Error::new(place(), problem))?;
        }
        records.push(whole(place(), SetRecord { id: row.to_string(), items })?);
        Ok(())
    })?;
    Ok(records)
}

fn long(file: &str, path: &Path, options: &SetOptions) -> Result<Vec<SetRecord>> {
    let table = crate::read(path, &options.table)?;
    let find = |given: &Option<String>, usual: &[&str], what: &str| match given {
        Some(name) => table.column(name).map(|_| name.clone()),
        None => {
            let found = table.names().find(|name| usual.contains(&name.to_lowercase().as_str())).map(str::to_owned);
            found.ok_or_else(|| {
                Error::new(Place::file(file).row(1), format!("no column is called {}", usual.join(", ")))
                    .with_help(what.to_owned())
            })
        }
    };
    let ids = &table.column(&find(&options.id_field, &ID_NAMES, "name the column with --id-field")?)?.cells;
    let items = &table.column(&find(&options.item_field, &ITEM_NAMES, "name the column with --field")?)?.cells;
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut records: Vec<SetRecord> = Vec::new();
    for row in 0..table.len() {
        let id = ids.text(row).trim().to_owned();
        let place = || Place::file(file).row(row + 2);
        if id.is_empty() {
            return Err(Error::new(place(), "a line without an id"));
        }
        let at = *places.entry(id.clone()).or_insert(records.len());
        if at == records.len() {
            records.push(SetRecord { id, items: Vec::new() });
        }
        add(&mut records[at].items, &items.text(row)).map_err(|problem| Error::new(place(), problem))?;
    }
    records.into_iter().map(|record| whole(Place::file(file), record)).collect()
}
