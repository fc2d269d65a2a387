//! Tables of a TOML file, of which no key may be left unread.

use super::suggestion;
use crate::failure::Failure;
use toml::{Table, Value};

/// A table, and where it stands.
pub(super) struct Keys<'a> {
    file: &'a str,
    place: String,
    table: Table,
    known: Vec<&'static str>,
}

impl<'a> Keys<'a> {
    pub(super) fn new(file: &'a str, place: impl Into<String>, table: Table) -> Self {
        Self { file, place: place.into(), table, known: Vec::new() }
    }

    pub(super) fn fault(&self, key: &str, problem: impl std::fmt::Display) -> Failure {
        let at = if self.place.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place) };
        Failure::input(format!("{}: {at}: {problem}", self.file))
    }

    pub(super) fn take(&mut self, key: &'static str) -> Option<Value> {
        self.known.push(key);
        self.table.remove(key)
    }

    pub(super) fn text(&mut self, key: &'static str) -> Result<Option<String>, Failure> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.fault(key, "a text in quotes is expected")),
        }
    }

    pub(super) fn whole(&mut self, key: &'static str) -> Result<Option<u64>, Failure> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::Integer(number)) if number >= 0 => Ok(Some(number as u64)),
            Some(_) => Err(self.fault(key, "a whole number is expected")),
        }
    }

    pub(super) fn number(&mut self, key: &'static str) -> Result<Option<f64>, Failure> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::Integer(number)) => Ok(Some(number as f64)),
            Some(Value::Float(number)) if number.is_finite() => Ok(Some(number)),
            Some(_) => Err(self.fault(key, "a number is expected")),
        }
    }

    pub(super) fn yes(&mut self, key: &'static str) -> Result<Option<bool>, Failure> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::Boolean(yes)) => Ok(Some(yes)),
            Some(_) => Err(self.fault(key, "true or false is expected")),
        }
    }

    pub(super) fn list(&mut self, key: &'static str) -> Result<Option<Vec<String>>, Failure> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let texts = |value: Value| match value {
            Value::Array(items) => {
                items.into_iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>()
            }
            _ => None,
        };
        texts(value).map(Some).ok_or_else(|| self.fault(key, "a list of texts in quotes is expected"))
    }

    /// A table within the table.
    pub(super) fn table(&mut self, key: &'static str) -> Result<Option<Keys<'a>>, Failure> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::Table(table)) => Ok(Some(Keys::new(self.file, key, table))),
            Some(_) => Err(self.fault(key, "a table is expected")),
        }
    }

    /// A table that was taken out of this one.
    pub(super) fn within(&self, place: &str, table: Table) -> Keys<'a> {
        Keys::new(self.file, format!("{} {place}", self.place), table)
    }

    /// What is left: keys that stand for names of the user's own.
    pub(super) fn rest(self) -> impl Iterator<Item = (String, Value)> {
        self.table.into_iter()
    }

    /// Refuses keys that nobody asked for.
    pub(super) fn done(self) -> Result<(), Failure> {
        match self.table.keys().next() {
            None => Ok(()),
            Some(key) => {
                let near = suggestion(key, self.known.iter().copied());
                Err(self
                    .fault(key, format!("unknown{near}"))
                    .with_help(format!("known here: {}", self.known.join(", "))))
            }
        }
    }
}
