//! Writing of a release of set-valued records, and reading it back as it was written.

use super::SetRecord;
use crate::error::{Error, Place, Result};
use scumble_io::jsonl::{LineError, Lines};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

/// Writes records as JSON lines, `{"id":…,"items":[…]}`: the number of a record in the input, from 1, and its items. The ids of the
/// input are not written: they may identify persons.
///
/// # Errors
/// If `out` fails.
pub fn write_release<'r>(records: impl IntoIterator<Item = (usize, &'r [String])>, out: impl Write) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    for (number, items) in records {
        writeln!(out, "{}", json!({ "id": number, "items": items }))?;
    }
    out.flush()
}

/// Reads what [`write_release`] wrote: numbers (as ids) and items exactly as they were written, and records that may be empty.
///
/// # Errors
/// If the file cannot be read, or a line of it is no such record.
pub fn read_release(path: &Path) -> Result<Vec<SetRecord>> {
    let file = path.display().to_string();
    let source = scumble_io::open(path).map_err(|error| Error::unreadable(Place::file(&file), error))?;
    let mut lines = Lines::new(source);
    let mut records = Vec::new();
    let unreadable =
        |error: LineError| Error::new(Place::line(&file, error.line()), error.to_string()).with_source(error);
    while let Some(line) = lines.next().map_err(unreadable)? {
        let value: Value = serde_json::from_slice(line.content).unwrap_or_default();
        let id = value.get("id").and_then(Value::as_u64);
        let items = value.get("items").and_then(Value::as_array).and_then(|items| {
            items.iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>()
        });
        let (Some(id), Some(items)) = (id, items) else {
            return Err(Error::new(Place::line(&file, line.number), "no record of a release, with a number and items"));
        };
        records.push(SetRecord { id: id.to_string(), items });
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_reads_back_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("release.jsonl");
        let items = |items: &[&str]| items.iter().map(|item| (*item).to_owned()).collect::<Vec<String>>();
        let (first, second) = (items(&["x", "x", " y\n"]), items(&[]));
        let file = std::fs::File::create(&path).unwrap();
        write_release([(1, first.as_slice()), (3, second.as_slice())], file).unwrap();
        let written = std::fs::read_to_string(&path).unwrap();
        assert_eq!(written, "{\"id\":1,\"items\":[\"x\",\"x\",\" y\\n\"]}\n{\"id\":3,\"items\":[]}\n");
        let back: Vec<_> = read_release(&path).unwrap().into_iter().map(|record| (record.id, record.items)).collect();
        assert_eq!(back, [("1".to_owned(), first), ("3".to_owned(), second)]);
        std::fs::write(&path, "{\"id\":\"a\"}\n").unwrap();
        assert!(read_release(&path).unwrap_err().to_string().contains("line 1: no record of a release"));
    }
}
