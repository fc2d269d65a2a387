//! Finished points on disk: a run that is killed goes on where it was.

use super::axes::Figures;
use crate::error::{Error, ErrorKind, Result};
use crate::places::make_folder;
use scumble_io::Lock;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The file of finished points in the work folder.
const FILE: &str = "points.jsonl";

/// What became of a point: its figures, or why it could not be masked or measured.
pub type Outcome = std::result::Result<Figures, String>;

/// The points that are finished, by their keys; each is on disk before it counts.
#[derive(Debug)]
pub(super) struct Finished {
    path: PathBuf,
    known: BTreeMap<String, Outcome>,
    file: Mutex<File>,
    /// Points of a run with another table or policy, which are not used.
    pub(super) discarded: usize,
    _lock: Lock,
}

impl Finished {
    /// Opens the work folder of an output. `inputs` is a hash of all that the figures depend on besides the point.
    ///
    /// # Errors
    /// If the folder cannot be written, or another run is writing to it.
    pub(super) fn open(work: &Path, inputs: &str) -> Result<Self> {
        make_folder(work)?;
        let fault = |error: std::io::Error| {
            Error::new(ErrorKind::Io, format!("{}: cannot be written: {error}", work.display()))
        };
        let lock = Lock::take(&work.join("lock")).map_err(fault)?.ok_or_else(|| {
            Error::input(format!("{}: another run is exploring into this folder", work.display()))
                .with_help("wait until it ends, or name another folder")
        })?;
        let path = work.join(FILE);
        let (known, whole, discarded) = stored(&std::fs::read(&path).unwrap_or_default(), inputs);
        let mut file = File::options().create(true).truncate(false).write(true).open(&path).map_err(fault)?;
        // What a killed run wrote by half is cut off.
        file.set_len(whole as u64).map_err(fault)?;
        std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).map_err(fault)?;
        if whole == 0 {
            let head = json!({ "about": "finished points of an exploration; it may be deleted", "inputs": inputs });
            writeln!(file, "{head}").and_then(|()| file.sync_data()).map_err(fault)?;
        }
        Ok(Self { path, known, file: Mutex::new(file), discarded, _lock: lock })
    }

    /// What became of a point in an earlier run.
    pub(super) fn get(&self, key: &str) -> Option<&Outcome> {
        self.known.get(key)
    }

    /// Puts a finished point on disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn add(&self, key: &str, outcome: &Outcome) -> Result<()> {
        // One write for the whole line; numbers are texts, so that they come back to the last bit.
        let line = match outcome {
            Ok(Figures { loss, risk, parts }) => {
                let parts: Vec<Value> = parts.iter().map(|(name, value)| json!([name, format!("{value:?}")])).collect();
                json!({ "key": key, "loss": format!("{loss:?}"), "risk": format!("{risk:?}"), "parts": parts })
            }
            Err(reason) => json!({ "key": key, "reason": reason }),
        };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(format!("{line}\n").as_bytes()).and_then(|()| file.sync_data());
        written
            .map_err(|error| Error::new(ErrorKind::Io, format!("{}: cannot be written: {error}", self.path.display())))
    }
}

/// The points of a file, how many of its bytes are whole lines of this run's inputs, and how many points belong to other inputs.
fn stored(bytes: &[u8], inputs: &str) -> (BTreeMap<String, Outcome>, usize, usize) {
    let mut known = BTreeMap::new();
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let head = lines.next().unwrap_or_default();
    let is_ours = serde_json::from_slice::<Value>(head).is_ok_and(|head| head["inputs"] == inputs);
    if !is_ours {
        return (known, 0, lines.count());
    }
    let mut whole = head.len();
    for line in lines {
        let Some((key, outcome)) = point(line) else { break };
        known.insert(key, outcome);
        whole += line.len();
    }
    (known, whole, 0)
}

fn point(line: &[u8]) -> Option<(String, Outcome)> {
    let line: Value = serde_json::from_slice(line).ok()?;
    let key = line["key"].as_str()?.to_owned();
    if let Some(reason) = line["reason"].as_str() {
        return Some((key, Err(reason.to_owned())));
    }
    let number = |value: &Value| value.as_str()?.parse::<f64>().ok();
    let part = |part: &Value| Some((part[0].as_str()?.to_owned(), number(&part[1])?));
    let parts = line["parts"].as_array()?.iter().map(part).collect::<Option<Vec<_>>>()?;
    Some((key, Ok(Figures { loss: number(&line["loss"])?, risk: number(&line["risk"])?, parts })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_points_come_back_to_the_last_bit_and_half_a_line_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let work = folder.path().join("out.work");
        let figures = Figures { loss: 0.1 + 0.2, risk: 1.0 / 3.0, parts: vec![("prl".to_owned(), f64::NAN)] };
        let open = |inputs: &str| Finished::open(&work, inputs).unwrap();
        let first = open("a");
        assert!(Finished::open(&work, "a").unwrap_err().to_string().contains("another run"));
        first.add("one", &Ok(figures.clone())).unwrap();
        first.add("two", &Err("too few records".to_owned())).unwrap();
        drop(first);
        let path = work.join(FILE);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, [&whole[..], b"{\"key\": \"three\", \"lo"].concat()).unwrap();
        let again = open("a");
        let found = again.get("one").unwrap().as_ref().unwrap();
        assert_eq!((found.loss, found.risk), (figures.loss, figures.risk));
        assert!(found.parts[0].1.is_nan());
        assert_eq!(again.get("two"), Some(&Err("too few records".to_owned())));
        assert_eq!((again.get("three"), again.discarded), (None, 0));
        drop(again);
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        let other = open("b");
        assert_eq!((other.get("one"), other.discarded), (None, 2));
    }
}
