//! Files with a document in each line or row: read, changed and written piece by piece, so that memory does not grow with them.

use super::input::{Holds, Input};
use super::job::Job;
use super::run::{Outcome, Run};
use crate::failure::Failure;
use scumble_span::{Edit, Span};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};

/// How much is taken at once.
const MOST_RECORDS: usize = 512;
const MOST_BYTES: usize = 8 << 20;

/// A record, and where its texts stand in it.
struct Record {
    number: usize,
    raw: Raw,
    texts: Vec<(String, String)>,
    others: String,
    beside: String,
}

enum Raw {
    Line { line: String, places: Vec<Span>, ending: &'static str },
    Row { row: csv::ByteRecord, columns: Vec<usize> },
}

/// Sanitises such a file into `out`, a document a record; `told` is called with each, in order.
pub(crate) fn sanitise(
    run: &mut Run<'_>,
    input: &Input,
    out: &mut File,
    told: &mut dyn FnMut(&Outcome) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut reader = Reader::open(input, &run.fields)?;
    if run.decider.is_named_in(&reader.beside)? {
        let what = format!("{}: withheld: the name of a column names what is protected", input.name);
        return Err(Failure::promise(what).of_file().with_help("give that column another name"));
    }
    through(input, &mut reader, out, &mut |records| {
        let (jobs, raws): (Vec<Job>, Vec<Raw>) = records.into_iter().map(|record| record.job(input)).unzip();
        let mut changed = Vec::with_capacity(raws.len());
        for (done, raw) in run.process(jobs)?.into_iter().zip(raws) {
            let done = match done {
                Err((_, failure)) if failure.is_of_file() => return Err(failure),
                done => done,
            };
            told(&done)?;
            changed.extend(done.ok().map(|done| (raw, done.job.woven().part_texts(&done.edits))));
        }
        Ok(changed)
    })?;
    if let Some(key) = &mut run.key {
        key.fields.insert(input.name.clone(), reader.fields);
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
    through(input, &mut Reader::open(input, fields)?, out, &mut |records| {
        let jobs = records.into_iter().map(|record| record.job(input));
        jobs.map(|(job, raw)| Ok((raw, job.woven().part_texts(&edits(&job)?)))).collect()
    })
}

/// Records with the new texts of their fields.
type Changed = Vec<(Raw, Vec<String>)>;

/// Takes records from a reader, some at a time, and writes what becomes of them.
fn through(
    input: &Input,
    reader: &mut Reader,
    out: &mut dyn Write,
    change: &mut dyn FnMut(Vec<Record>) -> Result<Changed, Failure>,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(out);
    let cannot =
        |error: std::io::Error| Failure::input(format!("{}: the result cannot be written: {error}", input.name));
    out.write_all(&reader.head).map_err(cannot)?;
    loop {
        let records = reader.take()?;
        if records.is_empty() {
            break;
        }
        for (raw, texts) in change(records)? {
            raw.write(&texts, reader.delimiter, &mut out).map_err(cannot)?;
        }
    }
    out.flush().map_err(cannot)
}

impl Record {
    fn job(self, input: &Input) -> (Job, Raw) {
        let mut job = Job::of_texts(format!("{}:{}", input.name, self.number), self.texts);
        job.others = self.others;
        job.beside = self.beside;
        (job, self.raw)
    }
}

impl Raw {
    fn write(&self, texts: &[String], delimiter: u8, out: &mut impl Write) -> std::io::Result<()> {
        match self {
            Self::Line { line, places, ending } => {
                let mut at = 0;
                for (place, text) in places.iter().zip(texts) {
                    out.write_all(&line.as_bytes()[at..place.start])?;
                    serde_json::to_writer(&mut *out, &text)?;
                    at = place.end;
                }
                out.write_all(&line.as_bytes()[at..])?;
                out.write_all(ending.as_bytes())
            }
            Self::Row { row, columns } => {
                let mut new = csv::ByteRecord::new();
                for (i, field) in row.iter().enumerate() {
                    match columns.iter().position(|&column| column == i) {
                        Some(at) => new.push_field(texts[at].as_bytes()),
                        None => new.push_field(field),
                    }
                }
                let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(&mut *out);
                writer.write_byte_record(&new)?;
                writer.flush()
            }
        }
    }
}

/// Takes records from a file.
struct Reader {
    name: String,
    source: Source,
    fields: Vec<String>,
    head: Vec<u8>,
    /// Names of other columns, which are released as well.
    beside: String,
    delimiter: u8,
    number: usize,
}

enum Source {
    Lines(BufReader<File>),
    Rows(Box<csv::Reader<File>>, Vec<usize>),
}

impl Reader {
    fn open(input: &Input, fields: &[String]) -> Result<Self, Failure> {
        let fault = |what: String| Failure::input(format!("{}: {what}", input.path.display()));
        let file = File::open(&input.path).map_err(|error| fault(format!("cannot be read: {error}")))?;
        let mut reader = Self {
            name: input.name.clone(),
            source: Source::Lines(BufReader::new(File::open(&input.path).map_err(|error| fault(error.to_string()))?)),
            fields: once_each(fields),
            beside: String::new(),
            head: Vec::new(),
            delimiter: b',',
            number: 0,
        };
        if input.holds == Holds::Rows {
            let mut first = String::new();
            BufReader::new(&file).read_line(&mut first).map_err(|_| fault("line 1 is not UTF-8".into()))?;
            let best = [b',', b';', b'\t']
                .into_iter()
                .max_by_key(|byte| (first.bytes().filter(|b| b == byte).count(), *byte == b','));
            reader.delimiter = best.unwrap_or(b',');
            let file = File::open(&input.path).map_err(|error| fault(error.to_string()))?;
            let mut rows = csv::ReaderBuilder::new().delimiter(reader.delimiter).from_reader(file);
            let header = rows.headers().map_err(|_| fault("the header cannot be read".into()))?.clone();
            let column = |field: &String| {
                header.iter().position(|name| name == field).ok_or_else(|| {
                    let near = crate::policy::suggestion(field, header.iter());
                    fault(format!("there is no column “{field}”{near}"))
                        .with_help("name the columns that hold text with --field")
                })
            };
            let columns = reader.fields.iter().map(column).collect::<Result<Vec<_>, _>>()?;
            reader.beside = header.iter().map(|name| format!("{name}\n")).collect();
            let mut writer = csv::WriterBuilder::new().delimiter(reader.delimiter).from_writer(Vec::new());
            writer.write_record(&header).map_err(|_| fault("the header cannot be written".into()))?;
            reader.head = writer.into_inner().map_err(|_| fault("the header cannot be written".into()))?;
            reader.number = 1;
            reader.source = Source::Rows(Box::new(rows), columns);
        }
        Ok(reader)
    }

    fn take(&mut self) -> Result<Vec<Record>, Failure> {
        let (mut out, mut bytes) = (Vec::new(), 0);
        while out.len() < MOST_RECORDS && bytes < MOST_BYTES {
            let record = match &mut self.source {
                Source::Lines(lines) => {
                    let mut line = String::new();
                    let fault = |what: &str| Failure::input(format!("{}, line {}: {what}", self.name, self.number + 1));
                    if lines.read_line(&mut line).map_err(|_| fault("is not UTF-8"))? == 0 {
                        break;
                    }
                    self.number += 1;
                    let ending =
                        ["\r\n", "\n", ""].into_iter().find(|ending| line.ends_with(ending)).unwrap_or_default();
                    line.truncate(line.len() - ending.len());
                    if self.number == 1 && line.starts_with('\u{feff}') {
                        line.drain(..'\u{feff}'.len_utf8());
                    }
                    if line.trim().is_empty() {
                        continue;
                    }
                    of_line(line, ending, &self.fields)
                        .map_err(|what| Failure::input(format!("{}, line {}: {what}", self.name, self.number)))?
                }
                Source::Rows(rows, columns) => {
                    let mut row = csv::ByteRecord::new();
                    let fault =
                        |what: String| Failure::input(format!("{}, row {}: {what}", self.name, self.number + 1));
                    let more = rows.read_byte_record(&mut row).map_err(|error| match error.kind() {
                        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                            fault(format!("has {len} fields instead of {expected_len}"))
                        }
                        _ => fault("cannot be read".into()),
                    })?;
                    if !more {
                        break;
                    }
                    self.number += 1;
                    of_row(row, columns)
                        .map_err(|what| Failure::input(format!("{}, row {}: {what}", self.name, self.number)))?
                }
            };
            bytes += record.texts.iter().map(|(_, text)| text.len()).sum::<usize>();
            out.push(Record { number: self.number, beside: self.beside.clone(), ..record });
        }
        Ok(out)
    }
}

/// The fields without repetitions; `text` if none are named.
fn once_each(fields: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for field in fields {
        if !out.contains(field) {
            out.push(field.clone());
        }
    }
    if out.is_empty() { vec!["text".to_owned()] } else { out }
}

fn of_row(row: csv::ByteRecord, columns: &[usize]) -> Result<Record, String> {
    let text = |i: usize| std::str::from_utf8(&row[i]).map_err(|_| format!("field {} is not UTF-8", i + 1));
    let mut texts = Vec::new();
    for &column in columns {
        texts.push((format!("column {}", column + 1), text(column)?.to_owned()));
    }
    let mut others = String::new();
    for i in (0..row.len()).filter(|i| !columns.contains(i)) {
        others.push_str(text(i)?);
        others.push('\n');
    }
    Ok(Record { number: 0, raw: Raw::Row { row, columns: columns.to_vec() }, texts, others, beside: String::new() })
}

fn of_line(line: String, ending: &'static str, fields: &[String]) -> Result<Record, String> {
    let value: Value = serde_json::from_str(&line).map_err(|error| format!("column {}: no JSON", error.column()))?;
    let object = value.as_object().ok_or("an object { … } is expected")?;
    let mut found: Vec<(Span, String, String)> = Vec::new();
    for field in fields {
        let text = object.get(field).ok_or_else(|| {
            format!(
                "there is no field “{field}”{}",
                crate::policy::suggestion(field, object.keys().map(String::as_str))
            )
        })?;
        let Some(text) = text.as_str() else { return Err(format!("the field “{field}” is no text")) };
        let place = place_of(&line, field).ok_or_else(|| format!("the field “{field}” is there twice"))?;
        found.push((place, field.clone(), text.to_owned()));
    }
    found.sort_by_key(|(place, ..)| *place);
    let mut others = String::new();
    for (key, value) in object.iter().filter(|(key, _)| !fields.contains(key)) {
        others.push_str(key);
        others.push('\n');
        strings(value, &mut others);
    }
    // Also as it is written: a key that is there twice is in no object.
    let mut at = 0;
    for (place, ..) in &found {
        others.push_str(&line[at..place.start]);
        at = place.end;
    }
    others.push_str(&line[at..]);
    others.push('\n');
    every_string(&line, &found, &mut others);
    let places = found.iter().map(|(place, ..)| *place).collect();
    let texts = found.into_iter().map(|(_, field, text)| (format!("field {field}"), text)).collect();
    Ok(Record { number: 0, raw: Raw::Line { line, places, ending }, texts, others, beside: String::new() })
}

/// Every string of a line of valid JSON, but for those at these places, one a line: also of keys that are there twice.
fn every_string(line: &str, found: &[(Span, String, String)], out: &mut String) {
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'"' {
            at += 1;
            continue;
        }
        let from = at;
        at += 1;
        while bytes.get(at).is_some_and(|&byte| byte != b'"') {
            at += if bytes[at] == b'\\' { 2 } else { 1 };
        }
        at += 1;
        let taken = found.iter().any(|(place, ..)| place.start == from);
        if let Some(text) =
            line.get(from..at).filter(|_| !taken).and_then(|string| serde_json::from_str::<String>(string).ok())
        {
            out.push_str(&text);
            out.push('\n');
        }
    }
}

/// All texts inside a value, one a line.
fn strings(value: &Value, out: &mut String) {
    match value {
        Value::String(text) => {
            out.push_str(text);
            out.push('\n');
        }
        Value::Array(items) => items.iter().for_each(|item| strings(item, out)),
        Value::Object(object) => object.iter().for_each(|(key, value)| {
            out.push_str(key);
            out.push('\n');
            strings(value, out);
        }),
        Value::Number(number) => {
            out.push_str(&number.to_string());
            out.push('\n');
        }
        _ => {}
    }
}

/// Where the value of a top-level key stands in a line of valid JSON; `None` unless it is there once.
fn place_of(line: &str, key: &str) -> Option<Span> {
    let bytes = line.as_bytes();
    let (mut at, mut depth, mut found) = (0, 0, None);
    let mut waiting: Option<bool> = None; // the last string at the top was a key: is it ours?
    let mut start = None;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let from = at;
                at += 1;
                while bytes.get(at).is_some_and(|&byte| byte != b'"') {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
                let string = line.get(from..at)?;
                if depth == 1 && start.is_none() && waiting.is_none() {
                    waiting = Some(serde_json::from_str::<String>(string).ok()? == key);
                } else if depth == 1 && start == Some(true) && found.replace(Span::new(from, at)).is_some() {
                    return None;
                }
                continue;
            }
            b':' if depth == 1 => start = waiting,
            b',' if depth == 1 => (waiting, start) = (None, None),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_field_itself_is_found() {
        let line = r#"{"a": {"text": "no"}, "t\u0065xt" : "y\"es", "b": ["text", ":"]}"#;
        assert_eq!(place_of(line, "text").map(|span| span.of(line)), Some(r#""y\"es""#));
        assert_eq!(place_of(r#"{"text":"a","text":"b"}"#, "text"), None);
        assert_eq!(place_of(r#"{"x":"text"}"#, "text"), None);
    }
}
