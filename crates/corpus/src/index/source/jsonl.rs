//! One JSON object a line, with its text in a field.

use super::{BuildOptions, Document, Each, MOST_TEXT, Source};
use crate::error::Result;
use scumble_io::jsonl::{LineError, Lines};
use serde_json::Value;
use std::io::BufRead;

/// The fields that name a document, unless one is given.
const NAMES: [&str; 3] = ["id", "title", "name"];

pub(super) fn read(source: &Source, reader: impl BufRead, options: &BuildOptions, each: Each<'_>) -> Result<()> {
    let mut lines = Lines::new(reader).longest(MOST_TEXT);
    let unreadable = |error: LineError| {
        let problem = match &error {
            LineError::Source { source, .. } => source.to_string(),
            _ => "is too long for one document".to_owned(),
        };
        source.fault(format!("line {}: {problem}", error.line()))
    };
    while let Some(line) = lines.next().map_err(unreadable)? {
        let number = line.number;
        let fault = |problem: &str| source.fault(format!("line {number}: {problem}"));
        if line.is_blank() {
            continue;
        }
        // The parser's message has a line, too, but not the file's.
        let mut value: Value = serde_json::from_slice(line.content)
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

/// The name of the document: its line if no field names it.
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
