//! An index of texts of the same kind, which lies among temporary files for as long as it is asked.

use crate::failure::Failure;
use scumble::Silent;
use scumble::corpus::{BuildOptions, Counts, Index, build};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;

/// Counts of some texts.
pub(super) struct TemporaryIndex {
    counts: Arc<dyn Counts>,
    folder: PathBuf,
}

impl Drop for TemporaryIndex {
    fn drop(&mut self) {
        // A folder that is left behind among temporary files harms nobody.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl TemporaryIndex {
    /// Indexes texts; the name tells one index of a run from another.
    pub(super) fn of<'t>(name: &str, texts: impl Iterator<Item = &'t str>) -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("scumble-{name}-{}", std::process::id()));
        let fault = |error: std::io::Error| Failure::input(format!("temporary files: {error}"));
        std::fs::create_dir_all(&folder).map_err(fault)?;
        let (file, index) = (folder.join("texts.jsonl"), folder.join("index"));
        let lines: String = (0..)
            .zip(texts)
            .map(|(id, text): (u32, _)| format!("{}\n", json!({"id": id.to_string(), "text": text})))
            .collect();
        std::fs::write(&file, lines).map_err(fault)?;
        build(&[file], &index, &BuildOptions::default(), &Silent).map_err(scumble::Error::from)?;
        Ok(Self { counts: Arc::new(Index::open(&index).map_err(scumble::Error::from)?), folder })
    }

    /// Its counts.
    pub(super) fn counts(&self) -> &Arc<dyn Counts> {
        &self.counts
    }
}
