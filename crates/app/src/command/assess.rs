//! `scumble assess`: what a masked table lost, and what it still leaks.

use super::assess_report::to_text;
use crate::failure::Failure;
use crate::policy::named;
use crate::report::{Console, file};
use crate::sets_input::SetArguments;
use scumble::table::{Assessment, assess};
use scumble_assess::table::Measure;
use scumble_data::read;
use std::path::PathBuf;

/// What a masked table lost, and what it still leaks
///
/// Both tables have the same records in the same order. Numbers are measured by information loss (IL1 to IL5, PIL, sums of
/// squares), by distance-based linkage and by interval disclosure; other columns by how many of their cells changed; and all
/// masked columns together by the smallest class of equal records.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The original table and the masked one; or: sets, the original records and the released ones
    #[arg(num_args = 2..=3, required = true, value_name = "ORIGINAL MASKED")]
    files: Vec<PathBuf>,

    /// Columns to measure, separated by commas; those that changed, if not given
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    columns: Vec<String>,

    /// Only these measures: il, pil, sse, dbrl, id, k
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,

    /// The window of interval disclosure, in percent of the ranks on either side (10, if not given)
    #[arg(long, value_name = "P")]
    window: Option<f64>,

    /// Write one line a record: loss, chance of being linked, share of disclosed cells, class size
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,

    /// Values that mean "missing", separated by commas (an empty cell and NA, if not given)
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    missing_values: Vec<String>,

    /// What random choices start from (for sets: which items an intruder knows)
    #[arg(long, value_name = "N", default_value_t = 42)]
    seed: u64,

    #[command(flatten)]
    sets: SetArguments,
}

const EXAMPLES: &str = "Examples:
  scumble assess census.csv release.csv
  scumble assess census.csv release.csv --only dbrl,id --window 20 --json
  scumble assess census.csv release.csv --records risk.csv
  scumble assess sets queries.jsonl release.jsonl";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let (original, masked) = match &arguments.files[..] {
        [kind, original, released] if kind.as_os_str() == "sets" => {
            let tables =
                !arguments.columns.is_empty() || !arguments.only.is_empty() || !arguments.missing_values.is_empty();
            if tables || arguments.records.is_some() || arguments.window.is_some() {
                return Err(Failure::input(
                    "--columns, --only, --window, --records and --missing-values are for tables, not for sets",
                ));
            }
            return super::assess_sets::run(original, released, &arguments.sets, arguments.seed, console);
        }
        [_, _] if arguments.sets.are_given() => {
            return Err(Failure::input("options of sets are given, but the two files are tables")
                .with_help("scumble assess sets ORIGINAL RELEASED measures sets"));
        }
        [original, masked] => (original, masked),
        _ => return Err(Failure::input("assess takes ORIGINAL MASKED, or: sets ORIGINAL RELEASED")),
    };
    let measures: Vec<Measure> = arguments
        .only
        .iter()
        .map(|name| {
            named("measure", name.trim(), &Measure::ALL).map_err(|problem| Failure::input(format!("--only: {problem}")))
        })
        .collect::<Result<_, _>>()?;
    let options = arguments.sets.tables()?;
    if let Some(path) = &arguments.records {
        file::refuse_inputs(path, [original.as_path(), masked], "the report")?;
    }
    let mut assessment = Assessment { columns: arguments.columns.clone(), measures, ..Assessment::default() };
    assessment.window = arguments.window.unwrap_or(assessment.window);
    if !arguments.missing_values.is_empty() {
        assessment.missing.values = arguments.missing_values.iter().map(|value| value.trim().to_owned()).collect();
    }
    let spinner = console.spinner("reading");
    console.in_parallel(|| -> Result<(), Failure> {
        let (original, masked) = (read(original, &options)?, read(masked, &options)?);
        original.notes.iter().chain(&masked.notes).for_each(|note| console.note(note));
        spinner.set_message("measuring");
        let assessed = assess(&original, &masked, &assessment)?;
        spinner.finish_and_clear();
        if let Some(path) = &arguments.records {
            file::write(path, assessed.records_csv().as_bytes())?;
        }
        if console.json {
            return console.print_json(&assessed.to_json());
        }
        console.print(&to_text(&assessed, console))
    })?
}
