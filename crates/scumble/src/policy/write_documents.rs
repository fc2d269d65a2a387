//! The part of a policy that is about documents as a TOML file.

use super::DocumentPolicy;
use serde_json::{Map, Value};
use std::fmt::Write;

impl DocumentPolicy {
    /// The policy as a TOML file that [reads back](Self::parse) as the same policy. It holds protected terms: whoever keeps it keeps it
    /// as private as the originals.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let Ok(Value::Object(mut keys)) = serde_json::to_value(self) else { return String::new() };
        let topics = keys.remove("topics");
        let recognizers = keys.remove("recognizers");
        for (own, written) in [("method", "policy"), ("people", "person")] {
            if let Some(value) = keys.remove(own) {
                keys.insert(written.to_owned(), value);
            }
        }
        let mut text = String::from("[documents]\n");
        lines(&mut text, &keys);
        for recognizer in objects(recognizers) {
            text.push_str("\n[[documents.recognizer]]\n");
            lines(&mut text, &recognizer);
        }
        for mut topic in objects(topics) {
            let name = topic.remove("name").unwrap_or_default();
            // Writing to a string does not fail.
            let _ = writeln!(text, "\n[documents.topics.{}]", written(&name));
            lines(&mut text, &topic);
        }
        text
    }
}

fn objects(list: Option<Value>) -> Vec<Map<String, Value>> {
    let Some(Value::Array(list)) = list else { return Vec::new() };
    list.into_iter().filter_map(|one| if let Value::Object(keys) = one { Some(keys) } else { None }).collect()
}

/// A line for each key that says something.
fn lines(text: &mut String, keys: &Map<String, Value>) {
    for (key, value) in keys {
        let says_nothing = match value {
            Value::Null => true,
            Value::Array(list) => list.is_empty(),
            Value::Bool(is_set) => !is_set && key == "accept_blocks",
            _ => false,
        };
        if !says_nothing {
            let _ = writeln!(text, "{key} = {}", written(value));
        }
    }
}

/// Strings, numbers and lists of strings are written in TOML as in JSON, but for one character.
fn written(value: &Value) -> String {
    value.to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::TopicPolicy;
    use crate::policy::{RecognizerPolicy, built_in_policies};
    use scumble_data::OtherFields;
    use scumble_mask::document::judge::TextKind;
    use scumble_mask::document::{Action, Dates, KeepPlaces, Method, Readers};

    #[test]
    fn a_policy_comes_back_as_it_was() {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let full = DocumentPolicy {
            method: Some(Method::Combined),
            hide: texts(&["a \"quoted\" term", "back\\slash\n\u{7f}é"]),
            people: texts(&["Jane Roe"]),
            beta: Some(12.0),
            w: Some(0.25),
            exact: Some(true),
            rare: Some(0.015),
            reader: Some(Readers::Fast),
            text_kind: Some(TextKind::Court),
            caution: Some(0.5),
            background: Some("pages".into()),
            below_rank: Some(10),
            counts: Some("table:counts.tsv".into()),
            replace: Some(Action::Generalize),
            keep_places: Some(KeepPlaces::ALL[0].1),
            keep_kinds: texts(&["age"]),
            only_kinds: texts(&["person"]),
            dates: Some(Dates::Year),
            allow: texts(&["Norway"]),
            deny: texts(&["Bismarck"]),
            topics: vec![TopicPolicy {
                name: "arms and men".into(),
                senses: texts(&["weapon.n.01"]),
                words: texts(&["bomb"]),
                threshold: Some(3.5),
            }],
            accept_blocks: true,
            recognizers: vec![RecognizerPolicy { kind: "badge".into(), pattern: "B-\\d{4}".into() }],
            fields: texts(&["body"]),
            publish: texts(&["id"]),
            drop_fields: texts(&["ip"]),
            other_fields: Some(OtherFields::Drop),
            notes: Vec::new(),
        };
        let built_in = built_in_policies().iter().map(|one| one.documents.clone());
        for policy in built_in.chain([full, DocumentPolicy::default()]) {
            let text = policy.to_toml();
            assert_eq!(DocumentPolicy::parse("p", &text).unwrap(), policy, "{text}");
        }
    }
}
