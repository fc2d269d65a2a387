//! Files with a document in each record: read, changed and written piece by piece, so that memory does not grow with them.

use super::inputs::Input;
use super::record::DocumentRecord;
use super::release::{Event, Listener, Release};
use super::source::{Source, name_as_text};
use crate::{Error, Result};
use scumble_data::{RecordOptions, RecordReader};
use scumble_io::Watch;

/// Releases a file of records. A record that cannot be released is withheld; what is wrong with the whole file withholds the file.
pub(super) fn release(
    release: &mut Release<'_>,
    input: &Input,
    watch: &dyn Watch,
    listener: &mut Listener<'_>,
) -> Result<()> {
    match through(release, input, watch, listener) {
        Err(why) if why.is_of_file() => {
            release.withhold(&input.name, &why, listener);
            Ok(())
        }
        done => done,
    }
}

fn through(release: &mut Release<'_>, input: &Input, watch: &dyn Watch, listener: &mut Listener<'_>) -> Result<()> {
    let sanitizer = release.sanitizer;
    let name = name_as_text(&input.name);
    let mut output = match sanitizer.is_named_in(&name)? {
        true => release.neutral_name(&input.name),
        false => input.name.clone(),
    };
    let path = input.path().ok_or_else(|| Error::input(format!("{}: records are read from a file", input.name)))?;
    let options = RecordOptions { fields: release.fields.clone(), ..Default::default() };
    let mut reader = RecordReader::open(path, &options)?;
    let header: String = reader.header().iter().map(|name| format!("{name}\n")).collect();
    if sanitizer.is_named_in(&header)? {
        let what = format!("{}: withheld: the name of a column holds a protected term", input.name);
        return Err(Error::withheld(what).of_file().with_help("give that column another name"));
    }
    let sink = release.sink;
    let mut file = sink.begin_records(input, &output)?;
    let cannot = |error: std::io::Error| Error::input(format!("{}: the result cannot be written: {error}", input.name));
    file.out().write_all(reader.head()).map_err(cannot)?;
    let mut discloses = false;
    loop {
        let mut records = reader.next_batch()?;
        if records.is_empty() {
            break;
        }
        watch.step("sanitizing records", records[0].number as u64, 0)?;
        let sources = records.iter_mut().map(|record| {
            let name = format!("{}:{}", input.name, record.number);
            Source::record(&name, record.take_cells(), record.take_unchanged(), header.clone())
        });
        let sources: Vec<Source> = sources.collect();
        let names: Vec<String> = sources.iter().map(|source| source.name().to_owned()).collect();
        for ((outcome, record), name_of) in release.process(sources)?.into_iter().zip(&records).zip(&names) {
            match outcome {
                Ok(document) => {
                    discloses |= document.is_disclosed_by(&name);
                    file.decided(&DocumentRecord::of(&document, &output, &release.settings))?;
                    record.write(&document.cells, file.out())?;
                    release.summary.add(&document);
                    listener(Event::Released { document: &document, output: &output });
                }
                Err(why) if why.is_of_file() => return Err(why),
                Err(why) => {
                    release.summary.withhold(name_of, &why);
                    listener(Event::Withheld { name: name_of, why: &why });
                }
            }
        }
    }
    if let Some(key) = &mut release.key {
        key.remember_fields(&input.name, reader.fields().to_vec());
    }
    release.released.record_files.push(input.name.clone());
    release.save_key()?;
    if discloses && output == input.name {
        output = release.neutral_name(&input.name);
    }
    file.keep(&output)
}
