//! Tables of a policy file: every key is either read or refused.

use crate::error::{Error, Result};
use scumble_io::did_you_mean;
use toml::{Table, Value};

/// A table of a policy file, and its place there.
pub(crate) struct Keys<'a> {
    file: &'a str,
    place: String,
    table: Table,
    known: Vec<&'static str>,
}

impl<'a> Keys<'a> {
    /// A table at a place of a file.
    pub(crate) fn new(file: &'a str, place: impl Into<String>, table: Table) -> Self {
        Self { file, place: place.into(), table, known: Vec::new() }
    }

    /// The name of the file, for messages.
    pub(crate) fn file(&self) -> &'a str {
        self.file
    }

    /// A problem with a key.
    pub(crate) fn fault(&self, key: &str, problem: impl std::fmt::Display) -> Error {
        let at = if self.place.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place) };
        Error::input(format!("{}: {at}: {problem}", self.file))
    }

    /// Takes a value out of the table.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<Value> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        self.table.remove(key)
    }

    /// A text.
    ///
    /// # Errors
    /// If the value is something else.
    pub(crate) fn text(&mut self, key: &'static str) -> Result<Option<String>> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.fault(key, "a string is expected")),
        }
    }

    /// A whole number.
    ///
    /// # Errors
    /// If the value is something else.
    pub(crate) fn whole(&mut self, key: &'static str) -> Result<Option<u64>> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::Integer(number)) if number >= 0 => Ok(Some(number as u64)),
            Some(_) => Err(self.fault(key, "a whole number is expected")),
        }
    }

    /// A number.
    ///
    /// # Errors
    /// If the value is something else.
    pub(crate) fn number(&mut self, key: &'static str) -> Result<Option<f64>> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::Integer(number)) => Ok(Some(number as f64)),
            Some(Value::Float(number)) if number.is_finite() => Ok(Some(number)),
            Some(_) => Err(self.fault(key, "a number is expected")),
        }
    }

    /// True or false.
    ///
    /// # Errors
    /// If the value is something else.
    pub(crate) fn yes(&mut self, key: &'static str) -> Result<Option<bool>> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::Boolean(yes)) => Ok(Some(yes)),
            Some(_) => Err(self.fault(key, "true or false is expected")),
        }
    }

    /// A list of texts.
    ///
    /// # Errors
    /// If the value is something else.
    pub(crate) fn list(&mut self, key: &'static str) -> Result<Option<Vec<String>>> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let texts = |value: Value| match value {
            Value::Array(items) => {
                items.into_iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>()
            }
            _ => None,
        };
        texts(value).map(Some).ok_or_else(|| self.fault(key, "a list of strings is expected"))
    }

    /// A text, or a list of texts.
    ///
    /// # Errors
    /// If the value is something else.
    pub(crate) fn names(&mut self, key: &'static str) -> Result<Vec<String>> {
        match self.take(key) {
            None => Ok(Vec::new()),
            Some(Value::String(text)) => Ok(vec![text]),
            Some(value) => {
                self.put(key, value);
                Ok(self.list(key)?.unwrap_or_default())
            }
        }
    }

    /// A table within the table.
    ///
    /// # Errors
    /// If the value is something else.
    pub(crate) fn table(&mut self, key: &'static str) -> Result<Option<Keys<'a>>> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::Table(table)) => Ok(Some(Keys::new(self.file, key, table))),
            Some(_) => Err(self.fault(key, "a table is expected")),
        }
    }

    /// Puts a value back that is to be taken under another reading.
    pub(crate) fn put(&mut self, key: &'static str, value: Value) {
        self.table.insert(key.to_owned(), value);
    }

    /// A table that was taken out of this one.
    pub(crate) fn within(&self, place: &str, table: Table) -> Keys<'a> {
        Keys::new(self.file, format!("{} {place}", self.place), table)
    }

    /// The keys that were not taken, where keys are names of the user's own.
    pub(crate) fn rest(self) -> impl Iterator<Item = (String, Value)> {
        self.table.into_iter()
    }

    /// Refuses keys that were not taken, with the nearest known one.
    ///
    /// # Errors
    /// If there is such a key.
    pub(crate) fn done(self) -> Result<()> {
        match self.table.keys().next() {
            None => Ok(()),
            Some(key) => {
                let near = did_you_mean(key, self.known.iter().copied());
                Err(self
                    .fault(key, format!("unknown{near}"))
                    .with_help(format!("known keys: {}", self.known.join(", "))))
            }
        }
    }
}
