//! The options of documents.

use super::{Given, keys};
use crate::error::Result;
use crate::policy::{DocumentPolicy, Keys, policy_named, topics_named};
use toml::Value;

/// A policy of documents: the keys of `[documents]` in a policy file. `policy` is the name of a method or of a purpose, a policy file,
/// or an object with `[documents]`, over which the others are laid; `topics` may be a name, and `hide`, `allow`, … one text.
///
/// # Errors
/// If a key is not known, or its value cannot be used.
pub fn document_policy(given: Given) -> Result<DocumentPolicy> {
    let mut keys = keys(given)?;
    let base = match keys.take("policy") {
        None => DocumentPolicy::default(),
        Some(Value::String(name)) => policy_named(&name)?,
        Some(Value::Table(mut table)) => match table.remove("documents") {
            Some(Value::Table(documents)) => DocumentPolicy::of_keys(Keys::new("policy", "documents", documents))?,
            _ => return Err(keys.fault("policy", "there is no [documents] table")),
        },
        Some(_) => return Err(keys.fault("policy", "a name, a file or an object is expected")),
    };
    let topics = match keys.take("topics") {
        Some(Value::String(name)) => Some(topics_named(&name)?),
        Some(other) => {
            keys.put("topics", other);
            None
        }
        None => None,
    };
    for key in ["hide", "allow", "deny", "keep_kinds", "only_kinds", "fields", "publish", "drop_fields"] {
        let names = keys.names(key)?;
        if !names.is_empty() {
            keys.put(key, Value::Array(names.into_iter().map(Value::String).collect()));
        }
    }
    let mut own = DocumentPolicy::of_keys(keys)?;
    own.topics = topics.unwrap_or(own.topics);
    Ok(own.over(base))
}

#[cfg(test)]
mod tests {
    use super::super::tests::given;
    use super::*;

    #[test]
    fn options_make_the_policy_that_a_file_makes() {
        let options =
            given(r#"{"hide": "leprosy", "person": ["Jane Roe"], "replace": "mask", "w": 0.25, "beta": null}"#);
        let file = "[documents]\nhide = ['leprosy']\nperson = 'Jane Roe'\nreplace = 'mask'\nw = 0.25";
        assert_eq!(document_policy(options).unwrap(), DocumentPolicy::parse("p", file).unwrap());
    }

    #[test]
    fn options_lie_over_a_policy_by_name_or_as_an_object() {
        let named = document_policy(given(r#"{"policy": "ic", "hide": ["x"]}"#)).unwrap();
        assert!(named.method.is_some() && named.hide == ["x"]);
        let object = document_policy(given(r#"{"policy": {"documents": {"deny": ["a"]}}, "deny": ["b"]}"#)).unwrap();
        assert_eq!(object.deny, ["b", "a"]);
        let topics = document_policy(given(r#"{"topics": "national-security", "accept_blocks": true}"#)).unwrap();
        assert!(!topics.topics.is_empty() && topics.accept_blocks);
    }

    #[test]
    fn what_is_not_known_is_refused_with_the_nearest() {
        for (options, expected) in [
            (r#"{"hid": ["x"]}"#, "options: hid: unknown; did you mean “hide”?"),
            (r#"{"replace": "labl"}"#, "did you mean “label”?"),
            (r#"{"policy": "combned"}"#, "did you mean “combined”?"),
            (r#"{"policy": {"hide": []}}"#, "there is no [documents] table"),
            (r#"{"person": 3}"#, "a list of names is expected"),
        ] {
            let error = document_policy(given(options)).unwrap_err().to_string();
            assert!(error.contains(expected), "{options}: {error}");
        }
    }
}
