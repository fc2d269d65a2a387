//! `scumble mask`: a table to publish instead of the one that was collected.

use super::mask_report::Outcome;
use crate::failure::{Failure, flag};
use crate::policy::{Method, Plan, PlannedStep};
use crate::release::{self, Prepared};
use crate::report::Console;
use crate::report::file::{self, Pending};
use crate::table_options::TableArguments;
use scumble_data::{read, write};
use scumble_mask::partition::Watch;
use scumble_mask::{Attribute, Centroid, Cutting, Grouping, Mask, Microaggregation, Report, Rng, Sensitive};
use serde_json::json;
use std::path::PathBuf;
use std::time::{Duration, Instant};

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
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// How records are grouped: mdav (the default), v-mdav, refined, individual-ranking, z-scores, principal-component, grouped
    #[arg(long, value_name = "NAME")]
    pub(super) method: Option<String>,

    /// Records in a group, at least (5 if nothing else says so)
    #[arg(short, value_name = "K")]
    pub(super) k: Option<usize>,

    /// Columns to mask, separated by commas
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub(super) columns: Vec<String>,

    /// With the method grouped: columns that are grouped together, each with its k ("A,B:3;C,D:8")
    #[arg(long, value_name = "GROUPS")]
    pub(super) groups: Option<String>,

    /// Whether every column weighs the same (yes), or numbers count as they are
    #[arg(long, value_name = "yes|no", value_parser = ["yes", "no"])]
    pub(super) standardize: Option<String>,

    /// A column of text and its hierarchy: COL=FILE, or COL=SPEC as in --taxonomy (COL=wordnet)
    #[arg(long, value_name = "COL=FILE")]
    pub(super) hierarchy: Vec<String>,

    /// What a column is: COL=number, COL=nominal, COL=date:FORMAT, COL=ordinal:LOW,MIDDLE,HIGH
    #[arg(long, value_name = "COL=KIND")]
    pub(super) kind: Vec<String>,

    /// What a group publishes for text in a hierarchy: its nearest member's value, or what all are a kind of
    #[arg(long, value_name = "medoid|hypernym", value_parser = ["medoid", "hypernym"])]
    pub(super) centroid: Option<String>,

    /// Columns that name a person by themselves: dropped
    #[arg(long, value_name = "COL", value_delimiter = ',')]
    pub(super) identifier: Vec<String>,

    /// Columns that must not be learnt: written unchanged, never masked
    #[arg(long, value_name = "COL", value_delimiter = ',')]
    pub(super) confidential: Vec<String>,

    /// Records of one value of this column are grouped only among themselves
    #[arg(long, value_name = "COL", value_delimiter = ',')]
    pub(super) stratum: Vec<String>,

    /// Every group has this many distinct values of a confidential column: COL=L
    #[arg(long, value_name = "COL=L")]
    pub(super) l_diversity: Option<String>,

    /// Every group's distribution of a confidential column is at most this far from that of all: COL=T
    #[arg(long, value_name = "COL=T")]
    pub(super) t_closeness: Option<String>,

    /// What happens to a record that misses a value in a masked column
    #[arg(long, value_name = "error|group|suppress")]
    pub(super) missing: Option<String>,

    /// Values that mean "missing", separated by commas (an empty cell and NA, if not given)
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub(super) missing_values: Vec<String>,

    /// With the method refined: how much to search (about a second each; 5 if not given). Same effort and seed, same result
    #[arg(long, value_name = "N")]
    pub(super) effort: Option<f64>,

    /// Stop searching after that many seconds; the report says so if it happened
    #[arg(long, value_name = "SECONDS")]
    pub(super) time: Option<f64>,

    /// Cut large tables into blocks: where needed (auto), never (no), or always, of so many records
    #[arg(long, value_name = "auto|no|N", default_value = "auto")]
    pub(super) blocks: String,

    /// A policy: roles, kinds, steps and the promise (examples/*.toml). Flags win over it
    #[arg(long, value_name = "FILE")]
    pub(super) policy: Option<PathBuf>,

    /// What random choices start from (42 if nothing else says so)
    #[arg(long, value_name = "N")]
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
    let cutting = arguments.cutting()?;
    let options = arguments.form.options()?;
    let format = arguments.output.as_deref().map(release::format).transpose()?;
    if let Some(output) = arguments.output.as_deref() {
        let inputs = std::iter::once(&arguments.table).chain(&arguments.policy).map(std::path::PathBuf::as_path);
        file::refuse_inputs(output, inputs, "the release")?;
    }
    let seed = policy.seed.unwrap_or(42);
    let spinner = console.spinner("reading");
    console.in_parallel(|| -> Result<(), Failure> {
        let table = read(&arguments.table, &options)?;
        table.notes.iter().for_each(|note| console.note(&note.written(flag)));
        let plan = Plan::new(&policy, &table)?;
        arguments.check(&plan)?;
        let prepared = Prepared::new(&table, &plan, &policy)?;
        drop(table);
        let sensitive = release::sensitive(&prepared.table, &policy)?;
        let warnings = warnings(&plan, &prepared);
        warnings.iter().for_each(|warning| console.note(warning));
        spinner.set_message("grouping");
        let grouped = Instant::now();
        let watch = Clock::new(arguments.time, console, &plan);
        let (attributes, reports) = masked(&plan, &prepared, &sensitive, cutting, seed, &watch)?;
        watch.bar.finish_and_clear();
        let mask_seconds = grouped.elapsed().as_secs_f64();
        let Prepared { table, suppressed, .. } = prepared;
        let marker = policy.missing.values.marker();
        let release = table.with(attributes.iter().map(|attribute| attribute.column(marker)).collect());
        drop(attributes);
        let parts: Vec<_> = reports.iter().flat_map(|report| report.parts.iter().cloned()).collect();
        let promise = release::Promised { expected: &release, plan: &plan, policy: &policy, parts: &parts };
        let kept = match (&arguments.output, format) {
            (Some(output), Some(format)) => {
                spinner.set_message("writing");
                let pending = Pending::write(output, |file| write(&release, format, options.delimiter, file))?;
                spinner.set_message("checking");
                let kept = promise.check(&release::read_back(pending.temporary(), &options, &release)?)?;
                pending.keep()?;
                kept
            }
            _ => promise.check(&release)?,
        };
        spinner.finish_and_clear();
        let outcome = Outcome {
            table: &release,
            plan: &plan,
            reports: &reports,
            suppressed,
            kept: &kept,
            output: arguments.output.as_deref(),
        };
        if console.json {
            let mut report = outcome.to_json(&policy, seed, &warnings);
            report["seconds"] = json!(start.elapsed().as_secs_f64());
            report["mask_seconds"] = json!(mask_seconds);
            return console.print_json(&report);
        }
        console.print(&outcome.to_text(console))
    })?
}

/// Runs every step on what the one before left.
fn masked(
    plan: &Plan,
    prepared: &Prepared,
    sensitive: &[Sensitive],
    cutting: Cutting,
    seed: u64,
    watch: &dyn Watch,
) -> Result<(Vec<Attribute>, Vec<Report>), Failure> {
    let mut attributes = prepared.attributes.clone();
    let mut reports = Vec::new();
    let mut rng = Rng::new(seed);
    for step in &plan.steps {
        let mask = Microaggregation {
            grouping: grouping(step),
            parts: step.parts.clone(),
            standardise: step.standardize,
            centroid: if step.hypernym { Centroid::Hypernym } else { Centroid::Medoid },
            cutting,
            sensitive: sensitive.to_vec(),
            classes: prepared.classes.clone(),
            watch,
        };
        let done = mask.mask(&attributes, &mut rng).map_err(|error| release::told(&error, prepared.table.file()))?;
        attributes = done.data;
        reports.push(done.report);
    }
    Ok((attributes, reports))
}

fn grouping(step: &PlannedStep) -> Grouping {
    match step.method {
        Method::Mdav | Method::Grouped => Grouping::Mdav,
        Method::VMdav => Grouping::VMdav,
        Method::Refined => Grouping::Refined(step.effort),
        Method::IndividualRanking => Grouping::IndividualRanking,
        Method::ZScores => Grouping::ZScores,
        Method::PrincipalComponent => Grouping::PrincipalComponent,
    }
}

fn warnings(plan: &Plan, prepared: &Prepared) -> Vec<String> {
    let mut warnings = Vec::new();
    if !plan.unnamed.is_empty() {
        warnings.push(format!("passed unchanged, because nothing was said of them: {}", plan.unnamed.join(", ")));
    }
    for (column, count) in &prepared.unknown {
        warnings.push(format!(
            "column “{column}”: {count} distinct values are not in its taxonomy, and as far as can be from all others"
        ));
    }
    if prepared.suppressed > 0 {
        warnings.push(format!("{} records with missing values were left out", prepared.suppressed));
    }
    warnings
}

/// Shows how far a search is, and stops it when its time is up.
struct Clock {
    until: Option<Instant>,
    bar: indicatif::ProgressBar,
}

impl Clock {
    fn new(seconds: Option<f64>, console: &Console, plan: &Plan) -> Self {
        let searching = plan.steps.iter().any(|step| step.method == Method::Refined);
        let bar = if searching { console.progress(1000, "searching") } else { indicatif::ProgressBar::hidden() };
        Self { until: seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds)), bar }
    }
}

impl Watch for Clock {
    fn go_on(&self, done: u64, all: u64) -> bool {
        self.bar.set_position(done * 1000 / all.max(1));
        self.until.is_none_or(|until| Instant::now() < until)
    }
}
