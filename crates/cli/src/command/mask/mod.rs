//! `scumble mask`: a table to publish instead of the one that was collected.

mod flags;
mod perturb;
pub(in crate::command) mod suggest;
mod suppression;
mod text;

use crate::console::Console;
use crate::failure::Failure;
use crate::options::columns::ColumnArguments;
use crate::options::tables::TableArguments;
use perturb::PerturbationArguments;
use scumble::Watch;
use scumble::data::read;
use scumble::io::write_whole;
use scumble::link::{Round, mask_against};
use scumble::table::{Limited, Plan, format_of};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;
use text::to_text;

/// Mask a table: groups of at least k records publish their centroid, or values are generalised, suppressed or perturbed
///
/// Reads CSV and its variants (also gzipped), Parquet and Excel. Every column needs a role: quasi-identifier (--columns), identifier,
/// confidential, weight, stratum, household or published (--publish); --others speaks for all the rest. `scumble roles` suggests them.
/// The release is read back and its promise is checked before it is moved to its place; a release that breaks its promise is not
/// written. Columns that are not masked are written byte for byte.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table to mask
    pub(super) table: PathBuf,

    /// The release; without it the result is only reported
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(super) output: Option<PathBuf>,

    /// Write a report for internal use: a page with pictures of columns before and after, loss and risk (HTML)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) report: Option<PathBuf>,

    /// Write a codebook to publish with the release, made from the release alone (.json, else Markdown)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) codebook: Option<PathBuf>,

    /// Method that makes classes of at least k records: mdav, v-mdav, refined, individual-ranking, z-scores, principal-component,
    /// grouped, generalize, full-domain, suppress; or one that perturbs values, for which no k is promised: rank-swap, noise, correlated-noise,
    /// pram, shuffle-values, record-swap, top-bottom, round, recode, sample [default: mdav]
    #[arg(long, value_name = "NAME", help_heading = "How")]
    pub(super) method: Option<String>,

    /// Minimum number of records in a group [default: that of the policy, else 5]
    #[arg(short, value_name = "K", help_heading = "How")]
    pub(super) k: Option<usize>,

    #[command(flatten)]
    pub(super) what: ColumnArguments,

    /// Groups of columns for the method grouped, each with its own k ("A,B:3;C,D:8")
    #[arg(long, value_name = "GROUPS", help_heading = "How")]
    pub(super) groups: Option<String>,

    /// Standardize numbers to z-scores, so that every column has the same weight [default: yes]
    #[arg(long, value_name = "yes|no", value_parser = ["yes", "no"], help_heading = "How")]
    pub(super) standardize: Option<String>,

    /// Centroid of a text column: the medoid (the value of the most central member) or the lowest common hypernym [default: medoid]
    #[arg(long, value_name = "medoid|hypernym", value_parser = ["medoid", "hypernym"], help_heading = "How")]
    pub(super) centroid: Option<String>,

    /// Search effort of the method refined, about one second for each unit; the same effort and seed give the same result [default: 5]
    #[arg(long, value_name = "N", help_heading = "How")]
    pub(super) effort: Option<f64>,

    /// Stop the search after this many seconds; the report states whether it was stopped
    #[arg(long, value_name = "SECONDS", help_heading = "How")]
    pub(super) time: Option<f64>,

    /// Cut a large table into blocks of records: when needed (auto), never (no), or always into blocks of N
    #[arg(long, value_name = "auto|no|N", default_value = "auto", help_heading = "How")]
    pub(super) blocks: String,

    /// Share of the records that the methods full-domain and suppress may leave out (0.02 for 2 %) [default: 0]
    #[arg(long, value_name = "SHARE", help_heading = "How")]
    pub(super) suppression_limit: Option<f64>,

    /// Combinations of columns on which the method suppress makes every record reach k: all of a size, or columns, each with its own k if
    /// wanted ("2,3:5" or "A+B,A+C+D:3") [default: all columns together]
    #[arg(long, value_name = "COMBINATIONS", help_heading = "How")]
    pub(super) combinations: Option<String>,

    /// Columns that the method suppress blanks last, the most important first (A,B), or what a blank costs in them (A=5,B=2)
    #[arg(long, value_name = "A,B", help_heading = "How")]
    pub(super) importance: Option<String>,

    /// What a blank of the method suppress means: a value of its own, or a match of every value, as sdcMicro counts [default: own-value]
    #[arg(long, value_name = "own-value|matches-anything", help_heading = "How")]
    pub(super) blank: Option<String>,

    /// What the method suppress removes; records only up to --suppression-limit [default: cells; records-then-cells with a limit]
    #[arg(long, value_name = "cells|records|records-then-cells", help_heading = "How")]
    pub(super) suppress: Option<String>,

    /// Raise the protection of the columns that leak most, round by round, until the best weighted mean links at most --target percent of
    /// the records (scumble link); for microaggregation, rank-swap, noise and correlated-noise of numbers
    #[arg(long, value_name = "linkage", value_parser = ["linkage"], requires = "target", help_heading = "How")]
    pub(super) against: Option<String>,

    /// Percentage of the records that an attack may link (--against)
    #[arg(long, value_name = "RATE", requires = "against", help_heading = "How")]
    pub(super) target: Option<f64>,

    /// Release the records in a random order
    #[arg(long, help_heading = "How")]
    pub(super) shuffle: bool,

    #[command(flatten)]
    pub(super) perturbation: PerturbationArguments,

    #[command(flatten)]
    pub(super) form: TableArguments,
}

const EXAMPLES: &str = "Examples:
  scumble mask people.csv --identifier name --columns age,born --others drop -k 5 -o release.csv
  scumble mask census.csv --others mask --method refined -k 5 --effort 20 -o release.csv --json
  scumble mask people.csv --identifier NAME --confidential DIAGNOSIS --columns AGE,EDUCATION --others drop \\
      --hierarchy EDUCATION=education.csv -k 5 -o release.csv --report report.html --codebook codebook.md
  scumble mask people.csv --identifier NAME --columns AGE,EDUCATION --others drop --hierarchy EDUCATION=education.csv \\
      --method full-domain --suppression-limit 0.02 -k 5 -o release.csv
  scumble mask people.csv --identifier NAME --columns SEX,AGE,REGION --others drop --method suppress --combinations 2 \\
      --importance AGE,SEX -k 3 -o release.csv
  scumble mask census.csv --others mask --method rank-swap -p 5 -o release.csv
  scumble mask census.csv --others mask -k 3 --against linkage --target 20 -o release.csv
  scumble mask people.csv --policy examples/people.toml -o release.parquet";

/// The rounds of masking against an attack.
fn against_to_text(rounds: &[Round]) -> String {
    let line = |(at, round): (usize, &Round)| {
        let loss = round.loss.map_or(String::new(), |loss| format!(", {loss:.4} % of the variation lost"));
        let leaks = round.leaks.as_ref().map_or(String::new(), |column| format!(", most by {column}"));
        format!("  round {:<3} {:.2} % linked{leaks}{loss} ({})\n", at + 1, round.rate, round.protection)
    };
    rounds.iter().enumerate().map(line).collect()
}

impl Arguments {
    /// The files that are read, and must not be written over.
    fn inputs(&self) -> impl Iterator<Item = &Path> {
        let files = [Some(&self.table), self.what.policy.as_ref(), self.what.population.as_ref()];
        files.into_iter().flatten().map(PathBuf::as_path)
    }
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let start = Instant::now();
    let policy = arguments.policy()?;
    let options = arguments.form.options()?;
    if let Some(output) = arguments.output.as_deref() {
        scumble::refuse_inputs(output, arguments.inputs(), "the release")?;
    }
    for (path, what) in [(&arguments.report, "the report"), (&arguments.codebook, "the codebook")] {
        if let Some(path) = path {
            scumble::refuse_inputs(path, arguments.inputs().chain(arguments.output.as_deref()), what)?;
        }
    }
    let format = arguments.output.as_deref().map(format_of).transpose()?;
    let progress = console.progress();
    console.in_parallel(|| -> Result<(), Failure> {
        let _ = progress.at("reading", 0, 0);
        let reading = Instant::now();
        let table = read(&arguments.table, &options)?;
        let read_seconds = reading.elapsed().as_secs_f64();
        table.notes.iter().for_each(|note| console.note(&crate::failure::with_flags(note)));
        let plan = Plan::new(&policy, &table).map_err(|error| suggest::with_roles(error, &policy, &table))?;
        arguments.check(&plan)?;
        let limited = Limited::new(&progress, arguments.time, &plan);
        let watch = limited.map_err(|error| Failure::from(error).of_flag("--time"))?;
        let mut rounds = Vec::new();
        let (mut masked, original) = match arguments.target {
            Some(target) => {
                let (masked, done) = mask_against(&table, &policy, target, &watch)?;
                rounds = done;
                masked.warnings.iter().for_each(|warning| console.note(warning));
                (masked, arguments.report.as_ref().map(|_| table))
            }
            None => {
                let ready = plan.prepare(&table)?;
                // Without a report, the original is not needed any more.
                let original = arguments.report.as_ref().map(|_| table);
                ready.warnings.iter().for_each(|warning| console.note(warning));
                let told = ready.warnings.len();
                let masked = ready.mask(&watch)?;
                masked.warnings.iter().skip(told).for_each(|warning| console.note(warning));
                (masked, original)
            }
        };
        if let (Some(output), Some(format)) = (&arguments.output, format) {
            masked.kept = masked.write(output, format, &options, &progress)?;
        }
        if let (Some(path), Some(original)) = (&arguments.report, &original) {
            let _ = progress.at("measuring", 0, 0);
            write_whole(path, masked.page(original, arguments.output.as_deref())?.as_bytes())?;
        }
        if let Some(path) = &arguments.codebook {
            let is_json = path.extension().is_some_and(|extension| extension == "json");
            let codebook = masked.codebook();
            let text = if is_json { format!("{:#}\n", codebook.to_json()) } else { codebook.to_markdown() };
            write_whole(path, text.as_bytes())?;
        }
        progress.clear();
        let output = arguments.output.as_deref();
        if console.json {
            let mut report = masked.to_json(output);
            report["seconds"] = json!(start.elapsed().as_secs_f64());
            report["read_seconds"] = json!(read_seconds);
            report["mask_seconds"] = json!(masked.mask_seconds);
            report["against"] = rounds.iter().map(Round::to_json).collect();
            return console.print_json(&report);
        }
        console.print(&(to_text(&masked, arguments, console) + &against_to_text(&rounds)))
    })?
}
