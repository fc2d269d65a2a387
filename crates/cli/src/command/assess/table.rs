//! `scumble assess table`: the information loss and disclosure risk of a masked table.

use super::text::to_text;
use crate::console::Console;
use crate::failure::{Failure, with_flags};
use crate::options::columns::{kind_of, pair};
use crate::options::tables::TableArguments;
use scumble::Policy;
use scumble::Watch;
use scumble::assess::table::Measure;
use scumble::data::{ColumnKind, read};
use scumble::io::write_whole;
use scumble::ontology::load::Spec;
use scumble::policy::named;
use scumble::report::{TableReport, table_page};
use scumble::table::{Assessment, WorkFile, assess, with_earlier};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Measure what a masked table lost, and what it still discloses
///
/// What `scumble mask` knew is read from the release's work folder, if it is there: the kinds of columns, which records were left
/// out, and their order if they were shuffled. Else both tables must have the same records in the same order, and kinds are
/// guessed. Numbers are measured by information loss (IL1 to IL5, PIL); numbers, dates and ordinals by SSE/SST, distance-based
/// linkage and interval disclosure; values of a taxonomy by their semantic distance; other columns by how many of their cells
/// changed; masked columns together, and all released columns, by their classes of equal records. Any column counts in probabilistic
/// linkage (PRL), in special uniques (SUDA2) and in individual risk by sampling weights; values of a taxonomy are also linked by
/// equality and by meaning (MRL, SRL). Generalised columns (intervals, ancestors, parts of dates, prefixes, `*`) are measured by what
/// their values cover: certainty penalty (NCP), granularity, non-uniform entropy, precision, discernibility, and linkage with every
/// record that covers the true values.
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
    /// Columns to measure together, separated by commas [default: the quasi-identifiers, else the columns that changed]
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "What")]
    columns: Vec<String>,

    /// Measures to compute, separated by commas: il, pil, sse, dbrl, prl, srl, id, k, population, suda, ncp [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "What")]
    only: Vec<String>,

    /// Policy file that the release was made with: roles and kinds of columns
    #[arg(long, value_name = "FILE", help_heading = "What")]
    policy: Option<PathBuf>,

    /// Kind of a column: COL=number, COL=nominal, COL=date:FORMAT, COL=ordinal:LOW,MIDDLE,HIGH
    #[arg(long, value_name = "COL=KIND", help_heading = "What")]
    kind: Vec<String>,

    /// Taxonomy of a text column: COL=FILE, or COL=SPEC as in --taxonomy (COL=wordnet)
    #[arg(long, value_name = "COL=FILE", help_heading = "What")]
    hierarchy: Vec<String>,

    /// Window of interval disclosure, in percent of the ranks on either side [default: 10]
    #[arg(long, value_name = "P", help_heading = "What")]
    window: Option<f64>,

    /// Tolerance of probabilistic linkage, in percent of a column's standard deviation: numbers, dates and ordinals that differ by no
    /// more agree [default: 0, only equal ones]
    #[arg(long, value_name = "P", help_heading = "What")]
    tolerance: Option<f64>,

    /// Column of sampling weights, for individual risk [default: the column whose role is weight in the work folder or policy]
    #[arg(long, value_name = "COL", help_heading = "What")]
    weight: Option<String>,

    /// Column of the original that says which records belong to one household [default: the column whose role is household in the work
    /// folder or policy]
    #[arg(long, value_name = "COL", help_heading = "What")]
    household: Option<String>,

    /// Share of the population that the release has, for SUDA scores [default: that of the weights, else 0.01]
    #[arg(long, value_name = "F", help_heading = "What")]
    sampling_fraction: Option<f64>,

    /// Table of the population that the records were taken from: how many of its records each released record matches (k-map), and
    /// the share of them that is released (δ-presence)
    #[arg(long, value_name = "FILE", help_heading = "What")]
    population: Option<PathBuf>,

    /// An earlier release of the same original: who is singled out by both releases together. Its work folder is read, if it is there
    #[arg(long, value_name = "RELEASE", help_heading = "What")]
    earlier: Option<PathBuf>,

    /// Write one line per record: information loss, probability of being linked, share of disclosed cells, size of its equivalence
    /// class, individual risk, risk of its household, SUDA scores
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    records: Option<PathBuf>,

    /// Write a report for internal use: a page with pictures of columns before and after, loss and risk (HTML)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    report: Option<PathBuf>,

    /// Values that mean "missing", separated by commas [default: those of the work folder or policy, else an empty cell and NA]
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "What")]
    missing_values: Vec<String>,

    #[command(flatten)]
    form: TableArguments,
}

const EXAMPLES: &str = "Examples:
  scumble assess table census.csv release.csv
  scumble assess table census.csv release.csv --only dbrl,id --window 20 --json
  scumble assess table census.csv release.csv --records risk.csv
  scumble assess table survey.csv survey.csv --columns sex,region,job --weight w --only k,population,suda
  scumble assess table census.csv release-2.csv --earlier release-1.csv
  scumble assess table people.csv release.csv --policy examples/people.toml
  scumble assess table people.csv generalised.csv --hierarchy EDUCATION=education.csv --only ncp,k
  scumble assess table people.csv release.csv --kind born=date:%d.%m.%Y --kind region=nominal";

pub(super) fn run(original: &Path, masked: &Path, arguments: &Options, console: &Console) -> Result<(), Failure> {
    let measures: Vec<Measure> = arguments
        .only
        .iter()
        .map(|name| {
            named("measure", name.trim(), &Measure::ALL).map_err(|problem| Failure::input(format!("--only: {problem}")))
        })
        .collect::<Result<_, _>>()?;
    let options = arguments.form.options()?;
    for path in [&arguments.records, &arguments.report].into_iter().flatten() {
        let inputs = [Some(original), Some(masked), arguments.earlier.as_deref()];
        scumble::refuse_inputs(path, inputs.into_iter().flatten(), "the report")?;
    }
    let work = WorkFile::of_release(masked)?;
    let (mut assessment, known_from) = arguments.known(masked, work.as_ref())?;
    (assessment.columns, assessment.measures) = (arguments.columns.clone(), measures);
    assessment.settings.window = arguments.window.unwrap_or(assessment.settings.window);
    assessment.settings.fraction = arguments.fraction()?;
    if arguments.tolerance.is_some_and(|percent| !(0.0..=1e6).contains(&percent)) {
        return Err(Failure::input("--tolerance is a percentage of a column's standard deviation, of at least 0"));
    }
    assessment.settings.tolerance = arguments.tolerance;
    assessment.weight.clone_from(&arguments.weight);
    assessment.household.clone_from(&arguments.household);
    assessment.population.clone_from(&arguments.population);
    let progress = console.progress();
    console.in_parallel(|| -> Result<(), Failure> {
        let _ = progress.at("reading", 0, 0);
        let (original, masked) = (read(original, &options)?, read(masked, &options)?);
        original.notes.iter().chain(&masked.notes).for_each(|note| console.note(&with_flags(note)));
        let _ = progress.at("measuring", 0, 0);
        let assessed = assess(&original, &masked, &assessment)?;
        let earlier = match &arguments.earlier {
            Some(path) => {
                let (known, _) = arguments.known(path, WorkFile::of_release(path)?.as_ref())?;
                Some(with_earlier(&assessed, &original, &read(path, &options)?, &known)?)
            }
            None => None,
        };
        progress.clear();
        if let Some(path) = &arguments.records {
            write_whole(path, assessed.records_csv().as_bytes())?;
        }
        if let Some(path) = &arguments.report {
            let original = assessed.aligned(&original);
            let report = TableReport { original: &original, masked: &masked, assessed: &assessed, work: work.as_ref() };
            write_whole(path, table_page(&report).as_bytes())?;
        }
        if console.json {
            let mut found = assessed.to_json();
            found["known_from"] = json!(known_from);
            if let Some(earlier) = &earlier {
                found["risk"]["with_earlier"] = earlier.to_json();
            }
            return console.print_json(&found);
        }
        console.print(&to_text(&assessed, earlier.as_ref(), &known_from, console))
    })?
}

impl Options {
    /// The share of the population, checked.
    fn fraction(&self) -> Result<Option<f64>, Failure> {
        match self.sampling_fraction {
            Some(share) if !(share > 0.0 && share <= 1.0) => {
                Err(Failure::input("--sampling-fraction must be above 0 and at most 1"))
            }
            share => Ok(share),
        }
    }

    /// What is known of the release beforehand, and from where: its work folder, a policy over it, and flags over both.
    fn known(&self, release: &Path, work: Option<&WorkFile>) -> Result<(Assessment, Vec<String>), Failure> {
        let (mut assessment, mut from) = (Assessment::default(), Vec::new());
        if let Some(work) = work {
            assessment = assessment.with_work(work)?;
            from.push(WorkFile::folder(release).display().to_string());
        }
        if let Some(path) = &self.policy {
            assessment = assessment.with_policy(&Policy::read(path)?.tables);
            from.push(path.display().to_string());
        }
        for text in &self.hierarchy {
            let (column, file) = pair(text, "--hierarchy", "COL=FILE")?;
            assessment.know(column, None, Some(ColumnKind::Text(Spec::list(&Spec::hierarchy(file)?))));
        }
        for text in &self.kind {
            let (column, kind) = pair(text, "--kind", "COL=KIND")?;
            assessment.know(column, None, Some(kind_of(kind)?));
        }
        if !self.missing_values.is_empty() {
            assessment.missing.values = self.missing_values.iter().map(|value| value.trim().to_owned()).collect();
        }
        Ok((assessment, from))
    }
}
