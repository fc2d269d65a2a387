//! Tables and figures of Abril's thesis, "Privacy Protection Methods for Documents and Risk Evaluation for Microdata": what masked vector
//! spaces are still worth (chapter 4), and how many records of protected files are linked (chapter 5).

mod files;
mod key_attributes;
mod known_pairs;
mod report;
mod spaces;
mod uneven;
mod uniform;

use crate::console::Console;
use crate::failure::Failure;
use std::path::Path;

/// A table of the thesis.
#[derive(Clone, Copy)]
pub(super) enum ThesisTable {
    Classes,
    Clusters,
    Example,
    Families,
    Heuristic,
    KeyAttributes,
    KnownPairs,
    Losses,
    Queries,
    Uniform,
}

/// Every table with its name.
pub(super) const TABLES: [(&str, ThesisTable); 10] = [
    ("figure-4.5", ThesisTable::Losses),
    ("figure-4.6", ThesisTable::Queries),
    ("figure-4.7-4.9", ThesisTable::Classes),
    ("figure-4.11", ThesisTable::Clusters),
    ("table-4.7", ThesisTable::Example),
    ("table-5.5", ThesisTable::Uniform),
    ("table-5.11", ThesisTable::Families),
    ("table-5.13", ThesisTable::Heuristic),
    ("table-5.14", ThesisTable::KnownPairs),
    ("table-5.15-5.16", ThesisTable::KeyAttributes),
];

impl ThesisTable {
    /// What it is measured on, and how a command names it; nothing if it has all it needs.
    pub(super) fn input(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Example => None,
            Self::Families | Self::Heuristic => Some(("the folder of masked samples", "FOLDER")),
            Self::KeyAttributes | Self::KnownPairs | Self::Uniform => Some(("the Census file", "census.csv")),
            Self::Classes | Self::Clusters | Self::Losses | Self::Queries => Some(("a vector space", "reuters.mtx.gz")),
        }
    }

    pub(super) fn run(self, input: &Path, console: &Console) -> Result<(), Failure> {
        let report = match self {
            Self::Classes => spaces::classes(input, console)?,
            Self::Clusters => spaces::clusters(input, console)?,
            Self::Example => spaces::example()?,
            Self::Losses => spaces::losses(input, console)?,
            Self::Queries => spaces::queries(input, console)?,
            Self::Families => uneven::families(input, console)?,
            Self::Heuristic => uneven::heuristic(input, console)?,
            Self::KeyAttributes => key_attributes::key_attributes(input, console)?,
            Self::KnownPairs => known_pairs::known_pairs(input, console)?,
            Self::Uniform => uniform::uniform(input, console)?,
        };
        report.print(console)
    }
}
