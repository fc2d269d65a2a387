//! Pseudonyms back into the words they stand for, with the key file.

use super::hash;
use super::inputs::{Input, InputForm};
use super::key::Key;
use super::record_file::RecordFile;
use super::release_labels::Mentions;
use super::source::{Body, Source};
use crate::{Error, Result};
use scumble_data::{FieldRoles, NewCell, Options, Published};
use scumble_files::FileKind;
use scumble_mask::document::{is_label, occurrences};
use scumble_span::{Edit, Span};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The name that a released document or file of records had before.
///
/// # Errors
/// If the file cannot be read.
pub fn original_name(input: &Input, key: &Key) -> Result<String> {
    let output_hash = match input.form {
        InputForm::Document(_) => hash(&input.bytes()?),
        InputForm::Records => String::new(),
    };
    Ok(key.original_name(&input.name, &output_hash).unwrap_or(&input.name).to_owned())
}

/// A document with the words that its labels stand for.
///
/// # Errors
/// If the key file has no such release, has two that gave these bytes, or its labels were changed.
pub fn restore_document(name: &str, kind: FileKind, bytes: Vec<u8>, key: &Key) -> Result<Vec<u8>> {
    let output_hash = hash(&bytes);
    let known = key.releases(name, &output_hash);
    let Some(first) = known.first() else {
        return Err(Error::input(format!("{name}: the key file has no such document"))
            .with_help("use the key file of the run that made the release, and the file name of the release"));
    };
    let differs = |other: &Mentions| other.labels != first.labels || other.patch != first.patch;
    if known.iter().any(|other| other.output_hash == output_hash && differs(other)) {
        return Err(ambiguous(name));
    }
    if let Some(patch) = first.patch.as_ref().filter(|_| first.output_hash == output_hash) {
        return patch.apply(&bytes).ok_or_else(|| changed(name));
    }
    let source = Source::file(name, kind, bytes)?;
    let text = &source.woven().text;
    let edits = known.into_iter().find_map(|mentions| edits(text, mentions)).ok_or_else(|| changed(name))?;
    match &source.body {
        Body::File { opened, .. } => {
            Ok(opened.rewrite(&edits).map_err(|error| Error::input(format!("{name}: {error}")))?.bytes)
        }
        Body::Record { .. } => Ok(scumble_span::apply(text, &edits).into_bytes()),
    }
}

/// A file of records with the words that its labels stand for. It is known by its name or, if it was given another, by its records;
/// `tables` say how a table is written.
///
/// # Errors
/// If the key file has no such records, or two originals of them, or the file cannot be read or written.
pub fn restore_records(input: &Input, key: &Key, tables: &Options, out: &mut dyn Write) -> Result<()> {
    let name = &input.name;
    let own = key.original_name(name, "").unwrap_or(name);
    let names: Vec<&String> = match key.fields().get_key_value(own) {
        Some((name, _)) => vec![name],
        None => key.fields().keys().collect(),
    };
    let mut plans: Vec<(&String, Vec<Restored>)> = Vec::new();
    for known in names {
        if let Some(plan) = plan(known, input, key, tables)? {
            plans.push((known, plan));
        }
    }
    let Some((known, plan)) = plans.first() else {
        return Err(Error::input(format!("{name}: the key file has no such records"))
            .with_help("restore an unchanged copy of the release, with the key file of the run that made it"));
    };
    if plans.iter().any(|(_, other)| other != plan) {
        return Err(ambiguous(name));
    }
    let mut restored = plan.iter();
    each_record(input, &key.fields()[*known], tables, out, &mut |source| {
        restored.next().cloned().ok_or_else(|| changed(&source.name))
    })
}

/// What is restored in a record: labels of its text, and whole cells as they were written.
#[derive(Clone, Default, PartialEq)]
struct Restored {
    edits: Vec<Edit>,
    cells: Vec<(usize, String)>,
}

/// Writes a file of records anew, with edits of each.
fn each_record(
    input: &Input,
    fields: &[String],
    tables: &Options,
    out: &mut dyn Write,
    restored: &mut dyn FnMut(&Source) -> Result<Restored>,
) -> Result<()> {
    let cannot = |error: io::Error| Error::input(format!("{}: the result cannot be written: {error}", input.name));
    let roles = FieldRoles::text_among_others(fields.to_vec());
    let mut records = RecordFile::open(input, &roles, tables)?;
    loop {
        let batch = records.next_batch()?;
        if batch.is_empty() {
            return out.write_all(&records.finish()?).map_err(cannot);
        }
        for record in batch {
            let record = record?;
            let name = format!("{}:{}", input.name, record.number);
            let source = Source::record(&name, record.cells.clone(), Published::default(), String::new());
            let Restored { edits, cells } = restored(&source)?;
            let edits = source.woven().part_edits(&edits);
            let new = |cell: usize| match cells.iter().find(|(number, _)| *number == cell) {
                Some((_, raw)) => NewCell::Written(raw),
                None => NewCell::Edited(&edits[cell]),
            };
            records.write(&record, &(0..edits.len()).map(new).collect::<Vec<_>>())?;
        }
        out.write_all(&records.take()).map_err(cannot)?;
    }
}

/// The edits of each record, if all are records of that file; `None` if they are not.
fn plan(known: &str, input: &Input, key: &Key, tables: &Options) -> Result<Option<Vec<Restored>>> {
    // Only records that were released are in the key, in the order of their numbers.
    let mut releases = key.record_releases(known).into_iter();
    let (mut out, mut unclear) = (Vec::new(), false);
    let mut look = |source: &Source| {
        let text = &source.woven().text;
        let output_hash = hash(text.as_bytes());
        let fits = |releases: &Vec<Mentions>| releases.iter().any(|known| known.output_hash == output_hash);
        // A record that was withheld this time may have been released before.
        let Some((_, releases)) = releases.find(|(_, releases)| fits(releases)) else {
            return Err(changed(&source.name));
        };
        let fitting: Vec<&Mentions> = releases.iter().filter(|known| known.output_hash == output_hash).collect();
        unclear |= fitting.iter().any(|other| (&other.labels, &other.cells) != (&fitting[0].labels, &fitting[0].cells));
        let edits = edits(text, fitting[0]).ok_or_else(|| changed(&source.name))?;
        out.push(Restored { edits, cells: fitting[0].cells.clone() });
        Ok(Restored::default())
    };
    let looked = each_record(input, &key.fields()[known], tables, &mut io::sink(), &mut look);
    if unclear {
        return Err(ambiguous(&input.name));
    }
    Ok(looked.is_ok().then_some(out))
}

fn changed(name: &str) -> Error {
    Error::input(format!("{name}: the labels differ from those of the release and cannot be assigned"))
        .with_help("restore an unchanged copy of the release")
}

fn ambiguous(name: &str) -> Error {
    Error::input(format!("{name}: the key file has two originals that gave these bytes"))
        .with_help("use a separate key file for each collection")
}

/// The edits that put back what the labels of a text stand for; `None` if they are not those of the release.
pub(crate) fn edits(text: &str, mentions: &Mentions) -> Option<Vec<Edit>> {
    let surrogates: BTreeSet<&str> =
        mentions.labels.iter().map(|mention| mention.label.as_str()).filter(|label| !is_label(label)).collect();
    let found = occurrences(text, &surrogates);
    if found.len() != mentions.labels.len() {
        return None;
    }
    let mut edits = Vec::with_capacity(found.len());
    for (span, mention) in found.into_iter().zip(&mentions.labels) {
        if !is_label(&mention.label) {
            // Blanks inside of a surrogate may be others in a format that was read again.
            if !span.of(text).split_whitespace().eq(mention.written.split_whitespace()) {
                return None;
            }
            if mention.surface != mention.written {
                edits.push(Edit { span, replacement: mention.surface.clone() });
            }
            continue;
        }
        let start = span.start.checked_sub(mention.written.find(&mention.label)?)?;
        let written = Span::new(start, start + mention.written.len());
        if text.get(written.range()) != Some(mention.written.as_str()) {
            return None;
        }
        if mention.surface != mention.written {
            edits.push(Edit { span: written, replacement: mention.surface.clone() });
        }
    }
    Some(edits)
}
