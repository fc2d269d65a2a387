//! `scumble assess documents`: what sanitised documents keep, and what a search still finds in them.

use super::documents_text::{swept_to_text, to_text};
use crate::command::sanitize::open_counts;
use crate::console::Console;
use crate::failure::Failure;
use scumble::corpus::{SpecOptions, open};
use scumble::document::assess::{
    Collection, DocumentsAssessment, Sweep, SweptDocuments, SweptSetting, assess_documents, read_background, read_gold,
    read_pages, read_queries, sweep_documents,
};
use scumble::io::write_whole;
use scumble::policy::{named, policy_named};
use scumble::report::{assessed_documents_page, swept_documents_page};
use scumble::{DocumentPolicy, Watch, refuse_inputs};
use std::path::{Path, PathBuf};

/// Measure what sanitised documents keep, and what a search still finds in them
///
/// Originals and sanitised documents are paired by name: folders of documents, two single documents, or JSON lines with a name and a text
/// a line. What was redacted is read from the release's work folder, if it is there; else it is told from the two texts.
///
/// With --background, every sanitised text is searched for in pages about people, by four attackers (BM25, and cosines of stems, word
/// bigrams and runs of five characters): how often, and at which rank, the page with the document's own name comes back, and by which
/// words. Labels and placeholders are left out of the query, ties count against the release, and pages that are an original itself are
/// taken out. With --queries-utility and --queries-risk, what queries find before and after gives information loss and disclosure risk
/// (thesis equation 3.1). With --gold, redactions are compared with annotations, by the measures of the Text Anonymization Benchmark.
///
/// With --sweep in place of the sanitised documents, the originals are sanitised in memory with many values of a setting, and attacked: a
/// curve of people found against tokens kept, to pick a value by.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The original documents: a folder, a document, or JSON lines
    originals: PathBuf,

    /// The sanitised documents
    #[arg(required_unless_present = "sweep")]
    sanitised: Option<PathBuf>,

    /// Pages about people that an attacker searches: a folder, JSON lines with a name and a text a line, or index:DIR
    #[arg(long, value_name = "DIR|JSONL|index:DIR", help_heading = "What")]
    background: Option<String>,

    /// Queries about the subject of the documents (TOML): what they find less is information loss
    #[arg(long, value_name = "FILE", help_heading = "What")]
    queries_utility: Option<PathBuf>,

    /// Queries about what must not be disclosed (TOML): what they still find is disclosure risk
    #[arg(long, value_name = "FILE", help_heading = "What")]
    queries_risk: Option<PathBuf>,

    /// Annotated documents (JSON lines): entities or spans with offsets in code points
    #[arg(long, value_name = "JSONL", help_heading = "What")]
    gold: Option<PathBuf>,

    /// Sanitise the originals in memory with each value of a setting (beta, w or caution), attack each, and print what is found against what is kept
    #[arg(
        long,
        value_name = "SETTING[=V,V,…]",
        requires = "background",
        conflicts_with_all = ["sanitised", "queries_utility", "queries_risk", "gold"],
        help_heading = "What"
    )]
    sweep: Option<String>,

    /// The policy that --sweep changes: combined, ic, ic+pmi, a purpose, or a policy file [default: combined]
    #[arg(long, value_name = "NAME|FILE", requires = "sweep", help_heading = "What")]
    policy: Option<String>,

    /// Write a report for internal use: a page with tables and pictures (HTML)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    report: Option<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  scumble assess documents letters released
  scumble assess documents letters released --background pages --report assessed.html
  scumble assess documents letters released --queries-utility utility.toml --queries-risk risk.toml
  scumble assess documents cases released --gold cases.jsonl --json
  scumble assess documents letters --background pages --sweep beta=6,8,10,12 --report curve.html";

pub(super) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    if let Some(report) = &arguments.report {
        let background = arguments.background.as_deref().map(|place| place.strip_prefix("index:").unwrap_or(place));
        let inputs = [Some(arguments.originals.as_path()), arguments.sanitised.as_deref(), background.map(Path::new)];
        refuse_inputs(report, inputs.into_iter().flatten(), "the report")?;
    }
    let (sanitised, progress) = match (&arguments.sweep, &arguments.sanitised) {
        (Some(sweep), _) => return swept(arguments, sweep, console),
        (None, Some(sanitised)) => (sanitised, console.progress()),
        (None, None) => return Err(Failure::input("name the sanitised documents")),
    };
    console.in_parallel(|| -> Result<(), Failure> {
        let _ = progress.at("reading", 0, 0);
        let collection = Collection::read(&arguments.originals, sanitised)?;
        let queries = |path: &Option<PathBuf>| path.as_deref().map(|path| read_queries(path, &collection)).transpose();
        let what = DocumentsAssessment {
            background: arguments.background.as_deref().map(read_background).transpose()?,
            utility: queries(&arguments.queries_utility)?,
            risk: queries(&arguments.queries_risk)?,
            gold: arguments.gold.as_deref().map(read_gold).transpose()?,
        };
        let counts = open("embedded", &SpecOptions::default()).map_err(scumble::Error::from)?;
        let assessed = assess_documents(&collection, &what, counts.as_ref(), &progress)?;
        progress.clear();
        assessed.attack.iter().for_each(|attack| say_taken_out(&attack.taken_out, console));
        if let Some(report) = &arguments.report {
            write_whole(report, assessed_documents_page(&assessed).as_bytes())?;
        }
        match console.json {
            true => console.print_json(&assessed.to_json()),
            false => console.print(&to_text(&assessed, console)),
        }
    })?
}

/// Pages that are the documents themselves are no attacker's.
fn say_taken_out(taken_out: &[String], console: &Console) {
    if !taken_out.is_empty() {
        let names = taken_out.iter().take(10).map(String::as_str).collect::<Vec<_>>().join(", ");
        let count = taken_out.len();
        console
            .note(&format!("the background holds {count} of the documents themselves, which were taken out: {names}"));
    }
}

/// One setting in many values.
fn swept(arguments: &Arguments, sweep: &str, console: &Console) -> Result<(), Failure> {
    let (name, values) = sweep.split_once('=').map_or((sweep, None), |(name, values)| (name, Some(values)));
    let setting = named("setting to sweep over", name, &SweptSetting::ALL).map_err(Failure::input)?;
    let number = |value: &str| {
        let number = value.trim().parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
        number.ok_or_else(|| Failure::input(format!("--sweep: “{value}” is no number from 0 on")))
    };
    let values = match values {
        None => setting.usual().to_vec(),
        Some(values) => values.split(',').map(number).collect::<Result<_, _>>()?,
    };
    let policy = match &arguments.policy {
        None => DocumentPolicy::default(),
        Some(name) => policy_named(name).map_err(|error| Failure::from(error).of_flag("--policy"))?,
    };
    let counts = open_counts(&policy, console)?;
    let progress = console.progress();
    let swept = console.in_parallel(|| -> Result<SweptDocuments, Failure> {
        let _ = progress.at("reading", 0, 0);
        let originals = read_pages(&arguments.originals)?;
        let pages = arguments.background.as_deref().map(read_background).transpose()?.unwrap_or_default();
        Ok(sweep_documents(&originals, &pages, &Sweep { policy, setting, values }, &counts, &progress)?)
    })??;
    progress.clear();
    say_taken_out(&swept.taken_out, console);
    if let Some(report) = &arguments.report {
        write_whole(report, swept_documents_page(&swept).as_bytes())?;
    }
    match console.json {
        true => console.print_json(&swept.to_json()),
        false => console.print(&swept_to_text(&swept)),
    }
}
