//! `scumble assess table`: the information loss and disclosure risk of a masked table.

use super::text::to_text;
use crate::console::Console;
use crate::failure::{Failure, with_flags};
use crate::options::tables::TableArguments;
use scumble::Watch;
use scumble::assess::table::Measure;
use scumble::data::read;
use scumble::io::write_whole;
use scumble::policy::named;
use scumble::table::{Assessment, assess};
use std::path::{Path, PathBuf};

/// Measure what a masked table lost, and what it still discloses
///
/// Both tables have the same records in the same order. Numbers are measured by information loss (IL1 to IL5, PIL, sums of
/// squares), by distance-based linkage and by interval disclosure; other columns by how many of their cells changed; and all
/// masked columns together by the smallest class of equal records.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The original table
    pub(super) original: PathBuf,

    /// The masked table
    pub(super) masked: PathBuf,

    #[command(flatten)]
    pub(super) options: Options,
}

/// What is measured of two tables, and how they are read.
#[derive(clap::Args)]
pub(super) struct Options {
    /// Columns to measure, separated by commas [default: the columns that changed]
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "What")]
    columns: Vec<String>,

    /// Measures to compute, separated by commas: il, pil, sse, dbrl, id, k [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "What")]
    only: Vec<String>,

    /// Window of interval disclosure, in percent of the ranks on either side [default: 10]
    #[arg(long, value_name = "P", help_heading = "What")]
    window: Option<f64>,

    /// Write one line per record: information loss, probability of being linked, share of disclosed cells, size of its equivalence class
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    records: Option<PathBuf>,

    /// Values that mean "missing", separated by commas [default: an empty cell and NA]
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "What")]
    missing_values: Vec<String>,

    #[command(flatten)]
    form: TableArguments,
}

const EXAMPLES: &str = "Examples:
  scumble assess table census.csv release.csv
  scumble assess table census.csv release.csv --only dbrl,id --window 20 --json
  scumble assess table census.csv release.csv --records risk.csv";

pub(super) fn run(original: &Path, masked: &Path, arguments: &Options, console: &Console) -> Result<(), Failure> {
    let measures: Vec<Measure> = arguments
        .only
        .iter()
        .map(|name| {
            named("measure", name.trim(), &Measure::ALL).map_err(|problem| Failure::input(format!("--only: {problem}")))
        })
        .collect::<Result<_, _>>()?;
    let options = arguments.form.options()?;
    if let Some(path) = &arguments.records {
        scumble::refuse_inputs(path, [original, masked], "the report")?;
    }
    let mut assessment = Assessment { columns: arguments.columns.clone(), measures, ..Assessment::default() };
    assessment.window = arguments.window.unwrap_or(assessment.window);
    if !arguments.missing_values.is_empty() {
        assessment.missing.values = arguments.missing_values.iter().map(|value| value.trim().to_owned()).collect();
    }
    let progress = console.progress();
    console.in_parallel(|| -> Result<(), Failure> {
        let _ = progress.at("reading", 0, 0);
        let (original, masked) = (read(original, &options)?, read(masked, &options)?);
        original.notes.iter().chain(&masked.notes).for_each(|note| console.note(&with_flags(note)));
        let _ = progress.at("measuring", 0, 0);
        let assessed = assess(&original, &masked, &assessment)?;
        progress.clear();
        if let Some(path) = &arguments.records {
            write_whole(path, assessed.records_csv().as_bytes())?;
        }
        if console.json {
            return console.print_json(&assessed.to_json());
        }
        console.print(&to_text(&assessed, console))
    })?
}
