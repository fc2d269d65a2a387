//! Tables of chapter 5 of Abril's thesis, "Privacy Protection Methods for Documents and Risk Evaluation for Microdata": how many records
//! of protected files are linked.

mod files;
mod key_attributes;
mod known_pairs;
mod report;
mod uneven;
mod uniform;

use crate::console::Console;
use crate::failure::Failure;
use std::path::Path;

/// A table of the thesis.
#[derive(Clone, Copy)]
pub(super) enum ThesisTable {
    Families,
    Heuristic,
    KeyAttributes,
    KnownPairs,
    Uniform,
}

/// Every table with its name.
pub(super) const TABLES: [(&str, ThesisTable); 5] = [
    ("table-5.5", ThesisTable::Uniform),
    ("table-5.11", ThesisTable::Families),
    ("table-5.13", ThesisTable::Heuristic),
    ("table-5.14", ThesisTable::KnownPairs),
    ("table-5.15-5.16", ThesisTable::KeyAttributes),
];

impl ThesisTable {
    /// What it is measured on, and how a command names it.
    pub(super) fn input(self) -> (&'static str, &'static str) {
        match self {
            Self::Families | Self::Heuristic => ("the folder of masked samples", "FOLDER"),
            Self::KeyAttributes | Self::KnownPairs | Self::Uniform => ("the Census file", "census.csv"),
        }
    }

    pub(super) fn run(self, input: &Path, console: &Console) -> Result<(), Failure> {
        let report = match self {
            Self::Families => uneven::families(input, console)?,
            Self::Heuristic => uneven::heuristic(input, console)?,
            Self::KeyAttributes => key_attributes::key_attributes(input, console)?,
            Self::KnownPairs => known_pairs::known_pairs(input, console)?,
            Self::Uniform => uniform::uniform(input, console)?,
        };
        report.print(console)
    }
}
