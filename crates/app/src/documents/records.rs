//! Files with a document in each line or row: read, changed and written piece by piece, so that memory does not grow with them.

use super::input::{Holds, Input};
use super::job::Job;
use super::run::{Outcome, Run};
use crate::failure::Failure;
use scumble_data::{Record, RecordForm, RecordOptions, RecordReader};
use scumble_span::Edit;
use std::fs::File;
use std::io::{BufWriter, Write};

/// How much is taken at once.
const MOST_RECORDS: usize = 512;
const MOST_BYTES: usize = 8 << 20;

/// Sanitises such a file into `out`, a document a record; `told` is called with each, in order.
pub(crate) fn sanitise(
    run: &mut Run<'_>,
    input: &Input,
    out: &mut File,
    told: &mut dyn FnMut(&Outcome) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut reader = open(input, &run.fields)?;
    let columns = Columns::of(&reader);
    if run.decider.is_named_in(&columns.names)? {
        let what = format!("{}: withheld: the name of a column names what is protected", input.name);
        return Err(Failure::promise(what).of_file().with_help("give that column another name"));
    }
    through(input, &mut reader, out, &mut |records| {
        let jobs: Vec<Job> = records.iter().map(|record| columns.job(input, record)).collect();
        let mut changed = Vec::with_capacity(records.len());
        for (done, record) in run.process(jobs)?.into_iter().zip(records) {
            let done = match done {
                Err((_, failure)) if failure.is_of_file() => return Err(failure),
                done => done,
            };
            told(&done)?;
            changed.extend(done.ok().map(|done| (record, done.job.part_texts(&done.edits))));
        }
        Ok(changed)
    })?;
    if let Some(key) = &mut run.key {
        key.fields.insert(input.name.clone(), reader.fields().to_vec());
    }
    Ok(())
}

/// Writes such a file anew with edits of each record.
pub(crate) fn rewrite(
    input: &Input,
    fields: &[String],
    out: &mut dyn Write,
    edits: &mut dyn FnMut(&Job) -> Result<Vec<Edit>, Failure>,
) -> Result<(), Failure> {
    let mut reader = open(input, fields)?;
    let columns = Columns::of(&reader);
    through(input, &mut reader, out, &mut |records| {
        let changed = |record: Record| {
            let job = columns.job(input, &record);
            Ok((record, job.part_texts(&edits(&job)?)))
        };
        records.into_iter().map(changed).collect()
    })
}

/// Records with the new texts of their fields.
type Changed = Vec<(Record, Vec<String>)>;

/// Takes records from a reader, some at a time, and writes what becomes of them.
fn through(
    input: &Input,
    reader: &mut RecordReader,
    out: &mut dyn Write,
    change: &mut dyn FnMut(Vec<Record>) -> Result<Changed, Failure>,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(out);
    let cannot =
        |error: std::io::Error| Failure::input(format!("{}: the result cannot be written: {error}", input.name));
    out.write_all(reader.head()).map_err(cannot)?;
    let mut bytes = Vec::new();
    loop {
        let records = reader.next_batch(MOST_RECORDS, MOST_BYTES)?;
        if records.is_empty() {
            break;
        }
        for (record, texts) in change(records)? {
            bytes.clear();
            record.write(&texts, &mut bytes)?;
            out.write_all(&bytes).map_err(cannot)?;
        }
    }
    out.write_all(reader.tail()).map_err(cannot)?;
    out.flush().map_err(cannot)
}

fn open(input: &Input, fields: &[String]) -> Result<RecordReader, Failure> {
    let form = if input.holds == Holds::Rows { RecordForm::Table } else { RecordForm::JsonLines };
    let options = RecordOptions { fields: fields.to_vec(), form: Some(form), ..RecordOptions::default() };
    let reader = RecordReader::open(&input.path, &options)?;
    // A name in an encoding that is only assumed could be overlooked.
    if !reader.notes().is_empty() {
        return Err(Failure::input(format!("{}: is not UTF-8", input.path.display())).with_help("save it as UTF-8"));
    }
    Ok(reader)
}

/// The names of the columns, which are over all records.
struct Columns {
    header: Vec<String>,
    names: String,
}

impl Columns {
    fn of(reader: &RecordReader) -> Self {
        let header = reader.header().to_vec();
        let names = header.iter().map(|name| format!("{name}\n")).collect();
        Self { header, names }
    }

    /// The document of a record.
    fn job(&self, input: &Input, record: &Record) -> Job {
        let part = |name: &String| match self.header.iter().position(|column| column == name) {
            Some(column) => format!("column {}", column + 1),
            None => format!("field {name}"),
        };
        let texts = record.cells.iter().map(|(name, text)| (part(name), text.clone())).collect();
        let mut job = Job::of_texts(format!("{}:{}", input.name, record.number), texts);
        job.others = record.unchanged.clone();
        job.beside = self.names.clone();
        job
    }
}
