//! Measures the default policy on annotated documents: `train gold JSONL…`, as `scumble assess documents --gold` does.

use crate::masking::intervals;
use rayon::prelude::*;
use scumble_assess::document::gold::{GoldDocument, GoldMention, GoldSums, Hidden, Identifier, Offsets, measure};
use scumble_corpus::Embedded;
use scumble_mask::document::{Decider, Knowledge, Ledger, Protection};
use serde_json::Value;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Prints direct, quasi and token precision for each file.
pub(crate) fn run(files: &[PathBuf]) -> Result<(), Box<dyn Error>> {
    let decider = Decider::new(Protection::default(), Knowledge::english(Arc::new(Embedded::get())))?;
    for file in files {
        let documents = read(file)?;
        let sums: Vec<GoldSums> =
            documents.par_iter().map(|document| hide(&decider, document)).collect::<Result<_, _>>()?;
        println!("{} ({} documents): {}", file.display(), documents.len(), intervals(&sums));
    }
    Ok(())
}

fn hide(decider: &Decider, document: &GoldDocument) -> Result<GoldSums, String> {
    let done = decider
        .sanitize(&document.text.as_str().into(), &Ledger::default())
        .map_err(|error| format!("{}: {error}", document.name))?;
    let pieces: Vec<Hidden<'_>> =
        done.replacements().iter().map(|piece| Hidden { span: piece.span, pseudonym: None }).collect();
    Ok(measure(document, &pieces))
}

/// The documents of a file, with the names of fields of the court cases or of the biographies.
fn read(file: &Path) -> Result<Vec<GoldDocument>, Box<dyn Error>> {
    let source = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut out = Vec::new();
    for (number, line) in source.lines().enumerate() {
        let row: Value = serde_json::from_str(line)?;
        let text = row["text"].as_str().unwrap_or_default().to_owned();
        let name = format!("{}:{}", file.display(), number + 1);
        let offsets = Offsets::new(&text);
        let (list, [start, end, kind]) = match row["entities"].as_array() {
            Some(list) => (list, ["start_offset", "end_offset", "entity_type"]),
            None => (row["spans"].as_array().ok_or("a line has no annotations")?, ["start", "end", "type"]),
        };
        let place = |one: &Value, key: &str| one[key].as_u64().unwrap_or(0) as usize;
        let word = |one: &Value, key: &str| one[key].as_str().unwrap_or_default().to_owned();
        let mut mentions = Vec::new();
        for (i, one) in list.iter().enumerate() {
            mentions.push(GoldMention {
                span: offsets.span(place(one, start), place(one, end), &name, i + 1)?,
                entity: word(one, "entity_id"),
                kind: word(one, kind),
                identifier: match one["identifier_type"].as_str() {
                    Some("DIRECT") => Identifier::Direct,
                    Some("QUASI") => Identifier::Quasi,
                    _ => Identifier::NoMask,
                },
                annotator: String::new(),
            });
        }
        out.push(GoldDocument { name, text, mentions, annotators: 1, ..GoldDocument::default() });
    }
    Ok(out)
}
