//! Recognizers of a user's own, before the built-in ones.

use super::check;
use super::kind::EntityKind;
use super::recognizer::{Recognizer, Recognizers, compile};

/// Why a user's table of recognizers cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadRecognizer {
    /// The file is not TOML, or not of the expected shape.
    #[error("not a table of recognizers: {0}")]
    Toml(String),
    /// A pattern is not a regular expression.
    #[error("recognizer {number}: its pattern is not a regular expression: {reason}")]
    Pattern {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl Recognizers {
    /// The built-in table and a user's own, which win over it:
    ///
    /// ```
    /// use scumble_text::entity::Recognizers;
    /// let toml = r#"
    /// [[recognizer]]
    /// kind = "badge"
    /// pattern = '\bB-\d{4}\b'
    /// "#;
    /// let all = Recognizers::with(toml).unwrap();
    /// let text = "Badge B-1234 was found.";
    /// let found = all.find(text);
    /// assert_eq!((all.name(found[0].kind), found[0].span.of(text)), ("badge", "B-1234"));
    /// ```
    pub fn with(toml: &str) -> Result<Self, BadRecognizer> {
        let value: toml::Table =
            toml.parse().map_err(|error: toml::de::Error| BadRecognizer::Toml(error.message().to_owned()))?;
        let shape = |what: &str| BadRecognizer::Toml(what.to_owned());
        if let Some(key) = value.keys().find(|key| *key != "recognizer") {
            return Err(shape(&format!("unknown key {key}; expected [[recognizer]]")));
        }
        let rows = value.get("recognizer").and_then(toml::Value::as_array).ok_or_else(|| shape("no [[recognizer]]"))?;
        let mut patterns = Vec::with_capacity(rows.len());
        for (i, row) in rows.iter().enumerate() {
            let table = row.as_table().ok_or_else(|| shape("a recognizer is a table"))?;
            if let Some(key) = table.keys().find(|key| !matches!(key.as_str(), "kind" | "pattern")) {
                return Err(shape(&format!("recognizer {}: unknown key {key}; expected kind and pattern", i + 1)));
            }
            let text = |name: &str| {
                let value = table.get(name).and_then(toml::Value::as_str);
                value.ok_or_else(|| shape(&format!("recognizer {}: {name} is missing or no text", i + 1)))
            };
            patterns.push((text("kind")?.to_owned(), text("pattern")?.to_owned()));
        }
        Self::with_patterns(&patterns)
    }

    /// The built-in table behind a user's own kinds and patterns.
    pub fn with_patterns(patterns: &[(String, String)]) -> Result<Self, BadRecognizer> {
        let mut all = Self { table: Vec::new(), custom: Vec::new() };
        for (i, (kind, pattern)) in patterns.iter().enumerate() {
            let kind = all.kind(kind);
            let bad = |reason: String| BadRecognizer::Pattern { number: i + 1, reason };
            let pattern = compile(pattern).map_err(|error| bad(error.to_string()))?;
            if pattern.is_match("") {
                return Err(bad("it matches nothing at all".into()));
            }
            all.table.push(Recognizer::new(kind, pattern, check::always));
        }
        all.table.extend_from_slice(&Self::built_in().table);
        Ok(all)
    }

    /// A built-in kind of that name, or a new one.
    fn kind(&mut self, name: &str) -> EntityKind {
        if let Some(kind) = EntityKind::ALL.iter().find(|kind| kind.as_str() == name) {
            return *kind;
        }
        let known = self.custom.iter().position(|custom| custom == name);
        EntityKind::Custom(known.unwrap_or_else(|| {
            self.custom.push(name.to_owned());
            self.custom.len() - 1
        }) as u16)
    }
}
