//! `scumble assess`: what a masked table lost, and what it still leaks.

use super::assess_report::{per_record, to_json, to_text};
use crate::failure::{Failure, flag};
use crate::policy::{known, named};
use crate::report::{Console, file};
use crate::sets_input::SetArguments;
use scumble_assess::{
    Classes, Direction, DistanceLinkage, InformationLoss, IntervalDisclosure, Loss, ProbabilisticLoss, Reading, Risk,
    Squares, classes,
};
use scumble_data::{Column, Missing, Rows, Table, read};
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

/// What can be measured.
#[derive(Clone, Copy, PartialEq)]
enum Measure {
    Information,
    Probabilistic,
    Squares,
    Linkage,
    Interval,
    Classes,
}

const MEASURES: [(&str, Measure); 6] = [
    ("il", Measure::Information),
    ("pil", Measure::Probabilistic),
    ("sse", Measure::Squares),
    ("dbrl", Measure::Linkage),
    ("id", Measure::Interval),
    ("k", Measure::Classes),
];

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
    let only: Vec<Measure> = arguments
        .only
        .iter()
        .map(|name| {
            named("measure", name.trim(), &MEASURES).map_err(|problem| Failure::input(format!("--only: {problem}")))
        })
        .collect::<Result<_, _>>()?;
    let wanted = |measure: Measure| only.is_empty() || only.contains(&measure);
    let options = arguments.sets.tables()?;
    if let Some(path) = &arguments.records {
        file::refuse_inputs(path, [original.as_path(), masked], "the report")?;
    }
    let spinner = console.spinner("reading");
    console.in_parallel(|| -> Result<(), Failure> {
        let (original, masked) = (read(original, &options)?, read(masked, &options)?);
        original.notes.iter().chain(&masked.notes).for_each(|note| console.note(&note.written(flag)));
        let mut missing = Missing::default();
        if !arguments.missing_values.is_empty() {
            missing.values = arguments.missing_values.iter().map(|value| value.trim().to_owned()).collect();
        }
        let pair = Pair::new(&original, &masked, &arguments.columns, &missing)?;
        spinner.set_message("measuring");
        let found = measured(&pair, wanted, arguments.window.unwrap_or(10.0))?;
        spinner.finish_and_clear();
        if let Some(path) = &arguments.records {
            file::write(path, per_record(&pair, &found).as_bytes())?;
        }
        if console.json {
            return console.print_json(&to_json(&pair, &found));
        }
        console.print(&to_text(&pair, &found, console))
    })?
}

/// Two tables, by the columns they share.
pub(super) struct Pair {
    /// Numbers: their names and both tables, without records that miss one.
    pub(super) numbers: Vec<String>,
    pub(super) original: Rows,
    pub(super) masked: Rows,
    /// For each record that is measured its row.
    pub(super) rows: Vec<usize>,
    /// Records that were left out.
    pub(super) incomplete: usize,
    /// Other columns: the share of cells that changed.
    pub(super) changed: Vec<(String, f64)>,
    /// The columns over which classes are made, and the classes.
    pub(super) classed: Vec<String>,
    pub(super) classes: Classes,
}

impl Pair {
    fn new(original: &Table, masked: &Table, columns: &[String], missing: &Missing) -> Result<Self, Failure> {
        if original.len() != masked.len() {
            let (a, b) = (original.len(), masked.len());
            return Err(Failure::input(format!("{} has {a} records and {} has {b}", original.file(), masked.file()))
                .with_help("both must have the same records in the same order; if records were left out, leave them out of the original too"));
        }
        let names: Vec<String> = if columns.is_empty() {
            let shared = masked.names().filter(|name| original.index(name).is_some());
            let shared: Vec<&str> = shared.collect();
            if shared.is_empty() {
                let names = |table: &Table| table.names().collect::<Vec<_>>().join(", ");
                return Err(Failure::input("the two tables have no column in common").with_help(format!(
                    "the original has {}; the masked table has {}",
                    names(original),
                    names(masked)
                )));
            }
            let changed = shared.iter().copied().filter(|name| share_changed(original, masked, name) > 0.0);
            let changed: Vec<String> = changed.map(str::to_owned).collect();
            if changed.is_empty() { shared.into_iter().map(str::to_owned).collect() } else { changed }
        } else {
            columns.iter().map(|name| name.trim().to_owned()).collect()
        };
        let mut numbers = Vec::new();
        let mut changed = Vec::new();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for name in &names {
            let (a, b) = (known(original, name)?, known(masked, name)?);
            if a.is_numeric(missing) && b.is_numeric(missing) {
                before.push(a.numbers(original.file(), missing)?);
                after.push(b.numbers(masked.file(), missing)?);
                numbers.push(name.clone());
            } else {
                changed.push((name.clone(), share_changed(original, masked, name)));
            }
        }
        let whole = |row: &usize| before.iter().chain(&after).all(|column: &Vec<f64>| !column[*row].is_nan());
        let rows: Vec<usize> =
            if numbers.is_empty() { Vec::new() } else { (0..original.len()).filter(whole).collect() };
        let incomplete = if numbers.is_empty() { 0 } else { original.len() - rows.len() };
        let pick = |columns: Vec<Vec<f64>>| {
            let columns: Vec<Vec<f64>> =
                columns.iter().map(|column| rows.iter().map(|&row| column[row]).collect()).collect();
            let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
            if slices.is_empty() { Rows::new(1, Vec::new()) } else { Rows::from_columns(&slices) }
        };
        let (before, after) = (pick(before), pick(after));
        let over: Vec<&Column> = names.iter().map(|name| masked.column(name)).collect::<Result<_, _>>()?;
        let classes = classes(&over);
        Ok(Self { numbers, original: before, masked: after, rows, incomplete, changed, classed: names, classes })
    }
}

fn share_changed(original: &Table, masked: &Table, name: &str) -> f64 {
    let (Ok(a), Ok(b)) = (original.column(name), masked.column(name)) else { return 0.0 };
    let changed = (0..a.cells.len()).filter(|&row| a.cells.text(row) != b.cells.text(row)).count();
    changed as f64 / a.cells.len().max(1) as f64
}

/// What was asked for.
#[derive(Default)]
pub(super) struct Found {
    pub(super) information: Option<Reading>,
    pub(super) probabilistic: Option<Reading>,
    pub(super) squares: Option<Reading>,
    pub(super) linkage: Option<Reading>,
    pub(super) interval: Option<Reading>,
    pub(super) classes: bool,
}

fn measured(pair: &Pair, wanted: impl Fn(Measure) -> bool, percent: f64) -> Result<Found, Failure> {
    let mut found = Found { classes: wanted(Measure::Classes), ..Found::default() };
    if pair.numbers.is_empty() {
        return Ok(found);
    }
    let (original, masked) = (&pair.original, &pair.masked);
    if wanted(Measure::Information) {
        found.information = Some(InformationLoss.loss(original, masked)?);
    }
    if wanted(Measure::Probabilistic) {
        found.probabilistic = Some(ProbabilisticLoss.loss(original, masked)?);
    }
    if wanted(Measure::Squares) {
        found.squares = Some(Squares.loss(original, masked)?);
    }
    if wanted(Measure::Linkage) {
        found.linkage = Some(DistanceLinkage { direction: Direction::OriginalToMasked }.risk(original, masked)?);
    }
    if wanted(Measure::Interval) {
        found.interval = Some(IntervalDisclosure { percent }.risk(original, masked)?);
    }
    Ok(found)
}
