//! Options as a program gives them: one JSON object with the keys of a policy file, for front ends that have no flags.
//!
//! | options of | give |
//! |---|---|
//! | a run on a table | [`table_policy`] |
//! | an exploration | [`exploration`] |
//! | documents | [`document_policy`]; their assessment `documents_assessment` and `documents_sweep` (feature `models`) |
//! | set-valued records | [`SetOptions`] |
//! | vector spaces | [`building`], [`VectorOptions`], [`SpaceAssessment`] |
//! | an assessment, an attack | [`assessment`], [`LinkOptions`] |
//! | terms | [`Terms`] |
//!
//! Every key is read or refused; a key that is not known is told with the nearest one. A null says nothing.
//!
//! ```
//! use scumble::options::{Given, table_policy};
//!
//! let given: Given = serde_json::from_str(r#"{"k": 5, "columns": ["age"], "others": "drop"}"#).unwrap();
//! assert_eq!(table_policy(given)?.steps[0].k, Some(5));
//! let wrong: Given = serde_json::from_str(r#"{"sed": 7}"#).unwrap();
//! assert_eq!(table_policy(wrong).unwrap_err().to_string(), "options: sed: unknown; did you mean “seed”?");
//! # Ok::<(), scumble::Error>(())
//! ```

#[cfg(feature = "models")]
mod assess_documents;
mod documents;
mod explore;
mod measures;
mod sets;
mod tables;
mod terms;
mod vectors;

#[cfg(feature = "models")]
pub use assess_documents::{documents_assessment, documents_sweep};
pub use documents::document_policy;
pub use explore::exploration;
pub use measures::{LinkOptions, assessment};
pub use sets::SetOptions;
pub use tables::table_policy;
pub use terms::Terms;
pub use vectors::{SpaceAssessment, VectorOptions, building};

use crate::error::{Error, Result};
use crate::policy::{Keys, named};
use serde_json::Value;

/// Options by their names.
pub type Given = serde_json::Map<String, Value>;

/// What stands for the name of a file in messages.
const NAME: &str = "options";

/// Options as the keys of a policy file.
fn keys(given: Given) -> Result<Keys<'static>> {
    Ok(Keys::new(NAME, "", table(given)?))
}

fn table(given: Given) -> Result<toml::Table> {
    let mut table = toml::Table::new();
    for (key, value) in given {
        if let Some(value) = toml_value(&key, value)? {
            table.insert(key, value);
        }
    }
    Ok(table)
}

/// A value as one of a policy file; a null is none.
fn toml_value(key: &str, value: Value) -> Result<Option<toml::Value>> {
    Ok(Some(match value {
        Value::Null => return Ok(None),
        Value::Bool(yes) => toml::Value::Boolean(yes),
        Value::String(text) => toml::Value::String(text),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => toml::Value::Integer(whole),
            (None, Some(float)) if !number.is_u64() => toml::Value::Float(float),
            _ => return Err(Error::input(format!("{NAME}: {key}: the number is too large"))),
        },
        Value::Array(items) => {
            let items = items.into_iter().filter_map(|item| toml_value(key, item).transpose());
            toml::Value::Array(items.collect::<Result<_>>()?)
        }
        Value::Object(given) => toml::Value::Table(table(given)?),
    }))
}

/// The choice of a name, if one is given.
fn choice<T: Copy>(keys: &mut Keys<'_>, key: &'static str, known: &[(&'static str, T)]) -> Result<Option<T>> {
    let Some(name) = keys.text(key)? else { return Ok(None) };
    named(key, &name, known).map(Some).map_err(|problem| keys.fault(key, problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Options out of JSON.
    pub(super) fn given(text: &str) -> Given {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn values_become_those_of_a_policy_file() {
        let table = table(given(r#"{"a": null, "b": [1, 2.5, "x", null], "c": {"d": true}}"#)).unwrap();
        let expected: toml::Table = "b = [1, 2.5, \"x\"]\n\n[c]\nd = true\n".parse().unwrap();
        assert_eq!(table, expected);
        assert!(super::table(given(r#"{"seed": 18446744073709551615}"#)).is_err());
    }
}
