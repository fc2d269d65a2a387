//! Reading of set-valued records.

use super::form::{is_id, is_item, plain_name};
use super::{SetForm, SetOptions, SetRecord, set_form};
use crate::csv;
use crate::error::{Error, Place, Result};
use scumble_io::jsonl::{LineError, Lines};
use scumble_io::{Help, open};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::io::BufRead;
use std::path::Path;

/// The longest item, in bytes.
const LONGEST_ITEM: usize = 64 << 10;

/// Reads records from a file, packed or not.
///
/// # Errors
/// If the file cannot be read, or a record of it is not as it should be.
pub fn read_sets(path: &Path, options: &SetOptions) -> Result<Vec<SetRecord>> {
    let file = path.display().to_string();
    let unreadable = |error: std::io::Error| Error::unreadable(Place::file(&file), error);
    not_none(
        &file,
        match set_form(path, options)? {
            SetForm::Objects => objects(&file, open(path).map_err(unreadable)?, options)?,
            SetForm::Baskets => baskets(&file, path, options)?,
            SetForm::Long => long(&file, path, options)?,
        },
    )
}

/// A file without records is an error.
fn not_none(file: &str, records: Vec<SetRecord>) -> Result<Vec<SetRecord>> {
    if records.is_empty() { Err(Error::new(Place::file(file), "there is no record")) } else { Ok(records) }
}

/// The items of a record, each once, in order.
#[derive(Default)]
struct Items {
    list: Vec<String>,
    seen: HashSet<String>,
}

impl Items {
    /// Adds an item, unless something is wrong with it.
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

/// A record without items is an error: nothing could be published for it.
fn whole(place: Place, record: SetRecord) -> Result<SetRecord> {
    match record.items.is_empty() {
        true => Err(Error::new(place, "a record without items").with_help("leave the record out")),
        false => Ok(record),
    }
}

pub(crate) fn objects(file: &str, source: impl BufRead, options: &SetOptions) -> Result<Vec<SetRecord>> {
    let id_field = options.id_field.as_deref().unwrap_or("id");
    let item_field = options.item_field.as_deref().unwrap_or("items");
    let mut records = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut lines = Lines::new(source);
    let unreadable = |error: LineError| {
        Error::new(Place::file(file).row(error.line() as usize), error.to_string()).with_source(error)
    };
    while let Some(line) = lines.next().map_err(unreadable)? {
        let number = line.number as usize;
        let place = || Place::file(file).row(number);
        if line.is_blank() {
            continue;
        }
        let value: Value = serde_json::from_slice(line.content).map_err(|error| {
            Error::new(place(), format!("not JSON (at character {})", error.column()))
                .with_help("each line is one object")
        })?;
        let known =
            || value.as_object().map_or(String::new(), |object| object.keys().cloned().collect::<Vec<_>>().join(", "));
        let Some(list) = value.get(item_field).and_then(Value::as_array) else {
            let problem = format!("no list of items in “{item_field}”");
            let help = Help::set("field", format!("name the field of items, one of: {}", known()));
            return Err(Error::new(place(), problem).with_help(help));
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
    csv::lines(file, &options.table, &|| open(path), &mut |row, fields| {
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
    let find = |given: &Option<String>, usual: fn(&str) -> bool, help: Help| match given {
        Some(name) => table.column(name).map(|_| name.clone()),
        None => {
            let found = table.names().find(|name| usual(&plain_name(name))).map(str::to_owned);
            found.ok_or_else(|| Error::new(Place::file(file).row(1), "no column looks like it").with_help(help))
        }
    };
    let id_help = Help::set("id_field", "name the column of ids");
    let item_help = Help::set("field", "name the column of items");
    let ids = &table.column(&find(&options.id_field, is_id, id_help)?)?.cells;
    let items = &table.column(&find(&options.item_field, is_item, item_help)?)?.cells;
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
