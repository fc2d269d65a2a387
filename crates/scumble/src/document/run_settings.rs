//! The settings of a run, kept in the work folder for whoever goes on with its release.

use crate::policy::{DocumentPolicy, Keys, toml_table};
use crate::{Error, Result};
use scumble_data::{Encoding, Options};
use serde_json::json;
use std::fmt::Write;
use std::path::Path;
use toml::Value;

/// What a run was asked to do. It holds protected terms.
#[derive(Clone, Debug, Default)]
pub struct RunSettings {
    /// The policy.
    pub policy: DocumentPolicy,
    /// Whether names of files are published as they are where they hold nothing that was redacted.
    pub keep_names: bool,
    /// Whether labels are kept in a key file.
    pub with_key: bool,
    /// How tables are written, where that is not told from the file.
    pub tables: Options,
}

impl RunSettings {
    /// The file's name in the work folder.
    pub(crate) const FILE: &'static str = "policy.toml";

    /// The settings of the run that made a release, by its work folder.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn read(work: &Path) -> Result<Self> {
        let place = work.join(Self::FILE);
        let text = std::fs::read_to_string(&place).map_err(|error| {
            Error::input(format!("{}: cannot be read: {error}", place.display()))
                .with_help("sanitise the documents again: earlier versions did not keep their settings")
        })?;
        Self::parse(&place.display().to_string(), &text)
    }

    /// Reads settings; `file` is for messages.
    ///
    /// # Errors
    /// If they are no such settings.
    pub fn parse(file: &str, text: &str) -> Result<Self> {
        let policy = DocumentPolicy::parse(file, text)?;
        let Some(Value::Table(release)) = toml_table(file, text)?.remove("release") else {
            return Ok(Self { policy, ..Self::default() });
        };
        let mut keys = Keys::new(file, "release", release);
        let settings = Self {
            keep_names: keys.yes("keep_names")?.unwrap_or_default(),
            with_key: keys.yes("key")?.unwrap_or_default(),
            tables: Options {
                delimiter: keys.text("delimiter")?.and_then(|text| text.bytes().next()),
                encoding: keys.text("encoding")?.and_then(|name| Encoding::named(&name)),
                sheet: keys.text("sheet")?,
            },
            policy,
        };
        keys.done()?;
        Ok(settings)
    }

    /// The settings as a TOML file. Paths are written from the root, so that they hold in any folder.
    pub(crate) fn to_toml(&self) -> String {
        let whole = |path: &str| std::path::absolute(path).map_or(path.to_owned(), |path| path.display().to_string());
        let mut policy = self.policy.clone();
        if let Some((kind, place)) = policy.counts.as_deref().and_then(|spec| spec.split_once(':'))
            && matches!(kind, "index" | "table")
        {
            policy.counts = Some(format!("{kind}:{}", whole(place)));
        }
        policy.background = policy.background.map(|place| match place.strip_prefix("index:") {
            Some(index) => format!("index:{}", whole(index)),
            None => whole(&place),
        });
        let mut text = policy.to_toml();
        // Writing to a string does not fail.
        let _ = write!(text, "\n[release]\nkeep_names = {}\nkey = {}\n", self.keep_names, self.with_key);
        let delimiter = self.tables.delimiter.map(|byte| char::from(byte).to_string());
        let encoding = self.tables.encoding.map(|encoding| encoding.name().to_owned());
        for (key, value) in [("delimiter", delimiter), ("encoding", encoding), ("sheet", self.tables.sheet.clone())] {
            if let Some(value) = value {
                let _ = writeln!(text, "{key} = {}", json!(value));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back() {
        let tables = Options { delimiter: Some(b';'), encoding: Encoding::named("latin1"), sheet: Some("1".into()) };
        let policy = DocumentPolicy { hide: vec!["AIDS".into()], ..DocumentPolicy::default() };
        let settings = RunSettings { policy, keep_names: true, with_key: true, tables };
        let back = RunSettings::parse("policy.toml", &settings.to_toml()).unwrap();
        assert_eq!(back.policy, settings.policy);
        assert_eq!((back.keep_names, back.with_key, back.tables.delimiter), (true, true, Some(b';')));
        assert_eq!((back.tables.encoding, back.tables.sheet), (settings.tables.encoding, settings.tables.sheet));
        assert!(RunSettings::parse("p", "[documents]\n[release]\nkeep = true\n").is_err());
    }
}
