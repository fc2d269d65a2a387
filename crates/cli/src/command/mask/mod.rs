//! `scumble mask`: a table to publish instead of the one that was collected.

mod flags;
mod text;

use crate::console::Console;
use crate::failure::Failure;
use crate::options::tables::TableArguments;
use scumble::Watch;
use scumble::data::read;
use scumble::table::{Plan, format_of};
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;
use text::to_text;

/// Mask a table: groups of at least k records publish their middle
///
/// Reads CSV and its kin (also gzipped), Parquet and Excel. Without --columns or --policy, every column of numbers is masked.
/// Before a release is moved to its place, it is read back and the promise is checked on its bytes; a release that breaks it
/// is not written. Columns that are not masked are written back byte for byte.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table
    pub(super) table: PathBuf,

    /// Where the release goes; without it nothing is written, only reported
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(super) output: Option<PathBuf>,

    /// How records are grouped: mdav (the default), v-mdav, refined, individual-ranking, z-scores, principal-component, grouped
    #[arg(long, value_name = "NAME", help_heading = "How")]
    pub(super) method: Option<String>,

    /// Records in a group, at least (5 if nothing else says so)
    #[arg(short, value_name = "K", help_heading = "How")]
    pub(super) k: Option<usize>,

    /// Columns to mask, separated by commas
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "What")]
    pub(super) columns: Vec<String>,

    /// With the method grouped: columns that are grouped together, each with its k ("A,B:3;C,D:8")
    #[arg(long, value_name = "GROUPS", help_heading = "How")]
    pub(super) groups: Option<String>,

    /// Whether every column weighs the same (yes), or numbers count as they are
    #[arg(long, value_name = "yes|no", value_parser = ["yes", "no"], help_heading = "How")]
    pub(super) standardize: Option<String>,

    /// A column of text and its hierarchy: COL=FILE, or COL=SPEC as in --taxonomy (COL=wordnet)
    #[arg(long, value_name = "COL=FILE", help_heading = "What")]
    pub(super) hierarchy: Vec<String>,

    /// What a column is: COL=number, COL=nominal, COL=date:FORMAT, COL=ordinal:LOW,MIDDLE,HIGH
    #[arg(long, value_name = "COL=KIND", help_heading = "What")]
    pub(super) kind: Vec<String>,

    /// What a group publishes for text in a hierarchy: its nearest member's value, or what all are a kind of
    #[arg(long, value_name = "medoid|hypernym", value_parser = ["medoid", "hypernym"], help_heading = "How")]
    pub(super) centroid: Option<String>,

    /// Columns that name a person by themselves: dropped
    #[arg(long, value_name = "COL", value_delimiter = ',', help_heading = "What")]
    pub(super) identifier: Vec<String>,

    /// Columns that must not be learnt: written unchanged, never masked
    #[arg(long, value_name = "COL", value_delimiter = ',', help_heading = "What")]
    pub(super) confidential: Vec<String>,

    /// Records of one value of this column are grouped only among themselves
    #[arg(long, value_name = "COL", value_delimiter = ',', help_heading = "What")]
    pub(super) stratum: Vec<String>,

    /// Every group has this many distinct values of a confidential column: COL=L
    #[arg(long, value_name = "COL=L", help_heading = "How")]
    pub(super) l_diversity: Option<String>,

    /// Every group's distribution of a confidential column is at most this far from that of all: COL=T
    #[arg(long, value_name = "COL=T", help_heading = "How")]
    pub(super) t_closeness: Option<String>,

    /// What happens to a record that misses a value in a masked column
    #[arg(long, value_name = "error|group|suppress", help_heading = "What")]
    pub(super) missing: Option<String>,

    /// Values that mean "missing", separated by commas (an empty cell and NA, if not given)
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "What")]
    pub(super) missing_values: Vec<String>,

    /// With the method refined: how much to search (about a second each; 5 if not given). Same effort and seed, same result
    #[arg(long, value_name = "N", help_heading = "How")]
    pub(super) effort: Option<f64>,

    /// Stop searching after that many seconds; the report says so if it happened
    #[arg(long, value_name = "SECONDS", help_heading = "How")]
    pub(super) time: Option<f64>,

    /// Cut large tables into blocks: where needed (auto), never (no), or always, of so many records
    #[arg(long, value_name = "auto|no|N", default_value = "auto", help_heading = "How")]
    pub(super) blocks: String,

    /// A policy: roles, kinds, steps and the promise (examples/*.toml). Flags win over it
    #[arg(long, value_name = "FILE", help_heading = "What")]
    pub(super) policy: Option<PathBuf>,

    /// What random choices start from (42 if nothing else says so)
    #[arg(long, value_name = "N", help_heading = "How")]
    pub(super) seed: Option<u64>,

    #[command(flatten)]
    pub(super) form: TableArguments,
}

const EXAMPLES: &str = "Examples:
  scumble mask census.csv -k 3 -o release.csv
  scumble mask census.csv --method refined -k 5 --effort 20 -o release.csv --json
  scumble mask people.csv --identifier NAME --confidential DIAGNOSIS --columns AGE,EDUCATION \\
      --hierarchy EDUCATION=education.csv -k 5 -o release.csv
  scumble mask people.csv --policy examples/people.toml -o release.parquet";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let start = Instant::now();
    let policy = arguments.policy()?;
    let options = arguments.form.options()?;
    let format = arguments.output.as_deref().map(format_of).transpose()?;
    if let Some(output) = arguments.output.as_deref() {
        let inputs = std::iter::once(&arguments.table).chain(&arguments.policy).map(PathBuf::as_path);
        scumble::refuse_inputs(output, inputs, "the release")?;
    }
    let progress = console.progress().with_limit(arguments.time);
    console.in_parallel(|| -> Result<(), Failure> {
        let _ = progress.at("reading", 0, 0);
        let table = read(&arguments.table, &options)?;
        table.notes.iter().for_each(|note| console.note(&crate::failure::with_flags(note)));
        let plan = Plan::new(&policy, &table)?;
        arguments.check(&plan)?;
        let ready = plan.prepare(&table)?;
        drop(table);
        ready.warnings.iter().for_each(|warning| console.note(warning));
        let mut masked = ready.mask(&progress)?;
        if let (Some(output), Some(format)) = (&arguments.output, format) {
            masked.kept = masked.write(output, format, &options, &progress)?;
        }
        progress.clear();
        let output = arguments.output.as_deref();
        if console.json {
            let mut report = masked.to_json(output);
            report["seconds"] = json!(start.elapsed().as_secs_f64());
            report["mask_seconds"] = json!(masked.mask_seconds);
            return console.print_json(&report);
        }
        console.print(&to_text(&masked, output, console))
    })?
}
