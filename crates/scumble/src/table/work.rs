//! The work folder of a table's release: what was left out, in which order records stand, and what every column was taken for. It is
//! not to be published, and holds no cell of the table.

use super::columns::kind_word;
use super::masked::Masked;
use super::recoded::ReleasedAs;
use crate::document::Folder;
use crate::error::{Error, Result};
use crate::places::make_folder;
use scumble_data::{ColumnKind, Missing};
use scumble_io::{Lock, Pending, remove_leftovers};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The file in the work folder.
const FILE: &str = "table.json";
/// What stands first in it.
const ABOUT: &str = "about the release of a table; keep it with the original and do not publish it";

/// What a run knew of the release that it wrote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorkFile {
    /// What it is, for who finds it.
    pub about: String,
    /// The SHA-256 of the release that it is about.
    pub release_sha256: String,
    /// Records of the original.
    pub input_records: usize,
    /// The rows of the original that were left out (the header is row 1).
    pub left_out: Vec<u32>,
    /// Those of them that the method left out; the others miss a value.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub left_out_by_method: Vec<u32>,
    /// If records were shuffled: for each record of the release its row in the original.
    pub order: Option<Vec<u32>>,
    /// Every column of the original.
    pub columns: Vec<WorkColumn>,
    /// The values that mean "missing".
    pub missing: Vec<String>,
    /// What was done, as the run printed it for programs.
    pub result: Value,
}

/// What was known of a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorkColumn {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: String,
    /// Its kind.
    pub kind: String,
    /// The format of its dates.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub format: Option<String>,
    /// The values of an ordinal column in their order, as the policy gives them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub order: Option<Vec<String>>,
    /// The taxonomy of a text column.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub taxonomy: Option<String>,
    /// Why it has that kind.
    pub reason: String,
    /// What its released values are, if they were generalised: they are no longer of that kind.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub released_as: Option<ReleasedAs>,
}

impl WorkColumn {
    /// The kind of its values; nothing if this version does not know it.
    pub fn column_kind(&self) -> Option<ColumnKind> {
        Some(match (self.kind.as_str(), &self.format, &self.order, &self.taxonomy) {
            ("number", ..) => ColumnKind::Number,
            ("nominal", ..) => ColumnKind::Nominal,
            ("date", Some(format), ..) => ColumnKind::Date(format.clone()),
            ("ordinal", _, Some(order), _) => ColumnKind::Ordinal(order.clone()),
            ("text", .., Some(taxonomy)) => ColumnKind::Text(taxonomy.clone()),
            _ => return None,
        })
    }
}

impl WorkFile {
    /// What a run knows of a release that it is about to write.
    pub fn new(masked: &Masked, output: Option<&Path>, release_sha256: String) -> Self {
        let row = |&record: &u32| record + 2;
        let mut released = vec![false; masked.input_records];
        masked.rows.iter().for_each(|&record| released[record as usize] = true);
        let columns = masked.plan.columns.iter().map(|column| {
            let (mut format, mut order, mut taxonomy) = (None, None, None);
            match &column.kind {
                ColumnKind::Date(own) => format = Some(own.clone()),
                ColumnKind::Ordinal(own) => order = Some(own.clone()),
                ColumnKind::Text(own) => taxonomy = Some(own.clone()),
                _ => {}
            }
            WorkColumn {
                name: column.name.clone(),
                role: column.role.name().to_owned(),
                kind: kind_word(&column.kind).to_owned(),
                format,
                order,
                taxonomy,
                reason: column.reason.clone(),
                released_as: ReleasedAs::of(masked.generalized(), &column.name),
            }
        });
        Self {
            about: ABOUT.to_owned(),
            release_sha256,
            input_records: masked.input_records,
            left_out: (0..).zip(&released).filter(|(_, released)| !**released).map(|(at, _)| row(&at)).collect(),
            left_out_by_method: masked.left_out_by_method.iter().map(row).collect(),
            order: masked.plan.shuffle.then(|| masked.rows.iter().map(row).collect()),
            columns: columns.collect(),
            missing: masked.plan.missing.values.values.clone(),
            result: masked.to_json(output),
        }
    }

    /// Where the work folder of a release is.
    pub fn folder(release: &Path) -> PathBuf {
        Folder::work_of(release)
    }

    /// What is known of a release; nothing if it has no work folder.
    ///
    /// # Errors
    /// If the file is there and cannot be read, or is about another release than the one beside it.
    pub fn of_release(release: &Path) -> Result<Option<Self>> {
        let path = Self::folder(release).join(FILE);
        if !path.is_file() {
            return Ok(None);
        }
        let place = path.display();
        let fault = |problem: &str| {
            Error::input(format!("{place}: {problem}"))
                .with_help("make the release again, or move the work folder away to measure without it")
        };
        let bytes = std::fs::read(&path).map_err(|error| fault(&format!("cannot be read: {error}")))?;
        let found: Self = serde_json::from_slice(&bytes).map_err(|_| fault("is not about the release of a table"))?;
        let own = hash_of(release).map_err(|error| Error::input(format!("{}: {error}", release.display())))?;
        if own != found.release_sha256 {
            return Err(fault("is about another release: the table beside it was changed since it was written"));
        }
        Ok(Some(found))
    }

    /// For each released record its record in the original; nothing if what is written there does not fit together.
    pub fn rows(&self) -> Option<Vec<u32>> {
        let records = self.input_records as u32;
        let record = |&row: &u32| row.checked_sub(2).filter(|&record| record < records);
        let mut kept = vec![true; self.input_records];
        for row in &self.left_out {
            kept[record(row)? as usize] = false;
        }
        match &self.order {
            Some(order) => order.iter().map(record).collect(),
            None => Some((0..).zip(kept).filter(|(_, kept)| *kept).map(|(record, _)| record).collect()),
        }
    }

    /// The records of the original that the method left out; nothing if what is written there does not fit together.
    pub fn left_out_by_method(&self) -> Option<Vec<u32>> {
        let record = |row: &u32| {
            let record = row.checked_sub(2).filter(|&record| (record as usize) < self.input_records)?;
            self.left_out.binary_search(row).is_ok().then_some(record)
        };
        self.left_out_by_method.iter().map(record).collect()
    }

    /// The values that mean "missing".
    pub fn missing(&self) -> Missing {
        Missing { values: self.missing.clone() }
    }
}

/// The SHA-256 of a file, in hexadecimal.
pub(super) fn hash_of(path: &Path) -> std::io::Result<String> {
    let mut file = std::fs::File::open(path)?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
            read => hash.update(&buffer[..read]),
        }
    }
}

/// The work folder of a release that is being written: no other run writes the same release meanwhile, and what killed runs left is
/// gone. A folder in which nothing was kept is removed.
pub(super) struct WorkFolder {
    folder: PathBuf,
    lock: Option<Lock>,
}

impl WorkFolder {
    /// Makes the folder, takes its lock and removes what killed runs left there and beside the release.
    pub(super) fn begin(release: &Path) -> Result<Self> {
        if release.exists() && !release.is_file() {
            let problem = format!("{}: is no regular file, and is not replaced", release.display());
            return Err(Error::input(problem).with_help("name another file"));
        }
        let folder = WorkFile::folder(release);
        make_folder(&folder)?;
        crate::document::private(&folder, 0o700);
        let lock = Lock::take(&folder.join("lock"))
            .map_err(|error| Error::input(format!("{}: cannot be locked: {error}", folder.display())))?;
        let lock = lock.ok_or_else(|| {
            Error::input(format!("{}: another run is writing this release", release.display()))
                .with_help("wait until it ends, or name another place")
        })?;
        // Where a link points to, if it is one: the release is written there.
        remove_leftovers(&release.canonicalize().unwrap_or_else(|_| release.to_owned()));
        remove_leftovers(&folder);
        Ok(Self { folder, lock: Some(lock) })
    }

    /// Writes what is known, to be kept together with the release.
    pub(super) fn write(&self, file: &WorkFile) -> Result<Pending> {
        let bytes = serde_json::to_vec(file)
            .map_err(|error| Error::input(format!("{}: cannot be written: {error}", self.folder.display())))?;
        Ok(Pending::write_private(&self.folder.join(FILE), |file| file.write_all(&bytes))?)
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        // The lock is given back, and its file with it; a folder with anything else in it stays.
        self.lock = None;
        let _ = std::fs::remove_dir(&self.folder);
    }
}
