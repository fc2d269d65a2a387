//! A masked table as a file: written beside its place, read back, checked and only then moved there.

use super::masked::Masked;
use super::work::{WorkFile, WorkFolder, hash_of};
use crate::error::{Error, Result};
use scumble_assess::promise::Kept;
use scumble_data::{Format, Options, Origin, Table, read, write};
use scumble_io::{Pending, Place, Watch};
use std::path::Path;

impl Masked {
    /// Writes the release and checks the promise on its bytes; the file is there only if they keep it. A text table keeps the
    /// delimiter, encoding and line ends it was read with, unless `options` name another delimiter.
    ///
    /// Beside the release lies its [work folder](WorkFile), which is not to be published. Release and work folder name each other by a
    /// hash: if a run is killed between writing the one and the other, nobody takes them for a pair.
    ///
    /// # Errors
    /// If the file cannot be written, its bytes break the promise, or the watcher cancels the run.
    pub fn write(&self, path: &Path, format: Format, options: &Options, watch: &dyn Watch) -> Result<Kept> {
        watch.step("writing", 0, 0)?;
        let work = WorkFolder::begin(path)?;
        let pending = Pending::write(path, |file| write(&self.table, format, options.delimiter, file))?;
        watch.step("checking", 0, 0)?;
        let written = read(pending.temporary(), &as_written(options, &self.table))
            .map_err(|error| Error::promise(format!("the release cannot be read back: {}", error.problem)))?;
        let kept = self.check(&written)?;
        let hash = hash_of(pending.temporary())
            .map_err(|error| Error::promise(format!("the release cannot be read back: {error}")))?;
        let about = work.write(&WorkFile::new(self, Some(path), hash))?;
        about.keep()?;
        pending.keep()?;
        Ok(kept)
    }
}

/// How the release is to be read: as it was written.
fn as_written(options: &Options, table: &Table) -> Options {
    match table.origin() {
        Origin::Text { dialect, .. } => Options {
            delimiter: options.delimiter.or(Some(dialect.delimiter)),
            encoding: Some(dialect.encoding),
            sheet: None,
        },
        _ => Options { delimiter: options.delimiter.or(Some(b',')), ..Options::default() },
    }
}

/// The format of a release by the name of its file.
///
/// # Errors
/// If the format is not one that is written.
pub fn format_of(path: &Path) -> Result<Format> {
    let refuse = |problem: &str| {
        let help = format!(
            "name a file that ends in {}, .parquet or .pq",
            Format::TEXT_ENDINGS.map(|of| format!(".{of}")).join(", ")
        );
        Err(Error::input(problem)
            .at(Place::file(&path.display().to_string()))
            .with_help(format!("{help}; or in .csv.gz")))
    };
    match Format::of_name(path) {
        Format::Sheet => refuse("Excel files are read, not written"),
        Format::Text | Format::Gzip if !Format::is_text_name(path) => {
            refuse("tables are not written in a format of this ending")
        }
        format => Ok(format),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_endings_are_refused() {
        let known = [("r.csv", Format::Text), ("r.TSV", Format::Text), ("r", Format::Text), ("r.csv.gz", Format::Gzip)];
        for (name, format) in known.into_iter().chain([("r.gz", Format::Gzip), ("r.pq", Format::Parquet)]) {
            assert_eq!(format_of(Path::new(name)).unwrap(), format, "{name}");
        }
        for name in ["r.json", "r.csv.json", "r.json.gz", "r.sav", "r.xlsx", "r.csv.zst"] {
            let error = format_of(Path::new(name)).unwrap_err();
            assert!(error.help.unwrap().advice.contains(".csv, .tsv"), "{name}");
        }
    }
}
