//! `scumble vectors mask`: at least k documents share each vector.

use crate::console::Console;
use crate::failure::Failure;
use crate::options::space::SpaceArguments;
use crate::options::taxonomy::TaxonomyArguments;
use scumble::Watch;
use scumble::data::SpaceFormat;
use scumble::mask::partition::GroupSize;
use scumble::policy::named;
use scumble::vectors::{MaskedVectors, VectorMethod, VectorPolicy, mask};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Mask a vector space: at least k documents share each released vector
///
/// Documents are grouped by microaggregation (MDAV) and every document of a group gets the same vector. The matrix is masked as it is:
/// no term is left out because it is rare (scumble vectors build does that). The release is read back and checked before it is put in
/// its place; names of documents and their classes are not part of it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A space (a folder that scumble vectors build wrote) or a matrix: Matrix Market, SVMlight, CSV or Parquet triplets
    space: PathBuf,

    /// Folder for the release; without it the result is only reported
    #[arg(short, long, value_name = "FOLDER", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Format of the released matrix: mtx (Matrix Market), svm (SVMlight), csv or parquet (triplets)
    #[arg(long, value_name = "FORMAT", default_value = "mtx", help_heading = "Output")]
    format: String,

    /// Write the names of documents into the release, too
    #[arg(long, help_heading = "Output")]
    keep_names: bool,

    /// Minimum number of documents that share a vector
    #[arg(short, value_name = "K", default_value_t = 5, help_heading = "How")]
    k: usize,

    /// spherical (cosine distance, normalised sum) or semantic (distance of terms in a taxonomy, lowest common hypernyms)
    #[arg(long, value_name = "NAME", default_value = "spherical", help_heading = "How")]
    method: String,

    /// Documents without a term: refuse the space, or leave-out such documents
    #[arg(long, value_name = "WHAT", default_value = "refuse", value_parser = ["refuse", "leave-out"], help_heading = "How")]
    empty_rows: String,

    /// Largest number of documents grouped at once; more are first cut into blocks that point the same way (spherical)
    #[arg(long, value_name = "N", default_value_t = 20_000, help_heading = "How")]
    at_once: usize,

    #[command(flatten)]
    input: SpaceArguments,

    #[command(flatten)]
    taxonomy: TaxonomyArguments,
}

const EXAMPLES: &str = "Examples:
  scumble vectors mask letters.space -k 5 -o letters.release
  scumble vectors mask papers.mtx --vocabulary papers.vocab.txt -k 3 --method semantic -o papers.release --json";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let start = Instant::now();
    let method = named("method", &arguments.method, &VectorMethod::ALL);
    let method = method.map_err(|problem| Failure::input(format!("--method: {problem}")))?;
    let format = named("format", &arguments.format, &SpaceFormat::ALL);
    let format = format.map_err(|problem| Failure::input(format!("--format: {problem}")))?;
    let policy = VectorPolicy {
        at_once: arguments.at_once,
        leave_out_empty: arguments.empty_rows == "leave-out",
        ..VectorPolicy::new(GroupSize::new(arguments.k)?, method)
    };
    if let Some(output) = &arguments.output {
        scumble::vectors::refuse_within(output, std::slice::from_ref(&arguments.space))?;
    }
    let progress = console.progress();
    console.in_parallel(|| -> Result<(), Failure> {
        let _ = progress.at("reading", 0, 0);
        let space = arguments.input.read(&arguments.space)?;
        let terms: Vec<&str> = space.vocabulary.iter().map(String::as_str).collect();
        let stack = Arc::new(arguments.taxonomy.open(&terms)?);
        let masked = mask(&space, &policy, &stack, &progress)?;
        if let Some(output) = &arguments.output {
            masked.write(output, format, arguments.keep_names, &progress)?;
        }
        progress.clear();
        if console.json {
            let mut value = masked.to_json(arguments.output.as_deref().map(|output| (output, format)));
            value["seconds"] = json!(start.elapsed().as_secs_f64());
            return console.print_json(&value);
        }
        console.print(&to_text(&masked, arguments, console))
    })?
}

/// A few lines that say what was done.
fn to_text(masked: &MaskedVectors, arguments: &Arguments, console: &Console) -> String {
    let (matrix, partition) = (&masked.space.matrix, &masked.partition);
    let mut text =
        format!("{} documents × {} terms, {}\n", matrix.len(), matrix.columns(), masked.policy.method.name());
    let mut row = |what: &str, value: String| {
        text.push_str(&format!("  {}  {value}\n", console.style.faint(&format!("{what:<8}"))))
    };
    let blocks = if masked.blocks > 1 { format!(", in {} blocks", masked.blocks) } else { String::new() };
    row(
        "groups",
        format!(
            "{} of {} to {} documents (k = {}){blocks}",
            partition.len(),
            partition.smallest(),
            partition.largest(),
            masked.policy.k.get()
        ),
    );
    let classical = masked
        .classical
        .map_or(String::new(), |scatter| format!("; {:.4} by means and Euclid's distance", scatter.loss()));
    row(
        "loss",
        format!(
            "{:.4} = SSE {:.4} / (SSE + SSA {:.4}){classical}",
            masked.loss.loss(),
            masked.loss.within,
            masked.loss.between
        ),
    );
    if masked.rare_terms > 0 {
        let k = masked.policy.k.get();
        row(
            "terms",
            format!(
                "{} occur in fewer than {k} documents: each may give its document away (build the space with -k {k})",
                masked.rare_terms
            ),
        );
    }
    if masked.unknown > 0 {
        row(
            "unknown",
            format!("{} entries have a term that the taxonomy does not know; they are not released", masked.unknown),
        );
    }
    if !masked.left_out.is_empty() {
        row("left out", format!("{} documents without a term", masked.left_out.len()));
    }
    match &arguments.output {
        Some(output) => row(
            "written",
            format!("{}; read back, at least {} documents share each vector", output.display(), partition.smallest()),
        ),
        None => row("written", "nothing: name a folder with -o".to_owned()),
    }
    text
}
