//! A JSON object on a line: where its texts are, and everything else it says.

use super::Cell;
use scumble_io::did_you_mean;
use serde_json::Value;
use std::ops::Range;

/// The cells of the named fields, in the order in which they are on the line, and their places with their quotes; and everything
/// else that the line says.
pub(super) struct Fields {
    pub(super) cells: Vec<Cell>,
    pub(super) places: Vec<Range<usize>>,
    pub(super) unchanged: String,
}

/// A problem of a line, and the field that it is about.
pub(super) type Problem = (String, Option<String>);

/// Finds the fields of a line.
pub(super) fn fields_of(line: &str, fields: &[String]) -> Result<Fields, Problem> {
    let value: Value =
        serde_json::from_str(line).map_err(|error| (format!("column {}: no JSON", error.column()), None))?;
    let object = value.as_object().ok_or_else(|| ("an object { … } is expected".to_owned(), None))?;
    let places = places_of(line, fields);
    let mut found: Vec<(Range<usize>, Cell)> = Vec::new();
    for (field, places) in fields.iter().zip(places) {
        let problem = |what: String| (what, Some(field.clone()));
        let text = object.get(field).ok_or_else(|| {
            let near = did_you_mean(field, object.keys().map(String::as_str));
            problem(format!("there is no field “{field}”{near}"))
        })?;
        let Some(text) = text.as_str() else { return Err(problem(format!("the field “{field}” is no text"))) };
        let [Some(place)] = &places[..] else { return Err(problem(format!("the field “{field}” is there twice"))) };
        found.push((place.clone(), (field.clone(), text.to_owned())));
    }
    found.sort_by_key(|(place, _)| place.start);
    let (places, cells): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    let unchanged = unchanged(line, object, fields, &places);
    Ok(Fields { cells, places, unchanged })
}

/// A string of a line, with its quotes.
struct JsonString {
    place: Range<usize>,
    /// Whether it is a key.
    key: bool,
    /// How many objects and lists it is in.
    depth: usize,
}

/// Every string of a line of valid JSON, in order.
fn strings(line: &str) -> impl Iterator<Item = JsonString> {
    let bytes = line.as_bytes();
    let (mut at, mut depth) = (0, 0usize);
    std::iter::from_fn(move || {
        while at < bytes.len() {
            match bytes[at] {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'"' => {
                    let start = at;
                    at += 1;
                    while bytes.get(at).is_some_and(|&byte| byte != b'"') {
                        at += if bytes[at] == b'\\' { 2 } else { 1 };
                    }
                    at += 1;
                    let next = bytes.get(at..).and_then(|rest| rest.iter().find(|byte| !byte.is_ascii_whitespace()));
                    return Some(JsonString { place: start..at, key: next == Some(&b':'), depth });
                }
                _ => {}
            }
            at += 1;
        }
        None
    })
}

fn text_of(line: &str, string: &JsonString) -> Option<String> {
    serde_json::from_str(line.get(string.place.clone())?).ok()
}

/// For each field, the places of its values among the top-level keys: nothing for a value that is no string.
fn places_of(line: &str, fields: &[String]) -> Vec<Vec<Option<Range<usize>>>> {
    let mut places = vec![Vec::new(); fields.len()];
    // The field whose key was the last one.
    let mut last: Option<usize> = None;
    for string in strings(line).filter(|string| string.depth == 1) {
        if string.key {
            last = text_of(line, &string).and_then(|key| fields.iter().position(|field| *field == key));
            if let Some(field) = last {
                places[field].push(None);
            }
        } else if let Some(place) = last.take().and_then(|field| places[field].last_mut()) {
            *place = Some(string.place);
        }
    }
    places
}

/// Everything that a line says beside the texts at these places, one item a line: values, the line as it is written, and every string.
///
/// A key that is there twice has only one value in the object, so the strings are taken from the line as well.
fn unchanged(
    line: &str,
    object: &serde_json::Map<String, Value>,
    fields: &[String],
    places: &[Range<usize>],
) -> String {
    let mut out = String::new();
    for (key, value) in object.iter().filter(|(key, _)| !fields.contains(key)) {
        out.push_str(key);
        out.push('\n');
        values(value, &mut out);
    }
    let mut at = 0;
    for place in places {
        out.push_str(&line[at..place.start]);
        at = place.end;
    }
    out.push_str(&line[at..]);
    out.push('\n');
    for string in strings(line).filter(|string| !places.contains(&string.place)) {
        if let Some(text) = text_of(line, &string) {
            out.push_str(&text);
            out.push('\n');
        }
    }
    out
}

/// All keys, texts and numbers in a value, one a line.
fn values(value: &Value, out: &mut String) {
    match value {
        Value::String(text) => {
            out.push_str(text);
            out.push('\n');
        }
        Value::Array(items) => items.iter().for_each(|item| values(item, out)),
        Value::Object(object) => object.iter().for_each(|(key, value)| {
            out.push_str(key);
            out.push('\n');
            values(value, out);
        }),
        Value::Number(number) => {
            out.push_str(&number.to_string());
            out.push('\n');
        }
        Value::Null | Value::Bool(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place_of<'l>(line: &'l str, field: &str) -> Result<&'l str, String> {
        let found = fields_of(line, &[field.to_owned()]).map_err(|(problem, _)| problem)?;
        Ok(&line[found.places[0].clone()])
    }

    #[test]
    fn only_the_field_itself_is_found() {
        let line = r#"{"a": {"text": "no"}, "t\u0065xt" : "y\"es", "b": ["text", ":"]}"#;
        assert_eq!(place_of(line, "text").unwrap(), r#""y\"es""#);
        for line in [r#"{"text":"a","text":"b"}"#, r#"{"text":5,"text":"b"}"#, r#"{"text":["a"],"te\u0078t":"b"}"#] {
            assert_eq!(place_of(line, "text").unwrap_err(), "the field “text” is there twice");
        }
        assert_eq!(place_of(r#"{"x":"text"}"#, "text").unwrap_err(), "there is no field “text”");
        assert_eq!(place_of(r#"{"text":["a"]}"#, "text").unwrap_err(), "the field “text” is no text");
        assert_eq!(place_of(r#"["text"]"#, "text").unwrap_err(), "an object { … } is expected");
        assert_eq!(place_of("{", "text").unwrap_err(), "column 1: no JSON");
    }

    #[test]
    fn everything_else_is_unchanged() {
        let line = r#"{"note":"\u004aane","text":"T","note":{"k":[1,"y"]}}"#;
        let unchanged = fields_of(line, &["text".to_owned()]).map_err(|(problem, _)| problem).unwrap().unchanged;
        for said in ["Jane", "k", "1", "y", "note"] {
            assert!(unchanged.lines().any(|line| line == said), "{said}");
        }
        assert!(!unchanged.lines().any(|line| line == "T"));
    }
}
