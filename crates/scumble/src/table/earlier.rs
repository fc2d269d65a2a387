//! What an earlier release of the same people adds to a release.

use super::assess::{Assessed, Assessment, columns, rows_of};
use crate::error::Result;
use scumble_assess::{Together, classes, together};
use scumble_data::{Column, Table};
use serde_json::{Value, json};

/// A release together with an earlier one.
#[derive(Debug, Clone, PartialEq)]
pub struct WithEarlier {
    /// The file of the earlier release.
    pub file: String,
    /// The columns of the earlier release by which people are recognised.
    pub columns: Vec<String>,
    /// The people who are in both.
    pub together: Together,
    /// People of this release who are not in the earlier one.
    pub only_this: usize,
    /// People of the earlier release who are not in this one.
    pub only_earlier: usize,
}

/// Takes a measured release together with an earlier one of the same original. `known` is what is known of the earlier release.
///
/// # Errors
/// If the earlier release does not fit the original.
pub fn with_earlier(assessed: &Assessed, original: &Table, earlier: &Table, known: &Assessment) -> Result<WithEarlier> {
    let people = rows_of(original, known)?;
    let aligned = original.select(&people);
    if people.len() != earlier.len() {
        return Err(scumble_assess::Error::Tables {
            original: original.file().to_owned(),
            originals: people.len(),
            masked: earlier.file().to_owned(),
            maskeds: earlier.len(),
        }
        .into());
    }
    let (_, measured) = columns(&aligned, earlier, known)?;
    let names: Vec<String> = measured.into_iter().filter(|column| column.measured).map(|column| column.name).collect();
    let over: Vec<&Column> = names.iter().map(|name| earlier.column(name)).collect::<scumble_data::Result<_>>()?;
    let together = together((&assessed.pair.classes, &assessed.rows), (&classes(&over), &people));
    let both = together.records.len();
    Ok(WithEarlier {
        file: earlier.file().to_owned(),
        columns: names,
        together,
        only_this: assessed.rows.len() - both,
        only_earlier: people.len() - both,
    })
}

impl WithEarlier {
    /// Its figures.
    pub fn to_json(&self) -> Value {
        let found = &self.together;
        json!({
            "file": self.file,
            "columns": self.columns,
            "records": found.records.len(),
            "only_this": self.only_this,
            "only_earlier": self.only_earlier,
            "k": found.classes.smallest(),
            "classes": found.classes.sizes.len(),
            "uniques": found.classes.uniques(),
            "singled_out_by_both": found.singled_out,
            "smaller": found.smaller,
        })
    }
}
