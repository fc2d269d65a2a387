//! The page about a release, out of the run that made it.

use super::assess::assess;
use super::masked::Masked;
use super::work::WorkFile;
use crate::error::Result;
use crate::report::{TableReport, table_page};
use scumble_assess::table::Measure;
use scumble_data::Table;
use std::path::Path;

/// Records beyond which a page leaves linkage by distance out, whose cost is the square of the records if there are many columns.
const LINKED: usize = 100_000;

impl Masked {
    /// A page about the release, for internal use: columns before and after, loss and risk. `original` is the table as it was given.
    ///
    /// # Errors
    /// If the release cannot be measured.
    pub fn page(&self, original: &Table, output: Option<&Path>) -> Result<String> {
        let mut assessment = self.assessment();
        if self.table.len() > LINKED {
            let others = Measure::ALL.into_iter().map(|(_, measure)| measure);
            assessment.measures = others.filter(|measure| *measure != Measure::Linkage).collect();
        }
        let assessed = assess(original, &self.table, &assessment)?;
        let (original, work) = (assessed.aligned(original), WorkFile::new(self, output, String::new()));
        let report = TableReport { original: &original, masked: &self.table, assessed: &assessed, work: Some(&work) };
        Ok(table_page(&report))
    }
}
