//! Files with a document in each record: read, changed and written piece by piece, so that memory does not grow with them.

use super::inputs::Input;
use super::names;
use super::record::DocumentRecord;
use super::record_file::RecordFile;
use super::release::{Event, Listener, Release};
use super::sink::RecordSink;
use super::source::Source;
use crate::{Error, Result};
use scumble_io::Watch;

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
    let mut records = RecordFile::open(input, &release.fields, &release.tables)?;
    let header = records.header();
    if sanitizer.is_named_in(&header)? {
        let what = format!("{}: withheld: the name of a column holds a protected term", input.name);
        return Err(Error::withheld(what).of_file().with_help("rename that column"));
    }
    let own = RecordFile::output_name(&input.name);
    let output = release.output_name(&input.name, &own, named);
    let sink = release.sink;
    let mut file = sink.begin_records(input, &output)?;
    loop {
        let mut batch = records.next_batch()?;
        if batch.is_empty() {
            break;
        }
        watch.step("sanitizing records", batch[0].number as u64, 0)?;
        let sources = batch.iter_mut().map(|record| {
            let name = format!("{}:{}", input.name, record.number);
            Source::record(&name, record.cells.clone(), std::mem::take(&mut record.unchanged), header.clone())
        });
        let sources: Vec<Source> = sources.collect();
        let names: Vec<String> = sources.iter().map(|source| source.name().to_owned()).collect();
        for ((outcome, record), name_of) in release.process(sources)?.into_iter().zip(&batch).zip(&names) {
            match outcome {
                Ok(document) => {
                    release.remember(&document, &document.name);
                    file.decided(&DocumentRecord::of(&document, &output, &release.settings))?;
                    records.write(record, &document.cells)?;
                    release.summary.add(&document);
                    listener(Event::Released { document: &document, output: &output });
                }
                Err(refused) if refused.error.is_of_file() => return Err(refused.error),
                Err(refused) => {
                    release.summary.withhold(name_of, &refused.error);
                    listener(Event::Withheld { name: name_of, why: &refused.error });
                }
            }
        }
        put(&records.take(), input, &mut *file)?;
    }
    if let Some(key) = &mut release.key {
        key.remember_fields(&input.name, records.fields());
        key.remember_file_name(&input.name, &output);
    }
    put(&records.finish()?, input, &mut *file)?;
    release.released.record_files.push(input.name.clone());
    release.save_key()?;
    file.keep(&output)
}

fn put(bytes: &[u8], input: &Input, file: &mut dyn RecordSink) -> Result<()> {
    let written = file.out().write_all(bytes);
    written.map_err(|error| Error::input(format!("{}: the result cannot be written: {error}", input.name)))
}
