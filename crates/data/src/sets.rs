//! Set-valued records: a person's items, from several forms of file.

use crate::csv;
use crate::error::{Error, Place, Result};
use crate::read::Options;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
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

/// How a file is written: as the options say, or as it looks.
pub fn set_form(path: &Path, options: &SetOptions) -> Result<SetForm> {
    let file = path.display().to_string();
    let unreadable = |error: std::io::Error| Error::new(Place::file(&file), format!("cannot be read: {error}"));
    match options.form {
        Some(form) => Ok(form),
        None => told(&file, open(path).map_err(unreadable)?.fill_buf().map_err(unreadable)?, options),
    }
}

/// Reads records from a file, gzipped or not.
pub fn read_sets(path: &Path, options: &SetOptions) -> Result<Vec<SetRecord>> {
    let file = path.display().to_string();
    let unreadable = |error: std::io::Error| Error::new(Place::file(&file), format!("cannot be read: {error}"));
    not_none(
        &file,
        match set_form(path, options)? {
            SetForm::Objects => objects(&file, open(path).map_err(unreadable)?, options)?,
            SetForm::Baskets => baskets(&file, path, options)?,
            SetForm::Long => long(&file, path, options)?,
        },
    )
}

fn not_none(file: &str, records: Vec<SetRecord>) -> Result<Vec<SetRecord>> {
    if records.is_empty() { Err(Error::new(Place::file(file), "there is no record")) } else { Ok(records) }
}

fn open(path: &Path) -> std::io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::new(File::open(path)?);
    let packed = file.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    Ok(if packed { Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(file))) } else { Box::new(file) })
}

/// Names by which logs call the column of items.
const ITEM_NAMES: [&str; 5] = ["item", "items", "query", "code", "product"];
const ID_NAMES: [&str; 5] = ["id", "user", "session", "patient", "customer"];

/// Objects start with a brace; a log has a header that names its columns of ids and items. What looks like only one of the two
/// is not guessed at: ids taken for items would be published.
fn told(file: &str, start: &[u8], options: &SetOptions) -> Result<SetForm> {
    let text = String::from_utf8_lossy(&start[..start.len().min(4096)]);
    let first =
        text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty()).unwrap_or("").to_owned();
    let ask = |problem: &str| {
        Error::new(Place::file(file).row(1), problem).with_help("say how it is written: --form jsonl, baskets or long")
    };
    if first.trim_start().starts_with('{') {
        return Ok(SetForm::Objects);
    }
    if first.trim_start().starts_with('[') {
        return Err(ask("a JSON list, where each line is to be one object"));
    }
    let names: Vec<String> = first.split([',', ';', '\t', '|']).map(plain_name).collect();
    let id = names.iter().any(|name| is_id(name));
    let item = names.iter().any(|name| is_item(name));
    match (id, item) {
        _ if options.id_field.is_some() => Ok(SetForm::Long),
        (true, true) => Ok(SetForm::Long),
        (true, false) => Err(ask("the first line may be a header with ids, or a record")),
        _ => Ok(SetForm::Baskets),
    }
}

/// A column's name in small letters, without what stands between its words.
fn plain_name(name: &str) -> String {
    name.trim().trim_matches('"').to_lowercase().replace(['_', '-', ' '], "")
}

fn is_id(name: &str) -> bool {
    ID_NAMES.contains(&name) || (name.len() > 2 && name.ends_with("id"))
}

fn is_item(name: &str) -> bool {
    ITEM_NAMES.iter().any(|known| name.ends_with(known))
}

/// The items of a record, each once, in order.
#[derive(Default)]
struct Items {
    list: Vec<String>,
    seen: HashSet<String>,
}

impl Items {
    /// Adds an item; says what is wrong with it.
    fn add(&mut self, item: &str) -> std::result::Result<(), &'static str> {
        let item = item.trim();
        if item.len() > LONGEST_ITEM {
            return Err("an item longer than 64 KiB");
        }
        if !item.is_empty() && self.seen.insert(item.to_owned()) {
            self.list.push(item.to_owned());
        }
        Ok(())
    }
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
        if number == 1 && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
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
        let mut items = Items::default();
        for item in list {
            let added = match item {
                Value::String(text) => items.add(text),
                Value::Number(number) => items.add(&number.to_string()),
                _ => Err("an item that is neither text nor a number"),
            };
            added.map_err(|problem| Error::new(place(), problem))?;
        }
        let record = SetRecord { id, items: items.list };
        records.push(if options.empty { record } else { whole(place(), record)? });
    }
    Ok(records)
}

fn baskets(file: &str, path: &Path, options: &SetOptions) -> Result<Vec<SetRecord>> {
    let mut records = Vec::new();
    csv::lines(file, &options.table, &|| Ok(Box::new(open(path)?)), &mut |row, fields| {
        let mut items = Items::default();
        let place = || Place::file(file).row(row);
        for field in fields {
            items.add(field).map_err(|problem| Error::new(place(), problem))?;
        }
        records.push(whole(place(), SetRecord { id: row.to_string(), items: items.list })?);
        Ok(())
    })?;
    Ok(records)
}

fn long(file: &str, path: &Path, options: &SetOptions) -> Result<Vec<SetRecord>> {
    let table = crate::read(path, &options.table)?;
    let find = |given: &Option<String>, usual: fn(&str) -> bool, what: &str| match given {
        Some(name) => table.column(name).map(|_| name.clone()),
        None => {
            let found = table.names().find(|name| usual(&plain_name(name))).map(str::to_owned);
            found.ok_or_else(|| {
                Error::new(Place::file(file).row(1), "no column looks like it").with_help(what.to_owned())
            })
        }
    };
    let ids = &table.column(&find(&options.id_field, is_id, "name the column of ids with --id-field")?)?.cells;
    let items = &table.column(&find(&options.item_field, is_item, "name the column of items with --field")?)?.cells;
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut records: Vec<(String, Items)> = Vec::new();
    for row in 0..table.len() {
        let id = ids.text(row).trim().to_owned();
        let place = || Place::file(file).row(row + 2);
        if id.is_empty() {
            return Err(Error::new(place(), "a line without an id"));
        }
        let at = *places.entry(id.clone()).or_insert(records.len());
        if at == records.len() {
            records.push((id, Items::default()));
        }
        records[at].1.add(&items.text(row)).map_err(|problem| Error::new(place(), problem))?;
    }
    records.into_iter().map(|(id, items)| whole(Place::file(file), SetRecord { id, items: items.list })).collect()
}
