//! `scumble assess documents`: what sanitised documents keep, and what a search still finds in them.

use super::documents_text::to_text;
use crate::console::Console;
use crate::failure::Failure;
use scumble::corpus::{SpecOptions, open};
use scumble::document::assess::{
    Collection, DocumentsAssessment, assess_documents, read_gold, read_pages, read_queries,
};
use scumble::io::write_whole;
use scumble::report::assessed_documents_page;
use scumble::{Watch, refuse_inputs};
use std::path::PathBuf;

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
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The original documents: a folder, a document, or JSON lines
    originals: PathBuf,

    /// The sanitised documents
    sanitised: PathBuf,

    /// Pages about people that an attacker searches: a folder, or JSON lines with a name and a text a line
    #[arg(long, value_name = "DIR|JSONL", help_heading = "What")]
    background: Option<PathBuf>,

    /// Queries about the subject of the documents (TOML): what they find less is information loss
    #[arg(long, value_name = "FILE", help_heading = "What")]
    queries_utility: Option<PathBuf>,

    /// Queries about what must not be disclosed (TOML): what they still find is disclosure risk
    #[arg(long, value_name = "FILE", help_heading = "What")]
    queries_risk: Option<PathBuf>,

    /// Annotated documents (JSON lines): entities or spans with offsets in code points
    #[arg(long, value_name = "JSONL", help_heading = "What")]
    gold: Option<PathBuf>,

    /// Write a report for internal use: a page with tables and pictures (HTML)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    report: Option<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  scumble assess documents letters released
  scumble assess documents letters released --background pages --report assessed.html
  scumble assess documents letters released --queries-utility utility.toml --queries-risk risk.toml
  scumble assess documents cases released --gold cases.jsonl --json";

pub(super) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    if let Some(report) = &arguments.report {
        let inputs = [Some(&arguments.originals), Some(&arguments.sanitised), arguments.background.as_ref()];
        refuse_inputs(report, inputs.into_iter().flatten().map(PathBuf::as_path), "the report")?;
    }
    let progress = console.progress();
    console.in_parallel(|| -> Result<(), Failure> {
        let _ = progress.at("reading", 0, 0);
        let collection = Collection::read(&arguments.originals, &arguments.sanitised)?;
        let queries = |path: &Option<PathBuf>| path.as_deref().map(|path| read_queries(path, &collection)).transpose();
        let what = DocumentsAssessment {
            background: arguments.background.as_deref().map(read_pages).transpose()?,
            utility: queries(&arguments.queries_utility)?,
            risk: queries(&arguments.queries_risk)?,
            gold: arguments.gold.as_deref().map(read_gold).transpose()?,
        };
        let counts = open("embedded", &SpecOptions::default()).map_err(scumble::Error::from)?;
        let assessed = assess_documents(&collection, &what, counts.as_ref(), &progress)?;
        progress.clear();
        if let Some(attack) = assessed.attack.as_ref().filter(|attack| !attack.taken_out.is_empty()) {
            let names = attack.taken_out.iter().take(10).map(String::as_str).collect::<Vec<_>>().join(", ");
            console.note(&format!(
                "the background holds {} of the documents themselves, which were taken out: {names}",
                attack.taken_out.len()
            ));
        }
        if let Some(report) = &arguments.report {
            write_whole(report, assessed_documents_page(&assessed).as_bytes())?;
        }
        match console.json {
            true => console.print_json(&assessed.to_json()),
            false => console.print(&to_text(&assessed, console)),
        }
    })?
}
