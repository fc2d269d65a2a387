//! What an index says of itself, and how far a build has come.

use crate::error::{Error, Result};
use scumble_io::write_whole;
use serde_json::{Value, json};
use std::path::Path;

/// Raised when the fields or the words of an index change.
const FORMAT: u64 = 1;
const FILE: &str = "manifest.json";

/// A running FNV-1a hash: its whole state is one number, so that a build can go on with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hash(pub(super) u64);

impl Hash {
    pub(super) const START: Self = Self(0xcbf2_9ce4_8422_2325);

    /// Adds a part and its end.
    pub(super) fn add(&mut self, part: &[u8]) {
        for &byte in part.iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

/// What stands in `manifest.json` of a finished index.
pub(super) struct Manifest {
    pub(super) documents: u64,
    pub(super) tokens: u64,
    /// The files' names, without their folders.
    pub(super) sources: Vec<String>,
    pub(super) hash: Hash,
}

impl Manifest {
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        let text = std::fs::read_to_string(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Error::file(folder, "is no index: make one with `scumble corpus build`"),
            _ => Error::file(&path, error),
        })?;
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        if value["format"].as_u64().is_some_and(|format| format != FORMAT) {
            return Err(Error::file(folder, "is an index of another version of scumble; build it again"));
        }
        let damaged = || Error::file(&path, "is damaged; build the index again");
        let names = |value: &Value| {
            Some(value.as_array()?.iter().filter_map(|name| Some(name.as_str()?.to_string())).collect())
        };
        Ok(Self {
            documents: value["documents"].as_u64().ok_or_else(damaged)?,
            tokens: value["tokens"].as_u64().ok_or_else(damaged)?,
            sources: names(&value["sources"]).ok_or_else(damaged)?,
            hash: hash_of(&value["hash"]).ok_or_else(damaged)?,
        })
    }

    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        let path = folder.join(FILE);
        let value = json!({
            "format": FORMAT,
            "documents": self.documents,
            "tokens": self.tokens,
            "hash": format!("{:016x}", self.hash.0),
            "sources": self.sources,
        });
        write_whole(&path, format!("{value:#}\n").as_bytes()).map_err(|error| Error::file(&path, error.source))
    }

    pub(super) fn version(&self) -> String {
        format!("{:016x}, {} documents", self.hash.0, self.documents)
    }
}

fn hash_of(value: &Value) -> Option<Hash> {
    u64::from_str_radix(value.as_str()?, 16).ok().map(Hash)
}

/// How far a build has come. It is kept inside each commit of the index, so that the two never disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    /// Of the files (path, size, time of change) and of the options: a build goes on only with the same.
    pub(super) plan: Hash,
    /// Which file is being read, and how many of its documents are done.
    pub(super) file: usize,
    pub(super) in_file: u64,
    pub(super) documents: u64,
    pub(super) tokens: u64,
    pub(super) hash: Hash,
}

impl Position {
    pub(super) fn start(plan: Hash) -> Self {
        Self { plan, file: 0, in_file: 0, documents: 0, tokens: 0, hash: Hash::START }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        (value["format"].as_u64() == Some(FORMAT)).then_some(())?;
        Some(Self {
            plan: hash_of(&value["plan"])?,
            file: value["file"].as_u64()? as usize,
            in_file: value["in_file"].as_u64()?,
            documents: value["documents"].as_u64()?,
            tokens: value["tokens"].as_u64()?,
            hash: hash_of(&value["hash"])?,
        })
    }

    pub(super) fn to_text(&self) -> String {
        json!({
            "format": FORMAT,
            "plan": format!("{:016x}", self.plan.0),
            "file": self.file,
            "in_file": self.in_file,
            "documents": self.documents,
            "tokens": self.tokens,
            "hash": format!("{:016x}", self.hash.0),
        })
        .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_as_it_was_written() {
        let mut position = Position { file: 3, in_file: 7, documents: 99, tokens: 1234, ..Position::start(Hash(5)) };
        position.hash.add(b"text");
        assert_eq!(Position::parse(&position.to_text()), Some(position));
        assert_eq!(Position::parse("{}"), None);
    }
}
