//! Files with a document in each record: read, changed and written piece by piece, so that memory does not grow with them.

use super::fields;
use super::inputs::Input;
use super::names;
use super::record::DocumentRecord;
use super::record_file::RecordFile;
use super::release::Release;
use super::release_event::{Event, Listener};
use super::release_labels::Mentions;
use super::restore;
use super::sink::RecordSink;
use super::source::Source;
use super::verify::Verified;
use crate::{Error, Result};
use scumble_data::{FieldRole, FieldRoles, NewCell, Record};
use scumble_files::Woven;
use scumble_io::Watch;
use std::collections::VecDeque;

/// Releases a file of records. A record that cannot be released is withheld; what is wrong with the whole file withholds the file.
pub(super) fn release(
    release: &mut Release<'_>,
    input: &Input,
    watch: &dyn Watch,
    listener: &mut Listener<'_>,
) -> Result<()> {
    match through(release, input, watch, listener) {
        Err(why) if why.is_of_file() => release.withhold(&input.name, why.into(), listener),
        done => done,
    }
}

fn through(release: &mut Release<'_>, input: &Input, watch: &dyn Watch, listener: &mut Listener<'_>) -> Result<()> {
    let sanitizer = release.sanitizer;
    let named = sanitizer.is_named_in(&names::as_text(&input.name))?;
    let roles = release.fields.clone();
    let unread = |why: Error| of_input(input, why);
    let fields = fields::names(input, &roles, &release.tables).map_err(unread)?;
    if sanitizer.is_named_in(&one_a_line(fields.iter()))? {
        let what = format!("{}: withheld: the name of a field holds a protected term", input.name);
        return Err(Error::withheld(what).of_file().with_help("rename that field"));
    }
    let header = header(&fields, &roles);
    let mut records = RecordFile::open(input, &roles, &release.tables).map_err(unread)?;
    let own = RecordFile::output_name(&input.name);
    let output = release.output_name(&input.name, &own, named);
    let sink = release.sink;
    let mut file = sink.begin_records(input, &output)?;
    loop {
        let batch = records.next_batch().map_err(unread)?;
        if batch.is_empty() {
            break;
        }
        let mut found: Vec<Record> = Vec::with_capacity(batch.len());
        // What is no record, before the record of a number.
        let mut bad: VecDeque<(usize, scumble_data::Error)> = VecDeque::new();
        for record in batch {
            match record {
                Ok(record) => found.push(record),
                Err(error) => bad.push_back((found.len(), error)),
            }
        }
        watch.step("sanitizing records", found.first().map_or(0, |record| record.number as u64), 0)?;
        let name_of = |record: &Record| format!("{}:{}", input.name, record.number);
        let sources = found.iter_mut().map(|record| {
            let published = std::mem::take(&mut record.published);
            Source::record(&name_of(record), record.cells.clone(), published, header.clone())
        });
        let sources: Vec<Source> = sources.collect();
        let mut withhold_bad = |release: &mut Release<'_>, before: usize, listener: &mut Listener<'_>| {
            while bad.front().is_some_and(|(at, _)| *at <= before)
                && let Some((_, error)) = bad.pop_front()
            {
                let (name_of, why) = no_record(input, &error);
                withhold(release, &name_of, why, listener);
            }
        };
        for (at, (outcome, record)) in release.process(sources)?.into_iter().zip(&found).enumerate() {
            withhold_bad(release, at, listener);
            let name_of = name_of(record);
            let released = outcome.and_then(|mut document| {
                write(&mut records, record, &mut document)
                    .map_err(|why| Error::withheld(format!("{name_of}: withheld: {}", why.message)))?;
                Ok(document)
            });
            match released {
                Ok(document) => {
                    release.remember(&document, &document.name);
                    file.decided(&DocumentRecord::of(&document, &output, &release.settings))?;
                    release.summary.add(&document);
                    listener(Event::Released { document: &document, output: &output });
                }
                Err(refused) if refused.error.is_of_file() => return Err(refused.error),
                Err(refused) => withhold(release, &name_of, refused.error, listener),
            }
        }
        withhold_bad(release, usize::MAX, listener);
        put(&records.take(), input, &mut *file)?;
    }
    if let Some(key) = &mut release.key {
        let text = fields.into_iter().filter(|field| roles.role(field) == Some(FieldRole::Text));
        key.remember_fields(&input.name, text.collect());
        key.remember_file_name(&input.name, &output);
    }
    put(&records.finish().map_err(unread)?, input, &mut *file)?;
    release.released.record_files.push(input.name.clone());
    release.save_key()?;
    file.keep(&output)
}

/// Writes a record with its new cells, and sees that a key file can restore it byte for byte.
fn write(records: &mut RecordFile, record: &Record, document: &mut Verified) -> Result<()> {
    if let Some(mut back) = document.back.take() {
        back.cells =
            spellings(record, document, &back).ok_or_else(|| Error::input("the key file could not restore it"))?;
        document.back = Some(back);
    }
    let cells: Vec<NewCell<'_>> = document.cell_edits.iter().map(|edits| NewCell::Edited(edits)).collect();
    records.write(record, &cells)
}

/// The cells that restoring would not write as they are written in the original: those that a redacted term reaches over, or in which
/// it has quotes or escapes that do not follow from the text. Nothing if the labels would not be found again.
fn spellings(record: &Record, document: &Verified, mentions: &Mentions) -> Option<Vec<(usize, String)>> {
    let released: Vec<String> =
        document.cell_edits.iter().enumerate().map(|(cell, edits)| record.written_with(cell, edits)).collect();
    let mut texts = Vec::with_capacity(released.len());
    for (cell, raw) in released.iter().enumerate() {
        texts.push((String::new(), record.text_if_written(cell, raw)?.into_owned()));
    }
    let woven = Woven::of_texts(texts);
    let edits = woven.part_edits(&restore::edits(&woven.text, mentions)?);
    let mut kept = Vec::new();
    for (cell, raw) in released.iter().enumerate() {
        let original = record.written(cell);
        if record.written_again(cell, raw, &edits[cell]).as_deref() != Some(original) {
            kept.push((cell, original.to_owned()));
        }
    }
    Some(kept)
}

/// The names of the columns that are left and that nobody declared by name, one a line. Those of JSON stand in each record.
fn header(fields: &[String], roles: &FieldRoles) -> String {
    let is_declared = |field: &str| roles.names().any(|(name, _)| name == field);
    one_a_line(fields.iter().filter(|field| !is_declared(field) && roles.role(field) != Some(FieldRole::Drop)))
}

fn one_a_line<'f>(fields: impl Iterator<Item = &'f String>) -> String {
    fields.map(|field| format!("{field}\n")).collect()
}

fn withhold(release: &mut Release<'_>, name: &str, why: Error, listener: &mut Listener<'_>) {
    release.summary.withhold(name, &why);
    listener(Event::Withheld { name, why: &why });
}

/// The name of what is no record, and why it is withheld.
fn no_record(input: &Input, error: &scumble_data::Error) -> (String, Error) {
    let number = error.place.line.or(error.place.row.map(|row| row as u64)).unwrap_or_default();
    let name = format!("{}:{number}", input.name);
    let why = Error::input(format!("{name}: {}", error.problem));
    let why = match &error.help {
        Some(help) => why.with_help(help.clone()),
        None => why,
    };
    (name, why)
}

/// A fault of a file of records, by the name of the input: the file is withheld.
fn of_input(input: &Input, mut why: Error) -> Error {
    if let Some(place) = &mut why.place {
        place.file.clone_from(&input.name);
    }
    why.of_file()
}

fn put(bytes: &[u8], input: &Input, file: &mut dyn RecordSink) -> Result<()> {
    let written = file.out().write_all(bytes);
    written.map_err(|error| Error::input(format!("{}: the result cannot be written: {error}", input.name)))
}
