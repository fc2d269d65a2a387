//! A ZIP archive as names and bytes: every limit is checked when reading, and the same files are written as the same bytes.

use crate::error::{Error, Result};
use crate::limits::Limits;
use std::collections::BTreeSet;
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// A file of the archive.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// The first bytes of a compound file: what Office wrote before 2007, and still writes around an encrypted document.
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Why a compound file is not read.
fn compound(bytes: &[u8]) -> Error {
    let stream: Vec<u8> = "EncryptedPackage".bytes().flat_map(|byte| [byte, 0]).collect();
    let encrypted = bytes.windows(stream.len()).any(|window| window == stream);
    Error::Refused(if encrypted {
        "the document is encrypted: open it with its password, remove the password and save it again".to_owned()
    } else {
        "the document has the format of Word 97 to 2003 (.doc): save it as DOCX".to_owned()
    })
}

/// All files of an archive, in the order of its directory.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Vec<Entry>> {
    if bytes.starts_with(COMPOUND) {
        return Err(compound(bytes));
    }
    let damaged = |_| Error::Damaged("the ZIP archive is damaged or cut off".to_owned());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
    if archive.len() > limits.entries {
        return Err(Error::TooLarge(format!("the archive has more than {} files", limits.entries)));
    }
    if archive.has_duplicate_names() {
        return Err(Error::Damaged("the archive has two files of one name".to_owned()));
    }
    let mut left = limits.unpacked;
    let mut names = BTreeSet::new();
    let mut entries = Vec::new();
    for at in 0..archive.len() {
        let data = archive.by_index_raw(at).map_err(damaged)?;
        if data.encrypted() {
            return Err(Error::Refused(
                "the archive is encrypted: unpack it with its password and pack it again without one".to_owned(),
            ));
        }
        let name = std::str::from_utf8(data.name_raw()).map(str::to_owned).ok().filter(|name| is_plain(name));
        let directory = data.is_dir();
        drop(data);
        let name = name.ok_or_else(|| Error::Damaged("the archive has a file with an unsafe name".to_owned()))?;
        if directory {
            continue;
        }
        // Names in such packages do not depend on upper and lower case.
        if !names.insert(name.to_ascii_lowercase()) {
            return Err(Error::Damaged("the archive has two files of one name".to_owned()));
        }
        let file = archive.by_index(at).map_err(damaged)?;
        let mut bytes = Vec::new();
        file.take(left + 1)
            .read_to_end(&mut bytes)
            .map_err(|_| Error::Damaged("a file of the archive is damaged".to_owned()))?;
        left = left
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| Error::TooLarge(format!("the archive unpacks to more than {} bytes", limits.unpacked)))?;
        entries.push(Entry { name, bytes });
    }
    Ok(entries)
}

/// A relative path that stays below where it starts.
fn is_plain(name: &str) -> bool {
    let odd = name.contains(['\\', ':']) || name.chars().any(char::is_control) || name.starts_with('/');
    !odd && name.split('/').all(|step| step != "." && step != "..")
}

/// The archive of these files. No times, no comments, no extra fields: the same files give the same bytes.
pub(crate) fn write<'a>(entries: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Result<Vec<u8>> {
    let failed = |_| Error::Refused("the archive cannot be written".to_owned());
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        writer.start_file(name, options.large_file(bytes.len() > 1 << 31)).map_err(failed)?;
        writer.write_all(bytes).map_err(|_| Error::Refused("the archive cannot be written".to_owned()))?;
    }
    Ok(writer.finish().map_err(failed)?.into_inner())
}
