//! The fields that a file of records has, before it is read.

use super::lines::LineReader;
use super::roles::FieldRoles;
use super::rows::RowReader;
use super::{RecordForm, RecordOptions};
use crate::csv::Open;
use crate::error::Result;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

/// The names of the fields of a file: the columns of a text table, or the paths of the fields of all JSON lines, in order of their
/// first appearance. The whole of a JSON lines file is looked at; lines that are no records are passed over.
///
/// An object with more than a thousand keys has data for keys: its fields are named together (`scores.*`).
///
/// # Errors
/// If the file cannot be read.
pub fn field_names(path: &Path, options: &RecordOptions) -> Result<Vec<String>> {
    names(&path.display().to_string(), options, &|| scumble_io::open(path))
}

/// The names of the fields of bytes, as if they were a file.
///
/// # Errors
/// If they cannot be read.
pub fn field_names_of_bytes(name: &str, bytes: &[u8], options: &RecordOptions) -> Result<Vec<String>> {
    let bytes: Arc<[u8]> = bytes.into();
    names(name, options, &|| scumble_io::unpacked(std::io::Cursor::new(Arc::clone(&bytes))))
}

fn names(file: &str, options: &RecordOptions, open: Open<'_>) -> Result<Vec<String>> {
    let mut names = Names::default();
    match options.form.unwrap_or_else(|| RecordForm::of_name(file)) {
        RecordForm::JsonLines => {
            let (reader, _) = LineReader::open(file, &options.fields, open)?;
            reader.paths(&mut |path, is_empty| names.add(path, is_empty))?;
        }
        RecordForm::Table => {
            let roles = FieldRoles::text_among_others(vec!["*".to_owned()]);
            let (reader, ..) = RowReader::open(file, &roles, &options.table, open)?;
            reader.header().iter().for_each(|name| names.add(name, false));
        }
    }
    Ok(names.all())
}

/// Distinct names in order.
#[derive(Default)]
struct Names {
    order: Vec<String>,
    /// Whether each was always empty.
    seen: HashMap<String, bool>,
    /// By the object that they are in, how many there are.
    within: HashMap<String, usize>,
}

impl Names {
    const MOST_KEYS: usize = 1000;

    fn add(&mut self, name: &str, is_empty: bool) {
        if let Some(empty) = self.seen.get_mut(name) {
            *empty &= is_empty;
            return;
        }
        let object = object_of(name);
        match self.within.get_mut(object) {
            Some(count) if *count >= Self::MOST_KEYS => return,
            Some(count) => *count += 1,
            None => drop(self.within.insert(object.to_owned(), 1)),
        }
        self.seen.insert(name.to_owned(), is_empty);
        self.order.push(name.to_owned());
    }

    fn all(self) -> Vec<String> {
        let is_full = |name: &str| self.within.get(object_of(name)).is_some_and(|&count| count >= Self::MOST_KEYS);
        // A list that is empty in one record is no field beside its items in another.
        let mut places: HashSet<&str> = HashSet::new();
        for name in &self.order {
            let ends = name.match_indices(['.', '[']).map(|(at, _)| at);
            places.extend(ends.map(|at| &name[..at]));
        }
        let is_place = |name: &str| self.seen[name] && places.contains(name);
        let mut together = HashSet::new();
        let named = self.order.iter().filter(|name| !is_place(name)).filter_map(|name| match is_full(name) {
            false => Some(name.clone()),
            true => {
                let all = match object_of(name) {
                    "" => "*".to_owned(),
                    object => format!("{object}.*"),
                };
                together.insert(all.clone()).then_some(all)
            }
        });
        named.collect()
    }
}

/// The object that a field is in.
fn object_of(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(object, _)| object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_are_data_are_named_together() {
        let lines: String = (0..1500).map(|n| format!("{{\"id\":1,\"scores\":{{\"name {n}\":2}}}}\n")).collect();
        let options = RecordOptions { form: Some(RecordForm::JsonLines), ..RecordOptions::default() };
        assert_eq!(field_names_of_bytes("t", lines.as_bytes(), &options).unwrap(), ["id", "scores.*"]);
    }

    #[test]
    fn the_fields_of_all_records_are_named() {
        let lines = "{\"text\":null,\"u\":{\"n\":1}}\nno JSON\n{\"tags\":[],\"u\":null}\n{\"tags\":[\"x\"],\"late\":[{\"k\":1}]}\n";
        let options = RecordOptions { form: Some(RecordForm::JsonLines), ..RecordOptions::default() };
        let found = field_names_of_bytes("t", lines.as_bytes(), &options).unwrap();
        assert_eq!(found, ["text", "u.n", "tags[]", "late[].k"]);
        let table = RecordOptions { form: Some(RecordForm::Table), ..RecordOptions::default() };
        assert_eq!(field_names_of_bytes("t", b"a;\"b\"\n1;2\n", &table).unwrap(), ["a", "b"]);
    }
}
