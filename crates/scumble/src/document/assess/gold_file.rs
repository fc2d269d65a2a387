//! Annotated documents, in the layouts in which they are published.

use super::collection::{each_line, stem};
use crate::{Error, Result};
use scumble_assess::document::gold::{GoldDocument, GoldMention, Identifier, Offsets};
use serde_json::Value;
use std::path::Path;

/// Reads annotated documents: JSON lines, packed or not. A line has a `text` and its annotations in one of these layouts, with offsets in
/// code points, the end exclusive:
///
/// - `entities` with `start_offset`, `end_offset`, `entity_id`, `entity_type` and `identifier_type` (Text Anonymization Benchmark);
/// - `spans` with `start`, `end`, `type`, and where they are known `entity_id`, `identifier_type` and `annotator`;
/// - `spans` with `mask_annotator1`: true for what is to be masked.
///
/// Where nobody said what an annotation is to the person, `SENSITIVE` spans are quasi-identifiers, but for the first, which is the name;
/// others are direct. Without entities, equal texts are one entity.
///
/// # Errors
/// If the file cannot be read, a line has no text or no annotations, or an annotation lies outside of its text.
pub fn read_gold(path: &Path) -> Result<Vec<GoldDocument>> {
    let mut documents = Vec::new();
    each_line(path, |number, value| {
        documents.push(document(path, number, &value)?);
        Ok(())
    })?;
    match documents.is_empty() {
        true => Err(Error::input(format!("{}: holds no document", path.display()))),
        false => Ok(documents),
    }
}

fn document(path: &Path, line: u64, value: &Value) -> Result<GoldDocument> {
    let at = format!("{}, line {line}", path.display());
    let provenance = &value["metadata"]["provenance"];
    let string = |value: &Value| value.as_str().map(str::to_owned);
    let name = [&value["doc_id"], &value["id"], &value["name"], &provenance["doc_id"]].into_iter().find_map(string);
    let person = [&value["applicant"], &value["title"], &provenance["applicant"]].into_iter().find_map(string);
    let task = value["task"].as_str().and_then(|task| task.rsplit_once("person: ")).map(|(_, name)| name.to_owned());
    let text = value["text"].as_str().ok_or_else(|| Error::input(format!("{at}: no “text”")))?.to_owned();
    let annotations = value["entities"].as_array().or_else(|| value["spans"].as_array());
    let annotations = annotations.ok_or_else(|| {
        Error::input(format!("{at}: no annotations"))
            .with_help("a line has “entities” or “spans”, each with its offsets")
    })?;
    let offsets = Offsets::new(&text);
    let mut mentions = Vec::with_capacity(annotations.len());
    for (number, annotation) in (1..).zip(annotations) {
        let offset = |keys: [&str; 2]| keys.iter().find_map(|key| annotation[*key].as_u64()).unwrap_or(u64::MAX);
        let (start, end) = (offset(["start_offset", "start"]), offset(["end_offset", "end"]));
        let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
        let span = offsets.span(place(start), place(end), &at, number)?;
        let kind = annotation["entity_type"].as_str().or(annotation["type"].as_str()).unwrap_or("OTHER");
        let identifier = match (annotation["identifier_type"].as_str(), annotation["mask_annotator1"].as_bool()) {
            (Some("DIRECT"), _) => Identifier::Direct,
            (Some("QUASI"), _) | (None, Some(true)) => Identifier::Quasi,
            (Some(_), _) | (None, Some(false)) => Identifier::NoMask,
            (None, None) if kind == "SENSITIVE" && number > 1 => Identifier::Quasi,
            (None, None) => Identifier::Direct,
        };
        let entity = annotation["entity_id"].as_str().map_or_else(|| span.of(&text).to_lowercase(), str::to_owned);
        let annotator = annotation["annotator"].as_str().unwrap_or_default().to_owned();
        mentions.push(GoldMention { span, entity, kind: kind.to_owned(), identifier, annotator });
    }
    let name = name.map_or_else(|| line.to_string(), |name| stem(&name).to_owned());
    Ok(GoldDocument { name, text, person: person.or(task), mentions, annotators: 1 })
}
