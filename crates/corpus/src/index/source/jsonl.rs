//! One JSON object a line, with its text in a field.

use super::{BuildOptions, Document, Each, MOST_TEXT, Source};
use crate::error::Result;
use serde_json::Value;
use std::io::{BufRead, Read};

/// The fields that name a document, unless one is given.
const NAMES: [&str; 3] = ["id", "title", "name"];

pub(super) fn read(source: &Source, mut reader: impl BufRead, options: &BuildOptions, each: Each<'_>) -> Result<()> {
    let mut line = Vec::new();
    for number in 1u64.. {
        let fault = |problem: &str| source.fault(format!("line {number}: {problem}"));
        line.clear();
        let size = reader.by_ref().take(MOST_TEXT + 1).read_until(b'\n', &mut line);
        let size = size.map_err(|error| fault(&error.to_string()))?;
        if size == 0 {
            break;
        }
        if size as u64 > MOST_TEXT {
            return Err(fault("is too long for one document"));
        }
        let mut row = line.as_slice();
        if number == 1 {
            row = row.strip_prefix("\u{feff}".as_bytes()).unwrap_or(row);
        }
        if row.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        // the parser's own message would repeat no value, but its line is not the file's
        let mut value: Value = serde_json::from_slice(row)
            .map_err(|error| fault(&format!("column {}: a JSON object is expected", error.column())))?;
        let name = name(&value, options, number);
        let Some(Value::String(text)) = value.get_mut(options.text_field.as_str()).map(Value::take) else {
            return Err(fault(&format!("has no text in the field “{}”", options.text_field)));
        };
        if each(Document { name, text })?.is_break() {
            break;
        }
    }
    Ok(())
}

/// What the document is called; its line if nothing names it.
fn name(value: &Value, options: &BuildOptions, number: u64) -> String {
    let written = |field: &str| match value.get(field)? {
        Value::String(name) => Some(name.clone()),
        Value::Number(name) => Some(name.to_string()),
        _ => None,
    };
    let named = match &options.name_field {
        Some(field) => written(field),
        None => NAMES.into_iter().find_map(written),
    };
    named.unwrap_or_else(|| number.to_string())
}
